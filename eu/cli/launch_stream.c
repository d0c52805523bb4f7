/* Launches of more threads than there are slots: if no client examines threads that have ended, a
 * thread is made only when there is a slot for it. */
#include "eu/cli/launch_impl.h"
#include "eu/cli/launch_opencl.h"

#include <stdlib.h>

#include "eu/cli/tools.h"
#include "opencl/stream.h"

struct launch_stream {
    struct eu_source source, inner; /* source: inner, plus the values that the launch sets */
    const struct launch *launch;
    struct cl_stream *kernel; /* the source that inner wraps, or NULL: */
    struct eu_dispatch dispatch;
};

/* A value of `set` that dispatch overwrites would be lost: r0 and the architecture registers
 * identify the slot. */
static bool sets_are_plain(const struct launch *l)
{
    for (size_t i = 0; i < l->nsets; i++)
        if (l->sets[i].set.key.id == 0 || l->sets[i].set.key.id >= EU_GRF_COUNT)
            return false;
    return true;
}

static bool dumps_threads(const struct launch *l)
{
    for (size_t i = 0; i < l->ndumps; i++)
        if (l->dumps[i].name)
            return true;
    return false;
}

static bool observes(const struct launch *l)
{
    return l->lint || l->lint_stop || l->engine.lockstep || l->trace || l->log || l->profile ||
           l->timeline_path || l->sip || dumps_threads(l);
}

static uint32_t threads_together(const struct cl_launch *l)
{
    uint32_t items = l->local[0] * l->local[1] * l->local[2];
    return l->kernel->barriers ? (items + l->kernel->simd - 1) / l->kernel->simd : 1;
}

uint32_t launch_room(const struct launch *l, struct ui_machine *m, uint32_t threads)
{
    const struct eu_dispatch *d = &l->dispatch;
    struct eu_source source;
    uint32_t slots = (d->eus ? d->eus : EU_EUS) * (d->eu_threads ? d->eu_threads : EU_EU_THREADS);
    m->streams = l->streams && !observes(l) && sets_are_plain(l) && threads > slots;
    if (m->streams && m->opencl) {
        m->streams = m->opencl->nkernels == 1;
        source.most = threads_together(&m->opencl->kernels[0].launch);
    } else if (m->streams) {
        m->streams = eu_dispatch_source(d, &source);
    }
    return m->streams ? eu_stream_room(slots, source.most) : threads;
}

static void fill_and_set(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                         uint64_t group)
{
    const struct launch_stream *s = ctx;
    const struct launch *l = s->launch;
    s->inner.fill(s->inner.ctx, eu, t, n, group);
    for (uint32_t i = 0; i < n; i++)
        for (size_t at = 0; at < l->nsets; at++) {
            const struct ui_set *set = &l->sets[at].set;
            (void)ui_reg_put(eu, &t[i], &set->key, set->bytes, set->n);
        }
}

static void fill_again(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t group)
{
    const struct launch_stream *s = ctx;
    s->inner.again(s->inner.ctx, eu, t, n, group);
}

static void describe_series(const void *ctx, uint64_t group, struct eu_series *to)
{
    const struct launch_stream *s = ctx;
    s->inner.series(s->inner.ctx, group, to);
}

/* The context of fill_and_set() is its own, not the inner source's. */
static uint32_t inner_size(const void *ctx, uint64_t group)
{
    const struct launch_stream *s = ctx;
    return s->inner.size(s->inner.ctx, group);
}

static int no_memory(void)
{
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

int launch_stream_start(const struct launch *l, struct ui_machine *m, const struct eu_dispatch *d)
{
    struct launch_stream *s = m->stream = calloc(1, sizeof *s);
    if (!s)
        return no_memory();
    s->launch = l;
    s->dispatch = *d;
    if (m->opencl) {
        struct launch_kernel *lk = &m->opencl->kernels[0];
        s->kernel = cl_stream_new(&lk->launch, lk->start, d->enables, &s->inner);
        if (!s->kernel)
            return no_memory();
    } else {
        (void)eu_dispatch_source(&s->dispatch, &s->inner);
    }
    s->source = s->inner;
    s->source.ctx = s;
    s->source.fill = fill_and_set;
    s->source.again = s->inner.again && !l->nsets ? fill_again : NULL;
    s->source.series = s->inner.series && !l->nsets ? describe_series : NULL;
    s->source.size = s->inner.size ? inner_size : NULL;
    if (m->opencl)
        eu_stream(m->eu, &s->source);
    else
        eu_dispatch_stream(m->eu, &s->dispatch, &s->source);
    return UI_OK;
}

void launch_stream_free(struct launch_stream *s)
{
    if (s) {
        cl_stream_free(s->kernel);
        free(s);
    }
}
