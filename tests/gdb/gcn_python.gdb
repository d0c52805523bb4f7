# eulab-gdb.py with AMD GCN: info registers has its registers and not those of an x86; the commands of the EU say whose they are.
# serve: --launch tests/gdb/gcn.json
# echo
source gdb-xml/eulab-gdb.py
source connect
info registers
python print(gdb.execute("info registers vgpr", to_string=True).splitlines()[2])
stepi
info registers exec vcc
break gcn_trap
continue
python print(len(gdb.execute("info registers sgpr", to_string=True).splitlines()))
eu lanes v0
