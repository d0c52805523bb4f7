# Constants that the compiler says for ever of what is none, and those of arguments: skl, optimised.
# serve: --launch launch.json --eus 1 --eu-threads 2
# kernel: tests/gdb/opencl_constants.cl
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [{"buffer": {"size": 64}}, {"buffer": {"size": 64}}]}}
# echo
set breakpoint pending on
tbreak opencl_constants.cl:12
source connect
continue
info locals
tbreak top
continue
info args
