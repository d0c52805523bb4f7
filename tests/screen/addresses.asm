// addresses: messages of Gen9 whose channels have addresses of 64 bits, in registers of their own
start:
        mov (8)  r2.0<1>:w     0x76543210:v
        mul (8)  r4.0<1>:d     r2.0<8;8,1>:w   8:w
        add (8)  r4.0<1>:d     r4.0<8;8,1>:d   0x100000:d
        mov (8)  r10.0<1>:q    r4.0<8;8,1>:d
        add (8)  r12.0<1>:d    r4.0<8;8,1>:d   1:d
        send (8) null          r10 a64_untyped_write bti=255 simd8 x
        (f0.0) send (8) r20    r10 a64_scattered_read bti=255 simd8 element=qword count=1 rlen=2
        cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d 0x100020:d
        (f0.0) send (8) r20    r10 a64_scattered_read bti=255 simd8 element=qword count=1 rlen=2
        mov (8)  r112.0<1>:ud  r0.0<8;8,1>:ud  {NoMask}
        send (8) null          r112 0x27 0x02000010 {EOT}
