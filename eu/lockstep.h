/* Both engines side by side: the same machine exists twice, and stops at the first difference. */
#ifndef EULAB_EU_LOCKSTEP_H
#define EULAB_EU_LOCKSTEP_H

#include <stdio.h>

#include "sim/sim.h"

struct lockstep;

/* lockstep_new - runs @eu (borrowed) on with the reference engine, and a twin of its present state
 * with @engine: FAST, or JIT if @eu has its module. NULL: no memory.
 * lockstep_free - frees the twin; @eu stays. */
struct lockstep *lockstep_new(struct eu *eu, enum eu_engine engine);
void lockstep_free(struct lockstep *l);
struct eu *lockstep_twin(struct lockstep *l);

/* lockstep_run - runs at most @limit instructions of both, in strides of changing length, so that
 * the fast engine runs as it does alone. It compares threads after each stride, memory now and then
 * and at every stop. False: they differ, or there is no memory (lockstep_failed). When they differ,
 * each stands after the first instruction with a difference, or at its stop.
 * @ev: the reference engine's event, BUDGET when the limit is reached. */
bool lockstep_run(struct lockstep *l, uint64_t limit, struct eu_event *ev);
bool lockstep_failed(const struct lockstep *l);

/* lockstep_stride - the length of the next stride, and the next @seed (Knuth's MMIX generator):
 * each bound of 1, 2, 4 .. 64 instructions as often as any other; as often, 1 to 128 more than
 * @turn. */
uint64_t lockstep_stride(uint64_t *seed, uint64_t turn);

/* lockstep_mark - call it after both machines were changed alike: what ran before is not repeated
 * any more. False: no memory. */
bool lockstep_mark(struct lockstep *l);

/* lockstep_report - after a difference: prints the last @insts instructions of both engines, and
 * what differs by name, on @out. */
void lockstep_report(struct lockstep *l, unsigned insts, FILE *out);

#endif
