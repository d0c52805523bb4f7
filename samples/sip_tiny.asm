// sip_tiny: the smallest System Routine that works: it acknowledges what is pending and returns to AIP.
//
// See:      entry and return, and nothing between them. It skips nothing: an illegal opcode would raise for ever.
// Command:  eulab run --launch samples/sip_tiny.json
// Result:   softexc.asm ends with r10 = 2, status 0.
//
// It touches cr0 and r0.4, the one dword of the GRF that the manual reserves for System Routines (4.2.4). What arrives
// while it is inside stays set in cr0.1 and enters again: a routine that clears all five bits would lose it.
sip_tiny:
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud          {NoMask, Switch} // enables beside their status bits
        or (1)   r0.4<1>:ud   r0.4<0;1,0>:ud  0x40000000:ud  {NoMask}         // external halt has no enable
        and (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch} // one look says what has come:
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0xf8000000:ud  {NoMask}
        xor (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch} // that is cleared, and nothing that comes later
        shr (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud          {NoMask}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0x8000:ud      {NoMask}         // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud  {NoMask, Switch} // Master Exception State off: return
        nop
