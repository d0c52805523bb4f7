# serve: --launch samples/divergence.json
# echo
source connect
print $r7.v8_float
set $r7.v8_float[2] = 1.5
print $r7.v8_float
set $r8 = $r7
print $r8 == $r7
print/x $r8.v8_uint32
thread 3
print $r7.v8_float
info registers ip
print $ce == 0xff
print/x $cr0.bits
set $cr0.b.d1.IllOpEn = 1
print $cr0.f.exc
print $pcip[0] == $pc
stepi
print $pcip
print $chan
