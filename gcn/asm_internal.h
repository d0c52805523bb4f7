/* What the files of the assembler and the disassembler share. */
#ifndef GCN_ASM_INTERNAL_H
#define GCN_ASM_INTERNAL_H

#include "gcn/asm.h"

/* A place in the text of an instruction; the first error stays. */
struct cursor {
    const struct gcn_asm_env *env;
    const char *start, *p;
    const char *error; /* a constant sentence, or NULL */
    const char *at;    /* where */
    size_t reach;      /* how much of the text this reading understood */
    struct gcn_insn *in;
    unsigned gdwords; /* image: dwords of data that the text named */
};

bool cur_fail(struct cursor *c, const char *error);
void cur_space(struct cursor *c);
/* cur_eat - step over @text when it is next (a word ends at its end); cur_want fails otherwise. */
bool cur_eat(struct cursor *c, const char *text);
bool cur_want(struct cursor *c, const char *text);
/* cur_word - the length of the identifier that is next, 0 for none. */
size_t cur_word(struct cursor *c);
bool cur_int(struct cursor *c, int64_t *v);
bool cur_int_range(struct cursor *c, int64_t lo, int64_t hi, uint32_t *v);

/* A register of the text: its code as a source (VGPR 256..) and its dwords. */
struct reg {
    unsigned code, dwords;
};
/* cur_reg - parse a register; false without an error when none is next. */
bool cur_reg(struct cursor *c, struct reg *r);
bool want_vgpr(struct cursor *c, unsigned dwords, uint32_t *field);
bool want_sgpr(struct cursor *c, unsigned dwords, uint32_t *field);
/* asm_source - a source operand; @index is its place among A, B, C for the modifiers. */
/* modifier_bit - the bit of NEG and ABS that belongs to a source: interpolation has its attribute
 * in the first place. */
unsigned modifier_bit(const struct gcn_insn *in, unsigned index);
bool asm_source(struct cursor *c, const struct gcn_operand *o, unsigned index);

bool asm_special(struct cursor *c, const struct gcn_operand *o); /* slots I L W M X H K */
bool asm_memory(struct cursor *c, const struct gcn_operand *o);  /* slots S O i a x y B G E T P */
bool asm_modifiers(struct cursor *c);                            /* what follows the operands */

/* asm_rule - the rule that the instruction breaks, or NULL. */
const char *asm_rule(const struct gcn_insn *in);

/* Text being written. */
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

/* dwords of the data of an image access, and of its address as little as the text can say. */
unsigned image_dwords(const struct gcn_insn *in);
/* mem_has_dst - whether an atomic or FLAT names a destination: it does when it returns the old
 * value. */
bool mem_has_dst(const struct gcn_insn *in);

#endif
