# serve: --launch samples/divergence.json
# echo
source connect
break *even
continue
monitor print r3:d
monitor print r2.1<8;8,1>:w
monitor print r2.1<4;4,2>:w
monitor print r3.7<0;1,0>:d
monitor print r4:f * 2 + r3:d
monitor print/x r4:f
monitor print r3:d > 3 && r3:d < 6
monitor print f0.0
monitor print/x cr0.0
monitor print pc - even
monitor print/x [even + 8; 4]:ud
monitor print -7 / 2 + (1 << 40 >> 38) % 3 ? 10 : 20
monitor print 1.5 * (high - meet)
monitor p/x -1
monitor print r4.1<16;8,2>:q
monitor print r120.0<16;8,2>:df + 1
monitor print r127.4<8;8,1>:ud
monitor print evem
monitor print 1 / 0
monitor print 1 +
monitor print (1
monitor print 1.5 & 3
monitor print r3:d + [even; 4]:ud
monitor print [0x40000000]:ud
monitor print r3<8;8,1
monitor print 99999999999999999999
monitor print/q 1
monitor disas/x even
monitor print
monitor prnt r4
monitor r
monitor help print
monitor threads
monitor exceptions 0
