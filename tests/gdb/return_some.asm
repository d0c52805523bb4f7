// Gen9: channels 0 .. 3 call, the others are disabled until they have returned.
start:
        mov (8)  r2.0<1>:uw   0x76543210:v
        cmp.l.f0.0 (8) null<1>:w r2.0<8;8,1>:w 4:w
        (f0.0) call (8) r20.0<1>:ud sub
        mov (8)  r4.0<1>:d    100:d
        mov (8)  r127.0<1>:ud r0.0<8;8,1>:ud    {NoMask}
        send (8) null<1>:ud   r127 0x27 0x2000010 {EOT}
sub:
        mov (8)  r5.0<1>:d    10:d
        ret (8)  r20.0<2;2,1>:ud
