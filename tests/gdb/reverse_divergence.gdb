# Back over divergent code, channel by channel; checkpoints.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *low
continue
monitor when
stepi
stepi
print $r4.v8_int32
reverse-stepi
reverse-stepi
reverse-stepi
info threads
reverse-continue
monitor when
continue
thread 2
stepi
stepi
stepi
monitor checkpoint
reverse-stepi
monitor when
monitor goto 3
maint flush register-cache
x/i $pc
monitor restart 1
maint flush register-cache
x/i $pc
delete
reverse-nexti
continue
