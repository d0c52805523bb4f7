// W1, SIMD8: straight line; each round is 4 x (mul, add, mad), then add, cmp and while: 15 instructions.
// The bench sets r2: a, r3: b, r10 ..: the vectors, r127.0: rounds.
        mov (8) r4.0<1>:d   0:d
round:
        mul (8) r10.0<1>:f  r10.0<8;8,1>:f r2.0<8;8,1>:f
        add (8) r10.0<1>:f  r10.0<8;8,1>:f r3.0<8;8,1>:f
        mad (8) r10.0<1>.xyzw:f r3.0<4>.xyzw:f r10.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mul (8) r11.0<1>:f  r11.0<8;8,1>:f r2.0<8;8,1>:f
        add (8) r11.0<1>:f  r11.0<8;8,1>:f r3.0<8;8,1>:f
        mad (8) r11.0<1>.xyzw:f r3.0<4>.xyzw:f r11.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mul (8) r12.0<1>:f  r12.0<8;8,1>:f r2.0<8;8,1>:f
        add (8) r12.0<1>:f  r12.0<8;8,1>:f r3.0<8;8,1>:f
        mad (8) r12.0<1>.xyzw:f r3.0<4>.xyzw:f r12.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mul (8) r13.0<1>:f  r13.0<8;8,1>:f r2.0<8;8,1>:f
        add (8) r13.0<1>:f  r13.0<8;8,1>:f r3.0<8;8,1>:f
        mad (8) r13.0<1>.xyzw:f r3.0<4>.xyzw:f r13.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        add (8) r4.0<1>:d   r4.0<8;8,1>:d 1:d
        cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f0.0) while (8) round
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
