#include "sim/fast/core.h"

#include <string.h>

#include "sim/fast/alu_impl.h"

/* Regions and types that are not packed dwords, for the handlers of packed dwords: lanes are
 * brought side by side by a table, and the result is distributed in the same way. */

/* The type that a lane has after loading; @has_ud: a source is UD. */
static unsigned lane_type(unsigned type, bool has_ud)
{
    if (fast_is_float(type))
        return EU_TYPE_F;
    if (type == EU_TYPE_UD || type == EU_TYPE_D)
        return type;
    return has_ud && !fast_is_signed(type) ? EU_TYPE_UD : EU_TYPE_D;
}

struct span {
    unsigned low, bytes;
};

/* The range of bytes in which @n lanes lie. */
static struct span span_of(const uint16_t *off, unsigned n, unsigned bytes)
{
    unsigned low = off[0], high = off[0];
    for (unsigned i = 1; i < n; i++) {
        low = off[i] < low ? off[i] : low;
        high = off[i] > high ? off[i] : high;
    }
    return (struct span){low, high - low + bytes};
}

/* The address at which to load them: the start of the register if possible, because registers are
 * mostly written whole. */
static unsigned look_at(struct span s)
{
    unsigned reg = s.low & ~(EU_GRF_BYTES - 1u);
    return s.low + s.bytes <= reg + FAST_ODD_SPAN ? reg : s.low;
}

/* Fills the table for @n lanes, which are loaded from @from. Returns false if a lane is out of
 * reach, or an element reaches over two dwords. */
static bool tabulate(struct fast_odd_lanes *l, const uint16_t *off, unsigned n, unsigned from,
                     unsigned type, uint8_t *kind)
{
    unsigned bytes = eu_types[type].bytes, top = fast_is_signed(type) ? 4 - bytes : 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned at = off[i] - from;
        if (at + bytes > FAST_ODD_SPAN || at % 4 + bytes > 4)
            return false;
        if (at >= 32)
            *kind |= FAST_FAR;
        l->dword[i] = at / 4 % 8 | (at < 32 ? 0 : 1u << 31);
        memset(l->byte + 4 * i, 0x80, 4); /* a zero */
        for (unsigned k = 0; k < bytes; k++)
            l->byte[4 * i + top + k] = (uint8_t)(4 * (i & 3) + at % 4 + k);
    }
    return true;
}

static bool place_constant(const struct fast_alu *a, unsigned i, struct fast_uop *u)
{
    const struct fast_operand *op = &a->src[i];
    for (unsigned n = 1; n < 8; n++) /* the micro-op has room for only one value */
        if (op->imm[n] != op->imm[0])
            return false;
    u->kind[i] = FAST_IMM;
    u->imm = (uint32_t)op->imm[0];
    return i + 1u == a->nsrc;
}

static unsigned dst_base(const struct fast_alu *a)
{
    return a->dst.place == FAST_INDIRECT ? 0 : a->dst.base;
}

/* Whether the second half of the lanes uses another index register, 3.3.9 6.A. */
static bool is_pair(const struct fast_alu *a)
{
    return dst_base(a) % EU_GRF_BYTES + a->dst_extent > EU_GRF_BYTES;
}

/* Records that a0 holds the position of operand @i. */
static void place_index(const struct isa_gen *isa, const struct fast_operand *op, unsigned i,
                        struct fast_odd *odd)
{
    odd->aim[i].index = (uint8_t)(op->reg % isa->address_registers + 1);
    odd->aim[i].imm = op->addr_imm;
}

/* Finds the lanes of source @i in struct eu_thread, or relative to the position in a0. Returns
 * false if they are elsewhere. */
static bool find_source(const struct isa_gen *isa, const struct fast_alu *a, unsigned i,
                        struct fast_odd *odd, uint16_t *off)
{
    const struct fast_operand *op = &a->src[i];
    unsigned bytes = eu_types[op->type].bytes, base = op->base;
    struct span s = span_of(op->off, a->es, bytes), reg = {0, 0};
    switch ((enum fast_place)op->place) {
    case FAST_GRF:
        if (op->wraps || s.low < base)
            return false;
        break;
    case FAST_ARF:
        reg.low = fast_arf_at(isa, op->reg, false, &reg.bytes);
        if (s.low + s.bytes > reg.bytes)
            return false;
        base = s.low;
        break;
    case FAST_INDIRECT:
        base = 0;
        place_index(isa, op, i + 1, odd);
        if (a->es > 1 && !op->scalar && is_pair(a))
            return false;
        break;
    default:
        return false;
    }
    for (unsigned n = a->es; n-- > 0;)
        off[n] = (uint16_t)(op->off[n] + reg.low);
    odd->reach[i + 1] = (uint16_t)(s.low - base + s.bytes);
    return true;
}

/* Finds dwords of an accumulator: two slots each, 32 bytes for two. */
static bool place_acc_dwords(const struct fast_alu *a, unsigned i, struct fast_uop *u)
{
    enum { WORDS = 2, ALIGNED = 4 };
    const struct fast_operand *op = &a->src[i];
    if (eu_types[op->type].bytes != 4 || op->type == EU_TYPE_F || a->es % 8 || op->off[0] % ALIGNED)
        return false;
    for (unsigned n = 1; n < a->es; n++)
        if (op->off[n] != op->off[0] + n * WORDS)
            return false;
    u->kind[i] = FAST_ACC_D;
    u->s[i] = op->off[0];
    return op->off[0] + a->es * WORDS <= 2 * EU_ACC_LANES;
}

static bool place_source(const struct isa_gen *isa, const struct fast_alu *a, unsigned i,
                         struct fast_uop *u, struct fast_odd *odd, bool native)
{
    const struct fast_operand *op = &a->src[i];
    unsigned type = op->type, bytes = eu_types[type].bytes;
    uint16_t off[EU_CHANNELS];
    u->mods |= (uint8_t)((op->abs ? FAST_ABS : 0) | (op->neg ? FAST_NEG : 0)) << i;
    if (op->place == FAST_CONSTANT)
        return place_constant(a, i, u);
    if (op->place == FAST_ACC)
        return native && place_acc_dwords(a, i, u);
    if (!find_source(isa, a, i, odd, off))
        return false;
    if (a->id == EU_OP_SHR && i == 0 && bytes < 4) /* zeros are shifted in, E45 */
        type = bytes == 2 ? EU_TYPE_UW : EU_TYPE_UB;
    odd->down[i] = fast_is_signed(type) ? 32 - 8 * bytes : 0;
    u->kind[i] = bytes < 4 ? FAST_NEAR | FAST_PART : FAST_NEAR;
    for (unsigned h = 0; 8 * h < a->es; h++) {
        unsigned n = a->es < 8 ? a->es : 8, from = look_at(span_of(off + 8 * h, n, bytes));
        if (h == 0)
            u->s[i] = (uint16_t)from;
        if (from < u->s[i] || (u->s[i] && op->place == FAST_INDIRECT) ||
            !tabulate(&odd->lanes[i][h], off + 8 * h, n, from, type, &u->kind[i]))
            return false;
        odd->second[i] = (uint16_t)(from - u->s[i]);
    }
    return true;
}

/* Fills the tables of the pieces in which the lanes are written. Returns false if there are more
 * than two, or if a dword gets lanes from both halves. */
static bool cut_pieces(const struct fast_alu *a, struct fast_odd *o, unsigned *pieces)
{
    unsigned base = dst_base(a) % EU_GRF_BYTES, bytes = a->dst.bytes, before = 0, slot = 0;
    *pieces = 0;
    memset(o->pack, 0x80, sizeof o->pack);
    for (unsigned n = 0; n < a->es; n++) {
        unsigned at = base + n * a->dst_stride, dword = at / 4;
        bool other = dword / 8 != before / 8;
        if (at % 4 + bytes > 4 || (n % 8 == 4 && dword == before))
            return false;
        slot = n % 4 == 0 ? n & 4 : slot + (dword != before);
        before = dword;
        if ((n % 8 == 0 || other) && ++*pieces > 2)
            return false;
        struct fast_odd_piece *p = &o->piece[*pieces - 1];
        p->dword[dword % 8] = slot;
        if (a->channels >> n & 1)
            memset(p->mask + at % EU_GRF_BYTES, 0xff, bytes);
        for (unsigned k = 0; k < bytes; k++)
            o->pack[4 * slot + at % 4 + k] = (uint8_t)(4 * (n & 3) + k);
    }
    return true;
}

static unsigned way_to_put(const struct fast_alu *a, struct fast_odd *o)
{
    bool all = a->channels == UINT32_MAX;
    unsigned pieces;
    if (all && a->dst_stride == 4 && a->dst.bytes == 4 && (a->es == 8 || a->es == 16))
        return FAST_PUT_PACKED;
    if (!cut_pieces(a, o, &pieces))
        return FAST_PUT_LANES;
    if (pieces == 1)
        return FAST_PUT_ONE;
    if (a->es < 16 || is_pair(a))
        return FAST_PUT_TWO;
    bool whole = all && a->dst_stride == a->dst.bytes && a->dst_extent == EU_GRF_BYTES;
    return whole ? FAST_PUT_JOINED | FAST_PUT_WHOLE : FAST_PUT_JOINED;
}

static bool put_in_grf(const struct fast_alu *a, struct fast_uop *u, struct fast_odd *o)
{
    unsigned way = way_to_put(a, o), base = dst_base(a);
    bool by_register = (way & FAST_PUT_WAY) != FAST_PUT_PACKED && way != FAST_PUT_LANES;
    o->put |= (uint8_t)way;
    u->d = (uint16_t)(by_register ? base & ~(EU_GRF_BYTES - 1u) : base);
    o->reach[0] = (uint16_t)(a->dst_stride * a->es);
    return !a->dst.wraps && (by_register || a->channels == UINT32_MAX);
}

static bool put_aimed(const struct isa_gen *isa, const struct fast_alu *a, struct fast_uop *u,
                      struct fast_odd *o)
{
    place_index(isa, &a->dst, 0, o);
    bool fits = put_in_grf(a, u, o);
    o->reach[0] = EU_GRF_BYTES;
    o->aim[0].is_confined = true;
    o->aim[0].extent = a->dst_extent;
    return fits && !is_pair(a);
}

/* On Gen7, a0.2 to a0.7 have 12 bits. Elements that are unaligned are written byte by byte. */
static void keep_address(const struct fast_alu *a, struct fast_odd *o)
{
    static const uint8_t has[16] = {255, 255, 255, 255, 255, 15, 255, 15,
                                    255, 15,  255, 15,  255, 15, 255, 15};
    o->bend |= FAST_ADDRESS;
    memset(&o->piece[0], 0, sizeof o->piece[0]);
    for (unsigned n = 0; n < a->es; n++)
        memcpy(&o->piece[0].mask[4 * n], has + a->dst.base + n * a->dst_stride, a->dst.bytes);
}

static bool put_in_register(const struct isa_gen *isa, const struct fast_alu *a, struct fast_uop *u,
                            struct fast_odd *o)
{
    struct span reg;
    reg.low = fast_arf_at(isa, a->dst.reg, true, &reg.bytes);
    bool address = a->dst.reg >> 4 == EU_ARF_A, some_bits = address && isa->a0_high != UINT16_MAX;
    bool row = a->es == 16 && a->dst.bytes == 2 && a->dst_extent == EU_GRF_BYTES; /* all of a0 */
    if (a->dst.base + a->dst_extent > reg.bytes || a->dst.bytes < 2 || (a->es >= 16 && !row))
        return false;
    bool part = address && !some_bits && a->es > 1; /* as of a general register */
    unsigned way = row || part ? way_to_put(a, o) : FAST_PUT_LANES;
    o->put |= (uint8_t)way;
    u->d = (uint16_t)(reg.low + (way == FAST_PUT_ONE ? 0 : a->dst.base));
    if (some_bits)
        keep_address(a, o);
    return true;
}

static bool place_dst(const struct isa_gen *isa, const struct fast_alu *a, struct fast_uop *u,
                      struct fast_odd *o)
{
    const struct fast_operand *dst = &a->dst;
    bool tells = a->id == EU_OP_CMP || o->bend & FAST_TELL;
    o->bytes = dst->bytes;
    o->stride = a->dst_stride;
    if (dst->place == FAST_ARF && dst->reg >> 4 == EU_ARF_NULL) {
        u->kind[2] = FAST_NOWHERE;
        return tells;
    }
    if (!a->dst_stride)
        return false;
    if (dst->place == FAST_GRF)
        return put_in_grf(a, u, o);
    if (dst->place == FAST_INDIRECT)
        return put_aimed(isa, a, u, o);
    if (tells) /* a channel's element may be a flag that the next one uses */
        return false;
    return dst->place == FAST_ARF && put_in_register(isa, a, u, o);
}

/* --- what is done with the result before --- */

static void set_clamp(struct fast_odd *o, unsigned type)
{
    unsigned spare = 32 - 8 * eu_types[type].bytes;
    bool is_signed = fast_is_signed(type);
    o->bend |= FAST_CLAMP;
    o->low = is_signed ? INT32_MIN >> spare : 0;
    o->high = is_signed || !spare ? INT32_MAX >> spare : (int32_t)(UINT32_MAX >> spare);
}

/* Decides how integers saturate. Returns false if 32-bit lanes may not hold the exact value. */
static bool set_saturation(const struct fast_alu *a, const struct fast_uop *u, struct fast_odd *o)
{
    unsigned narrow = 0, type = a->dst.type;
    for (unsigned i = 0; i < a->nsrc; i++)
        narrow += eu_types[a->src[i].type].bytes < 4;
    if (a->id == EU_OP_MOV && !narrow && a->src[0].type == EU_TYPE_UD) {
        set_clamp(o, type);
        o->bend ^= FAST_CLAMP;
        o->bend |= type == EU_TYPE_UD ? 0 : FAST_AT_MOST;
        return !u->mods;
    }
    set_clamp(o, type);
    return a->id == EU_OP_MOV ? narrow || !u->mods : a->id == EU_OP_ADD && narrow == 2;
}

static void set_truths(const struct fast_alu *a, struct fast_odd *o)
{
    o->bend |= FAST_TELL;
    unsigned truths = fast_truths(a->cmod), bytes = eu_types[a->dst.type].bytes;
    bool other = truths & FAST_GREATER, is_signed = eu_types[a->dst.type].kind != EU_KIND_UINT;
    o->type = a->dst.type;
    o->up = bytes < 4 ? 32 - 8 * bytes : 0;
    o->if_other = other ? 255 : 0;
    o->if_zero = !!(truths & FAST_EQUAL) != other ? 255 : 0;
    o->if_less = is_signed && !!(truths & FAST_LESS) != other ? 255 : 0;
    o->if_nan = truths & FAST_UNORDERED ? 255 : 0;
}

/* Decides how the result is converted. Returns false if that cannot be done here. */
static bool place_bend(const struct fast_alu *a, const struct fast_uop *u, struct fast_odd *o)
{
    bool to_float = fast_is_float(a->dst.type), cmp = a->id == EU_OP_CMP;
    if (cmp || (a->sets_flag && a->cmod > 6))
        return cmp && !a->sat;
    o->floats = a->float_exec;
    if (o->floats && !to_float) {
        o->bend |= a->dst.type == EU_TYPE_UD ? FAST_TO_UD : FAST_TO_D;
        if (a->dst.bytes < 4)
            set_clamp(o, a->dst.type);
    } else if (to_float && a->src[0].type == EU_TYPE_UD && (a->id != EU_OP_MOV || u->mods)) {
        return false;
    }
    if (a->sat && to_float)
        o->bend |= FAST_SATURATE;
    else if (a->sat && !o->floats && !set_saturation(a, u, o))
        return false;
    if (a->sets_flag)
        set_truths(a, o);
    return true;
}

/* Gives the instruction the types that its lanes have. */
static void set_types(struct eu_insn *insn, const struct fast_odd *o)
{
    /* of a dword src1, only the low half is used */
    bool has_ud = false, is_mul = insn->op->id == EU_OP_MUL;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        has_ud |= insn->src[i].type == EU_TYPE_UD;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (!is_mul || i != 1 || fast_is_float(insn->src[i].type))
            insn->src[i].type = (uint8_t)lane_type(insn->src[i].type, has_ud);
    insn->dst.type = (uint8_t)lane_type(insn->dst.type, false);
    if (o->bend & (FAST_TO_D | FAST_TO_UD))
        insn->dst.type = EU_TYPE_F;
}

struct eu_insn fast_odd_insn(const struct fast_cold *cold, const struct fast_odd *o)
{
    struct eu_insn lanes = cold->insn;
    set_types(&lanes, o);
    return lanes;
}

/* Whether it has elements that are not lanes of dwords: doubles, halves, qwords; on Gen8 also an
 * accumulator, whose layout differs. */
static bool is_elsewhere(const struct fast_alu *a)
{
    const struct fast_operand *all[4] = {&a->dst, &a->src[0], &a->src[1], &a->src[2]};
    for (unsigned i = 0; i <= a->nsrc; i++) {
        unsigned type = all[i]->type;
        if (eu_types[type].bytes >= 8 || type == EU_TYPE_HF ||
            (a->any && all[i]->place == FAST_ACC))
            return true;
    }
    return a->any && a->id == EU_OP_MAC;
}

/* Describes all operands for lanes of dwords. */
static bool place_operands(const struct isa_gen *isa, struct fast_uop *u,
                           const struct fast_cold *cold, struct fast_odd *odd, bool native)
{
    const struct fast_alu *a = &cold->alu;
    bool all = cold->chan == UINT32_MAX;
    bool some = a->channels != UINT32_MAX && (a->sets_flag || a->dst.place == FAST_ARF);
    if (is_elsewhere(a) || some || a->id == EU_OP_MADM || a->es > FAST_ODD_LANES ||
        (a->acc_wr && !native) || cold->insn.pred > 1 || (!all && a->es >= 16) ||
        u->group + a->es > 32 || fast_flag_shift(u) + a->es > 32)
        return false;
    memset(odd, 0, sizeof *odd);
    memset(u->kind, 0, sizeof u->kind);
    u->mods = 0;
    u->window &= (uint8_t)cold->chan;
    if (!all || (!u->free && (a->id != EU_OP_SEL || a->cmod)))
        odd->put = FAST_PUT_SOME;
    for (unsigned i = 0; i < a->nsrc; i++)
        if (!place_source(isa, a, i, u, odd, native))
            return false;
    if (!place_bend(a, u, odd) || !place_dst(isa, a, u, odd))
        return false;
    if (odd->bend)
        odd->put |= FAST_PUT_SOME;
    return true;
}

/* --- operands whose position a0 holds: they are found, then the handler for direct operands is
 * called --- */

#define AIM(name, dst, first, second)                                                              \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        const struct fast_odd *o = fast_rest(u)->odd;                                              \
        bool fits =                                                                                \
            !(dst) || (fast_aim_at(grf, &o->aim[0], &u->d) && fast_is_confined(&o->aim[0], u->d)); \
        fits = fits && (!(first) || fast_aim_at(grf, &o->aim[1], &u->s[0]));                       \
        fits = fits && (!(second) || fast_aim_at(grf, &o->aim[2], &u->s[1]));                      \
        return FAST_UNLIKELY(!fits) ? fast_alu_handler(FAST_PASS) : o->then(FAST_PASS);            \
    }
AIM(aim_dst, true, false, false)
AIM(aim_first, false, true, false)
AIM(aim_second, false, false, true)
AIM(aim_both, true, true, false)
AIM(aim_any, o->aim[0].index, o->aim[1].index, o->aim[2].index)

static fast_handler *aim_of(struct fast_odd *o)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES, DST = 1, FIRST = 2, SECOND = 4 };
    static fast_handler *const handlers[8] = {
        [DST] = aim_dst, [FIRST] = aim_first, [SECOND] = aim_second, [DST | FIRST] = aim_both};
    unsigned set = 0;
    for (unsigned i = 0; i < 3; i++) {
        o->aim[i].most = (uint16_t)(END - o->reach[i]);
        set |= (o->aim[i].index != 0) << i;
    }
    return handlers[set] ? handlers[set] : set ? aim_any : o->then;
}

/* Whether each half of source @i is packed dwords, which need no table. */
static bool is_packed(const struct fast_uop *u, const struct fast_odd *o, unsigned i, unsigned es)
{
    static const uint32_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const struct fast_odd_lanes *l = o->lanes[i];
    return u->kind[i] == FAST_NEAR && !memcmp(l[0].dword, order, sizeof order) &&
           (es < 16 || !memcmp(l[1].dword, order, sizeof order));
}

bool fast_is_aimed(const struct fast_uop *u)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    return o && (o->aim[0].index || o->aim[1].index || o->aim[2].index);
}

fast_handler *fast_odd(const struct eu *eu, struct fast_uop *u, const struct fast_cold *cold,
                       struct fast_odd *odd, bool *floats)
{
    const struct fast_alu *a = &cold->alu;
    struct eu_insn lanes = cold->insn;
    if (!place_operands(eu->isa, u, cold, odd, false))
        return NULL;
    if (a->nsrc && is_packed(u, odd, a->nsrc - 1, a->es))
        u->kind[a->nsrc - 1] = FAST_PACKED;
    set_types(&lanes, odd);
    fast_rest(u)->odd = odd;
    odd->then = fast_vector(eu->isa, u, &lanes, floats);
    fast_vector_ends(u, odd, a->es);
    if (odd->then && !(fast_is_aimed(u) && eu->quirks[EU_QUIRK_ADDR_CARRY]))
        return aim_of(odd);
    fast_rest(u)->odd = NULL;
    return NULL;
}

bool fast_odd_native(const struct isa_gen *isa, struct fast_uop *u, const struct fast_cold *cold,
                     struct fast_odd *odd)
{
    return !cold->alu.any && place_operands(isa, u, cold, odd, true);
}
