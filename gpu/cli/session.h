/* What `eulab gpu` and `eulab cl` share: their options as a dispatcher and hooks, and what was
 * counted of each kernel. */
#ifndef EULAB_GPU_CLI_SESSION_H
#define EULAB_GPU_CLI_SESSION_H

#include "gpu/cli/kernels.h"
#include "gpu/cli/names.h"
#include "gpu/cli/uses.h"
#include "gpu/devices.h"
#include "gpu/dispatch.h"
#include "ui/options.h"

#include <pthread.h>

struct ui_gpu {
    /* As the options say. Each GPU has a copy, and so a machine of its own; with @turns they have
     * this one together, and run their walkers one at a time. */
    struct gpu_dispatcher dispatcher;
    bool turns;
    struct gpu_hooks hooks; /* for gpu_new() */
    const struct gpu_device *device;
    struct ui_names names;
    struct ui_kernels kernels; /* those that a debugger has seen, or a stop was in */
    bool stats;
    void *debugger; /* of who gave the dispatcher a debugger's functions; they get this structure */
    atomic_int walking;   /* how many walkers run */
    pthread_mutex_t lock; /* of what GPUs share: names, uses, seats */
    pthread_mutex_t turn; /* its holder runs a walker, with @turns */
    struct ui_seat *seats;
    struct gpu_work work; /* of all walkers */
    struct ui_uses uses;
    enum launch_profile profile;
    uint64_t started; /* ns */
};
/* ui_gpu_init - from the options of @args. An exit status, the message printed; @s stays where it
 * is until ui_gpu_fini(). */
int ui_gpu_init(struct ui_gpu *s, const struct ui_args *args);
void ui_gpu_fini(struct ui_gpu *s);
/* ui_gpu_interrupts - from now on a signal that asks for an end sets *@s->dispatcher.end, stops the
 * machine of GPUs that take turns, and makes @wake readable. @shared: Ctrl-C reaches a program as
 * well, and is that one's while no walker runs. 0 or an errno. */
int ui_gpu_interrupts(struct ui_gpu *s, bool shared, int *wake);
/* ui_gpu_end - as such a signal. ui_gpu_wake - only @wake. ui_gpu_signal - the last that
 * asked for an end; 0: none. */
void ui_gpu_end(void);
void ui_gpu_wake(void);
int ui_gpu_signal(void);
/* ui_gpu_stop_walkers - those that run; more do not begin once *@s->dispatcher.end is set. */
void ui_gpu_stop_walkers(struct ui_gpu *s);
/* ui_gpu_report - what the options asked for, on stderr. */
void ui_gpu_report(const struct ui_gpu *s);

#endif
