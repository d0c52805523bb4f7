// A picture by its coordinates, texel after texel.
        mov (8) r126.0<1>:d 0:d
        mov (8) r5.0<1>:ud 0:ud
        mul (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x9e37:uw
        mov (8) r20.0<1>:ud 0:ud {NoMask}
        mov (1) r20.7<1>:ud 0xff:ud {NoMask}
again:
        mul (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x6255:uw
        add (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x3619:ud
        and (8) r21.0<1>:ud r10.0<8;8,1>:ud 255:ud
        shr (8) r22.0<1>:ud r10.0<8;8,1>:ud 24:ud
        send (8) r24.0<1>:ud r20.0<8;8,1>:ud typed_read bti=2 slots=low x header mlen=3 rlen=1
        xor (8) r5.0<1>:ud r5.0<8;8,1>:ud r24.0<8;8,1>:ud
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
