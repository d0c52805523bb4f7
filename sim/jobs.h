/* Several host threads run one machine. */
#ifndef EULAB_SIM_JOBS_H
#define EULAB_SIM_JOBS_H

#include "sim/sim.h"

enum { EU_JOBS_MAX = 256 };

/* eu_run_jobs - eu_run() on up to @jobs host threads (1 .. EU_JOBS_MAX). A thread group is run by
 * one of them, and so is each thread of a launch without groups; the next threads are seated when
 * all that had slots have ended, so that neither @jobs, from 2 on, nor the host's scheduler changes
 * a program without data races; eu_run() alone may seat them elsewhere, which sr0 and r0 show. What
 * only turns can answer - a message to a thread elsewhere, the machine's instruction count, a write
 * to code, any end but EOT of all threads within @budget - is undone, and eu_run() runs the machine
 * from where it was. *@why, for a person: what kept it from several host threads, NULL: nothing, or
 * how it ended. Status: assumed. */
enum eu_stop eu_run_jobs(struct eu *eu, unsigned jobs, uint64_t budget, struct eu_event *ev,
                         const char **why);
unsigned eu_jobs_host(void); /* cores that are online, at most EU_JOBS_MAX */

#endif
