/* Keeps snapshots and the log of the host's inputs, and replays up to a moment. */
#include "debug/history.h"

#include <stdlib.h>
#include <string.h>

/* The gap between two snapshots is a fraction of their distance from the present: a step back then
 * replays little, and a far moment costs a fraction of the way to it. */
enum {
    KEEP = 8, /* snapshots, none of which is dropped for being the oldest: they are thinned out */
    PART = 8, /* a gap is this fraction of the distance */
    EVERY = 4096, /* instructions between new snapshots; more if the last one was expensive */
    /* to copy so many costs about as much as a twentieth of an instruction */
    BYTES_PER_INST = 16
};

/* --- moments --- */
int history_compare(struct machine_when a, struct machine_when b)
{
    if (a.insts != b.insts)
        return (a.insts > b.insts) - (a.insts < b.insts);
    return (a.boundaries > b.boundaries) - (a.boundaries < b.boundaries);
}

struct machine_when history_now(const struct history *h)
{
    struct machine_when when;
    h->m->ops->when(h->m, &when);
    return when;
}

int history_before(const struct history *h, struct machine_when when, bool at)
{
    int i = (int)h->nmarks - 1;
    while (i >= 0 && history_compare(h->marks[i].at, when) >= (at ? 1 : 0))
        i--;
    return i;
}

static uint64_t gap_between(const struct history *h, size_t i, size_t k)
{
    return h->marks[k].at.insts - h->marks[i].at.insts;
}

/* --- snapshots --- */
static void update_bytes(struct history *h, size_t i)
{
    struct mark *mark = &h->marks[i];
    h->bytes -= mark->bytes;
    /* the first one shares its memory with the machine */
    mark->bytes = h->m->ops->bytes(h->m, mark->snap, h->marks[i ? i - 1 : 0].snap);
    h->bytes += mark->bytes;
}

static void remove_mark(struct history *h, size_t i)
{
    h->bytes -= h->marks[i].bytes;
    h->m->ops->drop(h->m, h->marks[i].snap);
    h->nmarks--;
    memmove(h->marks + i, h->marks + i + 1, (h->nmarks - i) * sizeof *h->marks);
    if (i < h->nmarks)
        update_bytes(h, i);
}

static void free_inputs(struct history *h, size_t from, size_t to)
{
    if (from == to)
        return;
    for (size_t i = from; i < to; i++) {
        h->bytes -= h->inputs[i].size;
        free(h->inputs[i].data);
        if (h->inputs[i].snap)
            h->m->ops->drop(h->m, h->inputs[i].snap);
    }
    memmove(h->inputs + from, h->inputs + to, (h->ninputs - to) * sizeof *h->inputs);
    h->ninputs -= to - from;
}

/* Drops the first mark; history then begins with the next one. */
static void drop_oldest(struct history *h)
{
    remove_mark(h, 0);
    size_t gone = (size_t)(h->marks[0].inputs - h->base);
    free_inputs(h, 0, gone);
    h->base += gone;
}

static uint64_t distance_of(const struct history *h, size_t i, uint64_t present)
{
    uint64_t at = h->marks[i].at.insts;
    return at < present ? present - at : at - present;
}

/* What fraction of its distance the gap is that the removal of mark @i would leave. */
static double part_of(const struct history *h, size_t i, uint64_t present)
{
    double far = (double)distance_of(h, i, present) + (double)h->every;
    return (double)gap_between(h, i - 1, i + 1) / far;
}

/* The mark whose removal hurts least. */
static size_t least_missed(const struct history *h, uint64_t present)
{
    size_t best = 1;
    for (size_t i = 2; i + 1 < h->nmarks; i++)
        if (part_of(h, i, present) < part_of(h, best, present))
            best = i;
    return best;
}

/* Drops marks that are closer to each other than necessary. While going back, those of the future
 * are kept, because only speed depends on the new ones. */
static void thin_marks(struct history *h, uint64_t present)
{
    bool past = present < h->end.insts;
    for (size_t i = 1; i + 1 < h->nmarks;) {
        uint64_t far = distance_of(h, i, present);
        uint64_t most = far / PART > HISTORY_FINE ? far / PART : HISTORY_FINE;
        if (gap_between(h, i - 1, i + 1) <= most)
            remove_mark(h, i);
        else
            i++;
    }
    while (h->nmarks > 1 && (h->bytes > h->limit || h->nmarks == HISTORY_MARKS))
        if (h->nmarks > (past ? 2 : KEEP))
            remove_mark(h, least_missed(h, present));
        else if (!past)
            drop_oldest(h);
        else
            break;
}

void history_take(struct history *h)
{
    struct machine_when at = history_now(h);
    struct machine_snapshot *snap = h->m->ops->take(h->m);
    if (!snap)
        return;
    size_t i = (size_t)(history_before(h, at, true) + 1);
    memmove(h->marks + i + 1, h->marks + i, (h->nmarks - i) * sizeof *h->marks);
    h->marks[i] = (struct mark){.at = at, .snap = snap, .inputs = h->done, .only = h->only};
    h->nmarks++;
    update_bytes(h, i);
    if (i + 1 < h->nmarks)
        update_bytes(h, i + 1);
    else
        h->every = EVERY + h->marks[i].bytes / BYTES_PER_INST;
    thin_marks(h, at.insts);
}

int history_restore(struct history *h, size_t i)
{
    const struct mark *mark = &h->marks[i];
    int rc = h->m->ops->restore(h->m, mark->snap);
    if (!rc) {
        h->done = mark->inputs;
        h->only = mark->only;
    }
    return rc;
}

/* --- inputs --- */
static void repeat_input(struct history *h, const struct input *in)
{
    const struct machine_ops *ops = h->m->ops;
    switch (in->kind) {
    case INPUT_REG:
        (void)ops->reg_write(h->m, in->thread, in->channel, in->reg, in->data);
        break;
    case INPUT_MEM:
        (void)ops->mem_write(h->m, in->addr, in->data, in->n);
        break;
    case INPUT_STATE:
        (void)ops->restore(h->m, in->snap);
        break;
    case INPUT_ONLY:
        h->only = in->only;
        break;
    }
}

const struct input *history_next_input(const struct history *h)
{
    return h->done < h->base + h->ninputs ? &h->inputs[h->done - h->base] : NULL;
}

void history_settle(struct history *h)
{
    struct machine_when at = history_now(h);
    const struct input *in;
    while ((in = history_next_input(h)) && history_compare(in->at, at) <= 0) {
        repeat_input(h, in);
        h->done++;
    }
    if (history_compare(h->end, at) < 0)
        h->end = at;
    int i = history_before(h, at, true);
    bool alone = i + 1 == (int)h->nmarks || h->marks[i + 1].at.insts - at.insts >= h->every / 2;
    if (i < 0 || (alone && at.insts - h->marks[i].at.insts >= h->every))
        history_take(h);
}

static void drop_future(struct history *h)
{
    struct machine_when at = history_now(h);
    while (h->nmarks && history_compare(h->marks[h->nmarks - 1].at, at) > 0)
        remove_mark(h, h->nmarks - 1);
    free_inputs(h, (size_t)(h->done - h->base), h->ninputs);
    for (size_t i = 0; i < h->npoints; i++)
        h->points[i].dropped |= history_compare(h->points[i].at, at) > 0;
    h->end = at;
}

void history_forget(struct history *h)
{
    while (h->nmarks)
        remove_mark(h, h->nmarks - 1);
    free_inputs(h, 0, h->ninputs);
    h->base = h->done;
    h->end = history_now(h);
}

void history_begin(struct history *h)
{
    history_forget(h);
    history_take(h);
}

void history_log(struct history *h, struct input in, const void *data)
{
    drop_future(h);
    if (h->ninputs == h->room) {
        size_t room = h->room ? 2 * h->room : 16;
        struct input *more = realloc(h->inputs, room * sizeof *more);
        if (more) {
            h->inputs = more;
            h->room = room;
        }
    }
    in.data = malloc(in.n ? in.n : 1);
    if (h->ninputs == h->room || !in.data) {
        free(in.data);
        if (in.snap)
            h->m->ops->drop(h->m, in.snap);
        history_begin(h);
        return;
    }
    memcpy(in.data, data, in.n);
    in.at = history_now(h);
    in.size += sizeof in + in.n;
    h->inputs[h->ninputs++] = in;
    h->done++;
    h->bytes += in.size;
    if (h->bytes > h->limit)
        history_take(h);
}

void history_fini(struct history *h)
{
    for (size_t i = 0; i < h->nmarks; i++)
        h->m->ops->drop(h->m, h->marks[i].snap);
    free_inputs(h, 0, h->ninputs);
    free(h->inputs);
    free(h->points);
}
