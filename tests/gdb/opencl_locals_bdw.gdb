# Pointers to local memory that are variables and arguments, which the code changes: of a kernel and of a function.
# serve: --launch launch.json
# kernel: tests/gdb/opencl_locals.cl -cl-opt-disable
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"size": 128}}, {"local": 64}, {"local": 128}, {"int": 1}]}}
# echo
set breakpoint pending on
tbreak opencl_locals.cl:21
tbreak opencl_locals.cl:7 if *q == 18
source connect
print part
continue
info args
print fix + 1 == m
print l - part
print *l
print m[0]@4
print *first@8
continue
info args
print q - p
print *p
up
print part[2]@3
