# Back through the System Routine, over its entry and over a send.
# serve: --launch samples/illegal.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *offender
continue
stepi
stepi
stepi
monitor when
reverse-stepi
reverse-stepi
reverse-stepi
x/i $pc
delete
monitor checkpoint
break *sip_dispatch
continue
tbreak *offender
reverse-continue
reverse-continue
monitor restart 1
maint flush register-cache
x/i $pc
set var $r10.v8_int32[0] = 77
monitor when
stepi
reverse-stepi
print $r10.v8_int32[0]
delete
continue
