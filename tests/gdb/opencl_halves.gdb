# Divisions in halves do not begin the line where the kernel ends: skl, not optimised.
# serve: --launch launch.json --eus 1 --eu-threads 2
# kernel: tests/gdb/opencl_halves.cl -cl-opt-disable
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [{"buffer": {"size": 64}}, {"buffer": {"size": 64}}]}}
# echo
set breakpoint pending on
break opencl_halves.cl:10
source connect
tbreak opencl_halves.cl:6 if i == 12
continue
next
next
next
next
continue
print v
print out[12]
continue
