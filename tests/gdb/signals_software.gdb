# serve: --dmask 0xff --enable software samples/softexc.asm
# echo
source connect
continue
info symbol $pc
continue
