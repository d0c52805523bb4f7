// ex_simd4: the manual's SIMD4 example (IVB vol. 4 part 3, 3.2.2) of the shader instruction
// add dst.xyz src0.yxzw src1.zwxy: one program flow, one vector in each register half.
//
// See:      src0 is r2.0..3, src1 is r2.4..7, dst is r3.0..3. The .w element of dst and the upper half of r3 keep
//           their old values. NoMask removes the execution mask (the DMask, 0x100, has none of its channels), but neither
//           the ExecSize nor the channel enables. The manual prints .yzwx as the swizzle of src0, and so does this file.
// Command:  eulab run --launch samples/ex_simd4.json
// Result:   r3 = 2+30, 3+40, 4+10 = 32, 43, 14 as floats, then five times -1
ex_simd4:
        add (4)  r3.0<1>.xyz:f r2.0<4>.yzwx:f r2.4<4>.zwxy:f {Align16, NoMask}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
