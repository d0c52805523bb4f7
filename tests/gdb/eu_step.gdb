# All lanes of an EU thread together: `eu step thread`, and as a monitor command; `next` follows one lane.
# serve: --launch launch.json --eus 1 --eu-threads 1
# kernel: tests/gdb/opencl_lanes.cl -cl-opt-disable
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [8], "local": [8], "args": [{"buffer": {"size": 64}}]}}
# echo
set breakpoint pending on
break points
source connect
continue
source gdb-xml/eulab-gdb.py
thread 4
eu step thread
eu step thread 2
next
eu masks
eu step thread
thread 1
eu step thread 3
info threads
monitor step-line
monitor step-line 0
eu step thread 3
python
for line in ("eu step", "eu step lane", "eu step thread 0", "help eu step", "monitor help step-line", "complete eu step t"):
    print("> " + line)
    try:
        gdb.execute(line)
    except gdb.error as error:
        print(error)
end
eu step thread 100
continue
