# return on Gen9 enables the channels that waited for the call, as ret does.
# serve: --gen 9 --dmask 0xff tests/gdb/return_some.asm
# echo
source connect
break sub
continue
return
info threads
stepi
print $r4.v8_int32
print $r5.v8_int32
