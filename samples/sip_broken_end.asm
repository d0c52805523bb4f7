// sip_broken_end: a System Routine with one bug: the Master Exception State bit is never cleared.
//
// See:      the routine runs on behind its last instruction, where no code is.
// Command:  eulab siptest --launch samples/sip_broken_end.json
// Result:   status 3, a routine at fault, `runs off its end`.
sip_broken_end:
        shr (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0x8000:ud      {NoMask}         // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 3:ud           {NoMask, Switch}
        asr (1)  r0.4<1>:d    r0.4<0;1,0>:d   31:d           {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}         // an illegal opcode: skip 16 bytes
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x07ffffff:ud  {NoMask, Switch} // acknowledge all
