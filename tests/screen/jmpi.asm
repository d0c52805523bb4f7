// jmpi: one channel decides for all
start:
        mov (8)  r2.0<1>:w    0x76543210:v
        cmp.e.f0.0 (8) null<1>:w r2.0<8;8,1>:w 0:w {Switch}
        (f0.0) jmpi (1) there
        nop
there:
        (-f0.0) jmpi (1) start
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
