/* Random instructions that compute. Most of them are allowed by the manual, so that tests see
 * results and not refusals. */
#ifndef EULAB_TESTS_RANDOM_INSN_H
#define EULAB_TESTS_RANDOM_INSN_H

#include "isa/gen.h"
#include "isa/optypes.h"
#include "tests/random_words.h"

/* A number from 0 to @n - 1. */
static inline unsigned random_below(uint64_t *s, unsigned n)
{
    return (unsigned)((random_word_next(s) >> 20) % n);
}
static inline bool random_one_in(uint64_t *s, unsigned n)
{
    return random_below(s, n) == 0;
}

static inline const struct eu_op *random_compute_op(enum eu_gen gen, uint64_t *s)
{
    for (;;) {
        const struct eu_op *op = eu_op_by_hw(gen, random_below(s, 128));
        if (op && (op->format == EU_FMT_ALU || op->format == EU_FMT_3SRC ||
                   op->format == EU_FMT_MATH || op->format == EU_FMT_IMM64))
            return op;
    }
}

/* Whether the generation (Gen8 and later) has 64-bit values of every type. */
static inline bool random_is_wide(enum eu_gen gen)
{
    return isa_gen(gen)->wide_values;
}

/* A random type of the set @set; if the set is empty, of all types that registers can have. */
static inline uint8_t random_type(enum eu_gen gen, uint64_t *s, unsigned set)
{
    uint8_t type;
    do
        type = (uint8_t)random_below(s, random_is_wide(gen) ? EU_TYPE_COUNT : EU_TYPE_F + 1);
    while ((set && !(set >> type & 1)) || eu_types[type].vector);
    return type;
}

static inline void random_types(enum eu_gen gen, struct eu_insn *insn, uint64_t *s)
{
    const struct eu_type_pair *pairs = eu_op_types(gen, insn->op->id);
    unsigned n = 0;
    while (pairs[n].dst || pairs[n].src)
        n++;
    struct eu_type_pair pair = {0};
    if (n && !random_one_in(s, 24))
        pair = pairs[random_below(s, n)];
    insn->dst.type = random_type(gen, s, pair.dst);
    for (unsigned i = 0; i < 3; i++)
        insn->src[i].type =
            i && random_one_in(s, 2) ? insn->src[0].type : random_type(gen, s, pair.src);
    if (insn->op->format == EU_FMT_3SRC)
        insn->src[1].type = insn->src[2].type = insn->src[0].type;
    bool may_mix = insn->src[0].type == EU_TYPE_F || insn->src[0].type == EU_TYPE_HF;
    if (insn->op->format == EU_FMT_3SRC && isa_gen(gen)->mixed_3src && may_mix)
        for (unsigned i = 1; i < 3; i++)
            insn->src[i].type = random_one_in(s, 2) ? EU_TYPE_F : EU_TYPE_HF;
}

/* A random ARF that Gen8 has and Gen7 has not: macro registers, storage, stacks. */
static inline uint8_t random_later_arf(uint64_t *s)
{
    static const uint8_t arfs[] = {0x22, 0x23, 0x25, 0x29, 0x2a, 0x40, 0x50, 0x57, 0x60,
                                   0x71, 0x72, 0x92, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xf0};
    return arfs[random_below(s, sizeof arfs)];
}

static inline void random_register(enum eu_gen gen, struct eu_operand *op, uint64_t *s, bool is_dst)
{
    static const uint8_t arfs[] = {0x00, 0x10, 0x20, 0x20, 0x21, 0x30, 0x31, 0x70,
                                   0x80, 0x90, 0x91, 0xa0, 0xb0, 0xc0, 0x22, 0x40};
    unsigned bytes = eu_types[op->type].bytes;
    op->file = EU_FILE_GRF;
    op->reg = random_one_in(s, 30) ? 127 : (uint8_t)random_below(s, 24);
    op->sub = random_one_in(s, 3) ? (uint8_t)(random_below(s, 32) & ~(bytes - 1)) : 0;
    if (random_one_in(s, 8)) {
        op->file = EU_FILE_ARF;
        op->reg = arfs[random_below(s, is_dst && random_one_in(s, 2) ? 1 : sizeof arfs)];
        if (random_is_wide(gen) && random_one_in(s, 3))
            op->reg = random_later_arf(s);
        if (random_one_in(s, 8)) /* unaligned: an element may begin at any byte */
            op->sub = (uint8_t)random_below(s, 32);
    }
    if (random_one_in(s, 10)) {
        op->file = EU_FILE_GRF;
        op->indirect = true;
        op->addr_sub = (uint8_t)random_below(s, isa_gen(gen)->address_registers);
        op->addr_imm = (int16_t)((int)random_below(s, 1024) - 512);
    }
}

static inline void random_region(struct eu_operand *op, const struct eu_insn *insn, uint64_t *s)
{
    unsigned exec = insn->exec;
    op->hs = 1;
    switch (random_below(s, 8)) {
    case 0:
    case 1: /* scalar */
        op->vs = op->w = op->hs = 0;
        break;
    case 2: /* anything */
        op->vs = (uint8_t)random_below(s, 7);
        op->w = (uint8_t)random_below(s, 5);
        op->hs = (uint8_t)random_below(s, 4);
        break;
    case 3: /* strided */
        op->w = (uint8_t)(exec < 2 ? exec : 2);
        op->hs = 2;
        op->vs = (uint8_t)(op->w + 2);
        break;
    default:
        op->w = (uint8_t)(exec < 3 ? exec : 3);
        op->vs = (uint8_t)(op->w + 1);
        break;
    }
    if (op->w == 0 && op->hs)
        op->vs = op->hs = 0;
    if (op->indirect && random_one_in(s, 4))
        op->vs = EU_VS_VXH;
    op->swizzle = random_one_in(s, 2) ? EU_SWIZZLE_XYZW : (uint8_t)random_below(s, 256);
    if (insn->align16) {
        op->vs = random_one_in(s, 4) ? 0 : 3;
        op->w = op->hs = 0;
        op->sub &= 16;
        op->addr_imm &= ~15;
    }
    op->rep = random_one_in(s, 3);
}

/* A random immediate. A 64-bit one is the only source; a half or a word stands in both halves of
 * the dword. */
static inline void random_immediate(struct eu_insn *insn, struct eu_operand *op, uint64_t *s)
{
    static const uint64_t doubles[] = {0x3ff0000000000000, 0x8000000000000000, 0x7ff0000000000000,
                                       0xc0590000000147ae, 0x000fffffffffffff, 0xffffffffffffffff};
    if (eu_types[op->type].bytes == 8 && insn->op->nsrc > 1)
        op->type = op->type == EU_TYPE_DF ? EU_TYPE_F : EU_TYPE_D;
    if (eu_types[op->type].bytes == 8)
        op->imm = random_one_in(s, 2) ? doubles[random_below(s, 6)] : random_word_next(s);
    if (op->type == EU_TYPE_HF)
        op->imm = (op->imm & 0xffff) * 0x10001;
}

static inline void random_sources(enum eu_gen gen, struct eu_insn *insn, uint64_t *s)
{
    unsigned last = insn->op->nsrc - 1u;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        struct eu_operand *op = &insn->src[i];
        random_register(gen, op, s, false);
        if (i) /* only src0 can be an architecture register */
            op->file = EU_FILE_GRF, op->reg &= 31;
        random_region(op, insn, s);
        op->abs = random_one_in(s, 5);
        op->neg = random_one_in(s, 5);
        if (insn->op->format == EU_FMT_3SRC) {
            op->file = EU_FILE_GRF, op->indirect = false;
            op->sub = op->rep ? op->sub & 28 : op->sub & 16;
        }
    }
    if (insn->op->format != EU_FMT_3SRC && random_one_in(s, 4)) {
        static const uint8_t vectors[] = {EU_TYPE_V, EU_TYPE_UV, EU_TYPE_VF};
        struct eu_operand *op = &insn->src[last];
        memset((uint8_t *)op + offsetof(struct eu_operand, indirect), 0,
               sizeof *op - offsetof(struct eu_operand, indirect));
        op->file = EU_FILE_IMM;
        if (random_one_in(s, 4))
            op->type = vectors[random_below(s, 3)];
        op->imm = (uint32_t)random_word_next(s);
        if (random_one_in(s, 2))
            op->imm = random_below(s, 64);
        if (random_one_in(s, 4)) /* the same value for all elements of a vector */
            op->imm = random_below(s, 256) * 0x01010101u;
        if (random_is_wide(gen))
            random_immediate(insn, op, s);
    }
}

static inline void random_controls(enum eu_gen gen, struct eu_insn *insn, uint64_t *s)
{
    unsigned flags = insn->op->flags;
    static const uint8_t execs[] = {3, 3, 3, 3, 4, 4, 4, 0, 0, 1, 2, 5};
    insn->exec = execs[random_below(s, sizeof execs)];
    insn->align16 = flags & EU_OPF_ALIGN16 && random_one_in(s, 6);
    insn->nomask = random_one_in(s, 3);
    if (random_one_in(s, 4))
        insn->qtr = (uint8_t)random_below(s, 4);
    insn->nib = random_one_in(s, 12);
    if (flags & EU_OPF_PRED && random_one_in(s, 3))
        insn->pred = (uint8_t)random_below(s, insn->align16 ? 8 : 14);
    insn->pred_inv = random_one_in(s, 2);
    insn->flag_reg = (uint8_t)random_below(s, 2);
    insn->flag_sub = (uint8_t)random_below(s, 2);
    if (flags & EU_OPF_CMOD_REQ || (flags & EU_OPF_CMOD && random_one_in(s, 3)))
        insn->cmod = (uint8_t)(1 + random_below(s, 6));
    if (flags & EU_OPF_CMOD_Z && random_one_in(s, 3))
        insn->cmod = (uint8_t)(1 + random_below(s, 2));
    if (insn->cmod && random_one_in(s, 6))
        insn->cmod = (uint8_t)(8 + random_below(s, 2));
    if (insn->op->format == EU_FMT_MATH)
        insn->cmod = (uint8_t)(random_one_in(s, 30) ? random_below(s, 16)
                                                    : 1 + random_below(s, EU_MATH_IDIV_REM));
    if (insn->op->format == EU_FMT_MATH && isa_gen(gen)->math_macros && random_one_in(s, 4)) {
        insn->cmod = random_one_in(s, 2) ? EU_MATH_INVM : EU_MATH_RSQTM;
        insn->align16 = true;
    }
    insn->sat = flags & EU_OPF_SAT && random_one_in(s, 4);
    insn->acc_wr = strchr("nxsiw3m", insn->op->acc) && random_one_in(s, 4);
    if (insn->op->acc == 'w')
        insn->acc_wr = !random_one_in(s, 5);
}

/* Makes a native instruction with an opcode that computes, in @word. */
static inline void random_insn(enum eu_gen gen, uint64_t *s, uint64_t word[2])
{
    struct eu_insn insn = {.op = random_compute_op(gen, s)};
    insn.opcode = insn.op->hw;
    random_controls(gen, &insn, s);
    random_types(gen, &insn, s);
    random_register(gen, &insn.dst, s, true);
    insn.dst.hs = (uint8_t)(random_one_in(s, 4) ? random_below(s, 4) : 1);
    insn.dst.chan_en = random_one_in(s, 2) ? 15 : (uint8_t)random_below(s, 16);
    if (insn.align16 || insn.op->format == EU_FMT_3SRC) {
        insn.dst.hs = 1;
        insn.dst.sub &= 16;
        insn.dst.addr_imm &= ~15;
    }
    if (insn.op->format == EU_FMT_3SRC)
        insn.dst.file = EU_FILE_GRF, insn.dst.indirect = false;
    random_sources(gen, &insn, s);
    isa_encode(gen, &insn, word);
    if (random_one_in(s, 64)) /* sometimes any word at all */
        word[random_below(s, 2)] ^=
            random_word_next(s) & random_word_next(s) & random_word_next(s) & ~(uint64_t)0xff;
}

/* A random value: a corner case, a float of modest size, or any bits. */
static inline uint32_t random_value(uint64_t *s)
{
    static const uint32_t corners[] = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
        0x7fc00000, 0x7f7fffff, 0xff7fffff, 0x00000001, 0x807fffff, 0x00800000,
        0xffffffff, 0x7fffffff, 0x00007fff, 0x00008000, 0x0000ffff, 0x7f818181,
        0x3f000000, 0x4f000000, 0xcf000000, 0x7ff00000, 0x3ff00000, 0xfff80000,
        0x000fffff, 0x00003c00, 0x7c007bff, 0x00010003, 0x3f7fffff, 0x3f7ffffe,
    };
    if (random_one_in(s, 3))
        return corners[random_below(s, sizeof corners / sizeof corners[0])];
    if (random_one_in(s, 3)) /* floats of a modest size */
        return (uint32_t)random_word_next(s) % 0x10000000 + 0x38000000;
    return (uint32_t)random_word_next(s);
}

#endif
