/* Inside of the EU's machine descriptor: registers and memory are in eu_machine.c, what runs and
 * what stops in eu_run.c. */
#ifndef EULAB_DEBUG_EU_MACHINE_IMPL_H
#define EULAB_DEBUG_EU_MACHINE_IMPL_H

#include "debug/eu_machine.h"
#include "debug/eu_xml.h"
#include "debug/spaces.h"

enum { X86_COUNT = 32, X86_ESP = 4, X86_EBP = 5, X86_EIP = 8, REG_MAX = EU_REG_COUNT + X86_COUNT };

/* Where a thread was when it was last let past a breakpoint. */
struct pass {
    uint32_t ip;
    uint64_t insts;
    bool set;
};
struct eu_machine {
    struct machine machine;
    struct eu *eu;
    const struct eu_program *progs;
    size_t nprogs;
    struct eu_snapshot *start;
    struct machine_reg regs[REG_MAX];
    int ids[REG_MAX]; /* enum eu_reg_id, -1 - n: x86[n] */
    unsigned nregs;
    char *xml[EU_XML_COUNT];
    uint8_t *elf;
    size_t elf_size;
    const uint32_t *breaks; /* sorted */
    size_t nbreaks;
    struct eu_watch *watches; /* owned */
    size_t nwatches;
    struct {
        struct eu_watch_hit hits[EU_WATCH_HITS];
        unsigned n, next; /* hits of one instruction are stops one after another */
        uint64_t insts;   /* as long as nothing was executed since */
        struct eu_event event;
    } watched;
    struct pass *passes; /* one a thread */
    struct pass *visits; /* the same, of a search back in time */
    struct machine_run plan;
    struct {
        bool armed, on; /* on: the channel was on IP at issue */
        uint32_t ip, pcip;
        uint64_t insts;
    } step;
};

static inline struct eu_machine *self(struct machine *m)
{
    return m->state;
}
static inline bool is_over(const struct eu_thread *t)
{
    return t->status == EU_THREAD_ENDED || t->status == EU_THREAD_FREE;
}
static inline uint32_t channel_ip(const struct eu_thread *t, unsigned channel)
{
    return t->cr[0] & EU_CR0_SPF ? t->ip : t->pcip[channel % EU_CHANNELS];
}

/* --- eu_run.c --- */
int eu_machine_set_watches(struct machine *m, const struct machine_watch *watches, size_t n);
void eu_machine_set_breakpoints(struct machine *m, const uint32_t *addrs, size_t n);
bool eu_machine_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                    struct machine_event *ev);

#endif
