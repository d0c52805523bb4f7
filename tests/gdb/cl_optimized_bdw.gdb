# The same on a Broadwell.
# host: tests/opencl_debug.c
# cl: --gpu bdw --debug=optimized -- ./host
# echo
set breakpoint pending on
set language c
break points
tbreak opencl_debug.cl:24 if i == 21
source connect
set language auto
info breakpoints
bt
continue
info locals
info args
tbreak square
continue
bt
info args
info locals
up
info locals
finish
delete 1
continue
print i
next
reverse-stepi
reverse-continue
info line 24
info scope weigh
info symbol $pc
continue
