/* The times at which commands were queued, submitted, started and ended, as a program reads them
 * from an event. */
#ifndef EULAB_GPU_LAYER_OPENCL_TIMES_H
#define EULAB_GPU_LAYER_OPENCL_TIMES_H

#include <stddef.h>
#include <stdint.h>

/* times_of_event - replaces clGetEventProfilingInfo(); @driver is the driver's function. */
typedef int32_t times_function(void *event, uint32_t what, size_t size, void *value, size_t *had);
int32_t times_of_event(times_function *driver, void *event, uint32_t what, size_t size, void *value,
                       size_t *had);

#endif
