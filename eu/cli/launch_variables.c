/* Finds variables of a launch's kernels for a lane of its machine. */
#include "eu/cli/launch_variables.h"

#include "eu/cli/variables.h"

static const struct cl_variables *variables_of(struct launch_opencl *lo)
{
    if (lo && !lo->variables)
        lo->variables = cl_variables_new(&lo->debug.units);
    return lo ? lo->variables : NULL;
}

bool launch_variable(void *ctx, struct machine *m, unsigned thread, unsigned lane, unsigned i,
                     const char *name, struct machine_variable *v)
{
    struct ui_machine *machine = ctx;
    const struct ui_lane_at at = {m, thread, lane, m->ops->lane_ip(m, thread, lane)};
    return ui_variable(variables_of(machine->opencl), &at, i, name, v);
}

bool launch_variable_known(void *ctx, const char *name)
{
    struct ui_machine *machine = ctx;
    const struct cl_variables *vs = variables_of(machine->opencl);
    return vs && cl_variable_known(vs, name);
}
