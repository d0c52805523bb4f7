// reduction: the sum of 128 dwords, by eight threads that share memory and meet at a barrier.
//
// See:      SLM (binding table index 254), the gateway's barrier with `wait n0.0`, a tree that halves at each step,
//           predicated sends. The dwords are the first 512 bytes of this file.
// Command:  eulab run --launch samples/reduction.json --dump-mem 0x110000,4
// Result:   the sum modulo 2^32: od -An -v -tu4 -N512 samples/reduction.asm, added up.
//           Leave the `wait` out and it is wrong: threads read what others have not written yet.
//
//   r0.5 7:0   thread of the group        r0.2 27:24  its barrier
start:
        mov (8)  r10.0<1>:w   0x76543210:v                             // lane numbers
        add (8)  r10.8<1>:w   r10.0<8;8,1>:w  8:w
        and (1)  r4.0<1>:ud   r0.5<0;1,0>:ud  255:ud
        shl (1)  r4.1<1>:ud   r4.0<0;1,0>:ud  4:ud                     // 16 dwords a thread
        add (16) r2.0<1>:uw   r10.0<8;8,1>:uw r4.2<0;1,0>:uw           // which dword is mine
        shl (16) r6.0<1>:ud   r2.0<8;8,1>:uw  2:ud                     // its byte
        send (16) r8.0<1>:ud  r6.0<8;8,1>:ud  0xa 0x04215e00           // untyped read, BTI 0, red only
        send (16) null<1>:ud  r6.0<8;8,1>:ud  0xa 0x08035efe           // untyped write of r8 to SLM at r6
        mov (8)  r12.0<1>:ud  0:ud
        and (1)  r12.2<1>:ud  r0.2<0;1,0>:ud  0x0f000000:ud            // barrier message: which barrier
        mov (1)  r5.0<1>:ud   64:ud                                    // dwords that are left after this step
step:
        send (8) null<1>:ud   r12.0<8;8,1>:ud 0x3 0x02000004           // barrier: I am here
        wait n0.0                                                      // ... and so are all others
        cmp.l.f0.0 (16) null<1>:uw r2.0<8;8,1>:uw r5.0<0;1,0>:uw {Switch} // do I add in this step?
        shl (1)  r5.1<1>:ud   r5.0<0;1,0>:ud  2:ud
        add (16) r14.0<1>:ud  r6.0<8;8,1>:ud  r5.1<0;1,0>:ud           // the other one's byte
        (f0.0) send (16) r16.0<1>:ud r14.0<8;8,1>:ud 0xa 0x04215efe    // untyped read, SLM
        (f0.0) add (16) r8.0<1>:ud   r8.0<8;8,1>:ud  r16.0<8;8,1>:ud
        (f0.0) send (16) null<1>:ud  r6.0<8;8,1>:ud  0xa 0x08035efe    // mine, for the next step
        shr (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  1:ud
        cmp.ge.f1.0 (1) null<1>:ud r5.0<0;1,0>:ud 16:ud {Switch}
        (f1.0) jmpi (1) step {NoMask}
last:                                                                  // sixteen lanes of the first thread are left
        cmp.ne.f0.0 (1) null<1>:ud r4.0<0;1,0>:ud 0:ud {Switch}
        (f0.0) jmpi (1) done {NoMask}
        add (8)  r8.0<1>:ud   r8.0<8;8,1>:ud  r9.0<8;8,1>:ud
        add (4)  r8.0<1>:ud   r8.0<4;4,1>:ud  r8.4<4;4,1>:ud
        add (2)  r8.0<1>:ud   r8.0<2;2,1>:ud  r8.2<2;2,1>:ud
        add (1)  r19.0<1>:ud  r8.0<0;1,0>:ud  r8.1<0;1,0>:ud
        mov (1)  r18.0<1>:ud  0:ud
        send (1) null<1>:ud   r18.0<0;1,0>:ud 0xa 0x04036e01           // untyped write SIMD8, BTI 1, one channel
done:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (16) null<1>:uw  r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
