# EU threads as gdb's threads: back in one whose program has ended, and along with the others.
# serve: --launch samples/mandelbrot.json --eus 32 --gdb-threads=eu
# echo
source gdb-xml/eulab-gdb.py
source connect
monitor goto 52000
maint flush register-cache
thread 3
reverse-stepi
x/i $pc
reverse-stepi
reverse-stepi
monitor when
tbreak *0x40 thread 2
reverse-continue
reverse-stepi
stepi
stepi
