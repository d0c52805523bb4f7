/* Prints what --lint found in a run: a line for each place in the code. */
#include "sim/lint.h"
#include "eu/cli/run.h"

void ui_lint_place(const struct ui_machine *m, uint32_t ip, char *buf, size_t n)
{
    buf[0] = 0;
    for (size_t i = 0; i < m->nprogs; i++) {
        const struct eu_program *p = &m->progs[i];
        if (ip < p->base || ip - p->base >= p->size)
            continue;
        const struct eu_line *row = eu_program_line_at(p, ip - p->base);
        const char *file = row ? eu_program_file(p, row->file) : NULL;
        if (file)
            snprintf(buf, n, "%s:%u: ", file, row->line);
        return;
    }
}

bool ui_lint_summary(const struct ui_machine *m)
{
    size_t n;
    unsigned long long total = 0;
    const struct eu_lint_finding *f = eu_findings(m->eu, &n);
    for (size_t i = 0; i < n; i++)
        total += f[i].count;
    if (!n)
        return false;
    fprintf(stderr, "lint: %llu finding%s at %zu place%s%s\n", total, total == 1 ? "" : "s", n,
            n == 1 ? "" : "s", n == EU_FINDINGS_MAX ? "; there may be more" : "");
    for (size_t i = 0; i < n; i++) {
        char place[256];
        ui_lint_place(m, f[i].ip, place, sizeof place);
        fprintf(stderr, "lint: %s0x%08x: %s, %llu time%s, first in thread %u\n", place, f[i].ip,
                eu_lint_name(f[i].rule), (unsigned long long)f[i].count, f[i].count == 1 ? "" : "s",
                f[i].thread);
    }
    return true;
}
