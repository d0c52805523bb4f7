    mov (8) r1.0<1>:f r2.0<3>:f {Align16}
    mov (8) r1.0<1>:f r2.0<1,0>:f {Align16}
    mov (8) r1.0<1>:f r2.0<8>:f
    mov (8) r1.0<1>:f r2.0<33;8,1>:f
    mov (8) r1.0<1>:f r2.0<8;32,1>:f
    mov (8) r1.0<1>:f r2.0<8;8,8>:f
    mov (8) r1.0<1>:f r2.0<8;0,1>:f
    mov (8) r1.0<1>:f r2.0<8;8,1>.xy:f
    mad (8) r1:f r2:f r3:f 1.0:f
    mad (8) r1:f r2:f r3:f r4:f {Align1}
    (f0.0.+) mov (8) r1.0<1>:f r2.0<8;8,1>:f
    (f0.0.sevenh) mov (8) r1.0<1>:f r2.0<8;8,1>:f
    (f0.0) nop
    math.16 (8) r1:f r2:f
    jmpi
    send (8) r1.0<1>:ud r2.0<8;8,1>:ud 0x10 0x02000000
    send (8) r1.0<1>:ud r2.0<8;8,1>:ud 0x40 0x02000000
    wait n1.0<1>:ud n0.0<0;1,0>:ud
    mov (8) (abs)r1.0<1>:f r2.0<8;8,1>:f
    mov (8) r1.32<1>:b r2.0<8;8,1>:b
