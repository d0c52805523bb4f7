# Inside the System Routine: no hardware debugger can go there.
# serve: --launch samples/illegal.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *offender
continue
stepi
x/i $pc
print $cr0.f.exc
print/x $cr0.f.aip
info threads
stepi
stepi
x/i $pc
delete
continue
