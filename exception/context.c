/* Preemption: the host asks a thread to save its context and leave its slot, and restores it in
 * this slot or another one. */
#include "exception/exception.h"

#include <string.h>

#include "exception/exception_impl.h"

enum { R0_4 = 16 }; /* byte of r0: kept for System Routines, 4.2.4 */

bool exc_saved(const struct eu_thread *t)
{
    return t->exception.save == EU_SAVE_SAVED;
}

bool exc_preempting(const struct eu_thread *t)
{
    return t->exception.save == EU_SAVE_ASKED || t->exception.save == EU_SAVE_SAVING;
}

/* Pixel and media threads have such dependencies; 4.3.4 is only about GPGPU threads. */
bool exc_must_stay(const struct eu *eu, const struct eu_thread *t)
{
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        const struct eu_thread *other = &eu->threads[i];
        if (exc_saved(other) && other->slot == t->slot)
            return true;
        for (unsigned k = 0; k < EU_DEPENDENCIES; k++)
            if (other->depends[k] == t->id + 1)
                return true;
    }
    return false;
}

int exc_preempt(struct eu *eu, struct eu_thread *t)
{
    bool lives = eu_thread_lives(t);
    uint32_t before[2] = {t->cr[0], t->cr[1]};
    if (!eu->has_sip || !lives || t->exception.save != EU_SAVE_NONE)
        return -EU_ERR_UNAVAILABLE;
    if (exc_must_stay(eu, t))
        return -EU_ERR_BUSY;
    t->exception.save = EU_SAVE_ASKED;
    if (!exc_in_routine(t) && !eu->quirks[EU_QUIRK_SAVE_WAIT])
        t->status = EU_THREAD_READY; /* ends its wait: AIP will point to the wait instruction */
    exc_update_attention(eu, t);
    exc_trace(eu, t, before, "is preempted");
    return 0;
}

static bool slot_free(const struct eu *eu, uint32_t slot)
{
    const struct eu_thread *t = eu_slot_thread(eu, slot);
    return !t || !eu_thread_lives(t);
}

/* Clears everything that the routine reads back from memory. */
static void empty_registers(const struct eu *eu, struct eu_thread *t)
{
    memset(t->grf, 0, sizeof t->grf);
    memset(t->a0, 0, sizeof t->a0);
    memset(t->acc, 0, sizeof t->acc);
    memset(t->mme, 0, sizeof t->mme);
    memset(t->sr1, 0, sizeof t->sr1);
    memset(t->sp, 0, sizeof t->sp);
    memset(t->dbg, 0, sizeof t->dbg);
    memset(t->msg, 0, sizeof t->msg);
    memset(t->f, 0, sizeof t->f);
    memset(t->cr, 0, sizeof t->cr);
    if (!eu->isa->pcip_in_fc)
        return;
    memset(t->n, 0, sizeof t->n);
    memset(t->fc0, 0, sizeof t->fc0);
    memset(t->fc3, 0, sizeof t->fc3);
    t->fc1 = t->fc2 = t->fc4 = 0;
    t->sr[2] = t->sr[3] = 0;
}

/* Starts the dummy thread of a restore. Its registers are zero, except r0.4: the old sr0.0, which
 * tells the routine whose context to load. If @slot is the slot that the thread left, sr0.0 and
 * sr0.1 stay as they were; any other slot sets them anew. */
static void start_dummy(struct eu *eu, struct eu_thread *t, uint32_t slot)
{
    uint32_t was = t->sr[0];
    bool left = eu_slot_thread(eu, t->slot) == t; /* nobody took the slot since */
    if (left && slot != t->slot)
        eu->slots[t->slot] = 0;
    if (!left || slot != t->slot)
        eu_slot_seat(eu, t->id, slot);
    empty_registers(eu, t);
    memcpy(t->grf[0] + R0_4, &was, sizeof was);
    t->cr[0] = EU_CR0_ME;
    exc_set_request(t, EXC_CR1_RESTORE);
    t->entered_depth = (uint16_t)t->calls.depth;
    t->ip = eu->sip;
    t->status = EU_THREAD_READY;
    t->attention &= EU_ATT_HOST;
    t->exception.entered = true;
    t->exception.save = EU_SAVE_RESTORING;
    if (exc_routine_has_pcip(eu)) {
        memset(t->pcip, 0, sizeof t->pcip);
        t->sip_channels = 0;
    }
    exc_move_channels(t, t->sip_channels, t->ip);
    exc_update_attention(eu, t);
}

/* Copies the save area of slot @from to that of slot @to, as the host would: the routine finds the
 * area by the slot in which it runs. Status: assumed. */
static void move_area(struct eu *eu, uint32_t from, uint32_t to)
{
    uint8_t page[4096];
    if (from == to || !eu->has_csr || eu->quirks[EU_QUIRK_CSR_SCRATCH])
        return;
    for (uint32_t at = 0; at < EU_CSR_AREA; at += sizeof page) {
        (void)eu_memory_read(eu->mem, eu_csr_area(eu, from) + at, page, sizeof page);
        (void)eu_memory_write(eu->mem, eu_csr_area(eu, to) + at, page, sizeof page);
    }
}

int exc_restore_in(struct eu *eu, struct eu_thread *t, uint32_t slot)
{
    uint32_t before[2] = {t->cr[0], t->cr[1]}, aip = t->ip;
    if (!exc_saved(t) || !eu->has_sip)
        return -EU_ERR_UNAVAILABLE;
    if (slot >= eu_slot_count(eu))
        return -EU_ERR_RANGE;
    if (!slot_free(eu, slot))
        return -EU_ERR_BUSY;
    eu_thread_touch(t);
    move_area(eu, t->slot, slot);
    start_dummy(eu, t, slot);
    if (eu->hooks.on_exception)
        eu->hooks.on_exception(eu->hooks.observer_ctx, eu, t, EXC_CONTEXT_RESTORE, t->ip, aip);
    exc_trace_at(eu, t, before, "enters for", EXC_CONTEXT_RESTORE, t->ip, aip);
    return 0;
}

int exc_restore(struct eu *eu, struct eu_thread *t)
{
    uint32_t slot = t->slot;
    for (uint32_t s = 0; s < eu_slot_count(eu) && !slot_free(eu, slot); s++)
        slot = s;
    return exc_restore_in(eu, t, slot);
}
