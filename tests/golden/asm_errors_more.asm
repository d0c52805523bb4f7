    .define r1 5
    .define N 1/0
    .define D r10.0<1>:ud
    mov (8) r1.0<1>:f r2.0<8;8,1>.xyzw:f
    mov (8) r1.0<1>:f (abs)3:f
    mov (8) r1.0<1>:ud FOO:ud
    mov (8) r1.0<1>:q r2.0<8;8,1>:f
    mov (8) r[a1.0]<1>:f r2.0<8;8,1>:f
    endif (8) +4
    mov (1) r1.0<1>:f start:f
start:
    send (8) r1.0<1>:ud r2.0<8;8,1>:ud 0x7
    mov (8) r1.0<1>:f r2.0<8;8,1>:f {Compacted, 2N}
    .include "no-such-file.asm"
    add.q (8) r1.0<1>:f r2.0<8;8,1>:f 1.0:f
    nop nop
    .dword 0x1ffffffff
    mov (8) r1.0<1>:f 1.0:f r2.0<8;8,1>:f
    /* over
two lines */ frob
    /* not closed
