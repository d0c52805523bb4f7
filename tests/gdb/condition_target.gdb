# serve: --launch samples/divergence.json
# echo
source connect
set breakpoint condition-evaluation target
break *high if (unsigned)$ce == 0x80
break *even if $ip == 0x40
break *odd if *(int*)0x1000 > 5
break *parity if *(int*)0x50 > 5 && $rip == 0xd0
info breakpoints
continue
continue
print $r5.v8_int32
continue
echo -- another condition, and an ignore count: rounds 2 and 3 of the loop\n
monitor reset
maint flush register-cache
delete
break *high if $chan >= 6
ignore 5 1
continue
print $_thread
thread 8
condition 5 (unsigned)$ce & 0x40
continue
condition 5
continue
delete
tbreak *together if $ip
continue
echo -- masks are numbers: gdb compiles them for the server\n
maint agent-eval $ce & 4
maint agent-eval $f0 & 1
