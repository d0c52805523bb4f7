// calls: functions that call functions, for bt, up, finish and nexti.
//
// See:      `call` stores the return IP and the calling channels in a pair of dwords, because there is no stack; each
//           function has its own pair here. Channels 4 .. 7 do not enter `low`: they wait after the call.
// Command:  eulab gdb --launch samples/calls.json, then: break inner, continue, bt, up, finish, nexti
// Result:   r4 = 2, 3, 4, 5, 5, 6, 7, 8 as integers: channel + 1, and channels 0 .. 3 once more by `low`
calls:
        mov (8)  r2.0<1>:w    0x76543210:v
        mov (8)  r4.0<1>:d    r2.0<8;8,1>:w                     // channel number
        call (2) r10.0<1>:ud  outer
        cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d 5:d {Switch}
        (f0.0) call (2) r12.0<1>:ud low                         // some of the channels
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}

outer:
        nop
        call (2) r11.0<1>:ud  inner
        ret (2)  r10.0<2;2,1>:ud

inner:
        add (8)  r4.0<1>:d    r4.0<8;8,1>:d   1:d
        ret (2)  r11.0<2;2,1>:ud

low:
        add (8)  r4.0<1>:d    r4.0<8;8,1>:d   1:d
        ret (2)  r12.0<2;2,1>:ud
