# A kernel without debug information, of a launch: bdw, not optimised.
# serve: --launch launch.json
# kernel: tests/opencl_lines.cl -cl-opt-disable
# debug: -w
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"size": 128}}, {"buffer": {"size": 128}}, {"local": 64}, {"float": 0.5}]}}
python which, answers = "bdw O0 run", "opencl_plain.txt"
source tests/gdb/opencl_lines.py
