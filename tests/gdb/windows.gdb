# Windows onto registers, SLM and URB: read, written, searched; time travel knows the writes.
# serve: --launch samples/reduction.json
# echo
source connect
monitor info spaces
break last
continue
x/4dw 0xf8000000
print {int[4]}0xf8000000
print $r8.v8_int32
print *(int (*)[8])(0xe0000000 + 8*0x20)
x/4xw 0xf1000200
print/x $cr0.bits
find /w 0xf8000000, 0xf800ffff, *(int *)0xf800003c
set {int}0xf8000000 = 1000
print {int}0xf8000000
set {float}(0xe0001000 + 9*0x20 + 4) = 1.5
print {float}(0xe0001000 + 9*0x20 + 4)
print $r8.v8_int32
reverse-stepi
x/dw 0xf8000000
stepi
x/dw 0xf8000000
python
try: gdb.execute("x/xw 0xf8010000")
except gdb.MemoryError as e: print(e)
end
set {int}0xeffffffc = 1
