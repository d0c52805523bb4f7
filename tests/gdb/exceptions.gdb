# Every exception in every situation with a routine, without and with `monitor catch`.
# serve: tests/gdb/exceptions.asm --dmask 0xff --sip samples/sip_preempt.asm --quirk call-depth=16
source gdb-xml/eulab-gdb.py
source connect
source tests/gdb/exceptions.py
echo without catch\n
python cells(True, False)
echo with catch\n
python cells(True, True)
