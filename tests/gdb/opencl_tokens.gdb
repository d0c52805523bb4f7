# The older container, from its own debug section; on Broadwell.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl -cl-opt-disable
# device: bdw
# form: bin
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set breakpoint pending on
tbreak particles.cl:21
source connect
info breakpoints
continue
info locals
info args
print i
print p.at
print p.hits
print last
ptype struct particle
thread 7
print i
print p
next
next
print part[6]
x/4dw part
print *in@4
print &last[1]
set var i = 1000
print i
thread 8
print i
list 21,23
