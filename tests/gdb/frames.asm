// A call in a call, an offender in it, and code that the thread began in another function than it stands in.
start:
        mov (8)  r2.0<1>:ud    1:ud
        jmpi (1) body {NoMask}
        nop
body:
        call (2) r10.0<1>:ud  sub
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
sub:
        mov (8)  r3.0<1>:ud   1:ud
        call (2) r11.0<1>:ud  leaf
        mov (8)  r3.0<1>:ud   3:ud
        ret (2)  r10.0<2;2,1>:ud
leaf:
        mov (8)  r4.0<1>:ud   1:ud
        illegal
        mov (8)  r4.0<1>:ud   2:ud
        ret (2)  r11.0<2;2,1>:ud
