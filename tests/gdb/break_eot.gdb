# A breakpoint at the EOT: `continue` and steps off it, of threads that end one after the other. gdb 13 that steps off a breakpoint
# takes no other thread's stop for an answer.
# serve: samples/calls.asm --threads 4 --dmask 0x3
# echo
source connect
break samples/calls.asm:14
continue
continue
continue
info threads
stepi
continue
break samples/calls.asm:14
stepi
continue
