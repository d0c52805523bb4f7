// Matrices of 4x4 in Align16: two vectors at a time, by dp4 and mad.
        mov (8) r126.0<1>:d 0:d
        mov (8) r20.0<1>:f r2.0<8;8,1>:ud
again:
        dp4 (8) r21.0<1>.x:f r20.0<4>.xyzw:f r10.0<4>.xyzw:f {Align16}
        dp4 (8) r21.0<1>.y:f r20.0<4>.xyzw:f r11.0<4>.xyzw:f {Align16}
        dp4 (8) r21.0<1>.z:f r20.0<4>.xyzw:f r12.0<4>.xyzw:f {Align16}
        dp4 (8) r21.0<1>.w:f r20.0<4>.xyzw:f r13.0<4>.xyzw:f {Align16}
        mad (8) r20.0<1>.xyzw:f r14.0<4>.xyzw:f r21.0<4>.yzwx:f r15.0<4>.xyzw:f {Align16}
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        mov (8) r5.0<1>:ud r20.0<8;8,1>:ud
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
