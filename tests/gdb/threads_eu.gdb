# serve: --launch samples/media_fill.json --gdb-threads=eu
# echo
source connect
info threads
thread 2
print/x $r2.v8_uint32
stepi
info threads
continue
