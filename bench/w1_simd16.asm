// W1, SIMD16: straight line; each round is 4 x (mul, add, mad), then add, cmp and while: 19 instructions,
// as mad takes 8 channels at most.
// The bench sets r2: a, r4: b, r18 ..: the vectors, r127.0: rounds.
        mov (16) r6.0<1>:d   0:d
round:
        mul (16) r18.0<1>:f  r18.0<8;8,1>:f r2.0<8;8,1>:f
        add (16) r18.0<1>:f  r18.0<8;8,1>:f r4.0<8;8,1>:f
        mad (8)  r18.0<1>.xyzw:f r4.0<4>.xyzw:f r18.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mad (8)  r19.0<1>.xyzw:f r5.0<4>.xyzw:f r19.0<4>.xyzw:f r3.0<4>.xyzw:f {Align16 2Q}
        mul (16) r20.0<1>:f  r20.0<8;8,1>:f r2.0<8;8,1>:f
        add (16) r20.0<1>:f  r20.0<8;8,1>:f r4.0<8;8,1>:f
        mad (8)  r20.0<1>.xyzw:f r4.0<4>.xyzw:f r20.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mad (8)  r21.0<1>.xyzw:f r5.0<4>.xyzw:f r21.0<4>.xyzw:f r3.0<4>.xyzw:f {Align16 2Q}
        mul (16) r22.0<1>:f  r22.0<8;8,1>:f r2.0<8;8,1>:f
        add (16) r22.0<1>:f  r22.0<8;8,1>:f r4.0<8;8,1>:f
        mad (8)  r22.0<1>.xyzw:f r4.0<4>.xyzw:f r22.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mad (8)  r23.0<1>.xyzw:f r5.0<4>.xyzw:f r23.0<4>.xyzw:f r3.0<4>.xyzw:f {Align16 2Q}
        mul (16) r24.0<1>:f  r24.0<8;8,1>:f r2.0<8;8,1>:f
        add (16) r24.0<1>:f  r24.0<8;8,1>:f r4.0<8;8,1>:f
        mad (8)  r24.0<1>.xyzw:f r4.0<4>.xyzw:f r24.0<4>.xyzw:f r2.0<4>.xyzw:f {Align16}
        mad (8)  r25.0<1>.xyzw:f r5.0<4>.xyzw:f r25.0<4>.xyzw:f r3.0<4>.xyzw:f {Align16 2Q}
        add (16) r6.0<1>:d   r6.0<8;8,1>:d 1:d
        cmp.l.f0.0 (16) null<1>:d r6.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f0.0) while (16) round
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
