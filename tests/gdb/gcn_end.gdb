# Behind the program's end no symbol has the address: the frame has no name, as in gdb without the script.
# serve: --launch tests/gdb/gcn.json --at-end stop
# target: extended-remote
# echo
source gdb-xml/eulab-gdb.py
source connect
continue
bt
disable frame-filter global eulab
bt
