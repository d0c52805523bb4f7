# Arrays in registers of optimised code: elements that were not written yet, or never are, have no value.
# serve: --launch launch.json --eus 1 --eu-threads 1
# kernel: tests/gdb/opencl_arrays.cl
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [{"buffer": {"hex": "00000000050000000a0000000f000000010000000600000003000000", "size": 64}}, {"buffer": {"size": 256}}]}}
# echo
set breakpoint pending on
break opencl_arrays.cl:9
source connect
continue
thread 6
info locals
tbreak opencl_arrays.cl:13
continue
thread 6
info locals
thread 2
print t
print s[1]
print u
