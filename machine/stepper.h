/* Run control for a machine that executes one instruction of one thread at a time: breakpoints,
 * steps, watchpoints and searches of struct machine_run. Such a machine implements run of struct
 * machine_ops with machine_stepper_run(). */
#ifndef EULAB_MACHINE_STEPPER_H
#define EULAB_MACHINE_STEPPER_H

#include "machine/points.h"

/* A thread between two instructions. */
struct machine_boundary {
    struct machine_standing at;
    uint64_t on;            /* the lanes that take part in the next instruction */
    bool ended, in_routine; /* in_routine: in its exception handler */
};
struct machine_stepper_ops {
    /* The thread whose turn it is, of those that plan.only_thread allows; -1: none can run. */
    int (*pick)(struct machine *m);
    void (*look)(struct machine *m, unsigned thread, struct machine_boundary *b);
    /* Executes an instruction of @thread, and gives its accesses to watched ranges to
     * machine_points_touch(). Returns true if it must be reported; then fills @ev, except for
     * thread and ip. A replay (plan.quiet) only asks whether the machine has stopped. */
    bool (*step)(struct machine *m, unsigned thread, struct machine_event *ev);
    /* Fills @ev, except for ip: why no thread can run. */
    void (*stuck)(struct machine *m, struct machine_event *ev);
};
struct machine_stepper {
    struct machine *machine;
    const struct machine_stepper_ops *ops;
    struct machine_points points;
    struct machine_run plan; /* of the present run */
    /* By thread, the breakpoint that does not fire again before the thread has moved: for stops,
     * and for a search back in time. */
    struct machine_pass {
        bool set;
        struct machine_standing at;
    } * passes, *visits;
    unsigned touched; /* the thread of points.touched */
    struct {          /* where the step was armed */
        bool armed, on, in_routine;
        struct machine_standing at;
    } step;
};
/* machine_stepper_init - for a machine that knows its number of threads. Returns 0 or
 * -MACHINE_ERR_NOMEM. machine_stepper_fini - frees what @s owns, also after a failed init. */
int machine_stepper_init(struct machine_stepper *s, struct machine *m,
                         const struct machine_stepper_ops *ops);
void machine_stepper_fini(struct machine_stepper *s);
/* machine_stepper_forget - drops what is known about the present moment, because another one was
 * restored. */
void machine_stepper_forget(struct machine_stepper *s);
/* machine_stepper_run - what run of struct machine_ops says. */
bool machine_stepper_run(struct machine_stepper *s, const struct machine_run *plan, uint64_t budget,
                         struct machine_event *ev);

#endif
