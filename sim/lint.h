/* --lint: rules of the manual that a program breaks, found where it does so. Tables: lints.def, and
 * sip_lints.def for the rules between a System Routine and the code it interrupts.
 *
 * What is looked at and what was found is part of the machine's state: a snapshot has it, so that
 * going back takes back what was found later, and going on again finds it again. */
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

/* eu_lint - the instruction at @t's ip breaks rule @id, enum eu_lint_id. The first time at that
 * place it is told to the observer, by on_log; later ones are counted. True: it was the first and
 * is to stop the run; @ev (may be NULL: then it does not) says so. */
bool eu_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, unsigned id, const char *fmt,
             ...) __attribute__((format(printf, 5, 6)));
/* eu_sip_lint - report @id for the instruction at @t's ip, as eu_lint() does. Status: spec. */
bool eu_sip_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, enum eu_sip_lint_id id);
static inline bool eu_lints(const struct eu *eu) /* whether anybody asked */
{
    return eu->lint || eu->lint_stop;
}

/* A broken rule at a place. */
struct eu_finding {
    uint32_t rule, ip;
    uint32_t thread; /* the first */
    uint64_t count;
};
enum { EU_FINDINGS_MAX = 1024 }; /* places that are kept; what comes after is told each time */
/* What was found, in the order in which it was met; *@n of them. */
const struct eu_finding *eu_findings(const struct eu *eu, size_t *n);
void eu_findings_forget(struct eu *eu);

/* State of the lints. All three take NULL; a copy is NULL without one or without memory. */
struct eu_lint_state *eu_lint_state_copy(const struct eu_lint_state *state);
void eu_lint_state_free(struct eu_lint_state *state);
size_t eu_lint_state_bytes(const struct eu_lint_state *state);

/* eu_noddclr_open - the application has left a register of @t in a NoDDClr block. 4.2.7 */
bool eu_noddclr_open(const struct eu_thread *t);
/* eu_written - @n bytes from byte @at of @t's GRF file have a value: by dispatch, the program or
 * the host. 3.3.2: the others are not initialized. */
void eu_written(struct eu_thread *t, unsigned at, unsigned n);

#endif
