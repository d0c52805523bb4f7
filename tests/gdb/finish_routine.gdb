# finish from a breakpoint in the System Routine: gdb's step off the breakpoint is not yet the return. Also from another
# channel than the one that was reported, and at the routine's last instruction.
# serve: tests/gdb/frames.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm
# echo
source connect
break entry
continue
finish
monitor reset
maint flush register-cache
continue
thread 5
finish
monitor reset
maint flush register-cache
delete
break frames_sip.asm:6
continue
finish
