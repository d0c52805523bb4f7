# Steps over source lines by the lanes that are here, what a function returns, display, vectors, lines backwards.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl -cl-opt-disable
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set breakpoint pending on
tbreak particles.cl:19
source connect
continue
display i
next
thread 3
next
print p.at.x
print p.at.yz
print p.at.s1
info threads 1
info threads 8
tbreak square if x == 11
continue
bt
finish
up
info locals
down
thread 10
finish
undisplay 1
tbreak particles.cl:24
continue
rwatch last[0]
continue
delete
reverse-next
print last
info scope weight
