# Gen9: every register of the generation, 64 bits and halfs, lanes, windows, watchpoints, back in time.
# serve: --gen 9 --dmask 0xffff tests/gdb/gen9.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
break wide
continue
x/3i $pc
eu regs
eu regs mme0-mme7:ud msg0-msg7 fc1 fc2 fc3 fc4 ce0
print $r8.v16_half
print/x $r10.v4_int64
print $a0[12]
print $cr0.f.mode
eu regs r10:q r8:hf
python
try: gdb.execute("eu regs r10:qq")
except gdb.error as e: print(e)
end
tbreak high
continue
print $a0[12]
print $r14.v8_uint32
print/x $f1
eu masks
eu lanes r4<8;8,1>:d
print $_lane("r5:d", 3)
print $_lane("r4<8;8,1>:d", 15) == $r5.v8_int32[7]
python
try: gdb.execute('print $_lane("r4<8;8,1>:d", 16)')
except gdb.error as e: print(e)
end
print $ce0 == $ce
break inner
continue
backtrace
finish
monitor info spaces
watch *(int *)(0xffff000200000460 + 4)
watch *(int *)(0xffff0002000003c0 + 4)
continue
continue
print $mme3.v8_uint32
print $dbg0[1] == 0x1234
set $dbg0[0] = 0xffffffff
set $fc1 = 5
set $msg7 = 7
set $sp[1] = 0x123456789a
set $sr1[3] = 3
set $a0[15] = 0xabcd
eu regs
eu regs fc1 msg7
x/2xg 0xffff000200000180
x/xw 0xffff00020000015c
set {int}0xffff000200000580 = 9
print $fc1
reverse-continue
reverse-continue
print $mme3.v8_uint32
delete
tbreak last
continue
print *(int (*)[8])(0xffff000000000000 + 4*0x20)
continue
