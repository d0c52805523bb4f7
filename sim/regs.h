/* Where a thread keeps its registers. Only for sim/. */
#ifndef EULAB_SIM_REGS_H
#define EULAB_SIM_REGS_H

#include "sim/sim.h"

/* eu_reg_stored - the bytes of a register that is stored in the thread just as the host sees it.
 * NULL and 0 for a register that is computed when it is read: acc0, acc1, tm0, ce, chan. */
const void *eu_reg_stored(const struct eu_thread *t, unsigned id, size_t *bytes);

#endif
