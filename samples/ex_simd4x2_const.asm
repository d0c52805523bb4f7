// ex_simd4x2_const: the manual's SIMD4x2 example with a constant vector that both program flows share
// (IVB vol. 4 part 3, 3.2.3): the vertical stride of src0 is 0.
//
// See:      both halves of r4 take src0 from r2.0..3. The manual prints .yzwx as the swizzle of src0.
// Command:  eulab run --launch samples/ex_simd4x2_const.json
// Result:   r4 = 2+30, 3+40, 4+10, - | 2+3000, 3+4000, 4+1000, - = 32, 43, 14, -1, 3002, 4003, 1004, -1 as floats
ex_simd4x2_const:
        add (8)  r4.0<1>.xyz:f r2.0<0>.yzwx:f r3.0<4>.zwxy:f {Align16}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
