// What Mesa prints beside instructions, but for a word; and what alone shows that it is Mesa's.
    nop ;
    Native kode
    other code
    SIMD8 shade
    SIMD shader
    other shader
    START 0
    START B
    START Bx
    OTHER B0
    mov(8) g[a0
    mov(8) g300
    math none
    send(8) URB:
    endif(8) JIP: +268435456
    endif(8) JIP: 1.5
    endif(8) JIP: B
    mov(8) r10<1>F g2<8,8,1>F
    (W) mov (8) g2<1>F g3<8,8,1>F
    mov (8|M0) g2<1>F g3<8,8,1>F
    mov (8) r[a0.0, 2]<1>F g3<8,8,1>F
