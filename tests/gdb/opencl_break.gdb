# Breakpoints for one work item, and conditions over a variable: both asked in the server.
# serve: --launch launch.json
# kernel: samples/opencl/particles.cl -cl-opt-disable
# device: bdw
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16], "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
# echo
source connect
source gdb-xml/eulab-gdb.py
eu break particles.cl:21 item 5
monitor break 21 item 99
continue
print i
eu lanes i
monitor break
monitor delete all
eu break particles.cl:25 item 21,0,0
continue
print i
print p.hits
