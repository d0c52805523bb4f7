/* Thread groups that are preempted at random moments: the System Routine saves them, and they are
 * restored later. */
#ifndef EULAB_GPU_PREEMPT_H
#define EULAB_GPU_PREEMPT_H

#include "sim/sim.h"

struct gpu_preempter {
    uint64_t random;   /* state of the generator; at first the seed */
    uint64_t contexts; /* number of contexts that were saved and restored */
};
/* gpu_preempt_run - like eu_run(), but preempts a group now and then: the routine saves each of its
 * threads, and its local memory goes to the bank of its subslice at the CSR base, as in hardware.
 * Others run for a while. Then the group is restored, each thread in a random free slot. @eu has a
 * routine and a save area (eu_csr_bytes()). The budget may be exceeded by the routine's
 * instructions. Source: Broxton PRM vol. 6, GPGPU context switch. Status: inferred. */
enum eu_stop gpu_preempt_run(struct gpu_preempter *p, struct eu *eu, uint64_t budget,
                             struct eu_event *ev);

#endif
