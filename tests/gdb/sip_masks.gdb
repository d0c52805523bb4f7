# A halt where two of eight channels are on IP: they enter and return, the others stay where they are.
# serve: --launch samples/divergence.json --sip samples/sip_dispatch.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
break *even
continue
delete
monitor masks
monitor halt
stepi
print $pc
print/x $cr0.bits
monitor masks
break return
continue
stepi
print $pc
monitor masks
delete
continue
