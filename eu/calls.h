/* The shadow call stack: gdb finds callers in it, by the .debug_frame of isa/dwarf.h. From a
 * thread's rsp upwards lie the return IPs of its calls, the innermost first. In the System Routine,
 * the address of an <exception> frame and AIP lie after the return IPs of the routine's own calls.
 * The last word is the address of <dispatch>, which nobody has called; it ends at rbp. Each thread
 * has its own addresses, so that no thread need be selected to read them.
 * Source: docs/gdb-findings.md 2b. Status: spec (tried). */
#ifndef EULAB_EU_CALLS_H
#define EULAB_EU_CALLS_H

#include "sim/sim.h"

/* The window CALLS of eu/spaces.def, [CALLS_BEGIN, CALLS_END): CALLS_SPAN bytes for each thread,
 * thread 0 uppermost. */
#define CALLS_BEGIN UINT64_C(0xffff000100000000)
#define CALLS_END UINT64_C(0xffff000110000000)
enum {
    CALLS_SPAN = 0x4000,
    CALLS_BYTES = CALLS_SPAN / 2 /* CALLS_BYTES: the part of a thread's span that can be read */
};
enum { CALLS_WORD = 8 };

uint64_t calls_rbp(uint32_t thread);
/* @channel EU_CHANNELS: the whole thread's rsp */
uint64_t calls_rsp(const struct eu_thread *t, unsigned channel);
/* calls_without - how many of the thread's innermost calls @channel takes no part in. */
uint32_t calls_without(const struct eu_thread *t, unsigned channel);
/* calls_frame - the @i-th frame outside of the one in which @channel is, 0 the innermost: of a
 * call, or the one that the System Routine interrupted. Returns false if there is none, or it was
 * forgotten. */
struct calls_frame {
    uint32_t ip;      /* where it continues */
    bool interrupted; /* at AIP */
    uint32_t further; /* calls further out */
};
bool calls_frame(const struct eu_thread *t, unsigned channel, uint32_t i, struct calls_frame *f);
uint64_t calls_exception(uint32_t thread); /* the address of the thread's <exception> frame */
/* calls_read - reads without effects on the guest; returns 0 or -EU_ERR_UNAVAILABLE. Below rsp
 * there are zeros. A thread keeps its EU_CALLS innermost calls; deeper ones are forgotten and read
 * as the address of <forgotten>. */
int calls_read(const struct eu *eu, uint64_t addr, void *buf, size_t len);
/* calls_pop - sets rsp to @rsp, as the debugger's `return` does: the calls below @rsp are over, and
 * the channels on IP, and IP with them, go to where the last of these calls returns to. With SPF
 * IP alone goes there. The channels that waited for one of these calls are enabled again.
 * -EU_ERR_RANGE: @rsp is none of this thread's calls, or lies beyond the System Routine. */
int calls_pop(struct eu *eu, struct eu_thread *t, uint64_t rsp);

#endif
