# An external halt in `wait`, --quirk halt-wait=break.
# serve: tests/gdb/halt_wait.asm --dmask 0xff --sip samples/sip_dispatch.asm --quirk halt-wait=break
# echo
source connect
continue
print/x $ip
monitor halt
break return
continue
print/x $cr0.bits
continue
print/x $cr0.bits
