/* Inside of the EU's machine descriptor: registers, memory and time are in machine.c, what runs and
 * what stops in run.c and watch.c, programs in code.c, what is shown of a thread in look.c. */
#ifndef EULAB_EU_MACHINE_IMPL_H
#define EULAB_EU_MACHINE_IMPL_H

#include "eu/machine.h"
#include "eu/xml.h"
#include "eu/spaces.h"
#include "machine/persona.h"

enum { REG_MAX = EU_REG_COUNT + MACHINE_CORE_COUNT };

/* Where a thread was when it was last let past a breakpoint. */
struct pass {
    uint32_t ip;
    uint64_t insts;
    bool set;
};
/* What one instruction touched of the watches, told as stops one after another. */
struct eu_touched {
    struct machine_touch list[MACHINE_TOUCHES];
    unsigned n, next;
    struct machine_standing at; /* before it */
    struct machine_when when;
    uint64_t insts; /* as long as nothing was executed since */
};
struct eu_watching {
    struct machine_watch *set; /* owned, as the others */
    size_t n, nregs;           /* of registers: nregs */
    struct eu_watch *shared;   /* those that shared functions tell of */
    size_t nshared;
    uint8_t *before; /* the watched bytes of registers, one watch after another */
    bool on;         /* registers are watched in this run */
    /* The host is asked of every instruction: some of them change without being named by one. Else
     * only at these: where one may access what is watched, and at breakpoints. */
    bool everywhere;
    uint32_t *places;
    size_t nplaces;
    bool listed; /* for the code as it was, and that number of breakpoints: */
    uint8_t *code;
    size_t code_bytes, nbreaks;
    bool issued; /* an instruction, not settled yet: */
    struct machine_standing at;
    struct machine_when when;
    struct machine_touch will[MACHINE_TOUCHES];
    unsigned nwill;
    struct eu_touched touched;
    struct machine_touch told; /* the last one that stopped the machine */
};
struct eu_machine {
    struct machine machine;
    struct eu *eu;
    const struct eu_program *progs;
    size_t nprogs;
    struct eu_snapshot *start;
    struct machine_reg regs[REG_MAX];
    int ids[REG_MAX]; /* enum eu_reg_id; -1: a core register */
    unsigned nregs;
    char *xml[EU_XML_COUNT];
    uint8_t *elf;
    size_t elf_size;
    struct eu_machine_notes notes;
    uint32_t *breaks; /* sorted; owned; of code */
    uint64_t *frames; /* breakpoints in <exception> frames, behind them in memory */
    size_t nbreaks, nframes, breaks_room;
    struct eu_watching watching;
    struct pass *passes; /* one a thread */
    bool *leaving;       /* one a thread: it is to stop when it has left the routine */
    struct pass *visits; /* the same, of a search back in time */
    struct machine_run plan;
    struct {
        bool armed, on; /* on: the channel was on IP at issue */
        bool inside;    /* the thread was in the routine when the step began */
        uint32_t ip, pcip;
        uint64_t insts;
    } step;
};

static inline struct eu_machine *self(struct machine *m)
{
    return m->state;
}
/* Neither runs nor waits: has ended, or has no slot yet. None is QUEUED when none lives. */
static inline bool is_over(const struct eu_thread *t)
{
    return !eu_thread_lives(t) && t->status != EU_THREAD_SAVED;
}
/* Where an instruction lies in memory: IPs count from the instruction base. */
static inline uint64_t code_addr(const struct eu *eu, uint32_t ip)
{
    return eu->bases.instruction + ip;
}
/* False: no IP reaches there. */
static inline bool code_ip(const struct eu *eu, uint64_t addr, uint32_t *ip)
{
    *ip = (uint32_t)(addr - eu->bases.instruction);
    return addr - eu->bases.instruction <= UINT32_MAX;
}
static inline uint32_t channel_ip(const struct eu_thread *t, unsigned channel)
{
    return t->cr[0] & EU_CR0_SPF ? t->ip : t->pcip[channel % EU_CHANNELS];
}

/* --- watch.c --- */
int eu_machine_set_watches(struct machine *m, const struct machine_watch *watches, size_t n);
void eu_watch_free(struct eu_machine *em);
void eu_watch_forget(struct eu_machine *em); /* the machine is now another */
/* eu_watch_prepare - before a slice of em->plan. eu_watch_issue - @insn of @t is about to be
 * issued. eu_watch_settle - at the next boundary: true when it touched what is watched, not told
 * yet. */
void eu_watch_prepare(struct eu_machine *em);
void eu_watch_issue(struct eu_machine *em, struct eu_thread *t, const struct eu_insn *insn);
bool eu_watch_settle(struct eu_machine *em);
/* eu_watch_next - the next touch of the last instruction as an event; false: no more.
 * eu_watch_note - in a replay: they are what was looked for. eu_watch_collect - after the engine
 * has come back with @from, which becomes the first touch when nothing else stopped it. */
bool eu_watch_next(struct eu_machine *em, struct eu_event *ev);
void eu_watch_note(struct eu_machine *em);
void eu_watch_collect(struct eu_machine *em, struct eu_event *from);

/* --- watch_code.c
 * eu_watch_is_named - instructions name all of its registers that they change.
 * eu_watch_minds - whether @insn of @t can access any of what is watched.
 * eu_watch_list - lists watching.places, if the code or the breakpoints are others. */
bool eu_watch_is_named(const struct eu *eu, const struct machine_watch *w);
bool eu_watch_minds(const struct eu_machine *em, const struct eu_thread *t,
                    const struct eu_insn *insn);
bool eu_watch_reaches_others(const struct eu_insn *insn);
void eu_watch_list(struct eu_machine *em, size_t nbreaks);
bool eu_watch_is_register(const struct machine_watch *w);
uint32_t eu_watch_thread(const struct machine_watch *w); /* of a register's */
bool eu_watch_overlaps(const struct machine_watch *w, enum eu_watch_access access, uint64_t first,
                       unsigned n);

/* --- code.c --- */
bool eu_machine_visible(const struct eu *eu, uint64_t addr, size_t len); /* memory, not a window */
int eu_machine_disassemble(struct machine *m, uint64_t addr, char *buf, size_t n);
int eu_machine_insn_start(struct machine *m, uint64_t addr, uint64_t *start);
bool eu_machine_branch(struct machine *m, uint64_t addr, uint64_t *to);
bool eu_machine_program(struct machine *m, unsigned i, struct machine_program *program);
bool eu_machine_label(struct machine *m, const char *name, uint64_t *addr);
bool eu_machine_label_at(struct machine *m, uint64_t addr, char *name, size_t n, uint64_t *past);
const char *eu_machine_label_nth(struct machine *m, unsigned i, uint64_t *addr);
bool eu_machine_line_nth(struct machine *m, unsigned i, struct machine_line *line, uint64_t *addr);
bool eu_machine_line_at(struct machine *m, uint64_t addr, struct machine_line *line);
const uint8_t *eu_machine_elf(struct machine *m, size_t *size);

/* --- look.c --- */
unsigned eu_machine_masks(struct machine *m, unsigned thread, struct machine_mask *masks);
const struct machine_why *eu_machine_why(struct machine *m, unsigned i);
void eu_machine_lane(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info);
unsigned eu_machine_targets(struct machine *m, unsigned thread, struct machine_target *targets);
bool eu_machine_caller(struct machine *m, unsigned thread, unsigned i, uint64_t *addr);
bool eu_machine_space(struct machine *m, unsigned i, struct machine_space *space);
uint64_t eu_machine_reg_addr(struct machine *m, unsigned thread, unsigned lane,
                             const struct machine_reg *r);
const struct machine_reg *eu_machine_reg_at(struct machine *m, uint64_t addr, unsigned *thread,
                                            unsigned *offset);
const struct machine_exception *eu_machine_exception(struct machine *m, unsigned i);
unsigned eu_machine_exception_state(struct machine *m, unsigned thread, unsigned kind);
int eu_machine_raise(struct machine *m, unsigned thread, unsigned kind);
uint64_t eu_machine_catches(struct machine *m);
void eu_machine_set_catches(struct machine *m, uint64_t kinds);

/* --- run.c --- */
void eu_machine_attend(struct eu_machine *em);
int eu_machine_set_breakpoints(struct machine *m, const uint64_t *addrs, size_t n);
bool eu_machine_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                    struct machine_event *ev);

#endif
