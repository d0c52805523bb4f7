# A kernel and a System Routine that do not begin at 0: functions, lines, labels and calls lie where they are.
# serve: --kernel-at 0x4000 --sip-at 0x9000 --sip samples/sip_tiny.asm --dmask 0xff samples/calls.asm
# echo
source connect
info functions calls
info symbol $pc
info line *$pc
info address calls
print (long)&calls
tbreak inner
continue
backtrace
info symbol $pc
up
info frame
finish
disassemble calls,+32
info symbol 0x9000
list *0x9000
break calls.asm:17
info breakpoints
