# serve: --launch samples/mandelbrot.json --gdb-threads=eu
# echo
source connect
x/4xw 0x100000
set {int}0x100004 = 0x12345678
x/4xw 0x100000
x/2xw 0
python
try: gdb.execute("x/xb 0xffff000110000000")
except gdb.MemoryError as e: print(e)
end
break *0x210
continue
x/8xb 0x100000
# data that looks like an x86 breakpoint is what it is; gdb's own would be stepped over only in code
set {char}0x100000 = -52
x/2xb 0x100000
print *(signed char *)0x100000
