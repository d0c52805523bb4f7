/* The instruction set of Gen7 to Gen9: tables, decoded form, decode and encode. Authority: IVB PRM
 * vol. 4 part 3, chapter 5; names are the manual's. */
#ifndef EULAB_ISA_ISA_H
#define EULAB_ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Host errors, returned negated; eu_strerror() gives the text. */
enum eu_err {
    EU_OK = 0,
#define ERR(id, text) EU_ERR_##id,
#include "isa/err.def"
#undef ERR
};
const char *eu_strerror(int err); /* accepts either sign; never NULL */

/* Generations are bits, so that a table row can name a set of them. */
enum eu_gen {
    EU_GEN7 = 1 << 0,
    EU_GEN75 = 1 << 1,
    EU_GEN8 = 1 << 2,
    EU_GEN9 = 1 << 3,
    EU_GEN7X = EU_GEN7 | EU_GEN75,
    EU_GEN8X = EU_GEN8 | EU_GEN9,
    EU_GEN_ALL = (1 << 4) - 1
};
const char *eu_gen_name(enum eu_gen gen); /* "7", "7.5" ..; "?" if @gen is not exactly one */
/* Writes the names of a set, as "7 7.5", to @buf and returns it. */
enum { EU_GENS_TEXT_MAX = 16 };
const char *eu_gens_text(unsigned set, char buf[EU_GENS_TEXT_MAX]);
int eu_gen_parse(const char *text, enum eu_gen *gen); /* 0 or -EU_ERR_UNKNOWN */

/* --- operand types --- */
enum eu_type {
#define TYPE(id, ...) EU_TYPE_##id,
#include "isa/types.def"
#undef TYPE
    EU_TYPE_COUNT,
    EU_TYPE_NONE = EU_TYPE_COUNT /* a reserved code; the raw bits still show which */
};
enum eu_type_kind { EU_KIND_UINT, EU_KIND_INT, EU_KIND_FLOAT };
struct eu_type_info {
    const char *name;
    uint8_t bytes; /* of one element */
    uint8_t kind;  /* enum eu_type_kind */
    bool vector;   /* an immediate with several elements; no register has this type */
};
extern const struct eu_type_info eu_types[EU_TYPE_COUNT + 1]; /* [EU_TYPE_NONE] is "?" */
/* isa_half - the nearest half float, ties to even; a NaN keeps the low bits of its payload. */
uint16_t isa_half(double d);

/* --- opcodes: isa/opcodes.def --- */
enum eu_format {
    EU_FMT_NONE,    /* nop, illegal: no operands */
    EU_FMT_ALU,     /* dst, one or two sources */
    EU_FMT_3SRC,    /* mad lrp bfe bfi2 */
    EU_FMT_MATH,    /* as ALU; bits 27:24 are the function */
    EU_FMT_SEND,    /* bits 27:24 are the SFID; src1 is the descriptor */
    EU_FMT_JIP,     /* else endif while */
    EU_FMT_JIP_UIP, /* if break cont halt */
    EU_FMT_BRANCH,  /* brd brc: immediate JIP [UIP], or src0 register */
    EU_FMT_JMPI,    /* src1 immediate or register index */
    EU_FMT_CALL,    /* call calla: dst, src1 offset */
    EU_FMT_RET,     /* src0 */
    EU_FMT_WAIT,    /* notification register as dst and src0 */
    EU_FMT_IMM64,   /* dim */
    EU_FMT_SENDS,   /* sends sendsc: src0 and src1 are the payload, src2 the descriptor */
    EU_FMT_COUNT
};
/* Columns P, S, C, M of section 5.6, and the instruction options of 5.5.13. */
enum eu_op_flags {
    EU_OPF_PRED = 1 << 0,
    EU_OPF_SAT = 1 << 1,
    EU_OPF_CMOD = 1 << 2,         /* any conditional modifier */
    EU_OPF_CMOD_Z = 1 << 3,       /* z and nz only */
    EU_OPF_CMOD_REQ = 1 << 4,     /* a conditional modifier is required */
    EU_OPF_SRCMOD = 1 << 5,       /* numeric source modifiers */
    EU_OPF_ALIGN16 = 1 << 6,      /* Align16 allowed */
    EU_OPF_FLOW = 1 << 7,         /* changes IP or PcIP by itself */
    EU_OPF_ACC_SRC = 1 << 8,      /* accumulator is an implicit source */
    EU_OPF_NOCOMPACT = 1 << 9,    /* has no compact form */
    EU_OPF_UNDEF = 1 << 10,       /* the row for every undefined opcode */
    EU_OPF_BRANCH_CTRL = 1 << 11, /* bit 28 is BranchCtrl */
};
enum eu_opcode {
#define OP(id, ...) EU_OP_##id,
#include "isa/opcodes.def"
#undef OP
    EU_OP_COUNT
};
/* An opcode, as a set of generations encodes it: a row of isa/encodings.def. */
struct eu_op {
    uint8_t id; /* enum eu_opcode */
    uint8_t hw; /* bits 6:0 of the instruction */
    uint8_t nsrc, ndst;
    uint8_t format; /* enum eu_format */
    uint8_t gens;   /* set of enum eu_gen */
    char acc;       /* accumulator rule letter of isa/opcodes.def */
    uint16_t flags; /* enum eu_op_flags */
    const char *name, *sem, *section;
};
/* The row of an opcode number in a generation; NULL: it is undefined there. */
const struct eu_op *eu_op_by_hw(enum eu_gen gen, unsigned hw);
/* The first row of an opcode, or of its name, that one of the generations @set has. A name that
 * only other generations have gives one of their rows. NULL: none. */
const struct eu_op *eu_op_by_id(unsigned set, unsigned id);
const struct eu_op *eu_op_by_name(unsigned set, const char *name);
/* The @i-th row in the order of numbers, NULL past the last: for listings. */
const struct eu_op *eu_op_at(unsigned i);

/* --- decoded instruction --- */
enum eu_file { EU_FILE_ARF, EU_FILE_GRF, EU_FILE_RESERVED, EU_FILE_IMM };
enum eu_arf { /* the high nibble of an ARF register number, 3.3.3.1 */
              EU_ARF_NULL = 0x0,
              EU_ARF_A = 0x1,
              EU_ARF_ACC = 0x2,
              EU_ARF_F = 0x3,
              EU_ARF_CE = 0x4, /* CE, MSG, SP, FC and DBG: Gen8 */
              EU_ARF_MSG = 0x5,
              EU_ARF_SP = 0x6,
              EU_ARF_SR = 0x7,
              EU_ARF_CR = 0x8,
              EU_ARF_N = 0x9,
              EU_ARF_IP = 0xa,
              EU_ARF_TDR = 0xb,
              EU_ARF_TM = 0xc,
              EU_ARF_FC = 0xd,
              EU_ARF_DBG = 0xf,
};
/* Function control of `math`, bits 27:24. 6.41 */
enum eu_math {
    EU_MATH_INV = 1,
    EU_MATH_LOG,
    EU_MATH_EXP,
    EU_MATH_SQRT,
    EU_MATH_RSQ,
    EU_MATH_SIN,
    EU_MATH_COS,
    EU_MATH_FDIV = 9,
    EU_MATH_POW,
    EU_MATH_IDIV_BOTH,
    EU_MATH_IDIV_QUOT,
    EU_MATH_IDIV_REM,
    EU_MATH_INVM, /* INVM and RSQTM: Gen8, operands with math macro registers */
    EU_MATH_RSQTM,
};
/* Shared functions, bits 27:24 of `send`: isa/functions.def. */
enum eu_sfid {
#define FUNCTION(id, sfid, ...) EU_SFID_##id = (sfid),
#include "isa/functions.def"
#undef FUNCTION
};
enum { EU_VS_VXH = 15 }; /* VertStride code of Vx1 and VxH */
enum {
    EU_SWIZZLE_XYZW = 0xe4, /* the identity */
    EU_SWIZZLE_XYXY = 0x44, /* XYXY, ZWZW: the first and the second of two doubles */
    EU_SWIZZLE_ZWZW = 0xee
};

/* An operand. It keeps the codes as encoded, so that encode(decode(x)) gives the same bits. */
struct eu_operand {
    uint8_t file;      /* enum eu_file */
    uint8_t type;      /* enum eu_type */
    uint8_t type_code; /* the code as encoded; needed for EU_TYPE_NONE */
    bool indirect, abs, neg;
    bool rep;          /* RepCtrl of three-source instructions */
    uint8_t reg;       /* RegNum; ARF: kind << 4 | number */
    uint8_t sub;       /* byte offset inside the register */
    uint8_t vs, w, hs; /* codes: isa_stride(vs), isa_width(w), isa_hstride(hs) */
    uint8_t swizzle;   /* Align16 and three-source: x 1:0, y 3:2, z 5:4, w 7:6 */
    uint8_t chan_en;   /* Align16 and three-source destination: bit 0 x .. bit 3 w */
    uint8_t addr_sub;  /* indirect: a0.N */
    int16_t addr_imm;  /* indirect: offset in bytes */
    uint64_t
        imm; /* immediate: 32 bits as encoded, or 64 for dim and 64-bit types. JIP formats:
                src[1].imm is UIP and JIP, whatever its file is, with 16 bits each or, from Gen8
                on, 32. send: bit 31 of the descriptor's imm is EOT, whatever its file is */
};

struct isa_gen; /* isa/gen.h */

struct eu_insn {
    const struct eu_op *op; /* never NULL: an undefined opcode gets the row `illegal` */
    uint8_t opcode;         /* bits 7:0 as encoded (compact: 6:0) */
    uint8_t size; /* bytes in memory: 16, or 8 if it is compact (CmptCtrl alone decides) */
    bool align16, nomask, noddclr, noddchk, nib, pred_inv, acc_wr, debug, sat;
    bool branch_ctrl;    /* goto, else: BranchCtrl */
    uint8_t qtr;         /* QtrCtrl */
    uint8_t thread_ctrl; /* 0 normal, 1 Atomic, 2 Switch, 3 reserved */
    uint8_t pred;        /* PredCtrl */
    uint8_t exec;        /* ExecSize code; isa_exec_size() */
    uint8_t cmod;        /* 27:24: CondModifier, math function or SFID */
    uint8_t flag_reg, flag_sub;
    bool ex_indirect; /* sends: the extended descriptor is in a0.ex_sub; otherwise ex_desc */
    uint8_t ex_sub;
    uint32_t
        ex_desc; /* Gen9: bits 31:16, and for sends 9:6, the length of src1; without EOT and SFID */
    struct eu_operand dst, src[3];
    uint64_t word[2]; /* native form as fetched (a compact one is expanded), bits 63:0 and 127:64 */
    uint64_t compact; /* size 8: the bytes as fetched; otherwise 0. The encoder ignores it */
};

/* The number of elements; 0 for a reserved code, and for VertStride's Vx1/VxH. */
static inline unsigned isa_stride(unsigned vs)
{
    return vs == 0 || vs > 6 ? 0 : 1u << (vs - 1);
}
static inline unsigned isa_width(unsigned w)
{
    return w > 4 ? 0 : 1u << w;
}
static inline unsigned isa_hstride(unsigned hs)
{
    return hs == 0 ? 0 : 1u << (hs - 1);
}
/* isa_nibble - the nibble of an immediate of type V or UV for channel @n. The nibbles are eight
 * words (2.2.3), aligned with the destination's bytes: a destination of dwords uses every second
 * one. Source: compiled kernels (mov (2) r3.0<1>:ud 0x400:uv for 0 and 4). Status: inferred. */
static inline unsigned isa_nibble(const struct eu_insn *insn, unsigned n)
{
    enum { WORD = 2, NIBBLES = 8 };
    unsigned apart = eu_types[insn->dst.type].bytes * isa_hstride(insn->dst.hs);
    return n * (apart > WORD ? apart / WORD : 1) % NIBBLES;
}
static inline unsigned isa_exec_size(const struct eu_insn *insn)
{
    return insn->exec > 5 ? 0 : 1u << insn->exec;
}
/* Channel offset of the instruction, 0, 4 .. 28. Source: 5.2.3 QtrCtrl, NibCtrl. */
static inline unsigned isa_group(const struct eu_insn *insn)
{
    return insn->exec == 5 ? 0 : insn->qtr * 8u + insn->nib * 4u;
}
static inline bool isa_is_send(const struct eu_insn *insn)
{
    return insn->op->format == EU_FMT_SEND || insn->op->format == EU_FMT_SENDS;
}
/* The descriptor operand of a message. */
static inline const struct eu_operand *isa_descriptor(const struct eu_insn *insn)
{
    return &insn->src[insn->op->format == EU_FMT_SENDS ? 2 : 1];
}
/* madm, math.invm and math.rsqtm: each operand is a GRF with a macro register, 0 .. 7 of mme0 ..
 * mme7 or none. Its number is encoded in the bits of channel enables and swizzles. */
enum { ISA_NO_MACRO = 8 };
static inline bool isa_is_macro(const struct eu_insn *insn)
{
    return insn->op->id == EU_OP_MADM ||
           (insn->op->format == EU_FMT_MATH && insn->align16 &&
            (insn->cmod == EU_MATH_INVM || insn->cmod == EU_MATH_RSQTM));
}
/* isa_as_executed - on Gen8 and later, turns an Align16 mov from or to acc2 into an Align1 mov from
 * or to mme0 .. mme7; the bits of channel enables or swizzle give the number. Source: Gen9's
 * production routines, Intel's assembler. Status: inferred. A float of bfrev that has no modifier
 * becomes the dword of its bits; status: assumed. Other instructions are unchanged. */
void isa_as_executed(enum eu_gen gen, struct eu_insn *insn);
/* isa_named_macro - the number of mme0 .. mme7 that operand @op of @insn names in this way, if its
 * bits are those of isa_macro_bits(); else -1. isa_macro_bits - channel enables (not for mme0) or
 * swizzle for macro register @n. Source: Intel's assembler. */
int isa_named_macro(const struct isa_gen *isa, const struct eu_insn *insn,
                    const struct eu_operand *op);
unsigned isa_macro_bits(unsigned n, bool dst);
static inline unsigned isa_dst_macro(const struct eu_operand *dst)
{
    return dst->chan_en;
}
static inline unsigned isa_src_macro(const struct eu_operand *src)
{
    return src->swizzle & 15;
}
static inline void isa_set_macro(struct eu_operand *src, unsigned macro)
{
    src->swizzle = (uint8_t)macro;
}
/* EOT is bit 127, whatever src1 is: a send's descriptor lies in 127:96. */
static inline bool isa_is_eot(const struct eu_insn *insn)
{
    return isa_is_send(insn) && insn->word[1] >> 63;
}

/* isa_decode - decodes the instruction at @bytes. @n: bytes available. It never fails because of
 * the contents: an undefined opcode gives the row `illegal`. Returns the size, 8 or 16, or
 * -EU_ERR_TRUNCATED. Source: 5.2 to 5.4. Status: spec. */
int isa_decode(enum eu_gen gen, const uint8_t *bytes, size_t n, struct eu_insn *insn);

/* isa_word - the native word of the instruction at @bytes; a compact one is expanded. @n and the
 * result are as in isa_decode(). */
int isa_word(enum eu_gen gen, const uint8_t *bytes, size_t n, uint64_t word[2]);

/* A word split into its register numbers, its immediate, and the rest. Words with the same rest
 * decode alike. */
struct isa_form {
    /* the word without the origins of direct GRF operands and without the immediate */
    uint64_t word[2];
    uint16_t dst, src[3]; /* the origins, in bytes from r0.0; 0 for other operands */
    uint32_t imm;
};
/* isa_form - splits the whole word that is in @form->word. Returns false if it is not arithmetic,
 * or has one or two sources in Align16: then only the whole word identifies it. Source: 5.2.
 * Status: spec. */
bool isa_form(enum eu_gen gen, struct isa_form *form);

/* isa_encode - encodes the fields of @insn in native form, ignoring @insn->word. Bits that belong
 * to no field are 0; word ^ isa_encode() gives them. */
void isa_encode(enum eu_gen gen, const struct eu_insn *insn, uint64_t word[2]);

/* isa_canon - sets what the text of an instruction does not give to its usual encoding: the unused
 * operands of one-source instructions, of branches, of nop. Assembler and disassembler both use it,
 * so that they agree about every bit; other bits are printed as {Raw}.
 * What the text gives, by format: NONE nothing; ALU, SEND, 3SRC, IMM64 dst and sources; MATH dst
 * and both sources; JIP, JIP_UIP, BRANCH immediate the offsets; BRANCH register src0; JMPI src1;
 * CALL dst and src1; RET and WAIT src0. Codes and combinations without a spelling become the
 * nearest that has one (reserved files, strides, ARF numbers; flag bits that neither predicate nor
 * modifier uses). */
void isa_canon(enum eu_gen gen, struct eu_insn *insn);

/* The compact form, 5.3. isa_compact: returns true and sets *@out if every field is in the
 * tables. */
bool isa_compact(enum eu_gen gen, const uint64_t word[2], uint64_t *out);
void isa_expand(enum eu_gen gen, uint64_t compact, uint64_t word[2]);
/* The word with which {Raw} of a {Compacted} instruction is XORed: isa_compact()'s word, or 0 if
 * there is none. In the latter case Raw is the eight bytes themselves, and never 0. */
uint64_t isa_compact_base(enum eu_gen gen, const uint64_t word[2]);

/* isa_branch - the offsets of JIP and UIP in bytes from the instruction's own address (for jmpi,
 * too). Only for immediate forms. Their units differ by generation: struct isa_gen. Returns a set
 * of ISA_HAS_JIP, ISA_HAS_UIP; with ISA_ABSOLUTE (calla), *@jip is an address. */
enum { ISA_HAS_JIP = 1, ISA_HAS_UIP = 2, ISA_ABSOLUTE = 4 };
unsigned isa_branch(enum eu_gen gen, const struct eu_insn *insn, int32_t *jip, int32_t *uip);
/* isa_set_branch - the inverse. Returns 0, or -EU_ERR_RANGE if an offset does not fit. */
int isa_set_branch(enum eu_gen gen, struct eu_insn *insn, int32_t jip, int32_t uip);

unsigned isa_math_sources(unsigned fc); /* how many sources a function of `math` reads, 1 or 2 */

/* isa_channels_text - "channel 8" or, from the first to the last, "channels 8-15"; @mask is not 0.
 * Returns @buf. */
enum { ISA_CHANNELS_TEXT = 16 };
char *isa_channels_text(uint32_t mask, char buf[ISA_CHANNELS_TEXT]);

/* --- names of codes --- */
const char *isa_cmod_name(unsigned cmod);                  /* "z" .. "u"; "" for 0; NULL reserved */
const char *isa_pred_name(unsigned pred, bool align16);    /* "", "anyv", "x" ..; NULL reserved */
const char *isa_math_name(enum eu_gen gen, unsigned fc);   /* "inv" ..; NULL reserved */
const char *isa_sfid_name(enum eu_gen gen, unsigned sfid); /* "sampler" ..; NULL: it has no name */
const char *isa_sfid_unit(enum eu_gen gen, unsigned sfid); /* "data cache" ..; NULL reserved */
/* whether it addresses surfaces by binding table index */
bool isa_sfid_has_bti(enum eu_gen gen, unsigned sfid);

#endif
