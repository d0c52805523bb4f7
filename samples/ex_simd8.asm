// ex_simd8: the manual's SIMD8 form of the SIMD16 example (IVB vol. 4 part 3, 3.2.5): each instruction of sixteen
// channels is the same as two of eight, the second with {2Q} (the manual's {SecHalf}).
//
// See:      the second half obeys channels 8..15 of the DMask. Input and result as ex_simd16.
// Command:  eulab run --launch samples/ex_simd8.json
// Result:   channels 4..15 of r18 = 302 + n*101/16, of r20 = 403 + n*101/16, of r22 = 104 + n*101/16 as floats
ex_simd8:
        add (8)  r18.0<1>:f    r4.0<8;8,1>:f  r14.0<8;8,1>:f          // dst.x[7:0] = src0.y + src1.z
        add (8)  r19.0<1>:f    r5.0<8;8,1>:f  r15.0<8;8,1>:f {2Q}     // dst.x[15:8]
        add (8)  r20.0<1>:f    r6.0<8;8,1>:f  r16.0<8;8,1>:f
        add (8)  r21.0<1>:f    r7.0<8;8,1>:f  r17.0<8;8,1>:f {2Q}
        add (8)  r22.0<1>:f    r8.0<8;8,1>:f  r10.0<8;8,1>:f
        add (8)  r23.0<1>:f    r9.0<8;8,1>:f  r11.0<8;8,1>:f {2Q}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
