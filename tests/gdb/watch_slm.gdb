# Watchpoints on SLM: the thread that writes, the one that reads, and back to them.
# serve: --launch samples/reduction.json --gdb-threads=eu
# echo
source connect
watch *(int *)0xf8000080
continue
continue
info threads
reverse-continue
reverse-continue
delete
rwatch *(int (*)[4])0xf8000180
continue
reverse-continue
delete
watch *(int *)0xf8010000
continue
