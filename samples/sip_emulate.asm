// sip_emulate: an instruction that this generation does not have, rotate left, done by the System Routine.
//
// See:      the illegal-opcode exception as a way to add an instruction: the routine reads the instruction at AIP from
//           memory, decodes its operands, computes for the channels on it, and moves AIP past it.
// Command:  eulab run --launch samples/sip_emulate.json
// Result:   r10 = 0x34567812 in channels 0 .. 3 and 0x12345678 in the others.
//           siptest --launch samples/sip_emulate.json passes; any other opcode is skipped.
//
// The instruction: opcode 0x0f in the form of `shl (8) rD.0<1>:ud rS.0<8;8,1>:ud N:ud`, rD and rS from r8 on.
// Its destination and its source hold register * 32 + byte, as an address register does.
// A thread's slot in scratch memory, BTI 253, is 256 bytes, for r1 .. r4.
sip_emulate:
        mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                  {NoMask} // r0 becomes a header: r0.2 the offset in owords
        shr (1)  r0.2<1>:ud   sr0.0<0;1,0>:uw 5:ud            {NoMask} // HSID, EUID
        add (1)  r0.2<1>:ud   sr0.0<0;1,0>:ub r0.2<0;1,0>:ud  {NoMask} // TID
        shl (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  4:ud            {NoMask} // a slot of 256 bytes
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x0a0a04fd  {NoMask} // r1 .. r4 to scratch
        mov (8)  r4.0<1>:uw   a0.0<8;8,1>:uw                  {NoMask}
        mov (1)  r4.4<1>:ud   f0.0<0;1,0>:ud                  {NoMask}
        shl (1)  r4.5<1>:ud   cr0.1<0;1,0>:ud 16:ud           {NoMask, Switch} // r4.5: what has come, by one look;
        or (1)   r4.5<1>:ud   r4.5<0;1,0>:ud  0x40000000:ud   {NoMask}         // external halt has no enable
        and (1)  r4.5<1>:ud   cr0.1<0;1,0>:ud r4.5<0;1,0>:ud  {NoMask, Switch}
        and (1)  r4.5<1>:ud   r4.5<0;1,0>:ud  0xf8000000:ud   {NoMask}
fetch:  // 32 bytes from the oword of AIP on
        mov (8)  r1.0<1>:ud   0:ud                            {NoMask}
        shr (1)  r1.2<1>:ud   cr0.2<0;1,0>:ud 4:ud            {NoMask, Switch}
        send (16) r2.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021802ff  {NoMask} // stateless
        and (1)  r1.0<1>:ud   cr0.2<0;1,0>:ud 8:ud            {NoMask, Switch}
        add (1)  a0.0<1>:uw   r1.0<0;1,0>:uw  64:uw           {NoMask}
        mov (4)  r3.0<1>:ud   r[a0.0, 0]<4;4,1>:ud            {NoMask} // the instruction
decode: // f0.0: an illegal opcode, and ours
        and (1)  r3.4<1>:ud   r3.0<0;1,0>:ud  0x2000007f:ud   {NoMask} // CmptCtrl, opcode
        and (1)  r3.5<1>:ud   r4.5<0;1,0>:ud  0x10000000:ud   {NoMask}
        or (1)   r3.4<1>:ud   r3.4<0;1,0>:ud  r3.5<0;1,0>:ud  {NoMask}
        cmp.z.f0.0 (8) null<1>:ud r3.4<0;1,0>:ud 0x1000000f:ud  {NoMask, Switch}
        shr (1)  r3.6<1>:ud   r3.1<0;1,0>:ud  16:ud           {NoMask}
        and (1)  r3.6<1>:ud   r3.6<0;1,0>:ud  0xfff:ud        {NoMask} // destination
        and (1)  r3.7<1>:ud   r3.2<0;1,0>:ud  0xfff:ud        {NoMask} // source
        mov (1)  a0.0<1>:uw   r3.12<0;1,0>:uw                 {NoMask}
        mov (1)  a0.1<1>:uw   r3.14<0;1,0>:uw                 {NoMask}
compute:
        mov (8)  r1.0<1>:ud   r[a0.1, 0]<8;8,1>:ud            {NoMask}
        shl (8)  r2.0<1>:ud   r1.0<8;8,1>:ud  r3.3<0;1,0>:ud  {NoMask}
        add (1)  r3.3<1>:d    -r3.3<0;1,0>:d  32:d            {NoMask}
        shr (8)  r1.0<1>:ud   r1.0<8;8,1>:ud  r3.3<0;1,0>:ud  {NoMask}
        (f0.0) or (8) r[a0.0, 0]<1>:ud r1.0<8;8,1>:ud r2.0<8;8,1>:ud   // no NoMask: the application's channels
serve:  // an illegal opcode is behind us: AIP moves by its size, 8 bytes with CmptCtrl, else 16
        shl (1)  r4.6<1>:ud   r4.5<0;1,0>:ud  3:ud            {NoMask}
        asr (1)  r4.6<1>:d    r4.6<0;1,0>:d   31:d            {NoMask} // a mask: all ones for an illegal opcode
        shr (1)  r3.0<1>:ud   r3.0<0;1,0>:ud  26:ud           {NoMask}
        and (1)  r3.0<1>:ud   r3.0<0;1,0>:ud  8:ud            {NoMask}
        add (1)  r3.0<1>:d    -r3.0<0;1,0>:d  16:d            {NoMask}
        and (1)  r3.0<1>:ud   r3.0<0;1,0>:ud  r4.6<0;1,0>:ud  {NoMask}
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r3.0<0;1,0>:ud  {NoMask, Switch}
        and (1)  r4.6<1>:ud   r4.6<0;1,0>:ud  0x8000:ud       {NoMask} // nor is its own breakpoint suppressed any longer
        not (1)  r4.6<1>:ud   r4.6<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud r4.6<0;1,0>:ud  {NoMask, Switch}
        shr (1)  r4.6<1>:ud   r4.5<0;1,0>:ud  16:ud           {NoMask}
        and (1)  r4.6<1>:ud   r4.6<0;1,0>:ud  0x8000:ud       {NoMask} // a breakpoint: suppress it once
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r4.6<0;1,0>:ud  {NoMask, Switch}
        xor (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud r4.5<0;1,0>:ud  {NoMask, Switch} // clear what has come, not what came since
return:
        mov (1)  f0.0<1>:ud   r4.4<0;1,0>:ud                  {NoMask}
        mov (8)  a0.0<1>:uw   r4.0<8;8,1>:uw                  {NoMask}
        send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x024804fd  {NoMask} // r1 .. r4 back
        mov (1)  r0.2<1>:ud   r0.4<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud   {NoMask, Switch} // Master Exception State off
        nop
