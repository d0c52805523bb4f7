// Straight integers of 16 channels: xorshift and a product.
        mov (16) r124.0<1>:d 0:d
        mov (16) r12.0<1>:ud 0:ud
        add (16) r10.0<1>:ud r2.0<8;8,1>:ud 1:ud
again:
        shl (16) r14.0<1>:ud r10.0<8;8,1>:ud 13:ud
        xor (16) r10.0<1>:ud r10.0<8;8,1>:ud r14.0<8;8,1>:ud
        shr (16) r14.0<1>:ud r10.0<8;8,1>:ud 17:ud
        xor (16) r10.0<1>:ud r10.0<8;8,1>:ud r14.0<8;8,1>:ud
        shl (16) r14.0<1>:ud r10.0<8;8,1>:ud 5:ud
        xor (16) r10.0<1>:ud r10.0<8;8,1>:ud r14.0<8;8,1>:ud
        mul (8) r14.0<1>:ud r10.0<8;8,1>:ud 0x9e37:uw
        mul (8) r15.0<1>:ud r11.0<8;8,1>:ud 0x9e37:uw {2Q}
        add (16) r12.0<1>:ud r12.0<8;8,1>:ud r14.0<8;8,1>:ud
        add (16) r124.0<1>:d r124.0<8;8,1>:d 1:d
        cmp.l.f1.0 (16) null<1>:d r124.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (16) again
        mov (16) r6.0<1>:ud r12.0<8;8,1>:ud
        send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd16 x
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
