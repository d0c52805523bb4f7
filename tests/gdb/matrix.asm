// One of each exception that a program raises, one after the other; sip_dispatch gets past all of them.
        mov (8)  r10.0<1>:ud  0:ud
        add (8)  r10.0<1>:ud  r10.0<8;8,1>:ud  1:ud {Breakpoint}
        or (1)   cr0.1<1>:ud  cr0.1<0;1,0>:ud  0x20000000:ud {NoMask, Switch}
        illegal
over:   mov (8)  r30.0<1>:ud  r10.0<8;8,1>:ud
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
