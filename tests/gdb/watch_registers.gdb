# Watchpoints on registers by their windows: written, read, and back; the host's own writes are none.
# serve: --launch samples/reduction.json --gdb-threads=eu
# echo
source connect
watch *(int *)(0xffff000000003000 + 5*0x20)
continue
continue
info watchpoints
set {int}(0xffff000000003000 + 5*0x20) = 32
reverse-continue
reverse-continue
reverse-continue
delete
rwatch *(short *)(0xffff000000001000 + 4*0x20 + 4)
continue
delete
awatch *(int *)0xffff0002000018c0
continue
continue
reverse-continue
delete
watch *(int *)0xffff000200000280
continue
