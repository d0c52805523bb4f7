# A breakpoint for one channel, and conditions that gdb looks at itself: each channel at the place is asked, whichever is selected.
# serve: --launch samples/divergence.json
# echo
source connect
set breakpoint condition-evaluation host
echo -- the thread of a breakpoint; back as well\n
break *even thread 3
tbreak *high thread 6
continue
print $_thread
continue
print $_thread
reverse-continue
print $_thread
delete
echo -- a condition that one channel meets\n
break *high if $chan == 5 && $r5.v8_int32[0] == 0
continue
print $chan
delete
echo -- each channel counts for `ignore`; the machine does not move for it\n
break *high
ignore 4 3
continue
print $chan
delete
echo -- the user stays where he is\n
thread 1
break *high if $chan == 99
tbreak *together
continue
delete
echo -- at the last instruction\n
monitor reset
maint flush register-cache
break *together+16 thread 7
continue
print $_thread
