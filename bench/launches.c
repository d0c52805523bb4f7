/* launches FILE ENGINE - milliseconds of processor time that the launch of a launch file of kind
 * opencl takes, from its first thread's dispatch to the last one's end, as bench/kernels.c measures
 * it on a device: in one process, the mean of three, one before them not counted. So neither has
 * its compiler, its files, and pages that are touched first, in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "eu/cli/launch_impl.h"
#include "eu/cli/trace.h"
#include "ui/options.h"

enum { LAUNCHES = 3 };

__attribute__((noreturn)) static void die(const char *what)
{
    fprintf(stderr, "launches: %s\n", what);
    exit(1);
}

/* All threads that the machine has become those of the launch, which are made as it goes. */
static void start(const struct launch *l, struct ui_machine *m)
{
    struct eu *eu = m->eu;
    launch_stream_free(m->stream);
    m->stream = NULL;
    eu->source = NULL;
    memset(eu->slots, 0, sizeof eu->slots);
    eu->slots_end = eu->queued = eu->next_slot = eu->quantum_used = 0;
    if (launch_stream_start(l, m, &l->dispatch) != UI_OK)
        exit(1);
}

static void run(struct eu *eu)
{
    enum { SLICE = 1 << 20 }; /* as `eulab run` */
    struct eu_event ev;
    enum eu_stop stop;
    do
        stop = eu_run(eu, SLICE, &ev);
    while (stop == EU_STOP_BUDGET);
    if (stop != EU_STOP_DONE)
        die("the launch does not end");
}

int main(int argc, char **argv)
{
    char name[] = "run", file[] = "--launch", engine[] = "--engine";
    struct ui_args args;
    struct launch l;
    struct ui_machine m = {0};
    double began;
    if (argc != 3)
        die("usage: launches FILE ENGINE");
    char *words[] = {name, file, argv[1], engine, argv[2], NULL};
    if (ui_args_parse(&args, UI_RUN, 5, words) != UI_OK || launch_init(&l, &args) != UI_OK)
        return 1;
    l.streams = true;
    if (launch_build(&l, &m) != UI_OK)
        return 1;
    if (!m.opencl || !m.streams)
        die("no OpenCL launch, or of too few threads");
    ui_trace(m.eu, &l); /* nobody watches */
    run(m.eu);
    began = bench_now();
    for (int i = 0; i < LAUNCHES; i++) {
        start(&l, &m);
        run(m.eu);
    }
    printf("%.4g\n", (bench_now() - began) / 1e6 / LAUNCHES);
    ui_machine_fini(&m);
    launch_fini(&l);
    ui_args_fini(&args);
    return 0;
}
