/* The rules of --lint between a System Routine and the code it interrupts. */
#ifndef EULAB_SIM_LINT_H
#define EULAB_SIM_LINT_H

#include "sim/sim.h"

enum eu_sip_lint_id {
#define SIP_LINT(id, seen, name, text, section) EU_SIP_LINT_##id,
#include "sim/sip_lints.def"
#undef SIP_LINT
    EU_SIP_LINT_COUNT
};
/* eu_sip_lint - report @id for the instruction at @t's ip, as eu_lint() does. Status: spec. */
bool eu_sip_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, enum eu_sip_lint_id id);
/* eu_noddclr_open - the application has left a register of @t in a NoDDClr block. 4.2.7 */
bool eu_noddclr_open(const struct eu_thread *t);

#endif
