/* What `eulab gpu` and `eulab cl` share: the dispatcher and hooks that their options ask for, and
 * the counters of each kernel. */
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
    /* As the options say. Each GPU has a copy, and so its own machine. With @turns all GPUs share
     * this one and run their walkers one at a time. */
    struct gpu_dispatcher dispatcher;
    bool turns;
    struct gpu_hooks hooks; /* for gpu_new() */
    const struct gpu_device *device;
    struct ui_names names;
    struct ui_kernels kernels; /* kernels that a debugger has seen, or that stopped */
    bool stats;
    void *debugger;       /* for the owner of the dispatcher's debugger functions, which get this
                             structure */
    atomic_int walking;   /* number of walkers that run */
    pthread_mutex_t lock; /* protects what GPUs share: names, uses, seats */
    pthread_mutex_t turn; /* with @turns: its holder runs a walker */
    struct ui_seat *seats;
    struct gpu_work work; /* of all walkers */
    struct ui_uses uses;
    enum launch_profile profile;
    uint64_t started; /* ns */
};
/* ui_gpu_init - sets up @s from the options of @args. Returns an exit status; an error is printed.
 * @s must not move until ui_gpu_fini(). */
int ui_gpu_init(struct ui_gpu *s, const struct ui_args *args);
void ui_gpu_fini(struct ui_gpu *s);
/* ui_gpu_interrupts - from now on a signal that asks for an end sets *@s->dispatcher.end, stops the
 * machine of GPUs that take turns, and makes @wake readable. @shared: Ctrl-C also reaches a
 * program, and is left to it while no walker runs. Returns 0 or an errno. */
int ui_gpu_interrupts(struct ui_gpu *s, bool shared, int *wake);
/* ui_gpu_end - does what such a signal does. ui_gpu_wake - only makes @wake readable. ui_gpu_signal
 * - the last signal that asked for an end; 0: none. */
void ui_gpu_end(void);
void ui_gpu_wake(void);
int ui_gpu_signal(void);
/* ui_gpu_stop_walkers - stops the walkers that run; none begins once *@s->dispatcher.end is set. */
void ui_gpu_stop_walkers(struct ui_gpu *s);
/* ui_gpu_report - prints on stderr what the options asked for. */
void ui_gpu_report(const struct ui_gpu *s);

#endif
