// sip_broken_flags: a System Routine with one bug: the result of its own comparison is left in f0.0.
//
// See:      siptest names f0. The kernel branches on f0.0 directly after its comparison.
// Command:  eulab siptest --launch samples/sip_broken_flags.json
// Result:   status 3, `f0 byte 0` at the first boundary.
sip_broken_flags:
        cmp.nz.f0.0 (1) r0.4<1>:ud cr0.1<0;1,0>:ud 0:ud      {NoMask, Switch} // the bug: f0 is not saved
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch} // what has come, and is enabled
        or (1)   r0.4<1>:ud   r0.4<0;1,0>:ud  0x40000000:ud  {NoMask}
        and (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0xf8000000:ud  {NoMask}
        xor (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch} // acknowledge that
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
