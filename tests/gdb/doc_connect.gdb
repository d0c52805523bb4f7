# docs/gdb.md: connect, symbols, source.
# serve: --launch samples/calls.json
# transport: tcp
# echo
source gdb-xml/eulab-gdb.py
source connect
list
info files
x/4i $pc
info line inner
break inner
continue
backtrace
up
finish
info symbol $pc
