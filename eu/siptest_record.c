/* Checks the routine's own record in the thread's slot of memory: how a visit changes it. */
#include "eu/siptest_impl.h"
#include "sim/regs.h"

static uint32_t record_at(const struct siptest *s, const struct eu_thread *t)
{
    const struct siptest_record *r = s->opts->record;
    return r->at + ((t->sr[0] >> 8 & 31) * EU_EU_THREADS + (t->sr[0] & 7)) * r->stride;
}

static uint32_t time_of(const struct siptest *s, const struct eu_thread *t)
{
    int id = eu_reg_by_name(s->eu->gen, "tm0", 3);
    uint32_t v[32] = {0};
    if (id >= 0)
        eu_reg_read(s->eu, t, (unsigned)id, v);
    return v[0];
}

void siptest_record_begin(struct siptest *s)
{
    const struct siptest_record *r = s->opts->record;
    const struct eu_thread *t = s->subjects[0].t;
    uint64_t v = s->trial.seed;
    if (!r)
        return;
    uint32_t at = record_at(s, t);
    size_t bytes = r->stride < sizeof s->record.old ? r->stride : sizeof s->record.old;
    for (unsigned i = 0; i < bytes / 4 && s->trial.salted; i++) {
        v = v * 0xd1342543de82ef95u + 0x9e3779b97f4a7c15u;
        uint32_t dword =
            (uint32_t)(v >> 32) | (v >> 8 & 7 ? 0 : 0xffff); /* sometimes with a carry */
        eu_memory_write(s->eu->mem, at + 4 * i, &dword, sizeof dword);
    }
    s->record = (struct siptest_record_visit){.begin = time_of(s, t)};
    eu_memory_read(s->eu->mem, at, s->record.old, bytes);
}

enum siptest_verdict siptest_record_holds(struct siptest *s)
{
    const struct siptest_record *r = s->opts->record;
    const struct siptest_subject *of = &s->subjects[0];
    if (!r || s->nsubjects > 1 || s->trial.inside || of->saved || of->entries != 1)
        return SIPTEST_PASS;
    size_t bytes = r->stride < sizeof s->record.now ? r->stride : sizeof s->record.now;
    eu_memory_read(s->eu->mem, record_at(s, of->t), s->record.now, bytes);
    s->record.kinds = of->kinds;
    s->record.end = time_of(s, of->t);
    for (size_t i = 0; i < r->nholds; i++)
        if (!r->holds(r->ctx, i, &s->record))
            return siptest_fault(s, "of its record it does not hold that %.160s (\"record\")",
                                 r->text(r->ctx, i));
    return SIPTEST_PASS;
}
