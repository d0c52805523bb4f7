// A histogram: atomic additions, what was there comes back.
        mov (8) r126.0<1>:d 0:d
        mov (8) r5.0<1>:ud 0:ud
        mul (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x9e37:uw
        mov (8) r13.0<1>:ud 3:ud
again:
        mul (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x6255:uw
        add (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x3619:ud
        shr (8) r12.0<1>:ud r10.0<8;8,1>:ud 8:ud
        and (8) r12.0<1>:ud r12.0<8;8,1>:ud 0x3fc:ud
        send (8) r14.0<1>:ud r12.0<8;8,1>:ud untyped_atomic bti=0 simd8 add return
        add (8) r5.0<1>:ud r5.0<8;8,1>:ud r14.0<8;8,1>:ud
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
