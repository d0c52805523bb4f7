// sip_broken_suppress: a System Routine with one bug: Breakpoint Suppress is not set before the return to a breakpoint.
//
// See:      the instruction raises its breakpoint again, for ever: the thread never goes on.
// Command:  eulab siptest --launch samples/sip_broken_suppress.json --kinds breakpoint
// Result:   status 3, a routine at fault, `without Breakpoint Suppress`, at the first boundary.
sip_broken_suppress:
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 3:ud           {NoMask, Switch}
        asr (1)  r0.4<1>:d    r0.4<0;1,0>:d   31:d           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x07ffffff:ud  {NoMask, Switch} // acknowledge all
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off
        nop
