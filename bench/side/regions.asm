// Halves of registers and every second element: a sum of neighbours, words and dwords mixed.
        mov (8) r126.0<1>:d 0:d
        mov (8) r10.0<1>:d r2.0<8;8,1>:d
        mov (8) r11.0<1>:d 7:d
again:
        add (8) r12.0<1>:d r10.0<8;4,2>:d r10.1<8;4,2>:d
        mov (8) r13.0<2>:w r12.0<8;8,1>:d
        add (8) r14.0<1>:d r13.0<16;8,2>:w r10.4<0;4,1>:d
        sel.ge (8) r15.0<1>:d r14.0<8;8,1>:d r12.0<8;8,1>:d
        xor (8) r10.0<1>:d r15.0<8;8,1>:d r126.0<0;1,0>:d
        add (8) r11.0<1>:d r11.0<8;8,1>:d r10.7<0;1,0>:d
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        mov (8) r5.0<1>:d r11.0<8;8,1>:d
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
