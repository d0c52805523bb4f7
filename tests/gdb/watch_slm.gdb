# Watchpoints on SLM: the thread that writes, the one that reads, and back to them.
# serve: --launch samples/reduction.json --gdb-threads=eu
# echo
source connect
watch *(int *)0xffff000400000080
continue
continue
info threads
reverse-continue
reverse-continue
delete
rwatch *(int (*)[4])0xffff000400000180
continue
reverse-continue
delete
watch *(int *)0xffff000400010000
continue
