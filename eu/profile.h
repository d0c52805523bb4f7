/* Where a program spends its instructions: an observer that counts. */
#ifndef EULAB_EU_PROFILE_H
#define EULAB_EU_PROFILE_H

#include "sim/sim.h"

struct profile;

/* profile_new - for the code that @eu has loaded by now. NULL: no memory. */
struct profile *profile_new(const struct eu *eu);
void profile_free(struct profile *p);
/* profile_insn - @insn of @t is about to be executed. */
void profile_insn(struct profile *p, const struct eu *eu, const struct eu_thread *t,
                  const struct eu_insn *insn);
bool profile_failed(const struct profile *p); /* no memory: stacks are missing */

/* What is known of one instruction. */
struct profile_row {
    uint32_t addr;
    uint64_t count;     /* executions */
    uint64_t channels;  /* that executed it, summed over them */
    uint64_t lanes;     /* that would have with all channels enabled: ExecSize */
    uint64_t divergent; /* executions with a channel enabled at dispatch that was elsewhere */
};
/* The first row at or behind @from that was executed. False: none. */
bool profile_next(const struct profile *p, uint32_t from, struct profile_row *row);
uint64_t profile_elsewhere(const struct profile *p); /* executions outside the loaded code */

/* Call stacks by the shadow call stack, with the instructions executed in each: @funcs are entry
 * addresses, outermost first; the System Routine is one more. Innermost of more than
 * PROFILE_FRAMES. */
enum { PROFILE_FRAMES = 64 };
typedef void profile_visit(void *ctx, const uint32_t *funcs, unsigned n, uint64_t count);
void profile_stacks(const struct profile *p, profile_visit *visit, void *ctx);

#endif
