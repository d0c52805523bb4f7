// softexc: a kernel that raises the software exception on itself.
//
// See:      the exception is taken after the instruction that writes cr0.1[29]: AIP is the next one.
// Command:  eulab run --launch samples/softexc.json
//           without a System Routine: eulab run --enable software samples/softexc.asm
// Result:   r10 = 2 in channels 0 .. 7, status 0; without a System Routine status 3 and `software exception` on stderr.
softexc:
        mov (8)  r10.0<1>:d   1:d
raise:
        or (1)   cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}
next:
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
