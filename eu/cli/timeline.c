/* Writes the trace events of run --timeline. */
#include "eu/cli/timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "eu/cli/activity.h"
#include "exception/exception.h"
#include "ui/files.h"

static const char *const names[] = {
    [ACTIVITY_RUN] = "run", [ACTIVITY_ROUTINE] = "System Routine", [ACTIVITY_WAIT] = "wait"};

struct timeline {
    struct ui_output out;
    bool first;
    struct activity *activity;
};

static unsigned eu_of(const struct eu_thread *t)
{
    return t->sr[0] >> 8 & 31;
}

static FILE *begin_event(struct timeline *tl)
{
    fputs(tl->first ? "\n" : ",\n", tl->out.f);
    tl->first = false;
    return tl->out.f;
}

static void put_span(void *ctx, const struct eu_thread *t, enum activity_kind kind, uint64_t from,
                     uint64_t until, uint32_t ip)
{
    fprintf(begin_event(ctx),
            "{\"name\":\"%s\",\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64
            ",\"dur\":%" PRIu64 ",\"args\":{\"ip\":\"0x%08" PRIx32 "\"}}",
            names[kind], eu_of(t), t->id, from, until - from, ip);
}

static void put_name(void *ctx, const struct eu_thread *t)
{
    struct timeline *tl = ctx;
    char name[24];
    fprintf(begin_event(tl),
            "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"EU%"
            "u\"}}",
            eu_of(t), t->id, eu_of(t));
    fprintf(begin_event(tl),
            "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"t%u "
            "%s\"}}",
            eu_of(t), t->id, t->id, eu_thread_name(t, name, sizeof name));
}

struct timeline *timeline_begin(const char *path, char *why, size_t n)
{
    struct timeline *tl = calloc(1, sizeof *tl);
    struct activity_sink sink = {.first = put_name, .span = put_span, .ctx = tl};
    if (tl)
        tl->activity = activity_new(&sink);
    if (!tl || !tl->activity) {
        snprintf(why, n, "%s: out of memory", path);
        free(tl);
        return NULL;
    }
    if (!ui_output_begin(&tl->out, NULL, path, false, why, n)) {
        activity_free(tl->activity);
        free(tl);
        return NULL;
    }
    tl->first = true;
    fprintf(tl->out.f,
            "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unit\":\"1 us is an instruction\"},"
            "\"traceEvents\":[");
    return tl;
}

void timeline_insn(struct timeline *tl, const struct eu *eu, const struct eu_thread *t,
                   const struct eu_insn *insn)
{
    activity_insn(tl->activity, eu, t, insn);
}

void timeline_exception(struct timeline *tl, const struct eu *eu, const struct eu_thread *t,
                        unsigned kind, uint32_t ip)
{
    activity_seen(tl->activity, t);
    fprintf(begin_event(tl),
            "{\"name\":\"%s\",\"ph\":\"i\",\"s\":\"t\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64
            ",\"args\":{\"ip\":\"0x%08" PRIx32 "\"}}",
            kind < EXC_COUNT ? exc_table[kind].name : "?", eu_of(t), t->id, eu->insts, ip);
}

bool timeline_end(struct timeline *tl, const struct eu *eu, char *why, size_t n)
{
    bool whole = activity_end(tl->activity, eu);
    fprintf(tl->out.f, "\n]}\n");
    bool ok = ui_output_end(&tl->out, whole, why, n);
    if (!whole)
        snprintf(why, n, "--timeline: out of memory");
    activity_free(tl->activity);
    free(tl);
    return ok;
}
