// spawn: a thread that spawns eight others, waits for them, and takes the largest of their results.
//
// See:      the payload of a child in the URB, the thread spawner, interface descriptors, a child's r0, `wait` for children
// Command:  eulab run --launch samples/spawn.json --dump-mem 0x100000,36=steps.bin
// Result:   how many steps 27 .. 34 take to 1 (halve, or triple and add one), and the largest of them:
//           od -An -v -tu4 -w36 steps.bin    111 18 18 18 106 5 26 13 111
//           Without the `wait`, the root takes the largest result so far, and the children outlive it (--lint).
//
//   r0.0 15:0  handle of the root's URB entry: two registers for each child are 64 bytes, a handle's unit
//   r1.0       the first number: constants of the launch, in r1 of the children as well
        .define children 8
root:
        mov (8)  r10.0<1>:ud  0:ud                                     // header of the URB write
        mov (8)  r11.0<1>:ud  0:ud                                     // the child's r0
        mov (8)  r12.0<1>:ud  0:ud                                     // ... and what goes behind its constants
        mov (8)  r13.0<1>:ud  0:ud                                     // spawn message
        mov (1)  r10.5<1>:ud  0xff00:ud                                // all eight dwords are written
        and (1)  r13.0<1>:ud  r0.0<0;1,0>:ud  0xffff:ud                // URB handle
        mov (1)  r13.2<1>:ud  0x10:ud                                  // interface descriptor 1
        and (1)  r12.0<1>:ud  sr0.0<0;1,0>:ud 0xf00:ud                 // me, as the message gateway knows me: EU 27:24
        and (1)  r12.1<1>:ud  sr0.0<0;1,0>:ud 7:ud                     // ... and thread slot 18:16
        shl (1)  r12.0<1>:ud  r12.0<0;1,0>:ud 16:ud
        shl (1)  r12.1<1>:ud  r12.1<0;1,0>:ud 16:ud
        or (1)   r12.0<1>:ud  r12.0<0;1,0>:ud r12.1<0;1,0>:ud
        mov (1)  r5.0<1>:ud   0:ud                                     // which child
next:
        add (1)  r10.0<1>:ud  r13.0<0;1,0>:ud r5.0<0;1,0>:ud
        mov (1)  r11.6<1>:ud  r5.0<0;1,0>:ud                           // r0.6: the thread count, by convention
        send (8) null<1>:ud   r10.0<8;8,1>:ud 0x6 0x06080000           // URB write: r0 and one register more
        shl (1)  r13.4<1>:ud  r5.0<0;1,0>:ud  1:ud                     // where they are, in registers
        or (1)   r13.4<1>:ud  r13.4<0;1,0>:ud 0x800:ud                 // two of them
        send (8) null<1>:ud   r13.0<8;8,1>:ud 0x7 0x02000001           // spawn a child thread
        add (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  1:ud
        cmp.l.f0.0 (1) null<1>:ud r5.0<0;1,0>:ud children:ud {Switch}
        (f0.0) jmpi (1) next {NoMask}
meet:
        wait n0.0                                                      // a child is done
        add (1)  r5.0<1>:d    r5.0<0;1,0>:d   -1:d
        cmp.g.f0.0 (1) null<1>:d r5.0<0;1,0>:d 0:d {Switch}
        (f0.0) jmpi (1) meet {NoMask}
        mov (8)  r6.0<1>:uw   0x76543210:v
        shl (8)  r7.0<1>:ud   r6.0<8;8,1>:uw  2:ud
        send (8) r8.0<1>:ud   r7.0<8;8,1>:ud  0xa 0x02116e00           // untyped read, BTI 0: what they have found
        sel.ge (4) r8.0<1>:ud r8.0<4;4,1>:ud  r8.4<4;4,1>:ud
        sel.ge (2) r8.0<1>:ud r8.0<2;2,1>:ud  r8.2<2;2,1>:ud
        sel.ge (1) r19.0<1>:ud r8.0<0;1,0>:ud r8.1<0;1,0>:ud
        mov (1)  r18.0<1>:ud  32:ud
        send (1) null<1>:ud   r18.0<8;8,1>:ud 0xa 0x04036e00           // untyped write, one channel
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud
        send (8) null<1>:uw   r112.0<8;8,1>:ud 0x27 0x82000000 {EOT}   // end of a root: its URB handle comes back

        .align 64
child:  // r0: from the URB; r1: constants; r2: the rest from the URB
        add (1)  r5.0<1>:ud   r1.0<0;1,0>:ud  r0.6<0;1,0>:ud           // the number
        mov (1)  r19.0<1>:ud  0:ud                                     // its steps
again:
        cmp.e.f0.0 (1) null<1>:ud r5.0<0;1,0>:ud 1:ud {Switch}
        (f0.0) jmpi (1) found {NoMask}
        add (1)  r19.0<1>:ud  r19.0<0;1,0>:ud 1:ud
        and.nz.f0.0 (1) r6.0<1>:ud r5.0<0;1,0>:ud 1:ud {Switch}
        (f0.0) jmpi (1) odd {NoMask}
        shr (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  1:ud
        jmpi (1) again {NoMask}
odd:
        mul (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  3:uw
        add (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  1:ud
        jmpi (1) again {NoMask}
found:
        shl (1)  r18.0<1>:ud  r0.6<0;1,0>:ud  2:ud
        send (1) null<1>:ud   r18.0<8;8,1>:ud 0xa 0x04036e00           // untyped write, one channel
        mov (8)  r20.0<1>:ud  0:ud
        mov (1)  r20.4<1>:ud  r2.0<0;1,0>:ud                           // to my parent
        mov (1)  r20.5<1>:ud  0x0c800200:ud                            // a dword to its r100.0, that nobody reads
        send (8) null<1>:ud   r20.0<8;8,1>:ud 0x3 0x02008002           // forward and notify: done
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud
        send (8) null<1>:uw   r112.0<8;8,1>:ud 0x27 0x82000012 {EOT}   // end of a child
