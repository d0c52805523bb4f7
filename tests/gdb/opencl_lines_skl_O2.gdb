# Everything that is asked of a kernel's source, of a launch: skl, optimised.
# serve: --launch launch.json --eus 1 --eu-threads 4
# kernel: tests/opencl_lines.cl
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "640000006500000066000000670000006800000069000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}, {"float": 0.5}]}}
source tests/gdb/opencl_lines.py
