#include "debug/time.h"

#include <stdlib.h>
#include <string.h>

/* The gap between two snapshots is a fraction of their distance from the present: a step back then
 * replays little, and a far moment costs a fraction of the way to it. */
enum {
    MARKS = 256,  /* snapshots at most */
    KEEP = 8,     /* of these, none is dropped for being the oldest: they are thinned out */
    PART = 8,     /* a gap is this fraction of the distance */
    FINE = 512,   /* instructions; a snapshot is taken so far before a moment that is sought */
    EVERY = 4096, /* instructions between new snapshots; more if the last one was expensive */
    /* to copy so many costs about as much as a twentieth of an instruction */
    BYTES_PER_INST = 16
};

struct mark {
    struct machine_when at;
    struct machine_snapshot *snap;
    uint64_t inputs; /* number of inputs that were done by then */
    int only;        /* the thread that runs alone; -1: all run */
    size_t bytes;    /* memory that it needs in addition to the mark before it */
};
struct input {
    enum { INPUT_REG, INPUT_MEM, INPUT_STATE, INPUT_ONLY } kind;
    struct machine_when at;
    unsigned thread, channel;
    int only;
    const struct machine_reg *reg;
    uint64_t addr;
    size_t n, size;                /* size of data; size in all */
    uint8_t *data;                 /* owned */
    struct machine_snapshot *snap; /* STATE: the state after the input */
};
struct checkpoint {
    struct machine_when at;
    bool dropped;
};
struct dbg_time {
    struct machine *m;
    size_t limit, bytes;
    uint64_t every;
    struct machine_when end;
    struct mark marks[MARKS]; /* by time; history begins with the first */
    size_t nmarks;
    struct input *inputs; /* by time; the first has number `base` */
    size_t ninputs, room;
    uint64_t base, done; /* done: number of the next input to happen */
    /* the thread that runs alone: as it was recorded; as the last resume asked for it */
    int only, wanted;
    bool observed; /* what is replayed */
    struct checkpoint *points;
    size_t npoints;
    struct {
        enum { IDLE, LOOK, GO } phase;
        struct machine_run plan;
        struct machine_hit hit;
        /* of the stretch being searched; what follows limit was searched already */
        struct machine_when begin, limit;
    } back;
};

/* --- moments --- */
static int compare_moments(struct machine_when a, struct machine_when b)
{
    if (a.insts != b.insts)
        return a.insts < b.insts ? -1 : 1;
    return (a.boundaries > b.boundaries) - (a.boundaries < b.boundaries);
}

static struct machine_when moment_now(const struct dbg_time *t)
{
    struct machine_when when;
    t->m->ops->when(t->m, &when);
    return when;
}

/* The index of the last mark before @when (or at @when, if @at); -1: none. */
static int mark_before(const struct dbg_time *t, struct machine_when when, bool at)
{
    int i = (int)t->nmarks - 1;
    while (i >= 0 && compare_moments(t->marks[i].at, when) >= (at ? 1 : 0))
        i--;
    return i;
}

static uint64_t gap(const struct dbg_time *t, size_t i, size_t k)
{
    return t->marks[k].at.insts - t->marks[i].at.insts;
}

/* --- snapshots --- */
static void update_bytes(struct dbg_time *t, size_t i)
{
    struct mark *mark = &t->marks[i];
    t->bytes -= mark->bytes;
    /* the first one shares its memory with the machine */
    mark->bytes = t->m->ops->bytes(t->m, mark->snap, t->marks[i ? i - 1 : 0].snap);
    t->bytes += mark->bytes;
}

static void remove_mark(struct dbg_time *t, size_t i)
{
    t->bytes -= t->marks[i].bytes;
    t->m->ops->drop(t->m, t->marks[i].snap);
    t->nmarks--;
    memmove(t->marks + i, t->marks + i + 1, (t->nmarks - i) * sizeof *t->marks);
    if (i < t->nmarks)
        update_bytes(t, i);
}

static void free_inputs(struct dbg_time *t, size_t from, size_t to)
{
    if (from == to)
        return;
    for (size_t i = from; i < to; i++) {
        t->bytes -= t->inputs[i].size;
        free(t->inputs[i].data);
        if (t->inputs[i].snap)
            t->m->ops->drop(t->m, t->inputs[i].snap);
    }
    memmove(t->inputs + from, t->inputs + to, (t->ninputs - to) * sizeof *t->inputs);
    t->ninputs -= to - from;
}

/* Drops the first mark; history then begins with the next one. */
static void drop_oldest(struct dbg_time *t)
{
    remove_mark(t, 0);
    size_t gone = (size_t)(t->marks[0].inputs - t->base);
    free_inputs(t, 0, gone);
    t->base += gone;
}

/* The mark whose removal hurts least: the gap that it leaves is the smallest fraction of its
 * distance. */
static size_t least_missed(const struct dbg_time *t, uint64_t present)
{
    size_t best = 1;
    double least = 0;
    for (size_t i = 1; i + 1 < t->nmarks; i++) {
        uint64_t at = t->marks[i].at.insts, far = at < present ? present - at : at - present;
        double part = (double)gap(t, i - 1, i + 1) / ((double)far + (double)t->every);
        if (i == 1 || part < least) {
            best = i;
            least = part;
        }
    }
    return best;
}

/* Drops marks that are closer to each other than necessary. While going back, those of the future
 * are kept, because only speed depends on the new ones. */
static void thin_marks(struct dbg_time *t, uint64_t present)
{
    bool past = present < t->end.insts;
    for (size_t i = 1; i + 1 < t->nmarks;) {
        uint64_t at = t->marks[i].at.insts, far = at < present ? present - at : at - present;
        uint64_t most = far / PART > FINE ? far / PART : FINE;
        if (gap(t, i - 1, i + 1) <= most)
            remove_mark(t, i);
        else
            i++;
    }
    while (t->nmarks > 1 && (t->bytes > t->limit || t->nmarks == MARKS))
        if (t->nmarks > (past ? 2 : KEEP))
            remove_mark(t, least_missed(t, present));
        else if (!past)
            drop_oldest(t);
        else
            break;
}

/* Takes a snapshot. If memory runs out, there is no new mark, and history stays as it is. */
static void take_mark(struct dbg_time *t)
{
    struct machine_when at = moment_now(t);
    struct machine_snapshot *snap = t->m->ops->take(t->m);
    if (!snap)
        return;
    size_t i = (size_t)(mark_before(t, at, true) + 1);
    memmove(t->marks + i + 1, t->marks + i, (t->nmarks - i) * sizeof *t->marks);
    t->marks[i] = (struct mark){.at = at, .snap = snap, .inputs = t->done, .only = t->only};
    t->nmarks++;
    update_bytes(t, i);
    if (i + 1 < t->nmarks)
        update_bytes(t, i + 1);
    else
        t->every = EVERY + t->marks[i].bytes / BYTES_PER_INST;
    thin_marks(t, at.insts);
}

static int restore_mark(struct dbg_time *t, size_t i)
{
    const struct mark *mark = &t->marks[i];
    int rc = t->m->ops->restore(t->m, mark->snap);
    if (!rc) {
        t->done = mark->inputs;
        t->only = mark->only;
    }
    return rc;
}

/* --- inputs --- */
static void repeat_input(struct dbg_time *t, const struct input *in)
{
    const struct machine_ops *ops = t->m->ops;
    switch (in->kind) {
    case INPUT_REG:
        (void)ops->reg_write(t->m, in->thread, in->channel, in->reg, in->data);
        break;
    case INPUT_MEM:
        (void)ops->mem_write(t->m, in->addr, in->data, in->n);
        break;
    case INPUT_STATE:
        (void)ops->restore(t->m, in->snap);
        break;
    case INPUT_ONLY:
        t->only = in->only;
        break;
    }
}

static const struct input *next_input(const struct dbg_time *t)
{
    return t->done < t->base + t->ninputs ? &t->inputs[t->done - t->base] : NULL;
}

/* settle_inputs - called after the machine has moved: does the inputs of this moment, and takes a
 * snapshot if the last one is far away. A moment means the state after its inputs. */
static void settle_inputs(struct dbg_time *t)
{
    struct machine_when at = moment_now(t);
    const struct input *in;
    while ((in = next_input(t)) && compare_moments(in->at, at) <= 0) {
        repeat_input(t, in);
        t->done++;
    }
    if (compare_moments(t->end, at) < 0)
        t->end = at;
    int i = mark_before(t, at, true);
    bool alone = i + 1 == (int)t->nmarks || t->marks[i + 1].at.insts - at.insts >= t->every / 2;
    if (i < 0 || (alone && at.insts - t->marks[i].at.insts >= t->every))
        take_mark(t);
}

static void drop_future(struct dbg_time *t)
{
    struct machine_when at = moment_now(t);
    while (t->nmarks && compare_moments(t->marks[t->nmarks - 1].at, at) > 0)
        remove_mark(t, t->nmarks - 1);
    free_inputs(t, (size_t)(t->done - t->base), t->ninputs);
    for (size_t i = 0; i < t->npoints; i++)
        t->points[i].dropped |= compare_moments(t->points[i].at, at) > 0;
    t->end = at;
}

static void forget_all(struct dbg_time *t)
{
    while (t->nmarks)
        remove_mark(t, t->nmarks - 1);
    free_inputs(t, 0, t->ninputs);
    t->base = t->done;
    t->end = moment_now(t);
}

/* Starts a new history, because something happened that cannot be logged. */
static void begin_here(struct dbg_time *t)
{
    forget_all(t);
    take_mark(t);
}

static void log_input(struct dbg_time *t, struct input in, const void *data)
{
    drop_future(t);
    if (t->ninputs == t->room) {
        size_t room = t->room ? 2 * t->room : 16;
        struct input *more = realloc(t->inputs, room * sizeof *more);
        if (more) {
            t->inputs = more;
            t->room = room;
        }
    }
    in.data = malloc(in.n ? in.n : 1);
    if (t->ninputs == t->room || !in.data) {
        free(in.data);
        if (in.snap)
            t->m->ops->drop(t->m, in.snap);
        begin_here(t);
        return;
    }
    memcpy(in.data, data, in.n);
    in.at = moment_now(t);
    in.size += sizeof in + in.n;
    t->inputs[t->ninputs++] = in;
    t->done++;
    t->bytes += in.size;
    if (t->bytes > t->limit)
        take_mark(t);
}

int dbg_time_reg_write(struct dbg_time *t, unsigned thread, unsigned channel,
                       const struct machine_reg *r, const void *buf)
{
    int rc = t->m->ops->reg_write(t->m, thread, channel, r, buf);
    if (!rc)
        log_input(
            t,
            (struct input){
                .kind = INPUT_REG, .thread = thread, .channel = channel, .reg = r, .n = r->bytes},
            buf);
    return rc;
}

int dbg_time_mem_write(struct dbg_time *t, uint64_t addr, const void *buf, size_t n)
{
    int rc = t->m->ops->mem_write(t->m, addr, buf, n);
    if (!rc)
        log_input(t, (struct input){.kind = INPUT_MEM, .addr = addr, .n = n}, buf);
    return rc;
}

void dbg_time_changed(struct dbg_time *t)
{
    struct input in = {.kind = INPUT_STATE, .snap = t->m->ops->take(t->m)};
    int i = mark_before(t, moment_now(t), true);
    if (!in.snap) {
        begin_here(t);
        return;
    }
    in.size = t->m->ops->bytes(t->m, in.snap, i < 0 ? NULL : t->marks[i].snap);
    log_input(t, in, "");
}

static bool in_past(const struct dbg_time *t)
{
    return compare_moments(moment_now(t), t->end) < 0;
}

static void run_as_wanted(struct dbg_time *t)
{
    if (t->only == t->wanted)
        return;
    t->only = t->wanted;
    log_input(t, (struct input){.kind = INPUT_ONLY, .only = t->only}, "");
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
/* The next moment, at most @until, at which there is something to do. */
static struct machine_when next_stop(const struct dbg_time *t, struct machine_when until)
{
    const struct input *in = next_input(t);
    if (in && compare_moments(in->at, until) < 0)
        until = in->at;
    struct machine_when at = moment_now(t);
    if (compare_moments(at, t->end) < 0 && compare_moments(t->end, until) < 0)
        until = t->end;
    int i = mark_before(t, at, true);
    struct machine_when due = {(i < 0 ? at.insts : t->marks[i].at.insts) + t->every, 0};
    return compare_moments(at, due) < 0 && compare_moments(due, until) < 0 ? due : until;
}

bool dbg_time_run(struct dbg_time *t, const struct machine_run *plan, uint64_t budget,
                  struct machine_event *ev)
{
    static const struct machine_when never = {UINT64_MAX, UINT64_MAX};
    struct machine_run part = *plan;
    const struct machine_when until = plan->bounded ? plan->until : never;
    while (budget && compare_moments(moment_now(t), until) < 0) {
        uint64_t before = moment_now(t).insts;
        if (!in_past(t))
            run_as_wanted(t);
        part.bounded = true;
        part.until = next_stop(t, until);
        part.only_thread = t->only;
        bool stopped = t->m->ops->run(t->m, &part, budget, ev);
        uint64_t used = moment_now(t).insts - before;
        settle_inputs(t);
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
    while (budget && compare_moments(moment_now(t), until) < 0) {
        struct machine_event ev;
        uint64_t before = moment_now(t).insts;
        part.until = next_stop(t, until);
        part.only_thread = t->only;
        if (t->m->ops->run(t->m, &part, budget, &ev))
            return false;
        uint64_t used = moment_now(t).insts - before;
        used = used ? used : 1;
        budget = budget > used ? budget - used : 0;
        settle_inputs(t);
    }
    return true;
}

/* --- to a moment --- */
static const struct machine_run straight = {.resumed_thread = -1, .step_thread = -1};

/* Restores the nearest snapshot before @when, unless the present is nearer. */
static int restore_near(struct dbg_time *t, struct machine_when when)
{
    int i = mark_before(t, when, true);
    if (i < 0)
        return -MACHINE_ERR_RANGE;
    struct machine_when at = moment_now(t);
    if (compare_moments(t->marks[i].at, at) <= 0 && compare_moments(at, when) <= 0)
        return 0;
    int rc = restore_mark(t, (size_t)i);
    if (!rc)
        settle_inputs(t);
    return rc;
}

/* Goes a slice of the way to @when. It also takes a snapshot shortly before, because steps back
 * from there are likely. */
static enum dbg_time_found approach(struct dbg_time *t, struct machine_when when, uint64_t budget)
{
    struct machine_when at = moment_now(t);
    struct machine_when shortly = {when.insts > FINE ? when.insts - FINE : 0, 0};
    bool halt = at.insts + 2 * FINE < when.insts;
    if (!replay_slice(t, &straight, halt ? shortly : when, budget))
        return DBG_TIME_STUCK;
    at = moment_now(t);
    if (halt && at.insts == shortly.insts)
        take_mark(t);
    return compare_moments(at, when) < 0 ? DBG_TIME_MORE : DBG_TIME_FOUND;
}

int dbg_time_seek(struct dbg_time *t, struct machine_when when)
{
    enum dbg_time_found found = DBG_TIME_MORE;
    t->back.phase = IDLE;
    if (!t->nmarks || compare_moments(when, t->marks[0].at) < 0 ||
        compare_moments(when, t->end) > 0)
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
    struct machine_when now = moment_now(t);
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
    t->back.limit = moment_now(t);
}

/* Prepares the stretch from the last mark before the limit up to the limit. Returns false if there
 * is none. */
static bool next_stretch(struct dbg_time *t)
{
    int i = mark_before(t, t->back.limit, false);
    if (i < 0 || restore_mark(t, (size_t)i))
        return false;
    t->back.hit.found = false;
    t->back.begin = t->marks[i].at;
    t->back.plan.hit = &t->back.hit;
    t->back.phase = LOOK;
    return true;
}

static enum dbg_time_found at_begin(struct dbg_time *t)
{
    t->back.phase = IDLE;
    if (t->nmarks && !restore_mark(t, 0))
        settle_inputs(t);
    return DBG_TIME_BEGIN;
}

enum dbg_time_found dbg_time_back(struct dbg_time *t, uint64_t budget, struct machine_hit *hit)
{
    if (t->back.phase == IDLE) {
        if (!next_stretch(t))
            return at_begin(t);
        settle_inputs(t);
    }
    if (t->back.phase == LOOK) {
        if (!replay_slice(t, &t->back.plan, t->back.limit, budget))
            return DBG_TIME_STUCK;
        if (compare_moments(moment_now(t), t->back.limit) < 0)
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
    struct checkpoint *more = realloc(t->points, (t->npoints + 1) * sizeof *more);
    if (!more)
        return -MACHINE_ERR_NOMEM;
    t->points = more;
    more[t->npoints++] = (struct checkpoint){.at = moment_now(t)};
    return (int)t->npoints;
}

int dbg_time_checkpoint_at(const struct dbg_time *t, unsigned number, struct machine_when *when)
{
    if (!number || number > t->npoints || t->points[number - 1].dropped)
        return -MACHINE_ERR_UNKNOWN;
    *when = t->points[number - 1].at;
    return 0;
}

/* --- life --- */
void dbg_time_forget(struct dbg_time *t)
{
    for (size_t i = 0; i < t->npoints; i++)
        t->points[i].dropped = true;
    t->only = t->wanted = -1;
    t->back.phase = IDLE;
    forget_all(t);
}

void dbg_time_restart(struct dbg_time *t)
{
    dbg_time_forget(t);
    take_mark(t);
}

struct dbg_time *dbg_time_new(struct machine *m, size_t limit)
{
    struct dbg_time *t = m->ops->take ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->m = m;
    t->limit = limit;
    dbg_time_restart(t);
    if (!t->nmarks) {
        dbg_time_free(t);
        return NULL;
    }
    return t;
}

void dbg_time_free(struct dbg_time *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->nmarks; i++)
        t->m->ops->drop(t->m, t->marks[i].snap);
    free_inputs(t, 0, t->ninputs);
    free(t->inputs);
    free(t->points);
    free(t);
}

void dbg_time_span(const struct dbg_time *t, struct dbg_time_span *span)
{
    *span = (struct dbg_time_span){.begin = t->nmarks ? t->marks[0].at : moment_now(t),
                                   .now = moment_now(t),
                                   .end = t->end,
                                   .bytes = t->bytes,
                                   .snapshots = t->nmarks};
    for (size_t i = 0; i < t->ninputs; i++)
        span->inputs += t->inputs[i].kind != INPUT_ONLY;
}
