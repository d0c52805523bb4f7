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
