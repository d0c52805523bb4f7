// sip_broken_flags: a System Routine with one bug: a comparison of its own is left in f0.0.
//
// See:      siptest names f0. The kernel branches on f0.0 right behind its comparison.
// Command:  eulab siptest --launch samples/sip_broken_flags.json
// Result:   status 3, `f0 byte 0` at the first boundary.
sip_broken_flags:
        cmp.nz.f0.0 (1) r0.4<1>:ud cr0.1<0;1,0>:ud 0:ud      {NoMask, Switch} // the bug: f0 is not saved
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
