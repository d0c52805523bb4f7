/* Instructions that compute: sources out of registers, the operation, a masked write, which keeps
 * what other channels have. */
#include "sim/float.h"
#include "sim/jit/work.h"

static const uint8_t forms[FAST_OP_COUNT] = {
#define VECTOR(name, form) [FAST_##name] = form,
#include "sim/fast/vector.def"
#undef VECTOR
};

unsigned jit_form(const struct jit_insn *i)
{
    return forms[i->op];
}

/* Whether source @k is one dword, for all channels. */
static bool is_scalar(const struct fast_uop *u, const struct fast_odd *odd, unsigned k)
{
    if (u->kind[k] == FAST_IMM || !odd)
        return u->kind[k] == FAST_IMM || u->kind[k] == FAST_SCALAR;
    bool one = u->kind[k] == FAST_NEAR && !odd->second[k];
    const uint32_t *first = odd->lanes[k][0].dword;
    for (unsigned i = 0; i < 2 * LANES; i++)
        one &= odd->lanes[k][i / LANES].dword[i % LANES] == *first;
    return one;
}

/* Whether @i only sets flags, and for all channels the same. */
static bool is_uniform(const struct jit_insn *i, const struct fast_odd *odd, unsigned form)
{
    bool same = form & FAST_COMPARES && i->u->kind[2] == FAST_NOWHERE;
    for (unsigned k = 0; same && k < i->cold->insn.op->nsrc; k++)
        same = is_scalar(i->u, odd, k);
    return same;
}

static struct jit_work work_of(const struct jit_insn *i, bool full)
{
    unsigned form = jit_form(i), es = isa_exec_size(&i->cold->insn);
    bool free = i->u->free || form & FAST_SELECTS;
    const struct fast_uop *u = i->lanes ? &i->lanes->u : i->u;
    const struct fast_odd *odd = i->lanes ? &i->lanes->odd : fast_rest(u)->odd;
    bool tells = i->cold->alu.sets_flag && !(form & FAST_COMPARES);
    uint32_t window = i->cold->window;
    if (odd && es < 16)
        window &= u->window;
    return (struct jit_work){.i = i,
                             .u = u,
                             .odd = odd,
                             .form = form,
                             .es = es,
                             .halves = es == 16 ? 2 : 1,
                             .n = es < LANES ? es : LANES,
                             .window = window,
                             .whole = free && (!i->u->need || full) && window == i->cold->window,
                             .active = free,
                             .same = is_uniform(i, odd, form),
                             .tells = tells ? fast_truths(i->cold->insn.cmod) : 0};
}

static bool is_in_grf(unsigned kind)
{
    return kind != FAST_IMM && kind != FAST_ACC_D;
}

/* Registers that the tables may reach. */
static void odd_uses(const struct jit_work *w, void *ctx, jit_use *use)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES, MOST = FAST_ODD_SPAN / 4 };
    for (unsigned k = 0; k < w->i->cold->insn.op->nsrc; k++)
        for (unsigned h = 0; h < w->halves && is_in_grf(w->u->kind[k]); h++) {
            unsigned from = w->u->s[k] + (h ? w->odd->second[k] : 0), n = (END - from) / 4;
            use(ctx, from, n < MOST ? n : MOST, true, false);
        }
    bool one = (w->odd->put & FAST_PUT_WAY) != FAST_PUT_TWO && w->halves == 1;
    if (w->u->kind[2] != FAST_NOWHERE)
        use(ctx, w->u->d, one ? LANES : 2 * LANES, true, true);
}

void jit_uses(const struct jit_insn *i, void *ctx, jit_use *use)
{
    const struct fast_uop *u = i->u;
    if (i->kind == JIT_SEND)
        jit_message_uses(i, ctx, use);
    if (i->kind == JIT_WIDE)
        jit_wide_uses(i, ctx, use);
    if (i->kind != JIT_VECTOR)
        return;
    struct jit_work w = work_of(i, true);
    if (w.odd) {
        odd_uses(&w, ctx, use);
        return;
    }
    for (unsigned k = 0; k < i->cold->insn.op->nsrc; k++)
        if (u->kind[k] != FAST_IMM)
            use(ctx, u->s[k], u->kind[k] == FAST_SCALAR ? 1 : w.es, true, false);
    bool all = w.whole && w.n == LANES && u->d % REG_BYTES == 0;
    if (u->kind[2] != FAST_NOWHERE)
        use(ctx, u->d, w.es, !all, true);
}

struct touched {
    unsigned from, end; /* bytes */
    bool is;
};

static void touch(void *ctx, unsigned from, unsigned dwords, bool read, bool write)
{
    struct touched *t = ctx;
    (void)read;
    t->is |= write && from < t->end && from + 4 * dwords > t->from;
}

bool jit_writes(const struct jit_insn *i, unsigned from, unsigned end)
{
    struct touched t = {from, end, false};
    jit_uses(i, &t, touch);
    return t.is;
}

/* --- sources --- */

struct host_at jit_frame_at(unsigned byte)
{
    return host_mem(RSP, JIT_FRAME_CELLS + (int32_t)byte);
}

struct host_at jit_in_memory(struct emit *e, unsigned from, unsigned n)
{
    unsigned first = from / REG_BYTES, last = (from + n - 1) / REG_BYTES;
    bool all = true;
    last = last < EU_GRF_COUNT ? last : EU_GRF_COUNT - 1;
    for (unsigned cell = first; cell <= last; cell++)
        all &= jit_is_in_thread(e, cell);
    if (all)
        return host_mem(JIT_GRF, (int32_t)from);
    for (unsigned cell = first; cell <= last; cell++)
        (void)jit_shadow(e, cell, false);
    return jit_frame_at(from);
}

/* Whether the dword at @from, which half @h reads, is read again soon: by the other half, or by the
 * next instruction. It is no gain where it is only copied. */
static bool is_read_again(const struct emit *e, const struct jit_work *w, unsigned h, unsigned from)
{
    int to = w->i->next.to;
    const struct jit_insn *next = to < 0 ? NULL : &e->r->insns[to];
    if (w->i->cold->insn.op->nsrc == 1 || e->cells[from / REG_BYTES].nans != JIT_SETTLED)
        return false;
    bool again = h + 1 < w->halves;
    if (!next || next->leader || next->kind != JIT_VECTOR)
        return again;
    for (unsigned k = 0; k < next->cold->insn.op->nsrc; k++)
        again |= next->u->kind[k] != FAST_IMM && next->u->s[k] / REG_BYTES == from / REG_BYTES;
    return again;
}

struct jit_value jit_in_all_lanes(struct emit *e, const struct jit_work *w, unsigned h,
                                  unsigned from)
{
    unsigned cell = from / REG_BYTES;
    int known = jit_scalar_find(e, from);
    if (known >= 0)
        return (struct jit_value){host_reg((unsigned)known), false};
    bool first = !jit_is_in_thread(e, cell) && !e->cells[cell].shadow && from % REG_BYTES == 0;
    struct host_at at = first ? jit_where(e, cell) : jit_in_memory(e, from, 4);
    unsigned reg = jit_temp(e);
    host_v(&e->c, VBROADCASTSS, reg, 0, at, -1);
    bool again = is_read_again(e, w, h, from);
    if (again)
        jit_scalar_keep(e, reg, from);
    return (struct jit_value){host_reg(reg), !again};
}

static struct jit_value packed(struct emit *e, unsigned from, unsigned n)
{
    if (from % REG_BYTES == 0)
        return (struct jit_value){jit_where(e, from / REG_BYTES), false};
    struct host_at at = jit_in_memory(e, from, 4 * n);
    unsigned reg = jit_temp(e);
    host_v(&e->c, VMOVUPS_LOAD, reg, 0, at, -1);
    return (struct jit_value){host_reg(reg), true};
}

static struct jit_value with(struct emit *e, unsigned op, struct jit_value v, uint32_t all)
{
    bool loads = v.own || v.at.kind != HOST_REG;
    unsigned to = loads ? jit_own(e, v) : jit_temp(e), from = loads ? to : v.at.reg;
    host_v(&e->c, op, to, from, jit_all(e, all), -1);
    return (struct jit_value){host_reg(to), true};
}

static struct jit_value negated(struct emit *e, struct jit_value v)
{
    unsigned to = jit_temp(e);
    host_v(&e->c, VPXOR, to, to, host_reg(to), -1);
    host_v(&e->c, VPSUBD, to, to, v.at, -1);
    return (struct jit_value){host_reg(to), true};
}

/* Source @k for half @h. */
static void source(struct emit *e, const struct jit_work *w, struct jit_sources *s, unsigned k,
                   unsigned h)
{
    const struct fast_uop *u = w->u;
    struct jit_value *v = &s->v[k];
    bool abs = u->mods & FAST_ABS << k, neg = u->mods & FAST_NEG << k;
    if (u->kind[k] == FAST_IMM) { /* modifiers are in it */
        *v = (struct jit_value){jit_all(e, u->imm), false};
        s->imm = u->imm;
        s->has_imm = k + 1u == w->i->cold->insn.op->nsrc;
        return;
    }
    if (u->kind[k] == FAST_ACC_D)
        *v = jit_acc_source(e, w, k, h);
    else if (w->odd)
        *v = jit_odd_source(e, w, k, h);
    else
        *v = u->kind[k] == FAST_SCALAR || w->es == 1 ? jit_in_all_lanes(e, w, h, u->s[k])
                                                     : packed(e, u->s[k] + h * REG_BYTES, w->n);
    if (abs) /* of floats alone */
        *v = with(e, VANDPS, *v, ~EU_F_SIGN);
    if (!neg)
        return;
    s->neg[k] = jit_takes_neg(w->i->op);
    if (u->mods & FAST_NOT)
        *v = with(e, VPXOR, *v, UINT32_MAX);
    else if (!(w->form & FAST_FLOATS))
        *v = negated(e, *v);
    else if (!s->neg[k])
        *v = with(e, VXORPS, *v, EU_F_SIGN);
}

struct jit_value jit_vector_source(struct emit *e, const struct jit_insn *i, unsigned k, unsigned h)
{
    struct jit_work w = work_of(i, e->full);
    struct jit_sources s = {0};
    source(e, &w, &s, k, h);
    return s.v[k];
}

/* Both summands negated are no single instruction. */
static void settle_signs(struct emit *e, const struct jit_work *w, struct jit_sources *s)
{
    if (w->i->op != FAST_op_fadd || !s->neg[0] || !s->neg[1])
        return;
    s->v[0] = with(e, VXORPS, s->v[0], EU_F_SIGN);
    s->neg[0] = false;
}

/* --- who writes --- */

void jit_mask(struct emit *e, unsigned bits, unsigned to)
{
    host_v(&e->c, VMOVD, to, 0, host_reg(bits), -1);
    host_v(&e->c, VBROADCASTSS, to, 0, host_reg(to), -1);
    struct host_at each = host_const(&e->c, (uint32_t[8]){1, 2, 4, 8, 16, 32, 64, 128});
    host_v(&e->c, VPAND, to, to, each, -1);
    host_v(&e->c, VPCMPEQD, to, to, each, -1);
}

unsigned jit_active(struct emit *e, unsigned group)
{
    unsigned cell = JIT_MASKS + group;
    if (!e->known[cell]) {
        unsigned reg = jit_temp(e);
        host_g(&e->c, MOV_, false, RAX, host_reg(JIT_ACT));
        host_shift(&e->c, false, true, RAX, group * LANES);
        jit_mask(e, RAX, reg);
        jit_set(e, cell, reg);
    }
    return jit_reg(e, cell);
}

unsigned jit_opmask(struct emit *e, unsigned group)
{
    unsigned k = 1 + group; /* 0 is none */
    if (!e->opmask[group]) {
        host_g(&e->c, MOV_, false, RAX, host_reg(JIT_ACT));
        host_shift(&e->c, false, true, RAX, group * LANES);
        host_v(&e->c, KMOVB, k, 0, host_reg(RAX), -1);
        e->opmask[group] = true;
    }
    return k;
}

/* Bits of the channels of half @h that write, or for which the predicate chooses, into rax: by the
 * predicate, by whether they are active, or both. */
static void bits(struct emit *e, const struct jit_work *w, bool predicate, bool active, unsigned h)
{
    if (predicate)
        jit_predicate(e, w->u, RAX);
    else if (!active) /* all of the window */
        host_gi(&e->c, MOV_, false, RAX, UINT32_MAX);
    if (active)
        host_g(&e->c, predicate ? AND_ : MOV_, false, RAX, host_reg(JIT_ACT));
    host_shift(&e->c, false, true, RAX, w->u->group + LANES * h);
    uint32_t window = w->window >> LANES * h & 0xff;
    if (window != 0xff)
        host_gi(&e->c, AND_, false, RAX, window);
}

/* The bits as a mask; of one channel it is in all lanes, in their signs. */
static unsigned spread(struct emit *e, const struct jit_work *w)
{
    unsigned mask = jit_temp(e);
    if (w->es > 1 || w->odd) {
        jit_mask(e, RAX, mask);
        return mask;
    }
    host_shift(&e->c, false, false, RAX, 31);
    host_v(&e->c, VMOVD, mask, 0, host_reg(RAX), -1);
    host_v(&e->c, VBROADCASTSS, mask, 0, host_reg(mask), -1);
    return mask;
}

/* Whether the active channels of one group write. */
static bool are_active(const struct jit_work *w, unsigned h)
{
    return w->active && (w->window >> LANES * h & 0xff) == 0xff && w->u->group % LANES == 0;
}

/* Not to be called where all channels write. */
unsigned jit_writers(struct emit *e, const struct jit_work *w, unsigned h)
{
    bool need = w->u->need && !e->full;
    if (are_active(w, h))
        return jit_active(e, w->u->group / LANES + h);
    bits(e, w, !w->active, need, h);
    return spread(e, w);
}

/* --- flags --- */

/* Flags that become those of rcx without more ado. */
static bool merges_flags(const struct jit_work *w)
{
    return w->whole && fast_flag_shift(w->u) == 0 && (w->window == 0xff || w->window == 0xffff);
}

/* The relation's results, a bit for each channel of the window, into rcx, and others above them
 * where set_flags() does not mind. */
static void truth(struct emit *e, const struct jit_work *w, const struct jit_value r[2],
                  bool inverted)
{
    unsigned shift = fast_flag_shift(w->u);
    bool others = !w->whole || merges_flags(w) || w->window << shift >> 31;
    host_v(&e->c, w->same ? VPMOVMSKB : VMOVMSKPS, RCX, 0, r[0].at, -1);
    if (w->halves == 2 && !w->same) {
        host_v(&e->c, VMOVMSKPS, RAX, 0, r[1].at, -1);
        host_shift(&e->c, false, false, RAX, LANES);
        host_g(&e->c, OR_, false, RCX, host_reg(RAX));
    }
    if (inverted)
        host_not(&e->c, RCX);
    if ((inverted || w->same || w->n < LANES) && !others)
        host_gi(&e->c, AND_, false, RCX, w->window);
}

/* They become those of the channels that write: behind the destination, for a predicate may be of
 * the same flags. */
static void set_flags(struct emit *e, const struct jit_work *w)
{
    unsigned f = JIT_FLAGS + fast_flag_reg(w->u), shift = fast_flag_shift(w->u);
    uint32_t window = w->window;
    e->dirty_flags[fast_flag_reg(w->u)] = true;
    if (merges_flags(w)) {
        host_merge(&e->c, f, RCX, window == 0xff ? 1 : 2);
        return;
    }
    host_shift(&e->c, false, false, RCX, shift);
    if (w->whole) {
        host_gi(&e->c, AND_, false, f, ~(window << shift));
        host_g(&e->c, OR_, false, f, host_reg(RCX));
        return;
    }
    jit_predicate(e, w->u, RAX);
    if (w->u->need && !e->full)
        host_g(&e->c, AND_, false, RAX, host_reg(JIT_ACT));
    host_shift(&e->c, false, true, RAX, w->u->group);
    host_gi(&e->c, AND_, false, RAX, window);
    host_shift(&e->c, false, false, RAX, shift);
    host_g(&e->c, XOR_, false, RCX, host_reg(f));
    host_g(&e->c, AND_, false, RCX, host_reg(RAX));
    host_g(&e->c, XOR_, false, f, host_reg(RCX));
}

/* --- destinations --- */

/* A register that may be that of @v. */
static unsigned result_of(struct emit *e, struct jit_value v)
{
    return v.own && v.at.kind == HOST_REG ? v.at.reg : jit_temp(e);
}

/* A register for the blend of what @v is and what was in the cell. */
static unsigned blended(struct emit *e, unsigned cell, struct jit_value v)
{
    return e->cells[cell].lazy ? (unsigned)e->cells[cell].fixed : result_of(e, v);
}

/* A whole register of the EU. */
static void put_whole(struct emit *e, unsigned cell, struct jit_value v, int into)
{
    if (into < 0)
        jit_set(e, cell, jit_own(e, v));
    else if (v.at.kind != HOST_REG)
        host_v(&e->c, VMOVUPS_LOAD, (unsigned)into, 0, v.at, -1);
    else if (v.at.reg != into)
        host_v(&e->c, VMOVAPS, (unsigned)into, 0, v.at, -1);
    if (into >= 0)
        jit_set(e, cell, (unsigned)into);
}

static void put_masked(struct emit *e, const struct jit_work *w, unsigned cell, struct jit_value v,
                       unsigned h)
{
    unsigned old = jit_reg(e, cell), to;
    if (w->active && (e->full || !w->u->need)) { /* those of Dst.ChanEn */
        to = blended(e, cell, v);
        host_v(&e->c, VBLENDPS, to, old, v.at, (int)(w->window >> LANES * h & 0xff));
    } else if (e->r->opmasks && are_active(w, h)) {
        unsigned k = jit_opmask(e, w->u->group / LANES + h);
        if (v.at.kind == HOST_MEM)
            v = (struct jit_value){host_reg(jit_in_reg(e, v)), true};
        to = blended(e, cell, v);
        host_blend(&e->c, to, old, v.at, k);
    } else {
        unsigned mask = jit_writers(e, w, h);
        to = blended(e, cell, v);
        host_v(&e->c, VBLENDVPS, to, old, v.at, (int)(mask << 4));
    }
    jit_set(e, cell, to);
}

/* One channel's value, which is in all lanes. */
static void put_one(struct emit *e, const struct jit_work *w, struct jit_value v)
{
    unsigned cell = w->u->d / REG_BYTES, lane = w->u->d % REG_BYTES / 4;
    unsigned old = jit_reg(e, cell), to = result_of(e, v);
    if (!w->whole) {
        unsigned mask = jit_writers(e, w, 0);
        host_v(&e->c, VBLENDVPS, to, old, v.at, (int)(mask << 4));
        v.at = host_reg(to);
    }
    host_v(&e->c, VBLENDPS, to, old, v.at, 1 << lane);
    jit_set(e, cell, to);
}

/* Part of one register, or of two: in the frame. */
static void put_part(struct emit *e, const struct jit_work *w, unsigned to, struct jit_value v,
                     unsigned h)
{
    unsigned reg = jit_in_reg(e, v), last = (to + 4 * w->n - 1) / REG_BYTES;
    uint32_t lanes[LANES] = {0};
    struct host_at at = jit_frame_at(to);
    (void)jit_shadow(e, to / REG_BYTES, true);
    (void)jit_shadow(e, last, true);
    if (!w->whole || w->n < LANES) {
        unsigned old = jit_temp(e), mask;
        for (unsigned i = 0; i < w->n; i++)
            lanes[i] = UINT32_MAX;
        mask = w->whole ? jit_in_reg(e, (struct jit_value){host_const(&e->c, lanes), false})
                        : jit_writers(e, w, h);
        host_v(&e->c, VMOVUPS_LOAD, old, 0, at, -1);
        host_v(&e->c, VBLENDVPS, old, old, host_reg(reg), (int)(mask << 4));
        reg = old;
    }
    host_v(&e->c, VMOVUPS_STORE, reg, 0, at, -1);
}

static void put(struct emit *e, const struct jit_work *w, struct jit_value v, unsigned h, int into)
{
    unsigned to = w->u->d + h * REG_BYTES;
    if (w->es == 1)
        put_one(e, w, v);
    else if (w->n < LANES || to % REG_BYTES)
        put_part(e, w, to, v, h);
    else if (w->whole)
        put_whole(e, to / REG_BYTES, v, into);
    else
        put_masked(e, w, to / REG_BYTES, v, h);
}

/* --- an instruction --- */

static bool is_taken_apart(const struct jit_work *w)
{
    return w->odd && (w->odd->put & FAST_PUT_WAY) != FAST_PUT_PACKED;
}

static bool reads(const struct jit_work *w, unsigned cell, unsigned h)
{
    for (unsigned k = 0; k < w->i->cold->insn.op->nsrc; k++) {
        unsigned half = w->odd ? w->odd->second[k] : w->u->kind[k] == FAST_SCALAR ? 0 : REG_BYTES;
        unsigned from = w->u->s[k] + h * half;
        if (is_in_grf(w->u->kind[k]) && cell - from / REG_BYTES < (w->odd ? 3 : 2))
            return true;
    }
    return false;
}

/* The register that is the destination's anyway, if the result may go there at once. */
static int direct(const struct emit *e, const struct jit_work *w, const struct jit_value *first,
                  unsigned h)
{
    unsigned to = w->u->d + h * REG_BYTES, cell = to / REG_BYTES;
    if (w->u->kind[2] == FAST_NOWHERE || w->n < LANES || to % REG_BYTES || !w->whole ||
        w->form & FAST_COMPARES || is_taken_apart(w))
        return -1;
    int reg = e->cells[cell].fixed;
    if (reg < 0)
        return -1;
    if (h ? first->at.kind == HOST_REG && first->at.reg == reg
          : w->halves == 2 && reads(w, cell, 1))
        return -1;
    return reg;
}

/* Half @h; what is in memory may be written by the first half. */
static struct jit_value half(struct emit *e, const struct jit_work *w, struct jit_sources *s,
                             unsigned h)
{
    for (unsigned k = 0; k < w->i->cold->insn.op->nsrc; k++)
        source(e, w, s, k, h);
    settle_signs(e, w, s);
    if (w->form & FAST_SELECTS) {
        bits(e, w, true, false, h);
        s->v[2] = (struct jit_value){host_reg(spread(e, w)), true};
    }
    struct jit_value r = jit_compute(e, w->i->op, s);
    if (w->halves == 2 && r.at.kind == HOST_MEM)
        r = (struct jit_value){host_reg(jit_own(e, r)), true};
    return r;
}

static void put_all(struct emit *e, const struct jit_work *w, struct jit_value r[2],
                    const struct jit_sources s[2])
{
    for (unsigned h = 0; h < w->halves && s[h].negated; h++)
        r[h] = with(e, VXORPS, r[h], UINT32_MAX);
    if (w->halves == 2 && !w->whole) /* it may be what the first half is written to */
        r[1] = (struct jit_value){host_reg(jit_own(e, r[1])), true};
    if (is_taken_apart(w)) {
        jit_odd_put(e, w, r);
        return;
    }
    for (unsigned h = 0; h < w->halves; h++) {
        put(e, w, r[h], h, s[h].into);
        jit_keep(e, r + h + 1, w->halves - h - 1);
    }
}

/* --- NaNs --- */

/* Whether NaNs of the host may stay in the destination: all that is written, or all of the active
 * channels, comes of arithmetic. */
static bool settles_later(const struct jit_work *w)
{
    bool active = true;
    for (unsigned h = 0; h < w->halves; h++)
        active &= are_active(w, h);
    return w->form & FAST_SETTLED && !w->odd && w->n == LANES && w->u->d % REG_BYTES == 0 &&
           w->u->kind[2] != FAST_NOWHERE && (w->whole || active);
}

/* Before it is made. */
static void settle_before(struct emit *e, const struct jit_work *w, bool later)
{
    bool computes = w->form & FAST_FLOATS && w->form & (FAST_SETTLED | FAST_COMPARES) && !w->odd;
    unsigned cell = w->u->d / REG_BYTES;
    if (!computes || !(later || w->u->kind[2] == FAST_NOWHERE))
        jit_settle_reads(e, w->i);
    for (unsigned h = 0; h < w->halves && later && !w->whole; h++)
        if (e->cells[cell + h].nans != JIT_ALWAYS &&
            e->cells[cell + h].nans != (int)(w->u->group / LANES + h))
            jit_settle(e, cell + h);
}

/* Where it is put: whether all of it may be such NaNs is known from before, @all. */
static void note_nans(struct emit *e, const struct jit_work *w, const bool all[2])
{
    for (unsigned h = 0; h < w->halves; h++) {
        unsigned set = w->whole || all[h] ? JIT_ALWAYS : w->u->group / LANES + h;
        e->cells[w->u->d / REG_BYTES + h].nans = (int8_t)set;
        e->sets |= 1u << set;
    }
}

static void put_later(struct emit *e, const struct jit_work *w, struct jit_value r[2],
                      const struct jit_sources s[2])
{
    bool all[2] = {false};
    for (unsigned h = 0; h < w->halves; h++)
        all[h] = e->cells[w->u->d / REG_BYTES + h].nans == JIT_ALWAYS;
    put_all(e, w, r, s);
    note_nans(e, w, all);
}

/* A conversion takes any NaN for the same. */
static void settle_values(struct emit *e, const struct jit_work *w, struct jit_value r[2])
{
    if (w->odd && w->odd->bend & (FAST_TO_D | FAST_TO_UD | FAST_SATURATE))
        return;
    for (unsigned h = 0; h < w->halves; h++) {
        r[h] = (struct jit_value){host_reg(jit_own(e, r[h])), true};
        jit_settle_value(e, r[h].at.reg);
    }
}

void jit_vector(struct emit *e, const struct jit_insn *i)
{
    struct jit_work w = work_of(i, e->full);
    struct jit_sources s[2] = {0};
    struct jit_value r[2] = {0};
    bool later = settles_later(&w);
    settle_before(e, &w, later);
    for (unsigned h = 0; h < w.halves && !(h && w.same); h++) {
        s[h].into = direct(e, &w, r, h);
        r[h] = half(e, &w, &s[h], h);
        if (i->lanes && i->lanes->slot != JIT_NO_SLOT) /* that is of eight channels */
            r[1] = s[0].carry;
        jit_keep(e, r, r[1].own ? 2 : h + 1);
    }
    if (w.form & FAST_SETTLED && !later)
        settle_values(e, &w, r);
    for (unsigned h = 0; h < w.halves && w.odd; h++)
        r[h] = jit_odd_bend(e, &w, r[h]);
    if (i->lanes && i->lanes->slot != JIT_NO_SLOT)
        jit_acc_put(e, &w, s[0].carry);
    jit_keep(e, r, w.halves);
    if (w.tells)
        jit_odd_tell(e, &w, r);
    if (w.form & FAST_COMPARES)
        truth(e, &w, r, s[0].negated);
    if (later)
        put_later(e, &w, r, s);
    else if (w.u->kind[2] != FAST_NOWHERE)
        put_all(e, &w, r, s);
    if (w.tells || w.form & FAST_COMPARES)
        set_flags(e, &w);
    jit_done(e);
}
