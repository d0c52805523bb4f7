// vertex: a vertex shader: positions times a 4x4 matrix, colours as they are, to the URB, two vertices per thread.
//
// See:      SIMD4x2: a vector of each vertex in one register (Align16), dot products with a row for both, writemasks;
//           vertices in the payload, handles in r0, a URB write of both vertices at once that ends the thread.
// Command:  eulab shell --launch samples/vertex.json -c 'continue; x/16xw 0xf5000000'
// Result:   one entry of 64 bytes per vertex: four dwords 0, position, colour, four dwords 0. The first position is
//           (0.5, 1.25, 3, 1): 3f000000 3fa00000 40400000 3f800000.
//
//   r0.0, r0.1  URB handles of the vertices      r1, r2  the matrix, two rows per register
//   r3  positions, r4  colours: vertex 0 in dwords 0 .. 3, vertex 1 in 4 .. 7
vertex:
        dp4 (8)  r115.0<1>.x:f r3.0<4>.xyzw:f r1.0<0>.xyzw:f {Align16}
        dp4 (8)  r115.0<1>.y:f r3.0<4>.xyzw:f r1.4<0>.xyzw:f {Align16}
        dp4 (8)  r115.0<1>.z:f r3.0<4>.xyzw:f r2.0<0>.xyzw:f {Align16}
        dp4 (8)  r115.0<1>.w:f r3.0<4>.xyzw:f r2.4<0>.xyzw:f {Align16}
        mov (8)  r116.0<1>.xyzw:f r4.0<4>.xyzw:f {Align16}
        mov (8)  r114.0<1>:ud 0:ud                                  // before the position: what fixed functions read
        mov (8)  r117.0<1>:ud 0:ud
        mov (8)  r113.0<1>:ud r0.0<8;8,1>:ud {NoMask}               // header: the handles
        or (1)   r113.5<1>:ud r0.5<0;1,0>:ud 0x0000ff00:ud {NoMask} // all dwords of both
        send (8) null<1>:f    r113.0<8;8,1>:f 0x26 0x0a084000 {EOT} // URB: HWord write, interleaved, 4 registers
