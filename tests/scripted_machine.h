/* A machine that does what a test writes down, and keeps what it was told: for tests of debug/
 * that need a stop, an answer or a moment of their own choice. Lanes stand at their thread's
 * address unless `parted` says otherwise.
 * Its time is a counter. Each instruction adds `step` to `sum`; the host's writes to memory set
 * `step`, so that a moment shows in `sum` which writes were repeated before it. */
#ifndef EULAB_TESTS_SCRIPTED_MACHINE_H
#define EULAB_TESTS_SCRIPTED_MACHINE_H

#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"

enum { SCRIPTED_THREADS = 4, SCRIPTED_EVENTS = 8, SCRIPTED_POINTS = 1100, SCRIPTED_RUNS = 4096 };
enum { SCRIPTED_PC, SCRIPTED_THREAD_PC, SCRIPTED_DATA, SCRIPTED_REGS };
struct scripted_run {
    uint64_t from, to; /* instructions */
    int only_thread;
    bool fresh, quiet, observed;
};
struct machine_snapshot {
    struct machine_when now;
    uint64_t sum, step, reg;
    size_t bytes;
};
struct scripted {
    struct machine m;
    struct machine_ops ops;
    struct machine_traits traits;
    unsigned nthreads;
    struct machine_thread threads[SCRIPTED_THREADS];
    uint64_t parted[SCRIPTED_THREADS]; /* lanes that stand 0x1000 behind their thread's address */
    struct machine_reg regs[SCRIPTED_REGS];
    /* what the next runs end with, in order; behind the last the budget is used up */
    struct machine_event events[SCRIPTED_EVENTS];
    unsigned nevents, next_event;
    bool endless;            /* the first event, again and again */
    bool judged;             /* a breakpoint of the script stops only if the plan's judge says so */
    struct machine_run plan; /* of the last run */
    struct scripted_run runs[SCRIPTED_RUNS];
    unsigned nruns;
    void (*during)(void *ctx); /* called in each run; NULL: not */
    void *during_ctx;
    int rc;          /* what the machine answers to a change; not 0: and it does nothing */
    uint64_t caller; /* the return address of every call; 0: unknown */
    struct machine_program programs[2];
    unsigned nprograms;
    const char *insn; /* the text of every instruction, and what disassemble() returns */
    int insn_size;
    uint64_t breaks[SCRIPTED_POINTS];
    struct machine_watch watches[SCRIPTED_POINTS];
    size_t nbreaks, nwatches;
    unsigned reg_thread, reg_lane; /* of the last write */
    const struct machine_reg *reg_written;
    struct machine_when now;
    uint64_t sum, step, reg;
    uint64_t hits[SCRIPTED_EVENTS]; /* moments, in instructions, at which a replay finds its hit */
    unsigned nhits;
    struct machine_hit found; /* what else a hit has */
    bool stuck;               /* a replay stops */
    bool full;                /* no memory for another snapshot */
    bool lost;                /* no snapshot can be restored */
    size_t snapshot_bytes;    /* of the next ones */
    size_t first_bytes;       /* of the first of a history */
    int64_t counted_after; /* the moment before which a snapshot's bytes were asked for; -1: none */
    int snapshots;         /* that are not dropped */
    unsigned restores;
};

static inline struct scripted *scripted_of(struct machine *m)
{
    return m->state;
}
static inline unsigned scripted_nthreads(struct machine *m)
{
    return scripted_of(m)->nthreads;
}
static inline void scripted_thread(struct machine *m, unsigned thread, struct machine_thread *info)
{
    *info = scripted_of(m)->threads[thread % SCRIPTED_THREADS];
}
static inline uint64_t scripted_lane_ip(struct machine *m, unsigned thread, unsigned lane)
{
    const struct scripted *s = scripted_of(m);
    return s->threads[thread].ip + (s->parted[thread] >> lane & 1 ? 0x1000 : 0);
}
static inline const struct machine_reg *scripted_reg(struct machine *m, unsigned i)
{
    return i < SCRIPTED_REGS ? &scripted_of(m)->regs[i] : NULL;
}
static inline int scripted_reg_write(struct machine *m, unsigned thread, unsigned lane,
                                     const struct machine_reg *r, const void *buf)
{
    struct scripted *s = scripted_of(m);
    if (s->rc)
        return s->rc;
    s->reg_thread = thread;
    s->reg_lane = lane;
    s->reg_written = r;
    memcpy(&s->reg, buf, r->bytes);
    return 0;
}
static inline int scripted_mem_write(struct machine *m, uint64_t addr, const void *buf, size_t n)
{
    struct scripted *s = scripted_of(m);
    if (!s->rc)
        memcpy((char *)&s->step + addr, buf, n);
    return s->rc;
}
static inline int scripted_disassemble(struct machine *m, uint64_t addr, char *buf, size_t n)
{
    const struct scripted *s = scripted_of(m);
    size_t len = s->insn ? strlen(s->insn) : 0, most = len < n ? len : n - 1;
    (void)addr;
    memcpy(buf, s->insn ? s->insn : "", most);
    buf[most] = 0;
    return s->insn_size;
}
static inline bool scripted_caller(struct machine *m, unsigned thread, unsigned lane, unsigned i,
                                   struct machine_caller *caller)
{
    (void)thread, (void)lane;
    *caller = (struct machine_caller){.addr = scripted_of(m)->caller};
    return caller->addr && !i;
}
static inline bool scripted_program(struct machine *m, unsigned i, struct machine_program *program)
{
    const struct scripted *s = scripted_of(m);
    if (i < s->nprograms)
        *program = s->programs[i];
    return i < s->nprograms;
}
static inline int scripted_set_breakpoints(struct machine *m, const uint64_t *addrs, size_t n)
{
    struct scripted *s = scripted_of(m);
    if (s->rc)
        return s->rc;
    s->nbreaks = n;
    for (size_t i = 0; i < n; i++)
        s->breaks[i] = addrs[i];
    return 0;
}
static inline int scripted_set_watches(struct machine *m, const struct machine_watch *w, size_t n)
{
    struct scripted *s = scripted_of(m);
    if (s->rc)
        return s->rc;
    s->nwatches = n;
    for (size_t i = 0; i < n; i++)
        s->watches[i] = w[i];
    return 0;
}
static inline void scripted_look(struct scripted *s, struct machine_hit *hit)
{
    for (unsigned i = 0; i < s->nhits; i++) {
        if (s->hits[i] != s->now.insts || s->hits[i] == hit->from.insts)
            continue;
        hit->found = true;
        hit->when = s->now;
        hit->at = s->found.at;
        hit->ntouches = s->found.ntouches;
        memcpy(hit->touches, s->found.touches, sizeof hit->touches);
    }
}
/* Executes instructions, each of which passes one boundary. */
static inline void scripted_execute(struct scripted *s, const struct machine_run *plan,
                                    uint64_t budget)
{
    if (plan->bounded && s->now.insts == plan->until.insts &&
        s->now.boundaries < plan->until.boundaries)
        s->now.boundaries = plan->until.boundaries; /* without an instruction */
    while (budget-- > 0 && !(plan->bounded && s->now.insts >= plan->until.insts)) {
        if (plan->quiet && plan->hit)
            scripted_look(s, plan->hit);
        s->sum += s->step;
        s->now.insts++;
        s->now.boundaries++;
    }
}
static inline bool scripted_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                                struct machine_event *ev)
{
    struct scripted *s = scripted_of(m);
    struct scripted_run *run = &s->runs[s->nruns++ % SCRIPTED_RUNS];
    *run = (struct scripted_run){.from = s->now.insts,
                                 .only_thread = plan->only_thread,
                                 .fresh = plan->fresh,
                                 .quiet = plan->quiet,
                                 .observed = plan->observed};
    s->plan = *plan;
    if (s->during)
        s->during(s->during_ctx);
    bool stops = plan->quiet ? s->stuck : s->endless || s->next_event < s->nevents;
    if (!stops)
        scripted_execute(s, plan, budget);
    run->to = s->now.insts;
    if (!stops || plan->quiet)
        return stops;
    *ev = s->events[s->endless ? 0 : s->next_event++];
    bool visit = s->judged && ev->stop == MACHINE_STOP_BREAKPOINT;
    return !visit || plan->judge(plan->judge_ctx, ev->thread, ev->ip);
}
static inline int scripted_reset(struct machine *m)
{
    struct scripted *s = scripted_of(m);
    if (!s->rc)
        s->now = (struct machine_when){0, 0};
    return s->rc;
}
static inline void scripted_when(struct machine *m, struct machine_when *when)
{
    *when = scripted_of(m)->now;
}
static inline struct machine_snapshot *scripted_take(struct machine *m)
{
    struct scripted *s = scripted_of(m);
    struct machine_snapshot *snap = s->full ? NULL : malloc(sizeof *snap);
    if (snap)
        *snap = (struct machine_snapshot){s->now, s->sum, s->step, s->reg, s->snapshot_bytes};
    s->snapshots += snap != NULL;
    return snap;
}
static inline int scripted_restore(struct machine *m, const struct machine_snapshot *snap)
{
    struct scripted *s = scripted_of(m);
    if (s->lost)
        return -MACHINE_ERR_NOMEM;
    s->restores++;
    s->now = snap->now;
    s->sum = snap->sum;
    s->step = snap->step;
    s->reg = snap->reg;
    return 0;
}
static inline void scripted_drop(struct machine *m, struct machine_snapshot *snap)
{
    scripted_of(m)->snapshots--;
    free(snap);
}
/* The first of a history shares its memory with the machine. */
static inline size_t scripted_bytes(struct machine *m, const struct machine_snapshot *snap,
                                    const struct machine_snapshot *before)
{
    scripted_of(m)->counted_after = before ? (int64_t)before->now.insts : -1;
    return snap == before ? scripted_of(m)->first_bytes : snap->bytes;
}

static inline void scripted_init(struct scripted *s)
{
    memset(s, 0, sizeof *s);
    s->ops = (struct machine_ops){.nthreads = scripted_nthreads,
                                  .thread = scripted_thread,
                                  .lane_ip = scripted_lane_ip,
                                  .reg = scripted_reg,
                                  .reg_write = scripted_reg_write,
                                  .mem_write = scripted_mem_write,
                                  .disassemble = scripted_disassemble,
                                  .caller = scripted_caller,
                                  .program = scripted_program,
                                  .set_breakpoints = scripted_set_breakpoints,
                                  .set_watches = scripted_set_watches,
                                  .run = scripted_run,
                                  .reset = scripted_reset,
                                  .when = scripted_when,
                                  .take = scripted_take,
                                  .restore = scripted_restore,
                                  .drop = scripted_drop,
                                  .bytes = scripted_bytes};
    s->traits = (struct machine_traits){.name = "scripted",
                                        .insn_align = 8,
                                        .lanes = 8,
                                        .masked = "masked",
                                        .in_routine = "inside"};
    s->m = (struct machine){&s->ops, &s->traits, s};
    s->nthreads = 2;
    for (unsigned i = 0; i < SCRIPTED_THREADS; i++)
        s->threads[i] = (struct machine_thread){
            .ip = 0x100 * i, .dispatched = 0xff, .on_ip = 0xff, .width = 8, .name = "T"};
    static const enum machine_role roles[] = {MACHINE_ROLE_PC, MACHINE_ROLE_THREAD_PC,
                                              MACHINE_ROLE_NONE};
    for (int i = 0; i < SCRIPTED_REGS; i++)
        s->regs[i] = (struct machine_reg){.name = "r", .bytes = 8, .regnum = i, .role = roles[i]};
}

#endif
