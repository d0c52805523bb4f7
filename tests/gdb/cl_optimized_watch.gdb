# Watchpoints under the driver on variables of optimised code, which are in registers, and on what pointers lead to.
# host: tests/opencl_debug.c
# cl: --debug=optimized -- ./host
# echo
set breakpoint pending on
set language c
break opencl_debug.cl:25 if i == 3
source connect
continue
info locals
display i
watch last[0]
info watchpoints
continue
reverse-continue
print last
continue
delete
tbreak opencl_debug.cl:27 if i == 3
continue
continue
