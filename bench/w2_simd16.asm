// W2, SIMD16: divergence; Mandelbrot's set of 64x64 points, at most 256 iterations of 13 instructions, channels
// leave by themselves. The bench sets r2: 0, 1, 2 .. :f, r4: where each channel writes :ud, r14: 2.0, r127.0: pictures.
// A point's number of iterations goes to surface 0.
        mov (16) r16.0<1>:d  0:d
picture:
        mov (16) r12.0<1>:f  0.0:f
        mov (16) r8.0<1>:ud  r4.0<8;8,1>:ud
row:
        mov (16) r10.0<1>:f  r2.0<8;8,1>:f
        mul (16) r20.0<1>:f  r12.0<8;8,1>:f 0.046875:f
        add (16) r20.0<1>:f  r20.0<8;8,1>:f -1.5:f
block:
        mul (16) r18.0<1>:f  r10.0<8;8,1>:f 0.046875:f
        add (16) r18.0<1>:f  r18.0<8;8,1>:f -2.0:f
        mov (16) r22.0<1>:f  0.0:f
        mov (16) r24.0<1>:f  0.0:f
        mov (16) r26.0<1>:f  0.0:f
iterate:
        mul (16) r28.0<1>:f  r22.0<8;8,1>:f r22.0<8;8,1>:f
        mul (16) r30.0<1>:f  r24.0<8;8,1>:f r24.0<8;8,1>:f
        add (16) r32.0<1>:f  r28.0<8;8,1>:f r30.0<8;8,1>:f
        cmp.ge.f0.0 (16) null<1>:f  r32.0<8;8,1>:f 4.0:f {Switch}
        (f0.0) break (16) again again
        mul (16) r32.0<1>:f  r22.0<8;8,1>:f r24.0<8;8,1>:f
        add (16) r22.0<1>:f  r28.0<8;8,1>:f -r30.0<8;8,1>:f
        add (16) r22.0<1>:f  r22.0<8;8,1>:f r18.0<8;8,1>:f
        mad (8)  r24.0<1>.xyzw:f r20.0<4>.xyzw:f r32.0<4>.xyzw:f r14.0<4>.xyzw:f {Align16}
        mad (8)  r25.0<1>.xyzw:f r21.0<4>.xyzw:f r33.0<4>.xyzw:f r15.0<4>.xyzw:f {Align16 2Q}
        add (16) r26.0<1>:f  r26.0<8;8,1>:f 1.0:f
        cmp.l.f0.0 (16) null<1>:f  r26.0<8;8,1>:f 256.0:f {Switch}
again:
        (f0.0) while (16) iterate
        mov (16) r34.0<1>:ud  r8.0<8;8,1>:ud
        mov (16) r36.0<1>:f  r26.0<8;8,1>:f
        send (16) null<1>:ud r34.0<8;8,1>:ud 0xa 0x08035e00   // untyped surface write
        add (16) r8.0<1>:ud  r8.0<8;8,1>:ud 64:ud
        add (16) r10.0<1>:f  r10.0<8;8,1>:f 16.0:f
        cmp.l.f0.0 (16) null<1>:f  r10.0<8;8,1>:f 64.0:f {Switch}
        (f0.0) while (16) block
        add (16) r12.0<1>:f  r12.0<8;8,1>:f 1.0:f
        cmp.l.f0.0 (16) null<1>:f  r12.0<8;8,1>:f 64.0:f {Switch}
        (f0.0) while (16) row
        add (16) r16.0<1>:d  r16.0<8;8,1>:d 1:d
        cmp.l.f0.0 (16) null<1>:d  r16.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f0.0) while (16) picture
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
