// wide: 64-bit products of dwords, through the accumulator.
//
// See:      between `mul` and `mach` acc0 holds what no 32-bit register can: `accx0` in gdb shows its guard bits.
//           A System Routine that is entered there must save them: siptest with sip_save_restore and sip_broken_acc.
// Command:  eulab run --launch samples/wide.json
// Result:   r5 and r4: (channel + 0x12345678) squared, upper and lower half, 0x014b66dc1df4d840 in channel 0.
wide:
        mov (8)  r2.0<1>:w    0x76543210:v
        mov (8)  r3.0<1>:d    r2.0<8;8,1>:w
        add (8)  r3.0<1>:d    r3.0<8;8,1>:d   0x12345678:d
        mul (8)  acc0.0<1>:d  r3.0<8;8,1>:d   r3.0<8;8,1>:d             // by the low word
        mach (8) r5.0<1>:d    r3.0<8;8,1>:d   r3.0<8;8,1>:d {AccWrEn}   // and the high word: bits 63:32
        mov (8)  r4.0<1>:d    acc0.0<8;8,1>:d                           // bits 31:0
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
