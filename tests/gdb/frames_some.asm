// Some of the channels raise an exception; channels 0 and 1 wait behind the call.
start:
        mov (8)  r2.0<1>:uw    0x76543210:v
        cmp.g.f0.0 (8) null<1>:w r2.0<8;8,1>:w 1:w {Switch}
        (f0.0) call (2) r20.0<1>:ud leaf
        mov (8)  r3.0<1>:ud    3:ud
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
leaf:
        illegal
        mov (8)  r4.0<1>:ud    4:ud
        ret (2)  r20.0<2;2,1>:ud
