/* Decodes instruction words into fields and encodes them again, by the layouts of fields.def. */
#include "gcn/isa.h"

#include <string.h>

struct layout {
    uint8_t fmt, gens, words;
    uint32_t mask, match;
};
static const struct layout layouts[GCN_LAYOUTS] = {
#define NAME(f)
#define LAYOUT(l, fmt, gens, words, mask, match)                                                   \
    [GCN_L_##l] = {GCN_##fmt, gens, words, mask, match},
#define FIELD(l, f, word, lo, width, bias)
#define BIT(l, f, word, bit, index)
#include "gcn/fields.def"
#undef LAYOUT
#undef FIELD
#undef BIT
};

struct field {
    uint8_t layout, field, word, lo, width, shift;
    uint16_t bias;
};
static const struct field fields[] = {
#define LAYOUT(l, fmt, gens, words, mask, match)
#define FIELD(l, f, word, lo, width, bias) {GCN_L_##l, GCN_F_##f, word, lo, width, 0, bias},
#define BIT(l, f, word, bit, index) {GCN_L_##l, GCN_F_##f, word, bit, 1, index, 0},
#include "gcn/fields.def"
#undef NAME
#undef LAYOUT
#undef FIELD
#undef BIT
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

static uint32_t low_ones(unsigned width)
{
    return (uint32_t)((1ull << width) - 1);
}

static void fields_read(int layout, const uint32_t *w, uint32_t *f)
{
    for (unsigned i = 0; i < N_FIELDS; i++)
        if (fields[i].layout == layout) {
            uint32_t bits = w[fields[i].word] >> fields[i].lo & low_ones(fields[i].width);
            f[fields[i].field] |= (bits << fields[i].shift) + fields[i].bias;
        }
}

static bool fields_write(int layout, const uint32_t *f, uint32_t *w)
{
    for (unsigned i = 0; i < N_FIELDS; i++)
        if (fields[i].layout == layout) {
            uint32_t v = f[fields[i].field] - fields[i].bias;
            bool part = fields[i].width == 1 && fields[i].field >= GCN_F_ABS &&
                        fields[i].field <= GCN_F_NEG;
            part = part || fields[i].field == GCN_F_SEXT;
            if (!part && v > low_ones(fields[i].width))
                return false;
            w[fields[i].word] |= (v >> fields[i].shift & low_ones(fields[i].width)) << fields[i].lo;
        }
    return true;
}

/* The opcode of a VOP3 number: below 256 it is VOPC's; VOP2 and VOP1 have their ranges; the rest is
 * VOP3's own. */
static const struct gcn_op *vop3_op(enum gcn_gen gen, unsigned n)
{
    unsigned vop1 = gen == GCN_GFX803 ? 320 : 384, vop1_end = gen == GCN_GFX803 ? 448 : 512;
    const struct gcn_op *op;
    if (n < 256)
        op = gcn_op_numbered(gen, GCN_VOPC, n);
    else if (n < 320)
        op = gcn_op_numbered(gen, GCN_VOP2, n - 256);
    else if (n >= vop1 && n < vop1_end)
        op = gcn_op_numbered(gen, GCN_VOP1, n - vop1);
    else if (gen == GCN_GFX803 && n >= 624 && n < 628)
        op = gcn_op_numbered(gen, GCN_VINTRP, n - 624);
    else
        op = gcn_op_numbered(gen, GCN_VOP3, n);
    return op && op->flags & GCN_NOE64 ? NULL : op;
}

static unsigned vop3_number(enum gcn_gen gen, const struct gcn_op *op)
{
    unsigned n = (unsigned)op->n[gen];
    switch (op->fmt) {
    case GCN_VOP2:
        return n + 256;
    case GCN_VOP1:
        return n + (gen == GCN_GFX803 ? 320 : 384);
    case GCN_VINTRP:
        return n + 624;
    default:
        return n;
    }
}

int gcn_layout_find(enum gcn_gen gen, const struct gcn_op *op, enum gcn_form form)
{
    bool interp = gcn_op_has(op, 'T', NULL);
    if (form == GCN_E64 || op->fmt == GCN_VOP3) {
        if (interp)
            return gen == GCN_GFX803 ? GCN_L_VINTRP3 : -1;
        bool b = gcn_op_has(op, 'd', NULL);
        if (gen == GCN_GFX803)
            return b ? GCN_L_VOP3B_8 : GCN_L_VOP3_8;
        return b ? GCN_L_VOP3B : GCN_L_VOP3;
    }
    for (int l = 0; l < GCN_LAYOUTS; l++)
        if (layouts[l].fmt == op->fmt && layouts[l].gens >> gen & 1 && l != GCN_L_VINTRP3)
            return l;
    return -1;
}

static int layout_match(enum gcn_gen gen, uint32_t w)
{
    for (int l = 0; l < GCN_LAYOUTS; l++)
        if (layouts[l].gens >> gen & 1 && (w & layouts[l].mask) == layouts[l].match)
            return l;
    return -1;
}

static bool is_vop3(int l)
{
    return l == GCN_L_VOP3 || l == GCN_L_VOP3_8;
}

/* The lane select of v_readlane and v_writelane is scalar, though the same field holds a VGPR in
 * other opcodes. */
static bool scalar_b(const struct gcn_op *op)
{
    struct gcn_operand o;
    return op->fmt == GCN_VOP2 && gcn_op_has(op, 'B', &o) && o.cls == 'l';
}

/* Reads what follows the first dwords: a literal, or the second dword of SDWA and DPP. */
static bool tail_read(struct gcn_insn *in, const uint32_t *w, size_t n)
{
    struct gcn_operand k;
    bool vop = in->form == GCN_E32 &&
               (in->op->fmt == GCN_VOP1 || in->op->fmt == GCN_VOP2 || in->op->fmt == GCN_VOPC);
    bool sop = in->op->fmt == GCN_SOP1 || in->op->fmt == GCN_SOP2 || in->op->fmt == GCN_SOPC;
    if (in->gen == GCN_GFX803 && vop &&
        (in->f[GCN_F_A] == GCN_SRC_SDWA || in->f[GCN_F_A] == GCN_SRC_DPP)) {
        bool sdwa = in->f[GCN_F_A] == GCN_SRC_SDWA;
        if (n < 2 || in->op->flags & (sdwa ? GCN_NOSDWA : GCN_NODPP))
            return false;
        in->f[GCN_F_A] = 0;
        in->form = sdwa ? GCN_SDWA : GCN_DPP;
        fields_read(sdwa ? GCN_L_SDWA : GCN_L_DPP, w + 1, in->f);
        in->words = 2;
        return true;
    }
    bool b = sop && (in->op->fmt == GCN_SOP2 ||
                     (in->op->fmt == GCN_SOPC && !gcn_op_has(in->op, 'X', NULL)));
    in->has_literal = gcn_op_has(in->op, 'K', &k) ||
                      ((vop || sop) && in->f[GCN_F_A] == GCN_LITERAL) ||
                      (b && in->f[GCN_F_B] == GCN_LITERAL) ||
                      (in->layout == GCN_L_SMRD && in->gen == GCN_GFX700 && !in->f[GCN_F_IMM] &&
                       in->f[GCN_F_OFFSET] == GCN_LITERAL && gcn_op_has(in->op, 'O', NULL));
    if (!in->has_literal)
        return true;
    if (n < (size_t)in->words + 1)
        return false;
    in->literal = w[in->words++];
    return true;
}

int gcn_decode(enum gcn_gen gen, const uint32_t *w, size_t n, struct gcn_insn *in)
{
    memset(in, 0, sizeof *in);
    int l = layout_match(gen, w[0]);
    if (l < 0 || n < layouts[l].words)
        return 0;
    in->gen = (uint8_t)gen;
    fields_read(l, w, in->f);
    if (is_vop3(l)) {
        in->op = vop3_op(gen, in->f[GCN_F_OP]);
        in->form = GCN_E64;
    } else {
        in->op = gcn_op_numbered(gen, layouts[l].fmt, in->f[GCN_F_OP]);
    }
    if (!in->op)
        return 0;
    if (is_vop3(l)) {
        l = gcn_layout_find(gen, in->op, GCN_E64);
        memset(in->f, 0, sizeof in->f);
        fields_read(l, w, in->f);
    }
    in->layout = (uint8_t)l;
    in->words = layouts[l].words;
    if (in->form == GCN_E32 && scalar_b(in->op))
        in->f[GCN_F_B] -= GCN_VGPR0;
    return tail_read(in, w, n) ? in->words : 0;
}

int gcn_encode(const struct gcn_insn *in, uint32_t w[GCN_MAX_WORDS])
{
    uint32_t f[GCN_FIELDS];
    memcpy(f, in->f, sizeof f);
    memset(w, 0, GCN_MAX_WORDS * sizeof *w);
    const struct layout *l = &layouts[in->layout];
    f[GCN_F_OP] = is_vop3(in->layout) || in->form == GCN_E64 ? vop3_number(in->gen, in->op)
                                                             : (unsigned)in->op->n[in->gen];
    if (in->form == GCN_E32 && scalar_b(in->op))
        f[GCN_F_B] += GCN_VGPR0;
    int n = l->words;
    if (in->form == GCN_SDWA || in->form == GCN_DPP) {
        if (!fields_write(in->form == GCN_SDWA ? GCN_L_SDWA : GCN_L_DPP, f, w + 1))
            return 0;
        f[GCN_F_A] = in->form == GCN_SDWA ? GCN_SRC_SDWA : GCN_SRC_DPP;
        n++;
    } else if (in->has_literal) {
        w[n++] = in->literal;
    }
    if (!fields_write(in->layout, f, w))
        return 0;
    w[0] |= l->match;
    return n;
}
