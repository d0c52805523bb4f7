// sip_preempt: a context of Gen9 goes to memory and is restored, perhaps in another slot, as with Intel's driver.
//
// See:      context save and restore (docs/exceptions.md 4b): cr0.1[25] asks for a save, cr0.1[24] for a restore, read as
//           the word cr0.3; scratch messages go to the save area of the slot by themselves, whatever r0 says.
// Command:  eulab siptest --launch samples/gen9/sip_preempt.json --kinds context-save --lost dbg0
// Result:   `passed`: at every instruction the context is the same after the restore, except dbg0.0, which saves f0.
//
// A split send has its header in one register and its data in others, so that nothing is copied: r1 .. r127 at unit N - 1
// (32 bytes each), r0 at 127, architecture registers from 128 on. What was pending in cr0.1 comes back too.
sip_preempt:
        mov (1)  dbg0.0<1>:ud  f0.0<0;1,0>:ud          {NoMask}
        and.nz.f0.0 (1) null<1>:uw cr0.3<0;1,0>:uw 0x200:uw {NoMask, Switch}
        (f0.0) jmpi (1) save                           {NoMask}
        and.nz.f0.0 (1) null<1>:uw cr0.3<0;1,0>:uw 0x100:uw {NoMask, Switch}
        (f0.0) jmpi (1) restore                        {NoMask}
        mov (1)  f0.0<1>:ud    dbg0.0<0;1,0>:ud        {NoMask} // any other exception: dropped
        and (1)  cr0.1<1>:ud   cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}
leave:
        and (1)  cr0.1<1>:ud   cr0.1<0;1,0>:ud 0xfcffffff:ud {NoMask, Switch} // the request
        and (1)  cr0.0<1>:ud   cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}
        nop
save:
        sends (16) null:ud r0 r1 0x10a 0x020e2000 {NoMask}  // r1 .. r4
        sends (16) null:ud r0 r5 0x10a 0x020e2004 {NoMask}  // r5 .. r8
        sends (16) null:ud r0 r9 0x10a 0x020e2008 {NoMask}  // r9 .. r12
        sends (16) null:ud r0 r13 0x10a 0x020e200c {NoMask}  // r13 .. r16
        sends (16) null:ud r0 r17 0x10a 0x020e2010 {NoMask}  // r17 .. r20
        sends (16) null:ud r0 r21 0x10a 0x020e2014 {NoMask}  // r21 .. r24
        sends (16) null:ud r0 r25 0x10a 0x020e2018 {NoMask}  // r25 .. r28
        sends (16) null:ud r0 r29 0x10a 0x020e201c {NoMask}  // r29 .. r32
        sends (16) null:ud r0 r33 0x10a 0x020e2020 {NoMask}  // r33 .. r36
        sends (16) null:ud r0 r37 0x10a 0x020e2024 {NoMask}  // r37 .. r40
        sends (16) null:ud r0 r41 0x10a 0x020e2028 {NoMask}  // r41 .. r44
        sends (16) null:ud r0 r45 0x10a 0x020e202c {NoMask}  // r45 .. r48
        sends (16) null:ud r0 r49 0x10a 0x020e2030 {NoMask}  // r49 .. r52
        sends (16) null:ud r0 r53 0x10a 0x020e2034 {NoMask}  // r53 .. r56
        sends (16) null:ud r0 r57 0x10a 0x020e2038 {NoMask}  // r57 .. r60
        sends (16) null:ud r0 r61 0x10a 0x020e203c {NoMask}  // r61 .. r64
        sends (16) null:ud r0 r65 0x10a 0x020e2040 {NoMask}  // r65 .. r68
        sends (16) null:ud r0 r69 0x10a 0x020e2044 {NoMask}  // r69 .. r72
        sends (16) null:ud r0 r73 0x10a 0x020e2048 {NoMask}  // r73 .. r76
        sends (16) null:ud r0 r77 0x10a 0x020e204c {NoMask}  // r77 .. r80
        sends (16) null:ud r0 r81 0x10a 0x020e2050 {NoMask}  // r81 .. r84
        sends (16) null:ud r0 r85 0x10a 0x020e2054 {NoMask}  // r85 .. r88
        sends (16) null:ud r0 r89 0x10a 0x020e2058 {NoMask}  // r89 .. r92
        sends (16) null:ud r0 r93 0x10a 0x020e205c {NoMask}  // r93 .. r96
        sends (16) null:ud r0 r97 0x10a 0x020e2060 {NoMask}  // r97 .. r100
        sends (16) null:ud r0 r101 0x10a 0x020e2064 {NoMask}  // r101 .. r104
        sends (16) null:ud r0 r105 0x10a 0x020e2068 {NoMask}  // r105 .. r108
        sends (16) null:ud r0 r109 0x10a 0x020e206c {NoMask}  // r109 .. r112
        sends (16) null:ud r0 r113 0x10a 0x020e2070 {NoMask}  // r113 .. r116
        sends (16) null:ud r0 r117 0x10a 0x020e2074 {NoMask}  // r117 .. r120
        sends (16) null:ud r0 r121 0x10a 0x020e2078 {NoMask}  // r121 .. r124
        sends (16) null:ud r0 r125 0x8a 0x020e107c {NoMask}  // r125 .. r126
        sends (16) null:ud r0 r127 0x4a 0x020e007e {NoMask}  // r127
        sends (16) null:ud r1 r0 0x4a 0x020e007f {NoMask}  // r0
save_arf:  // r4 .. r31 are units 128 .. 155
        mov (16)  r4.0<1>:uw a0.0<16;16,1>:uw {NoMask}
        mov (1)  r5.0<1>:ud dbg0.0<0;1,0>:ud {NoMask}
        mov (1)  r5.1<1>:ud f1.0<0;1,0>:ud {NoMask}
        mov (1)  r5.2<1>:ud dbg0.1<0;1,0>:ud {NoMask}
        mov (4)  r5.4<1>:ud sr1.0<4;4,1>:ud {NoMask}
        mov (1)  r6.1<1>:ud sr0.1<0;1,0>:ud {NoMask}
        mov (1)  r6.2<1>:ud sr0.2<0;1,0>:ud {NoMask}
        mov (1)  r6.3<1>:ud sr0.3<0;1,0>:ud {NoMask}
        mov (4)  r6.4<1>:ud cr0.0<4;4,1>:ud {NoMask, Switch}
        mov (1)  r7.0<1>:ud n0.0<0;1,0>:ud {NoMask}
        mov (1)  r7.1<1>:ud n0.1<0;1,0>:ud {NoMask}
        mov (1)  r7.2<1>:ud n0.2<0;1,0>:ud {NoMask}
        mov (1)  r7.3<1>:ud fc1.0<0;1,0>:ud {NoMask}
        mov (1)  r7.4<1>:ud fc2.0<0;1,0>:ud {NoMask}
        mov (1)  r7.5<1>:ud fc4.0<0;1,0>:ud {NoMask}
        mov (4)  r8.0<1>:ud sp.0<4;4,1>:ud {NoMask}
        mov (1)  r8.4<1>:ud fc3.0<0;1,0>:ud {NoMask}
        mov (1)  r8.5<1>:ud fc3.1<0;1,0>:ud {NoMask}
        mov (1)  r8.6<1>:ud fc3.2<0;1,0>:ud {NoMask}
        mov (1)  r8.7<1>:ud fc3.3<0;1,0>:ud {NoMask}
        mov (1)  r9.0<1>:ud msg0.0<0;1,0>:ud {NoMask}
        mov (1)  r9.1<1>:ud msg1.0<0;1,0>:ud {NoMask}
        mov (1)  r9.2<1>:ud msg2.0<0;1,0>:ud {NoMask}
        mov (1)  r9.3<1>:ud msg3.0<0;1,0>:ud {NoMask}
        mov (1)  r9.4<1>:ud msg4.0<0;1,0>:ud {NoMask}
        mov (1)  r9.5<1>:ud msg5.0<0;1,0>:ud {NoMask}
        mov (1)  r9.6<1>:ud msg6.0<0;1,0>:ud {NoMask}
        mov (1)  r9.7<1>:ud msg7.0<0;1,0>:ud {NoMask}
        mov (1)  r10.0<1>:ud fc0.0<0;1,0>:ud {NoMask}
        mov (1)  r10.1<1>:ud fc0.1<0;1,0>:ud {NoMask}
        mov (1)  r10.2<1>:ud fc0.2<0;1,0>:ud {NoMask}
        mov (1)  r10.3<1>:ud fc0.3<0;1,0>:ud {NoMask}
        mov (1)  r10.4<1>:ud fc0.4<0;1,0>:ud {NoMask}
        mov (1)  r10.5<1>:ud fc0.5<0;1,0>:ud {NoMask}
        mov (1)  r10.6<1>:ud fc0.6<0;1,0>:ud {NoMask}
        mov (1)  r10.7<1>:ud fc0.7<0;1,0>:ud {NoMask}
        mov (1)  r11.0<1>:ud fc0.8<0;1,0>:ud {NoMask}
        mov (1)  r11.1<1>:ud fc0.9<0;1,0>:ud {NoMask}
        mov (1)  r11.2<1>:ud fc0.10<0;1,0>:ud {NoMask}
        mov (1)  r11.3<1>:ud fc0.11<0;1,0>:ud {NoMask}
        mov (1)  r11.4<1>:ud fc0.12<0;1,0>:ud {NoMask}
        mov (1)  r11.5<1>:ud fc0.13<0;1,0>:ud {NoMask}
        mov (1)  r11.6<1>:ud fc0.14<0;1,0>:ud {NoMask}
        mov (1)  r11.7<1>:ud fc0.15<0;1,0>:ud {NoMask}
        mov (1)  r12.0<1>:ud fc0.16<0;1,0>:ud {NoMask}
        mov (1)  r12.1<1>:ud fc0.17<0;1,0>:ud {NoMask}
        mov (1)  r12.2<1>:ud fc0.18<0;1,0>:ud {NoMask}
        mov (1)  r12.3<1>:ud fc0.19<0;1,0>:ud {NoMask}
        mov (1)  r12.4<1>:ud fc0.20<0;1,0>:ud {NoMask}
        mov (1)  r12.5<1>:ud fc0.21<0;1,0>:ud {NoMask}
        mov (1)  r12.6<1>:ud fc0.22<0;1,0>:ud {NoMask}
        mov (1)  r12.7<1>:ud fc0.23<0;1,0>:ud {NoMask}
        mov (1)  r13.0<1>:ud fc0.24<0;1,0>:ud {NoMask}
        mov (1)  r13.1<1>:ud fc0.25<0;1,0>:ud {NoMask}
        mov (1)  r13.2<1>:ud fc0.26<0;1,0>:ud {NoMask}
        mov (1)  r13.3<1>:ud fc0.27<0;1,0>:ud {NoMask}
        mov (1)  r13.4<1>:ud fc0.28<0;1,0>:ud {NoMask}
        mov (1)  r13.5<1>:ud fc0.29<0;1,0>:ud {NoMask}
        mov (1)  r13.6<1>:ud fc0.30<0;1,0>:ud {NoMask}
        mov (1)  r13.7<1>:ud fc0.31<0;1,0>:ud {NoMask}
        mov (8)  r14.0<1>:ud mme0.0<8;8,1>:ud {NoMask}
        mov (8)  r15.0<1>:ud mme1.0<8;8,1>:ud {NoMask}
        mov (8)  r16.0<1>:ud mme2.0<8;8,1>:ud {NoMask}
        mov (8)  r17.0<1>:ud mme3.0<8;8,1>:ud {NoMask}
        mov (8)  r18.0<1>:ud mme4.0<8;8,1>:ud {NoMask}
        mov (8)  r19.0<1>:ud mme5.0<8;8,1>:ud {NoMask}
        mov (8)  r20.0<1>:ud mme6.0<8;8,1>:ud {NoMask}
        mov (8)  r21.0<1>:ud mme7.0<8;8,1>:ud {NoMask}
        mov (16) r22.0<1>:w acc0.0<16;16,1>:w {NoMask}  // 33 bits of sixteen lanes: 15:0, 31:16, 32
        shr (16) acc0.0<1>:w acc0.0<16;16,1>:w 16:w {NoMask}
        mov (16) r23.0<1>:w acc0.0<16;16,1>:w {NoMask}
        shr (16) acc0.0<1>:w acc0.0<16;16,1>:w 16:w {NoMask}
        mov (16) r24.0<1>:w acc0.0<16;16,1>:w {NoMask}
        sends (16) null:ud r0 r4 0x10a 0x020e2080 {NoMask}  // r4 .. r7
        sends (16) null:ud r0 r8 0x10a 0x020e2084 {NoMask}  // r8 .. r11
        sends (16) null:ud r0 r12 0x10a 0x020e2088 {NoMask}  // r12 .. r15
        sends (16) null:ud r0 r16 0x10a 0x020e208c {NoMask}  // r16 .. r19
        sends (16) null:ud r0 r20 0x10a 0x020e2090 {NoMask}  // r20 .. r23
        sends (16) null:ud r0 r24 0x10a 0x020e2094 {NoMask}  // r24 .. r27
        jmpi (1) leave {NoMask}
restore:
        send (16) r4.0<1>:ud r0 0xa 0x024c2080 {NoMask}  // r4 .. r7
        send (16) r8.0<1>:ud r0 0xa 0x024c2084 {NoMask}  // r8 .. r11
        send (16) r12.0<1>:ud r0 0xa 0x024c2088 {NoMask}  // r12 .. r15
        send (16) r16.0<1>:ud r0 0xa 0x024c208c {NoMask}  // r16 .. r19
        send (16) r20.0<1>:ud r0 0xa 0x024c2090 {NoMask}  // r20 .. r23
        send (16) r24.0<1>:ud r0 0xa 0x024c2094 {NoMask}  // r24 .. r27
        shl (16) acc0.0<1>:w r24.0<16;16,1>:w 16:w {NoMask}
        add (16) acc0.0<1>:w acc0.0<16;16,1>:w r23.0<16;16,1>:uw {NoMask}
        shl (16) acc0.0<1>:w acc0.0<16;16,1>:w 16:w {NoMask}
        add (16) acc0.0<1>:w acc0.0<16;16,1>:w r22.0<16;16,1>:uw {NoMask}
        mov (16)  a0.0<1>:uw r4.0<16;16,1>:uw {NoMask}
        mov (1)  f1.0<1>:ud r5.1<0;1,0>:ud {NoMask}
        mov (1)  dbg0.1<1>:ud r5.2<0;1,0>:ud {NoMask}
        mov (4)  sr1.0<1>:ud r5.4<4;4,1>:ud {NoMask}
        mov (1)  sr0.1<1>:ud r6.1<0;1,0>:ud {NoMask}
        mov (1)  sr0.2<1>:ud r6.2<0;1,0>:ud {NoMask}
        mov (1)  sr0.3<1>:ud r6.3<0;1,0>:ud {NoMask}
        mov (1)  n0.0<1>:ud r7.0<0;1,0>:ud {NoMask}
        mov (1)  n0.1<1>:ud r7.1<0;1,0>:ud {NoMask}
        mov (1)  n0.2<1>:ud r7.2<0;1,0>:ud {NoMask}
        mov (1)  fc1.0<1>:ud r7.3<0;1,0>:ud {NoMask}
        mov (1)  fc2.0<1>:ud r7.4<0;1,0>:ud {NoMask}
        mov (1)  fc4.0<1>:ud r7.5<0;1,0>:ud {NoMask}
        mov (4)  sp.0<1>:ud r8.0<4;4,1>:ud {NoMask}
        mov (1)  fc3.0<1>:ud r8.4<0;1,0>:ud {NoMask}
        mov (1)  fc3.1<1>:ud r8.5<0;1,0>:ud {NoMask}
        mov (1)  fc3.2<1>:ud r8.6<0;1,0>:ud {NoMask}
        mov (1)  fc3.3<1>:ud r8.7<0;1,0>:ud {NoMask}
        mov (1)  msg0.0<1>:ud r9.0<0;1,0>:ud {NoMask}
        mov (1)  msg1.0<1>:ud r9.1<0;1,0>:ud {NoMask}
        mov (1)  msg2.0<1>:ud r9.2<0;1,0>:ud {NoMask}
        mov (1)  msg3.0<1>:ud r9.3<0;1,0>:ud {NoMask}
        mov (1)  msg4.0<1>:ud r9.4<0;1,0>:ud {NoMask}
        mov (1)  msg5.0<1>:ud r9.5<0;1,0>:ud {NoMask}
        mov (1)  msg6.0<1>:ud r9.6<0;1,0>:ud {NoMask}
        mov (1)  msg7.0<1>:ud r9.7<0;1,0>:ud {NoMask}
        mov (1)  fc0.0<1>:ud r10.0<0;1,0>:ud {NoMask}
        mov (1)  fc0.1<1>:ud r10.1<0;1,0>:ud {NoMask}
        mov (1)  fc0.2<1>:ud r10.2<0;1,0>:ud {NoMask}
        mov (1)  fc0.3<1>:ud r10.3<0;1,0>:ud {NoMask}
        mov (1)  fc0.4<1>:ud r10.4<0;1,0>:ud {NoMask}
        mov (1)  fc0.5<1>:ud r10.5<0;1,0>:ud {NoMask}
        mov (1)  fc0.6<1>:ud r10.6<0;1,0>:ud {NoMask}
        mov (1)  fc0.7<1>:ud r10.7<0;1,0>:ud {NoMask}
        mov (1)  fc0.8<1>:ud r11.0<0;1,0>:ud {NoMask}
        mov (1)  fc0.9<1>:ud r11.1<0;1,0>:ud {NoMask}
        mov (1)  fc0.10<1>:ud r11.2<0;1,0>:ud {NoMask}
        mov (1)  fc0.11<1>:ud r11.3<0;1,0>:ud {NoMask}
        mov (1)  fc0.12<1>:ud r11.4<0;1,0>:ud {NoMask}
        mov (1)  fc0.13<1>:ud r11.5<0;1,0>:ud {NoMask}
        mov (1)  fc0.14<1>:ud r11.6<0;1,0>:ud {NoMask}
        mov (1)  fc0.15<1>:ud r11.7<0;1,0>:ud {NoMask}
        mov (1)  fc0.16<1>:ud r12.0<0;1,0>:ud {NoMask}
        mov (1)  fc0.17<1>:ud r12.1<0;1,0>:ud {NoMask}
        mov (1)  fc0.18<1>:ud r12.2<0;1,0>:ud {NoMask}
        mov (1)  fc0.19<1>:ud r12.3<0;1,0>:ud {NoMask}
        mov (1)  fc0.20<1>:ud r12.4<0;1,0>:ud {NoMask}
        mov (1)  fc0.21<1>:ud r12.5<0;1,0>:ud {NoMask}
        mov (1)  fc0.22<1>:ud r12.6<0;1,0>:ud {NoMask}
        mov (1)  fc0.23<1>:ud r12.7<0;1,0>:ud {NoMask}
        mov (1)  fc0.24<1>:ud r13.0<0;1,0>:ud {NoMask}
        mov (1)  fc0.25<1>:ud r13.1<0;1,0>:ud {NoMask}
        mov (1)  fc0.26<1>:ud r13.2<0;1,0>:ud {NoMask}
        mov (1)  fc0.27<1>:ud r13.3<0;1,0>:ud {NoMask}
        mov (1)  fc0.28<1>:ud r13.4<0;1,0>:ud {NoMask}
        mov (1)  fc0.29<1>:ud r13.5<0;1,0>:ud {NoMask}
        mov (1)  fc0.30<1>:ud r13.6<0;1,0>:ud {NoMask}
        mov (1)  fc0.31<1>:ud r13.7<0;1,0>:ud {NoMask}
        mov (8)  mme0.0<1>:ud r14.0<8;8,1>:ud {NoMask}
        mov (8)  mme1.0<1>:ud r15.0<8;8,1>:ud {NoMask}
        mov (8)  mme2.0<1>:ud r16.0<8;8,1>:ud {NoMask}
        mov (8)  mme3.0<1>:ud r17.0<8;8,1>:ud {NoMask}
        mov (8)  mme4.0<1>:ud r18.0<8;8,1>:ud {NoMask}
        mov (8)  mme5.0<1>:ud r19.0<8;8,1>:ud {NoMask}
        mov (8)  mme6.0<1>:ud r20.0<8;8,1>:ud {NoMask}
        mov (8)  mme7.0<1>:ud r21.0<8;8,1>:ud {NoMask}
        mov (1)  cr0.2<1>:ud r6.6<0;1,0>:ud {NoMask, Switch}  // AIP
        mov (1)  cr0.1<1>:ud r6.5<0;1,0>:ud {NoMask, Switch}  // with its bit 25: what this is was said at the entry
        mov (1)  cr0.0<1>:ud r6.4<0;1,0>:ud {NoMask, Switch}  // with bit 31
        mov (1)  f0.0<1>:ud r5.0<0;1,0>:ud {NoMask}
        send (16) r1.0<1>:ud r0 0xa 0x024c2000 {NoMask}  // r1 .. r4
        send (16) r5.0<1>:ud r0 0xa 0x024c2004 {NoMask}  // r5 .. r8
        send (16) r9.0<1>:ud r0 0xa 0x024c2008 {NoMask}  // r9 .. r12
        send (16) r13.0<1>:ud r0 0xa 0x024c200c {NoMask}  // r13 .. r16
        send (16) r17.0<1>:ud r0 0xa 0x024c2010 {NoMask}  // r17 .. r20
        send (16) r21.0<1>:ud r0 0xa 0x024c2014 {NoMask}  // r21 .. r24
        send (16) r25.0<1>:ud r0 0xa 0x024c2018 {NoMask}  // r25 .. r28
        send (16) r29.0<1>:ud r0 0xa 0x024c201c {NoMask}  // r29 .. r32
        send (16) r33.0<1>:ud r0 0xa 0x024c2020 {NoMask}  // r33 .. r36
        send (16) r37.0<1>:ud r0 0xa 0x024c2024 {NoMask}  // r37 .. r40
        send (16) r41.0<1>:ud r0 0xa 0x024c2028 {NoMask}  // r41 .. r44
        send (16) r45.0<1>:ud r0 0xa 0x024c202c {NoMask}  // r45 .. r48
        send (16) r49.0<1>:ud r0 0xa 0x024c2030 {NoMask}  // r49 .. r52
        send (16) r53.0<1>:ud r0 0xa 0x024c2034 {NoMask}  // r53 .. r56
        send (16) r57.0<1>:ud r0 0xa 0x024c2038 {NoMask}  // r57 .. r60
        send (16) r61.0<1>:ud r0 0xa 0x024c203c {NoMask}  // r61 .. r64
        send (16) r65.0<1>:ud r0 0xa 0x024c2040 {NoMask}  // r65 .. r68
        send (16) r69.0<1>:ud r0 0xa 0x024c2044 {NoMask}  // r69 .. r72
        send (16) r73.0<1>:ud r0 0xa 0x024c2048 {NoMask}  // r73 .. r76
        send (16) r77.0<1>:ud r0 0xa 0x024c204c {NoMask}  // r77 .. r80
        send (16) r81.0<1>:ud r0 0xa 0x024c2050 {NoMask}  // r81 .. r84
        send (16) r85.0<1>:ud r0 0xa 0x024c2054 {NoMask}  // r85 .. r88
        send (16) r89.0<1>:ud r0 0xa 0x024c2058 {NoMask}  // r89 .. r92
        send (16) r93.0<1>:ud r0 0xa 0x024c205c {NoMask}  // r93 .. r96
        send (16) r97.0<1>:ud r0 0xa 0x024c2060 {NoMask}  // r97 .. r100
        send (16) r101.0<1>:ud r0 0xa 0x024c2064 {NoMask}  // r101 .. r104
        send (16) r105.0<1>:ud r0 0xa 0x024c2068 {NoMask}  // r105 .. r108
        send (16) r109.0<1>:ud r0 0xa 0x024c206c {NoMask}  // r109 .. r112
        send (16) r113.0<1>:ud r0 0xa 0x024c2070 {NoMask}  // r113 .. r116
        send (16) r117.0<1>:ud r0 0xa 0x024c2074 {NoMask}  // r117 .. r120
        send (16) r121.0<1>:ud r0 0xa 0x024c2078 {NoMask}  // r121 .. r124
        send (16) r125.0<1>:ud r0 0xa 0x022c107c {NoMask}  // r125 .. r126
        send (16) r127.0<1>:ud r0 0xa 0x021c007e {NoMask}  // r127
        send (16) r0.0<1>:ud r1 0xa 0x021c007f {NoMask}  // r0
        jmpi (1) leave {NoMask}
