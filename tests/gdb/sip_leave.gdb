# `monitor sip-return`: to where the application goes on; a breakpoint in the routine ends it sooner.
# serve: tests/gdb/matrix.asm --sip samples/sip_dispatch.asm --enable breakpoint,software,illegal-opcode
# echo
source gdb-xml/eulab-gdb.py
source connect
monitor sip-return
monitor sip-return 9
monitor catch all
continue
monitor sip-return
maint flush register-cache
print $pc
print/x $ip
print/x $cr0.bits
stepi
print $pc
continue
print/x $cr0.bits
stepi
monitor sip-return
maint flush register-cache
print $pc
print/x $cr0.bits
continue
set breakpoint always-inserted on
break return
monitor sip-return
maint flush register-cache
print $pc
print/x $cr0.bits
delete
monitor sip-return
maint flush register-cache
print $pc
print/x $cr0.bits
continue
