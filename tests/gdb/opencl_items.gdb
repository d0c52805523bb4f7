# Work items by their global id, and a variable of all lanes at once.
# serve: --launch launch.json --eus 1 --eu-threads 2
# kernel: samples/opencl/particles.cl -cl-opt-disable
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set breakpoint pending on
break particles.cl:21
source connect
source gdb-xml/eulab-gdb.py
continue
monitor items
eu items
eu item 11
print i
eu item 21
eu item 5,0,0
print i
eu lanes i
eu lanes p.hits[1] + i
monitor item 40
continue
eu lanes last[3]
