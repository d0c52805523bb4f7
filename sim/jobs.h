/* Runs one machine on several host threads. */
#ifndef EULAB_SIM_JOBS_H
#define EULAB_SIM_JOBS_H

#include "sim/sim.h"

enum { EU_JOBS_MAX = 256 };

/* eu_run_jobs - eu_run() on up to @jobs host threads (1 .. EU_JOBS_MAX). One host thread runs a
 * thread group, or a thread of a launch without groups. The next threads get slots when all that
 * had slots have ended, so that neither @jobs (from 2 on) nor the host's scheduler changes the
 * result of a program without data races. Only eu_run() by itself may give them other slots, which
 * sr0 and r0 show. Some things can only be answered when threads take turns: a message to a thread
 * elsewhere, the machine's instruction count, a write to code, any end except EOT of all threads
 * within @budget. Then the run is undone, and eu_run() runs the machine from its earlier state. The
 * same happens after a request to stop with a source, because only eu_run() can continue its
 * groups. *@why, in words: why it did not run on several host threads; NULL: it did, or the event
 * says how it ended. Status: assumed. */
enum eu_stop eu_run_jobs(struct eu *eu, unsigned jobs, uint64_t budget, struct eu_event *ev,
                         const char **why);
/* eu_jobs_close - ends the host threads, which wait for the machine's next run. */
void eu_jobs_close(struct eu *eu);
unsigned eu_jobs_host(void); /* number of cores that are online, at most EU_JOBS_MAX */

#endif
