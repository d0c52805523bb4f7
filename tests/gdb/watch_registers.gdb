# Watchpoints on registers by their windows: written, read, and back; the host's own writes are none.
# serve: --launch samples/reduction.json --gdb-threads=eu
# echo
source connect
watch *(int *)(0xe0003000 + 5*0x20)
continue
continue
info watchpoints
set {int}(0xe0003000 + 5*0x20) = 32
reverse-continue
reverse-continue
reverse-continue
delete
rwatch *(short *)(0xe0001000 + 4*0x20 + 4)
continue
delete
awatch *(int *)0xf1000cc0
continue
continue
reverse-continue
delete
watch *(int *)0xf1000280
continue
