// sip_broken_register: a System Routine with one bug: a work register is not given back.
//
// See:      the kernel does not read r1, so that a run shows nothing wrong; the next kernel will.
// Command:  eulab siptest --launch samples/sip_broken_register.json
// Result:   status 3, `r1 byte 1` at the first boundary.
sip_broken_register:
        mov (1)  r1.0<1>:ud   cr0.1<0;1,0>:ud                {NoMask, Switch} // the bug: r1 is the application's
        shr (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0x8000:ud      {NoMask}         // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 3:ud           {NoMask, Switch}
        asr (1)  r0.4<1>:d    r0.4<0;1,0>:d   31:d           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x07ffffff:ud  {NoMask, Switch} // acknowledge all
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off
        nop
