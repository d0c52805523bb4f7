# Pointers to local, private and global memory that gdb follows: those to local memory are of the selected thread's group.
# serve: --launch launch.json
# kernel: tests/gdb/opencl_pointers.cl -cl-opt-disable
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"size": 128}}, {"local": 64}]}}
# echo
set breakpoint pending on
break opencl_pointers.cl:15
source connect
continue
thread 3
print n
print *n.at
x/4dw n.at
print *own
print own[-1]@3
print *g
set var *n.at = 77
print part[2]
delete
tbreak opencl_pointers.cl:15 if i == 20
continue
print n
print *n.at
watch *n.at
continue
print *n.at
