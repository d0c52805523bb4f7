/* Variables of a kernel's source where a lane of a machine stands. */
#ifndef EULAB_EU_CLI_VARIABLES_H
#define EULAB_EU_CLI_VARIABLES_H

#include "machine/machine.h"
#include "opencl/frames.h"
#include "opencl/variables.h"
#include "sim/sim.h"

/* A lane of @m, and how far it stands behind the beginning of the code that is described. */
struct ui_lane_at {
    struct machine *m;
    unsigned thread, lane;
    uint64_t past;
};
/* ui_variable - the @i-th variable of @vs in scope where @at is or, with @name, that one. False:
 * there is none, or @vs is NULL. */
bool ui_variable(const struct cl_variables *vs, const struct ui_lane_at *at, unsigned i,
                 const char *name, struct machine_variable *v);
/* ui_frame - the frame of @t, which runs code whose kernel begins at IP @start: where its function
 * has made one; otherwise an address of the window on registers that has the caller's. */
uint64_t ui_frame(const struct cl_frames *f, const struct eu_thread *t, uint32_t start);

#endif
