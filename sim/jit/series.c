#include "sim/jit/series.h"

#include <stdlib.h>
#include <string.h>

#include "sim/fast/visit.h"
#include "sim/jit/emit.h"

/* --- which regions --- */

enum { GRF_END = EU_GRF_COUNT * EU_GRF_BYTES };
struct reach {
    struct jit_series *s;
    uint8_t read[GRF_END]; /* before it is written */
    unsigned at;           /* the instruction's number, from 1 on */
    bool failed;
};

static void reads(struct reach *r, unsigned from, unsigned n)
{
    r->failed |= from + n > GRF_END;
    for (unsigned i = from; !r->failed && i < from + n; i++)
        r->read[i] |= !r->s->first[i];
}

static void writes(struct reach *r, unsigned from, unsigned n)
{
    r->failed |= from + n > GRF_END || from < EU_GRF_BYTES; /* r0 has the group's place */
    for (unsigned i = from; !r->failed && i < from + n; i++) {
        r->failed |= r->read[i];
        if (!r->s->first[i])
            r->s->first[i] = (uint16_t)r->at;
    }
}

static void message_uses(void *ctx, unsigned from, unsigned dwords, bool read, bool write)
{
    if (read)
        reads(ctx, from, 4 * dwords);
    if (write)
        writes(ctx, from, 4 * dwords);
}

/* As many bytes as a source has at most. */
static void source(struct reach *r, const struct eu_insn *insn, const struct eu_operand *o)
{
    enum { ROW = 16 }; /* of Align16 */
    unsigned size = eu_types[o->type].bytes, es = isa_exec_size(insn), w = isa_width(o->w),
             from = o->reg * EU_GRF_BYTES + o->sub;
    if (o->file == EU_FILE_IMM || (o->file == EU_FILE_ARF && o->reg >> 4 == EU_ARF_NULL))
        return;
    r->failed |= o->file != EU_FILE_GRF || o->indirect;
    if (insn->align16 || insn->op->format == EU_FMT_3SRC) {
        reads(r, from, o->rep ? size : es * size < ROW ? ROW : es * size);
        return;
    }
    w = w < es ? w : es;
    r->failed |= !w;
    if (!r->failed)
        reads(r, from,
              ((es / w - 1) * isa_stride(o->vs) + (w - 1) * isa_hstride(o->hs) + 1) * size);
}

/* All channels are active. What is not written as a whole is read, too. */
static void vector(struct reach *r, const struct jit_insn *i)
{
    const struct eu_insn *insn = &i->cold->insn;
    const struct eu_operand *dst = &insn->dst;
    bool part = (insn->pred && insn->op->id != EU_OP_SEL) ||
                (insn->align16 && dst->chan_en != 15) || i->lanes || isa_exec_size(insn) == 0;
    unsigned n = isa_exec_size(insn) * eu_types[dst->type].bytes,
             step = insn->align16 || insn->op->format == EU_FMT_3SRC ? 1 : isa_hstride(dst->hs);
    for (unsigned k = 0; k < insn->op->nsrc; k++)
        source(r, insn, &insn->src[k]);
    if (dst->file == EU_FILE_ARF && dst->reg >> 4 == EU_ARF_NULL && !dst->indirect)
        return;
    r->failed |= dst->file != EU_FILE_GRF || dst->indirect || part || step != 1;
    writes(r, dst->reg * EU_GRF_BYTES + dst->sub, n);
}

static void reach_insn(struct reach *r, const struct jit_insn *i)
{
    if (i->kind == JIT_VECTOR)
        vector(r, i);
    else if (i->kind == JIT_SEND && jit_message_is_plain(i) && !i->cold->local)
        jit_message_uses(i, r, message_uses);
    else
        r->failed |= i->kind != JIT_NOP && (i->kind != JIT_BOUND || i->op != JIT_MODE);
}

struct jit_series *jit_series_of(const struct jit_region *region)
{
    struct reach r = {.s = calloc(1, sizeof *r.s)};
    const struct jit_insn *i = region->insns;
    if (!r.s || !region->traced || region->doubles || region->accumulates || !region->all)
        r.failed = true;
    for (r.at = 1; !r.failed && r.at < region->n && !(i->kind == JIT_BOUND && i->op == JIT_END);
         r.at++) {
        reach_insn(&r, i);
        r.failed |= i->next.to < 0;
        i = r.failed ? i : &region->insns[i->next.to];
    }
    if (r.failed || i->kind != JIT_BOUND || i->op != JIT_END) {
        free(r.s);
        return NULL;
    }
    r.s->length = r.at;
    return r.s;
}

/* --- running them --- */

/* Bit n is rn's; 0: there are others. */
static uint64_t own_of(const struct eu_series *to)
{
    uint64_t own = 0;
    for (unsigned i = 0; i < to->nown; i++) {
        if (to->own[i] >= 64)
            return 0;
        own |= UINT64_C(1) << to->own[i];
    }
    return own;
}

uint64_t jit_series_own(const struct eu *eu)
{
    struct eu_series to;
    if (!eu->source || !eu->source->series)
        return 0;
    eu->source->series(eu->source->ctx, 0, &to);
    return own_of(&to);
}

#ifdef FAST_WIDE
struct running {
    struct fast_ctx *x;
    const struct head *h;
    uint32_t act;
    struct eu_series to;
    __m256i place; /* r0 */
    uint32_t groups;
    uint64_t n;  /* threads that were made here */
    bool copied; /* native code copies what they have for themselves */
};

/* Whether @x->t was made by the source just now, and the next one would be made from it:
 * eu_stream_again(). */
static bool is_fresh(const struct fast_ctx *x)
{
    const struct eu *eu = x->eu;
    const struct eu_stream *s = &eu->stream;
    const struct eu_source *source = eu->source;
    const struct eu_thread *t = x->t;
    return source && source->series && source->again && source->most == 1 && !source->local &&
           !eu->unit && !eu->depended && !s->due && !s->free && s->step == 1 && s->next < s->end &&
           s->youngest == t->id + 1 && s->settings == eu->settings && t->traced && !t->wrote &&
           !t->insts && !t->cr[0] && !t->exception.save;
}

/* Runs x->t, which has the modes of a new thread; returns whether it has ended. */
static inline bool run_thread(struct fast_ctx *x, const struct head *h, uint32_t act,
                              enum fast_series which)
{
    if (x->control != FAST_FP_FLUSH && !(h->keeps && x->control == FAST_FP_KEEP))
        fast_fp_take(x->control = FAST_FP_FLUSH);
    x->series = which;
    h->native->code(x, &x->t->grf[0][0], act, x->limit, h->at[true]);
    return x->series == FAST_SERIES_ENDS;
}

/* How many threads may follow one that has ended, so that all have their instructions. */
static uint64_t followers(const struct running *r)
{
    const struct eu *eu = r->x->eu;
    const struct eu_stream *s = &eu->stream;
    uint64_t left = eu->turns.budget - eu->quantum,
             most = left / r->h->native->region.series->length;
    return most < s->end - s->next ? most : s->end - s->next;
}

/* Whether the exception logic has nothing to do when modes change: bound.c asks for the same. */
static bool is_calm(const struct fast_ctx *x)
{
    const struct eu_thread *t = x->t;
    return x->eu->hooks.boundary && !(t->cr[1] & EU_CR1_REQUESTS) && !t->exception.save &&
           !t->exception.told && !t->exception.raised;
}

static inline bool may_follow(const struct fast_ctx *x)
{
    return fast_is_current(x->cache) &&
           !atomic_load_explicit(&x->eu->stop_request, memory_order_relaxed);
}

/* Counts all threads but the last one, which have come to their ends. */
static void count(const struct running *r)
{
    struct fast_ctx *x = r->x;
    struct eu *eu = x->eu;
    uint64_t done = r->n * r->h->native->region.series->length;
    eu->turns.budget -= done;
    eu->insts += done;
    eu->boundaries += done;
    x->cache->native += done;
    x->cache->full += done;
}

static void place_group(struct running *r)
{
    const struct eu_series *to = &r->to;
    r->place = _mm256_insert_epi32(r->place, (int)to->place[0], 1);
    r->place = _mm256_insert_epi32(r->place, (int)to->place[1], 6);
    r->place = _mm256_insert_epi32(r->place, (int)to->place[2], 7);
    r->groups = (to->place[2] * to->groups[1] + to->place[1]) * to->groups[0] + to->place[0];
}

static void next_group(struct running *r)
{
    r->to.thread = 0;
    for (unsigned i = 0; i < 3 && ++r->to.place[i] == r->to.groups[i]; i++)
        r->to.place[i] = 0;
    place_group(r);
}

/* What differs is written as whole registers, since it is read so: the host would wait for parts of
 * them. */
static inline void make_thread(const struct running *r, struct eu_thread *t, const uint8_t *payload)
{
    uint8_t *grf = t->grf[0];
    const uint8_t *own = r->to.own, *end = own + r->to.nown;
    memset(t->f, 0, sizeof t->f);
    t->cr[0] = 0;
    for (; own < end; own++) {
        size_t at = *own * (size_t)EU_GRF_BYTES;
        _mm256_storeu_si256((void *)(grf + at), _mm256_loadu_si256((const void *)(payload + at)));
    }
    _mm256_storeu_si256((void *)grf, r->place);
    t->number++;
    t->group = r->groups;
}

/* The threads of a group, up to the last one or @n, of which native code makes all but the first by
 * itself, if the modes allow it. Returns whether the last one has ended. */
static bool run_group(struct running *r, uint64_t n, enum fast_series which)
{
    struct fast_ctx *x = r->x;
    struct fast_more *more = &x->more;
    uint64_t left = r->to.each - r->to.thread;
    bool alike = r->copied && (r->h->keeps || x->control == FAST_FP_FLUSH);
    n = !alike ? 1 : n < left ? n : left;
    more->n = n - 1;
    more->payload = r->to.payload + r->to.thread * r->to.step;
    make_thread(r, x->t, more->payload);
    bool ended = run_thread(x, r->h, r->act, which);
    n -= more->n;
    more->n = 0;
    r->n += n;
    r->to.thread += (uint32_t)n;
    return ended;
}

/* @n threads at most, behind one that has ended. */
static void run_others(struct running *r, uint64_t n)
{
    struct fast_ctx *x = r->x;
    struct eu_stream *s = &x->eu->stream;
    enum fast_series which = is_calm(x) ? FAST_SERIES_GOES_ON : FAST_SERIES;
    x->eu->source->series(x->eu->source->ctx, s->next, &r->to);
    uint64_t own = own_of(&r->to);
    r->copied = own == r->h->native->region.own && (own || !r->to.nown);
    x->more = (struct fast_more){.step = r->to.step};
    r->place = _mm256_loadu_si256((const void *)x->t->grf[0]);
    place_group(r);
    while (r->n < n && may_follow(x) && run_group(r, n - r->n, which))
        if (r->to.thread == r->to.each)
            next_group(r);
    s->next += r->n;
    count(r);
}

/* Native code was left before the end: what this thread has not written yet becomes what was
 * delivered to it, not what the thread before has left. @group: its number for the source. */
static void renew(struct fast_ctx *x, const struct native *n, uint64_t group)
{
    const struct jit_region *r = &n->region;
    const struct jit_insn *i = r->insns;
    struct eu_thread fresh = *x->t;
    uint8_t *grf = x->t->grf[0], *delivered = fresh.grf[0];
    unsigned at = 1;
    for (; at < r->series->length && i->u != x->u; at++)
        i = &r->insns[i->next.to];
    fresh.wrote = r->wrote;
    x->eu->source->again(x->eu->source->ctx, x->eu, &fresh, 1, group);
    for (unsigned k = 0; k < GRF_END; k++)
        if (r->series->first[k] >= at)
            grf[k] = delivered[k];
}

bool jit_series_runs(struct fast_ctx *x, const struct head *h, uint32_t act)
{
    const struct native *n = h->native;
    struct eu *eu = x->eu;
    if (act != n->region.all || h->entry || x->limit != eu->quantum ||
        n->region.series->length >= eu->quantum || !is_fresh(x) || eu_turn_is_alone(eu, x->t))
        return false;
    struct running r;
    r.x = x;
    r.h = h;
    r.act = act;
    r.n = x->more.n = 0;
    if (run_thread(x, h, act, FAST_SERIES))
        run_others(&r, followers(&r));
    fast_narrow();
    if (x->series == FAST_SERIES_ENDS) {
        x->t->sent_eot = true;
        eu_thread_end(eu, x->t);
    } else if (r.n) {
        renew(x, n, eu->stream.next - 1);
    }
    x->series = FAST_NO_SERIES;
    return true;
}
#else
bool jit_series_runs(struct fast_ctx *x, const struct head *h, uint32_t act)
{
    (void)x, (void)h, (void)act;
    return false;
}
#endif
