# run, starti, kill, attach, detach on `target extended-remote`: the server stays, breakpoints and symbols too.
# serve: --launch samples/softexc.json
# echo
source gdb-xml/eulab-gdb.py
python import gdb; gdb.execute(open("connect").read().replace("remote", "extended-remote"))
break *on_software
run
backtrace
kill
info threads
starti
x/i $pc
detach
attach 1
x/i $pc
continue
delete
run
run
