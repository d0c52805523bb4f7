// W2, SIMD8: divergence; Mandelbrot's set of 64x64 points, at most 256 iterations of 12 instructions, channels
// leave by themselves. The bench sets r2: 0, 1, 2 .. :f, r3: where each channel writes :ud, r8: 2.0, r127.0: pictures.
// A point's number of iterations goes to surface 0.
        mov (8) r9.0<1>:d  0:d
picture:
        mov (8) r7.0<1>:f  0.0:f
        mov (8) r5.0<1>:ud  r3.0<8;8,1>:ud
row:
        mov (8) r6.0<1>:f  r2.0<8;8,1>:f
        mul (8) r11.0<1>:f  r7.0<8;8,1>:f 0.046875:f
        add (8) r11.0<1>:f  r11.0<8;8,1>:f -1.5:f
block:
        mul (8) r10.0<1>:f  r6.0<8;8,1>:f 0.046875:f
        add (8) r10.0<1>:f  r10.0<8;8,1>:f -2.0:f
        mov (8) r12.0<1>:f  0.0:f
        mov (8) r13.0<1>:f  0.0:f
        mov (8) r14.0<1>:f  0.0:f
iterate:
        mul (8) r15.0<1>:f  r12.0<8;8,1>:f r12.0<8;8,1>:f
        mul (8) r16.0<1>:f  r13.0<8;8,1>:f r13.0<8;8,1>:f
        add (8) r17.0<1>:f  r15.0<8;8,1>:f r16.0<8;8,1>:f
        cmp.ge.f0.0 (8) null<1>:f  r17.0<8;8,1>:f 4.0:f {Switch}
        (f0.0) break (8) again again
        mul (8) r17.0<1>:f  r12.0<8;8,1>:f r13.0<8;8,1>:f
        add (8) r12.0<1>:f  r15.0<8;8,1>:f -r16.0<8;8,1>:f
        add (8) r12.0<1>:f  r12.0<8;8,1>:f r10.0<8;8,1>:f
        mad (8) r13.0<1>.xyzw:f r11.0<4>.xyzw:f r17.0<4>.xyzw:f r8.0<4>.xyzw:f {Align16}
        add (8) r14.0<1>:f  r14.0<8;8,1>:f 1.0:f
        cmp.l.f0.0 (8) null<1>:f  r14.0<8;8,1>:f 256.0:f {Switch}
again:
        (f0.0) while (8) iterate
        mov (8) r18.0<1>:ud  r5.0<8;8,1>:ud
        mov (8) r19.0<1>:f  r14.0<8;8,1>:f
        send (8) null<1>:ud r18.0<8;8,1>:ud 0xa 0x04036e00   // untyped surface write
        add (8) r5.0<1>:ud  r5.0<8;8,1>:ud 32:ud
        add (8) r6.0<1>:f  r6.0<8;8,1>:f 8.0:f
        cmp.l.f0.0 (8) null<1>:f  r6.0<8;8,1>:f 64.0:f {Switch}
        (f0.0) while (8) block
        add (8) r7.0<1>:f  r7.0<8;8,1>:f 1.0:f
        cmp.l.f0.0 (8) null<1>:f  r7.0<8;8,1>:f 64.0:f {Switch}
        (f0.0) while (8) row
        add (8) r9.0<1>:d  r9.0<8;8,1>:d 1:d
        cmp.l.f0.0 (8) null<1>:d  r9.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f0.0) while (8) picture
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
