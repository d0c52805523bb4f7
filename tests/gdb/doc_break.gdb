# docs/gdb.md: breakpoints, and what became of them.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break odd
tbreak divergence.asm:30
hbreak *0x150
info breakpoints
set breakpoint always-inserted on
continue
monitor break
next
continue
delete 1
continue
