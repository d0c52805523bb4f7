/* Variables of a kernel's source, at the place of a lane of a machine. */
#ifndef EULAB_EU_CLI_VARIABLES_H
#define EULAB_EU_CLI_VARIABLES_H

#include "machine/machine.h"
#include "opencl/frames.h"
#include "opencl/variables.h"
#include "sim/sim.h"

/* A lane of @m, and its distance from the beginning of the described code. */
struct ui_lane_at {
    struct machine *m;
    unsigned thread, lane;
    uint64_t past;
};
/* ui_variable - the @i-th variable of @vs in scope at @at or, with @name, the one with that name.
 * False: there is none, or @vs is NULL. */
bool ui_variable(const struct cl_variables *vs, const struct ui_lane_at *at, unsigned i,
                 const char *name, struct machine_variable *v);
/* ui_frame - the frame of @t, whose kernel begins at IP @start. If its function has not made a
 * frame yet: an address in the window on registers where the caller's frame pointer is. */
uint64_t ui_frame(const struct cl_frames *f, const struct eu_thread *t, uint32_t start);

#endif
