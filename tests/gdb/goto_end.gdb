# A command of `monitor` that reaches the program's end: the machine is still there to look at and to go back, and the exit
# comes with `continue`.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
eu goto 100000
info threads 1
print $r4.v8_float
reverse-stepi
backtrace
eu goto 100000
monitor when
reverse-continue
monitor goto 100000
continue
