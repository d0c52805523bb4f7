// The kernel of `make demo`: eight channels go two ways, then an instruction comes that is none.
kernel:
        mov (8)  r2.0<1>:w    0x76543210:v
        mov (8)  r4.0<1>:f    r2.0<8;8,1>:w                     // channel number
        mul (8)  r5.0<1>:f    r4.0<8;8,1>:f   r4.0<8;8,1>:f
        cmp.l.f0.0 (8) null<1>:f r4.0<8;8,1>:f 3.0:f {Switch}
        (f0.0) if (8) large joined
small:
        add (8)  r5.0<1>:f    r5.0<8;8,1>:f   0.5:f
        else (8) joined
large:
        mul (8)  r5.0<1>:f    r5.0<8;8,1>:f   -1.0:f
joined:
        endif (8) bad
bad:
        illegal
after:
        add (8)  r5.0<1>:f    r5.0<8;8,1>:f   100.0:f
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
