# Watchpoints on memory: write, read, access, any size; back to them.
# serve: --launch samples/histogram.json
# echo
source connect
watch *(int *)0x110080
continue
continue
info watchpoints
reverse-continue
reverse-continue
delete
rwatch *(char *)0x100103
continue
monitor when
stepi
delete
awatch *(char (*)[64])0x110180
continue
reverse-continue
delete
watch *(int *)0x110400
continue
