// Branches that channels take alone: continue, break, if and else.
        mov (8) r126.0<1>:d 0:d
        mov (8) r5.0<1>:ud 0:ud
        mul (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x9e37:uw
again:
        mov (8) r11.0<1>:ud 0:ud
inner:
        add (8) r11.0<1>:ud r11.0<8;8,1>:ud 1:ud
        mul (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x6255:uw
        add (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x3619:ud
        and.z.f0.0 (8) null<1>:ud r10.0<8;8,1>:ud 0x30000:ud {Switch}
        (f0.0) break (8) left left
        and.z.f0.0 (8) null<1>:ud r10.0<8;8,1>:ud 0x100000:ud {Switch}
        (f0.0) if (8) other both
        add (8) r5.0<1>:ud r5.0<8;8,1>:ud r11.0<8;8,1>:ud
        else (8) both
other:
        xor (8) r5.0<1>:ud r5.0<8;8,1>:ud r10.0<8;8,1>:ud
both:
        endif (8) left
        and.nz.f0.0 (8) null<1>:ud r10.0<8;8,1>:ud 0x200000:ud {Switch}
        (f0.0) cont (8) left left
        shr (8) r12.0<1>:ud r10.0<8;8,1>:ud 3:ud
        add (8) r5.0<1>:ud r5.0<8;8,1>:ud r12.0<8;8,1>:ud
        cmp.l.f0.0 (8) null<1>:ud r11.0<8;8,1>:ud 16:ud {Switch}
left:
        (f0.0) while (8) inner
        add (8) r126.0<1>:d r126.0<8;8,1>:d 1:d
        cmp.l.f1.0 (8) null<1>:d r126.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f1.0) while (8) again
        send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=1 simd8 x  // r4: where, r5: the result
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
