# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *low
continue
info threads
thread 2
stepi
stepi
stepi
x/i $pc
info threads
thread 6
stepi
x/i $pc
thread 2
stepi
x/i $pc
