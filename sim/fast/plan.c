/* Makes plans. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/any.h"

enum { END = EU_GRF_COUNT * EU_GRF_BYTES, RELATIONS_END = 7 };

/* --- types --- */

static bool is_float(unsigned type) /* in the domain of floats */
{
    return type == EU_TYPE_F || type == EU_TYPE_HF || type == EU_TYPE_VF;
}

static bool is_quad(unsigned type)
{
    return type == EU_TYPE_Q || type == EU_TYPE_UQ;
}

/* How many sources have a type of the set @types, 1 << enum eu_type. */
static unsigned count(const struct fast_alu *a, unsigned types)
{
    unsigned n = 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        n += types >> a->src[i].type & 1;
    return n;
}
#define T(type) (1u << EU_TYPE_##type)

static bool is_modified(const struct fast_alu *a)
{
    bool modified = false;
    for (unsigned i = 0; i < a->nsrc; i++)
        modified |= a->src[i].abs || a->src[i].neg;
    return modified;
}

/* The least Q has no opposite in 64 bits, which only the low ones of a result do not show. */
static bool negates_quads(const struct fast_alu *a)
{
    return is_modified(a) && count(a, T(Q) | T(UQ));
}

static bool compares(const struct fast_alu *a)
{
    return a->id == EU_OP_CMP || a->id == EU_OP_CMPN;
}

static void set_range(const struct fast_alu *a, struct fast_plan *p)
{
    unsigned spare = 64 - 8 * eu_types[a->dst.type].bytes;
    bool is_signed = fast_is_signed(a->dst.type);
    p->low = is_signed ? INT64_MIN >> spare : 0;
    p->high = is_signed ? INT64_MAX >> spare : (int64_t)(UINT64_MAX >> spare);
}

/* --- integers --- */

static uint64_t bits_that_count(const struct isa_gen *isa, const struct fast_alu *a)
{
    const struct fast_operand *op = &a->src[0];
    unsigned bits = 8 * eu_types[op->type].bytes;
    if (a->id == EU_OP_MUL)
        return eu_types[a->src[1].type].bytes == 4 && !isa->full_multiply ? 0xffff : UINT64_MAX;
    bool acc = op->place == FAST_ACC || (op->place == FAST_ARF && op->reg >> 4 == EU_ARF_ACC);
    if (a->any && a->id == EU_OP_SHR && acc && bits < 64)
        bits = 33;
    return UINT64_MAX >> (64 - bits);
}

/* Opcodes whose sources may have 64 bits. */
static bool takes_quads(const struct fast_alu *a)
{
    switch (a->id) {
    case EU_OP_MOV:
    case EU_OP_NOT:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_SHR:
    case EU_OP_SHL:
    case EU_OP_ASR:
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_SEL:
    case EU_OP_CMP:
    case EU_OP_CMPN:
        return true;
    default:
        return false;
    }
}

static bool has_acc(const struct fast_alu *a)
{
    for (unsigned i = 0; i < a->nsrc; i++)
        if (a->src[i].place == FAST_ACC)
            return true;
    return false;
}

/* Whether 64 bits hold what decides about saturation, or tell that they do not. */
static bool saturates_here(const struct fast_alu *a, struct fast_plan *p)
{
    unsigned quads = count(a, T(Q) | T(UQ)), unsigned_quads = count(a, T(UQ));
    if (a->any && a->id == EU_OP_MUL && count(a, T(UD)) == 2 && !is_modified(a))
        p->flip = INT64_MIN;
    else if (a->id == EU_OP_MUL && count(a, T(UD)))
        return !a->any;
    if (a->id == EU_OP_SHR && quads) /* zeros were shifted in */
        p->flip = INT64_MIN;
    p->checks = a->any && (a->id == EU_OP_ADD || a->id == EU_OP_MAC);
    if (p->flip)
        p->low = 0;
    else if (a->dst.type == EU_TYPE_UQ)
        p->high = INT64_MAX;
    if (a->any && has_acc(a) && a->id != EU_OP_MOV && a->id != EU_OP_ADD)
        return false;
    if (a->id == EU_OP_SEL && unsigned_quads % a->nsrc)
        return false;
    if (a->any && a->id == EU_OP_MAC && count(a, T(D) | T(UD)))
        return false;
    if (a->id == EU_OP_SHL && p->counts > 31)
        return false;
    return !quads || a->id == EU_OP_MOV || a->id == EU_OP_SEL || a->id == EU_OP_ASR ||
           a->id == EU_OP_SHR || (a->id == EU_OP_ADD && (!unsigned_quads || unsigned_quads == 2));
}

static bool make_ints(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p)
{
    bool to_float = fast_is_float(a->dst.type), quad = is_quad(a->src[0].type);
    bool orders = compares(a) || (a->id == EU_OP_SEL && a->cmod);
    unsigned unsigned_quads = count(a, T(UQ)),
             narrow = count(a, T(W) | T(UW) | T(B) | T(UB) | T(V) | T(UV));
    p->op = plan_ints_op(a);
    p->exact = true; /* what a float does not hold is infinite as a half */
    p->counts = a->any && (quad || eu_types[a->dst.type].bytes == 8) ? 63 : 31;
    p->bits = bits_that_count(isa, a);
    p->is_signed = fast_is_signed(a->src[a->id == EU_OP_BFE ? 2 : 0].type);
    p->keeps_not = a->any && (a->id == EU_OP_NOT || a->id == EU_OP_AND || a->id == EU_OP_OR ||
                              a->id == EU_OP_XOR);
    p->flip =
        unsigned_quads && is_quad(a->src[0].type) && a->src[0].type == EU_TYPE_UQ ? INT64_MIN : 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        narrow -= a->src[i].place == FAST_ACC; /* it has 33 bits */
    bool dword = a->src[0].type == EU_TYPE_D && a->src[0].place != FAST_ACC;
    p->small = narrow == a->nsrc || (a->id == EU_OP_MOV && dword && !is_modified(a));
    if (to_float && a->id == EU_OP_MOV && a->src[0].type == EU_TYPE_UQ && !is_modified(a))
        unsigned_quads = 0;
    if (to_float &&
        (unsigned_quads || (a->id != EU_OP_MOV && (a->id != EU_OP_ADD || count(a, T(Q))))))
        return false;
    for (unsigned i = 0; i < a->nsrc; i++) /* an accumulator has a sign */
        if (a->src[i].place == FAST_ACC && a->src[i].type == EU_TYPE_UQ)
            return false;
    if (a->id == EU_OP_MATH && has_acc(a))
        return false;
    if (count(a, T(Q) | T(UQ)) && !takes_quads(a))
        return false;
    if (orders && unsigned_quads && unsigned_quads < a->nsrc)
        return false;
    if (negates_quads(a) && (a->cmod || a->sat || to_float || a->id == EU_OP_ASR))
        return false;
    return !a->sat || to_float || saturates_here(a, p);
}

/* --- floats --- */

/* Whether sources that are integers are converted as they are loaded. */
static bool mixes(const struct fast_alu *a)
{
    bool mixed = false, may = a->id == EU_OP_ADD || a->id == EU_OP_MUL || compares(a);
    for (unsigned i = 0; i < a->nsrc; i++) {
        const struct fast_operand *op = &a->src[i];
        if (is_float(op->type))
            continue;
        mixed = true;
        may &= eu_types[op->type].bytes <= 2 || (!op->abs && !op->neg);
    }
    return !mixed || (may && (!a->any || a->result == EU_FLOAT_F));
}

/* f16to32, f32to16: a half is the bits of an integer, and keeps its denormals. */
static bool make_half(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    bool widens = a->id == EU_OP_F16TO32, modified = is_modified(a);
    p->op = plan_floats_op(a);
    p->settles = widens;
    p->exact = true;
    unsigned type = widens ? a->src[0].type : a->dst.type, place = a->src[0].place;
    bool narrow = type == EU_TYPE_W || type == EU_TYPE_UW || (!widens && type == EU_TYPE_UD);
    bool floats = widens ? a->dst.type == EU_TYPE_F : a->src[0].type == EU_TYPE_F;
    if (!widens && p->sets_flag) /* by the half's value */
        return false;
    return narrow && floats && !(widens && (modified || place == FAST_ACC)) &&
           !eu->quirks[EU_QUIRK_F16_ROUND];
}

static bool make_floats(const struct fast_alu *a, struct fast_plan *p)
{
    unsigned halves = count(a, T(HF)), type = a->src[0].type;
    bool moves = a->id == EU_OP_MOV || a->id == EU_OP_MOVI,
         by_flag = a->id == EU_OP_SEL && !a->cmod;
    bool picks = moves || a->id == EU_OP_SEL || a->id == EU_OP_CSEL;
    bool to_half = a->dst.type == EU_TYPE_HF, to_float = fast_is_float(a->dst.type);
    bool simple = a->id == EU_OP_ADD || a->id == EU_OP_MUL || a->id == EU_OP_FRC ||
                  (a->id >= EU_OP_RNDU && a->id <= EU_OP_RNDZ);
    p->op = plan_floats_op(a);
    p->settles = !picks || (to_float && a->dst.type != type);
    p->raw = to_half && halves == a->nsrc && picks;
    bool fused = to_half && halves == a->nsrc && (a->id == EU_OP_MAD || a->id == EU_OP_MAC);
    p->exact = picks || fused || a->id == EU_OP_MATH || (simple && halves == a->nsrc);
    for (unsigned i = 0; i < 3; i++) /* the third may be an accumulator */
        p->src[i].flushes = !p->raw || (!moves && !by_flag);
    if (picks && (halves % a->nsrc || (by_flag && halves && !to_half)))
        return false;
    if (!to_float && !compares(a) && !moves && a->result != EU_FLOAT_F && a->any)
        return false;
    if (a->id == EU_OP_MAC && !fused && a->dst.type != EU_TYPE_F)
        return false;
    if (a->id == EU_OP_MAC && a->any && a->acc_type != a->dst.type)
        return false;
    bool steps =
        a->id == EU_OP_LRP || a->id == EU_OP_PLN || (a->id >= EU_OP_DP4 && a->id <= EU_OP_DP2);
    return mixes(a) && !(steps && to_half);
}

static bool make_doubles(const struct fast_alu *a, struct fast_plan *p)
{
    bool moves = a->id == EU_OP_MOV;
    p->op = plan_doubles_op(a);
    p->settles = !moves && a->id != EU_OP_SEL;
    for (unsigned i = 0; i < a->nsrc; i++)
        p->src[i].widens = !a->any;
    if (a->id == EU_OP_MAC && a->any && a->acc_type != EU_TYPE_DF)
        return false;
    if (negates_quads(a))
        return false;
    return moves || (count(a, T(DF)) == a->nsrc && (a->dst.type == EU_TYPE_DF || compares(a)));
}

/* --- operands --- */

static bool set_index(const struct isa_gen *isa, const struct fast_alu *a,
                      const struct fast_operand *op, struct plan_source *s)
{
    bool pair =
        a->dst.place != FAST_INDIRECT && a->dst.base % EU_GRF_BYTES + a->dst_extent > EU_GRF_BYTES;
    s->index = (uint8_t)(op->reg % isa->address_registers + 1);
    s->imm_index = op->addr_imm;
    return a->any || op->scalar || a->es == 1 || !pair;
}

static bool find_source(const struct isa_gen *isa, const struct fast_alu *a,
                        const struct fast_operand *op, struct fast_plan *p, unsigned i)
{
    struct plan_source *s = &p->src[i];
    switch ((enum fast_place)op->place) {
    case FAST_GRF:
        return !op->wraps;
    case FAST_INDIRECT:
        return set_index(isa, a, op, s);
    case FAST_ACC:
        s->acc = plan_acc_source(a, op, p->lane);
        /* integers that become doubles: the opposite of the least number of 64 bits is none */
        if (p->domain == PLAN_DOUBLES && !fast_is_float(op->type) && (op->abs || op->neg))
            return false;
        return s->acc.kind;
    case FAST_CONSTANT:
        return true;
    default:
        return false;
    }
}

/* Makes the stages of source @i; the last of them calls *@next, and *@next becomes the first. */
static bool make_source(const struct isa_gen *isa, const struct fast_alu *a,
                        const struct fast_operand *op, struct fast_plan *p, unsigned i,
                        plan_stage **next)
{
    struct plan_source *s = &p->src[i];
    struct fast_operand half = *op;
    if (a->id == EU_OP_F16TO32)
        half.type = EU_TYPE_HF, op = &half;
    s->abs = op->abs && op->type != EU_TYPE_UQ; /* which is never negative */
    s->neg = op->neg;
    if (a->id != EU_OP_MOVI && !find_source(isa, a, op, p, i))
        return false;
    plan_stage *modify = plan_modify_of(p, op, i);
    p->modified[i] = *next;
    *next = modify ? modify : *next;
    p->loaded[i] = *next;
    if (p->paired && plan_is_pair(op))
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
    if (all[0].place != FAST_GRF || all[1].place != FAST_GRF || count(a, T(F)) != 2)
        return false;
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
    p->nsrc = pln ? 2 : 3;
    for (unsigned i = p->nsrc; i-- > 0;)
        if (!make_source(eu->isa, a, &all[i], p, i, next))
            return false;
    if (pln) {
        p->base[2] = all[2].off[0], p->src[2].high = 16;
        p->src[2].abs = all[2].abs, p->src[2].neg = all[2].neg;
    }
    return true;
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
        if (compares(a)) { /* Gen8: nothing is written */
            p->nowhere = true;
            return a->any;
        }
        p->nowhere = p->acc_dst = true;
        p->own = plan_acc_dst(a, p->lane);
        return p->own.kind && !a->acc_wr;
    default:
        p->nowhere = true;
        return dst->reg >> 4 == EU_ARF_NULL;
    }
}

/* --- the instruction --- */

static bool is_refused(const struct fast_cold *cold)
{
    const struct fast_alu *a = &cold->alu;
    bool macro = a->id == EU_OP_MADM || (a->id == EU_OP_MATH && a->cmod >= EU_MATH_INVM);
    bool late = a->id == EU_OP_DIM || (a->id == EU_OP_MOVI && a->es > PLAN_LANES);
    return a->es > PLANS * PLAN_LANES || a->halves != cold->paired || cold->twice || a->alone ||
           macro || late || (a->sets_flag && a->cmod >= RELATIONS_END);
}

static enum plan_domain domain_of(const struct fast_alu *a)
{
    unsigned floats = count(a, T(F) | T(HF) | T(VF)) + (a->id == EU_OP_F16TO32);
    if (a->dst.type == EU_TYPE_DF || count(a, T(DF)))
        return PLAN_DOUBLES;
    return floats ? PLAN_FLOATS : PLAN_INTS;
}

/* Of a plan. */
static unsigned lanes_of(const struct fast_cold *cold)
{
    return cold->paired ? PLAN_LANES / 2 : PLAN_LANES;
}

static void describe(const struct fast_cold *cold, const struct fast_alu *a, unsigned lane,
                     struct fast_plan *p)
{
    static const uint8_t truths[RELATIONS_END] = {
        [1] = FAST_EQUAL,   [2] = FAST_LESS | FAST_GREATER | FAST_UNORDERED,
        [3] = FAST_GREATER, [4] = FAST_GREATER | FAST_EQUAL,
        [5] = FAST_LESS,    [6] = FAST_LESS | FAST_EQUAL,
    };
    unsigned most = lanes_of(cold);
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
    p->truths = a->sets_flag ? truths[a->cmod] : 0;
    p->own_acc = a->own_acc;
    p->any = a->any;
    p->saturates = a->sat;
    p->channels = (cold->chan & cold->window & a->channels) >> lane & 0xff;
    if (p->paired)
        p->channels = (1u << p->es) - 1;
    p->spreads = cold->insn.pred > 1;
    p->chooses = a->needs & FAST_NEEDS_PRED;
}

static bool reads_acc(const struct fast_alu *a)
{
    return a->id == EU_OP_MAC || a->id == EU_OP_MACH || a->id == EU_OP_SADA2;
}

static bool make_accumulator(const struct fast_alu *a, struct fast_plan *p)
{
    p->writes = a->acc_wr && !compares(a);
    if (p->writes)
        p->own = plan_acc_own(a, p->lane, p->paired && p->bytes < 8 ? 2 : 1);
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
            if (!make_source(eu->isa, a, &a->src[i], p, i, &next))
                return false;
    }
    p->load = p->first = next;
    return true;
}

static bool make_one(const struct eu *eu, const struct fast_cold *cold, const struct fast_alu *a,
                     unsigned lane, struct fast_plan *p)
{
    bool half = a->id == EU_OP_F16TO32 || a->id == EU_OP_F32TO16;
    memset(p, 0, sizeof *p);
    describe(cold, a, lane, p);
    set_range(a, p);
    bool made = half                       ? make_half(eu, a, p)
                : p->domain == PLAN_INTS   ? make_ints(eu->isa, a, p)
                : p->domain == PLAN_FLOATS ? make_floats(a, p)
                                           : make_doubles(a, p);
    p->convert = plan_convert_of(p, a);
    if (!made || !p->op || !p->convert || !make_accumulator(a, p) || !make_dst(eu->isa, a, p))
        return false;
    p->start = p->to;
    plan_set_ends(a, p);
    p->narrow = plan_narrow_of(p);
    return make_sources(eu, a, p) && (!p->paired || plan_split_pairs(cold, p));
}

/* smov: src1 is loaded first. A float names no channel. */
static bool name_channels(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    if (fast_is_float(a->src[1].type)) {
        p->first = p->load = plan_nothing;
        return true;
    }
    uint8_t domain = p->domain;
    plan_stage *next = plan_name_lanes;
    p->behind_name = p->load;
    p->domain = PLAN_INTS;
    bool made = make_source(eu->isa, a, &a->src[1], p, 1, &next);
    p->domain = domain;
    p->first = p->load = next;
    return made;
}

/* --- two plans: the first must not write what the second reads --- */

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
    if ((p->spreads && p->sets_flag) || !accs_agree(p))
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

/* What must be done before anything is loaded. */
static void set_beginning(const struct fast_cold *cold, struct fast_plan *p)
{
    p->reach[0] = cold->alu.dst_extent;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned n = 0; PLAN_LANES * n < cold->alu.es; n++) {
            unsigned reach = p[n].base[i] + p[n].src[i].high;
            p->reach[i + 1] = (uint16_t)(reach > p->reach[i + 1] ? reach : p->reach[i + 1]);
        }
    }
    if (p->domain == PLAN_DOUBLES)
        p->first = plan_begin_doubles;
    p->begin = p->first;
    if (is_indexed(p))
        p->first = plan_begin_indexed;
    p->behind_spread = p->first;
    if (p->spreads)
        p->first = plan_begin_spread;
}

bool fast_plan_make(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    struct fast_plan *p = cold->plan;
    struct fast_alu a = cold->alu;
    if (is_refused(cold) || (cold->paired && !plan_as_elements(cold, &a)))
        return false;
    bool two = a.es > lanes_of(cold), named = a.id == EU_OP_SMOV;
    if (named) /* a mov of some channels */
        a.id = EU_OP_MOV, a.nsrc = 1;
    if (eu->quirks[EU_QUIRK_ADDR_CARRY] || !make_one(eu, cold, &a, 0, p) ||
        (two && (named || !make_one(eu, cold, &a, lanes_of(cold), p + 1))) ||
        (named && !name_channels(eu, &cold->alu, p)))
        return false;
    u->d = 0;
    memset(u->s, 0, sizeof u->s);
    if (two && !pair(u, p))
        return false;
    set_beginning(cold, p);
    return true;
}

#else

bool fast_plan_make(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    (void)eu, (void)u, (void)cold;
    return false;
}
#endif
