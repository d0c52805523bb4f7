// Functions and roundings.
        mov (8) r126.0<1>:d 0:d
        mov (8) r20.0<1>:f r2.0<8;8,1>:ud
        mov (8) r5.0<1>:f 0.0:f
again:
        add (8) r20.0<1>:f r20.0<8;8,1>:f 1.5:f
        math.sqt (8) r21.0<1>:f r20.0<8;8,1>:f
        math.inv (8) r22.0<1>:f r21.0<8;8,1>:f
        lrp (8) r23.0<1>.xyzw:f r22.0<4>.xyzw:f r21.0<4>.xyzw:f r20.0<4>.xyzw:f {Align16}
        frc (8) r24.0<1>:f r23.0<8;8,1>:f
        rndd (8) r25.0<1>:f r21.0<8;8,1>:f
        add (8) r24.0<1>:f r24.0<8;8,1>:f r25.0<8;8,1>:f
        mul (8) r5.0<1>:f r5.0<8;8,1>:f 0.5:f
        add (8) r5.0<1>:f r5.0<8;8,1>:f r24.0<8;8,1>:f
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
