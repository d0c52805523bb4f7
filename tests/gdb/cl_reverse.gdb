# Lines backwards under the driver: over a barrier, over calls, to where history begins, and forth again.
# host: tests/opencl_debug.c
# cl: --debug -- ./host
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
