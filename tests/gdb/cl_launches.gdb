# A kernel that is launched 1000 times: a condition that holds once, asked in the server.
# host: tests/opencl_launches.c
# cl: --debug -- ./host
# echo
set breakpoint pending on
set language c
break opencl_launches.cl:6 if turn == 500 && i == 100
source connect
continue
print turn
print a[i]
info breakpoints
kill
