// histogram: how often each byte occurs in 2048 bytes, counted by eight threads into one table.
//
// See:      untyped atomics: channels and threads that hit the same counter do not lose a count; an untyped read of
//           four components. The bytes are the first 2048 of this file.
// Command:  eulab run --launch samples/histogram.json --dump-mem 0x110000,1024=counts.bin
// Result:   256 dwords; od -An -v -tu4 -w4 counts.bin | nl -v 0 lists them. Byte 0x20, the blank, is the most frequent.
//           Make the `inc` a read, an add and a write, and counts go missing: lanes of one send overwrite one another.
//
//   r0.1  group: 256 bytes each, 16 a lane
start:
        mov (8)  r4.0<1>:w    0x76543210:v                             // lane numbers
        add (8)  r4.8<1>:w    r4.0<8;8,1>:w   8:w
        shl (1)  r5.0<1>:ud   r0.1<0;1,0>:ud  4:ud
        add (16) r6.0<1>:ud   r4.0<8;8,1>:uw  r5.0<0;1,0>:ud
        shl (16) r6.0<1>:ud   r6.0<8;8,1>:ud  4:ud                     // byte where my 16 begin
        send (16) r10.0<1>:ud r6.0<8;8,1>:ud  0xa 0x04815000           // untyped read, BTI 0, red to alpha: r10..r17
        mov (1)  r5.1<1>:ud   4:ud                                     // bytes of a dword
next:
        and (16) r20.0<1>:ud  r10.0<8;8,1>:ud 255:ud                   // the lowest byte of each of my four dwords
        and (16) r22.0<1>:ud  r12.0<8;8,1>:ud 255:ud
        and (16) r24.0<1>:ud  r14.0<8;8,1>:ud 255:ud
        and (16) r26.0<1>:ud  r16.0<8;8,1>:ud 255:ud
        shl (16) r20.0<1>:ud  r20.0<8;8,1>:ud 2:ud                     // its counter
        shl (16) r22.0<1>:ud  r22.0<8;8,1>:ud 2:ud
        shl (16) r24.0<1>:ud  r24.0<8;8,1>:ud 2:ud
        shl (16) r26.0<1>:ud  r26.0<8;8,1>:ud 2:ud
        send (16) null<1>:ud  r20.0<8;8,1>:ud 0xa 0x04018501           // untyped atomic inc, BTI 1, nothing comes back
        send (16) null<1>:ud  r22.0<8;8,1>:ud 0xa 0x04018501
        send (16) null<1>:ud  r24.0<8;8,1>:ud 0xa 0x04018501
        send (16) null<1>:ud  r26.0<8;8,1>:ud 0xa 0x04018501
        shr (16) r10.0<1>:ud  r10.0<8;8,1>:ud 8:ud                     // the next byte
        shr (16) r12.0<1>:ud  r12.0<8;8,1>:ud 8:ud
        shr (16) r14.0<1>:ud  r14.0<8;8,1>:ud 8:ud
        shr (16) r16.0<1>:ud  r16.0<8;8,1>:ud 8:ud
        add.nz.f0.0 (1) r5.1<1>:d r5.1<0;1,0>:d -1:d
        (f0.0) jmpi (1) next {NoMask}
done:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (16) null<1>:uw  r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
