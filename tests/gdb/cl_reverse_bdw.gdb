# The same on a Broadwell.
# host: tests/opencl_debug.c
# cl: --gpu bdw --debug -- ./host
# echo
set breakpoint pending on
break opencl_debug.cl:24
source connect
continue
reverse-next
reverse-next
reverse-next
next
next
next
thread 3
reverse-next
info symbol $pc
reverse-step
print i
delete
reverse-continue
reverse-next
next
tbreak opencl_debug.cl:26
continue
reverse-finish
reverse-next
continue
