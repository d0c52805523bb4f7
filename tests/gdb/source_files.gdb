# serve: --dmask 0xff --sip samples/sip_tiny.asm --load 0x1000=tests/gdb/loop.asm tests/gdb/source_files.asm
# echo
source connect
info line
break source_files.inc:4
break source_files.asm:7
break loop.asm:3
break sip_tiny.asm:13
info breakpoints
list included
continue
info line *$pc
print $r4.v8_int32[0]
step
step
next
list
info line source_files.inc:3
info line tail
info symbol 0x1000
