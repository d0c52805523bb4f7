/* A GPU under a debugger. One host thread serves the driver, another the debugger; a batch of
 * thread groups is passed from the first to the second and back. Between batches there is one
 * thread, "GPU idle". */
#ifndef EULAB_PROGRAM_GATE_H
#define EULAB_PROGRAM_GATE_H

#include <pthread.h>

#include "gpu/cli/kernels.h"

enum gate_state {
    GATE_IDLE,
    GATE_ASKED,   /* the driver's side wants to make a batch */
    GATE_GRANTED, /* and makes it */
    GATE_READY,   /* the batch is the debugger's */
    GATE_BACK,    /* the driver's side has it again, and puts it away */
};
struct gate {
    struct machine
        machine; /* what the debugger sees; must be first: its functions get a pointer to it */
    struct machine_ops ops;
    struct machine *eu; /* the EU's machine, from the first batch on */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    _Atomic enum gate_state state;
    const atomic_int *dead; /* not 0: the program has ended; a batch of it is of no use */
    bool over;              /* the driver's side will ask no more */
    bool open;   /* there is no debugger any more: batches run as if there had never been one */
    bool killed; /* the debugger has killed the program */
    /* Ends the program, and returns when it has ended; starts another one. False: it cannot. NULL:
     * a driver's program is not ours. */
    void (*end)(void *ctx);
    bool (*again)(void *ctx);
    void *ctx;
    bool away; /* the threads of the batch have ended, and it was not given back yet */
    const struct ui_kernels
        *kernels; /* kernels that were loaded; the driver's side changes them while GRANTED */
    struct ui_kernel *kernel; /* of the batch; NULL: no memory for it */
    struct eu_program
        code; /* its code as the machine has it: borrows everything except its address */
    const struct gpu_dispatcher *dispatcher; /* makes the batches */
    struct eu_event ended;                   /* how the last batch ended */
    uint64_t limit;  /* limit of instructions of a batch without a debugger */
    uint8_t *frames; /* the file that kernels share */
    size_t frames_size;
};
/* gate_init - sets up @g. False: no memory. */
bool gate_init(struct gate *g, const struct gpu_dispatcher *dispatcher,
               const struct ui_kernels *kernels);
void gate_fini(struct gate *g);

/* --- the driver's side: a dispatcher's begin, run and finish --- */
/* gate_begin - waits until the machine may change. False: there is no debugger any more, or it
 * has killed the program. */
bool gate_begin(struct gate *g);
/* gate_run - the batch of @g->kernel, which is published. One that was not granted does not run
 * under a debugger: its driver has gone. */
enum eu_stop gate_run(struct gate *g, struct eu *eu, struct eu_event *ev);
void gate_finish(struct gate *g); /* the machine is without the memory of the batch */
void gate_end(struct gate *g);    /* no more batches */

/* --- the debugger's side --- */
/* gate_wait - waits until the first batch is ready, before its first instruction. False: there will
 * be none. */
bool gate_wait(struct gate *g);
void gate_open(struct gate *g);

#endif
