# The same on a Broadwell.
# host: tests/opencl_debug.c
# cl: --gpu bdw --debug=optimized -- ./host
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
