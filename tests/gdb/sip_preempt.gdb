# Context save and restore from the host, and `catch`.
# serve: --launch samples/sip_preempt.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *even
continue
delete
monitor catch context-save context-restore
monitor preempt 0
monitor preempt 0
continue
print $pc
print/x $cr0.bits
monitor catch none
monitor info exceptions
continue
monitor info exceptions
print $r5.v8_int32
monitor restore 0 9
maint flush register-cache
monitor restore 0
x/i $pc
monitor info threads
stepi
continue
