// matmul: C = A * B, 32x32 each, in thread groups of 16 columns and 8 rows that share tiles of B.
//
// See:      work items (local ids) in the payload, a tile in SLM, a barrier before and after its use, an indirect scalar.
//           The matrices are bytes: A the first 1024 of this file, B the next 1024.
// Command:  eulab run --launch samples/matmul.json --dump-mem 0x110000,4096=c.bin
// Result:   1024 floats, row by row: od -An -v -tf4 -w128 c.bin. `--eus 1` runs the groups one after the other; the
//           result stays. Leave the second `wait` out and it does not: a tile is overwritten while others still read it.
//
//   r0.1  thread group X: 16 columns      r1, r2  X of each channel's item, 0 .. 15
//   r0.6  thread group Y: 8 rows          r3, r4  its Y, 0 .. 7: a thread is a row
matmul:
        shl (1)  r7.0<1>:ud   r0.1<0;1,0>:ud  4:ud
        add (16) r10.0<1>:ud  r1.0<8;8,1>:ud  r7.0<0;1,0>:ud           // columns
        shl (1)  r7.1<1>:ud   r0.6<0;1,0>:ud  3:ud
        add (1)  r7.1<1>:ud   r7.1<0;1,0>:ud  r3.0<0;1,0>:ud           // row
        shl (1)  r7.2<1>:ud   r7.1<0;1,0>:ud  5:ud                     // where it begins
        shl (16) r12.0<1>:ud  r3.0<8;8,1>:ud  4:ud
        add (16) r12.0<1>:ud  r12.0<8;8,1>:ud r1.0<8;8,1>:ud
        shl (16) r12.0<1>:ud  r12.0<8;8,1>:ud 2:ud                     // my bytes of the tile: row Y of 16 floats
        mov (8)  r8.0<1>:w    0x76543210:v
        mov (8)  r9.0<1>:ud   r8.0<8;8,1>:w                            // 0 .. 7
        mov (16) r40.0<1>:f   0.0:f                                    // sums
        mov (8)  r30.0<1>:ud  0:ud
        and (1)  r30.2<1>:ud  r0.2<0;1,0>:ud  0x0f000000:ud            // barrier message
        mov (1)  r7.3<1>:ud   0:ud                                     // the tile's first row of B, column of A
tile:
        add (1)  r7.4<1>:ud   r7.3<0;1,0>:ud  r3.0<0;1,0>:ud
        shl (1)  r7.4<1>:ud   r7.4<0;1,0>:ud  5:ud
        add (16) r16.0<1>:ud  r10.0<8;8,1>:ud r7.4<0;1,0>:ud
        send (16) r22.0<1>:ud r16.0<8;8,1>:ud 0xa 0x04210101           // byte scattered read, BTI 1: a row of B
        mov (16) r14.0<1>:f   r22.0<8;8,1>:ud
        send (16) null<1>:ud  r12.0<8;8,1>:ud 0xa 0x08035efe           // untyped write of r14 to SLM at r12
        send (8) null<1>:ud   r30.0<8;8,1>:ud 0x3 0x02000004           // barrier
        wait n0.0                                                      // the tile is there
        add (1)  r7.5<1>:ud   r7.2<0;1,0>:ud  r7.3<0;1,0>:ud
        add (8)  r18.0<1>:ud  r9.0<8;8,1>:ud  r7.5<0;1,0>:ud
        send (8) r19.0<1>:ud  r18.0<8;8,1>:ud 0xa 0x02110000           // byte scattered read, BTI 0: eight of my row of A
        mov (8)  r20.0<1>:f   r19.0<8;8,1>:ud
        shl (16) r16.0<1>:ud  r1.0<8;8,1>:ud  2:ud
        mov (1)  a0.0<1>:uw   640:uw                                   // r20.0
term:
        send (16) r26.0<1>:f  r16.0<8;8,1>:ud 0xa 0x04215efe           // untyped read, SLM: a row of the tile
        mul (16) r28.0<1>:f   r[a0.0]<0;1,0>:f  r26.0<8;8,1>:f
        add (16) r40.0<1>:f   r40.0<8;8,1>:f  r28.0<8;8,1>:f
        add (16) r16.0<1>:ud  r16.0<8;8,1>:ud 64:ud
        add (1)  a0.0<1>:uw   a0.0<0;1,0>:uw  4:uw
        cmp.l.f0.0 (1) null<1>:uw a0.0<0;1,0>:uw 672:uw {Switch}
        (f0.0) jmpi (1) term {NoMask}
        send (8) null<1>:ud   r30.0<8;8,1>:ud 0x3 0x02000004           // barrier
        wait n0.0                                                      // nobody needs the tile any more
        add (1)  r7.3<1>:ud   r7.3<0;1,0>:ud  8:ud
        cmp.l.f0.0 (1) null<1>:ud r7.3<0;1,0>:ud 32:ud {Switch}
        (f0.0) jmpi (1) tile {NoMask}
store:
        add (16) r38.0<1>:ud  r10.0<8;8,1>:ud r7.2<0;1,0>:ud
        shl (16) r38.0<1>:ud  r38.0<8;8,1>:ud 2:ud
        send (16) null<1>:ud  r38.0<8;8,1>:ud 0xa 0x08035e02           // untyped write of r40 to BTI 2 at r38
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (16) null<1>:uw  r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
