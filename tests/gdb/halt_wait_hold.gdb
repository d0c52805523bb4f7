# An external halt in `wait`, --quirk halt-wait=hold.
# serve: tests/gdb/halt_wait.asm --dmask 0xff --sip samples/sip_dispatch.asm --quirk halt-wait=hold
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
