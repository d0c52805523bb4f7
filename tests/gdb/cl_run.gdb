# The program begins again: from the middle of a kernel, after its end, after `kill`, without a step; a channel is put elsewhere in it (`jump`, `set $pc`).
# host: tests/opencl_debug.c
# target: extended-remote
# cl: --debug -- ./host
# echo
set print thread-events off
set language c
source connect
break opencl_debug.cl:22 if i == 5
continue
print i
run
print i
delete
tbreak opencl_debug.cl:22
jump 21
print i
set var $pc = square
info symbol $pc
kill
info threads
tbreak opencl_debug.cl:8
run
bt
starti
info threads
continue
run
tbreak opencl_debug.cl:8
run
monitor reset
maint flush register-cache
info threads
continue
starti
detach
