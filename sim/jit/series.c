#include "sim/jit/series.h"

#include <string.h>

#include "sim/fast/visit.h"
#include "sim/jit/jit.h"

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
    uint64_t n;    /* threads that were made here */
    uint64_t done; /* instructions of those that have ended, but for the last one */
    bool copied;   /* native code copies what they have for themselves */
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
    x->more.left = x->more.path = 0;
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
    eu->turns.budget -= r->done;
    eu->insts += r->done;
    eu->boundaries += r->done;
    x->cache->native += r->done;
    x->cache->full += r->done;
}

static void place_group(struct running *r)
{
    const struct eu_series *to = &r->to;
    r->place = _mm256_insert_epi32(r->place, (int)to->place[0], 1);
    r->place = _mm256_insert_epi32(r->place, (int)to->place[1], 6);
    r->place = _mm256_insert_epi32(r->place, (int)to->place[2], 7);
    r->groups = (to->place[2] * to->groups[1] + to->place[1]) * to->groups[0] + to->place[0];
}

/* @n threads on. */
static void go_on(struct running *r, uint64_t n)
{
    struct eu_series *to = &r->to;
    n += to->thread;
    to->thread = (uint32_t)(n % to->each);
    to->place[0] += (uint32_t)(n / to->each);
    for (unsigned i = 0; i < 2 && to->place[i] == to->groups[i]; i++) {
        to->place[i] = 0;
        to->place[i + 1]++;
    }
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

/* Sets what native code makes by itself behind a thread: those of its place and of places in a row,
 * @n with that thread at most. */
static void set_more(struct running *r, uint64_t n)
{
    enum { MOST = 1024 }; /* places without a look at whether the machine is to stop */
    const struct eu_series *to = &r->to;
    struct fast_more *more = &r->x->more;
    uint64_t here = to->each - to->thread, row = to->groups[0] - to->place[0] - 1;
    here = n < here ? n : here;
    n = (n - here) / to->each;
    row = n < row ? n : row;
    more->n = here - 1;
    more->places = row < MOST ? row : MOST;
    more->each = to->each;
    more->before = to->payload - to->step;
    more->payload = to->payload + to->thread * to->step;
}

static uint64_t more_of(const struct fast_more *more)
{
    return more->n + more->places * more->each;
}

/* One thread, and up to @n with those which native code makes behind it, if the modes allow that.
 * Returns whether the last one has ended. */
static bool run_some(struct running *r, uint64_t n, enum fast_series which)
{
    struct fast_ctx *x = r->x;
    struct fast_more *more = &x->more;
    bool alike = r->copied && (r->h->keeps || x->control == FAST_FP_FLUSH);
    r->done += x->limit - x->left; /* the thread before */
    set_more(r, alike ? n : 1);
    n = 1 + more_of(more);
    make_thread(r, x->t, more->payload);
    bool ended = run_thread(x, r->h, r->act, which);
    n -= more_of(more);
    more->n = more->places = 0;
    r->n += n;
    r->done += (n - 1) * x->limit - more->left;
    go_on(r, n);
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
    while (r->n < n && may_follow(x) && run_some(r, n - r->n, which))
        ;
    s->next += r->n;
    count(r);
}

/* What this thread has not written becomes what was delivered to it, not what a thread before has
 * left. @group: its number for the source. */
static void renew(struct fast_ctx *x, const struct native *n, uint64_t group)
{
    struct eu_thread fresh = *x->t;
    fresh.wrote = n->region.wrote;
    x->eu->source->again(x->eu->source->ctx, x->eu, &fresh, 1, group);
    jit_series_copy(&n->region, x->u, x->more.path, fresh.grf[0], x->t->grf[0]);
    memcpy(x->t->grf, fresh.grf, sizeof fresh.grf);
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
    r.n = r.done = x->more.n = x->more.places = 0;
    if (run_thread(x, h, act, FAST_SERIES))
        run_others(&r, followers(&r));
    fast_narrow();
    bool ended = x->series == FAST_SERIES_ENDS;
    if (r.n && (!ended || n->region.series->branches))
        renew(x, n, eu->stream.next - 1);
    if (ended) {
        x->t->sent_eot = true;
        eu_thread_end(eu, x->t);
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
