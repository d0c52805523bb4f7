# After the program's end its history is still there for a client that stays.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
python import gdb; gdb.execute(open("connect").read().replace("remote", "extended-remote"))
break *low
continue
continue
monitor when
monitor goto 10
attach 1
x/i $pc
reverse-continue
