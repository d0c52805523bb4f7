# docs/gdb.md: the commands of eulab-gdb.py.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *odd
continue
eu regs
stepi
eu regs ip ce r4:f r5
eu lanes r4:f * 2
eu lanes /x r3:d + pc
print $_lane()
print $_lane($r4.v8_float, 3)
print $_lane("r4:f", 6) + 1
print $_mask(1)
eu threads
eu exceptions
help eu
