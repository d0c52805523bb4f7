/* What --lint finds while siptest runs: each broken rule is kept once for each place, whichever
 * host thread finds it first. */
#include "eu/siptest_impl.h"
#include "sim/lint.h"

static struct siptest_finding *find_finding(struct siptest_report *r, uint32_t rule, uint32_t ip)
{
    for (size_t i = 0; i < r->nfindings; i++)
        if (r->findings[i].rule == rule && r->findings[i].ip == ip)
            return &r->findings[i];
    return NULL;
}

/* The first boundary counts for a place. What the kernel breaks by itself, at boundary 0, remains
 * the kernel's. */
static void keep_finding(struct siptest_report *r, const struct siptest_finding *f)
{
    struct siptest_finding *known = find_finding(r, f->rule, f->ip);
    if (known && f->injected && f->boundary < known->boundary)
        *known = *f;
    if (!known && r->nfindings < SIPTEST_FINDINGS)
        r->findings[r->nfindings++] = *f;
}

void siptest_note_findings(struct siptest *s, size_t known, bool injected)
{
    struct eu_code_range sip = {0};
    size_t n;
    const struct eu_lint_finding *found = eu_findings(s->eu, &n);
    (void)eu_code_at(s->eu, s->eu->sip, &sip);
    for (size_t i = known; i < n; i++) {
        struct siptest_finding f = {.rule = found[i].rule,
                                    .ip = found[i].ip,
                                    .thread = found[i].thread,
                                    .routine = found[i].ip - sip.addr < sip.size,
                                    .injected = injected,
                                    .boundary = injected ? s->r->boundary : 0};
        keep_finding(s->r, &f);
    }
}

void siptest_merge_findings(struct siptest_report *r, const struct siptest_report *more,
                            uint64_t last)
{
    for (size_t i = 0; i < more->nfindings; i++)
        if (more->findings[i].boundary <= last)
            keep_finding(r, &more->findings[i]);
}

bool siptest_breaks_rules(const struct siptest_report *r)
{
    for (size_t i = 0; i < r->nfindings; i++)
        if (r->findings[i].routine)
            return true;
    return false;
}
