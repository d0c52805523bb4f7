// A picture by normalised coordinates through a sampler, the nearest texel.
        mov (8) r126.0<1>:d 0:d
        mov (8) r5.0<1>:ud 0:ud
        mul (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x9e37:uw
again:
        mul (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x6255:uw
        add (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x3619:ud
        and (8) r12.0<1>:ud r10.0<8;8,1>:ud 255:ud
        shr (8) r13.0<1>:ud r10.0<8;8,1>:ud 24:ud
        mov (8) r14.0<1>:f r12.0<8;8,1>:ud
        mov (8) r15.0<1>:f r13.0<8;8,1>:ud
        add (8) r14.0<1>:f r14.0<8;8,1>:f 0.5:f
        add (8) r15.0<1>:f r15.0<8;8,1>:f 0.5:f
        mul (8) r16.0<1>:f r14.0<8;8,1>:f 0.00390625:f
        mul (8) r17.0<1>:f r15.0<8;8,1>:f 0.00390625:f
        send (8) r20.0<1>:ud r16.0<8;8,1>:ud 0x2 0x04420002
        xor (8) r5.0<1>:ud r5.0<8;8,1>:ud r20.0<8;8,1>:ud
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
