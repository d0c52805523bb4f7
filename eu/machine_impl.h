/* The inside of the EU's machine descriptor. machine.c has registers, memory and time; run.c and
 * watch.c run and stop threads; code.c has programs; look.c shows a thread. */
#ifndef EULAB_EU_MACHINE_IMPL_H
#define EULAB_EU_MACHINE_IMPL_H

#include "eu/machine.h"
#include "eu/xml.h"
#include "eu/spaces.h"
#include "machine/persona.h"

enum { REG_MAX = EU_REG_COUNT + MACHINE_CORE_COUNT };

/* Where a thread stood when it was last let past a breakpoint. */
struct pass {
    uint32_t ip;
    uint64_t insts;
    bool set;
};
/* What one instruction touched of the watches; each touch is reported as a stop of its own. */
struct eu_touched {
    struct machine_touch list[MACHINE_TOUCHES_MAX];
    unsigned n, next;
    struct machine_standing at; /* where the thread stood before that instruction */
    struct machine_when when;
    uint64_t insts; /* valid while this is the thread's count: nothing was executed since */
};
struct eu_watching {
    struct machine_watch *set; /* owned, as the others here */
    size_t n, nregs;           /* all watches; those of registers */
    struct eu_watch *shared;   /* watches that shared functions report */
    size_t nshared;
    /* the watched bytes of registers before the instruction, watch after watch */
    uint8_t *before;
    bool on; /* registers are watched in this run */
    /* True: the host is asked before every instruction, because some instruction may change a
     * watched register without naming it. False: the host is asked at `places` only: instructions
     * that may access what is watched, and breakpoints. */
    bool everywhere;
    uint32_t *places;
    size_t nplaces;
    bool listed; /* `places` is valid for this code and this number of breakpoints: */
    uint8_t *code;
    size_t code_bytes, nbreaks;
    bool issued; /* an instruction was issued, and is not settled yet: */
    struct machine_standing at;
    struct machine_when when;
    struct machine_touch will[MACHINE_TOUCHES_MAX];
    unsigned nwill;
    struct eu_touched touched;
    struct machine_touch told; /* the last touch that stopped the machine */
};
struct eu_machine {
    struct machine machine;
    struct eu *eu;
    const struct eu_program *progs;
    size_t nprogs;
    struct eu_snapshot *start;
    struct machine_reg regs[REG_MAX];
    int ids[REG_MAX]; /* enum eu_reg_id of each; -1: a core register */
    unsigned nregs;
    char *xml[EU_XML_COUNT];
    uint8_t *elf;
    size_t elf_size;
    struct eu_machine_notes notes;
    uint32_t *breaks; /* sorted addresses of breakpoints in code; owned */
    /* breakpoints in <exception> frames, in the same allocation after `breaks` */
    uint64_t *frames;
    size_t nbreaks, nframes, breaks_room;
    struct eu_watching watching;
    struct pass *passes; /* one for each thread */
    bool *leaving;       /* for each thread: it stops when it has left the routine */
    struct pass *visits; /* the same as `passes`, for a search back in time */
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
/* True when the thread neither runs nor waits: it has ended, or has no slot yet. No thread is
 * QUEUED when none lives. */
static inline bool is_over(const struct eu_thread *t)
{
    return !eu_thread_lives(t) && t->status != EU_THREAD_SAVED;
}
/* The address of an instruction in memory: IPs count from the instruction base. */
static inline uint64_t code_addr(const struct eu *eu, uint32_t ip)
{
    return eu->bases.instruction + ip;
}
/* The reverse; false: no IP reaches the address. */
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
void eu_watch_forget(struct eu_machine *em); /* the machine is in another state now */
/* eu_watch_prepare - prepares a slice of em->plan. eu_watch_issue - @insn of @t is about to be
 * issued. eu_watch_settle - called at the next boundary; true: that instruction touched watched
 * bytes, which is not reported yet. */
void eu_watch_prepare(struct eu_machine *em);
void eu_watch_issue(struct eu_machine *em, struct eu_thread *t, const struct eu_insn *insn);
bool eu_watch_settle(struct eu_machine *em);
/* eu_watch_next - takes the next touch of the last instruction as an event; false: there are no
 * more. eu_watch_note - notes the touches in a replay that looks for them. eu_watch_collect - the
 * engine has come back with @from, which becomes the first touch when nothing else stopped it. */
bool eu_watch_next(struct eu_machine *em, struct eu_event *ev);
void eu_watch_note(struct eu_machine *em);
void eu_watch_collect(struct eu_machine *em, struct eu_event *from);

/* --- watch_code.c
 * eu_watch_is_named - true: instructions name every register of @w that they change.
 * eu_watch_minds - whether @insn of @t can access anything that is watched.
 * eu_watch_list - makes the list watching.places anew, if the code or the breakpoints have
 * changed. */
bool eu_watch_is_named(const struct eu *eu, const struct machine_watch *w);
bool eu_watch_minds(const struct eu_machine *em, const struct eu_thread *t,
                    const struct eu_insn *insn);
bool eu_watch_reaches_others(const struct eu_insn *insn);
void eu_watch_list(struct eu_machine *em, size_t nbreaks);
bool eu_watch_is_register(const struct machine_watch *w);
uint32_t eu_watch_thread(const struct machine_watch *w); /* the thread of a register's watch */
bool eu_watch_overlaps(const struct machine_watch *w, enum eu_watch_access access, uint64_t first,
                       unsigned n);

/* --- code.c --- */
/* eu_machine_is_memory - the bytes have addresses of graphics memory, which no window has. The EU
 * ignores the bits of an address above these; for the debugger nothing is there.
 * eu_machine_visible - and they are mapped. */
bool eu_machine_is_memory(const struct eu *eu, uint64_t addr, uint64_t len);
bool eu_machine_visible(const struct eu *eu, uint64_t addr, size_t len);
int eu_machine_disassemble(struct machine *m, uint64_t addr, char *buf, size_t n);
int eu_machine_insn_start(struct machine *m, uint64_t addr, uint64_t *start);
bool eu_machine_branch(struct machine *m, uint64_t addr, uint64_t *to);
bool eu_machine_ends(struct machine *m, uint64_t addr);
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
bool eu_machine_caller(struct machine *m, unsigned thread, unsigned lane, unsigned i,
                       struct machine_caller *caller);
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
