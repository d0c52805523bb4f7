# A debugger's routine: attention, the thread in memory, a command, and on; then a context that leaves and comes back.
# serve: --launch samples/sip_debug.json
# echo
source gdb-xml/eulab-gdb.py
source connect
continue
monitor attention
x/2wx 0x800140
set var *(int *) 0x800140 = 100
set var *(int *) 0x801060 = 1
monitor attention clear
continue
monitor info exceptions 0
x/2wx 0x800140
set var *(int *) 0x801060 = 0
monitor attention clear
monitor attention
continue
