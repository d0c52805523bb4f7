# docs/gdb.md: every thread waits.
# serve: tests/gdb/halt_wait.asm --dmask 0xff --sip samples/sip_dispatch.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
continue
eu threads
set $n0[0] = 1
continue
