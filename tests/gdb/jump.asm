// A loop of eight channels that have eight counts, and code behind it.
start:
        mov (8)  r2.0<1>:w    0x76543210:v
        mov (8)  r3.0<1>:d    r2.0<8;8,1>:w
        mov (8)  r4.0<1>:d    0:d
again:
        add (8)  r4.0<1>:d    r4.0<8;8,1>:d   1:d
        cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d r3.0<8;8,1>:d {Switch}
        (f0.0) while (8) again
behind:
        add (8)  r5.0<1>:d    r5.0<8;8,1>:d   1:d
        add (8)  r5.0<1>:d    r5.0<8;8,1>:d   1:d
        add (8)  r5.0<1>:d    r5.0<8;8,1>:d   1:d
end:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
