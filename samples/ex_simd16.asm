// ex_simd16: the manual's SIMD16 example (IVB vol. 4 part 3, 3.2.4): sixteen program flows, an element of all of
// them in two registers. src0 is r2..r9 (x y z w, two registers each), src1 r10..r17, dst r18..r25.
//
// See:      one instruction for each enabled component, none for w. Flow n has src0 = (1, 2, 3, 4) + n/16 and
//           src1 = 100 * src0. DMask 0xfff0: the first subspan is not valid, its channels stay 0.
// Command:  eulab run --launch samples/ex_simd16.json
// Result:   channels 4..15 of r18 = 302 + n*101/16, of r20 = 403 + n*101/16, of r22 = 104 + n*101/16 as floats
ex_simd16:
        add (16) r18.0<1>:f    r4.0<8;8,1>:f  r14.0<8;8,1>:f   // dst.x = src0.y + src1.z
        add (16) r20.0<1>:f    r6.0<8;8,1>:f  r16.0<8;8,1>:f   // dst.y = src0.z + src1.w
        add (16) r22.0<1>:f    r8.0<8;8,1>:f  r10.0<8;8,1>:f   // dst.z = src0.w + src1.x
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
