// ex_simd16_const: the manual's SIMD16 example with a constant vector that all flows share (IVB vol. 4 part 3,
// 3.2.4). The constant is one vector in r2.0..3: its elements are replicated scalars.
//
// See:      <0;1,0> reads one element for every channel. src1 as in ex_simd16; {Compr} of the manual says no more than
//           the ExecSize of 16.
// Command:  eulab run --launch samples/ex_simd16_const.json
// Result:   r18 = 2 + 300 + n*100/16, r20 = 3 + 400 + n*100/16, r22 = 4 + 100 + n*100/16 as floats
ex_simd16_const:
        add (16) r18.0<1>:f    r2.1<0;1,0>:f  r14.0<8;8,1>:f   // dst.x = src0.y + src1.z
        add (16) r20.0<1>:f    r2.2<0;1,0>:f  r16.0<8;8,1>:f   // dst.y = src0.z + src1.w
        add (16) r22.0<1>:f    r2.3<0;1,0>:f  r10.0<8;8,1>:f   // dst.z = src0.w + src1.x
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
