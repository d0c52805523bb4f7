# Optimised code on Broadwell: inlined functions as frames, variables where they have a place, steps back.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set language c
set breakpoint pending on
break square if x == 9
tbreak particles.cl:25
source connect
info breakpoints
continue
bt
info args
info locals
up
info locals
delete 1
continue
info locals
display i
next
reverse-next
info scope particles
