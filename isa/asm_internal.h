/* What the files of the assembler share: lexer, constants, operands, statements. Only isa/asm*.c
 * includes this.
 *
 * Each statement is parsed into a struct asm_item. When all are parsed, they are laid out, branches
 * get their distances, and the bytes are written (isa/asm.c). */
#ifndef EULAB_ISA_ASM_INTERNAL_H
#define EULAB_ISA_ASM_INTERNAL_H

#include "isa/layout.h"
#include "isa/program.h"

enum tok_kind {
    TOK_END, /* end of the file */
    TOK_EOL, /* newline; a `;` is a TOK_PUNCT, because regions contain it, too */
    TOK_IDENT,
    TOK_INT,
    TOK_FLOAT,
    TOK_WORD,   /* starts with a digit but is no number: 2H, 1Q */
    TOK_STRING, /* p and len are the text between the quotes */
    TOK_PUNCT,
    TOK_BAD,
};
/* Operators of two characters are one TOK_PUNCT with these characters. */
enum { PUNCT_SHL = 'L', PUNCT_SHR = 'R' };

/* A position in a source text. The text lives as long as the assembly. */
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
    struct tok tok;      /* the token under examination */
    bool unclosed;       /* a block comment ran to the end */
    struct asm_pos open; /* where it began */
};
void lex_init(struct lexer *lx, const char *path, const char *text, size_t len);
void lex_next(struct lexer *lx);
bool tok_is(const struct tok *t, char punct);
/* an identifier or word; letters of either case match */
bool tok_word(const struct tok *t, const char *word);

/* The value of a constant. hex: a hexadecimal literal made the integer, as in 0x3f800000:f. */
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
    size_t item; /* of a label: the item that follows it */
};
struct asm_symtab {
    struct asm_symbol *items;
    size_t n, cap;
    uint32_t *hash; /* index + 1; size hcap, a power of two */
    size_t hcap;
};
struct asm_symbol *sym_find(const struct asm_symtab *tab, const char *name, size_t len);
/* NULL: out of memory */
struct asm_symbol *sym_add(struct asm_symtab *tab, const char *name, size_t len);
void sym_fini(struct asm_symtab *tab);

enum asm_compact { COMPACT_AUTO, COMPACT_NEVER, COMPACT_ALWAYS };
enum asm_item_kind { ITEM_INSN, ITEM_DWORD, ITEM_ALIGN };
struct asm_target { /* of a branch */
    char *label;    /* owned; NULL: @value is used */
    int32_t value;  /* bytes from the instruction; for calla, an address */
    bool used;
    bool left_out; /* the text has none: asm_find_targets() finds it */
    bool is_item;  /* it is item @item, or the end of the program */
    size_t item;
    struct asm_pos pos;
};
struct asm_item {
    enum asm_item_kind kind;
    struct eu_insn insn;
    struct asm_target jip, uip;
    uint64_t raw[2];
    bool eot, compacted;
    enum asm_compact compact;
    uint32_t value; /* ITEM_DWORD: the word; ITEM_ALIGN: the alignment in bytes */
    uint32_t addr, size;
    struct asm_pos pos;
};
struct asm_source {
    char *path, *text;
};
/* How a statement is written. The assembler accepts all three, mixed or not; the disassembler
 * prints only the manual's form. */
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
    /* the files that are open now, .include inside .include */
    const char *nest[ASM_INCLUDE_MAX + 1];
    unsigned depth;
    size_t errors, unknown, good; /* unknown: unknown mnemonics; good: instructions that parsed */
    bool nomem, misaligned;
};

/* Messages: isa/asm_message.c. asm_error adds one. It always returns false, so that a parser can
 * return its result. */
bool asm_error(struct assembler *as, const struct asm_pos *pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void asm_warning(struct assembler *as, const struct asm_pos *pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The token as a message shows it: printable, cut to a reasonable length. */
const char *asm_quote(const struct tok *t, char buf[64]);
/* The name nearest to @word, or NULL if none is near enough. @next gives the i-th name of @ctx, and
 * NULL past the last. */
const char *asm_nearest(const char *word, size_t len,
                        const char *(*next)(const void *ctx, unsigned i), const void *ctx);
bool asm_expect(struct assembler *as, char punct);

/* Constants: isa/asm_expr.c. asm_expr parses an expression with C's operators and precedence.
 * asm_int takes one signed literal, name or parenthesis; it serves places where one operand follows
 * another. */
bool asm_expr(struct assembler *as, struct asm_value *v);
bool asm_literal(struct assembler *as, const struct tok *t, struct asm_value *v);
bool asm_int(struct assembler *as, int64_t lo, int64_t hi, const char *what, int64_t *out);

/* An operand as the text has it. Its meaning depends on options that come later. */
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
    bool named_macro;    /* mme0 .. mme7 of the manual's dialect: Align16 decides the encoding */
    uint8_t macro;
    struct asm_value value;
    struct asm_pos pos;
};
bool asm_operand(struct assembler *as, struct asm_operand *op);
/* a register of the manual's dialect */
bool asm_is_register(const struct assembler *as, const struct tok *t);
bool asm_is_mesa_register(const struct assembler *as, const struct tok *t);
bool asm_register_ahead(const struct assembler *as); /* - and (abs) may stand before it */
/* Gives a parsed operand its type; @is_imm is set. Errors are reported at the operand's
 * position. */
bool asm_set_type(struct assembler *as, struct asm_operand *op, enum eu_type type);
bool asm_finish_dst(struct assembler *as, const struct asm_operand *op, struct eu_insn *insn);
bool asm_finish_src(struct assembler *as, const struct asm_operand *op, struct eu_insn *insn,
                    unsigned n);
/* Sets the bits of an immediate whose type is known: isa/asm_imm.c. */
bool asm_finish_imm(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn);
/* Parses "f0" or "f0.1" at the token; @sub is 0 if it is missing. */
bool asm_flag(struct assembler *as, uint8_t *reg, uint8_t *sub);

/* Parses one instruction at the token: isa/asm_insn.c. */
bool asm_insn(struct assembler *as, struct asm_item *item);

/* What the text says before its mnemonic, when the instruction is not yet known. */
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
bool asm_at_end(const struct lexer *lx); /* whether the operands end here */
void asm_skip_comma(struct lexer *lx);
bool asm_add_operand(struct assembler *as, struct asm_operands *ops, const char *what);
/* The extended descriptor of a message: a0.N of sends at the token, or a number. */
bool asm_extended_register(struct assembler *as, struct eu_insn *insn);
bool asm_extended_number(struct assembler *as, const struct asm_pos *pos, int64_t v,
                         struct asm_item *item);
/* isa/asm_named.c: a message that is given by name after the registers. @sfid: its shared
 * function, or -1 for any. */
bool asm_message_ahead(struct assembler *as, int sfid);
bool asm_named_message(struct assembler *as, struct asm_operands *ops, struct asm_item *item,
                       int sfid);
/* isa/asm_flow.c. asm_find_targets - gives branches without labels their targets, when all items
 * are read; returns false after an error. asm_warn_targets - warns of labels that are where none
 * should be. */
bool asm_find_targets(struct assembler *as);
void asm_warn_targets(struct assembler *as);
/* Parses the { } of an instruction, if there is one: isa/asm_option.c. */
bool asm_options(struct assembler *as, struct asm_item *item);

/* Dialects: isa/asm_dialect.c. asm_recognise finds the dialect of the statement at the token by its
 * shape. */
enum asm_dialect asm_recognise(const struct assembler *as);
bool asm_cmod(const struct tok *t, uint8_t *code);
bool asm_math_function(const struct assembler *as, const struct tok *t, uint8_t *code);

/* isa/asm_iga.c: "|M8" in the execution size; "(nz)f0.0" and "(sat)" after it. */
bool asm_iga_channel(struct assembler *as, struct eu_insn *insn);
bool asm_iga_modifiers(struct assembler *as, struct asm_head *h, struct eu_insn *insn);
/* Registers mme1 .. mme7 are accessed in Align16; the channel fields hold their numbers. */
void asm_macro_channels(struct asm_operand *op, bool dst); /* those of op->macro */
void asm_iga_explicit_macros(struct asm_operands *ops, struct eu_insn *insn);
/* Sets the fields that the text leaves out, or that do not matter, to what iga64 puts there. */
void asm_iga_unsaid(const struct assembler *as, struct eu_insn *insn);

/* isa/asm_mesa.c. Parsers for: region, channels and type after a register; an immediate with its
 * type; the address register of a destination; what follows the payload of a send; "JIP:"; the
 * distance "+32B". */
bool asm_mesa_register(struct assembler *as, struct asm_operand *op);
/* asm_mesa_glued - whether the token is a register with its type, such as g2UD in listings of split
 * sends; *@len: length of the register's name. asm_mesa_unglue - splits it into two tokens. */
bool asm_mesa_glued(const struct assembler *as, const struct tok *t, size_t *len);
void asm_mesa_unglue(struct assembler *as);
bool asm_mesa_immediate(struct assembler *as, struct asm_operand *op);
bool asm_mesa_indirect(struct assembler *as, struct asm_operand *op);
bool asm_mesa_send(struct assembler *as, struct asm_operands *ops, struct asm_item *item);
/* Whether this line of a listing is no statement: Native code ..., SIMD8 shader: ..., START B0, END
 * B0. */
bool asm_mesa_remark(const struct assembler *as);
bool asm_mesa_target(struct assembler *as, const char *what);
bool asm_mesa_distance(struct assembler *as, const char *what, int64_t *bytes);
/* Sets the fields that the text leaves out to what Mesa puts there; @said is src0 before
 * isa_canon(). */
void asm_mesa_unsaid(const struct assembler *as, struct eu_insn *insn,
                     const struct eu_operand *said);
/* Whether a number or identifier ends with a type, such as 0x10UD or xyzF. */
bool asm_mesa_typed(const struct assembler *as, const struct tok *t);

#endif
