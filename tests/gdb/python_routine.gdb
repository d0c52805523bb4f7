# eulab-gdb.py inside the System Routine, and with EU threads as gdb's threads.
# serve: --launch samples/reduction.json --sip samples/sip_dispatch.asm --enable software --gdb-threads=eu
# also: gdb-multiarch
# echo
source gdb-xml/eulab-gdb.py
source connect
eu sip
tbreak step
continue
monitor checkpoint
monitor raise software 2
break *sip_dispatch
continue
eu exceptions
eu sip
eu regs ip cr0 sr0
print $cr0
print $cr0.f.exc
eu lanes /x cr0.1
print $_lane()
print $_lane("r4.2<0;1,0>:ud", 9)
print $_lane($r4.v8_uint32, 2)
print/x $_mask()
thread 1
eu lanes r10:w + cr0.0
print $_lane("r10.3<0;1,0>:w")
eu regs r10:w
thread 3
delete
eu sip-return
eu sip
eu goto 20
eu restart 1
eu regs r1 cr0
