/* Divides what threads do into stretches of running, waiting and being in the System Routine, for
 * timelines. */
#include "eu/cli/activity.h"

#include <stdlib.h>

/* One thread: what it has done since @from, up to @until. */
struct row {
    bool seen, waits; /* waits: its last instruction was `wait` */
    enum activity_kind kind;
    uint64_t from, until;
    uint32_t ip; /* of the first instruction since @from */
};
struct activity {
    struct activity_sink sink;
    struct row *rows; /* by thread */
    unsigned n;
    bool nomem;
};

struct activity *activity_new(const struct activity_sink *sink)
{
    struct activity *a = calloc(1, sizeof *a);
    if (a)
        a->sink = *sink;
    return a;
}

void activity_free(struct activity *a)
{
    if (a)
        free(a->rows);
    free(a);
}

static struct row *row_of(struct activity *a, const struct eu_thread *t)
{
    if (t->id >= a->n) {
        unsigned n = t->id + 64;
        struct row *rows = realloc(a->rows, n * sizeof *rows);
        a->nomem |= !rows;
        if (!rows)
            return NULL;
        for (unsigned i = a->n; i < n; i++)
            rows[i] = (struct row){0};
        a->rows = rows;
        a->n = n;
    }
    if (!a->rows[t->id].seen && a->sink.first)
        a->sink.first(a->sink.ctx, t);
    a->rows[t->id].seen = true;
    return &a->rows[t->id];
}

static void close_row(struct activity *a, const struct eu_thread *t, struct row *r)
{
    if (r->kind != ACTIVITY_NONE)
        a->sink.span(a->sink.ctx, t, r->kind, r->from, r->until, r->ip);
    r->kind = ACTIVITY_NONE;
}

void activity_insn(struct activity *a, const struct eu *eu, const struct eu_thread *t,
                   const struct eu_insn *insn)
{
    struct row *r = row_of(a, t);
    if (!r)
        return;
    enum activity_kind now = t->cr[0] & EU_CR0_ME ? ACTIVITY_ROUTINE : ACTIVITY_RUN;
    if (r->kind != now || r->until != eu->insts) {
        close_row(a, t, r);
        if (r->waits && r->until < eu->insts)
            a->sink.span(a->sink.ctx, t, ACTIVITY_WAIT, r->until, eu->insts, t->ip);
        r->kind = now;
        r->from = eu->insts;
        r->ip = t->ip;
    }
    r->waits = insn->op->format == EU_FMT_WAIT;
    r->until = eu->insts + 1;
}

void activity_seen(struct activity *a, const struct eu_thread *t)
{
    (void)row_of(a, t);
}

bool activity_end(struct activity *a, const struct eu *eu)
{
    for (unsigned i = 0; i < a->n && i < eu->nthreads; i++) {
        struct row *r = &a->rows[i];
        close_row(a, &eu->threads[i], r);
        if (r->waits && r->until < eu->insts) /* also if it may go on: it has not yet */
            a->sink.span(a->sink.ctx, &eu->threads[i], ACTIVITY_WAIT, r->until, eu->insts,
                         eu->threads[i].ip);
    }
    return !a->nomem;
}
