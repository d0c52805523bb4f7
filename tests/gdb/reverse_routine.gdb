# Back over the System Routine: reverse-next, reverse-step and reverse-nexti pass over a visit, reverse-stepi goes in. In
# the routine all of them go back there, and out of it to the instruction that raised the exception.
# serve: tests/gdb/frames.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
tbreak frames.asm:17
continue
next
reverse-next
nexti
reverse-nexti
step
reverse-step
next
reverse-stepi
backtrace
reverse-next
reverse-finish
reverse-next
next
next
reverse-stepi
