/* --lint: rules of the manual that a program breaks, found where it breaks them. Tables: lints.def,
 * and sip_lints.def for the rules between a System Routine and the code that it interrupts.
 *
 * What the lints observe and find is part of the machine's state and of snapshots: going back in
 * time takes back what was found later, and going on finds it again. */
#ifndef EULAB_SIM_LINT_H
#define EULAB_SIM_LINT_H

#include "sim/sim.h"

enum eu_sip_lint_id {
#define SIP_LINT(id, seen, name, text, section) EU_SIP_LINT_##id,
#include "sim/sip_lints.def"
#undef SIP_LINT
    EU_SIP_LINT_COUNT
};
enum eu_lint_id {
#define LINT(id, name, text, section) EU_LINT_##id,
#include "sim/lints.def"
#undef LINT
    EU_LINT_SIP, /* + enum eu_sip_lint_id */
    EU_LINT_COUNT = (int)EU_LINT_SIP + (int)EU_SIP_LINT_COUNT
};
const char *eu_lint_name(unsigned id); /* enum eu_lint_id */
const char *eu_lint_text(unsigned id);
const char *eu_lint_section(unsigned id);

/* eu_lint - the instruction at @t's ip breaks rule @id, an enum eu_lint_id. The first time at that
 * place, it is reported to the observer, by on_log; later ones are counted. Returns true if it was
 * the first and must stop the run; @ev says so (NULL: it does not stop). */
bool eu_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, unsigned id, const char *fmt,
             ...) __attribute__((format(printf, 5, 6)));
/* eu_sip_lint - reports @id for the instruction at @t's ip, as eu_lint() does. Status: spec. */
bool eu_sip_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, enum eu_sip_lint_id id);
static inline bool eu_lints(const struct eu *eu) /* whether lints are switched on */
{
    return eu->lint || eu->lint_stop;
}

/* A rule that was broken at a place. */
struct eu_lint_finding {
    uint32_t rule, ip;
    uint32_t thread; /* the first one that broke it */
    uint32_t from;   /* where its code begins, up to the instruction: that as a hash */
    uint64_t code;
    uint64_t count;
};
/* places that are kept; findings at further places are reported each time */
enum { EU_FINDINGS_MAX = 1024 };
/* The findings, in the order in which they occurred; *@n of them. */
const struct eu_lint_finding *eu_findings(const struct eu *eu, size_t *n);
void eu_findings_forget(struct eu *eu);
/* eu_findings_renew - forgets those in the machine's code where it is not what it was: there is
 * another program now. */
void eu_findings_renew(struct eu *eu);
/* eu_races_renew - tells the race lint that the machine got other threads, and other SLM. They come
 * @after those that ran, or nothing orders the two. */
void eu_races_renew(struct eu *eu, bool after);

/* The state of the lints. All three accept NULL; a copy is NULL if there is no state, or no
 * memory. */
struct eu_lint_state *eu_lint_state_copy(const struct eu_lint_state *state);
void eu_lint_state_free(struct eu_lint_state *state);
size_t eu_lint_state_bytes(const struct eu_lint_state *state);

/* eu_noddclr_open - whether the application has left a register of @t in a NoDDClr block. 4.2.7 */
bool eu_noddclr_open(const struct eu_thread *t);
/* eu_written - @n bytes from byte @at of @t's GRF file have got a value: by dispatch, the program
 * or the host. 3.3.2: other bytes are not initialized. */
void eu_written(struct eu_thread *t, unsigned at, unsigned n);

#endif
