/* What the two disassemblers share. Only isa/dis*.c includes this. */
#ifndef EULAB_ISA_DIS_TEXT_H
#define EULAB_ISA_DIS_TEXT_H

#include "isa/layout.h"
#include "isa/program.h"

struct dis_text {
    char *buf; /* EU_DIS_MAX bytes */
    const struct isa_gen *isa;
    size_t len;
    unsigned options; /* options printed so far */
};
void dis_put(struct dis_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints a float in decimal. Returns false, and prints nothing, if the decimal would not read back
 * as @bits. */
bool dis_put_float(struct dis_text *t, uint32_t bits);
/* The name of a branch target, from opts->label; NULL: none. */
const char *dis_target_name(const struct eu_dis_opts *opts, uint32_t target, char buf[64]);
/* Whether IGA's syntax can express what the instruction does. It has no swizzles, and no channels
 * of Align16: iga64 refuses to print most of these instructions. isa/dis_iga.c. */
bool dis_iga_has(const struct isa_gen *gen, const struct eu_insn *insn);
/* Prints the instruction in IGA's syntax: isa/dis_iga.c. */
void dis_iga(struct dis_text *t, const struct eu_dis_opts *opts, const struct eu_insn *insn,
             uint32_t addr);

#endif
