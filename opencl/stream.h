/* A launch of an OpenCL kernel whose threads are made when there are slots for them. */
#ifndef EULAB_OPENCL_STREAM_H
#define EULAB_OPENCL_STREAM_H

#include "opencl/launch.h"
#include "sim/stream.h"

/* cl_stream_new - the threads of @l as @source, for eu_stream(): those of cl_dispatch(), with the
 * same numbers, slots and registers. What @l refers to is borrowed. NULL: no memory. */
struct cl_stream;
struct cl_stream *cl_stream_new(const struct cl_launch *l, uint32_t start, uint32_t enables,
                                struct eu_source *source);
void cl_stream_free(struct cl_stream *s);

#endif
