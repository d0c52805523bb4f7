// breakpoint: an instruction that carries the EU's own breakpoint bit (DebugCtrl).
//
// See:      the System Routine is entered before the instruction; breakpoint suppress (cr0.0[15]) lets it pass on return.
// Command:  eulab run --launch samples/breakpoint.json
//           without a System Routine: eulab run --enable breakpoint samples/breakpoint.asm
// Result:   r10 = 2 in channels 0 .. 7, status 0; without a System Routine status 3 and `breakpoint` on stderr.
breakpoint:
        mov (8)  r10.0<1>:d   1:d
here:
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d {Breakpoint}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
