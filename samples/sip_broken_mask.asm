// sip_broken_mask: a System Routine with one bug: the save and the load of r1 and r2 lack NoMask.
//
// See:      the data port moves only the dwords of enabled channels, here 8 of the 16 of two registers.
// Command:  eulab siptest --launch samples/sip_broken_mask.json
// Result:   status 3, `r2 byte 0` at the first boundary.
sip_broken_mask:
        mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                 {NoMask}         // r0 becomes the header of a message
        mov (1)  r0.2<1>:ud   0:ud                           {NoMask}
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x060a03fd                  // the bug: r1, r2 of enabled channels only
        mov (8)  r1.0<1>:ud   0xffffffff:ud                  {NoMask}
        mov (8)  r2.0<1>:ud   0xffffffff:ud                  {NoMask}
        send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x022803fd                  // r1, r2 back
        mov (1)  r0.2<1>:ud   r0.4<0;1,0>:ud                 {NoMask}
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
