// 200 million instructions between the only write to r32 and `last`.
        mov (8) r32.0<1>:d 7:d
        mov (8) r2.0<1>:d 25000000:d
again:  add (8) r3.0<1>:f r3.0<8;8,1>:f 1.5:f
        mul (8) r4.0<1>:f r3.0<8;8,1>:f r3.0<8;8,1>:f
        add (8) r5.0<1>:f r4.0<8;8,1>:f r3.0<8;8,1>:f
        mov (8) r6.0<1>:d r5.0<8;8,1>:f
        add (8) r7.0<1>:d r6.0<8;8,1>:d r7.0<8;8,1>:d
        add (8) r2.0<1>:d r2.0<8;8,1>:d -1:d
        cmp.g.f0.0 (8) null<1>:d r2.0<8;8,1>:d 0:d
        (f0.0) while (8) again
last:   mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
