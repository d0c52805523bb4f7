// ex_address: the address register as an operand, the examples of 3.3.3.4 of the manual (IVB vol. 4 part 3).
//
// See:      a0.0 and a0.1 hold 16 bits, a0.2 to a0.7 twelve: the upper four are dropped when written and read 0.
// Command:  eulab run --launch samples/ex_address.json
// Result:   r1  = f001 f012 123 234 345 456 567 678, then a0.4 (345) eight times
//           a0  = f001 f012 123 234 and four times r1.4 (345)
//           r10 = r2.0..3 and r3.4..7: the two rows of r[a0.2]<4,1>:d
ex_address:
        mov (8)  a0.0<1>:uw    r4.0<8;8,1>:uw {NoMask}
        mov (8)  r1.0<1>:uw    a0.0<8;8,1>:uw          // r1.n = a0.n for n = 0 to 7
        mov (8)  r1.8<1>:uw    a0.4<0;1,0>:uw          // r1.m = a0.4 for m = 8 to 15
        mov (4)  a0.0<1>:uw    r1.0<4;4,1>:uw          // a0.n = r1.n for n = 0 to 3
        mov (4)  a0.4<1>:uw    r1.4<0;1,0>:uw          // a0.m = r1.4 for m = 4 to 7
        mov (8)  r5.0<1>:uw    a0.0<8;8,1>:uw
        mov (1)  a0.2<1>:uw    0x40:uw
        mov (1)  a0.3<1>:uw    0x70:uw
        mov (8)  r10.0<1>:d    r[a0.2]<4,1>:d          // a0.2 and a0.3: an even pair
        mov (8)  a0.0<1>:uw    r5.0<8;8,1>:uw
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
