/* What threads do over time: stretches of running, of waiting and in the System Routine. The caller
 * reports each instruction; a sink receives the stretches. */
#ifndef EULAB_EU_CLI_ACTIVITY_H
#define EULAB_EU_CLI_ACTIVITY_H

#include "sim/sim.h"

enum activity_kind { ACTIVITY_NONE, ACTIVITY_RUN, ACTIVITY_ROUTINE, ACTIVITY_WAIT };
/* first: a thread is seen for the first time; may be NULL. span: a stretch from the instruction at
 * @ip, the machine's @from-th, up to but not including the @until-th. */
struct activity_sink {
    void (*first)(void *ctx, const struct eu_thread *t);
    void (*span)(void *ctx, const struct eu_thread *t, enum activity_kind kind, uint64_t from,
                 uint64_t until, uint32_t ip);
    void *ctx;
};
struct activity;

struct activity *activity_new(const struct activity_sink *sink); /* NULL: no memory */
void activity_free(struct activity *a);
/* activity_insn - @insn of @t is about to be executed. activity_seen - something else happens to
 * @t. activity_end - ends the record; false: memory ran out, and threads are missing. */
void activity_insn(struct activity *a, const struct eu *eu, const struct eu_thread *t,
                   const struct eu_insn *insn);
void activity_seen(struct activity *a, const struct eu_thread *t);
bool activity_end(struct activity *a, const struct eu *eu);

#endif
