# The commands and functions of eulab-gdb.py, at channels that have parted.
# serve: --launch samples/divergence.json
# also: gdb-multiarch
# echo
source gdb-xml/eulab-gdb.py
python
def refused(*lines):
    for line in lines:
        print('> ' + line)
        try:
            gdb.execute(line)
        except gdb.error as error:
            print(error)
end
python refused('eu regs', 'eu masks', 'eu lanes r4:f', 'eu exceptions', 'eu goto 1', 'print $_lane()', 'print $_mask(1)')
source connect
source gdb-xml/eulab-gdb.py
break *odd
continue
eu regs
eu regs r3-r5:d
eu masks
eu lanes r4:f * 2
eu lanes /x r3:d + pc
thread 2
stepi
eu regs ip ce cr0 r4:f
eu regs all
eu regs acc0:x pcip
print $_lane()
print $_lane($r4.v8_float)
print $_lane($r4.v8_float, 3)
print $_lane("r4:f", 2) + $_lane("pc", 4)
print $_lane("ip", 4) == $ip
print/x $_mask()
print $_mask(1) * 10 + $_mask(6)
python refused('print $_mask("x")', 'print $_mask(32)', 'print $_lane($r4.v8_float, "x")')
print $cr0
print $sr0
print/r $sr0.bits
delete
break *together if $_lane("r3:d", 5) == 5 && $_mask(7)
continue
print $_mask(5)
eu threads
eu exceptions
eu sip
eu reset
python refused('eu regs r4:q', 'eu regs cr0:f', 'eu regs r128', 'eu regs r4-r', 'eu lanes', 'eu lanes r4::', 'eu threads 1')
python refused('print $_lane(1)', 'print $_lane("r4::", 1)', 'print $_lane($r4.v8_float, 9)', 'print $_mask(32)', 'eu', 'eu rags')
complete eu r
complete eu regs sr
complete eu lanes cr
help eu
help eu regs
help eu lanes
help eu goto
help function _lane
# The first byte of a window is a register, too: gdb shows what was written there, not what it knew.
print $r0.v8_int32
set {int}0xffff000000000000 = 4711
print $r0.v8_int32
set {char}0xffff00000000001f = 1
print $r0.v8_int32
complete info registers g
complete info registers r12
complete info registers x
delete
continue
python refused('eu regs', 'eu lanes r4', 'print $_mask(1)')
