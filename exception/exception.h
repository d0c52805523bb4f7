/* What the hardware does on an exception: recognition, priority, cr0, entry into the System Routine
 * and return. Authority: IVB PRM vol. 4 part 3, chapter 4 and 3.3.3.8; open points:
 * docs/exceptions.md.
 */
#ifndef EULAB_EXCEPTION_EXCEPTION_H
#define EULAB_EXCEPTION_EXCEPTION_H

#include "sim/sim.h"

enum exc_kind {
#define EXC(id, ...) EXC_##id,
#include "sim/exceptions.def"
#undef EXC
    EXC_COUNT
};
struct exc_info {
    const char *name, *text, *section;
    int8_t status_bit, enable_bit; /* of cr0.1; -1: none */
    bool control;                  /* the status bit is an exception whoever sets it */
    bool aip_next;
    uint8_t gdb_signal;
};
extern const struct exc_info exc_table[EXC_COUNT];
int exc_by_name(const char *name); /* enum exc_kind or -EU_ERR_UNKNOWN */

/* exc_install - set @eu->hooks.boundary, and see what each thread has to attend to. A thread that
 * is started later needs exc_update_attention. */
void exc_install(struct eu *eu);
/* exc_parse_enables - "illegal-opcode,software" to the enable bits of cr0.1. 0 or -EU_ERR_UNKNOWN
 * (@bad: the word, not terminated, @badlen long); a kind without an enable bit is unknown here. */
int exc_parse_enables(const char *list, uint32_t *bits, const char **bad, size_t *badlen);
/* exc_raise - the host's injection: latch the status bit, so that it is pending at the next
 * boundary. Illegal opcode and stack overflow have no control half: they are taken there only if
 * they are enabled, outside the routine, when they are raised; else they are latched and enter
 * nothing. Source: docs/exceptions.md sections 2a and 11.2. Status: assumed. A context save or
 * restore is exc_preempt or exc_restore. 0 or -EU_ERR_UNAVAILABLE: a thread that is over, not
 * dispatched, or saved. */
int exc_raise(struct eu *eu, struct eu_thread *t, enum exc_kind kind);
/* Recompute EU_ATT_EXCEPTION and EU_ATT_HALT; to be called after the host changed cr0. */
void exc_update_attention(struct eu *eu, struct eu_thread *t);
/* exc_match_ip, exc_match_opcode - set a free comparator, two of each kind. 0 or -EU_ERR_BUSY. */
int exc_match_ip(struct eu *eu, uint32_t ip);
int exc_match_opcode(struct eu *eu, unsigned opcode);
/* exc_preempt - at the next boundary outside the routine, with nothing else pending, the thread
 * enters it to save its context: cr0.1[25] is set there. When it clears the master bit the thread
 * has left: it is a saved context, and its slot is free for another thread.
 * -EU_ERR_UNAVAILABLE: no routine, or a thread that is over, saved, or asked already; -EU_ERR_BUSY:
 * another saved context left the same slot, where routines keep one, or a thread depends on it.
 * exc_restore_in - the saved context of @t comes back in @slot: a dummy thread, its registers zero,
 * starts in the routine with cr0.1[24] set. r0.4 is the sr0.0 of the thread that was saved, which
 * says where its context is; sr0.0 and sr0.1 are those of the slot. What else no instruction can
 * write (masks, n0, tdr0, PcIPs and the channels that entered; of Gen8, where the PcIPs are fc0 and
 * n0 and masks are written, tdr0) is the host's record, kept in the thread. -EU_ERR_UNAVAILABLE:
 * not saved; -EU_ERR_BUSY: the slot is taken; -EU_ERR_RANGE. exc_restore - to the slot that it
 * left, or where that is taken the lowest free one. Source: 4.3.4, Gen9's production routines,
 * docs/exceptions.md section 4b. Status: assumed (Gen7: cr0.1; r0.4, the record). */
int exc_preempt(struct eu *eu, struct eu_thread *t);
int exc_restore_in(struct eu *eu, struct eu_thread *t, uint32_t slot);
int exc_restore(struct eu *eu, struct eu_thread *t);
bool exc_saved(const struct eu_thread *t);
bool exc_preempting(const struct eu_thread *t); /* asked for, or in the routine for it */
enum { EXC_CR1_SAVE = 1 << 25, EXC_CR1_RESTORE = 1 << 24 }; /* EU_CR1_REQUESTS */
/* Bit k: an exception of kind k waits for the thread to be outside the routine. */
unsigned exc_pending(const struct eu_thread *t);
/* exc_attention - the line of `wait n1` to the host. exc_notify - a notification on n0.@n, 0 .. 2:
 * that is how the host clears it. Source: G45 vol. 4, 3.5; 6.61. Status: inferred. */
bool exc_attention(const struct eu_thread *t);
void exc_notify(struct eu *eu, struct eu_thread *t, unsigned n);
bool exc_in_routine(const struct eu_thread *t); /* Master Exception State */
/* Calls that are open of those that the thread made in the routine it is in. */
uint32_t exc_routine_calls(const struct eu_thread *t);

#endif
