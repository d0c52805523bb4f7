/* Time travel: searches the past for a step, a breakpoint or an access, and goes to moments. */
#include "debug/time.h"

#include <stdlib.h>

#include "debug/history.h"

struct dbg_time {
    struct history h;
    int wanted;    /* the thread that runs alone, as the last resume asked for it; h.only: as was
                    * recorded */
    bool observed; /* what is replayed */
    struct {
        enum { IDLE, LOOK, GO } phase;
        struct machine_run plan;
        struct machine_hit hit;
        /* of the stretch being searched; what follows limit was searched already */
        struct machine_when begin, limit;
    } back;
};

/* --- inputs --- */
int dbg_time_reg_write(struct dbg_time *t, unsigned thread, unsigned channel,
                       const struct machine_reg *r, const void *buf)
{
    int rc = t->h.m->ops->reg_write(t->h.m, thread, channel, r, buf);
    if (!rc)
        history_log(
            &t->h,
            (struct input){
                .kind = INPUT_REG, .thread = thread, .channel = channel, .reg = r, .n = r->bytes},
            buf);
    return rc;
}

int dbg_time_mem_write(struct dbg_time *t, uint64_t addr, const void *buf, size_t n)
{
    int rc = t->h.m->ops->mem_write(t->h.m, addr, buf, n);
    if (!rc)
        history_log(&t->h, (struct input){.kind = INPUT_MEM, .addr = addr, .n = n}, buf);
    return rc;
}

void dbg_time_changed(struct dbg_time *t)
{
    struct input in = {.kind = INPUT_STATE, .snap = t->h.m->ops->take(t->h.m)};
    int i = history_before(&t->h, history_now(&t->h), true);
    if (!in.snap) {
        history_begin(&t->h);
        return;
    }
    in.size = t->h.m->ops->bytes(t->h.m, in.snap, i < 0 ? NULL : t->h.marks[i].snap);
    history_log(&t->h, in, "");
}

static bool in_past(const struct dbg_time *t)
{
    return history_compare(history_now(&t->h), t->h.end) < 0;
}

static void run_as_wanted(struct dbg_time *t)
{
    if (t->h.only == t->wanted)
        return;
    t->h.only = t->wanted;
    history_log(&t->h, (struct input){.kind = INPUT_ONLY, .only = t->h.only}, "");
}

void dbg_time_resume(struct dbg_time *t, struct machine_run *plan)
{
    bool locked = plan->only_thread >= 0, step = plan->step_thread >= 0;
    t->wanted = plan->only_thread;
    plan->eager = locked && step && in_past(t);
    if (!in_past(t) || (locked && !step))
        run_as_wanted(t);
}

/* --- forwards --- */
static struct machine_when earlier(struct machine_when a, struct machine_when b)
{
    return history_compare(a, b) < 0 ? a : b;
}

/* The next moment, at most @until, at which there is something to do. */
static struct machine_when next_stop(const struct dbg_time *t, struct machine_when until)
{
    const struct input *in = history_next_input(&t->h);
    if (in)
        until = earlier(in->at, until);
    struct machine_when at = history_now(&t->h);
    if (in_past(t))
        until = earlier(t->h.end, until);
    int i = history_before(&t->h, at, true);
    uint64_t last = i < 0 ? at.insts : t->h.marks[i].at.insts;
    struct machine_when due = {.insts = last + t->h.every};
    return history_compare(at, due) < 0 ? earlier(due, until) : until;
}

bool dbg_time_run(struct dbg_time *t, const struct machine_run *plan, uint64_t budget,
                  struct machine_event *ev)
{
    static const struct machine_when never = {UINT64_MAX, UINT64_MAX};
    struct machine_run part = *plan;
    const struct machine_when until = plan->bounded ? plan->until : never;
    while (budget && history_compare(history_now(&t->h), until) < 0) {
        uint64_t before = history_now(&t->h).insts;
        if (!in_past(t))
            run_as_wanted(t);
        part.bounded = true;
        part.until = next_stop(t, until);
        part.only_thread = t->h.only;
        bool stopped = t->h.m->ops->run(t->h.m, &part, budget, ev);
        uint64_t used = history_now(&t->h).insts - before;
        history_settle(&t->h);
        if (stopped)
            return true;
        used = used ? used : 1;
        budget = budget > used ? budget - used : 0;
        part.fresh = false;
    }
    return false;
}

/* Replays a slice up to @until. Returns false if the machine is stuck. */
static bool replay_slice(struct dbg_time *t, const struct machine_run *plan,
                         struct machine_when until, uint64_t budget)
{
    struct machine_run part = *plan;
    part.quiet = part.bounded = true;
    part.observed = t->observed;
    while (budget && history_compare(history_now(&t->h), until) < 0) {
        struct machine_event ev;
        uint64_t before = history_now(&t->h).insts;
        part.until = next_stop(t, until);
        part.only_thread = t->h.only;
        if (t->h.m->ops->run(t->h.m, &part, budget, &ev))
            return false;
        uint64_t used = history_now(&t->h).insts - before;
        used = used ? used : 1;
        budget = budget > used ? budget - used : 0;
        history_settle(&t->h);
    }
    return true;
}

/* --- to a moment --- */
static const struct machine_run straight = {.resumed_thread = -1, .step_thread = -1};

/* Restores the nearest snapshot before @when, unless the present is nearer. */
static int restore_near(struct dbg_time *t, struct machine_when when)
{
    int i = history_before(&t->h, when, true);
    if (i < 0)
        return -MACHINE_ERR_RANGE;
    struct machine_when at = history_now(&t->h);
    if (history_compare(t->h.marks[i].at, at) <= 0 && history_compare(at, when) <= 0)
        return 0;
    int rc = history_restore(&t->h, (size_t)i);
    if (!rc)
        history_settle(&t->h);
    return rc;
}

/* Goes a slice of the way to @when. It also takes a snapshot shortly before, because steps back
 * from there are likely. */
static enum dbg_time_found approach(struct dbg_time *t, struct machine_when when, uint64_t budget)
{
    struct machine_when at = history_now(&t->h);
    struct machine_when shortly = {.insts = when.insts - HISTORY_FINE};
    bool halt = at.insts + 2 * HISTORY_FINE < when.insts;
    if (!replay_slice(t, &straight, halt ? shortly : when, budget))
        return DBG_TIME_STUCK;
    at = history_now(&t->h);
    if (at.insts == shortly.insts)
        history_take(&t->h);
    return history_compare(at, when) < 0 ? DBG_TIME_MORE : DBG_TIME_FOUND;
}

int dbg_time_seek(struct dbg_time *t, struct machine_when when)
{
    enum dbg_time_found found = DBG_TIME_MORE;
    t->back.phase = IDLE;
    if (!t->h.nmarks || history_compare(when, t->h.marks[0].at) < 0 ||
        history_compare(when, t->h.end) > 0)
        return -MACHINE_ERR_RANGE;
    int rc = restore_near(t, when);
    while (!rc && found == DBG_TIME_MORE)
        found = approach(t, when, UINT64_MAX);
    if (!rc && found == DBG_TIME_STUCK)
        rc = -MACHINE_ERR_UNAVAILABLE;
    return rc;
}

int dbg_time_observe(struct dbg_time *t, struct machine_when from, struct machine_when to)
{
    struct machine_when now = history_now(&t->h);
    enum dbg_time_found found = DBG_TIME_MORE;
    int rc = dbg_time_seek(t, from);
    t->observed = true;
    while (!rc && found == DBG_TIME_MORE)
        found = approach(t, to, UINT64_MAX);
    t->observed = false;
    int back = dbg_time_seek(t, now);
    return rc ? rc : found == DBG_TIME_STUCK ? -MACHINE_ERR_UNAVAILABLE : back;
}

/* --- back --- */
void dbg_time_back_begin(struct dbg_time *t, const struct machine_run *plan,
                         const struct machine_standing *from)
{
    t->back.phase = IDLE;
    t->back.plan = *plan;
    t->back.hit = (struct machine_hit){.from = *from};
    t->back.limit = history_now(&t->h);
}

/* Prepares the stretch from the last mark before the limit up to the limit. Returns false if there
 * is none. */
static bool next_stretch(struct dbg_time *t)
{
    int i = history_before(&t->h, t->back.limit, false);
    if (i < 0 || history_restore(&t->h, (size_t)i))
        return false;
    t->back.hit.found = false;
    t->back.begin = t->h.marks[i].at;
    t->back.plan.hit = &t->back.hit;
    t->back.phase = LOOK;
    return true;
}

static enum dbg_time_found at_begin(struct dbg_time *t)
{
    t->back.phase = IDLE;
    if (t->h.nmarks && !history_restore(&t->h, 0))
        history_settle(&t->h);
    return DBG_TIME_BEGIN;
}

enum dbg_time_found dbg_time_back(struct dbg_time *t, uint64_t budget, struct machine_hit *hit)
{
    if (t->back.phase == IDLE) {
        if (!next_stretch(t))
            return at_begin(t);
        history_settle(&t->h);
    }
    if (t->back.phase == LOOK) {
        if (!replay_slice(t, &t->back.plan, t->back.limit, budget))
            return DBG_TIME_STUCK;
        if (history_compare(history_now(&t->h), t->back.limit) < 0)
            return DBG_TIME_MORE;
        t->back.phase = IDLE;
        t->back.limit = t->back.begin;
        if (!t->back.hit.found)
            return DBG_TIME_MORE;
        t->back.phase = GO;
        if (restore_near(t, t->back.hit.when))
            return DBG_TIME_STUCK;
    }
    enum dbg_time_found found = approach(t, t->back.hit.when, budget);
    if (found == DBG_TIME_FOUND) {
        *hit = t->back.hit;
        t->back.phase = IDLE;
    }
    return found;
}

void dbg_time_back_end(struct dbg_time *t)
{
    (void)dbg_time_seek(t, t->back.limit);
}

/* --- checkpoints --- */
int dbg_time_checkpoint(struct dbg_time *t)
{
    struct checkpoint *more = realloc(t->h.points, (t->h.npoints + 1) * sizeof *more);
    if (!more)
        return -MACHINE_ERR_NOMEM;
    t->h.points = more;
    more[t->h.npoints++] = (struct checkpoint){.at = history_now(&t->h)};
    return (int)t->h.npoints;
}

int dbg_time_checkpoint_at(const struct dbg_time *t, unsigned number, struct machine_when *when)
{
    if (!number || number > t->h.npoints || t->h.points[number - 1].dropped)
        return -MACHINE_ERR_UNKNOWN;
    *when = t->h.points[number - 1].at;
    return 0;
}

/* --- life --- */
void dbg_time_forget(struct dbg_time *t)
{
    for (size_t i = 0; i < t->h.npoints; i++)
        t->h.points[i].dropped = true;
    t->h.only = t->wanted = -1;
    t->back.phase = IDLE;
    history_forget(&t->h);
}

void dbg_time_restart(struct dbg_time *t)
{
    dbg_time_forget(t);
    history_take(&t->h);
}

struct dbg_time *dbg_time_new(struct machine *m, size_t limit)
{
    struct dbg_time *t = m->ops->take ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->h.m = m;
    t->h.limit = limit;
    dbg_time_restart(t);
    if (!t->h.nmarks) {
        dbg_time_free(t);
        return NULL;
    }
    return t;
}

void dbg_time_free(struct dbg_time *t)
{
    if (!t)
        return;
    history_fini(&t->h);
    free(t);
}

void dbg_time_span(const struct dbg_time *t, struct dbg_time_span *span)
{
    *span = (struct dbg_time_span){.begin = t->h.nmarks ? t->h.marks[0].at : history_now(&t->h),
                                   .now = history_now(&t->h),
                                   .end = t->h.end,
                                   .bytes = t->h.bytes,
                                   .snapshots = t->h.nmarks};
    for (size_t i = 0; i < t->h.ninputs; i++)
        span->inputs += t->h.inputs[i].kind != INPUT_ONLY;
}
