// sip_debug: the target's side of a small debugger: saves the thread, raises attention, does as it is told, goes on.
//
// See:      how debuggers work on this hardware: the routine waits in `wait n1`; the host sees the attention line, reads
//           and changes the thread where it was saved, writes a command, and clears the line.
// Command:  eulab gdb --launch samples/sip_debug.json, then continue: it stops, `every thread waits`.
//           monitor attention                      thread 0 is at `wait n1`
//           x/8wx 0x800140                         r10 of the stopped thread; set var *(int *) 0x800140 = 100
//           set var *(int *) 0x801060 = 1          command 1: one instruction, then stop again; 0: go on
//           monitor attention clear, continue
// Result:   each breakpoint of breakpoint.asm stops; what was edited is what the kernel goes on with.
//           siptest --launch samples/sip_debug.json passes: the test answers the attention.
//
// A thread's slot in scratch memory, BTI 253, is that of sip_save_restore: r0 .. r127 at 0x0000, at 0x1000 a0, f0, f1,
// channels, ip; 0x1020 cr0, sr0; 0x1040 n0; 0x1060 the command.
sip_debug:
        // r0.4 is the only dword that is ours: r0 becomes the first header, and r0.4 keeps what it takes from it.
        mov (1)  r0.4<1>:ud    r0.2<0;1,0>:ud                          {NoMask} // r0.2 of a header: the offset in owords
        shr (1)  r0.2<1>:ud    sr0.0<0;1,0>:uw 5:ud                    {NoMask} // HSID, EUID
        add (1)  r0.2<1>:ud    sr0.0<0;1,0>:ub r0.2<0;1,0>:ud          {NoMask} // TID: the slot
        shl (1)  r0.2<1>:ud    r0.2<0;1,0>:ud 10:ud                    {NoMask} // of 16 KiB
        add (1)  r0.2<1>:ud    r0.2<0;1,0>:ud 2:ud                     {NoMask}
        send (16) null<1>:uw    r0.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r1 .. r4 to 0x0020; from here on they are free
        mov (8)  r1.0<1>:ud    0:ud                                    {NoMask} // r1: the running header
        add (1)  r1.2<1>:ud    r0.2<0;1,0>:ud -2:d                     {NoMask}
        mov (8)  r2.0<1>:ud    r1.0<8;8,1>:ud                          {NoMask}
        mov (8)  r3.0<1>:ud    r0.0<8;8,1>:ud                          {NoMask}
        mov (1)  r3.2<1>:ud    r0.4<0;1,0>:ud                          {NoMask}
        send (16) null<1>:uw    r2.0<8;8,1>:ud 0xa            0x040a02fd {NoMask} // r0 as it was to 0x0000
save_grf:  // each send frees the register that heads the next
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 10:ud                    {NoMask}
        mov (8)  r4.0<1>:ud    r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r4.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r5 .. r8
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r8.0<1>:ud    r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r8.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r9 .. r12
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r12.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r12.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r13 .. r16
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r16.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r16.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r17 .. r20
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r20.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r20.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r21 .. r24
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r24.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r24.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r25 .. r28
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r28.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r28.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r29 .. r32
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r32.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r32.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r33 .. r36
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r36.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r36.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r37 .. r40
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r40.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r40.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r41 .. r44
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r44.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r44.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r45 .. r48
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r48.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r48.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r49 .. r52
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r52.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r52.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r53 .. r56
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r56.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r56.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r57 .. r60
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r60.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r60.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r61 .. r64
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r64.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r64.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r65 .. r68
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r68.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r68.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r69 .. r72
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r72.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r72.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r73 .. r76
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r76.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r76.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r77 .. r80
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r80.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r80.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r81 .. r84
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r84.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r84.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r85 .. r88
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r88.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r88.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r89 .. r92
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r92.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r92.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r93 .. r96
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r96.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r96.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r97 .. r100
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r100.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r100.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r101 .. r104
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r104.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r104.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r105 .. r108
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r108.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r108.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r109 .. r112
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r112.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r112.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r113 .. r116
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r116.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r116.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r117 .. r120
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r120.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r120.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r121 .. r124
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r124.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r124.0<8;8,1>:ud 0xa            0x060a03fd {NoMask} // r125, r126
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 4:ud                     {NoMask}
        mov (8)  r126.0<1>:ud  r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r126.0<8;8,1>:ud 0xa            0x040a02fd {NoMask} // r127
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 2:ud                     {NoMask} // r1.2: the ARF's part of the slot, 0x1000
save_arf:
        mov (8)  r10.0<1>:uw   a0.0<8;8,1>:uw                          {NoMask} // r10.0 .. 3: a0
        mov (1)  r10.4<1>:ud   f0.0<0;1,0>:ud                          {NoMask}
        mov (1)  r10.5<1>:ud   f1.0<0;1,0>:ud                          {NoMask}
        mov (4)  r11.0<1>:ud   cr0.0<4;4,1>:ud                         {NoMask, Switch} // r11.0 .. 3: cr0
        mov (4)  r11.4<1>:ud   sr0.0<4;4,1>:ud                         {NoMask} // r11.4 .. 7: sr0
        mov (8)  r12.0<1>:ud   0:ud                                    {NoMask}
        mov (2)  r12.0<1>:ud   n0.0<2;2,1>:ud                          {NoMask} // r12: notification
        mov (8)  r13.0<1>:ud   0:ud                                    {NoMask}
        and (1)  cr0.0<1>:ud   cr0.0<0;1,0>:ud 0xfffffffd:ud           {NoMask, Switch} // accumulator updates on
        // The compare trick: only channels that came here write their flag.
        mov (1)  f0.0<1>:ud    0:ud                                    {NoMask}
        cmp.z.f0.0 (16) null<1>:uw r13.0<16;16,1>:uw r13.0<16;16,1>:uw {Switch}
        cmp.z.f0.1 (16) null<1>:uw r13.0<16;16,1>:uw r13.0<16;16,1>:uw {Switch, 2H}
        mov (1)  r10.6<1>:ud   f0.0<0;1,0>:ud                          {NoMask} // r10.6: those channels
        mov (1)  r10.7<1>:ud   ip<0;1,0>:ud                            {NoMask}
        // Accumulators. D lanes have 64 bits: mach of nothing gives the upper half. W lanes have 33.
        mov (8)  r14.0<1>:d    acc0.0<8;8,1>:d                         {NoMask}
        mov (16) r16.0<1>:d    acc0.0<16;16,1>:w                       {NoMask} // r16, r17: bits 31:0 of the words
        asr (16) r18.0<1>:d    acc0.0<16;16,1>:w 16:d                  {NoMask} // r18, r19: bits 32:16
        mach (8) r15.0<1>:d    r13.0<8;8,1>:d r13.0<8;8,1>:d           {NoMask, AccWrEn} // writes dwords: behind the words
        mov (8)  r20.0<1>:d    acc1.0<8;8,1>:d                         {NoMask} // floats only: no guard bits
        mov (8)  r21.0<1>:ud   0:ud                                    {NoMask}
        mov (8)  r9.0<1>:ud    r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r9.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r10 .. r13
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r13.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r13.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r14 .. r17
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  r17.0<1>:ud   r1.0<8;8,1>:ud                          {NoMask}
        send (16) null<1>:uw    r17.0<8;8,1>:ud 0xa            0x0a0a04fd {NoMask} // r18 .. r21
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -24:d                    {NoMask}
stopped:  // attention: the host reads and edits the slot, and answers
        wait (1) n0.1<0;1,0>:ud                                        {NoMask} // n1
        nop
restore_arf:
        send (16) r10.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r10 .. r13
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        send (16) r14.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r14 .. r17
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        send (16) r18.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r18 .. r21
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud 8:ud                     {NoMask}
        mov (8)  acc1.0<1>:d   r20.0<8;8,1>:d                          {NoMask}
        // acc0 as dwords: low half with its sign, then 4 * (high half << 30).
        mov (8)  acc0.0<1>:d   r14.0<8;8,1>:d                          {NoMask}
        shr (8)  r22.0<1>:ud   r14.0<8;8,1>:ud 31:ud                   {NoMask}
        add (8)  r15.0<1>:d    r15.0<8;8,1>:d r22.0<8;8,1>:d           {NoMask}
        mov (8)  r22.0<1>:d    0x40000000:d                            {NoMask}
        mach (8) r23.0<1>:d    r15.0<8;8,1>:d r22.0<8;8,1>:d           {NoMask, AccWrEn}
        mach (8) r23.0<1>:d    r15.0<8;8,1>:d r22.0<8;8,1>:d           {NoMask, AccWrEn}
        mach (8) r23.0<1>:d    r15.0<8;8,1>:d r22.0<8;8,1>:d           {NoMask, AccWrEn}
        mach (8) r23.0<1>:d    r15.0<8;8,1>:d r22.0<8;8,1>:d           {NoMask, AccWrEn}
        // Words that are not the halves of these dwords were written as words. Their 33 bits are a sum of products.
        mov (16) r22.0<1>:d    acc0.0<16;16,1>:w                       {NoMask}
        asr (16) r24.0<1>:d    acc0.0<16;16,1>:w 16:d                  {NoMask}
        xor (16) r22.0<1>:ud   r22.0<8;8,1>:ud r16.0<8;8,1>:ud         {NoMask}
        xor (16) r24.0<1>:ud   r24.0<8;8,1>:ud r18.0<8;8,1>:ud         {NoMask}
        or (16)  r22.0<1>:ud   r22.0<8;8,1>:ud r24.0<8;8,1>:ud         {NoMask}
        cmp.nz.f0.0 (8) null<1>:ud r22.0<8;8,1>:ud 0:ud                {NoMask, Switch}
        cmp.nz.f0.0 (8) null<1>:ud r23.0<8;8,1>:ud 0:ud                {NoMask, Switch, 2Q}
        mov (16) r22.0<1>:uw   r16.0<16;8,2>:uw                        {NoMask} // bits 15:0
        mov (16) r23.0<1>:uw   r18.0<16;8,2>:uw                        {NoMask} // bits 31:16
        shr (16) r24.0<1>:ud   r18.0<8;8,1>:ud 1:ud                    {NoMask}
        and (16) r24.0<1>:ud   r24.0<8;8,1>:ud 0x8000:ud               {NoMask}
        mov (16) r26.0<1>:uw   r24.0<16;8,2>:uw                        {NoMask} // bit 32, as bit 15
        mov (16) r27.0<1>:uw   0x8000:uw                               {NoMask}
        (f0.0) mov (16) acc0.0<1>:uw  r22.0<16;16,1>:uw                {NoMask}
        (f0.0) mac (16) r28.0<1>:uw   r23.0<16;16,1>:uw r27.0<16;16,1>:uw {NoMask, AccWrEn}
        (f0.0) mac (16) r28.0<1>:uw   r23.0<16;16,1>:uw r27.0<16;16,1>:uw {NoMask, AccWrEn}
        (f0.0) mac (16) r28.0<1>:uw   r26.0<16;16,1>:uw r27.0<16;16,1>:uw {NoMask, AccWrEn}
        (f0.0) mac (16) r28.0<1>:uw   r26.0<16;16,1>:uw r27.0<16;16,1>:uw {NoMask, AccWrEn}
        (f0.0) mac (16) r28.0<1>:uw   r26.0<16;16,1>:uw r27.0<16;16,1>:uw {NoMask, AccWrEn}
        (f0.0) mac (16) r28.0<1>:uw   r26.0<16;16,1>:uw r27.0<16;16,1>:uw {NoMask, AccWrEn}
serve:  // an illegal opcode is stepped over, a breakpoint suppressed once
        mov (8)  r30.0<1>:ud   0:ud                                    {NoMask}
        shr (1)  r30.2<1>:ud   r11.2<0;1,0>:ud 4:ud                    {NoMask}
        send (16) r31.0<1>:uw   r30.0<8;8,1>:ud 0xa            0x021800ff {NoMask} // the oword at AIP, stateless
        and (1)  r30.0<1>:ud   r11.2<0;1,0>:ud 8:ud                    {NoMask}
        add (1)  a0.0<1>:uw    r30.0<0;1,0>:uw 992:uw                  {NoMask} // r31, or its upper half
        mov (1)  r30.1<1>:ud   r[a0.0, 0]<0;1,0>:ud                    {NoMask}
        shr (1)  r30.1<1>:ud   r30.1<0;1,0>:ud 26:ud                   {NoMask}
        and (1)  r30.1<1>:ud   r30.1<0;1,0>:ud 8:ud                    {NoMask} // CmptCtrl: 8 bytes
        add (1)  r30.1<1>:d    -r30.1<0;1,0>:d 16:d                    {NoMask}
        shl (1)  r30.5<1>:ud   r11.1<0;1,0>:ud 16:ud                   {NoMask} // what is served: set and enabled,
        or (1)   r30.5<1>:ud   r30.5<0;1,0>:ud 0x40000000:ud           {NoMask} // or an external halt,
        and (1)  r30.5<1>:ud   r30.5<0;1,0>:ud r11.1<0;1,0>:ud         {NoMask} // at the entry; not what came since
        and (1)  r30.5<1>:ud   r30.5<0;1,0>:ud 0xf8000000:ud           {NoMask}
        shl (1)  r30.3<1>:ud   r30.5<0;1,0>:ud 3:ud                    {NoMask} // illegal opcode, bit 28, as a mask
        asr (1)  r30.3<1>:d    r30.3<0;1,0>:d 31:d                     {NoMask}
        and (1)  r30.1<1>:ud   r30.1<0;1,0>:ud r30.3<0;1,0>:ud         {NoMask}
        add (1)  cr0.2<1>:ud   r11.2<0;1,0>:ud r30.1<0;1,0>:ud         {NoMask, Switch}
        shr (1)  r30.4<1>:ud   r30.5<0;1,0>:ud 16:ud                   {NoMask}
        and (1)  r30.4<1>:ud   r30.4<0;1,0>:ud 0x8000:ud               {NoMask}
        or (1)   r11.0<1>:ud   r11.0<0;1,0>:ud r30.4<0;1,0>:ud         {NoMask}
        and (1)  r30.6<1>:ud   r13.0<0;1,0>:ud 1:ud                    {NoMask} // command 1: one instruction, then here again
        shl (1)  r30.7<1>:ud   r30.6<0;1,0>:ud 15:ud                   {NoMask}
        or (1)   r11.0<1>:ud   r11.0<0;1,0>:ud r30.7<0;1,0>:ud         {NoMask} // suppress, and bit 31 of cr0.1 left set
        shl (1)  r30.6<1>:ud   r30.6<0;1,0>:ud 31:ud                   {NoMask}
        not (1)  r30.5<1>:ud   r30.5<0;1,0>:ud                         {NoMask}
        and (1)  r30.5<1>:ud   cr0.1<0;1,0>:ud r30.5<0;1,0>:ud         {NoMask, Switch}
        or (1)   cr0.1<1>:ud   r30.5<0;1,0>:ud r30.6<0;1,0>:ud         {NoMask, Switch}
        or (1)   cr0.0<1>:ud   r11.0<0;1,0>:ud 0x80000000:ud           {NoMask, Switch} // all of cr0.0 but the master bit
restore_flags:
        mov (1)  f0.0<1>:ud    r10.4<0;1,0>:ud                         {NoMask}
        mov (1)  f1.0<1>:ud    r10.5<0;1,0>:ud                         {NoMask}
        mov (8)  a0.0<1>:uw    r10.0<8;8,1>:uw                         {NoMask}
restore_grf:  // from the last to the first; r1 heads them all
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -26:d                    {NoMask}
        send (16) r127.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x021802fd {NoMask}
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -4:d                     {NoMask}
        send (16) r125.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x022803fd {NoMask} // r125, r126
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r121.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r121 .. r124
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r117.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r117 .. r120
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r113.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r113 .. r116
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r109.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r109 .. r112
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r105.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r105 .. r108
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r101.0<1>:uw  r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r101 .. r104
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r97.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r97 .. r100
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r93.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r93 .. r96
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r89.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r89 .. r92
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r85.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r85 .. r88
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r81.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r81 .. r84
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r77.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r77 .. r80
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r73.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r73 .. r76
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r69.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r69 .. r72
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r65.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r65 .. r68
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r61.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r61 .. r64
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r57.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r57 .. r60
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r53.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r53 .. r56
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r49.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r49 .. r52
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r45.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r45 .. r48
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r41.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r41 .. r44
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r37.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r37 .. r40
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r33.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r33 .. r36
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r29.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r29 .. r32
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r25.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r25 .. r28
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r21.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r21 .. r24
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r17.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r17 .. r20
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r13.0<1>:uw   r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r13 .. r16
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r9.0<1>:uw    r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r9 .. r12
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -8:d                     {NoMask}
        send (16) r5.0<1>:uw    r1.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r5 .. r8
        add (1)  r1.2<1>:ud    r1.2<0;1,0>:ud -10:d                    {NoMask}
        send (16) r2.0<1>:uw    r1.0<8;8,1>:ud 0xa            0x021802fd {NoMask}
        mov (8)  r0.0<1>:ud    r2.0<8;8,1>:ud                          {NoMask} // r0; its offset field is wanted once more
        mov (1)  r0.4<1>:ud    r0.2<0;1,0>:ud                          {NoMask}
        add (1)  r0.2<1>:ud    r1.2<0;1,0>:ud 2:ud                     {NoMask}
        send (16) r1.0<1>:uw    r0.0<8;8,1>:ud 0xa            0x024804fd {NoMask} // r1 .. r4
        mov (1)  r0.2<1>:ud    r0.4<0;1,0>:ud                          {NoMask}
return:
        and (1)  cr0.0<1>:ud   cr0.0<0;1,0>:ud 0x7fffffff:ud           {NoMask, Switch} // Master Exception State off
        nop
