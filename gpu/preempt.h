/* Thread groups that are sent away by the System Routine at random moments, and brought back. */
#ifndef EULAB_GPU_PREEMPT_H
#define EULAB_GPU_PREEMPT_H

#include "sim/sim.h"

struct gpu_preempter {
    uint64_t random;   /* its state; the seed at first */
    uint64_t contexts; /* that were saved and restored */
};
/* gpu_preempt_run - eu_run(), but now and then a group leaves: the routine saves each of its
 * threads, and its local memory goes to the bank of its subslice at the CSR base, as the hardware
 * does it. Others run for a while; then it comes back, each thread in a free slot by chance. @eu
 * has a routine and a save area (eu_csr_bytes()). The budget may be exceeded by what the routine
 * takes. Source: Broxton PRM vol. 6, GPGPU context switch. Status: inferred. */
enum eu_stop gpu_preempt_run(struct gpu_preempter *p, struct eu *eu, uint64_t budget,
                             struct eu_event *ev);

#endif
