# Windows onto registers, SLM and URB: read, written, searched; time travel knows the writes.
# serve: --launch samples/reduction.json
# echo
source connect
monitor info spaces
break last
continue
x/4dw 0xffff000400000000
print {int[4]}0xffff000400000000
print $r8.v8_int32
print *(int (*)[8])(0xffff000000000000 + 8*0x20)
x/4xw 0xffff000200000200
print/x $cr0.bits
find /w 0xffff000400000000, 0xffff00040000ffff, *(int *)0xffff00040000003c
set {int}0xffff000400000000 = 1000
print {int}0xffff000400000000
set {float}(0xffff000000001000 + 9*0x20 + 4) = 1.5
print {float}(0xffff000000001000 + 9*0x20 + 4)
print $r8.v8_int32
reverse-stepi
x/dw 0xffff000400000000
stepi
x/dw 0xffff000400000000
python
try: gdb.execute("x/xw 0xffff000400010000")
except gdb.MemoryError as e: print(e)
end
set {int}0xffff00010ffffff8 = 1
