// sip_broken_sticky: a System Routine with one bug: Breakpoint Suppress is set whatever the exception was.
//
// See:      suppress stays until it swallows a breakpoint: the next real one is not seen. Published debuggers do this.
// Command:  eulab siptest --launch samples/sip_broken_sticky.json
// Result:   status 3, `cr0 byte 1`: 0x00008000, with an external halt.
sip_broken_sticky:
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x8000:ud      {NoMask, Switch} // the bug: for all kinds
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 3:ud           {NoMask, Switch}
        asr (1)  r0.4<1>:d    r0.4<0;1,0>:d   31:d           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x07ffffff:ud  {NoMask, Switch} // acknowledge all
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off
        nop
