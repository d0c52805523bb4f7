/* Where a program spends its instructions: an observer counts them. */
#ifndef EULAB_EU_PROFILE_H
#define EULAB_EU_PROFILE_H

#include "sim/sim.h"

struct profile;

/* profile_new - makes a profile of the code that @eu has loaded by now. NULL: no memory. */
struct profile *profile_new(const struct eu *eu);
void profile_free(struct profile *p);
/* profile_insn - @insn of @t is about to be executed. */
void profile_insn(struct profile *p, const struct eu *eu, const struct eu_thread *t,
                  const struct eu_insn *insn);
bool profile_failed(const struct profile *p); /* memory ran out, and stacks are missing */

/* The counts of one instruction. */
struct profile_row {
    uint32_t addr;
    uint64_t count;    /* how often it was executed */
    uint64_t channels; /* the channels that executed it, summed up */
    uint64_t lanes;    /* the channels that would have, had all been enabled: ExecSize */
    /* executions while a channel that was enabled at dispatch stood elsewhere */
    uint64_t divergent;
};
/* Finds the first row at or after @from that was executed. False: none. */
bool profile_next(const struct profile *p, uint32_t from, struct profile_row *row);
uint64_t profile_elsewhere(const struct profile *p); /* executions outside the loaded code */

/* Visits call stacks, which come from the shadow call stack, with the instructions executed in
 * each. @funcs are entry addresses, the outermost first; the System Routine counts as one. Of more
 * than PROFILE_FRAMES the innermost are given. */
enum { PROFILE_FRAMES = 64 };
typedef void profile_visit(void *ctx, const uint32_t *funcs, unsigned n, uint64_t count);
void profile_stacks(const struct profile *p, profile_visit *visit, void *ctx);

#endif
