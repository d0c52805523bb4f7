// ex_predication: the predicate masks of 3.4 of the manual (IVB vol. 4 part 3). f0.0 = 0x4f21, f1.0 = 0x00ff.
//
// See:      each register holds -1 in the channels that the predicate enables. In Align16 the groups have four
//           channels; the manual's pseudo-code of any#h and all#h starts wrongly, its names say what is meant.
//           anyv and allv combine f0.0 and f1.0 (--quirk vertical=halves: f0.0 and f0.1).
// Command:  eulab run --launch samples/ex_predication.json
// Result:   channels of r20 f0.0: 0 5 8 9 10 11 14       r21 its inverse    r22 any2h: 0 1 4 5 8..11 14 15
//           r23 all2h: 8..11     r24 any4h: 0..15        r25 all4h: 8..11   r26 any8h: all    r27 all8h: none
//           r28 any16h: all      r29 all16h: none        r30 anyv: 0..11 14                   r31 allv: 0 5
//           of eight channels, Align16: r32 .x: 0..3     r33 .y: 4..7       r34 .z, r35 .w: none
//           r36 any4h: 0..7      r37 all4h: none         r38 -.x: 4..7
ex_predication:
        mov (1)  f0.0<1>:uw    0x4f21:uw {NoMask}
        mov (1)  f1.0<1>:uw    0x00ff:uw {NoMask}
        mov (8)  r2.0<1>:d     -1:d
        (f0.0)        mov (16) r20.0<1>:w  -1:w
        (-f0.0)       mov (16) r21.0<1>:w  -1:w
        (f0.0.any2h)  mov (16) r22.0<1>:w  -1:w
        (f0.0.all2h)  mov (16) r23.0<1>:w  -1:w
        (f0.0.any4h)  mov (16) r24.0<1>:w  -1:w
        (f0.0.all4h)  mov (16) r25.0<1>:w  -1:w
        (f0.0.any8h)  mov (16) r26.0<1>:w  -1:w
        (f0.0.all8h)  mov (16) r27.0<1>:w  -1:w
        (f0.0.any16h) mov (16) r28.0<1>:w  -1:w
        (f0.0.all16h) mov (16) r29.0<1>:w  -1:w
        (f0.0.anyv)   mov (16) r30.0<1>:w  -1:w
        (f0.0.allv)   mov (16) r31.0<1>:w  -1:w
        (f0.0.x)      mov (8)  r32.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        (f0.0.y)      mov (8)  r33.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        (f0.0.z)      mov (8)  r34.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        (f0.0.w)      mov (8)  r35.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        (f0.0.any4h)  mov (8)  r36.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        (f0.0.all4h)  mov (8)  r37.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        (-f0.0.x)     mov (8)  r38.0<1>.xyzw:d r2.0<4>.xyzw:d {Align16}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
