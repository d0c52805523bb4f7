/* --lint: what a program relies on, but the machine does not guarantee. Rules: lints.def. */
#ifndef GCN_LINT_H
#define GCN_LINT_H

#include "gcn/wave.h"

enum gcn_lint_id {
#define LINT(id, name, text, source) GCN_LINT_##id,
#include "gcn/lints.def"
#undef LINT
    GCN_LINTS
};
const char *gcn_lint_name(enum gcn_lint_id id);
const char *gcn_lint_text(enum gcn_lint_id id);

/* A rule that was broken at a place. */
struct gcn_finding {
    enum gcn_lint_id rule;
    uint64_t pc, count;
    uint64_t last; /* number of the machine's instruction when it was last counted */
    uint32_t wave; /* the first one */
    char what[32]; /* the register, and where its value comes from */
};
enum { GCN_FINDINGS = 1024 }; /* at most so many places are kept */

struct gcn_lint;
/* gcn_lint_new - starts linting the waves of @m, as m->lint. gcn_free() frees it. Returns 0, or -1:
 * out of memory. */
enum gcn_lint_how {
    GCN_LINT_REPORT,
    GCN_LINT_STOP,   /* the first finding stops the machine */
    GCN_LINT_HANDLER /* only waits of the trap handler; the first finding stops the machine */
};
int gcn_lint_new(struct gcn *m, enum gcn_lint_how how);
void gcn_lint_free(struct gcn_lint *lint);
/* gcn_lint_code - registers the words of a program at @base; lints about basic blocks look for
 * branches there. Returns 0, or -1: out of memory. */
int gcn_lint_code(struct gcn *m, uint64_t base, const void *code, size_t size);
/* gcn_lint_prepare - records what the lints must know about a decoded instruction. gcn_lint_step -
 * the wave is about to execute it at its PC; returns false if the run must stop. */
void gcn_lint_prepare(struct gcn_exec *x);
bool gcn_lint_step(struct gcn *m, struct gcn_wave *w, const struct gcn_exec *x);
/* gcn_lint_idle - every access of the wave has returned: it enters its handler, or begins anew. */
void gcn_lint_idle(struct gcn *m, const struct gcn_wave *w);
/* gcn_findings - the findings, in the order in which they first occurred; *@n of them. */
const struct gcn_finding *gcn_findings(const struct gcn *m, size_t *n);
void gcn_findings_forget(struct gcn *m);

#endif
