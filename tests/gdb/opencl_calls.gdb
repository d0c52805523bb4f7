# Calls of a kernel: steps into functions, whose arguments have their values then; backtraces, callers' variables, finish, a temporary breakpoint with a condition.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl -cl-opt-disable
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set breakpoint pending on
tbreak particles.cl:21 if i == 6
source connect
continue
step
step
bt
break square
continue
bt
info args
next
info locals
up
info args
up
info locals
down
finish
bt
delete
tbreak particles.cl:8 if x == 21
continue
info locals
