// triangle: a pixel shader: the colour of each pixel between those of three vertices, sixteen pixels per thread.
//
// See:      barycentric coordinates and attribute planes in the payload, `pln`, pixels that are not enabled at the edges
//           (`info threads`), a render target write, `sendc`: the second triangle overlaps the first, and
//           its threads wait for those whose pixels they cover (tdr0).
// Command:  eulab run --launch samples/triangle.json
// Result:   samples/triangle.png: a triangle red, green and blue at its corners, a white one over it. Its vertices have
//           different w: colours run in perspective, blue, whose w is least, reaches furthest.
//
//   r1  places of four subspans, lit pixels   r2 .. r5  coordinates u, v of pixels 0 .. 7, u, v of 8 .. 15
//   r6, r7  a plane for red, green, blue and alpha: p, q, -, r; the colour is p * u + q * v + r
triangle:
        pln (16) r112.0<1>:f  r6.0<0;1,0>:f   r2.0<8;8,1>:f
        pln (16) r114.0<1>:f  r6.4<0;1,0>:f   r2.0<8;8,1>:f
        pln (16) r116.0<1>:f  r7.0<0;1,0>:f   r2.0<8;8,1>:f
        pln (16) r118.0<1>:f  r7.4<0;1,0>:f   r2.0<8;8,1>:f
        sendc (16) null<1>:uw r112.0<8;8,1>:f 0x25 0x10031000 {EOT} // render target write SIMD16, BTI 0
