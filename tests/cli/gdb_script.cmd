# gdb-xml/eulab-gdb.py in a gdb that is not there: what each command asks of gdb, says and refuses.
timeout 60 python3 tests/gdb_script.py gdb-xml/eulab-gdb.py
