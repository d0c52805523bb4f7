/* What follows the operands of an instruction: flags, offsets, selections, in both directions. */
#include <string.h>

#include "gcn/asm_internal.h"

static const char *const selects[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
                                      "WORD_0", "WORD_1", "DWORD"};
static const char *const unuseds[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
static const struct {
    const char *name;
    uint16_t first, last;
} controls[] = {
#define DPP(name, first, last) {#name, first, last},
#include "gcn/text.def"
};
struct id_name {
    const char *name;
    uint8_t id;
};
static const struct id_name data_formats[] = {
#define DATA_FORMAT(name, id) {"BUF_DATA_FORMAT_" #name, id},
#include "gcn/text.def"
};
static const struct id_name num_formats[] = {
#define NUM_FORMAT(name, id) {"BUF_NUM_FORMAT_" #name, id},
#include "gcn/text.def"
};
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Flags that are written as a word, and the families that have them. */
static const struct {
    const char *word;
    uint8_t field;
    uint32_t fmts;
} flags[] = {
#define F(x) (1u << GCN_##x)
    {"idxen", GCN_F_IDXEN, F(MUBUF) | F(MTBUF)},
    {"offen", GCN_F_OFFEN, F(MUBUF) | F(MTBUF)},
    {"addr64", GCN_F_ADDR64, F(MUBUF) | F(MTBUF)},
    {"unorm", GCN_F_UNORM, F(MIMG)},
    {"glc", GCN_F_GLC, F(SMEM) | F(FLAT) | F(MUBUF) | F(MTBUF) | F(MIMG)},
    {"slc", GCN_F_SLC, F(FLAT) | F(MUBUF) | F(MTBUF) | F(MIMG)},
    {"r128", GCN_F_R128, F(MIMG)},
    {"tfe", GCN_F_TFE, F(FLAT) | F(MUBUF) | F(MTBUF) | F(MIMG)},
    {"lwe", GCN_F_LWE, F(MIMG)},
    {"da", GCN_F_DA, F(MIMG)},
    {"d16", GCN_F_D16, F(MIMG)},
    {"lds", GCN_F_LDS, F(MUBUF)},
    {"gds", GCN_F_GDS, F(DS)},
    {"done", GCN_F_DONE, F(EXP)},
    {"compr", GCN_F_COMPR, F(EXP)},
    {"vm", GCN_F_VM, F(EXP)},
    {"high", GCN_F_HIGH, F(VOP3)},
#undef F
};

static bool pick(struct cursor *c, const char *const *names, size_t n, uint32_t *v)
{
    for (*v = 0; *v < n; ++*v)
        if (cur_eat(c, names[*v]))
            return true;
    return cur_fail(c, "no such selection");
}

static bool has_clamp(const struct gcn_insn *in)
{
    if (in->form == GCN_SDWA)
        return *in->op->operands;
    if (in->form != GCN_E64)
        return false;
    bool gfx8 = in->gen == GCN_GFX803;
    struct gcn_operand a;
    if (in->op->fmt == GCN_VOPC)
        return gfx8 && gcn_op_has(in->op, 'B', &a) && a.type == 'f';
    return in->op->flags & (GCN_CLAMP | (gfx8 ? GCN_CLAMP8 : 0));
}

static bool has_offset1(const struct gcn_op *op)
{
    return op->fmt == GCN_DS &&
           (strstr(op->name, "write2") || strstr(op->name, "read2") || strstr(op->name, "wrxchg2"));
}

static bool asm_swizzle(struct cursor *c, uint32_t *v)
{
    uint32_t lane = 0;
    *v = 0;
    if (cur_eat(c, "QUAD_PERM")) {
        for (unsigned i = 0; i < 4; i++) {
            if (!cur_want(c, ",") || !cur_int_range(c, 0, 3, &lane))
                return false;
            *v |= lane << 2 * i;
        }
        *v |= 0x8000;
        return cur_want(c, ")");
    }
    if (!cur_eat(c, "BITMASK_PERM") || !cur_want(c, ","))
        return cur_fail(c, "expected QUAD_PERM or BITMASK_PERM");
    cur_space(c);
    if (*c->p != '"' || strspn(c->p + 1, "01pi") != 5 || c->p[6] != '"')
        return cur_fail(c, "expected five of 0, 1, p, i in quotes");
    for (unsigned i = 0; i < 5; i++) {
        unsigned bit = 1u << (4 - i);
        char ch = c->p[1 + i];
        *v |= (ch == 'p' || ch == 'i' ? bit : 0) | (ch == '1' ? bit << 5 : 0) |
              (ch == 'i' ? bit << 10 : 0);
    }
    c->p += 7;
    return cur_want(c, ")");
}

static bool asm_offset(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    uint32_t v;
    if (in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF)
        return cur_int_range(c, 0, 4095, &in->f[GCN_F_OFFSET]);
    if (in->op->fmt != GCN_DS || has_offset1(in->op))
        return cur_fail(c, "no offset here");
    if (cur_eat(c, "swizzle(")) {
        if (!asm_swizzle(c, &v))
            return false;
    } else if (!cur_int_range(c, 0, 65535, &v)) {
        return false;
    }
    in->f[GCN_F_OFFSET] = v & 255;
    in->f[GCN_F_OFFSET1] = v >> 8;
    return true;
}

static bool format_name(struct cursor *c, const struct id_name *names, size_t n, uint32_t *v)
{
    for (size_t i = 0; i < n; i++)
        if (cur_eat(c, names[i].name)) {
            *v = names[i].id;
            return true;
        }
    return false;
}

static bool asm_format(struct cursor *c)
{
    uint32_t *f = c->in->f, v;
    if (!cur_eat(c, "[")) {
        if (!cur_int_range(c, 0, 127, &v))
            return false;
        f[GCN_F_DFMT] = v & 15;
        f[GCN_F_NFMT] = v >> 4;
        return true;
    }
    do {
        if (!format_name(c, data_formats, COUNT(data_formats), &f[GCN_F_DFMT]) &&
            !format_name(c, num_formats, COUNT(num_formats), &f[GCN_F_NFMT]))
            return cur_fail(c, "no such format");
    } while (cur_eat(c, ","));
    return cur_want(c, "]");
}

static bool asm_quad_perm(struct cursor *c)
{
    uint32_t lane, *ctrl = &c->in->f[GCN_F_CTRL];
    *ctrl = 0;
    if (!cur_eat(c, "["))
        return cur_fail(c, "expected four lanes in brackets");
    for (unsigned i = 0; i < 4; i++) {
        if ((i && !cur_want(c, ",")) || !cur_int_range(c, 0, 3, &lane))
            return false;
        *ctrl |= lane << 2 * i;
    }
    return cur_want(c, "]");
}

/* Parses one modifier of SDWA or DPP; *@done: there was one. */
static bool asm_sdwa(struct cursor *c, bool *done)
{
    uint32_t *f = c->in->f;
    *done = true;
    if (cur_eat(c, "dst_sel:"))
        return pick(c, selects, COUNT(selects), &f[GCN_F_DSEL]);
    if (cur_eat(c, "dst_unused:"))
        return pick(c, unuseds, COUNT(unuseds), &f[GCN_F_DUNUSED]);
    if (cur_eat(c, "src0_sel:"))
        return pick(c, selects, COUNT(selects), &f[GCN_F_SEL0]);
    if (cur_eat(c, "src1_sel:"))
        return pick(c, selects, COUNT(selects), &f[GCN_F_SEL1]);
    *done = false;
    return true;
}

/* Parses how lanes are moved. */
static bool asm_control(struct cursor *c, bool *done)
{
    uint32_t *ctrl = &c->in->f[GCN_F_CTRL], n;
    *done = true;
    if (cur_eat(c, "quad_perm:"))
        return asm_quad_perm(c);
    if (cur_eat(c, "row_mirror") || cur_eat(c, "row_half_mirror")) {
        *ctrl = c->p[-7] == '_' && c->p[-8] == 'w' ? 0x140 : 0x141;
        return true;
    }
    if (cur_eat(c, "row_bcast:")) {
        if (!cur_int_range(c, 15, 31, &n) || (n != 15 && n != 31))
            return cur_fail(c, "row_bcast is 15 or 31");
        *ctrl = n == 15 ? 0x142 : 0x143;
        return true;
    }
    for (size_t i = 0; i < COUNT(controls); i++)
        if (cur_eat(c, controls[i].name)) {
            if (!cur_want(c, ":") ||
                !cur_int_range(c, 1, controls[i].last - controls[i].first + 1, &n))
                return false;
            *ctrl = controls[i].first + n - 1;
            return true;
        }
    *done = false;
    return true;
}

static bool asm_dpp(struct cursor *c, bool *done)
{
    uint32_t *f = c->in->f, n;
    *done = true;
    if (cur_eat(c, "row_mask:"))
        return cur_int_range(c, 0, 15, &f[GCN_F_ROWS]);
    if (cur_eat(c, "bank_mask:"))
        return cur_int_range(c, 0, 15, &f[GCN_F_BANKS]);
    if (cur_eat(c, "bound_ctrl:")) {
        f[GCN_F_BOUND] = 1;
        return cur_int_range(c, 0, 1, &n);
    }
    return asm_control(c, done);
}

static bool asm_valu(struct cursor *c, bool *done)
{
    uint32_t *f = c->in->f, n;
    *done = true;
    if (has_clamp(c->in) && cur_eat(c, "clamp")) {
        f[GCN_F_CLAMP] = 1;
        return true;
    }
    if (c->in->form == GCN_E64 && c->in->op->flags & GCN_OMOD) {
        if (cur_eat(c, "mul:")) {
            if (!cur_int_range(c, 1, 4, &n) || n == 3)
                return cur_fail(c, "mul is 1, 2 or 4");
            f[GCN_F_OMOD] = n == 4 ? 2 : n - 1;
            return true;
        }
        if (cur_eat(c, "div:")) {
            if (!cur_int_range(c, 1, 2, &n))
                return false;
            f[GCN_F_OMOD] = n == 2 ? 3 : 0;
            return true;
        }
    }
    if (c->in->form == GCN_SDWA)
        return asm_sdwa(c, done);
    if (c->in->form == GCN_DPP)
        return asm_dpp(c, done);
    *done = false;
    return true;
}

static bool asm_one(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    bool done = false;
    for (size_t i = 0; i < COUNT(flags); i++)
        if (flags[i].fmts >> in->op->fmt & 1 && cur_eat(c, flags[i].word)) {
            in->f[flags[i].field] = 1;
            return true;
        }
    if (in->op->fmt == GCN_MIMG && cur_eat(c, "dmask:"))
        return cur_int_range(c, 0, 15, &in->f[GCN_F_DMASK]);
    if (in->op->fmt == GCN_MTBUF && cur_eat(c, "format:"))
        return asm_format(c);
    if (has_offset1(in->op) && cur_eat(c, "offset0:"))
        return cur_int_range(c, 0, 255, &in->f[GCN_F_OFFSET]);
    if (has_offset1(in->op) && cur_eat(c, "offset1:"))
        return cur_int_range(c, 0, 255, &in->f[GCN_F_OFFSET1]);
    if (cur_eat(c, "offset:"))
        return asm_offset(c);
    if (in->op->fmt >= GCN_VOP2 && in->op->fmt <= GCN_VINTRP && !asm_valu(c, &done))
        return false;
    return done || cur_fail(c, "no such modifier of this instruction");
}

/* Checks the operands against modifiers that restrict them. */
static bool agree(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    uint32_t *f = in->f;
    if (in->op->fmt == GCN_EXP && f[GCN_F_COMPR]) { /* four names stand for two registers */
        if ((f[GCN_F_EN] & 3) == 1 || (f[GCN_F_EN] & 3) == 2 || f[GCN_F_EN] >> 2 == 1 ||
            f[GCN_F_EN] >> 2 == 2)
            return cur_fail(c, "compr exports pairs");
        f[GCN_F_B] = f[GCN_F_C];
        f[GCN_F_C] = f[GCN_F_D] = 0;
    }
    if (in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF) {
        unsigned n = f[GCN_F_ADDR64] ? 2 : f[GCN_F_IDXEN] + f[GCN_F_OFFEN];
        bool both = f[GCN_F_ADDR64] && (f[GCN_F_IDXEN] || f[GCN_F_OFFEN] || in->gen == GCN_GFX803);
        if (gcn_op_has(in->op, 'B', NULL) && (n != c->gdwords || both))
            return cur_fail(c, "offen, idxen or addr64 and the address differ");
    }
    if (in->op->fmt == GCN_MIMG && image_dwords(in) != c->gdwords)
        return cur_fail(c, "the data have another size than dmask says");
    if (in->op->fmt == GCN_SMEM && f[GCN_F_GLC] && in->gen != GCN_GFX803)
        return cur_fail(c, "no glc here");
    return true;
}

bool asm_modifiers(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    uint32_t *f = in->f;
    if (in->form == GCN_SDWA) {
        f[GCN_F_SEL0] = 6;
        f[GCN_F_SEL1] = gcn_op_has(in->op, 'B', NULL) ? 6 : 0;
        f[GCN_F_DSEL] = in->op->fmt == GCN_VOPC ? 0 : 6;
        f[GCN_F_DUNUSED] = in->op->fmt == GCN_VOPC ? 0 : 2;
    }
    if (in->form == GCN_DPP) {
        f[GCN_F_BANKS] = f[GCN_F_ROWS] = 15;
        f[GCN_F_CTRL] = 0xe4;
    }
    if (in->op->fmt == GCN_MTBUF)
        f[GCN_F_DFMT] = 1;
    for (cur_space(c); *c->p; cur_space(c)) {
        cur_eat(c, ",");
        if (!asm_one(c))
            return false;
    }
    return agree(c);
}

static void put_second_word(struct out *o, const struct gcn_insn *in)
{
    const uint32_t *f = in->f;
    if (in->form == GCN_SDWA) {
        if (in->op->fmt != GCN_VOPC && *in->op->operands)
            put(o, " dst_sel:%s dst_unused:%s", f[GCN_F_DSEL] < 7 ? selects[f[GCN_F_DSEL]] : "?",
                f[GCN_F_DUNUSED] < 3 ? unuseds[f[GCN_F_DUNUSED]] : "?");
        if (gcn_op_has(in->op, 'A', NULL))
            put(o, " src0_sel:%s", f[GCN_F_SEL0] < 7 ? selects[f[GCN_F_SEL0]] : "?");
        if (gcn_op_has(in->op, 'B', NULL))
            put(o, " src1_sel:%s", f[GCN_F_SEL1] < 7 ? selects[f[GCN_F_SEL1]] : "?");
        return;
    }
    uint32_t k = f[GCN_F_CTRL];
    size_t i = 0;
    while (i < COUNT(controls) && (k < controls[i].first || k > controls[i].last))
        i++;
    if (k < 256)
        put(o, " quad_perm:[%u,%u,%u,%u]", k & 3, k >> 2 & 3, k >> 4 & 3, k >> 6);
    else if (i < COUNT(controls))
        put(o, " %s:%u", controls[i].name, k - controls[i].first + 1);
    else
        put(o, k == 0x140   ? " row_mirror"
               : k == 0x141 ? " row_half_mirror"
               : k == 0x142 ? " row_bcast:15"
               : k == 0x143 ? " row_bcast:31"
                            : " ?");
    put(o, " row_mask:0x%x bank_mask:0x%x%s", f[GCN_F_ROWS], f[GCN_F_BANKS],
        f[GCN_F_BOUND] ? " bound_ctrl:0" : "");
}

static void put_format(struct out *o, const uint32_t *f)
{
    const char *d = "?", *n = NULL;
    for (size_t i = 0; i < COUNT(data_formats); i++)
        if (data_formats[i].id == f[GCN_F_DFMT])
            d = data_formats[i].name;
    for (size_t i = 0; i < COUNT(num_formats); i++)
        if (num_formats[i].id == f[GCN_F_NFMT])
            n = num_formats[i].name;
    if (n)
        put(o, " format:[%s,%s]", d, n);
    else
        put(o, " format:%u", f[GCN_F_DFMT] | f[GCN_F_NFMT] << 4);
}

void put_modifiers(struct out *o, const struct gcn_insn *in)
{
    const uint32_t *f = in->f;
    if (in->op->fmt == GCN_MTBUF)
        put_format(o, f);
    if (in->op->fmt == GCN_MIMG)
        put(o, " dmask:0x%x", f[GCN_F_DMASK]);
    if (has_offset1(in->op))
        put(o, " offset0:%u offset1:%u", f[GCN_F_OFFSET], f[GCN_F_OFFSET1]);
    else if (in->op->fmt == GCN_DS && (f[GCN_F_OFFSET] || f[GCN_F_OFFSET1]))
        put(o, " offset:%u", f[GCN_F_OFFSET] | f[GCN_F_OFFSET1] << 8);
    bool buffer = in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF;
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (flags[i].fmts >> in->op->fmt & 1 && f[flags[i].field])
            put(o, " %s", flags[i].word);
        if (buffer && i == 2 && f[GCN_F_OFFSET]) /* after the flags of the address */
            put(o, " offset:%u", f[GCN_F_OFFSET]);
    }
    if (in->op->fmt < GCN_VOP2 || in->op->fmt > GCN_VINTRP)
        return;
    if (f[GCN_F_CLAMP])
        put(o, " clamp");
    if (f[GCN_F_OMOD])
        put(o, f[GCN_F_OMOD] == 1 ? " mul:2" : f[GCN_F_OMOD] == 2 ? " mul:4" : " div:2");
    if (in->form == GCN_SDWA || in->form == GCN_DPP)
        put_second_word(o, in);
}
