/* The instruction set of AMD GCN 1.0 to 1.2: opcodes, fields, decoded instructions. */
#ifndef GCN_ISA_H
#define GCN_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gcn_gen { GCN_GFX600, GCN_GFX700, GCN_GFX803, GCN_GENS };

/* gcn_gen_find - the generation with this name: gfx600, gfx700, gfx803, or gfx6, gfx7, gfx8.
 * Returns -1 for any other name. */
int gcn_gen_find(const char *name);
/* gcn_gen_name - "gfx600", "gfx700" or "gfx803". */
const char *gcn_gen_name(enum gcn_gen gen);

/* Families of opcodes; each row of the tables belongs to one. SMEM includes SMRD of GCN 1.0 and
 * 1.1. */
enum gcn_fmt {
    GCN_SOP2,
    GCN_SOPK,
    GCN_SOP1,
    GCN_SOPC,
    GCN_SOPP,
    GCN_SMEM,
    GCN_VOP2,
    GCN_VOP1,
    GCN_VOPC,
    GCN_VOP3,
    GCN_VINTRP,
    GCN_DS,
    GCN_FLAT,
    GCN_MUBUF,
    GCN_MTBUF,
    GCN_MIMG,
    GCN_EXP,
    GCN_FMTS
};

/* Flags of a row. Bits 16..23 hold how many bytes one lane moves, bits 24..31 the atomic
 * operation. */
enum {
    GCN_CLAMP = 1 << 0,  /* clamp may be written, in VOP3 */
    GCN_CLAMP8 = 1 << 1, /* clamp may be written on GCN 1.2 only */
    GCN_OMOD = 1 << 2,   /* mul:2, mul:4, div:2 */
    GCN_NOE64 = 1 << 3,  /* no VOP3 form */
    GCN_NOSDWA = 1 << 4, /* no SDWA form */
    GCN_NODPP = 1 << 5,  /* no DPP form */
    /* another name for a number: the assembler accepts it, the decoder does not use it */
    GCN_ALIAS = 1 << 6,
    GCN_ALIAS8 = 1 << 7,  /* the same on GCN 1.2 only */
    GCN_CMPX = 1 << 8,    /* the compare writes EXEC, too */
    GCN_CMPS = 1 << 9,    /* the compare also signals for a quiet NaN */
    GCN_SGN = 1 << 10,    /* a load extends the sign */
    GCN_ST64 = 1 << 11,   /* offsets count in units of 64 elements */
    GCN_RTN = 1 << 12,    /* an atomic of LDS returns the old value */
    GCN_BUF = 1 << 13,    /* scalar access through a buffer descriptor */
    GCN_GATHER = 1 << 14, /* image: four dwords, whatever dmask is */
    GCN_CMPSWAP = 1 << 15 /* image: two operands in the data */
};
#define GCN_SIZE(flags) ((flags) >> 16 & 255)
#define GCN_ATOM(flags) ((flags) >> 24)

enum gcn_atom {
    GCN_A_NONE,
    GCN_A_ADD,
    GCN_A_SUB,
    GCN_A_RSUB,
    GCN_A_INC,
    GCN_A_DEC,
    GCN_A_SMIN,
    GCN_A_SMAX,
    GCN_A_UMIN,
    GCN_A_UMAX,
    GCN_A_AND,
    GCN_A_OR,
    GCN_A_XOR,
    GCN_A_MSKOR,
    GCN_A_SWAP,
    GCN_A_CMPST,    /* LDS: data0 is the value to compare with, data1 the new value */
    GCN_A_FCMPST,   /* the same for floats */
    GCN_A_CMPSWAP,  /* memory: the data are the new value, then the value to compare with */
    GCN_A_FCMPSWAP, /* the same for floats */
    GCN_A_FMIN,
    GCN_A_FMAX,
    GCN_A_FADD,
    GCN_A_WRAP
};

struct gcn_op {
    const char *name;     /* without _e32, _e64, _sdwa, _dpp */
    uint8_t fmt;          /* enum gcn_fmt */
    int16_t n[GCN_GENS];  /* number in its family; -1: not in this generation */
    const char *operands; /* in the order of the text; the grammar is at gcn_operand_next() */
    uint32_t flags;
};

/* One enumerator for each row: GCN_OP_VOP2_v_add_f32. */
enum gcn_op_id {
#define OP(name, fmt, n6, n7, n8, operands, flags, exec) GCN_OP_##fmt##_##name,
#define FIRST(fmt)
#define LAST(fmt)
#include "gcn/opcodes.def"
#undef OP
#undef FIRST
#undef LAST
    GCN_OPS
};

/* gcn_op - the row of an id, which must be less than GCN_OPS. */
const struct gcn_op *gcn_op(int id);
/* gcn_op_id - the inverse of gcn_op(). */
int gcn_op_id(const struct gcn_op *op);
/* gcn_op_forms - the forms that a vector opcode has; all false for other families. gcn_op_simulated
 * - false: the machine stops at it, and names it. */
struct gcn_layout_forms {
    bool e64, sdwa, dpp;
};
struct gcn_layout_forms gcn_op_forms(enum gcn_gen gen, const struct gcn_op *op);
bool gcn_op_simulated(const struct gcn_op *op);
/* gcn_op_numbered - the row to which a number of a family decodes, or NULL. */
const struct gcn_op *gcn_op_numbered(enum gcn_gen gen, enum gcn_fmt fmt, unsigned number);
/* gcn_op_named - the first row with that name in @gen, after @after (NULL: from the start), or
 * NULL. */
const struct gcn_op *gcn_op_named(enum gcn_gen gen, const char *name, const struct gcn_op *after);

/* Fields of an instruction; the layouts are in fields.def. */
enum gcn_field {
#define NAME(f) GCN_F_##f,
#define LAYOUT(l, fmt, gens, words, mask, match)
#define FIELD(l, f, word, lo, width, bias)
#define BIT(l, f, word, bit, index)
#include "gcn/fields.def"
#undef NAME
#undef LAYOUT
#undef FIELD
#undef BIT
    GCN_FIELDS
};

enum gcn_layout {
#define NAME(f)
#define LAYOUT(l, fmt, gens, words, mask, match) GCN_L_##l,
#define FIELD(l, f, word, lo, width, bias)
#define BIT(l, f, word, bit, index)
#include "gcn/fields.def"
#undef NAME
#undef LAYOUT
#undef FIELD
#undef BIT
    GCN_LAYOUTS
};

/* The form in which a vector instruction is written; other instructions have E32. */
enum gcn_form { GCN_E32, GCN_E64, GCN_SDWA, GCN_DPP };

/* Codes of a source operand; VGPR n is 256 + n. */
enum {
    GCN_VCC_LO = 106,
    GCN_TBA_LO = 108,
    GCN_TMA_LO = 110,
    GCN_TTMP0 = 112,
    GCN_M0 = 124,
    GCN_EXEC_LO = 126,
    GCN_INT_0 = 128, /* ..192: 0 to 64, 193..208: -1 to -16 */
    GCN_HALF = 240,  /* ..247: 0.5, -0.5, 1, -1, 2, -2, 4, -4 */
    GCN_INV_2PI = 248,
    GCN_SRC_SDWA = 249,
    GCN_SRC_DPP = 250,
    GCN_VCCZ = 251,
    GCN_EXECZ = 252,
    GCN_SCC = 253,
    GCN_LDS_DIRECT = 254,
    GCN_LITERAL = 255,
    GCN_VGPR0 = 256
};

struct gcn_insn {
    const struct gcn_op *op;
    uint8_t gen, layout, form;
    uint8_t words; /* length in dwords, with a literal or a second word */
    bool has_literal;
    uint32_t literal;
    uint32_t f[GCN_FIELDS]; /* fields with sources and VGPRs hold source codes */
};

#define GCN_MAX_WORDS 3

/* gcn_decode - decodes one instruction. @w, @n: the dwords from its address on, at least one.
 * Returns its length in dwords, or 0 if the words are not an instruction of this generation, or
 * incomplete. Bits that belong to no field are dropped; gcn_encode() then gives other words.
 * Source: digest of the encodings. Status: spec. */
int gcn_decode(enum gcn_gen gen, const uint32_t *w, size_t n, struct gcn_insn *insn);

/* gcn_encode - encodes an instruction whose op, layout, form and fields are set. Returns the number
 * of dwords, or 0 if a field cannot hold its value. */
int gcn_encode(const struct gcn_insn *insn, uint32_t w[GCN_MAX_WORDS]);

/* gcn_layout_find - the layout for @op in @form, or -1. */
int gcn_layout_find(enum gcn_gen gen, const struct gcn_op *op, enum gcn_form form);

/* One operand of a row's text. A token is a slot, then a type letter and a width in bits, then a
 * class:
 * D A B C   destination and sources: type f, i, u; class v: VGPR only, s: SGPR only, l: scalar
 * d c V  carry out, carry in, result of a compare: VCC, or an SGPR pair in VOP3
 * K literal;  I simm16;  L branch target;  W waitcnt;  M message;  X index bits;  H hardware
 * register
 * S O i  base, offset and immediate of scalar memory
 * a x y  address and data of LDS and FLAT
 * B rest of a buffer access;  G image;  E export;  T P interpolation */
struct gcn_operand {
    char slot;
    char type; /* f i u, or 0 */
    uint16_t bits;
    char cls;
};

/* gcn_operand_next - reads the next token at *@p and steps over it; returns false at the end. */
bool gcn_operand_next(const char **p, struct gcn_operand *out);
/* gcn_op_has - whether the row has an operand in @slot; fills @out unless it is NULL. */
bool gcn_op_has(const struct gcn_op *op, char slot, struct gcn_operand *out);

/* gcn_const - the value of an inline constant (codes 128..208, 240..248) for an operand of this
 * width: integers are sign extended; floats are in the operand's own format. Status: spec; that a
 * float with 64 bits is a double: R. */
uint64_t gcn_const(unsigned code, unsigned bits);
/* gcn_is_const - whether a source code is an inline constant of the generation. */
bool gcn_is_const(enum gcn_gen gen, unsigned code);
/* gcn_branch_target - whether the instruction at @pc branches to a constant address; fills @to. */
bool gcn_branch_target(const struct gcn_insn *insn, uint64_t pc, uint64_t *to);

#endif
