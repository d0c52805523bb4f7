// sip_broken_acc: a System Routine with one bug: acc0 is saved as eight dwords, without its guard bits.
//
// See:      wide.asm leaves 64-bit products in acc0 between mul and mach; the upper halves are lost there.
// Command:  eulab siptest --launch samples/sip_broken_acc.json
// Result:   status 3, `accx0` (the accumulator with its guard bits), and another result.
sip_broken_acc:
        mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                 {NoMask}         // r0 becomes the header of a message
        mov (1)  r0.2<1>:ud   0:ud                           {NoMask}
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x060a03fd {NoMask}         // r1, r2 to scratch
        mov (8)  r1.0<1>:d    acc0.0<8;8,1>:d                {NoMask}         // the bug: 32 of 64 bits
        mov (8)  acc0.0<1>:d  0:d                            {NoMask}         // the routine's own work
        mov (8)  acc0.0<1>:d  r1.0<8;8,1>:d                  {NoMask}
        send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x022803fd {NoMask}         // r1, r2 back
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
