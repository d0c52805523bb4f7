/* What the files of the assembler and the disassembler share. Only gcn/ includes this. */
#ifndef GCN_ASM_INTERNAL_H
#define GCN_ASM_INTERNAL_H

#include "gcn/asm.h"

/* A position in the text of an instruction; the first error is kept. */
struct cursor {
    const struct gcn_asm_env *env;
    const char *start, *p;
    const char *error; /* a constant sentence, or NULL */
    const char *at;    /* position of the error */
    size_t reach;      /* how much of the text was understood */
    struct gcn_insn *in;
    unsigned gdwords; /* image: dwords of data that the text names */
};

bool cur_fail(struct cursor *c, const char *error);
void cur_space(struct cursor *c);
/* cur_eat - steps over @text if it comes next (a word must end there). cur_want - the same, but
 * reports an error otherwise. */
bool cur_eat(struct cursor *c, const char *text);
bool cur_want(struct cursor *c, const char *text);
/* cur_word - the length of the identifier that comes next; 0: none. */
size_t cur_word(struct cursor *c);
bool cur_int(struct cursor *c, int64_t *v);
bool cur_int_range(struct cursor *c, int64_t lo, int64_t hi, uint32_t *v);
/* cur_float - reads a number of which cur_is_float() was true, as the bits of a float of @bits. */
bool cur_is_float(struct cursor *c);
bool cur_float(struct cursor *c, unsigned bits, uint64_t *v);

/* A register in the text: its code as a source (VGPR 256..), and its number of dwords. */
struct reg {
    unsigned code, dwords;
};
/* cur_reg - parses a register; returns false, without an error, if none comes next. */
bool cur_reg(struct cursor *c, struct reg *r);
bool want_vgpr(struct cursor *c, unsigned dwords, uint32_t *field);
bool want_sgpr(struct cursor *c, unsigned dwords, uint32_t *field);
/* asm_source - parses a source operand; @index: its position among A, B, C, for the modifiers. */
/* modifier_bit - the bit of NEG and ABS for a source: in interpolation, the attribute takes the
 * first place. */
unsigned modifier_bit(const struct gcn_insn *in, unsigned index);
bool asm_source(struct cursor *c, const struct gcn_operand *o, unsigned index);

bool asm_special(struct cursor *c, const struct gcn_operand *o); /* slots I L W M X H K */
bool asm_memory(struct cursor *c, const struct gcn_operand *o);  /* slots S O i a x y B G E T P */
bool asm_modifiers(struct cursor *c);                            /* what follows the operands */

/* asm_rule - the rule that the instruction breaks, or NULL. */
const char *asm_rule(const struct gcn_insn *in);

/* A text that is being written. */
struct out {
    char *p;
    size_t size, len;
};
void put(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void put_reg(struct out *o, enum gcn_gen gen, unsigned code, unsigned dwords);
void put_special(struct out *o, const struct gcn_insn *in, const struct gcn_operand *op,
                 const char *label);
void put_memory(struct out *o, const struct gcn_insn *in, const struct gcn_operand *op);
void put_modifiers(struct out *o, const struct gcn_insn *in);

/* The number of dwords of an image access's data, and the least number for its address. */
unsigned image_dwords(const struct gcn_insn *in);
/* mem_has_dst - whether an atomic or FLAT instruction has a destination: it has if it returns the
 * old value. */
bool mem_has_dst(const struct gcn_insn *in);

#endif
