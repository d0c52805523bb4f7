// demo: what Gen9 has in addition to Gen7, in one small kernel: goto and join, quadwords, halfs, SIMD32, a0.12, f1.1, mme.
//
// See:      debugging Gen9; the additional registers in gdb; a kernel for routines of that generation.
// Command:  eulab gdb --launch samples/gen9/demo.json, then: break low, continue, eu regs, eu masks
// Result:   r4, r5 = 101 .. 112, 13 .. 16 as integers: channels 12 to 15 wait at `low`.
start:
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x4c0:ud {NoMask, Switch}
        mov (8)  r2.0<1>:uw   0x76543210:v
        add (8)  r2.8<1>:uw   r2.0<8;8,1>:uw  8:uw
        mov (16) r4.0<1>:d    r2.0<8;8,1>:uw                    // channel number
        mov (16) r6.0<1>:f    r4.0<8;8,1>:d
        mov (16) r8.0<2>:hf   r6.0<8;8,1>:f
        mov (4)  r10.0<1>:q   r4.0<4;4,1>:d
        shl (4)  r10.0<1>:q   r10.0<4;4,1>:q  33:w
wide:
        mov (32) r12.0<1>:w   -1:w
        mov (1)  a0.12<1>:uw  0x84:uw           {NoMask}
        mov (8)  r14.0<1>:ud  r[a0.12]<8;8,1>:ud
        cmp.g.f1.1 (16) null<1>:d r4.0<8;8,1>:d 11:d
        (-f1.1) goto (16) low low
high:
        add (16) r4.0<1>:d    r4.0<8;8,1>:d   100:d
low:
        join (16) calls
calls:
        call (16) r20.0<1>:ud inner
        math.inv (8) r22.0<1>:f r7.0<8;8,1>:f
        mov (8)  mme3.0<1>:ud r4.0<8;8,1>:ud
        mov (1)  dbg0.1<1>:ud 0x1234:ud         {NoMask}
last:
        mov (8)  r127.0<1>:ud r0.0<8;8,1>:ud    {NoMask}
        send (8) null<1>:ud   r127 0x27 0x2000010 {EOT}
inner:
        add (16) r4.0<1>:d    r4.0<8;8,1>:d   1:d
        ret (16) r20.0<2;2,1>:ud
