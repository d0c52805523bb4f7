# vISA: channels as threads, variables by name, a step per channel, a channel that waits elsewhere, calls, back in time, watchpoints.
# serve: --launch samples/visa/collatz.json
# echo
source connect
info threads 1 3
break next
continue
print N
stepi
stepi
print P1
info threads 1 2
print/x P1
monitor masks
monitor why
thread 2
monitor why
stepi
stepi
print $pc
print ODD
print ODD[4] * 2
info locals
delete
break weigh_1
continue
backtrace
print SUM
stepi
print SUM
stepi
backtrace
reverse-stepi
reverse-stepi
print SUM
delete
reverse-continue
break 42 if STEPS[6] == 15
continue
delete
print STEPS
watch -l STEPS[6]
continue
delete
set var N[6] = 1
tbreak weigh_1
continue
print STEPS[6]
watch *(int *)0x100018
continue
x/16dw 0x100000
reverse-continue
x/8dw 0x100000
info line
monitor insn
monitor vars
monitor info spaces
monitor what
continue
