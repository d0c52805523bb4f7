/* opencl_lines - the host of opencl_lines.cl. */
#define SOURCE "opencl_lines.cl"
#include "tests/opencl_debug.c"
