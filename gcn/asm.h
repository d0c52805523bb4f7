/* Assembler and disassembler: LLVM's syntax of AMD GCN. */
#ifndef GCN_ASM_H
#define GCN_ASM_H

#include <stdio.h>

#include "gcn/isa.h"

struct gcn_diag {
    int line, col; /* from 1 */
    char text[160];
};

/* What a name in an expression stands for: fills @value and returns true, or returns false for an
 * unknown name. */
typedef bool gcn_symbol_fn(void *ctx, const char *name, size_t len, int64_t *value);

struct gcn_asm_env {
    enum gcn_gen gen;
    uint64_t pc; /* of this instruction: labels are branched to relative to it */
    bool llvm; /* take only what llvm-mc takes for the generation's first machine: no xnack_mask on
                  gfx803 */
    gcn_symbol_fn *symbol;
    void *ctx;
};

/* gcn_asm_insn - assemble one instruction without label or comment.
 * @w: its dwords. Returns their number, or 0 with @diag filled (col only). */
int gcn_asm_insn(const struct gcn_asm_env *env, const char *text, uint32_t w[GCN_MAX_WORDS],
                 struct gcn_diag *diag);

struct gcn_code {
    uint8_t *bytes; /* freed by gcn_code_fini() */
    size_t size;
    struct gcn_diag *diags; /* all errors of the text, in its order */
    int n_diags;
};

/* gcn_asm - assemble a whole text: instructions, labels, .long, .set, comments.
 * Returns 0; 1 with the errors in @out->diags; -1 without memory. The caller calls gcn_code_fini()
 * in each case. */
int gcn_asm(enum gcn_gen gen, const char *text, struct gcn_code *out);
void gcn_code_fini(struct gcn_code *code);

enum { GCN_TEXT_MAX = 256 };

/* gcn_dis_insn - the text of one instruction at @w with @n dwords at hand, as gcn_asm_insn() and
 * llvm-mc take it back to the same dwords. What no text says becomes `.long 0x…` with a comment of
 * why.
 * @label: the name of the branch target, or NULL for a number. Returns the dwords consumed (at
 * least 1). */
int gcn_dis_insn(enum gcn_gen gen, const uint32_t *w, size_t n, const char *label,
                 char out[GCN_TEXT_MAX]);

struct gcn_dis_options {
    bool bytes;    /* address and bytes as a comment */
    uint64_t base; /* address of the first byte */
    void (*label)(void *ctx, uint64_t addr,
                  FILE *out); /* prints the names of an address; or NULL */
    void *ctx;
};

/* gcn_dis - list a whole code: labels where its branches lead, one instruction a line. @size:
 * bytes; a rest of less than a dword is listed as .byte. Returns 0, or -1 without memory. */
int gcn_dis(enum gcn_gen gen, const uint8_t *code, size_t size,
            const struct gcn_dis_options *options, FILE *out);

#endif
