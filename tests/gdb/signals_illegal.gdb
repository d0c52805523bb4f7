# serve: --dmask 0xff --enable illegal-opcode samples/illegal.asm
# echo
source connect
continue
print $pc == (long)&offender
print $cr0.f.exc
