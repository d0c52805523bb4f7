/* vISA beside the EU: launches of kind opencl, and visadiff. */
#ifndef EULAB_PROGRAM_VISA_H
#define EULAB_PROGRAM_VISA_H

#include "ui/options.h"
#include "visa/cli/launch.h"

extern const struct visa_cl_ops program_visa_cl;
/* The command run, for vISA. */
int program_visa_run(const struct ui_args *args);

#endif
