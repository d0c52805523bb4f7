// sip_broken_status: a System Routine with one bug: the software exception is not acknowledged.
//
// See:      bits 31, 30 and 29 of cr0.1 are status and control: left set, they enter the routine again.
// Command:  eulab siptest --launch samples/sip_broken_status.json
// Result:   status 3, a routine at fault, `entered again each time`.
sip_broken_status:
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch} // what has come, and is enabled
        or (1)   r0.4<1>:ud   r0.4<0;1,0>:ud  0x40000000:ud  {NoMask}
        and (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0xd8000000:ud  {NoMask}         // the bug: bit 29 is not looked at
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
