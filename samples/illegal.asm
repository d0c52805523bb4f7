// illegal: an invalid instruction in the middle of a kernel.
//
// See:      cr0.1[28] and AIP when the System Routine is entered; sip_dispatch skips the instruction.
// Command:  eulab run --launch samples/illegal.json
//           without a System Routine: eulab run --enable illegal-opcode samples/illegal.asm
// Result:   r10 = 42 (0x2a) in channels 0 .. 7, status 0; without a System Routine status 3 and `illegal opcode` on stderr.
illegal:
        mov (8)  r10.0<1>:d   40:d
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
offender:
        illegal
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
