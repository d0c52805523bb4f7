// gateway: a producer hands eight squares to a consumer, one at a time, by the message gateway.
//
// See:      open and forward, a thread that writes into another one's register, notification and `wait n0.0` both ways.
// Command:  eulab run --launch samples/gateway.json --dump-mem 0x100000,32=squares.bin
// Result:   the dwords 0 1 4 9 16 25 36 49: od -An -v -tu4 -w32 squares.bin
//           Without the producer's `wait`, squares are overwritten before the consumer has read them.
//
//   r0.5 7:0   thread 0 consumes, thread 1 produces; both are on EU 0
start:
        and (1)  r4.0<1>:ud   r0.5<0;1,0>:ud  255:ud
        mov (8)  r10.0<1>:ud  0:ud                                     // the message
        mov (1)  r5.0<1>:ud   0:ud                                     // which square
        cmp.nz.f0.0 (1) null<1>:ud r4.0<0;1,0>:ud 0:ud {Switch}
        (f0.0) jmpi (1) producer {NoMask}
consumer:
        mov (1)  r10.5<1>:ud  0x02800000:ud                            // open: one register from r20 on
        send (8) null<1>:ud   r10.0<8;8,1>:ud 0x3 0x02000000
        mov (1)  r10.4<1>:ud  0x00010000:ud                            // recipient: EU 0, thread slot 1
        mov (1)  r10.5<1>:ud  0x02800200:ud                            // a dword to its r20.0, that nobody reads
take:
        send (8) null<1>:ud   r10.0<8;8,1>:ud 0x3 0x02008002           // forward and notify: I am ready
        wait n0.0                                                      // r20.0 has been written
        shl (1)  r18.0<1>:ud  r5.0<0;1,0>:ud  2:ud
        mov (1)  r19.0<1>:ud  r20.0<0;1,0>:ud
        send (1) null<1>:ud   r18.0<0;1,0>:ud 0xa 0x04036e00           // untyped write SIMD8, BTI 0, one channel
        add (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  1:ud
        cmp.l.f0.0 (1) null<1>:ud r5.0<0;1,0>:ud 8:ud {Switch}
        (f0.0) jmpi (1) take {NoMask}
        jmpi (1) done {NoMask}
producer:
        mov (1)  r10.4<1>:ud  0:ud                                     // recipient: EU 0, thread slot 0
        mov (1)  r10.5<1>:ud  0x00000200:ud                            // a dword to the first register it has opened
give:
        mul (1)  r10.0<1>:ud  r5.0<0;1,0>:ud  r5.0<0;1,0>:uw
        wait n0.0                                                      // it is ready
        send (8) null<1>:ud   r10.0<8;8,1>:ud 0x3 0x02008002           // forward and notify
        add (1)  r5.0<1>:ud   r5.0<0;1,0>:ud  1:ud
        cmp.l.f0.0 (1) null<1>:ud r5.0<0;1,0>:ud 8:ud {Switch}
        (f0.0) jmpi (1) give {NoMask}
done:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (16) null<1>:uw  r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
