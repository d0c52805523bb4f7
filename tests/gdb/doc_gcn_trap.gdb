# docs/gcn.md: into the trap handler, instruction by instruction, back over it, and out.
# serve: --launch samples/gcn/collatz.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break 30
continue
delete
monitor threads
stepi
x/3i $pc
print $vcc
print/x $exec
monitor catch all
monitor raise host
continue
print $status
print/x $ttmp0
x/4i $pc
stepi
stepi
print/x $ttmp4
info registers ttmp5 scc
reverse-stepi
reverse-stepi
reverse-stepi
print $status
stepi
monitor catch none
break *0xe0000024
continue
stepi
thread 1.70
print $pc
