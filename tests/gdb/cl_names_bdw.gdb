# The same on a Broadwell.
# host: tests/opencl_debug.c
# cl: --gpu bdw --debug -- ./host
# echo
set breakpoint pending on
break opencl_debug.cl:23
source connect
source gdb-xml/eulab-gdb.py
monitor locals
monitor print no_such_name
continue
monitor locals
monitor print p
monitor print i * 2 + 1
eu lanes i
eu lanes p.weight + 1
eu item 21
monitor locals
monitor locals all
delete
eu break opencl_debug.cl:26 if any i == 19
continue
monitor print i
monitor on 2.1 locals
monitor break
eu break opencl_debug.cl:27 item 21
continue
monitor print i
reverse-continue
monitor print i
continue
continue
