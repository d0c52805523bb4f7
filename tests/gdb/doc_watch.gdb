# docs/gdb.md: watchpoints on memory, registers and SLM.
# serve: --launch samples/reduction.json --gdb-threads=eu
# echo
source gdb-xml/eulab-gdb.py
source connect
monitor info spaces
watch *(int *)0xffff000400000080
continue
delete
rwatch *(int *)(0xffff000000002000 + 8*0x20)
continue
delete
watch *(int *)0x110000
continue
x/dw 0x110000
