# serve: samples/divergence.asm --dmask 0xff --sip samples/sip_dispatch.asm
# echo
source connect
monitor break sip_dispatch
set $cr0.bits[1] = 0x2000
monitor break
monitor raise software
continue
monitor break
