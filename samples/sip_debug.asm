// sip_debug: the target's side of a small debugger: saves the thread, raises attention, executes commands, continues.
//
// See:      how debuggers work on this hardware: the routine waits in `wait n1`; the host sees the attention line, reads
//           and changes the thread where it was saved, writes a command, and clears the line.
// Command:  eulab gdb --launch samples/sip_debug.json, then continue: it stops, `deadlock at`.
//           monitor attention                      thread 0 is at `wait n1`
//           x/8wx 0x800140                         r10 of the stopped thread; set var *(int *) 0x800140 = 100
//           set var *(int *) 0x801060 = 1          command 1: one instruction, then stop again; 0: continue
//           monitor attention clear, continue
// Result:   each breakpoint of breakpoint.asm stops; the kernel continues with the edited values.
//           siptest --launch samples/sip_debug.json passes: the test answers the attention.
//
// A thread's slot in scratch memory, BTI 253, is that of sip_save.inc: r0 .. r127 at 0x0000, at 0x1000 a0, f0, f1,
// channels, ip; 0x1020 cr0, sr0; 0x1040 n0; 0x1060 the command.
sip_debug:
        .include "sip_save.inc"
stopped:  // attention: the host reads and edits the slot, and answers
        wait (1) n0.1<0;1,0>:ud                                        {NoMask} // n1
        nop
        .include "sip_load.inc"
        .include "sip_serve.inc"
        and (1)  r14.6<1>:ud   r13.0<0;1,0>:ud 1:ud                    {NoMask} // command 1: one instruction, then here again
        shl (1)  r14.7<1>:ud   r14.6<0;1,0>:ud 15:ud                   {NoMask}
        or (1)   r11.0<1>:ud   r11.0<0;1,0>:ud r14.7<0;1,0>:ud         {NoMask} // suppress, and bit 31 of cr0.1 left set
        shl (1)  r14.6<1>:ud   r14.6<0;1,0>:ud 31:ud                   {NoMask}
        and (1)  cr0.1<1>:ud   cr0.1<0;1,0>:ud r14.5<0;1,0>:ud         {NoMask, Switch} // cr0.1 goes through no register:
        or (1)   cr0.1<1>:ud   cr0.1<0;1,0>:ud r14.6<0;1,0>:ud         {NoMask, Switch} // what comes meanwhile would be lost
        or (1)   cr0.0<1>:ud   r11.0<0;1,0>:ud 0x80000000:ud           {NoMask, Switch} // all of cr0.0 but the master bit
        .include "sip_restore.inc"
return:
        and (1)  cr0.0<1>:ud   cr0.0<0;1,0>:ud 0x7fffffff:ud           {NoMask, Switch} // Master Exception State off
        nop
