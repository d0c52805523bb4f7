# A thread that waits at a barrier for threads that scheduler-locking holds: no deadlock, and it goes on when they may.
# serve: --launch samples/reduction.json
# echo
source connect
break reduction.asm:24
set scheduler-locking on
continue
set scheduler-locking step
stepi
set scheduler-locking off
delete
tbreak reduction.asm:25
continue
echo -- off a breakpoint at `wait`, which gdb does with the others held\n
break reduction.asm:24
continue
continue
delete
break reduction.asm:24 thread 20
continue
continue
print $_thread
