// Bytes at odd places: a row of 16 pixels with its neighbours, averaged, and sums of absolute differences.
        mov (16) r124.0<1>:d 0:d
        mov (16) r12.0<1>:uw 0:uw
        mov (16) r20.0<1>:ud r2.0<8;8,1>:ud
        mov (16) r22.0<1>:ud r2.0<8;8,1>:ud
again:
        avg (16) r24.0<2>:ub r20.0<16;16,1>:ub r20.1<16;16,1>:ub
        avg (16) r25.0<2>:ub r20.2<16;16,1>:ub r20.3<16;16,1>:ub
        add (16) r26.0<1>:uw r24.0<32;16,2>:ub r25.0<32;16,2>:ub
        sad2 (16) r27.0<1>:uw r20.5<16;16,1>:ub r20.9<16;16,1>:ub
        add (16) r12.0<1>:uw r12.0<16;16,1>:uw r27.0<16;16,1>:uw
        add (16) r26.0<1>:uw r26.0<16;16,1>:uw r12.0<16;16,1>:uw
        mov (16) r20.0<2>:ub r26.0<32;16,2>:ub
        add (16) r124.0<1>:d r124.0<8;8,1>:d 1:d
        cmp.l.f1.0 (16) null<1>:d r124.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (16) again
        mov (16) r6.0<1>:ud r12.0<8;8,1>:uw
        send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd16 x
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
