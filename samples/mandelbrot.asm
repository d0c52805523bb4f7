// mandelbrot: the Mandelbrot set as a picture of letters, 8 points per thread; each channel leaves the loop by itself.
//
// See:      `break` taken channel by channel (in gdb: `info threads` inside the loop), a vector immediate, a GPGPU walk.
// Command:  eulab run --launch samples/mandelbrot.json --dump-mem 0x100000,2048=mandel.txt && fold -w 64 mandel.txt
// Result:   32 rows of 64 letters: blank + the number of iterations; `@` (32 of them) for the set itself.
//
//   r0.1  thread group X: 8 points        r0.6  thread group Y: the row
mandelbrot:
        mov (8)  r2.0<1>:w    0x76543210:v                      // 0 .. 7
        shl (1)  r3.0<1>:d    r0.1<0;1,0>:d   3:d
        add (8)  r4.0<1>:d    r2.0<8;8,1>:w   r3.0<0;1,0>:d     // x of each channel
        mov (8)  r5.0<1>:f    r4.0<8;8,1>:d
        mul (8)  r5.0<1>:f    r5.0<8;8,1>:f   0.046875:f        // 3/64
        add (8)  r5.0<1>:f    r5.0<8;8,1>:f   -2.0:f            // real part of c
        mov (8)  r6.0<1>:f    r0.6<0;1,0>:d
        mul (8)  r6.0<1>:f    r6.0<8;8,1>:f   0.078125:f        // 2.5/32
        add (8)  r6.0<1>:f    r6.0<8;8,1>:f   -1.25:f           // imaginary part of c
        mov (8)  r7.0<1>:f    0.0:f                             // z
        mov (8)  r8.0<1>:f    0.0:f
        mov (8)  r9.0<1>:d    0:d                               // iterations
iterate:
        mul (8)  r10.0<1>:f   r7.0<8;8,1>:f   r7.0<8;8,1>:f
        mul (8)  r11.0<1>:f   r8.0<8;8,1>:f   r8.0<8;8,1>:f
        add (8)  r12.0<1>:f   r10.0<8;8,1>:f  r11.0<8;8,1>:f
        cmp.g.f0.0 (8) null<1>:f r12.0<8;8,1>:f 4.0:f {Switch}  // |z| > 2: it escapes
        (f0.0) break (8) again again
        mul (8)  r13.0<1>:f   r7.0<8;8,1>:f   r8.0<8;8,1>:f
        add (8)  r7.0<1>:f    r10.0<8;8,1>:f  -r11.0<8;8,1>:f
        add (8)  r7.0<1>:f    r7.0<8;8,1>:f   r5.0<8;8,1>:f
        add (8)  r13.0<1>:f   r13.0<8;8,1>:f  r13.0<8;8,1>:f
        add (8)  r8.0<1>:f    r13.0<8;8,1>:f  r6.0<8;8,1>:f
        add (8)  r9.0<1>:d    r9.0<8;8,1>:d   1:d
        cmp.l.f0.0 (8) null<1>:d r9.0<8;8,1>:d 32:d {Switch}
again:
        (f0.0) while (8) iterate
store:
        add (8)  r9.0<1>:d    r9.0<8;8,1>:d   32:d              // a letter: blank is 0x20
        mov (8)  r20.0<1>:ud  r0.0<8;8,1>:ud  {NoMask}          // header
        mov (1)  r20.0<1>:ud  r3.0<0;1,0>:ud  {NoMask}          // x in bytes
        mov (1)  r20.1<1>:ud  r0.6<0;1,0>:ud  {NoMask}          // y
        mov (1)  r20.2<1>:ud  0x00000007:ud   {NoMask}          // one row of 8 bytes
        mov (8)  r21.0<1>:ub  r9.0<32;8,4>:ub                   // the low byte of each dword
        send (8) null<1>:ud   r20.0<8;8,1>:ud 0x5 0x040a8000    // render cache: media block write, BTI 0
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
