// W3, SIMD16: memory; 7 instructions read 16 floats by an address for each channel, add to them and write them back.
// The bench sets r4: where each channel begins :ud, r14: what is added, r127.0: passes over the 512 KiB of surface 0.
        mov (16) r16.0<1>:d   0:d
pass:
        mov (16) r8.0<1>:ud  r4.0<8;8,1>:ud
        mov (16) r6.0<1>:d   0:d
next:
        send (16) r10.0<1>:ud r8.0<8;8,1>:ud 0xa 0x04215e00    // untyped surface read
        add (16) r10.0<1>:f   r10.0<8;8,1>:f r14.0<8;8,1>:f
        send (16) null<1>:ud r8.0<8;8,1>:ud 0xa 0x08035e00    // untyped surface write
        add (16) r8.0<1>:ud  r8.0<8;8,1>:ud 64:ud
        add (16) r6.0<1>:d   r6.0<8;8,1>:d 1:d
        cmp.l.f0.0 (16) null<1>:d r6.0<8;8,1>:d 8192:d {Switch}
        (f0.0) while (16) next
        add (16) r16.0<1>:d   r16.0<8;8,1>:d 1:d
        cmp.l.f0.0 (16) null<1>:d r16.0<8;8,1>:d r127.0<0;1,0>:d {Switch}
        (f0.0) while (16) pass
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
