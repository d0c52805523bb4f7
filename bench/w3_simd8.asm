// W3, SIMD8: memory; 7 instructions read 8 floats by an address for each channel, add to them and write them back.
// The bench sets r3: where each channel begins :ud, r8: what is added, r127.0: passes over the 512 KiB of surface 0.
        mov (8) r9.0<1>:d   0:d
pass:
        mov (8) r5.0<1>:ud  r3.0<8;8,1>:ud
        mov (8) r4.0<1>:d   0:d
next:
        send (8) r6.0<1>:ud r5.0<8;8,1>:ud 0xa 0x02116e00    // untyped surface read
        add (8) r6.0<1>:f   r6.0<8;8,1>:f r8.0<8;8,1>:f
        send (8) null<1>:ud r5.0<8;8,1>:ud 0xa 0x04036e00    // untyped surface write
        add (8) r5.0<1>:ud  r5.0<8;8,1>:ud 32:ud
        add (8) r4.0<1>:d   r4.0<8;8,1>:d 1:d
        cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d 16384:d {Switch}
        (f0.0) while (8) next
        add (8) r9.0<1>:d   r9.0<8;8,1>:d 1:d
        cmp.l.f0.0 (8) null<1>:d r9.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f0.0) while (8) pass
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
