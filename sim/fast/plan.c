/* Makes plans, and runs them. */
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
    p->counts = a->any && (quad || eu_types[a->dst.type].bytes == 8) ? 63 : 31;
    p->keep = bits_that_count(isa, a);
    p->is_signed = fast_is_signed(a->src[a->id == EU_OP_BFE ? 2 : 0].type);
    p->keeps_not = a->any && (a->id == EU_OP_NOT || a->id == EU_OP_AND || a->id == EU_OP_OR ||
                              a->id == EU_OP_XOR);
    p->flip =
        unsigned_quads && is_quad(a->src[0].type) && a->src[0].type == EU_TYPE_UQ ? INT64_MIN : 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        narrow -= a->src[i].place == FAST_ACC; /* it has 33 bits */
    bool dword = a->src[0].type == EU_TYPE_D && a->src[0].place != FAST_ACC;
    p->small = narrow == a->nsrc || (a->id == EU_OP_MOV && dword && !is_modified(a));
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
    p->exact = picks || a->id == EU_OP_MATH || (simple && halves == a->nsrc);
    for (unsigned i = 0; i < a->nsrc; i++)
        p->src[i].flushes = !p->raw || (!moves && !by_flag);
    if (picks && (halves % a->nsrc || (by_flag && halves && !to_half)))
        return false;
    if (!to_float && !compares(a) && !moves && a->result != EU_FLOAT_F && a->any)
        return false;
    if (a->id == EU_OP_MAC && (a->dst.type != EU_TYPE_F || (a->any && a->acc_type != EU_TYPE_F)))
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

/* Finds the elements of @op from the lowest one on. */
static void set_places(const struct fast_alu *a, const struct fast_operand *op,
                       struct plan_source *s, uint16_t *base)
{
    unsigned low = UINT16_MAX, high = 0, bytes = eu_types[op->type].bytes;
    for (unsigned n = 0; n < PLAN_LANES; n++) {
        unsigned off = op->off[n < plan_lanes_read(a) ? n : 0];
        s->at[n] = (int32_t)off;
        low = off < low ? off : low;
        high = off > high ? off : high;
    }
    for (unsigned n = 0; n < PLAN_LANES; n++)
        s->at[n] -= (int32_t)low;
    *base = (uint16_t)low;
    s->reach = (uint16_t)(high + bytes);
    s->spare = (uint8_t)(bytes < 4 ? 32 - 8 * bytes : 0);
}

static bool make_source(const struct isa_gen *isa, const struct fast_alu *a,
                        const struct fast_operand *op, struct fast_plan *p, unsigned i)
{
    struct plan_source *s = &p->src[i];
    s->abs = op->abs && op->type != EU_TYPE_UQ; /* which is never negative */
    s->neg = op->neg;
    if (a->id == EU_OP_MOVI) {
        p->load[i] = plan_load_of(p->domain, a, op, s);
        return p->load[i] && eu_types[op->type].bytes <= 4;
    }
    switch ((enum fast_place)op->place) {
    case FAST_GRF:
        if (op->wraps)
            return false;
        set_places(a, op, s, &p->base[i]);
        break;
    case FAST_INDIRECT:
        if (!set_index(isa, a, op, s))
            return false;
        set_places(a, op, s, &p->base[i]);
        break;
    case FAST_ACC:
        s->acc = plan_acc_source(a, op);
        if (!s->acc.kind)
            return false;
        break;
    case FAST_CONSTANT:
        break;
    default:
        return false;
    }
    p->load[i] = plan_load_of(p->domain, a, op, s);
    return p->load[i];
}

static bool is_direct(const struct fast_plan *p)
{
    bool direct = !p->dst_index;
    for (unsigned i = 0; i < 3; i++)
        direct &= !p->src[i].index;
    return direct;
}

/* line: the first element of src0 for all lanes; the last dword of its OWord is src2. pln: u and v
 * (E14), and where the OWord is. */
static bool make_plane(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    bool pln = a->id == EU_OP_PLN, interleaved = eu->quirks[EU_QUIRK_PLN_ORDER];
    struct fast_operand all[3] = {a->src[0], a->src[1], a->src[0]};
    if (all[0].place != FAST_GRF || all[1].place != FAST_GRF || count(a, T(F)) != 2)
        return false;
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        all[0].off[n] = a->src[0].off[0], all[2].off[n] = (uint16_t)((a->plane & ~15u) + 12);
    if (pln)
        all[0] = all[1], all[2].off[0] = (uint16_t)(a->plane & ~15u);
    for (unsigned n = 0; pln && n < PLAN_LANES; n++) {
        unsigned eight = n / 8, at = a->src[1].off[0] + n % 8 * 4;
        all[0].off[n] = (uint16_t)(at + EU_GRF_BYTES * (interleaved ? 2 * eight : eight));
        all[1].off[n] = (uint16_t)(at + EU_GRF_BYTES * (interleaved ? 2 * eight + 1 : 2 + eight));
        if (n < a->es && all[1].off[n] + 4 > END)
            return false;
    }
    p->nsrc = pln ? 2 : 3;
    for (unsigned i = 0; i < p->nsrc; i++)
        if (!make_source(eu->isa, a, &all[i], p, i))
            return false;
    p->direct = is_direct(p);
    if (pln)
        p->base[2] = all[2].off[0], p->src[2].abs = all[2].abs, p->src[2].neg = all[2].neg;
    return true;
}

static bool make_dst(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p)
{
    const struct fast_operand *dst = &a->dst;
    unsigned bytes = eu_types[dst->type].bytes,
             size = bytes == 8 ? 32u * p->fours : 32u * p->eights;
    p->stride = a->dst_stride;
    p->extent = a->dst_extent;
    p->to = dst->base;
    switch ((enum fast_place)dst->place) {
    case FAST_GRF:
        p->whole = bytes >= 4 && p->stride == bytes && p->to + size <= END;
        return p->stride && !dst->wraps;
    case FAST_INDIRECT:
        p->to = 0;
        p->dst_index = (uint8_t)(dst->reg % isa->address_registers + 1);
        p->dst_imm = dst->addr_imm;
        p->one_register = !a->any;
        return p->stride;
    case FAST_ACC:
        p->dst = plan_acc_dst(a);
        p->nowhere = true;
        return p->dst.kind && !a->acc_wr && !compares(a);
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
    bool late = a->id == EU_OP_SMOV || a->id == EU_OP_DIM || a->id == EU_OP_F32TO16 ||
                a->id == EU_OP_F16TO32;
    return a->es > PLAN_LANES || cold->paired || cold->twice || a->halves || a->alone || macro ||
           late || (a->sets_flag && a->cmod >= RELATIONS_END);
}

static enum plan_domain domain_of(const struct fast_alu *a)
{
    unsigned floats = count(a, T(F) | T(HF) | T(VF));
    if (a->dst.type == EU_TYPE_DF || count(a, T(DF)))
        return PLAN_DOUBLES;
    return floats ? PLAN_FLOATS : PLAN_INTS;
}

static void describe(const struct fast_cold *cold, struct fast_plan *p)
{
    const struct fast_alu *a = &cold->alu;
    p->nsrc = a->nsrc;
    p->fours = (uint8_t)((a->es + 3) / 4);
    p->eights = (uint8_t)((a->es + 7) / 8);
    p->es = a->es;
    p->id = a->id;
    p->cmod = a->cmod;
    p->flag_reg = a->flag_reg;
    p->flag_bit = a->flag_bit;
    p->type = a->dst.type;
    p->bytes = eu_types[p->type].bytes;
    p->sets_flag = a->sets_flag;
    p->own_acc = a->own_acc;
    p->any = a->any;
    p->saturates = a->sat;
    p->channels = cold->chan & cold->window & a->channels;
    p->spreads = cold->insn.pred > 1;
    p->chooses = a->needs & FAST_NEEDS_PRED;
}

static bool make_accumulator(const struct fast_alu *a, struct fast_plan *p)
{
    bool reads = a->id == EU_OP_MAC || a->id == EU_OP_MACH || a->id == EU_OP_SADA2;
    p->writes = a->acc_wr && !compares(a);
    if (!reads && !p->writes)
        return true;
    p->own = plan_acc_own(a);
    bool float_acc = a->any ? fast_is_float(a->acc_type) : fast_is_float(a->dst.type);
    return p->own.kind && (p->domain != PLAN_INTS || !reads || !float_acc);
}

bool fast_plan_make(const struct eu *eu, struct fast_cold *cold)
{
    const struct fast_alu *a = &cold->alu;
    struct fast_plan *p = &cold->plan;
    memset(p, 0, sizeof *p);
    if (is_refused(cold) || eu->quirks[EU_QUIRK_ADDR_CARRY])
        return false;
    p->domain = (uint8_t)domain_of(a);
    describe(cold, p);
    set_range(a, p);
    bool made = p->domain == PLAN_INTS     ? make_ints(eu->isa, a, p)
                : p->domain == PLAN_FLOATS ? make_floats(a, p)
                                           : make_doubles(a, p);
    p->convert = plan_convert_of(p->domain, a);
    if (!made || !p->op || !p->convert || !make_accumulator(a, p) || !make_dst(eu->isa, a, p))
        return false;
    if (a->id == EU_OP_LINE || a->id == EU_OP_PLN)
        return make_plane(eu, a, p);
    for (unsigned i = 0; i < a->nsrc; i++)
        if (!make_source(eu->isa, a, &a->src[i], p, i))
            return false;
    p->direct = is_direct(p);
    return true;
}

/* --- running --- */

/* Adds what a0 has; returns false if this leads out of the register file. */
static bool find_by_index(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    const uint16_t *a0 = x->t->a0;
    for (unsigned i = 0; i < 3; i++) {
        const struct plan_source *s = &p->src[i];
        uint32_t index = s->index ? a0[s->index - 1] + (uint32_t)s->imm_index : 0;
        if (index > END - (uint32_t)s->reach)
            return false;
        x->from[i] += index;
    }
    if (!p->dst_index)
        return true;
    uint32_t to = a0[p->dst_index - 1] + (uint32_t)p->dst_imm;
    x->to = x->grf + to;
    return to <= END - (uint32_t)p->extent &&
           (!p->one_register || to % EU_GRF_BYTES + p->extent <= EU_GRF_BYTES);
}

static inline bool find_operands(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    x->from[0] = x->grf + p->base[0];
    x->from[1] = x->grf + p->base[1];
    x->from[2] = x->grf + p->base[2];
    x->to = p->nowhere ? NULL : x->grf + p->to;
    return p->direct || find_by_index(x);
}

/* The mode of doubles must be the host's, which is that of floats. */
static inline void set_mode(struct plan_run *x, const struct fast_ctx *ctx)
{
    uint32_t cr = x->t->cr[0];
    x->acc = x->p->writes && !(cr & EU_CR0_ACC_DISABLE);
    x->keeps = ctx->control == FAST_FP_KEEP;
    x->keeps_half = cr & EU_CR0_HF_DENORM;
    x->failed = x->p->domain == PLAN_DOUBLES && x->keeps != !!(cr & EU_CR0_DF_DENORM);
}

/* Returns false if the general handler must do it; then nothing was written. */
static __attribute__((noinline)) bool run_plan(struct fast_ctx *ctx, const struct fast_uop *u,
                                               uint8_t *grf, uint32_t act)
{
    const struct fast_cold *cold = fast_rest(u)->cold;
    const struct fast_plan *p = &cold->plan;
    struct plan_run x; /* lanes are set when they are loaded */
    x.p = p, x.grf = grf, x.t = fast_thread(grf);
    x.pred =
        p->spreads ? fast_pred(ctx->eu, x.t, cold) : fast_ror(fast_predicate(grf, u), u->group);
    x.on = (u->need ? act >> u->group : UINT32_MAX) & p->channels;
    if (!p->chooses)
        x.on &= x.pred;
    if (!x.on)
        return true;
    set_mode(&x, ctx);
    if (FAST_UNLIKELY(!find_operands(&x)))
        return false;
    p->load[0](&x, 0);
    if (p->nsrc > 1)
        p->load[1](&x, 1);
    if (p->nsrc > 2)
        p->load[2](&x, 2);
    p->op(&x);
    if (!x.failed)
        plan_end(&x);
    return !x.failed;
}

enum fast_leave fast_plan_handler(FAST_ARGS)
{
    if (FAST_UNLIKELY(!run_plan(x, u, grf, act)))
        return fast_alu_handler(FAST_PASS);
    return fast_next(FAST_PASS);
}
#else

bool fast_plan_make(const struct eu *eu, struct fast_cold *cold)
{
    (void)eu, (void)cold;
    return false;
}

enum fast_leave fast_plan_handler(FAST_ARGS)
{
    return fast_alu_handler(FAST_PASS);
}
#endif
