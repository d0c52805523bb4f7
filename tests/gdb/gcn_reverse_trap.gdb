# Back over the trap handler, as over the System Routine: reverse-nexti passes over the visit, reverse-stepi goes in.
# serve: --launch tests/gdb/gcn.json
# echo
source gdb-xml/eulab-gdb.py
source connect
tbreak *0x18
continue
nexti
reverse-nexti
nexti
reverse-stepi
reverse-nexti
