// ex_indirect: register-indirect addressing as in 3.3.6.2 to 3.3.6.4 and 3.3.9 rule 6 of the manual (IVB vol. 4
// part 3).
//
// See:      r1..r8: byte r of register N is N*16 + r/2 (words and dwords hold it in each byte). Each address is bytes
//           from r0: register number in bits 15:5, byte in 4:0.
// Command:  eulab run --launch samples/ex_indirect.json
// Result:   r20 = words of r2.8 .. r3.7       1x1: a0.0 gives the origin of <16;8,1>, here <8;8,1> from 0x50
//           r21 = dwords r4.0..3, r6.4..7     Vx1: a0.2 and a0.3 give the origin of each row of <4,1>
//           r22 = dwords r8.7, r7.6, .. r1.0  VxH: a0.0 .. a0.7 give each element of <1,0>
//           r23 = word pairs of r1, r2, .. r8 <2,2>: up to eight registers
//           r24, r26 = r2, r5                 a destination of two registers: a0.0 and a0.1, the next index each
ex_indirect:
        mov (8)  a0.0<1>:uw    0x50:uw {NoMask}
        mov (16) r20.0<1>:uw   r[a0.0]<8;8,1>:uw
        mov (1)  a0.2<1>:uw    0x80:uw {NoMask}
        mov (1)  a0.3<1>:uw    0xd0:uw {NoMask}
        mov (8)  r21.0<1>:ud   r[a0.2]<4,1>:ud
        mov (8)  a0.0<1>:uw    r30.0<8;8,1>:uw {NoMask}
        mov (8)  r22.0<1>:ud   r[a0.0]<1,0>:ud
        mov (8)  a0.0<1>:uw    r31.0<8;8,1>:uw {NoMask}
        mov (16) r23.0<1>:uw   r[a0.0]<2,2>:uw
        mov (8)  a0.0<1>:uw    r32.0<8;8,1>:uw {NoMask}
        mov (16) r[a0.0]<1>:f  r[a0.2]<8;8,1>:f
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
