/* A launch of an OpenCL kernel whose threads are made only when there are slots for them. */
#ifndef EULAB_OPENCL_STREAM_H
#define EULAB_OPENCL_STREAM_H

#include "opencl/launch.h"
#include "sim/stream.h"

/* cl_stream_new - a source for eu_stream() with the threads of @l: the same numbers, slots and
 * registers as cl_dispatch() makes. What @l refers to is borrowed. NULL: no memory. */
struct cl_stream;
struct cl_stream *cl_stream_new(const struct cl_launch *l, uint32_t start, uint32_t enables,
                                struct eu_source *source);
void cl_stream_free(struct cl_stream *s);

#endif
