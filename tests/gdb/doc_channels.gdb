# docs/gdb.md: channels are threads.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *even
continue
info threads
eu masks
thread 2
stepi
eu lanes r4:f
thread apply 1 2 5 x/i $pc
set scheduler-locking step
thread 8
stepi
print $_lane()
