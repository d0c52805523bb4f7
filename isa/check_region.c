/* Rules for register regions, direct and indirect. Source: 3.3.9, 3.3.3.4, 5.2.2. */
#include "isa/check_internal.h"

/* Whether this is a source whose strides are used: Align1, no reserved code. Vx1 and VxH have no
 * VertStride. */
static bool has_region(const struct check *c, const struct check_operand *o)
{
    return c->alu && !c->insn->align16 && c->exec && o->reg && o->w && o != &c->dst &&
           (o->walked || o->op->vs == EU_VS_VXH);
}

static bool is_multi(const struct check_operand *o)
{
    return o->reg && o->op->vs == EU_VS_VXH;
}

bool check_rule_SIZE_64(struct check *c)
{
    unsigned largest = c->dst.reg ? c->dst.bytes : 0;

    for (unsigned i = 0; i < c->nsrc; i++)
        if (c->src[i].reg && c->src[i].bytes > largest)
            largest = c->src[i].bytes;
    return (c->alu || c->insn->op->format == EU_FMT_3SRC) && c->exec * largest >= 128;
}

static bool is_byte(unsigned type)
{
    return type == EU_TYPE_B || type == EU_TYPE_UB;
}

/* Whether this is a mov that copies bits: both types have the same size and kind, and nothing
 * changes the value. Source: 6.41.10. */
static bool is_raw_mov(const struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];
    const struct eu_type_info *s = &eu_types[src->type], *d = &eu_types[c->insn->dst.type];
    bool same = s->bytes == d->bytes && (s->kind == EU_KIND_FLOAT) == (d->kind == EU_KIND_FLOAT);
    bool vector = src->type == EU_TYPE_V || src->type == EU_TYPE_UV || src->type == EU_TYPE_VF;

    return c->insn->op->id == EU_OP_MOV && !c->insn->sat && !src->neg && !src->abs && same &&
           !vector;
}

/* Whether the execution type is wider than the destination; then 1.B and 3.F apply. */
static bool narrows(const struct check *c)
{
    unsigned bytes = eu_types[c->insn->dst.type].bytes;

    return c->alu && c->dst.reg && c->exec_bytes > bytes;
}

/* Exceptions: a raw byte mov may have a packed destination (4.A), and one element has no stride
 * (3.F.ii). */
bool check_rule_DST_RATIO(struct check *c)
{
    unsigned bytes = eu_types[c->insn->dst.type].bytes;
    bool raw = is_byte(c->insn->dst.type) && is_raw_mov(c);
    bool packed = is_byte(c->insn->dst.type) && c->dst.hs == 1; /* rule BYTE_PACKED covers it */
    bool half = c->insn->dst.type == EU_TYPE_HF;                /* may be packed, too */

    return narrows(c) && c->exec > 1 && !raw && !packed && !half && c->dst.hs &&
           check_dst(c, c->isa->later_rules ? c->dst.hs * bytes < c->ratio_bytes
                                            : c->dst.hs * bytes != c->ratio_bytes);
}

bool check_rule_DST_ALIGN(struct check *c)
{
    unsigned rest;

    if (!narrows(c) || c->insn->align16 || c->insn->dst.indirect)
        return false;
    rest = c->insn->dst.sub % c->exec_bytes;
    return check_dst(c, rest && !(is_byte(c->insn->dst.type) && rest == 1));
}

bool check_rule_BYTE_PACKED(struct check *c)
{
    bool packed = c->alu && c->dst.reg && is_byte(c->insn->dst.type) && c->dst.hs == 1;

    return check_dst(c, packed && c->exec > 1 && !is_raw_mov(c));
}

static bool too_wide(const struct check *c, const struct check_operand *o)
{
    return has_region(c, o) && c->exec < o->w;
}

bool check_rule_ES_WIDTH(struct check *c)
{
    return check_each_src(c, too_wide);
}

static bool bad_vs(const struct check *c, const struct check_operand *o)
{
    return has_region(c, o) && !is_multi(o) && c->exec == o->w && o->w > 1 && o->hs &&
           o->vs != o->w * o->hs;
}

bool check_rule_VS_ROW(struct check *c)
{
    return check_each_src(c, bad_vs);
}

static bool bad_hs(const struct check *c, const struct check_operand *o)
{
    return has_region(c, o) && o->w == 1 && o->hs;
}

bool check_rule_HS_WIDTH1(struct check *c)
{
    return check_each_src(c, bad_hs);
}

/* HorzStride is covered by rule HS_WIDTH1. */
static bool bad_scalar(const struct check *c, const struct check_operand *o)
{
    return has_region(c, o) && !is_multi(o) && c->exec == 1 && o->w == 1 && o->vs;
}

bool check_rule_SCALAR(struct check *c)
{
    return check_each_src(c, bad_scalar);
}

static bool bad_width(const struct check *c, const struct check_operand *o)
{
    return has_region(c, o) && !is_multi(o) && !o->vs && !o->hs && o->w != 1;
}

bool check_rule_WIDTH_STRIDE0(struct check *c)
{
    return check_each_src(c, bad_width);
}

bool check_rule_DST_STRIDE0(struct check *c)
{
    return c->alu && !c->insn->align16 && check_dst(c, c->dst.reg && !c->dst.hs);
}

static bool crosses(const struct check *c, const struct check_operand *o)
{
    if (!has_region(c, o) || !o->walked || o->op->indirect)
        return false;
    for (unsigned n = 0; n < c->exec; n += o->w) {
        unsigned first = (unsigned)o->offset[n] / 32;
        for (unsigned k = n; k < n + o->w && k < c->exec; k++)
            if (((unsigned)o->offset[k] + o->bytes - 1) / 32 != first)
                return true;
    }
    return false;
}

bool check_rule_ROW_CROSS(struct check *c)
{
    return check_each_src(c, crosses);
}

static bool long_source(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return o->walked && !o->op->indirect && o->span > 2;
}

bool check_rule_SRC_SPAN(struct check *c)
{
    return check_each_src(c, long_source);
}

bool check_rule_DST_SPAN(struct check *c)
{
    return check_dst(c, c->dst.walked && c->dst.span > 2);
}

/* How many elements of the destination lie at @byte of its first register, or after it. */
static unsigned count_from(const struct check *c, int byte)
{
    unsigned n = 0;

    for (unsigned i = 0; i < c->exec; i++)
        n += c->dst.offset[i] >= byte;
    return n;
}

static bool dst_in(const struct check *c, unsigned span)
{
    return c->dst.walked && !c->insn->dst.indirect && c->dst.span == span;
}

static bool src_in(const struct check_operand *o, unsigned span)
{
    return o->walked && !o->op->indirect && o->span == span;
}

bool check_rule_OWORD_SPLIT(struct check *c)
{
    unsigned high = count_from(c, 16);
    bool two = false;

    for (unsigned i = 0; i < c->nsrc; i++)
        two |= src_in(&c->src[i], 2);
    return dst_in(c, 1) && two && check_dst(c, high && high != c->exec && 2 * high != c->exec);
}

/* This holds for a scalar source, too: the manual splits that instruction into halves as well (3.E
 * case a). */
bool check_rule_DST_SPLIT(struct check *c)
{
    return dst_in(c, 2) && check_dst(c, 2 * count_from(c, 32) != c->exec);
}

static bool mixes_registers(const struct check *c, const struct check_operand *o)
{
    if (!dst_in(c, 2) || !src_in(o, 2))
        return false;
    for (unsigned i = 0; i < c->exec; i++)
        if ((c->dst.offset[i] >= 32) != (o->offset[i] >= 32))
            return true;
    return false;
}

bool check_rule_ONE_SOURCE_REG(struct check *c)
{
    return check_each_src(c, mixes_registers);
}

/* Whether the first channel in the second register has another offset than the first channel has.
 * The offsets cannot agree where ONE_SOURCE_REG is broken, so that case is skipped. */
static bool offsets_differ(const struct check *c, const struct check_operand *o)
{
    if (!dst_in(c, 2) || !src_in(o, 2) || mixes_registers(c, o))
        return false;
    for (unsigned i = 0; i < c->exec; i++)
        if (o->offset[i] >= 32)
            return o->offset[i] - 32 != o->offset[0];
    return false;
}

bool check_rule_SOURCE_OFFSET(struct check *c)
{
    return check_each_src(c, offsets_differ);
}

static bool is_int(unsigned type, unsigned bytes)
{
    return eu_types[type].kind != EU_KIND_FLOAT && eu_types[type].bytes == bytes;
}

static bool is_packed(const struct check *c, const struct check_operand *o)
{
    for (unsigned i = 1; i < c->exec; i++)
        if (o->offset[i] != o->offset[i - 1] + (int)o->bytes)
            return false;
    return true;
}

/* A double of Ivy Bridge is a pair of floats, so <0;2,1> is one double. */
static bool is_scalar(const struct check *c, const struct check_operand *o)
{
    bool pair = c->isa->df_halves && o->op->type == EU_TYPE_DF && o->w == 2 && o->hs == 1;

    return !o->vs && (pair || (o->w == 1 && !o->hs));
}

static bool not_incremented(const struct check *c, const struct check_operand *o)
{
    bool expand = is_int(o->op->type, 2) && is_int(c->insn->dst.type, 4) && is_packed(c, o) &&
                  is_packed(c, &c->dst);

    return dst_in(c, 2) && src_in(o, 1) && !is_scalar(c, o) && !expand;
}

bool check_rule_SOURCE_ONE(struct check *c)
{
    return check_each_src(c, not_incremented);
}

bool check_rule_ALIGN16_DST(struct check *c)
{
    return c->alu && c->insn->align16 &&
           check_dst(c, c->dst.reg && c->insn->dst.hs != 1 &&
                            !(c->isa->later_rules && !c->insn->dst.hs));
}

/* Haswell's doubles use VertStride 2 in Align16. Status: inferred. */
static bool bad_align16(const struct check *c, const struct check_operand *o)
{
    unsigned vs = o->op->vs;

    return o->reg && vs != 0 && vs != 3 && vs != EU_VS_VXH && !(vs == 2 && c->isa->align16_df);
}

bool check_rule_ALIGN16_SRC(struct check *c)
{
    return c->alu && c->insn->align16 && check_each_src(c, bad_align16);
}

static bool wide(const struct check *c, const struct check_operand *o)
{
    return o->reg && eu_types[o->op->type].bytes >= 4 && c->exec >= 16;
}

/* Ivy Bridge's SIMD8 of doubles is written (16); in 5.B an (8) moves four. Mesa uses Haswell's
 * three-source SIMD16 and SIMD8 of doubles. Status: inferred. */
bool check_rule_ALIGN16_SIZE(struct check *c)
{
    bool tri = c->insn->op->format == EU_FMT_3SRC && !c->isa->align16_3src_16;

    return (c->alu || tri) && c->insn->align16 && check_each(c, wide);
}

static bool bad_vs_type(const struct check *c, const struct check_operand *o)
{
    return has_region(c, o) && !is_multi(o) &&
           (o->vs == 32 ? o->bytes >= 2 : o->vs == 16 && o->bytes >= 4);
}

bool check_rule_VS_TYPE(struct check *c)
{
    return check_each_src(c, bad_vs_type);
}

bool check_rule_ALIGN16_CONVERT(struct check *c)
{
    unsigned dst = eu_types[c->insn->dst.type].bytes;
    bool two = c->exec * c->dst.bytes >= 64 || c->exec * c->src[0].bytes >= 64;

    return c->alu && c->insn->align16 && c->dst.reg && c->src[0].reg && c->exec_bytes != dst &&
           (c->exec_bytes == 8 || dst == 8) && two;
}

/* --- indirect --- */
static bool direct_multi(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return is_multi(o) && !o->op->indirect;
}

bool check_rule_VXH_DIRECT(struct check *c)
{
    return c->alu && check_each_src(c, direct_multi);
}

static bool indirect_multi(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return is_multi(o) && o->op->indirect;
}

bool check_rule_VXH_ALIGN16(struct check *c)
{
    return c->alu && c->insn->align16 && check_each_src(c, indirect_multi);
}

bool check_rule_VXH_SRC1(struct check *c)
{
    return check_src(c, 1, c->alu && c->nsrc > 1 && indirect_multi(c, &c->src[1]));
}

bool check_rule_VXH_DST_SPAN(struct check *c)
{
    return c->nsrc && indirect_multi(c, &c->src[0]) &&
           check_dst(c, c->dst.walked && c->dst.span > 1);
}

/* "When accessed as a group, the address subregisters must be group-aligned"; a0 has eight of
 * them. */
static bool bad_group(const struct check *c, const struct check_operand *o)
{
    unsigned indices = o->w ? c->exec / o->w : 0;

    return has_region(c, o) && indirect_multi(c, o) && indices &&
           (indices > c->isa->address_registers || o->op->addr_sub % indices);
}

bool check_rule_VXH_GROUP(struct check *c)
{
    return check_each_src(c, bad_group);
}

/* Whether a region crosses a register wherever its index points. It does if a row of Vx1, or a 1x1
 * region, is longer than a register. If the destination has two registers, half of the region
 * counts for each. */
static bool index_crosses(const struct check *c, const struct check_operand *o)
{
    unsigned regs = o != &c->dst && c->dst.walked && c->dst.span == 2 ? 2 : 1;

    if (!o->reg || !o->op->indirect || o == &c->dst)
        return false;
    if (is_multi(o))
        return has_region(c, o) && (o->w - 1) * o->hs * o->bytes + o->bytes > 32;
    return o->walked && o->span > regs;
}

bool check_rule_INDEX_CROSS(struct check *c)
{
    return c->alu && check_each_src(c, index_crosses);
}

/* Vx1 and VxH are covered by rule VXH_SRC1. */
bool check_rule_INDIRECT_SRC1(struct check *c)
{
    return check_src(c, 1,
                     c->alu && c->nsrc > 1 && c->src[1].reg && c->insn->src[1].indirect &&
                         !is_multi(&c->src[1]));
}
