# docs/gdb.md: back in time.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
monitor checkpoint
break *together
continue
monitor when
print $r4.v8_float
reverse-stepi
reverse-nexti
break *odd
reverse-continue
print $r4.v8_float
watch *(int *)(0xffff000000000000 + 4*0x20)
reverse-continue
delete
eu restart 1
reverse-stepi
eu goto 12
