// media_fill: fills blocks of 16x16 bytes of a surface, one per thread, by media block write.
//
// See:      how a media thread gets its data (CURBE in r1, inline data in r2) and how a block message is built.
// Command:  eulab run --launch samples/media_fill.json --dump-mem 0x100000,4096=fill.bin
// Result:   in the 64x64 surface the rectangle (16,16)-(47,31) is 0x4c, every other byte 0.
//
//   r1.0:ub   colour                      r2.0:ud  x, in bytes
//                                         r2.1:ud  y, in rows
fill:
        mov (8)  r4.0<1>:ud   r0.0<8;8,1>:ud  {NoMask}  // header: the thread's own (FFTID in r4.5)
        mov (2)  r4.0<1>:ud   r2.0<2;2,1>:ud  {NoMask}  // where the block lies
        mov (1)  r4.2<1>:ud   0x000f000f:ud   {NoMask}  // height - 1, width - 1
        mov (4)  r3.0<1>:ub   r1.0<0;1,0>:ub  {NoMask}  // the colour in each byte of a dword
        mov (16) r5.0<1>:ud   r3.0<0;1,0>:ud  {NoMask}  // 16 rows of 16 bytes, two a register
        mov (16) r7.0<1>:ud   r3.0<0;1,0>:ud  {NoMask}
        mov (16) r9.0<1>:ud   r3.0<0;1,0>:ud  {NoMask}
        mov (16) r11.0<1>:ud  r3.0<0;1,0>:ud  {NoMask}
        send (16) null<1>:uw  r4.0<8;8,1>:ud  0x5 0x120a8000  // render cache: media block write, BTI 0
done:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (16) null<1>:uw  r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
