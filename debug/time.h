/* Time travel: snapshots of a machine that get sparser with distance, and a log of what the host
 * did to it. To reach a moment, the nearest snapshot before it is restored, and the machine runs on
 * from there, with the logged inputs at their moments. The machine makes the copies
 * (sim/snapshot.h). */
#ifndef EULAB_DEBUG_TIME_H
#define EULAB_DEBUG_TIME_H

#include "machine/machine.h"

struct dbg_time;

/* dbg_time_new - keeps the history of @m (borrowed) from now on, in about @limit bytes; one
 * snapshot is always kept. NULL: out of memory, or the machine has no snapshots. */
struct dbg_time *dbg_time_new(struct machine *m, size_t limit);
void dbg_time_free(struct dbg_time *t);
void dbg_time_restart(struct dbg_time *t); /* forgets everything: history begins now */
void dbg_time_forget(struct dbg_time *t);  /* ... with the next restart */

struct dbg_time_span {
    /* end: the latest moment that the machine has reached */
    struct machine_when begin, now, end;
    size_t bytes, snapshots;
    size_t inputs; /* host inputs, not counting those that only set which thread runs alone */
};
void dbg_time_span(const struct dbg_time *t, struct dbg_time_span *span);

/* --- host inputs: they are done to the machine, and logged. In the past, they drop the future.
 * Return 0, or a negative enum machine_err, and then nothing happened. */
int dbg_time_reg_write(struct dbg_time *t, unsigned thread, unsigned channel,
                       const struct machine_reg *r, const void *buf);
int dbg_time_mem_write(struct dbg_time *t, uint64_t addr, const void *buf, size_t n);
/* dbg_time_changed - the caller has changed the machine: logs its present state. */
void dbg_time_changed(struct dbg_time *t);
/* dbg_time_resume - announces which threads will run, because running one thread alone is a host
 * input, too. In the past, the threads take turns as they did then, unless one is to run alone. A
 * step of one thread alone ends before another thread runs. */
void dbg_time_resume(struct dbg_time *t, struct machine_run *plan);

/* dbg_time_run - runs the machine and records it; in the past, the logged inputs happen again. */
bool dbg_time_run(struct dbg_time *t, const struct machine_run *plan, uint64_t budget,
                  struct machine_event *ev);

/* --- back. dbg_time_back_begin - starts a search backwards for what @plan stops at: the step lane
 * about to execute, or a breakpoint. dbg_time_back - continues the search by @budget instructions.
 * dbg_time_back_end - gives up the search. The machine is then not later than the part of history
 * that was searched. */
enum dbg_time_found { DBG_TIME_MORE, DBG_TIME_FOUND, DBG_TIME_BEGIN, DBG_TIME_STUCK };
void dbg_time_back_begin(struct dbg_time *t, const struct machine_run *plan,
                         const struct machine_standing *from);
enum dbg_time_found dbg_time_back(struct dbg_time *t, uint64_t budget, struct machine_hit *hit);
void dbg_time_back_end(struct dbg_time *t);

/* dbg_time_seek - goes to a moment between begin and end: the first one that is not before @when.
 * -MACHINE_ERR_RANGE: outside; -MACHINE_ERR_UNAVAILABLE: the machine did not do the same again. */
int dbg_time_seek(struct dbg_time *t, struct machine_when when);

/* dbg_time_observe - the machine does again what it did from @from to @to, its observers see it,
 * and it stands where it stood. As dbg_time_seek(). */
int dbg_time_observe(struct dbg_time *t, struct machine_when from, struct machine_when to);

/* Numbered moments, from 1. dbg_time_checkpoint - numbers the present; negative: out of memory.
 * dbg_time_checkpoint_at - -MACHINE_ERR_UNKNOWN: there is none, or it was dropped with its
 * future. */
int dbg_time_checkpoint(struct dbg_time *t);
int dbg_time_checkpoint_at(const struct dbg_time *t, unsigned number, struct machine_when *when);

#endif
