// sip_preempt: a thread's context goes to memory, its slot is free for another thread, and the context is restored.
//
// See:      context save and restore (4.3.4): cr0.1[25] says that the thread will leave when the master bit falls,
//           cr0.1[24] that a dummy thread must restore the context whose sr0.0 is in r0.4, perhaps in another
//           slot than it left; the rest is as in sip_save_restore.
// Command:  eulab siptest --launch samples/sip_preempt.json --kinds context-save
//           in gdb: monitor preempt 0, continue (it is saved), monitor restore 0 9 (as EU1.T1), continue
// Result:   `passed`: at every instruction of divergence.asm the context is the same after the restore.
//
// A thread's slot in scratch memory is that of sip_save.inc. What no instruction can write, masks, n0, tdr0 and
// the PcIPs, is kept by the host.
sip_preempt:
        shr (1)  r0.9<1>:uw    cr0.3<0;1,0>:uw 8:uw                    {NoMask, Switch} // cr0.1, bit 24: a dummy thread, to restore
        and (1)  r0.9<1>:uw    r0.9<0;1,0>:uw 1:uw                     {NoMask} // r0.9:uw is r0.4's upper half: the lower one
        shl (1)  r0.9<1>:uw    r0.9<0;1,0>:uw 4:uw                     {NoMask} // says in a dummy thread what to restore
        add (1)  r0.9<1>:uw    r0.9<0;1,0>:uw 16:uw                    {NoMask}
        add (1)  ip<1>:ud      ip<0;1,0>:ud r0.9<0;1,0>:uw             {NoMask}
        jmpi (1) save                                                  {NoMask}
        jmpi (1) restore                                               {NoMask}
save:
        .include "sip_save.inc"
body:  // r2 .. r15, a0, flags and accumulators are free here; this one spoils what it can, to show that it may
        mov (8)  a0.0<1>:uw    0x55aa:uw                               {NoMask}
        mov (1)  f0.0<1>:ud    0x55aa55aa:ud                           {NoMask}
        mov (1)  f1.0<1>:ud    0x55aa55aa:ud                           {NoMask}
        mov (8)  acc1.0<1>:d   0x55aa55aa:d                            {NoMask}
        mov (8)  acc0.0<1>:d   0x55aa55aa:d                            {NoMask}
        mov (16) r2.0<1>:ud    0x55aa55aa:ud                           {NoMask}
        mov (16) r4.0<1>:ud    0x55aa55aa:ud                           {NoMask}
        mov (16) r6.0<1>:ud    0x55aa55aa:ud                           {NoMask}
        mov (16) r8.0<1>:ud    0x55aa55aa:ud                           {NoMask}
        mov (16) r10.0<1>:ud   0x55aa55aa:ud                           {NoMask}
        mov (16) r12.0<1>:ud   0x55aa55aa:ud                           {NoMask}
        mov (16) r14.0<1>:ud   0x55aa55aa:ud                           {NoMask}
        .include "sip_load.inc"
        .include "sip_serve.inc"
        or (1)   cr0.1<1>:ud   cr0.1<0;1,0>:ud r11.1<0;1,0>:ud         {NoMask, Switch} // a dummy thread's is empty
        and (1)  cr0.1<1>:ud   cr0.1<0;1,0>:ud r14.5<0;1,0>:ud         {NoMask, Switch} // cr0.1 goes through no register:
        // what comes while it is in one would be lost.
        or (1)   cr0.0<1>:ud   r11.0<0;1,0>:ud 0x80000000:ud           {NoMask, Switch} // all of cr0.0 but the master bit
        .include "sip_restore.inc"
return:
        and (1)  cr0.0<1>:ud   cr0.0<0;1,0>:ud 0x7fffffff:ud           {NoMask, Switch} // Master Exception State off
        nop
restore:  // all registers are free, and zero but for r0.4
        mov (8)  r1.0<1>:ud    0:ud                                    {NoMask}
        shr (1)  r1.2<1>:ud    r0.8<0;1,0>:uw 5:ud                     {NoMask} // r0.4: sr0.0 of who was saved; it may have
        add (1)  r1.2<1>:ud    r0.16<0;1,0>:ub r1.2<0;1,0>:ud          {NoMask} // come to another slot than it left
        shl (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 10:ud                    {NoMask}
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 256:ud                   {NoMask} // 0x1000 of the slot
        jmpi (1) restore_arf                                           {NoMask}
