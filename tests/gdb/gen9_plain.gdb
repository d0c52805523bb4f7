# Gen9 and a gdb without the script, in SIMD32: 32 channels are threads, registers by their names.
# serve: --gen 9 --dmask 0xffffffff tests/gdb/gen9.asm
# also: gdb-multiarch
# echo
source connect
info threads
thread 32
stepi 4
info registers ip sp sr1 mme0 msg3 dbg0 fc1 ce0
print $chan
print/x $ce0
tbreak last
continue
print $r4.v8_int32
print $r8.v16_half[2]
print $r10.v4_uint64[3]
print $a0[12]
info registers fc3 cr0
reverse-stepi
backtrace
kill
