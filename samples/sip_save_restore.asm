// sip_save_restore: all of a thread's state to memory and back: every register, address registers, flags,
// accumulators with their guard bits, cr0, and the channels that entered, as a debugger's routine does.
//
// See:      what a System Routine may rely on at its entry (r0.4 and nothing else), how the GRF is saved with
//           that, how channel enables are read (the compare trick), and how 64-bit accumulators go through
//           32-bit registers. A place to start from: put your own work where `body` is.
// Command:  eulab siptest --launch samples/sip_save_restore.json
// Result:   `passed`: at every instruction of divergence.asm, whatever exception comes, nothing is lost.
//
// The work is in sip_save.inc, which also shows the layout of a thread's slot of scratch memory, sip_load.inc,
// sip_serve.inc and sip_restore.inc; sip_preempt and sip_debug use the same files.
sip_save_restore:
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
        and (1)  cr0.1<1>:ud   cr0.1<0;1,0>:ud r14.5<0;1,0>:ud         {NoMask, Switch}
        or (1)   cr0.0<1>:ud   r11.0<0;1,0>:ud 0x80000000:ud           {NoMask, Switch} // all of cr0.0 but the master bit
        .include "sip_restore.inc"
return:
        and (1)  cr0.0<1>:ud   cr0.0<0;1,0>:ud 0x7fffffff:ud           {NoMask, Switch} // Master Exception State off
        nop
