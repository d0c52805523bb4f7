/* A GPU under a debugger: one host thread serves the driver, another the debugger, and a batch of
 * thread groups goes from the one to the other and back. Between batches there is one thread, "GPU
 * idle". */
#ifndef EULAB_PROGRAM_GATE_H
#define EULAB_PROGRAM_GATE_H

#include <pthread.h>

#include "gpu/dispatch.h"
#include "isa/program.h"
#include "machine/machine.h"

enum gate_state {
    GATE_IDLE,
    GATE_ASKED,   /* the driver's side wants to make a batch */
    GATE_GRANTED, /* and makes it */
    GATE_READY,   /* the batch is the debugger's */
};
struct gate {
    struct machine machine; /* what the debugger sees; first: its functions get it */
    struct machine_ops ops;
    struct machine *eu; /* behind it, from the first batch on */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum gate_state state;
    const atomic_int *dead; /* not 0: the program has ended; a batch of it is of no use */
    bool over;              /* the driver's side will ask no more */
    bool open;   /* there is no debugger any more: batches run as if there had never been one */
    bool killed; /* the debugger has killed the program */
    struct eu_program code; /* the kernel at hand, when its name is known */
    uint64_t kernel;        /* where it lies */
    struct eu_event ended;  /* how the last batch ended */
    uint64_t limit;         /* instructions of a batch without a debugger */
};
void gate_init(struct gate *g);
void gate_fini(struct gate *g);

/* --- the driver's side: a dispatcher's begin and run --- */
/* @known: the kernel at @kernel, with its name, as it was compiled; NULL: not known. */
void gate_begin(struct gate *g, const struct eu_program *known, const char *name, uint64_t kernel);
enum eu_stop gate_run(struct gate *g, struct eu *eu, struct eu_event *ev);
void gate_end(struct gate *g); /* no more batches */

/* --- the debugger's side --- */
/* gate_wait - until the first batch is ready, which stands before its first instruction. False:
 * there will be none. */
bool gate_wait(struct gate *g);
void gate_open(struct gate *g);

#endif
