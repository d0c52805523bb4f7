# A label directly behind a call: the function that has called goes on there, so that finish and nexti know it again.
# serve: tests/gdb/call_label.asm
# also: gdb-multiarch
# echo
source gdb-xml/eulab-gdb.py
source connect
break inner
continue
backtrace
up
frame 0
finish
backtrace
finish
x/2i $pc
delete
stepi 2
nexti
info symbol $pc
x/2i again
monitor reset
stepi
nexti
tbreak leave
tbreak back
continue
info breakpoints
finish
info line last
reverse-stepi
reverse-finish
reverse-nexti
continue
