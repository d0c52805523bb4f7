// sip_broken_enables: a System Routine with one bug: cr0.1 is written as a whole, and the enables with it.
//
// See:      after its first visit no exception but an external halt is taken any more.
// Command:  eulab siptest --launch samples/sip_broken_enables.json
// Result:   status 3, `cr0 byte 5`: the enable bit of the exception that was injected is gone.
sip_broken_enables:
        shr (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0x8000:ud      {NoMask}         // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 3:ud           {NoMask, Switch}
        asr (1)  r0.4<1>:d    r0.4<0;1,0>:d   31:d           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        mov (1)  cr0.1<1>:ud  0:ud                           {NoMask, Switch} // the bug: the lower half are enables
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off
        nop
