// blur: softens a picture: each pixel is the mean of four bilinear samples at its corners, 8 pixels per thread.
//
// See:      the sampling engine (resinfo, sample), typed surface write, pictures and tiling in a launch file;
//           in gdb `monitor surfaces`, `monitor save 0 now.png`.
// Command:  eulab run --launch samples/blur.json
// Result:   samples/blur.png: samples/blur.ppm with the weights 1 2 1, 2 4 2, 1 2 1.
//
//   r0.1  thread group X: 8 pixels        r0.6  thread group Y: the row
blur:
        mov (8)  r2.0<1>:w    0x76543210:v                      // 0 .. 7
        shl (1)  r3.0<1>:d    r0.1<0;1,0>:d   3:d
        add (8)  r41.0<1>:d   r2.0<8;8,1>:w   r3.0<0;1,0>:d     // x of each channel
        mov (8)  r42.0<1>:d   r0.6<0;1,0>:d                     // y
        mov (8)  r4.0<1>:ud   0:ud                              // level
        send (8) r5.0<1>:ud   r4.0<8;8,1>:ud  0x2 0x0242a001    // sampler: resinfo, BTI 1: width, height
        mov (8)  r5.0<1>:f    r5.0<8;8,1>:ud
        mov (8)  r6.0<1>:f    r6.0<8;8,1>:ud
        math.inv (8) r5.0<1>:f r5.0<8;8,1>:f
        math.inv (8) r6.0<1>:f r6.0<8;8,1>:f
        mov (8)  r7.0<1>:f    r41.0<8;8,1>:d
        mov (8)  r8.0<1>:f    r42.0<8;8,1>:d
        mul (8)  r10.0<1>:f   r7.0<8;8,1>:f   r5.0<8;8,1>:f     // upper left corner, as a share of the surface
        mul (8)  r11.0<1>:f   r8.0<8;8,1>:f   r6.0<8;8,1>:f
        add (8)  r12.0<1>:f   r10.0<8;8,1>:f  r5.0<8;8,1>:f     // upper right
        mov (8)  r13.0<1>:f   r11.0<8;8,1>:f
        mov (8)  r14.0<1>:f   r10.0<8;8,1>:f                    // lower left
        add (8)  r15.0<1>:f   r11.0<8;8,1>:f  r6.0<8;8,1>:f
        mov (8)  r16.0<1>:f   r12.0<8;8,1>:f                    // lower right
        mov (8)  r17.0<1>:f   r15.0<8;8,1>:f
corners:
        send (8) r20.0<1>:f   r10.0<8;8,1>:f  0x2 0x04420001    // sampler: sample, BTI 1, sampler 0: r, g, b, a
        send (8) r24.0<1>:f   r12.0<8;8,1>:f  0x2 0x04420001
        send (8) r28.0<1>:f   r14.0<8;8,1>:f  0x2 0x04420001
        send (8) r32.0<1>:f   r16.0<8;8,1>:f  0x2 0x04420001
        add (16) r20.0<1>:f   r20.0<8;8,1>:f  r24.0<8;8,1>:f    // red and green, then blue and alpha
        add (16) r22.0<1>:f   r22.0<8;8,1>:f  r26.0<8;8,1>:f
        add (16) r20.0<1>:f   r20.0<8;8,1>:f  r28.0<8;8,1>:f
        add (16) r22.0<1>:f   r22.0<8;8,1>:f  r30.0<8;8,1>:f
        add (16) r20.0<1>:f   r20.0<8;8,1>:f  r32.0<8;8,1>:f
        add (16) r22.0<1>:f   r22.0<8;8,1>:f  r34.0<8;8,1>:f
        mul (16) r45.0<1>:f   r20.0<8;8,1>:f  0.25:f
        mul (16) r47.0<1>:f   r22.0<8;8,1>:f  0.25:f
store:
        mov (8)  r40.0<1>:ud  r0.0<8;8,1>:ud  {NoMask}          // header
        mov (1)  r40.7<1>:ud  0x000000ff:ud   {NoMask}          // pixels 0 .. 7
        mov (16) r43.0<1>:ud  0:ud                              // no third coordinate, level 0
        send (8) null<1>:ud   r40.0<8;8,1>:ud 0x5 0x120b4000    // render cache: typed surface write, BTI 0
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
