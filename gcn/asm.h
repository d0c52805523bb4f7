/* Assembler and disassembler, in LLVM's syntax for AMD GCN. */
#ifndef GCN_ASM_H
#define GCN_ASM_H

#include <stdio.h>

#include "gcn/isa.h"
#include "gcn/labels.h"

struct gcn_diag {
    int line, col; /* from 1 */
    char text[160];
};

/* Gives the value of a name in an expression: fills @value and returns true, or returns false if
 * the name is unknown. */
typedef bool gcn_symbol_fn(void *ctx, const char *name, size_t len, int64_t *value);

struct gcn_asm_env {
    enum gcn_gen gen;
    uint64_t pc; /* of this instruction; branches to labels are relative to it */
    /* accept only what llvm-mc accepts for the generation's first machine: no xnack_mask on
     * gfx803 */
    bool llvm;
    gcn_symbol_fn *symbol;
    void *ctx;
};

/* gcn_asm_insn - assembles one instruction, without label or comment. @w: its dwords. Returns their
 * number, or 0; then @diag is filled (only col). */
int gcn_asm_insn(const struct gcn_asm_env *env, const char *text, uint32_t w[GCN_MAX_WORDS],
                 struct gcn_diag *diag);

struct gcn_code {
    uint8_t *bytes; /* freed by gcn_code_fini(), as what is below */
    size_t size;
    struct gcn_labels labels; /* from the first byte on */
    struct gcn_diag *diags;   /* all errors of the text, in order */
    int n_diags;
};

/* gcn_asm - assembles a whole text: instructions, labels, .long, .set, comments. Returns 0; 1 with
 * the errors in @out->diags; -1 if memory runs out. The caller calls gcn_code_fini() in each
 * case. */
int gcn_asm(enum gcn_gen gen, const char *text, struct gcn_code *out);
void gcn_code_fini(struct gcn_code *code);

enum { GCN_TEXT_MAX = 256 };

/* gcn_dis_insn - writes the text of one instruction at @w, where @n dwords are available.
 * gcn_asm_insn() and llvm-mc assemble this text to the same dwords. If there is no such text, it is
 * `.long 0x…` with a comment that says why. @label: the name of the branch target, or NULL for a
 * number. Returns the number of dwords consumed (at least 1). */
int gcn_dis_insn(enum gcn_gen gen, const uint32_t *w, size_t n, const char *label,
                 char out[GCN_TEXT_MAX]);

struct gcn_dis_options {
    bool bytes;    /* appends address and bytes as a comment */
    uint64_t base; /* address of the first byte */
    void (*label)(void *ctx, uint64_t addr,
                  FILE *out); /* prints the names of an address; or NULL */
    void *ctx;
};

/* gcn_dis - lists the whole code, with labels at branch targets and one instruction in each line.
 * @size: bytes; a rest of less than a dword is listed as .byte. Returns 0, or -1 if memory runs
 * out. */
int gcn_dis(enum gcn_gen gen, const uint8_t *code, size_t size,
            const struct gcn_dis_options *options, FILE *out);

#endif
