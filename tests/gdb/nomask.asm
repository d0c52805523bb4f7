// All channels leave by halt; the NoMask instruction before the place where they meet is passed by IP alone.
        mov (8)  r10.0<1>:d   0:d
        halt (8) lonely meet
lonely:
        mov (1)  r11.0<1>:d   1:d {NoMask}
meet:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
