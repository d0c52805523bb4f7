/* The calls of a thread that have not returned. Both engines record them in addition to the
 * program's own call and return records, for the debugger and for this model's limit. */
#ifndef EULAB_SIM_CALLS_H
#define EULAB_SIM_CALLS_H

#include "sim/sim.h"

/* eu_calls_open - records a call of the channels @called, which will return to @ret. With a call
 * mask (isa), the other channels wait until it has returned, because a function that calls itself
 * may pass the place where they are. eu_calls_close - records a return to @to, together with the
 * calls inside it that have not returned; a return to any other address is a jump. Both return true
 * if the limit of calls (quirk call-depth) was passed. No trigger of Gen7 is documented:
 * docs/exceptions.md 2a. Status: assumed. */
bool eu_calls_open(const struct eu *eu, struct eu_thread *t, uint32_t ret, uint32_t called);
bool eu_calls_close(const struct eu *eu, struct eu_thread *t, uint32_t to);
/* eu_calls_drop - ends the @calls innermost calls, of which there are as many. The channels that
 * waited for one of them are enabled again. */
void eu_calls_drop(const struct eu *eu, struct eu_thread *t, uint32_t calls);

#endif
