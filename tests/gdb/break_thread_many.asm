// Every channel goes round three times, channels 8 and up once more.
        mov (16) r2.0<1>:d 0:d
        mov (8)  r4.0<1>:d 3:d
        mov (8)  r5.0<1>:d 4:d
loop:   add (16) r2.0<1>:d r2.0<8;8,1>:d 1:d
        cmp.l.f0.0 (16) null<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d
        (f0.0) while (16) loop
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
