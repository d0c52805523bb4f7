# Many EU threads: back over the ends of threads and over their writes to memory.
# serve: --launch samples/mandelbrot.json --eus 32
source gdb-xml/eulab-gdb.py
source connect
monitor goto 52900
maint flush register-cache
echo the picture's first bytes\n
x/8xb 0x100000
info threads 1 9
echo the last time that a thread began\n
break *0
reverse-continue
x/i $pc
x/8xb 0x100000
monitor when
reverse-continue
delete
reverse-continue
x/8xb 0x100000
monitor when
continue
