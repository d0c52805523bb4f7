# What gdb has to read and to write: rows of docs/gdb-findings.md, section 3, that no other script has.
# serve: --launch samples/histogram.json
# also: gdb-multiarch
# echo
source gdb-xml/eulab-gdb.py
source connect
break next
continue
find /b 0x100000, +512, 0x2e
find /w 0x100000, 0x1007ff, 0x68202f2f
find 0x100000, +2048, 'u', 'n', 't', 's', ' ', 'g'
find /1 /h 0x100000, +64, (short)0x6f74
dump binary memory bytes.bin 0x100000 0x100040
dump binary value r10.bin $r10
restore bytes.bin binary 0x100040 0 16
x/s 0x100040
restore r10.bin binary 0xffff000000000000+100*0x20
print $r100.v8_uint32 == $r10.v8_uint32
compare-sections
set {int}0 = 0
compare-sections
load
compare-sections
print $pc
disassemble /r next,+32
disassemble next
info line next
info symbol next+16
info address next
info scope next
info functions
list next,+1
info files
ptype $cr0
ptype $r4
whatis $ip
set $r9 = $r10
print $r9 == $r10
set $r9.v16_int16[3] = -2
print $r9.v16_int16[3]
set $f0 = 0x55
print $f0
set $cr0.b.d1.IllOpEn = 1
print $cr0.f.exc
set {float}(0xffff000000000000+9*0x20) = 2.5
print $r9.v8_float[0]
print $_siginfo
info registers rax
print $rax
info registers cr0
info all-registers ce
print $rsp
info mem
output $r9.v8_int32[2]
printf "%d %f\n", $r9.v8_int32[2], $r9.v8_float[2]
