// sip_broken_enables: a System Routine with one bug: cr0.1 is written as a whole, including the enables.
//
// See:      after its first visit only external halts are taken.
// Command:  eulab siptest --launch samples/sip_broken_enables.json
// Result:   status 3, `cr0 byte 5`: the enable bit of the exception that was injected is gone.
sip_broken_enables:
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch} // what has come, and is enabled
        or (1)   r0.4<1>:ud   r0.4<0;1,0>:ud  0x40000000:ud  {NoMask}
        and (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0xf8000000:ud  {NoMask}
        mov (1)  cr0.1<1>:ud  0:ud                           {NoMask, Switch} // the bug: the lower half are enables
        shr (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0x9000:ud      {NoMask}
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch} // a breakpoint: suppress it once
        shr (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  8:ud           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        shl (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  11:ud          {NoMask}
        not (1)  r0.4<1>:ud   r0.4<0;1,0>:ud                 {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch} // nor is its own breakpoint suppressed any longer
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off
        nop
