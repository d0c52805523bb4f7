# serve: --launch samples/divergence.json
# echo
source connect
monitor help
monitor nonsense
monitor raise nonsense
