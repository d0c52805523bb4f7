# Optimised code: a variable has its value where its place is known, and is optimized out elsewhere.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl 
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set breakpoint pending on
break particles
break particles.cl:23
source connect
continue
bt
next
print last
delete 1
continue
print i
thread 3
print i
