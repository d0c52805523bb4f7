// ex_simd4x2: the manual's SIMD4x2 example (IVB vol. 4 part 3, 3.2.3) of the shader instruction
// add dst.xyz src0.yxzw src1.zwxy: two program flows, a vector of each in one register.
//
// See:      both flows with DMask 0x00ff; with 0x000f (ex_simd4x2_one.json) the second flow's half of r4 is untouched.
// Command:  eulab run --launch samples/ex_simd4x2.json
//           eulab run --launch samples/ex_simd4x2_one.json
// Result:   r4 = 2+30, 1+40, 3+10, - | 200+3000, 100+4000, 300+1000, - = 32, 41, 13, -1, 3200, 4100, 1300, -1 as floats
//           r4 = 32, 41, 13, -1, -1, -1, -1, -1 with one flow
ex_simd4x2:
        add (8)  r4.0<1>.xyz:f r2.0<4>.yxzw:f r3.0<4>.zwxy:f {Align16}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
