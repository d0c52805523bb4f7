/* The programs that need vISA and the EU together: launches of kind opencl, and visadiff. */
#ifndef EULAB_PROGRAM_VISA_H
#define EULAB_PROGRAM_VISA_H

#include "ui/options.h"
#include "visa/cli/launch.h"

extern const struct visa_cl_ops program_visa_cl;
/* The `run` command for vISA. */
int program_visa_run(const struct ui_args *args);

#endif
