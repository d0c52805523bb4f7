/* gdb on a GPU: serves gdb through a gate, while a separate thread serves the driver. */
#ifndef EULAB_PROGRAM_GPU_DEBUGGER_H
#define EULAB_PROGRAM_GPU_DEBUGGER_H

#include "eu/cli/launch.h"
#include "gpu/cli/session.h"
#include "program/gate.h"
#include "stub/stub.h"

struct gpu_debugger {
    struct ui_gpu *gpu;
    struct gate gate;
    const char *address; /* --listen; NULL: the socket that @start gets */
    bool eu_threads;
    size_t history;
    bool interrupts; /* Ctrl-C belongs to a program, and does not end the server */
    /* Starts a debugger on the unix socket @path when the first kernel is there. May be NULL. */
    void (*start)(void *ctx, const char *path);
    /* Whether to end; @client: one is connected. May be NULL. */
    bool (*over)(void *ctx, bool client);
    /* Serves the driver to its end, or executes a recording, on a thread that gets no signals. */
    void (*drive)(void *ctx);
    void *ctx;
    atomic_bool killed; /* by the debugger, or by a signal to end */
    /* A debugger may be there: the GPU stays when the program has ended, which may begin again. */
    atomic_bool serving;
    bool failed;       /* it could not be served; said why */
    bool wants_source; /* it was asked for: a kernel without is spoken of */
    bool waits;        /* the debugger's functions are the dispatcher's */
    struct dbg *dbg;
    struct launch launch; /* for commands that examine the launch: empty */
};
/* gpu_debugger_init - reads --listen, --gdb-threads and --history; @wanted: there is a debugger
 * even without --listen. Returns an exit status; messages are printed. Call gpu_debugger_fini() in
 * any case. */
int gpu_debugger_init(struct gpu_debugger *d, const struct ui_args *args, struct ui_gpu *gpu,
                      bool wanted);
/* gpu_debugger_run - runs until @drive has returned; without a debugger it only calls @drive.
 * Returns 0 or an errno. */
int gpu_debugger_run(struct gpu_debugger *d);
void gpu_debugger_fini(struct gpu_debugger *d);

#endif
