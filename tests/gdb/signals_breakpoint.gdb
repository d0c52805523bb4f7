# serve: --dmask 0xff --enable breakpoint samples/breakpoint.asm
# echo
source connect
continue
info symbol $pc
