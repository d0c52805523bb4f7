# serve: --dmask 0xff tests/gdb/source_raw.hex
# echo
source connect
list
info line *$pc
break source_raw.hex.asm:3
continue
next
next
next
next
break 8
continue
info symbol $pc
next 2
