// ex_regions: the regions that the manual draws in 3.3.5 and 3.3.6.1 (IVB vol. 4 part 3).
//
// See:      each word of r4..r6 holds its own number from r4.0 on, each byte of r1..r3 its own from r1.0 on, so that a
//           result shows the place it came from.
// Command:  eulab run --launch samples/ex_regions.json
// Result:   r20 = 1 3 .. 15, 17 19 .. 31       r4.1<16;8,2>: two rows of eight, every second word
//           r21 = 16 18 .. 30, 17 19 .. 31     r5.0<1;8,2>: the two rows are interleaved
//           r22 = 14 eight times, 30 eight times    r1.14<16;8,0>:ub: a vector of replicated scalars
//           r23 = 60 62 .. 74, 92 94 .. 106    r1.7<16;8,1>:ub + r2.21<16;8,1>:ub; the second crosses from r2 to r3
ex_regions:
        mov (16) r20.0<1>:w    r4.1<16;8,2>:w
        mov (16) r21.0<1>:w    r5.0<1;8,2>:w
        mov (16) r22.0<1>:uw   r1.14<16;8,0>:ub
        add (16) r23.0<1>:uw   r1.7<16;8,1>:ub r2.21<16;8,1>:ub
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
