# What gdb shows of each exception, first without and then with `catch`; two at once: one entry, the higher names it.
# serve: tests/gdb/matrix.asm --sip samples/sip_dispatch.asm --enable breakpoint,software,illegal-opcode,stack-overflow
# echo
source gdb-xml/eulab-gdb.py
source connect
break *over
continue
print/x $cr0.bits
print $r10.v8_int32
monitor halt
monitor raise stack-overflow
break *0x50
continue
print/x $cr0.bits
monitor reset
maint flush register-cache
monitor catch all
continue
print $pc
print/x $cr0.bits
continue
print/x $cr0.bits
continue
print/x $cr0.bits
continue
print $pc
monitor halt
monitor raise stack-overflow
continue
print/x $cr0.bits
monitor catch none
continue
print/x $cr0.bits
print $r10.v8_int32
delete
continue
