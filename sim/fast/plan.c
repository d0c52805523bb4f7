/* Makes plans. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/any.h"

enum { END = EU_GRF_COUNT * EU_GRF_BYTES };

/* --- operands --- */

/* Whether the second half of the lanes of @op takes the next index register, 3.3.9 6.A. */
static bool turns(const struct fast_alu *a, const struct fast_operand *op)
{
    bool pair =
        a->dst.place != FAST_INDIRECT && a->dst.base % EU_GRF_BYTES + a->dst_extent > EU_GRF_BYTES;
    return op->place == FAST_INDIRECT && pair && !a->any && !op->scalar && a->es > 1 &&
           a->id != EU_OP_MOVI;
}

/* Then each half has a plan: the second one's lanes are where the first one's would be. Returns
 * false if no source turns. */
static bool set_turns(struct fast_alu *a)
{
    bool any = false;
    for (unsigned i = 0; i < a->nsrc; i++) {
        uint16_t *off = a->src[i].off;
        if (turns(a, &a->src[i])) {
            memcpy(off + a->es / 2, off, a->es / 2 * sizeof *off);
            any = true;
        }
    }
    return any;
}

static void set_index(const struct isa_gen *isa, const struct fast_alu *a,
                      const struct fast_operand *op, struct fast_plan *p, unsigned i)
{
    unsigned reg = op->reg + (turns(a, op) && p->lane);
    p->src[i].index = (uint8_t)(reg % isa->address_registers + 1);
    p->src[i].imm_index = op->addr_imm;
}

static bool find_source(const struct isa_gen *isa, const struct fast_alu *a,
                        const struct fast_operand *op, struct fast_plan *p, unsigned i)
{
    struct plan_source *s = &p->src[i];
    switch ((enum fast_place)op->place) {
    case FAST_GRF:
        return !op->wraps;
    case FAST_INDIRECT:
        set_index(isa, a, op, p, i);
        return true;
    case FAST_ACC:
        s->acc = plan_acc_source(a, op, p);
        /* integers that become doubles: the opposite of the least number of 64 bits is none */
        if (p->domain == PLAN_DOUBLES && !fast_is_float(op->type) && (op->abs || op->neg))
            return false;
        return s->acc.kind;
    case FAST_CONSTANT:
        return true;
    case FAST_INDEXED:
        return i == 0;
    default:
        return false;
    }
}

/* An architecture register that is memory is like a general one, behind the register file. Flags
 * must not be those that the first of several plans sets. */
static bool find_register(const struct isa_gen *isa, const struct fast_alu *a,
                          struct fast_operand *op)
{
    unsigned size, at = fast_arf_at(isa, op->reg, false, &size), end = 0;
    for (unsigned n = 0; n < a->lanes; n++)
        end = op->off[n] > end ? op->off[n] : end;
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        op->off[n] = (uint16_t)(op->off[n] + at);
    op->place = FAST_GRF;
    bool set = a->sets_flag && a->es > PLAN_LANES && op->reg >> 4 == EU_ARF_F;
    return end + eu_types[op->type].bytes <= size && !set && !a->halves;
}

/* Makes the stages of source @i; the last of them calls *@next, and *@next becomes the first. */
static bool make_source(const struct eu *eu, const struct fast_alu *a,
                        const struct fast_operand *op, struct fast_plan *p, unsigned i,
                        plan_stage **next)
{
    struct plan_source *s = &p->src[i];
    struct fast_operand half = *op;
    bool words = a->id == EU_OP_F16TO32;
    if (op->place == FAST_ARF && !find_register(eu->isa, a, &half))
        return false;
    op = &half;
    /* these are never negative */
    s->abs = op->abs && op->type != EU_TYPE_UQ && !(words && op->type == EU_TYPE_UW);
    s->neg = op->neg;
    uint64_t sign = op->type == EU_TYPE_DF ? UINT64_C(1) << 63 : EU_F_SIGN * UINT64_C(0x100000001);
    s->keep = s->abs ? ~sign : UINT64_MAX;
    s->flip = s->neg ? sign : 0;
    s->words = words && (s->abs || s->neg);
    if (words)
        half.type = EU_TYPE_HF;
    s->is_uq = op->type == EU_TYPE_UQ;
    if (a->id != EU_OP_MOVI && !find_source(eu->isa, a, op, p, i))
        return false;
    plan_stage *modify = plan_modify_of(p, op, i);
    p->modified[i] = *next;
    *next = modify ? modify : *next;
    p->loaded[i] = *next;
    if (op->place == FAST_INDEXED && a->id != EU_OP_MOVI)
        *next = plan_load_rows(eu, p, a, op);
    else if (p->paired && plan_is_pair(op))
        *next = plan_load_pairs(p, a, op, i);
    else if (op->place == FAST_ACC && a->id != EU_OP_MOVI)
        *next = plan_load_acc(p, op->type, i, *next);
    else
        *next = plan_load_of(p, a, op, i);
    return *next;
}

/* line: the first element of src0 for all lanes; the last dword of its OWord is src2. pln: u and v
 * (E14), and where the OWord is. */
static bool make_plane(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p,
                       plan_stage **next)
{
    bool pln = a->id == EU_OP_PLN, interleaved = eu->quirks[EU_QUIRK_PLN_ORDER];
    struct fast_operand all[3] = {a->src[0], a->src[1], a->src[0]};
    bool indexed = all[0].place == FAST_INDIRECT;
    if ((!indexed && all[0].place != FAST_GRF) || all[1].place != FAST_GRF ||
        plan_count(a, T(F)) != 2 || turns(a, &a->src[0]))
        return false;
    if (indexed)
        set_index(eu->isa, a, &a->src[0], p, 2);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        all[0].off[n] = a->src[0].off[0], all[2].off[n] = (uint16_t)((a->plane & ~15u) + 12);
    if (pln)
        all[0] = all[1], all[2].off[0] = (uint16_t)(a->plane & ~15u);
    for (unsigned n = 0; pln && n < a->es; n++) {
        unsigned eight = n / 8, at = a->src[1].off[0] + n % 8 * 4;
        all[0].off[n] = (uint16_t)(at + EU_GRF_BYTES * (interleaved ? 2 * eight : eight));
        all[1].off[n] = (uint16_t)(at + EU_GRF_BYTES * (interleaved ? 2 * eight + 1 : 2 + eight));
        if (all[1].off[n] + 4 > END)
            return false;
    }
    if (indexed && !pln)
        *next = p->op = plan_line_op();
    p->nsrc = pln || indexed ? 2 : 3;
    for (unsigned i = p->nsrc; i-- > 0;)
        if (!make_source(eu, a, &all[i], p, i, next))
            return false;
    if (p->nsrc == 2) {
        p->base[2] = indexed ? a->src[0].off[0] : all[2].off[0], p->src[2].high = 16;
        p->src[2].abs = all[2].abs, p->src[2].neg = all[2].neg;
    }
    return true;
}

/* An architecture register that is memory, whose neighbours are not touched. What a later plan
 * finds its flags or its sources by is not for plans. */
static bool make_register(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p)
{
    unsigned kind = a->dst.reg >> 4, size, at = fast_arf_at(isa, a->dst.reg, true, &size);
    bool some_bits = kind == EU_ARF_A && isa->a0_high != UINT16_MAX;
    bool leads = (kind == EU_ARF_F || kind == EU_ARF_A) && (a->sets_flag || a->es > PLAN_LANES);
    for (unsigned i = 0; i < a->nsrc; i++)
        leads |= kind == EU_ARF_A &&
                 (a->src[i].place == FAST_INDIRECT || a->src[i].place == FAST_INDEXED);
    p->to = (uint16_t)(p->to + at + a->dst.base);
    p->apart = true;
    return p->stride && a->dst.base + a->dst_extent <= size && !some_bits && !leads && !a->halves;
}

static bool make_dst(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p)
{
    const struct fast_operand *dst = &a->dst;
    p->stride = a->dst_stride;
    p->extent = (uint16_t)(p->stride * (p->es - 1u) + p->bytes);
    p->to = (uint16_t)(p->lane * p->stride);
    switch ((enum fast_place)dst->place) {
    case FAST_GRF:
        p->to = (uint16_t)(p->to + dst->base);
        return p->stride && !dst->wraps;
    case FAST_INDIRECT:
        p->dst_index = (uint8_t)(dst->reg % isa->address_registers + 1);
        p->dst_imm = dst->addr_imm;
        p->one_register = !a->any;
        return p->stride;
    case FAST_ACC:
        if (plan_compares(a)) { /* Gen8: nothing is written */
            p->nowhere = true;
            return a->any;
        }
        p->nowhere = p->acc_dst = true;
        if (p->paired && p->bytes == 8)
            plan_place_pairs(a, p);
        else
            p->own = plan_acc_dst(a, p->lane);
        return p->own.kind && !a->acc_wr;
    default:
        p->nowhere = dst->reg >> 4 == EU_ARF_NULL;
        return p->nowhere || make_register(isa, a, p);
    }
}

/* --- the instruction --- */

static bool is_refused(const struct fast_cold *cold)
{
    const struct fast_alu *a = &cold->alu;
    bool late = a->id == EU_OP_MOVI && a->es > PLAN_LANES;
    late |= a->es > 2 * PLAN_LANES && (a->id == EU_OP_LINE || a->id == EU_OP_PLN);
    return a->es > PLANS * PLAN_LANES || a->halves != cold->paired || late ||
           (cold->twice && cold->paired) ||
           (a->sets_flag && !fast_truths(a->cmod) && a->cmod != FAST_COND_OVERFLOW);
}

static enum plan_domain domain_of(const struct fast_alu *a)
{
    unsigned floats = plan_count(a, T(F) | T(HF) | T(VF)) + (a->id == EU_OP_F16TO32);
    if (a->dst.type == EU_TYPE_DF || plan_count(a, T(DF)))
        return PLAN_DOUBLES;
    return floats ? PLAN_FLOATS : PLAN_INTS;
}

/* Whether only src0 turns, and one plan computes all lanes: its halves are joined when they are
 * loaded. */
static bool turns_first(const struct fast_cold *cold, const struct fast_alu *a)
{
    bool rare = a->id == EU_OP_LINE || a->id == EU_OP_PLN || a->id == EU_OP_SMOV ||
                a->id == EU_OP_MATH || plan_sums(a) || cold->paired;
    for (unsigned i = 1; i < a->nsrc; i++)
        rare |= turns(a, &a->src[i]);
    return !rare && a->es == PLAN_LANES && turns(a, &a->src[0]);
}

/* Of a plan. */
static unsigned lanes_of(const struct fast_cold *cold, const struct fast_alu *a)
{
    if (turns_first(cold, a))
        return PLAN_LANES;
    for (unsigned i = 0; i < a->nsrc; i++)
        if (turns(a, &a->src[i]))
            return a->es / 2;
    return cold->paired ? PLAN_LANES / 2 : PLAN_LANES;
}

static void describe(const struct fast_cold *cold, const struct fast_alu *a, unsigned lane,
                     struct fast_plan *p)
{
    unsigned most = lanes_of(cold, a);
    p->domain = (uint8_t)domain_of(a);
    p->lane = (uint8_t)lane;
    p->paired = cold->paired;
    p->nsrc = a->nsrc;
    p->es = (uint8_t)(a->es - lane < most ? a->es - lane : most);
    p->id = a->id;
    p->cmod = a->cmod;
    p->flag_reg = a->flag_reg;
    p->flag_bit = (uint8_t)((a->flag_bit + lane) & 31);
    p->type = a->dst.type;
    p->bytes = eu_types[p->type].bytes;
    p->sets_flag = a->sets_flag;
    unsigned truths = a->sets_flag ? fast_truths(a->cmod) : 0;
    bool other = truths & FAST_GREATER;
    p->if_other = other ? 255 : 0;
    p->if_zero = !!(truths & FAST_EQUAL) != other ? 255 : 0;
    bool below = a->id == EU_OP_F32TO16 || fast_is_signed(p->type) || fast_is_float(p->type);
    p->if_less = below && !!(truths & FAST_LESS) != other ? 255 : 0;
    p->if_nan = truths & FAST_UNORDERED ? 255 : 0;
    p->own_acc = a->own_acc;
    p->any = a->any;
    p->saturates = a->sat;
    p->channels = (1u << p->es) - 1;
    if (!p->paired)
        p->channels &= (cold->chan & cold->window & a->channels) >> lane;
    p->spreads = cold->insn.pred > 1;
    p->group = (uint8_t)fast_predicate_group(&cold->insn);
    p->all_of_group = fast_predicate_is_all(&cold->insn);
    p->chooses = a->needs & FAST_NEEDS_PRED;
}

static bool reads_acc(const struct fast_alu *a)
{
    return a->id == EU_OP_MAC || a->id == EU_OP_MACH || a->id == EU_OP_SADA2;
}

static bool make_accumulator(const struct fast_alu *a, struct fast_plan *p)
{
    p->writes = a->acc_wr && !plan_compares(a);
    if (p->writes && p->paired && p->bytes == 8)
        plan_place_pairs(a, p);
    else if (p->writes)
        p->own = plan_acc_own(a, p->lane, p->paired ? 2 : 1);
    return !p->writes || p->own.kind;
}

/* The implicit operand is the third source. */
static bool load_accumulator(const struct fast_alu *a, struct fast_plan *p, plan_stage **next)
{
    unsigned type = a->any ? a->acc_type : a->dst.type;
    p->src[2].acc = plan_acc_own(a, p->lane, 1);
    if (!p->src[2].acc.kind || fast_is_float(type) != (p->domain != PLAN_INTS))
        return false;
    *next = plan_load_acc(p, type, 2, *next);
    return *next;
}

static bool make_sources(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    plan_stage *next = p->op;
    if (reads_acc(a) && !load_accumulator(a, p, &next))
        return false;
    if (a->id == EU_OP_LINE || a->id == EU_OP_PLN) {
        if (!make_plane(eu, a, p, &next))
            return false;
    } else {
        for (unsigned i = a->nsrc; i-- > 0;)
            if (!make_source(eu, a, &a->src[i], p, i, &next))
                return false;
    }
    p->load = p->first = next;
    return true;
}

static void set_range(const struct fast_alu *a, struct fast_plan *p)
{
    unsigned spare = 64 - 8 * eu_types[a->dst.type].bytes;
    bool is_signed = fast_is_signed(a->dst.type);
    p->low = is_signed ? INT64_MIN >> spare : 0;
    p->high = is_signed ? INT64_MAX >> spare : (int64_t)(UINT64_MAX >> spare);
}

static bool make_one(const struct eu *eu, const struct fast_cold *cold, const struct fast_alu *a,
                     unsigned lane, struct fast_plan *p)
{
    bool half = a->id == EU_OP_F16TO32 || a->id == EU_OP_F32TO16;
    memset(p, 0, sizeof *p);
    describe(cold, a, lane, p);
    set_range(a, p);
    bool made = half                       ? plan_make_half(eu, a, p)
                : p->domain == PLAN_INTS   ? plan_make_ints(eu->isa, a, p)
                : p->domain == PLAN_FLOATS ? plan_make_floats(eu, a, p)
                                           : plan_make_doubles(a, p);
    if (plan_is_macro(a))
        p->op = plan_has_512(eu) ? plan_macro_op_512(p, a) : plan_macro_op(p, a);
    p->convert = plan_convert_of(p, a);
    if (!made || !p->op || !p->convert || !make_accumulator(a, p) || !make_dst(eu->isa, a, p) ||
        !plan_find_limits(a, p))
        return false;
    p->start = p->to;
    plan_set_ends(a, p);
    p->narrow = plan_narrow_of(p);
    p->sure = plan_sure_of(p);
    return make_sources(eu, a, p) && !(a->alone && plan_acc_chains(p)) &&
           (!p->paired || plan_split_pairs(cold, p));
}

/* An accumulator has a sign. */
static void set_signs(struct fast_alu *a)
{
    for (unsigned i = 0; i < a->nsrc; i++)
        if (a->src[i].place == FAST_ACC && a->src[i].type == EU_TYPE_UQ)
            a->src[i].type = EU_TYPE_Q;
}

/* smov: the first element of src1, which names the channels, is loaded first. A float names none.
 */
static bool name_channels(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    struct fast_operand names = a->src[1];
    if (fast_is_float(names.type)) {
        p->first = p->load = plan_nothing;
        return true;
    }
    if (p->lane && (names.place == FAST_ACC || turns(a, &names)))
        return false;
    for (unsigned n = 1; n < EU_CHANNELS && names.place != FAST_CONSTANT; n++)
        names.off[n] = names.off[0];
    for (unsigned n = 1; n < 8 && names.place == FAST_CONSTANT; n++)
        names.imm[n] = names.imm[0];
    uint8_t domain = p->domain;
    plan_stage *next = plan_name_lanes;
    p->behind_name = p->load;
    p->domain = PLAN_INTS;
    bool made = make_source(eu, a, &names, p, 1, &next);
    p->domain = domain;
    p->first = p->load = next;
    return made;
}

/* Of lanes from @lane on. */
static bool make_lanes(const struct eu *eu, const struct fast_cold *cold, const struct fast_alu *a,
                       unsigned lane, struct fast_plan *p)
{
    return make_one(eu, cold, a, lane, p) &&
           (cold->alu.id != EU_OP_SMOV || name_channels(eu, &cold->alu, p));
}

/* src0 turns: the second plan is the first one with the other index register. */
static void join_halves(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p)
{
    bool floats = p->domain == PLAN_FLOATS || a->src[0].type == EU_TYPE_F;
    p[1] = p[0];
    p[1].src[0].index = (uint8_t)((a->src[0].reg + 1u) % isa->address_registers + 1);
    p[1].turned = p->load;
    p[1].joined = p->loaded[0];
    p[1].loaded[0] = floats ? plan_join_floats : plan_join;
    p->loaded[0] = plan_turn;
    p->more = true;
}

/* --- several plans: none may write what a later one reads --- */

static bool same_acc(const struct plan_acc *a, const struct plan_acc *b)
{
    return !a->kind || !b->kind || memcmp(a, b, sizeof *a) == 0;
}

/* Whether all of its accumulators lie alike: then a lane only meets itself. */
static bool accs_agree(const struct fast_plan *p)
{
    bool agree = true;
    for (unsigned i = 0; i < 3; i++)
        agree &= same_acc(&p->src[i].acc, &p->own);
    return agree;
}

/* Whether a0 has an operand's place. */
static bool is_indexed(const struct fast_plan *p)
{
    return p->dst_index || p->src[0].index || p->src[1].index || p->src[2].index;
}

static bool pair(const struct fast_uop *u, struct fast_plan *p)
{
    if (!accs_agree(p))
        return false;
    if (!is_indexed(p) && plan_spoils(u, p, p + 1)) {
        struct fast_plan upper = p[1];
        p[1] = p[0], p[0] = upper;
        if (plan_spoils(u, p, p + 1))
            return false;
    }
    p->more = true;
    return true;
}

static bool uses_acc(const struct fast_plan *p)
{
    return p->own.kind || p->src[0].acc.kind || p->src[1].acc.kind || p->src[2].acc.kind;
}

/* Four plans, the lowest lanes first. Accumulators have not so many lanes: those that meet there
 * are the general handler's. */
static bool make_many(const struct eu *eu, const struct fast_uop *u, const struct fast_cold *cold,
                      const struct fast_alu *a, struct fast_plan *p)
{
    unsigned n = a->es / PLAN_LANES;
    if (cold->paired)
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (!make_lanes(eu, cold, a, i * PLAN_LANES, p + i) || is_indexed(p + i) ||
            uses_acc(p + i) || p[i].src[0].rows)
            return false;
        for (unsigned k = 0; k < i; k++)
            if (plan_spoils(u, p + k, p + i))
                return false;
        p[i].more = i + 1 < n;
    }
    return true;
}

/* math.idivmod: the remainder goes to the next register. It is written first, because where the two
 * meet, a channel's quotient comes later than the remainder of one before it. Both are computed
 * before. */
static bool make_both(const struct eu *eu, const struct fast_cold *cold, struct fast_plan *p)
{
    struct fast_alu quotient = cold->alu, remainder = cold->alu;
    quotient.cmod = EU_MATH_IDIV_QUOT;
    remainder.dst.base += EU_GRF_BYTES;
    p->more = quotient.es <= lanes_of(cold, &quotient) && quotient.dst.place == FAST_GRF &&
              !quotient.acc_wr && remainder.dst.base + remainder.dst_extent <= END &&
              make_one(eu, cold, &remainder, 0, p) && make_one(eu, cold, &quotient, 0, p + 1);
    p->keep = plan_take_quotient;
    return p->more;
}

/* Which lanes write: of SIMD32 of Gen7 the channels 0 to 15 are enabled for the others,
 * too, 3.3.9 7.B. */
static void set_lanes(const struct fast_uop *u, const struct fast_cold *cold, struct fast_plan *p)
{
    p->shift = cold->twice ? p->lane % 16 : (uint8_t)(u->group + p->lane);
    p->always = u->need ? 0 : UINT32_MAX;
    p->predicated = !u->free && !p->chooses;
    p->pred_reg = u->flag / 32;
    p->pred_bit = (u->flag + u->group + p->lane) & 31u;
    p->pred_xor = (uint32_t)u->inv;
    p->pred_or = (uint32_t)u->free;
}

/* Where a0 has the operands of @p. Returns false if one is so large that it fits nowhere. */
static bool set_aims(struct fast_plan *p, const uint16_t reach[4])
{
    for (unsigned i = 0; i < 4; i++) {
        struct fast_aim *aim = &p->aim[i];
        aim->index = i ? p->src[i - 1].index : p->dst_index;
        if (!aim->index)
            continue;
        aim->imm = i ? p->src[i - 1].imm_index : p->dst_imm;
        aim->most = (uint16_t)(END - reach[i]);
        aim->extent = reach[i];
        aim->is_confined = !i && p->one_register;
        if (reach[i] > END)
            return false;
    }
    return true;
}

/* The stages that find them if the plan is alone. */
static void set_search(struct fast_plan *p)
{
    static plan_stage *const stages[4] = {plan_aim_dst, plan_aim_0, plan_aim_1, plan_aim_2};
    for (unsigned i = 4; i-- > 0;)
        if (p->aim[i].index)
            p->aimed[i] = p->first, p->first = stages[i];
}

/* What must be done before anything is loaded. */
static bool set_beginning(const struct fast_uop *u, const struct fast_cold *cold,
                          struct fast_plan *p)
{
    uint16_t reach[4] = {cold->alu.dst_extent};
    unsigned plans = fast_plans_of(p);
    for (unsigned n = 0; n < plans; n++) {
        set_lanes(u, cold, p + n);
        for (unsigned i = 0; i < 3; i++) {
            unsigned end = p[n].base[i] + p[n].src[i].high;
            reach[i + 1] = (uint16_t)(end > reach[i + 1] ? end : reach[i + 1]);
        }
    }
    for (unsigned n = 0; n < plans; n++) {
        for (unsigned i = 0; i < 3; i++)
            if (reach[i + 1])
                p[n].places = (uint8_t)(i + 1);
        if (!set_aims(p + n, reach))
            return false;
    }
    if (p->domain == PLAN_DOUBLES)
        p->first = plan_begin_doubles;
    p->begin = p->first;
    if (p->src[0].rows && p->more) {
        if (is_indexed(p))
            return false;
        p->first = plan_begin_rows;
    } else if (is_indexed(p) && p->more && !p[1].turned) {
        p->first = plan_begin_indexed;
        p[1].begin = p[1].first;
        p[1].first = plan_begin_again;
    } else {
        set_search(p);
    }
    p->behind_spread = p->first;
    if (p->spreads)
        p->first = p->group ? plan_begin_groups : plan_begin_spread;
    return true;
}

/* Functions of one operand do not read the other, which is mostly null, of any type. */
static void forget_unread(struct fast_alu *a)
{
    const struct fast_operand *other = &a->src[1];
    bool one = a->id == EU_OP_MATH && a->cmod >= EU_MATH_INV && a->cmod <= EU_MATH_COS;
    if (one && eu_types[other->type].bytes <= 4 &&
        (other->place == FAST_GRF || other->place == FAST_CONSTANT))
        a->nsrc = 1;
}

static bool make_plans(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold,
                       struct fast_plan *p)
{
    struct fast_alu a = cold->alu;
    if (a.id == EU_OP_MATH && a.cmod == EU_MATH_IDIV_BOTH)
        return make_both(eu, cold, p);
    forget_unread(&a);
    bool joins = turns_first(cold, &a);
    if (!joins && set_turns(&a) && (plan_sums(&a) || (cold->paired && a.es < 4)))
        return false;
    if ((cold->paired && !plan_as_elements(cold, &a)) ||
        (plan_is_macro(&a) && !plan_macro_begin(&a)))
        return false;
    bool two = a.es > lanes_of(cold, &a);
    set_signs(&a);
    if (a.id == EU_OP_SMOV) /* a mov of some channels */
        a.id = EU_OP_MOV, a.nsrc = 1;
    if (a.id == EU_OP_DIM) /* a mov of a double */
        a.id = EU_OP_MOV, a.src[0].type = EU_TYPE_DF;
    if (a.es > 2 * PLAN_LANES)
        return make_many(eu, u, cold, &a, p);
    if (!make_lanes(eu, cold, &a, 0, p) ||
        (two && !make_lanes(eu, cold, &a, lanes_of(cold, &a), p + 1)))
        return false;
    if (joins)
        join_halves(eu->isa, &a, p);
    return !two || pair(u, p);
}

/* Moves to the micro-op where direct operands are. */
static void move_places(struct fast_uop *u, struct fast_plan *p)
{
    struct fast_plan *end = p + fast_plans_of(p), *q;
    bool indexed = false;
    for (unsigned i = 0; i < 3; i++) {
        for (q = p, indexed = false, u->s[i] = p->base[i]; q < end; q++) {
            indexed |= q->src[i].index != 0;
            u->s[i] = q->base[i] < u->s[i] ? q->base[i] : u->s[i];
        }
        for (q = p; q < end && !indexed; q++)
            q->base[i] = (uint16_t)(q->base[i] - u->s[i]);
        if (indexed)
            u->s[i] = 0;
    }
    if (p->dst_index)
        return;
    for (q = p, u->d = p->to; q < end; q++)
        u->d = q->to < u->d ? q->to : u->d;
    for (q = p; q < end; q++)
        q->to = (uint16_t)(q->to - u->d), q->start = (uint16_t)(q->start - u->d);
}

bool fast_plan_make(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold,
                    struct fast_plan plan[PLANS])
{
    u->d = 0;
    memset(u->s, 0, sizeof u->s);
    if (is_refused(cold) || eu->quirks[EU_QUIRK_ADDR_CARRY] || !make_plans(eu, u, cold, plan))
        return false;
    if (!set_beginning(u, cold, plan))
        return false;
    move_places(u, plan);
    u->plan = plan;
    return true;
}

#else

bool fast_plan_make(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold,
                    struct fast_plan plan[PLANS])
{
    (void)eu, (void)u, (void)cold, (void)plan;
    return false;
}
#endif
