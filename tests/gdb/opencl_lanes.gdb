# Lanes that wait outside of a call, and every instruction of prologues and epilogues: frames and variables.
# serve: --launch launch.json --eus 1 --eu-threads 1
# kernel: tests/gdb/opencl_lanes.cl -cl-opt-disable
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [8], "local": [8], "args": [{"buffer": {"size": 64}}]}}
# echo
set breakpoint pending on
break square
source connect
thread 4
source tests/gdb/opencl_lanes.py
