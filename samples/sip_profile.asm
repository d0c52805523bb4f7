// sip_profile: software exceptions count and time the regions of a kernel.
//
// See:      a service that an application calls by itself: the first software exception opens a region, the next one
//           closes it. The routine reads the time stamp tm0 and adds up the time between them in scratch memory.
// Command:  eulab run --launch samples/sip_profile.json --dump-mem 0x800000,12
// Result:   mem: six exceptions (6), the last time stamp, and the time in the regions, simulated instructions.
//           siptest --launch samples/sip_profile.json passes: nothing else is touched.
//
// A thread's slot in scratch memory, BTI 253, is 256 bytes: 0x00 exceptions, last time stamp, time in regions;
// 0x20 r1, r2 while the routine uses them.
sip_profile:
        mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                  {NoMask} // r0 becomes a header: r0.2 the offset in owords
        shr (1)  r0.2<1>:ud   sr0.0<0;1,0>:uw 5:ud            {NoMask} // HSID, EUID
        add (1)  r0.2<1>:ud   sr0.0<0;1,0>:ub r0.2<0;1,0>:ud  {NoMask} // TID
        shl (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  4:ud            {NoMask} // a slot of 256 bytes
        add (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  2:ud            {NoMask}
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x060a03fd  {NoMask} // r1, r2 to 0x20
        mov (8)  r1.0<1>:ud   0:ud                            {NoMask}
        add (1)  r1.2<1>:ud   r0.2<0;1,0>:ud  -2:d            {NoMask}
        send (16) r2.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021802fd  {NoMask} // the record
        shl (1)  r1.3<1>:ud   cr0.1<0;1,0>:ud 16:ud           {NoMask, Switch} // r1.3: what has come, by one look;
        or (1)   r1.3<1>:ud   r1.3<0;1,0>:ud  0x40000000:ud   {NoMask}         // external halt has no enable
        and (1)  r1.3<1>:ud   cr0.1<0;1,0>:ud r1.3<0;1,0>:ud  {NoMask, Switch}
        and (1)  r1.3<1>:ud   r1.3<0;1,0>:ud  0xf8000000:ud   {NoMask}
count:  // nothing changes unless it was a software exception
        shr (1)  r1.4<1>:ud   r1.3<0;1,0>:ud  29:ud           {NoMask}
        and (1)  r1.4<1>:ud   r1.4<0;1,0>:ud  1:ud            {NoMask}
        add (1)  r1.5<1>:d    -r1.4<0;1,0>:d  0:d             {NoMask} // as a mask
        mov (1)  r1.6<1>:ud   tm0.0<0;1,0>:ud                 {NoMask}
        add (1)  r1.6<1>:d    r1.6<0;1,0>:d   -r2.1<0;1,0>:d  {NoMask} // since the last one
        and (1)  r1.6<1>:ud   r1.6<0;1,0>:ud  r1.5<0;1,0>:ud  {NoMask}
        add (1)  r2.1<1>:ud   r2.1<0;1,0>:ud  r1.6<0;1,0>:ud  {NoMask} // now
        and (1)  r1.7<1>:ud   r2.0<0;1,0>:ud  1:ud            {NoMask} // odd: it was in a region
        add (1)  r1.7<1>:d    -r1.7<0;1,0>:d  0:d             {NoMask} // as a mask
        and (1)  r1.6<1>:ud   r1.6<0;1,0>:ud  r1.7<0;1,0>:ud  {NoMask}
        add (1)  r2.2<1>:ud   r2.2<0;1,0>:ud  r1.6<0;1,0>:ud  {NoMask}
        add (1)  r2.0<1>:ud   r2.0<0;1,0>:ud  r1.4<0;1,0>:ud  {NoMask}
        send (16) null<1>:uw  r1.0<8;8,1>:ud  0xa 0x040a02fd  {NoMask}
serve:  // an illegal opcode is stepped over: AIP moves by its size, 8 bytes with CmptCtrl, else 16
        shr (1)  r1.2<1>:ud   cr0.2<0;1,0>:ud 4:ud            {NoMask, Switch}
        mov (1)  r1.5<1>:ud   0:ud                            {NoMask} // of a header: a base to be added
        send (16) r2.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021800ff  {NoMask} // the oword at AIP, stateless
        and (1)  r1.4<1>:ud   cr0.2<0;1,0>:ud 8:ud            {NoMask, Switch}
        shl (1)  r1.4<1>:ud   r1.4<0;1,0>:ud  28:ud           {NoMask}
        asr (1)  r1.4<1>:d    r1.4<0;1,0>:d   31:d            {NoMask} // all ones: it is the upper half
        xor (1)  r1.5<1>:ud   r2.0<0;1,0>:ud  r2.2<0;1,0>:ud  {NoMask}
        and (1)  r1.5<1>:ud   r1.5<0;1,0>:ud  r1.4<0;1,0>:ud  {NoMask}
        xor (1)  r1.5<1>:ud   r1.5<0;1,0>:ud  r2.0<0;1,0>:ud  {NoMask} // its first dword
        shr (1)  r1.5<1>:ud   r1.5<0;1,0>:ud  26:ud           {NoMask}
        and (1)  r1.5<1>:ud   r1.5<0;1,0>:ud  8:ud            {NoMask}
        add (1)  r1.5<1>:d    -r1.5<0;1,0>:d  16:d            {NoMask}
        shl (1)  r1.6<1>:ud   r1.3<0;1,0>:ud  3:ud            {NoMask}
        asr (1)  r1.6<1>:d    r1.6<0;1,0>:d   31:d            {NoMask} // all ones: it was an illegal opcode
        and (1)  r1.5<1>:ud   r1.5<0;1,0>:ud  r1.6<0;1,0>:ud  {NoMask}
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r1.5<0;1,0>:ud  {NoMask, Switch}
        and (1)  r1.6<1>:ud   r1.6<0;1,0>:ud  0x8000:ud       {NoMask} // nor is its own breakpoint suppressed any longer
        not (1)  r1.6<1>:ud   r1.6<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud r1.6<0;1,0>:ud  {NoMask, Switch}
        shr (1)  r1.6<1>:ud   r1.3<0;1,0>:ud  16:ud           {NoMask}
        and (1)  r1.6<1>:ud   r1.6<0;1,0>:ud  0x8000:ud       {NoMask} // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r1.6<0;1,0>:ud  {NoMask, Switch}
        xor (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud r1.3<0;1,0>:ud  {NoMask, Switch} // clear what has come, not what came since
return: send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x022803fd  {NoMask} // r1, r2 back
        mov (1)  r0.2<1>:ud   r0.4<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud   {NoMask, Switch} // Master Exception State off
        nop
