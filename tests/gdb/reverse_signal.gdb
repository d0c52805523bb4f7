# Back from an exception that stopped the machine, and to it again.
# serve: --dmask 0xff --enable illegal-opcode samples/illegal.asm
# echo
source connect
continue
monitor when
reverse-stepi
reverse-stepi
stepi
stepi
stepi
reverse-continue
continue
