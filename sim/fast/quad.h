/* How the sources of instructions on 64-bit integers lie, as sim/fast/quad.c decodes them. */
#ifndef EULAB_SIM_FAST_QUAD_H
#define EULAB_SIM_FAST_QUAD_H

/* u->kind[]: where a source's lanes are. ONE: all lanes have the same element. */
enum quad_kind {
    QUADS,
    QUAD_ONE,
    DWORDS_S, /* to be extended with their sign; _U: with zeros */
    DWORDS_U,
    WORDS_S,
    WORDS_U,
    DWORD_S_ONE,
    DWORD_U_ONE,
    WORD_S_ONE,
    WORD_U_ONE,
    /* low half in imm; high half in s[1] and s[2] if it is the only source, otherwise the sign */
    QUAD_IMM,
    QUAD_IMM_ALL,
    QUAD_KINDS
};

#endif
