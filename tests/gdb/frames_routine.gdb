# In the System Routine: its calls, the exception, the offender and its callers; finish, up, next, step, nexti and stepi.
# serve: tests/gdb/frames.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
break body
continue
backtrace
break advance
continue
backtrace
frame 1
up
up
down 3
info frame
finish
backtrace
finish
backtrace
monitor reset
delete
tbreak frames.asm:17
continue
stepi
backtrace
monitor reset
tbreak frames.asm:17
continue
next
monitor reset
break frames.asm:17
continue
next
monitor reset
continue
step
monitor reset
continue
nexti
monitor reset
continue
stepi
nexti
stepi
stepi
backtrace
finish
