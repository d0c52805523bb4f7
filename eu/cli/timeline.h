/* run --timeline: when each thread ran, waited, and was in the System Routine, as trace events. */
#ifndef EULAB_EU_CLI_TIMELINE_H
#define EULAB_EU_CLI_TIMELINE_H

#include "sim/sim.h"

struct timeline;

/* timeline_begin - writes to a draft of @path until timeline_end. NULL: @why begins with the path.
 * The file is JSON of Chrome's trace events, which Perfetto opens. A process stands for an EU, and
 * one microsecond for one instruction of the machine. */
struct timeline *timeline_begin(const char *path, char *why, size_t n);
/* timeline_insn - @insn of @t is about to be executed. timeline_exception - @t enters the routine,
 * or stops because there is none. */
void timeline_insn(struct timeline *tl, const struct eu *eu, const struct eu_thread *t,
                   const struct eu_insn *insn);
void timeline_exception(struct timeline *tl, const struct eu *eu, const struct eu_thread *t,
                        unsigned kind, uint32_t ip);
/* timeline_end - ends the file and frees @tl. False: no file was written, and @why says why. */
bool timeline_end(struct timeline *tl, const struct eu *eu, char *why, size_t n);

#endif
