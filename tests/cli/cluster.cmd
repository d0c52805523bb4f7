# samples/cluster/ with GNU parallel; parts that are lost are run again. With Slurm: make cluster.
tests/cluster.sh "$EULAB"
