# docs/gdb.md: into the System Routine and out of it.
# serve: --launch samples/softexc.json
# echo
source gdb-xml/eulab-gdb.py
source connect
monitor catch software
continue
eu sip
print $cr0
x/i $cr0.f.aip
stepi
stepi
eu exceptions
eu sip-return
monitor catch none
monitor raise software
stepi
info symbol $pc
break return
continue
