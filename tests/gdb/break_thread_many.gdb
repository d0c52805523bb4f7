# 1024 threads of gdb: a breakpoint for one of them is hit, whichever is selected, on each of its visits.
# serve: --threads 64 --eus 8 --dmask 0xffff tests/gdb/break_thread_many.asm
# echo
source connect
print $_inferior_thread_count
tbreak *loop thread 777
continue
print $chan
print $r2.v8_int32[1]
delete
thread 1
break *loop thread 1016
continue
continue
continue
print $_gthread
delete
continue
