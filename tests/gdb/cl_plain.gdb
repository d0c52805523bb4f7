# A program as it is, without debug information: kernels have their names, listings and registers; between two the GPU is idle.
# host: tests/opencl_debug.c
# before: printf "./host; exec sleep 1000\n" >stays
# cl: -- sh ./stays
# echo
set breakpoint pending on
break points
source connect
source gdb-xml/eulab-gdb.py
bt
info sharedlibrary
list 1,3
x/2i points
print $r1.v16_uint16[5]
break points.asm:4
delete 1
continue
print $r0.v8_uint32[1]
stepi
reverse-stepi
reverse-stepi
reverse-stepi
delete
python import os, threading; threading.Timer(3, lambda: os.kill(os.getpid(), 2)).start()
continue
info threads
bt
reverse-stepi
kill
