/* The calls of a thread that have not returned: what both engines note beside the call and return
 * records of the program, for the debugger and for this model's limit. */
#ifndef EULAB_SIM_CALLS_H
#define EULAB_SIM_CALLS_H

#include "sim/sim.h"

/* eu_calls_open - a call of the channels @called, that will come back to @ret. With a call mask
 * (isa) the others wait until it has: a function that calls itself may pass the place where they
 * are. eu_calls_close - a return to
 * @to: what was called inside is left with it; one to elsewhere is a jump. True: it passed the
 * limit of calls, the quirk call-depth's. No trigger of Gen7 is documented: docs/exceptions.md 2a.
 * Status: assumed. */
bool eu_calls_open(const struct eu *eu, struct eu_thread *t, uint32_t ret, uint32_t called);
bool eu_calls_close(const struct eu *eu, struct eu_thread *t, uint32_t to);

#endif
