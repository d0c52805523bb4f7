/* What time travel keeps of a machine: snapshots, the host's inputs between them, and checkpoints.
 * How a moment is reached from these is debug/time.c's. */
#ifndef EULAB_DEBUG_HISTORY_H
#define EULAB_DEBUG_HISTORY_H

#include "machine/machine.h"

enum {
    HISTORY_MARKS = 256, /* snapshots at most */
    HISTORY_FINE = 512 /* instructions; a snapshot is taken so far before a moment that is sought */
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
struct history {
    struct machine *m; /* borrowed */
    size_t limit, bytes;
    uint64_t every;
    struct machine_when end;
    struct mark marks[HISTORY_MARKS]; /* by time; history begins with the first */
    size_t nmarks;
    struct input *inputs; /* by time; the first has number `base` */
    size_t ninputs, room;
    uint64_t base, done; /* done: number of the next input to happen */
    int only;            /* the thread that runs alone, as it was recorded; -1: all run */
    struct checkpoint *points;
    size_t npoints;
};

/* history_compare - negative: @a is before @b; 0: they are the same moment. */
int history_compare(struct machine_when a, struct machine_when b);
struct machine_when history_now(const struct history *h);
/* history_before - the index of the last mark before @when (or at @when, if @at); -1: none. */
int history_before(const struct history *h, struct machine_when when, bool at);
/* history_take - takes a snapshot. If memory runs out, there is no new mark, and history stays as
 * it is. */
void history_take(struct history *h);
/* history_restore - the machine is as at mark @i. 0, or a negative enum machine_err. */
int history_restore(struct history *h, size_t i);
/* history_next_input - the first that has not happened yet; NULL: there is none. */
const struct input *history_next_input(const struct history *h);
/* history_settle - called after the machine has moved: does the inputs of this moment, and takes a
 * snapshot if the last one is far away. A moment means the state after its inputs. */
void history_settle(struct history *h);
/* history_log - notes what the host has just done, @in.n bytes at @data; takes @in.snap. The future
 * is dropped. */
void history_log(struct history *h, struct input in, const void *data);
/* history_begin - starts a new history, because something happened that cannot be logged. */
void history_begin(struct history *h);
void history_forget(struct history *h);
void history_fini(struct history *h);

#endif
