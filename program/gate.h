/* A GPU under a debugger. One host thread serves the driver, another one the debugger, and they
 * hand each batch of thread groups to each other and back. Between batches the debugger sees one
 * thread, "GPU idle". */
#ifndef EULAB_PROGRAM_GATE_H
#define EULAB_PROGRAM_GATE_H

#include <pthread.h>

#include "gpu/dispatch.h"
#include "isa/program.h"
#include "machine/machine.h"

enum gate_state {
    GATE_IDLE,
    GATE_ASKED,   /* the driver's side waits for leave to make a batch */
    GATE_GRANTED, /* it has leave, and makes the batch */
    GATE_READY,   /* the batch is complete; the debugger runs it */
};
struct gate {
    /* what the debugger sees; the first member, because gate_of() casts its address */
    struct machine machine;
    struct machine_ops ops;
    struct machine *eu; /* the machine of the batch, from the first batch on */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum gate_state state;
    /* not 0: the program has ended, and its batch is of no use any more */
    const atomic_int *dead;
    bool over;              /* the driver's side will ask for no more batches */
    bool open;              /* the debugger has left: batches run as if there had never been one */
    bool killed;            /* the debugger has killed the program */
    struct eu_program code; /* the present kernel, when its name is known */
    uint64_t kernel;        /* the address of the present kernel */
    struct eu_event ended;  /* the event that ended the last batch */
    uint64_t limit;         /* the most instructions that a batch runs without a debugger */
};
void gate_init(struct gate *g);
void gate_fini(struct gate *g);

/* --- the driver's side: a dispatcher calls gate_begin and gate_run --- */
/* @known, @name: the kernel at @kernel as it was compiled, and its name; NULL: not known. */
void gate_begin(struct gate *g, const struct eu_program *known, const char *name, uint64_t kernel);
enum eu_stop gate_run(struct gate *g, struct eu *eu, struct eu_event *ev);
void gate_end(struct gate *g); /* there will be no more batches */

/* --- the debugger's side --- */
/* gate_wait - waits until the first batch is ready, before its first instruction. False: there will
 * be no batch. */
bool gate_wait(struct gate *g);
void gate_open(struct gate *g);

#endif
