/* Variables of a launch's kernels, from the debug information of their files. */
#ifndef EULAB_EU_CLI_LAUNCH_VARIABLES_H
#define EULAB_EU_CLI_LAUNCH_VARIABLES_H

#include "eu/cli/launch_opencl.h"
#include "machine/machine.h"

/* variable and variable_known of struct eu_machine_notes; @ctx: struct ui_machine. */
bool launch_variable(void *ctx, struct machine *m, unsigned thread, unsigned lane, unsigned i,
                     const char *name, struct machine_variable *v);
bool launch_variable_known(void *ctx, const char *name);

#endif
