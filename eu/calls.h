/* The shadow call stack: what gdb finds callers by, with the .debug_frame of isa/dwarf.h. From a
 * thread's esp up lie the return IPs of its calls, innermost first. In the System Routine, behind
 * those of the routine's own calls, lie the address of an <exception> frame and AIP. The last word
 * is the address of <dispatch>, which nobody has called; it ends at ebp. Each thread has its own
 * addresses, so that reading them needs no selected thread.
 * Source: docs/gdb-findings.md 2b. Status: spec (tried). */
#ifndef EULAB_EU_CALLS_H
#define EULAB_EU_CALLS_H

#include "sim/sim.h"

/* The window CALLS of eu/spaces.def, [CALLS_BEGIN, CALLS_END): CALLS_SPAN bytes for each thread,
 * thread 0 uppermost. */
#define CALLS_BEGIN 0xec000000u
#define CALLS_END 0xf0000000u
enum { CALLS_SPAN = 4096, CALLS_BYTES = CALLS_SPAN / 2 /* what can be read of it */ };

uint32_t calls_ebp(uint32_t thread);
uint32_t calls_esp(const struct eu_thread *t, unsigned channel); /* EU_CHANNELS: the thread's */
uint32_t calls_exception(uint32_t thread); /* the address of its <exception> frame */
/* calls_read - host view; 0 or -EU_ERR_UNAVAILABLE. Below esp there are zeros. Calls so deep that
 * they are forgotten (EU_CALLS) have the address of <forgotten>. */
int calls_read(const struct eu *eu, uint32_t addr, void *buf, size_t len);
/* calls_pop - esp becomes @esp, as the debugger's `return` does it: the calls below it are over,
 * and the channels on IP, IP with them, go to where the last of these returns to. -EU_ERR_RANGE:
 * not an esp of this thread's calls, or beyond the System Routine. */
int calls_pop(struct eu_thread *t, uint32_t esp);

#endif
