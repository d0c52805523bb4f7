/* vISA as a machine of machine/machine.h: a thread is one of the program's, a lane is one of its
 * channels; gdb gets variables by name. */
#ifndef VISA_MACHINE_H
#define VISA_MACHINE_H

#include "machine/machine.h"
#include "visa/exec.h"

/* Memory that can go back in time; the functions are as in struct machine_ops. All NULL: the
 * machine cannot. */
struct visa_rewind {
    void *ctx;
    void *(*take)(void *ctx);
    bool (*restore)(void *ctx, const void *kept);
    void (*drop)(void *ctx, void *kept);
    size_t (*bytes)(void *ctx, const void *kept);
};
/* visa_machine_new - makes a machine of @m, borrowed, which is before its first instruction. NULL:
 * out of memory. */
struct machine *visa_machine_new(struct visa_machine *m, const struct visa_rewind *rewind);
void visa_machine_free(struct machine *machine);

#endif
