// Doubles, four at a time.
        mov (8) r126.0<1>:d 0:d
        mov (4) r10.0<1>:df r2.0<4;4,1>:f
again:
        mul (4) r11.0<1>:df r10.0<4;4,1>:df r14.0<4;4,1>:df
        add (4) r11.0<1>:df r11.0<4;4,1>:df r15.0<4;4,1>:df
        mul (4) r12.0<1>:df r11.0<4;4,1>:df r11.0<4;4,1>:df
        add (4) r10.0<1>:df r12.0<4;4,1>:df -r11.0<4;4,1>:df
        mul (4) r10.0<1>:df r10.0<4;4,1>:df r14.0<4;4,1>:df
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        mov (8) r5.0<1>:ud r10.0<8;8,1>:ud
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
