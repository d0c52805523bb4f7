// What Mesa prints beside instructions, but for a word.
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
