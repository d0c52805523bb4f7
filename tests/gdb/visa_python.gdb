# The script with vISA: its own registers, without x86's, or those that are named.
# serve: --launch samples/visa/collatz.json
# echo
source gdb-xml/eulab-gdb.py
source connect
info registers
info registers active depth
break next
continue
info registers
