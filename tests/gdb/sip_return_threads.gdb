# eu sip-return is about the selected EU thread, not the one that stopped last.
# serve: tests/gdb/frames.asm --threads 2 --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
break advance
continue
thread 9
set scheduler-locking on
continue
set scheduler-locking off
delete
thread 1
eu sip-return
info threads 1 9
thread 9
eu sip-return
info threads 1 9
eu sip-return 0
