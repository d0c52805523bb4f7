/* Both engines side by side: the same machine twice, stopped at the first difference. */
#ifndef EULAB_EU_LOCKSTEP_H
#define EULAB_EU_LOCKSTEP_H

#include <stdio.h>

#include "sim/sim.h"

struct lockstep;

/* lockstep_new - @eu (borrowed) goes on with the reference engine, and a twin of it, as it is now,
 * with @engine: FAST, or JIT if @eu has its module. NULL: no memory.
 * lockstep_free - the twin's end; @eu stays. */
struct lockstep *lockstep_new(struct eu *eu, enum eu_engine engine);
void lockstep_free(struct lockstep *l);
struct eu *lockstep_twin(struct lockstep *l);

/* lockstep_run - at most @limit instructions of both, in strides of changing length, so that the
 * fast engine runs as it does alone. Threads are compared after each stride, memory now and then
 * and at every stop. False: they differ - each stands behind the first instruction after which it
 * does, or at its stop - or there is no memory (lockstep_failed).
 * @ev: the reference engine's, BUDGET when the limit is reached. */
bool lockstep_run(struct lockstep *l, uint64_t limit, struct eu_event *ev);
bool lockstep_failed(const struct lockstep *l);

/* lockstep_mark - after the caller has changed both machines alike: what went before is no longer
 * repeated. False: no memory. */
bool lockstep_mark(struct lockstep *l);

/* lockstep_report - after a difference: the last @insts instructions of both engines and what
 * differs by name, on @out. */
void lockstep_report(struct lockstep *l, unsigned insts, FILE *out);

#endif
