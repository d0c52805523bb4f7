# A breakpoint on a NoMask instruction that no channel is on: it stops, on the selected channel, whose pc reads IP.
# serve: --dmask 0xff tests/gdb/nomask.asm
# echo
source connect
break *lonely
continue
print $ce
info threads
stepi
continue
