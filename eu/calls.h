/* The shadow call stack: what gdb finds callers by, with the .debug_frame of isa/dwarf.h. From a
 * thread's rsp up lie the return IPs of its calls, innermost first. In the System Routine, behind
 * those of the routine's own calls, lie the address of an <exception> frame and AIP. The last word
 * is the address of <dispatch>, which nobody has called; it ends at rbp. Each thread has its own
 * addresses, so that reading them needs no selected thread.
 * Source: docs/gdb-findings.md 2b. Status: spec (tried). */
#ifndef EULAB_EU_CALLS_H
#define EULAB_EU_CALLS_H

#include "sim/sim.h"

/* The window CALLS of eu/spaces.def, [CALLS_BEGIN, CALLS_END): CALLS_SPAN bytes for each thread,
 * thread 0 uppermost. */
#define CALLS_BEGIN UINT64_C(0xffff000100000000)
#define CALLS_END UINT64_C(0xffff000110000000)
enum { CALLS_SPAN = 0x4000, CALLS_BYTES = CALLS_SPAN / 2 /* what can be read of it */ };
enum { CALLS_WORD = 8 };

uint64_t calls_rbp(uint32_t thread);
uint64_t calls_rsp(const struct eu_thread *t, unsigned channel); /* EU_CHANNELS: the thread's */
uint64_t calls_exception(uint32_t thread); /* the address of its <exception> frame */
/* calls_read - host view; 0 or -EU_ERR_UNAVAILABLE. Below rsp there are zeros. Calls so deep that
 * they are forgotten (EU_CALLS) have the address of <forgotten>. */
int calls_read(const struct eu *eu, uint64_t addr, void *buf, size_t len);
/* calls_pop - rsp becomes @rsp, as the debugger's `return` does it: the calls below it are over,
 * and the channels on IP, IP with them, go to where the last of these returns to. -EU_ERR_RANGE:
 * not an rsp of this thread's calls, or beyond the System Routine. */
int calls_pop(struct eu_thread *t, uint64_t rsp);

#endif
