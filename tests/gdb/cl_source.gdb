# A program under the driver, whose kernel comes later: its source, each work item's own variables, calls, back in time.
# host: tests/opencl_debug.c
# cl: --debug -- ./host
# echo
set breakpoint pending on
set language c
tbreak opencl_debug.cl:22
break square if x == 2
source connect
set language auto
info sharedlibrary
continue
info locals
info args
print i
print p
print p.weight + 1
print *in@4
print &last[1]
ptype p
thread 8
print i
print last
set var last[2] = 70
print last
thread 1
print last
info breakpoints
continue
bt
info args
next
info locals
up
info args
up
print i
down
delete
finish
next
next
watch p.y
continue
next
print p
reverse-continue
print p.y
delete
reverse-next
list 23,25
info scope square
info line 23
tbreak opencl_debug.cl:26 if n == 3
continue
next
print out[i]
print part[5]
x/4dw part
continue
