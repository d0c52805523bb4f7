/* What the hardware does on an exception: recognition, priority, cr0, entry into the System Routine
 * and return. The handling itself is guest code. Authority: IVB PRM vol. 4 part 3, chapter 4
 * and 3.3.3.8; open points: docs/exceptions.md. */
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
    bool control;                  /* the status bit is an exception, no matter who set it */
    bool aip_next;
    uint8_t gdb_signal;
};
extern const struct exc_info exc_table[EXC_COUNT];
int exc_by_name(const char *name); /* returns enum exc_kind or -EU_ERR_UNKNOWN */

/* exc_install - sets @eu->hooks.boundary and the attention bits of each thread. For a thread that
 * is started later, call exc_update_attention. */
void exc_install(struct eu *eu);
/* exc_parse_enables - turns "illegal-opcode,software" into the enable bits of cr0.1. Returns 0 or
 * -EU_ERR_UNKNOWN; then @bad is the unknown word, @badlen long and not terminated. A kind without
 * an enable bit counts as unknown. */
int exc_parse_enables(const char *list, uint32_t *bits, const char **bad, size_t *badlen);
/* exc_raise - raises an exception for the host: latches the status bit, so that the exception is
 * pending at the next boundary. Illegal opcode and stack overflow are taken there only if they are
 * enabled and the thread is outside the routine when they are raised; otherwise the bit is latched
 * and nothing is entered. Source: docs/exceptions.md sections 2a and 11.2. Status: assumed. For a
 * context save or restore it calls exc_preempt or exc_restore. Returns 0 or -EU_ERR_UNAVAILABLE:
 * the thread is over, not dispatched, or saved. */
int exc_raise(struct eu *eu, struct eu_thread *t, enum exc_kind kind);
/* Recomputes EU_ATT_EXCEPTION and EU_ATT_HALT. The host calls this after it changed cr0. */
void exc_update_attention(struct eu *eu, struct eu_thread *t);
/* exc_match_ip, exc_match_opcode - set a free comparator; there are two of each kind. Return 0 or
 * -EU_ERR_BUSY. */
int exc_match_ip(struct eu *eu, uint32_t ip);
int exc_match_opcode(struct eu *eu, unsigned opcode);
/* exc_preempt - asks the thread to save its context. At the next boundary outside the routine with
 * nothing else pending, it enters the routine with cr0.1[25] set. When the routine clears the
 * master bit, the thread is a saved context, and another thread may take its slot.
 * Returns 0; -EU_ERR_UNAVAILABLE: no routine, or the thread is over, saved, or asked already;
 * -EU_ERR_BUSY: another saved context left the same slot, where routines keep one, or a thread
 * depends on @t.
 * exc_restore_in - brings the saved context of @t back in @slot. A dummy thread, whose registers
 * are zero, starts in the routine with cr0.1[24] set. Its r0.4 is the sr0.0 that the thread had
 * when it was saved, which says where its context is; sr0.0 and sr0.1 are those of the slot. What
 * no instruction can write is kept in the thread as the host's record: masks, n0, tdr0, the PcIPs
 * and the channels that entered; on Gen8, where fc0 holds the PcIPs and n0 and the masks can be
 * written, only tdr0.
 * Returns 0; -EU_ERR_UNAVAILABLE: not saved; -EU_ERR_BUSY: the slot is taken; -EU_ERR_RANGE.
 * exc_restore - does this in the slot that the thread left or, if that is taken, in the lowest free
 * one. Source: 4.3.4, Gen9's production routines, docs/exceptions.md section 4b. Status: assumed
 * (Gen7: cr0.1; r0.4, the record). */
int exc_preempt(struct eu *eu, struct eu_thread *t);
int exc_restore_in(struct eu *eu, struct eu_thread *t, uint32_t slot);
int exc_restore(struct eu *eu, struct eu_thread *t);
bool exc_saved(const struct eu_thread *t);
/* exc_must_stay - whether @t may not leave its slot: another context that left this slot still has
 * its save area, or a thread depends on @t by the number of its slot. Status: assumed. */
bool exc_must_stay(const struct eu *eu, const struct eu_thread *t);
bool exc_preempting(const struct eu_thread *t); /* asked to save, or in the routine to save */
enum { EXC_CR1_SAVE = 1 << 25, EXC_CR1_RESTORE = 1 << 24 }; /* EU_CR1_REQUESTS */
/* Bit k is set if an exception of kind k is pending. */
unsigned exc_pending(const struct eu_thread *t);
/* exc_attention - whether the thread asks for the host's attention, by `wait n1`. exc_notify -
 * notifies n0.@n, 0 .. 2, for the host, and so ends such a wait. Source: G45 vol. 4, 3.5; 6.61.
 * Status: inferred. */
bool exc_attention(const struct eu_thread *t);
void exc_notify(struct eu *eu, struct eu_thread *t, unsigned n);
bool exc_in_routine(const struct eu_thread *t); /* Master Exception State */
/* How many calls that the thread made in the present run of the routine are still open. */
uint32_t exc_routine_calls(const struct eu_thread *t);

#endif
