    (f2.0) mov (8) r1.0<1>:f r2.0<8;8,1>:f
    mov (8) r1.0<1>:f r[a0.0, 512]<8;8,1>:f
    mov (8) r1.0<1>:f r[a0.0, -513]<8;8,1>:f
    mov (8) r1.0<1>:f r[a0.0, 1.0]<8;8,1>:f
    mov (8) r1.0<1>:f r <8;8,1>:f
    mov (8) r1.0<1>:f r2.0<8;1>:f
    mov (8) r1.0<1>:f r2.0<4>.5:f {Align16}
    mov (8) r1.0<1>:f r2.0<4>.xyzwx:f {Align16}
    mov (8) r1.0<1>:f r2.0<4>.xyqw:f {Align16}
    mov (8) r1.1<1>:f r2.0<4>:f {Align16}
    mov (8) r1.0<1>:f r[a0.0, 8]<4>:f {Align16}
    mad (8) r1:w r2:w r3:w r4:w
    mad (8) r1:f acc0:f r3:f r4:f
    mov (8) 5:f r2.0<8;8,1>:f
    mov (8) -r1.0<1>:f r2.0<8;8,1>:f
    mov (8) r1.0<3>:f r2.0<8;8,1>:f
    mov (8) r1.0<8>:f r2.0<8;8,1>:f
    mov (8) r1.0<8;8,1>:f r2.0<8;8,1>:f
    mov (8) r1.8<1>:f r2.0<8;8,1>:f
    mov (8) r1.0<1>.xy:f r2.0<8;8,1>:f
