// What `make bench-rsp` debugs: a loop for ever, past `again` each time. One EU thread, SIMD8.
        nop
again:
        mul (8) r10.0<1>:f  r10.0<8;8,1>:f r2.0<8;8,1>:f
        add (8) r10.0<1>:f  r10.0<8;8,1>:f r3.0<8;8,1>:f
        add (8) r4.0<1>:d   r4.0<8;8,1>:d 1:d
        jmpi again
