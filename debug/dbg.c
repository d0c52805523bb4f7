#include "debug/dbg.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

struct dbg {
    struct machine *m;
    bool eu_threads;
    const struct machine_reg *eip, *ip;
    struct dbg_stop stop;
    struct dbg_focus focus; /* who was resumed */
    struct machine_run plan;
    uint32_t *addrs;  /* breakpoints, sorted */
    unsigned *counts; /* how often each is set */
    size_t nbreaks, room;
    atomic_bool interrupt;
};

/* --- stops ------------------------------------------------------------------------------------ */
static struct machine_thread thread_of(struct dbg *dbg, unsigned thread)
{
    struct machine_thread info;
    dbg->m->ops->thread(dbg->m, thread, &info);
    return info;
}

static unsigned lowest(uint32_t channels)
{
    unsigned n = 0;
    while (n < 31 && !(channels >> n & 1))
        n++;
    return channels ? n : 0;
}

/* report - put the stop on a channel whose eip is the stop's address, because gdb takes a
 * breakpoint stop for nothing otherwise. A finished step is the stepped channel's, wherever that
 * has gone. Source: design.md section 4. */
static void report(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    struct machine_thread info = thread_of(dbg, stop->event.thread);
    bool own = stop->event.thread == dbg->focus.thread;
    unsigned selected = own ? dbg->focus.channel : lowest(info.dispatched);
    bool step = own && !strcmp(stop->event.reason, "step");

    stop->focus = (struct dbg_focus){stop->event.thread, selected};
    stop->masked = false;
    if (dbg->eu_threads || step || info.on_ip >> (selected & 31) & 1)
        return;
    if (info.on_ip)
        stop->focus.channel = lowest(info.on_ip);
    else
        stop->masked = true;
}

static void stand_at_start(struct dbg *dbg)
{
    memset(&dbg->stop, 0, sizeof dbg->stop);
    dbg->focus = (struct dbg_focus){0, lowest(thread_of(dbg, 0).dispatched)};
    dbg->stop.event.reason = "none";
    dbg->stop.event.signal = 5;
    dbg->stop.event.ip = thread_of(dbg, 0).ip;
    report(dbg);
}

struct dbg *dbg_new(struct machine *m, bool eu_threads)
{
    struct dbg *dbg = calloc(1, sizeof *dbg);
    if (!dbg)
        return NULL;
    dbg->m = m;
    dbg->eu_threads = eu_threads;
    atomic_init(&dbg->interrupt, false);
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++) {
        if (!strcmp(r->name, "eip"))
            dbg->eip = r;
        else if (!strcmp(r->name, "ip"))
            dbg->ip = r;
    }
    stand_at_start(dbg);
    return dbg;
}

void dbg_free(struct dbg *dbg)
{
    if (!dbg)
        return;
    dbg->m->ops->set_breakpoints(dbg->m, NULL, 0);
    free(dbg->addrs);
    free(dbg->counts);
    free(dbg);
}

struct machine *dbg_machine(struct dbg *dbg)
{
    return dbg->m;
}

bool dbg_eu_threads(const struct dbg *dbg)
{
    return dbg->eu_threads;
}

const struct dbg_stop *dbg_last(const struct dbg *dbg)
{
    return &dbg->stop;
}

bool dbg_ended(const struct dbg *dbg)
{
    return dbg->stop.event.ended;
}

/* --- the address of a channel ----------------------------------------------------------------- */
static bool same(struct dbg_focus a, struct dbg_focus b)
{
    return a.thread == b.thread && a.channel == b.channel;
}

uint32_t dbg_pc(struct dbg *dbg, struct dbg_focus f)
{
    struct machine_thread info = thread_of(dbg, f.thread);
    if (dbg->eu_threads || info.spf || (dbg->stop.masked && same(dbg->stop.focus, f)))
        return info.ip;
    return dbg->m->ops->channel_ip(dbg->m, f.thread, f.channel);
}

int dbg_set_pc(struct dbg *dbg, struct dbg_focus f, uint32_t pc)
{
    const struct machine_reg *r = dbg->eu_threads ? dbg->ip : dbg->eip;
    if (!r)
        return -EU_ERR_UNKNOWN;
    int rc = dbg->m->ops->reg_write(dbg->m, f.thread, f.channel, r, &pc);
    if (!rc && same(dbg->stop.focus, f))
        dbg->stop.masked = false;
    return rc;
}

size_t dbg_describe(struct dbg *dbg, struct dbg_focus f, char *buf, size_t n)
{
    struct machine_thread info = thread_of(dbg, f.thread);
    bool active = dbg->eu_threads || info.on_ip >> (f.channel & 31) & 1;
    const char *state = info.ended     ? "ended"
                        : info.waiting ? "waiting"
                        : active       ? "active"
                                       : "masked";
    int len = snprintf(buf, n, "%s%s simd%u ip=0x%x", state, info.in_routine ? " in SIP" : "",
                       info.width, (unsigned)info.ip);
    return len < 0 ? 0 : (size_t)len < n ? (size_t)len : n ? n - 1 : 0;
}

/* --- breakpoints ------------------------------------------------------------------------------ */
/* Index of @addr, or where it belongs. */
static size_t place_of(const struct dbg *dbg, uint32_t addr)
{
    size_t lo = 0, hi = dbg->nbreaks;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (dbg->addrs[mid] < addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

bool dbg_break_at(const struct dbg *dbg, uint32_t addr)
{
    size_t i = place_of(dbg, addr);
    return i < dbg->nbreaks && dbg->addrs[i] == addr;
}

static int grow(struct dbg *dbg)
{
    if (dbg->nbreaks < dbg->room)
        return 0;
    size_t room = dbg->room ? dbg->room * 2 : 16;
    uint32_t *addrs = realloc(dbg->addrs, room * sizeof *addrs);
    if (addrs)
        dbg->addrs = addrs;
    unsigned *counts = realloc(dbg->counts, room * sizeof *counts);
    if (counts)
        dbg->counts = counts;
    /* The machine borrows the array, which may have moved. */
    dbg->m->ops->set_breakpoints(dbg->m, dbg->addrs, dbg->nbreaks);
    if (!addrs || !counts)
        return -EU_ERR_NOMEM;
    dbg->room = room;
    return 0;
}

int dbg_break_insert(struct dbg *dbg, uint32_t addr)
{
    size_t i = place_of(dbg, addr);
    if (addr % 8)
        return -EU_ERR_RANGE;
    if (dbg_break_at(dbg, addr)) {
        dbg->counts[i]++;
        return 0;
    }
    int rc = grow(dbg);
    if (rc)
        return rc;
    memmove(dbg->addrs + i + 1, dbg->addrs + i, (dbg->nbreaks - i) * sizeof *dbg->addrs);
    memmove(dbg->counts + i + 1, dbg->counts + i, (dbg->nbreaks - i) * sizeof *dbg->counts);
    dbg->addrs[i] = addr;
    dbg->counts[i] = 1;
    dbg->nbreaks++;
    dbg->m->ops->set_breakpoints(dbg->m, dbg->addrs, dbg->nbreaks);
    return 0;
}

int dbg_break_remove(struct dbg *dbg, uint32_t addr)
{
    size_t i = place_of(dbg, addr);
    if (!dbg_break_at(dbg, addr))
        return -EU_ERR_UNKNOWN;
    if (--dbg->counts[i])
        return 0;
    dbg->nbreaks--;
    memmove(dbg->addrs + i, dbg->addrs + i + 1, (dbg->nbreaks - i) * sizeof *dbg->addrs);
    memmove(dbg->counts + i, dbg->counts + i + 1, (dbg->nbreaks - i) * sizeof *dbg->counts);
    dbg->m->ops->set_breakpoints(dbg->m, dbg->addrs, dbg->nbreaks);
    return 0;
}

void dbg_break_clear(struct dbg *dbg)
{
    dbg->nbreaks = 0;
    dbg->m->ops->set_breakpoints(dbg->m, dbg->addrs, 0);
}

/* --- running ---------------------------------------------------------------------------------- */
/* An ended thread can do nothing more: the next one that lives is meant. */
static struct dbg_focus living(struct dbg *dbg, struct dbg_focus f)
{
    unsigned n = dbg->m->ops->nthreads(dbg->m);
    for (unsigned i = 0; i < n; i++) {
        unsigned thread = (f.thread + i) % n;
        struct machine_thread info = thread_of(dbg, thread);
        if (info.ended)
            continue;
        if (i)
            f = (struct dbg_focus){thread, lowest(info.on_ip ? info.on_ip : info.dispatched)};
        return f;
    }
    return f;
}

/* dbg_resume - a client that stands on a breakpoint has seen it; one that looks at a channel
 * elsewhere has not, though the thread's IP may be on one. From a masked stop a step is one
 * instruction of the thread: gdb takes its breakpoints away while it steps off one, so nothing more
 * may run meanwhile. */
void dbg_resume(struct dbg *dbg, struct dbg_focus focus, bool step, bool locked, uint32_t lo,
                uint32_t hi)
{
    dbg->focus = living(dbg, focus);
    bool masked = dbg->stop.masked && same(dbg->stop.focus, dbg->focus);
    int thread = (int)dbg->focus.thread;
    dbg->plan = (struct machine_run){.fresh = true,
                                     .resumed_thread = thread,
                                     .pass = dbg_pc(dbg, dbg->focus) ==
                                             thread_of(dbg, dbg->focus.thread).ip,
                                     .only_thread = locked ? thread : -1,
                                     .step_thread = step ? thread : -1,
                                     .step_channel = dbg->focus.channel,
                                     .step_any = dbg->eu_threads || masked,
                                     .range_lo = lo,
                                     .range_hi = hi};
    dbg->stop.masked = false;
    atomic_store(&dbg->interrupt, false);
}

static bool interrupted(struct dbg *dbg)
{
    if (!atomic_exchange(&dbg->interrupt, false))
        return false;
    struct machine_event *ev = &dbg->stop.event;
    memset(ev, 0, sizeof *ev);
    ev->reason = "interrupt";
    ev->signal = 2;
    ev->thread = living(dbg, dbg->focus).thread;
    ev->ip = thread_of(dbg, ev->thread).ip;
    snprintf(ev->text, sizeof ev->text, "interrupted at 0x%08x (thread %u)", (unsigned)ev->ip,
             ev->thread);
    report(dbg);
    return true;
}

bool dbg_run(struct dbg *dbg, uint64_t budget)
{
    if (dbg_ended(dbg) || interrupted(dbg))
        return true;
    bool stopped = dbg->m->ops->run(dbg->m, &dbg->plan, budget, &dbg->stop.event);
    dbg->plan.fresh = false;
    if (stopped)
        report(dbg);
    return stopped || interrupted(dbg);
}

void dbg_interrupt(struct dbg *dbg)
{
    atomic_store(&dbg->interrupt, true);
}

int dbg_reset(struct dbg *dbg)
{
    int rc = dbg->m->ops->reset(dbg->m);
    if (!rc)
        stand_at_start(dbg);
    return rc;
}
