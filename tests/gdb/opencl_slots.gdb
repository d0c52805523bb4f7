# Work items whose slot others had before, and a register that the compiler gives to two variables.
# serve: --launch launch.json --eus 1 --eu-threads 2
# kernel: tests/gdb/opencl_slots.cl
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [64], "local": [16], "args": [{"buffer": {"size": 256}}]}}
# echo
set breakpoint pending on
set language c
tbreak opencl_slots.cl:4 if x == 41
source connect
source gdb-xml/eulab-gdb.py
eu item 41
continue
thread 3
eu item 42
print x
eu lanes x
eu item 5
monitor item 64
tbreak square if x == 58
continue
eu lanes x
finish
info locals
stepi
info locals
stepi
info locals
