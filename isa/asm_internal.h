/* Inside the assembler: lexer, constants, operands, statements. Nobody else includes this.
 *
 * A statement is parsed into a struct asm_item; when all are known, the items are laid out,
 * branches get their distances and the bytes are written (isa/asm.c). */
#ifndef EULAB_ISA_ASM_INTERNAL_H
#define EULAB_ISA_ASM_INTERNAL_H

#include "isa/layout.h"
#include "isa/program.h"

enum tok_kind {
    TOK_END, /* end of the file */
    TOK_EOL, /* newline; a `;` is a TOK_PUNCT, because regions have it too */
    TOK_IDENT,
    TOK_INT,
    TOK_FLOAT,
    TOK_WORD,   /* starts with a digit and is no number: 2H, 1Q */
    TOK_STRING, /* p and len are what stands between the quotes */
    TOK_PUNCT,
    TOK_BAD,
};
/* Two-character operators as one TOK_PUNCT character. */
enum { PUNCT_SHL = 'L', PUNCT_SHR = 'R' };

/* A place in a source text, which lives as long as the assembly. */
struct asm_pos {
    const char *path, *line_start, *end;
    unsigned line, col;
};
struct tok {
    enum tok_kind kind;
    char c; /* TOK_PUNCT */
    bool hex, overflow;
    const char *p;
    size_t len;
    uint64_t lo, hi; /* TOK_INT: up to 128 bits */
    double d;        /* TOK_FLOAT */
    float f;
    struct asm_pos pos;
};
struct lexer {
    const char *path, *p, *end, *line_start;
    unsigned line;
    struct tok tok;      /* the one to look at */
    bool unclosed;       /* a block comment ran to the end */
    struct asm_pos open; /* where it began */
};
void lex_init(struct lexer *lx, const char *path, const char *text, size_t len);
void lex_next(struct lexer *lx);
bool tok_is(const struct tok *t, char punct);
bool tok_word(const struct tok *t, const char *word); /* identifier or word, any case */

/* A constant: integers carry whether a hexadecimal literal made them, for 0x3f800000:f. */
struct asm_value {
    bool is_float, hex;
    int64_t i;
    double d;
    float f;
};
struct asm_symbol { /* a label or a constant */
    char *name;
    bool is_label;
    struct asm_value value;
    size_t item; /* label: stands before this item */
};
struct asm_symtab {
    struct asm_symbol *items;
    size_t n, cap;
    uint32_t *hash; /* index + 1; size hcap, a power of two */
    size_t hcap;
};
struct asm_symbol *sym_find(const struct asm_symtab *tab, const char *name, size_t len);
struct asm_symbol *sym_add(struct asm_symtab *tab, const char *name, size_t len); /* NULL: memory */
void sym_fini(struct asm_symtab *tab);

enum asm_compact { COMPACT_AUTO, COMPACT_NEVER, COMPACT_ALWAYS };
enum asm_item_kind { ITEM_INSN, ITEM_DWORD, ITEM_ALIGN };
struct asm_target { /* of a branch */
    char *label;    /* owned; NULL: @value */
    int32_t value;  /* bytes from the instruction; calla: an address */
    bool used;
    struct asm_pos pos;
};
struct asm_item {
    enum asm_item_kind kind;
    struct eu_insn insn;
    struct asm_target jip, uip;
    uint64_t raw[2];
    bool eot, compacted;
    enum asm_compact compact;
    uint32_t value; /* ITEM_DWORD: the word; ITEM_ALIGN: bytes */
    uint32_t addr, size;
    struct asm_pos pos;
};
struct asm_source {
    char *path, *text;
};
/* How a statement is written. The assembler takes all three and says nothing about a mixture; the
 * disassembler prints the manual's only. */
enum asm_dialect {
    DIALECT_MANUAL, /* (f0.0) add.nz.f0.0 (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f {AccWrEn} */
    DIALECT_IGA,    /* (W&f0.0) add (16|M0) (nz)f0.0 r10.0<1>:f r2.0<8;8,1>:f r4:f {AccWrEn} */
    DIALECT_MESA, /* (+f0.0) add.nz.f0.0(16) g10<1>F g2<8,8,1>F g4<8,8,1>F { align1 WE_all 1H }; */
};
enum { ASM_INCLUDE_MAX = 16 };
enum { ASM_CODE_MAX = 16 << 20, ASM_ITEM_MAX = 1 << 18 };
struct assembler {
    const struct eu_asm_opts *opts;
    const struct isa_gen *isa; /* of the generation in @opts */
    struct diags *diags;
    struct lexer lx;
    enum asm_dialect dialect; /* of the instruction being read */
    struct asm_symtab syms;
    struct asm_item *items;
    size_t nitems, cap_items;
    struct asm_source *sources; /* of .include */
    size_t nsources;
    const char *nest[ASM_INCLUDE_MAX + 1]; /* files being read */
    unsigned depth;
    size_t errors, unknown, good; /* unknown mnemonics, instructions that parsed */
    bool nomem, misaligned;
};

/* Messages: isa/asm_message.c. asm_error - one; always returns false, so that a parser can. */
bool asm_error(struct assembler *as, const struct asm_pos *pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void asm_warning(struct assembler *as, const struct asm_pos *pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The token as a message shows it: printable, cut to a sensible length. */
const char *asm_quote(const struct tok *t, char buf[64]);
/* The nearest of the names, or NULL when none is near enough. @next gives the i-th name of @ctx,
 * NULL behind the last. */
const char *asm_nearest(const char *word, size_t len,
                        const char *(*next)(const void *ctx, unsigned i), const void *ctx);
bool asm_expect(struct assembler *as, char punct);

/* Constants: isa/asm_expr.c. asm_expr has C's operators and precedence; asm_int takes one
 * signed literal, name or parenthesis, for places where operands follow one another. */
bool asm_expr(struct assembler *as, struct asm_value *v);
bool asm_literal(struct assembler *as, const struct tok *t, struct asm_value *v);
bool asm_int(struct assembler *as, int64_t lo, int64_t hi, const char *what, int64_t *out);

/* An operand as written; what it means depends on options that come later. */
struct asm_operand {
    struct eu_operand o;
    bool has_type, is_imm;
    unsigned nregion; /* numbers in < > */
    int64_t region[3];
    bool vxh;       /* <W,H> */
    unsigned nchan; /* letters after the region */
    uint8_t chan[4];
    int64_t sub;
    bool has_macro;      /* r1.mme3 */
    bool explicit_macro; /* IGA's mme1 .. mme7 as the register */
    uint8_t macro;
    struct asm_value value;
    struct asm_pos pos;
};
bool asm_operand(struct assembler *as, struct asm_operand *op);
bool asm_is_register(const struct assembler *as, const struct tok *t); /* the manual's */
bool asm_is_mesa_register(const struct assembler *as, const struct tok *t);
bool asm_register_ahead(const struct assembler *as); /* with - and (abs) before it */
/* The type of an operand, already parsed; @is_imm is set. Errors name the operand's place. */
bool asm_set_type(struct assembler *as, struct asm_operand *op, enum eu_type type);
bool asm_finish_dst(struct assembler *as, const struct asm_operand *op, struct eu_insn *insn);
bool asm_finish_src(struct assembler *as, const struct asm_operand *op, struct eu_insn *insn,
                    unsigned n);
/* The bits of an immediate operand whose type is known: isa/asm_imm.c. */
bool asm_finish_imm(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn);
/* Flag register "f0" or "f0.1" at the token; @sub is 0 when not given. */
bool asm_flag(struct assembler *as, uint8_t *reg, uint8_t *sub);

/* One instruction at the token: isa/asm_insn.c. */
bool asm_insn(struct assembler *as, struct asm_item *item);

/* What the head of a statement says before the instruction is known. */
enum { ASM_PRED_MAX = 8 };
struct asm_head {
    bool pred, cmod_flag;
    char pred_name[ASM_PRED_MAX];
    struct asm_pos pred_pos, flag_pos;
    uint8_t pred_reg, pred_sub, flag_reg, flag_sub;
};
enum { ASM_OPERAND_MAX = 4 };
struct asm_operands {
    struct asm_operand op[ASM_OPERAND_MAX];
    unsigned n;
};
bool asm_is_early_out(const struct eu_insn *insn); /* math.invm, math.rsqtm */
bool asm_cmod_flag(struct assembler *as, struct asm_head *h);
bool asm_at_end(const struct lexer *lx); /* of the operands */
void asm_skip_comma(struct lexer *lx);
bool asm_add_operand(struct assembler *as, struct asm_operands *ops, const char *what);
/* The extended descriptor of a message: a0.N of sends at the token; a number. */
bool asm_extended_register(struct assembler *as, struct eu_insn *insn);
bool asm_extended_number(struct assembler *as, const struct asm_pos *pos, int64_t v,
                         struct asm_item *item);
/* isa/asm_named.c: a message by name behind the registers, of shared function @sfid or, -1, of any.
 */
bool asm_message_ahead(struct assembler *as, int sfid);
bool asm_named_message(struct assembler *as, struct asm_operands *ops, struct asm_item *item,
                       int sfid);
/* The { } of an instruction, if any: isa/asm_option.c. */
bool asm_options(struct assembler *as, struct asm_item *item);

/* Dialects: isa/asm_dialect.c. The dialect of the statement at the token, from its shape. */
enum asm_dialect asm_recognise(const struct assembler *as);
bool asm_cmod(const struct tok *t, uint8_t *code);
bool asm_math_function(const struct assembler *as, const struct tok *t, uint8_t *code);

/* isa/asm_iga.c: "|M8" of the execution size; "(nz)f0.0" and "(sat)" after it. */
bool asm_iga_channel(struct assembler *as, struct eu_insn *insn);
bool asm_iga_modifiers(struct assembler *as, struct asm_head *h, struct eu_insn *insn);
/* mme1 .. mme7 as registers are accessed in Align16, their number in the channels. */
void asm_iga_explicit_macros(struct asm_operands *ops, struct eu_insn *insn);
/* What iga64 puts where the text of an instruction says nothing, or does not count. */
void asm_iga_unsaid(const struct assembler *as, struct eu_insn *insn);

/* isa/asm_mesa.c. Region, channels and type after a register; an immediate with its type; the
 * address register of a destination; what stands after the payload of a send; "JIP:" and the
 * distance "+32B". */
bool asm_mesa_register(struct assembler *as, struct asm_operand *op);
/* asm_mesa_glued - whether the token is a register with its type, as g2UD in listings of split
 * sends; *@len: of the register. asm_mesa_unglue - then it becomes two tokens. */
bool asm_mesa_glued(const struct assembler *as, const struct tok *t, size_t *len);
void asm_mesa_unglue(struct assembler *as);
bool asm_mesa_immediate(struct assembler *as, struct asm_operand *op);
bool asm_mesa_indirect(struct assembler *as, struct asm_operand *op);
bool asm_mesa_send(struct assembler *as, struct asm_operands *ops, struct asm_item *item);
/* A line of a listing that is no statement: Native code ..., SIMD8 shader: ..., START B0, END B0.
 */
bool asm_mesa_remark(const struct assembler *as);
bool asm_mesa_target(struct assembler *as, const char *what);
bool asm_mesa_distance(struct assembler *as, const char *what, int64_t *bytes);
/* What Mesa puts where the text of an instruction says nothing; @said is src0 before isa_canon().
 */
void asm_mesa_unsaid(const struct assembler *as, struct eu_insn *insn,
                     const struct eu_operand *said);
/* Whether a number or identifier ends with a type, such as 0x10UD or xyzF. */
bool asm_mesa_typed(const struct assembler *as, const struct tok *t);

#endif
