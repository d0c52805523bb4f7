// sip_broken_status: a System Routine with one bug: the software exception is not acknowledged.
//
// See:      bits 31, 30 and 29 of cr0.1 are status and control: left set, they enter the routine again.
// Command:  eulab siptest --launch samples/sip_broken_status.json
// Result:   status 3, a routine at fault, `entered again each time`.
sip_broken_status:
        shr (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0x8000:ud      {NoMask}         // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 3:ud           {NoMask, Switch}
        asr (1)  r0.4<1>:d    r0.4<0;1,0>:d   31:d           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x27ffffff:ud  {NoMask, Switch} // the bug: bit 29 is kept 
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off
        nop
