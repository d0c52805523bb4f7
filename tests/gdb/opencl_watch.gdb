# Watchpoints on a lane's variables, conditions that the server evaluates, lines backwards.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl -cl-opt-disable
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set language c
set breakpoint pending on
break particles.cl:23 if i == 21
source connect
continue
print i
info threads 6
watch last[1]
continue
reverse-next
print last
print i
print p.hits[0]
