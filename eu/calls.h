/* The shadow call stack: what gdb's i386 unwinder finds its way by. A thread's esp is as far below
 * its ebp as it has calls open; memory from esp up has their return IPs, innermost first.
 * Each thread has its own addresses, so that reading them needs no selected thread; ebp itself
 * cannot be read, which ends a backtrace. Source: gdb/findings.md 2b. Status: spec (tried). */
#ifndef EULAB_EU_CALLS_H
#define EULAB_EU_CALLS_H

#include "sim/sim.h"

/* The window CALLS of eu/spaces.def, [CALLS_BEGIN, CALLS_END): CALLS_SPAN bytes for each thread,
 * thread 0 uppermost. */
#define CALLS_BEGIN 0xec000000u
#define CALLS_END 0xf0000000u
enum { CALLS_SPAN = 4096, CALLS_BYTES = CALLS_SPAN / 2 /* what can be read of it */ };

uint32_t calls_ebp(uint32_t thread);
uint32_t calls_esp(const struct eu_thread *t);
/* calls_read - host view; 0 or -EU_ERR_UNAVAILABLE. Below esp there are zeros. Of calls so deep
 * that they are forgotten (EU_CALLS) nothing can be read. */
int calls_read(const struct eu *eu, uint32_t addr, void *buf, size_t len);

#endif
