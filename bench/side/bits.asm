// Flags, counts and fields: what ordinary arithmetic has beside it.
        mov (8) r126.0<1>:d 0:d
        mov (8) r5.0<1>:ud 0:ud
        add (8) r10.0<1>:ud r2.0<8;8,1>:ud 1:ud
again:
        shl (8) r14.0<1>:ud r10.0<8;8,1>:ud 7:ud
        xor (8) r10.0<1>:ud r10.0<8;8,1>:ud r14.0<8;8,1>:ud
        shr (8) r14.0<1>:ud r10.0<8;8,1>:ud 9:ud
        xor (8) r10.0<1>:ud r10.0<8;8,1>:ud r14.0<8;8,1>:ud
        lzd (8) r15.0<1>:ud r10.0<8;8,1>:ud
        bfrev (8) r16.0<1>:ud r10.0<8;8,1>:ud
        cbit (8) r17.0<1>:ud r16.0<8;8,1>:ud
        bfe (8) r18.0<1>.xyzw:ud r20.0<4>.xyzw:ud r21.0<4>.xyzw:ud r16.0<4>.xyzw:ud {Align16}
        addc (8) r5.0<1>:ud r5.0<8;8,1>:ud r16.0<8;8,1>:ud {AccWrEn}
        add (8) r5.0<1>:ud acc0.0<8;8,1>:ud r5.0<8;8,1>:ud
        xor (8) r5.0<1>:ud r5.0<8;8,1>:ud r18.0<8;8,1>:ud
        add (8) r5.0<1>:ud r5.0<8;8,1>:ud r15.0<8;8,1>:ud
        add (8) r5.0<1>:ud r5.0<8;8,1>:ud r17.0<8;8,1>:ud
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
