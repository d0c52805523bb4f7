# A channel that did not enter the System Routine: once the routine has set SPF, it is in it with all others. It has the
# routine's frames, finish and return; afterwards it is where it waited.
# serve: tests/gdb/frames_some.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
thread 1
tbreak entry
continue
thread 1
backtrace
tbreak advance
continue
thread 1
backtrace
up
finish
backtrace
reverse-finish
backtrace
monitor reset
thread 1
tbreak advance
continue
thread 1
finish
finish
info threads
monitor reset
thread 1
tbreak advance
continue
return
print/x $pcip[0]
print/x $pcip[2]
set $cr0.f.aip = $cr0.f.aip + 16
stepi
info threads
stepi
print $r3.v8_int32
