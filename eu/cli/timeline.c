#include "eu/cli/timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "exception/exception.h"
#include "ui/files.h"

enum doing { DOING_NOTHING, DOING_RUN, DOING_ROUTINE };
static const char *const names[] = {[DOING_RUN] = "run", [DOING_ROUTINE] = "System Routine"};

/* One thread: what it has done since @from, up to @until. */
struct row {
    bool seen, waits; /* waits: its last instruction was `wait` */
    enum doing doing;
    uint64_t from, until;
    uint32_t ip; /* of the first instruction since @from */
};
struct timeline {
    struct ui_output out;
    bool first, nomem;
    struct row *rows; /* by thread */
    unsigned n;
};

struct timeline *timeline_begin(const char *path, char *why, size_t n)
{
    struct timeline *tl = calloc(1, sizeof *tl);
    if (!tl) {
        snprintf(why, n, "%s: out of memory", path);
        return NULL;
    }
    if (!ui_output_begin(&tl->out, NULL, path, false, why, n)) {
        free(tl);
        return NULL;
    }
    tl->first = true;
    fprintf(tl->out.f,
            "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unit\":\"1 us is an instruction\"},"
            "\"traceEvents\":[");
    return tl;
}

static unsigned eu_of(const struct eu_thread *t)
{
    return t->sr[0] >> 8 & 31;
}

static FILE *event(struct timeline *tl)
{
    fputs(tl->first ? "\n" : ",\n", tl->out.f);
    tl->first = false;
    return tl->out.f;
}

static void put_span(struct timeline *tl, const struct eu_thread *t, const char *name,
                     uint64_t from, uint64_t until, uint32_t ip)
{
    fprintf(event(tl),
            "{\"name\":\"%s\",\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64
            ",\"dur\":%" PRIu64 ",\"args\":{\"ip\":\"0x%08" PRIx32 "\"}}",
            name, eu_of(t), t->id, from, until - from, ip);
}

static void put_name(struct timeline *tl, const struct eu_thread *t)
{
    char name[24];
    fprintf(event(tl),
            "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"EU%"
            "u\"}}",
            eu_of(t), t->id, eu_of(t));
    fprintf(event(tl),
            "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"t%u "
            "%s\"}}",
            eu_of(t), t->id, t->id, eu_thread_name(t, name, sizeof name));
}

static struct row *row_of(struct timeline *tl, const struct eu_thread *t)
{
    if (t->id >= tl->n) {
        unsigned n = t->id + 64;
        struct row *rows = realloc(tl->rows, n * sizeof *rows);
        tl->nomem |= !rows;
        if (!rows)
            return NULL;
        for (unsigned i = tl->n; i < n; i++)
            rows[i] = (struct row){0};
        tl->rows = rows;
        tl->n = n;
    }
    if (!tl->rows[t->id].seen)
        put_name(tl, t);
    tl->rows[t->id].seen = true;
    return &tl->rows[t->id];
}

static void close_row(struct timeline *tl, const struct eu_thread *t, struct row *r)
{
    if (r->doing != DOING_NOTHING)
        put_span(tl, t, names[r->doing], r->from, r->until, r->ip);
    r->doing = DOING_NOTHING;
}

void timeline_insn(struct timeline *tl, const struct eu *eu, const struct eu_thread *t,
                   const struct eu_insn *insn)
{
    struct row *r = row_of(tl, t);
    if (!r)
        return;
    enum doing now = t->cr[0] & EU_CR0_ME ? DOING_ROUTINE : DOING_RUN;
    if (r->doing != now || r->until != eu->insts) {
        close_row(tl, t, r);
        if (r->waits && r->until < eu->insts)
            put_span(tl, t, "wait", r->until, eu->insts, t->ip);
        r->doing = now;
        r->from = eu->insts;
        r->ip = t->ip;
    }
    r->waits = insn->op->format == EU_FMT_WAIT;
    r->until = eu->insts + 1;
}

void timeline_exception(struct timeline *tl, const struct eu *eu, const struct eu_thread *t,
                        unsigned kind, uint32_t ip)
{
    if (!row_of(tl, t))
        return;
    fprintf(event(tl),
            "{\"name\":\"%s\",\"ph\":\"i\",\"s\":\"t\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64
            ",\"args\":{\"ip\":\"0x%08" PRIx32 "\"}}",
            kind < EXC_COUNT ? exc_table[kind].name : "?", eu_of(t), t->id, eu->insts, ip);
}

bool timeline_end(struct timeline *tl, const struct eu *eu, char *why, size_t n)
{
    for (unsigned i = 0; i < tl->n && i < eu->nthreads; i++)
        close_row(tl, &eu->threads[i], &tl->rows[i]);
    fprintf(tl->out.f, "\n]}\n");
    bool ok = ui_output_end(&tl->out, !tl->nomem, why, n);
    if (tl->nomem)
        snprintf(why, n, "--timeline: out of memory");
    free(tl->rows);
    free(tl);
    return ok;
}
