/* Preempts thread groups at random moments and restores them, by the System Routine. */
#include "gpu/preempt.h"

#include <string.h>

#include "exception/exception.h"

/* xorshift64* */
static uint64_t random_below(struct gpu_preempter *p, uint64_t below)
{
    p->random ^= p->random ? 0 : UINT64_C(0x9e3779b97f4a7c15);
    p->random ^= p->random >> 12;
    p->random ^= p->random << 25;
    p->random ^= p->random >> 27;
    return (p->random * UINT64_C(0x2545f4914f6cdd1d) >> 33) % below;
}

/* Instructions until the next moment: few after the first @insts of a batch, so that short batches
 * are disturbed, too, then more and more, so that long batches end. */
static uint64_t some_moment(struct gpu_preempter *p, uint64_t insts)
{
    enum { FIRST = 32, SPARSER = 16 };
    return 1 + random_below(p, FIRST + insts / SPARSER);
}

/* --- threads of a group --- */

static unsigned count(const struct eu *eu, bool (*is)(const struct eu_thread *t))
{
    unsigned n = 0;
    for (uint32_t i = 0; i < eu->nthreads; i++)
        n += is(&eu->threads[i]);
    return n;
}

static bool is_coming(const struct eu_thread *t)
{
    return t->exception.save == EU_SAVE_RESTORING;
}

/* Chooses at random a group with a live thread. False: there is none. */
static bool choose_group(struct gpu_preempter *p, const struct eu *eu, uint32_t *group)
{
    unsigned living = count(eu, eu_thread_lives);
    uint64_t nth = living ? random_below(p, living) : 0;
    for (uint32_t i = 0; living && i < eu->nthreads; i++) {
        *group = eu->threads[i].group;
        if (eu_thread_lives(&eu->threads[i]) && nth-- == 0)
            return true;
    }
    return false;
}

/* --- local memory --- */

/* The bank of the subslice on which the first thread of @group runs. */
static uint64_t bank_of(const struct eu *eu, uint32_t group)
{
    const struct eu_thread *t = eu->threads;
    while (t->group != group)
        t++;
    return eu->csr + (uint64_t)(t->slot / eu->eu_threads / EU_SUBSLICE_EUS) * EU_SLM_BYTES;
}

/* Moves the group's local memory to @bank, and clears it. */
static void save_local(const struct eu *eu, uint32_t group, uint64_t bank)
{
    uint8_t page[EU_PAGE_BYTES], nothing[EU_PAGE_BYTES];
    memset(nothing, 0xdb, sizeof nothing);
    for (uint32_t at = 0; at < EU_SLM_BYTES; at += EU_PAGE_BYTES) {
        uint64_t local = (uint64_t)group * EU_SLM_BYTES + at;
        if (!eu_memory_read(eu->slm, local, page, sizeof page))
            continue;
        (void)eu_memory_write(eu->mem, bank + at, page, sizeof page);
        (void)eu_memory_write(eu->slm, local, nothing, sizeof nothing);
    }
}

static void restore_local(const struct eu *eu, uint32_t group, uint64_t bank)
{
    uint8_t page[EU_PAGE_BYTES];
    for (uint32_t at = 0; at < EU_SLM_BYTES; at += EU_PAGE_BYTES) {
        uint64_t local = (uint64_t)group * EU_SLM_BYTES + at;
        if (eu_memory_mapped(eu->slm, local, sizeof page) &&
            eu_memory_read(eu->mem, bank + at, page, sizeof page))
            (void)eu_memory_write(eu->slm, local, page, sizeof page);
    }
}

/* --- away and back --- */

/* Runs while a thread fulfils @is. Returns BUDGET when none does any more, or when the routine does
 * not end. Returns DEADLOCK, too: perhaps all live threads wait for saved ones. */
static enum eu_stop run_while(struct eu *eu, bool (*is)(const struct eu_thread *t),
                              struct eu_event *ev)
{
    enum { BETWEEN = 50, MOST = 100000 };
    enum eu_stop stop = EU_STOP_BUDGET;
    for (unsigned i = 0; stop == EU_STOP_BUDGET && i < MOST && count(eu, is); i++)
        stop = eu_run(eu, BETWEEN, ev);
    return stop;
}

static enum eu_stop send_away(struct eu *eu, uint32_t group, struct eu_event *ev)
{
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (eu->threads[i].group == group && eu_thread_lives(&eu->threads[i]))
            (void)exc_preempt(eu, &eu->threads[i]);
    return run_while(eu, exc_preempting, ev);
}

/* The slot is free, and no saved context uses its save area. */
static bool has_room(const struct eu *eu, uint32_t slot, const struct eu_thread *t)
{
    const struct eu_thread *there = eu_slot_thread(eu, slot);
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (&eu->threads[i] != t && exc_saved(&eu->threads[i]) && eu->threads[i].slot == slot)
            return false;
    return !there || !eu_thread_lives(there);
}

/* Uses the first slot with room, starting from a random one. */
static void bring_back(struct gpu_preempter *p, struct eu *eu, struct eu_thread *t)
{
    uint32_t slots = eu_slot_count(eu), from = (uint32_t)random_below(p, slots), i = 0;
    while (i < slots && !has_room(eu, (from + i) % slots, t))
        i++;
    if (i < slots && exc_restore_in(eu, t, (from + i) % slots) == 0)
        p->contexts++;
}

static enum eu_stop bring_all_back(struct gpu_preempter *p, struct eu *eu, struct eu_event *ev)
{
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (exc_saved(&eu->threads[i]))
            bring_back(p, eu, &eu->threads[i]);
    return run_while(eu, is_coming, ev);
}

static bool goes_on(enum eu_stop stop, const struct eu *eu)
{
    return stop == EU_STOP_BUDGET || (stop == EU_STOP_DEADLOCK && count(eu, exc_saved));
}

/* One group is saved, others run, then it is restored. */
static enum eu_stop preempt_one(struct gpu_preempter *p, struct eu *eu, uint64_t moment,
                                struct eu_event *ev)
{
    uint32_t group;
    if (!choose_group(p, eu, &group))
        return EU_STOP_BUDGET;
    uint64_t bank = bank_of(eu, group);
    enum eu_stop stop = send_away(eu, group, ev);
    if (!goes_on(stop, eu) || count(eu, exc_preempting))
        return stop;
    save_local(eu, group, bank);
    stop = eu_run(eu, moment, ev);
    restore_local(eu, group, bank);
    return goes_on(stop, eu) ? bring_all_back(p, eu, ev) : stop;
}

enum eu_stop gpu_preempt_run(struct gpu_preempter *p, struct eu *eu, uint64_t budget,
                             struct eu_event *ev)
{
    uint64_t began = eu->insts;
    enum eu_stop stop = EU_STOP_BUDGET;
    while (stop == EU_STOP_BUDGET && eu->insts - began < budget) {
        uint64_t left = budget - (eu->insts - began), moment = some_moment(p, eu->insts - began);
        stop = eu_run(eu, moment < left ? moment : left, ev);
        if (stop == EU_STOP_BUDGET && moment < left)
            stop = preempt_one(p, eu, moment, ev);
    }
    return stop;
}
