// sip_dispatch: a System Routine with one service for each exception, found by lzd over cr0.1.
//
// See:      dispatch by priority, and how little a routine needs: it changes r0.4 (reserved for System Routines, 4.2.4)
//           and cr0; it restores everything else. After a service it checks again: a stack overflow that came
//           with another event would never enter by itself (3.3.3.8). What else is pending does enter again.
// Command:  eulab run --launch samples/sip_dispatch.json
// Result:   illegal.asm ends with r10 = 42 in channels 0 .. 7, status 0: the illegal opcode was skipped.
//
// It uses scratch memory at BTI 253, 32 bytes per thread at ((HSID, EUID) * 8 + TID) * 32.
sip_dispatch:
        shl (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud 16:ud           {NoMask, Switch} // enables beside their status bits
        or (1)   r0.4<1>:ud   r0.4<0;1,0>:ud  0x40000000:ud   {NoMask}         // external halt has no enable
        and (1)  r0.4<1>:ud   cr0.1<0;1,0>:ud r0.4<0;1,0>:ud  {NoMask, Switch}
        and (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  0xf8000000:ud   {NoMask}
        or (1)   r0.4<1>:ud   r0.4<0;1,0>:ud  0x04000000:ud   {NoMask}         // none: the sixth entry
        lzd (1)  r0.4<1>:ud   r0.4<0;1,0>:ud                  {NoMask}
        shl (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  4:ud            {NoMask}
        add (1)  r0.4<1>:ud   r0.4<0;1,0>:ud  16:ud           {NoMask}
        add (1)  ip<1>:ud     ip<0;1,0>:ud    r0.4<0;1,0>:ud  {NoMask}
table:
        jmpi (1) on_breakpoint {NoMask}
        jmpi (1) on_halt       {NoMask}
        jmpi (1) on_software   {NoMask}
        jmpi (1) on_illegal    {NoMask}
        jmpi (1) on_stack      {NoMask}
        jmpi (1) return        {NoMask}

on_breakpoint:  // the instruction runs on return: its breakpoint is suppressed once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x00008000:ud   {NoMask, Switch}
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x7fffffff:ud   {NoMask, Switch}
        jmpi (1) sip_dispatch {NoMask}
on_halt:
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0xbfffffff:ud   {NoMask, Switch}
        jmpi (1) sip_dispatch {NoMask}
on_software:
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0xdfffffff:ud   {NoMask, Switch}
        jmpi (1) sip_dispatch {NoMask}
on_stack:
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0xf7ffffff:ud   {NoMask, Switch}
        jmpi (1) return {NoMask}

on_illegal:     // skip it: AIP moves by its size, 8 bytes when CmptCtrl (bit 29) is set, else 16
        mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                  {NoMask} // r0 is the header: r0.2 the offset in owords
        shr (1)  r0.2<1>:ud   sr0.0<0;1,0>:uw 5:ud            {NoMask} // HSID, EUID
        add (1)  r0.2<1>:ud   sr0.0<0;1,0>:ub r0.2<0;1,0>:ud  {NoMask} // TID
        shl (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  1:ud            {NoMask}
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x040a02fd  {NoMask} // save r1 in scratch
        mov (8)  r1.0<1>:ud   0:ud                            {NoMask}
        shr (1)  r1.2<1>:ud   cr0.2<0;1,0>:ud 4:ud            {NoMask, Switch}
        send (16) r1.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021800ff  {NoMask} // the oword at AIP, stateless
        and (1)  r1.4<1>:ud   cr0.2<0;1,0>:ud 8:ud            {NoMask, Switch}
        shl (1)  r1.4<1>:ud   r1.4<0;1,0>:ud  1:ud            {NoMask}
        add (1)  r1.4<1>:ud   r1.4<0;1,0>:ud  16:ud           {NoMask}
        add (1)  ip<1>:ud     ip<0;1,0>:ud    r1.4<0;1,0>:ud  {NoMask} // AIP in the upper half: r1.2 is it already
        mov (1)  r1.2<1>:ud   r1.0<0;1,0>:ud                  {NoMask}
        and (1)  r1.2<1>:ud   r1.2<0;1,0>:ud  0x20000000:ud   {NoMask}
        shr (1)  r1.2<1>:ud   r1.2<0;1,0>:ud  26:ud           {NoMask}
        add (1)  r1.2<1>:d    -r1.2<0;1,0>:d  16:d            {NoMask}
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r1.2<0;1,0>:ud  {NoMask, Switch}
        send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x021802fd  {NoMask} // r1 back
        mov (1)  r0.2<1>:ud   r0.4<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0xffff7fff:ud   {NoMask, Switch} // its own breakpoint is behind us, too
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0xefffffff:ud   {NoMask, Switch}
return:
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud   {NoMask, Switch} // Master Exception State off
        nop
