# serve: --launch samples/mandelbrot.json --gdb-threads=eu
# echo
source connect
x/4xw 0x100000
set {int}0x100004 = 0x12345678
x/4xw 0x100000
x/2xw 0
x/xb 0xf0000000
delete
continue
x/s 0x100000
