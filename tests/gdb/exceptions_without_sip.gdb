# Every exception in every situation with no routine: gdb's signals.
# serve: tests/gdb/exceptions.asm --dmask 0xff --quirk call-depth=16
source gdb-xml/eulab-gdb.py
source connect
source tests/gdb/exceptions.py
python cells(False, False)
