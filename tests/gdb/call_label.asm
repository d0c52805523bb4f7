start:          mov (8)  r4.0<1>:d    1:d
                call (2) r10.0<1>:ud  outer
back:           add (8)  r4.0<1>:d    r4.0<8;8,1>:d   1:d
again:          call (2) r10.0<1>:ud  outer
last:           mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
                send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
outer:          nop
                call (2) r11.0<1>:ud  inner
leave:          ret (2)  r10.0<2;2,1>:ud
inner:          add (8)  r4.0<1>:d    r4.0<8;8,1>:d   1:d
                ret (2)  r11.0<2;2,1>:ud
