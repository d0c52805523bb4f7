/* What the files of the Level Zero driver share: its tables are Intel's, except for the functions
 * that are wrapped here. Tables have a fixed order, so that no header of Level Zero is needed.
 * Source: ze_api.h, ze_ddi.h 1.5. Status: spec. */
#ifndef EULAB_GPU_LAYER_ZERO_DRIVER_H
#define EULAB_GPU_LAYER_ZERO_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void any_function(void);
struct zero_region {
    uint32_t x, y, z, width, height, depth;
};

/* zero_fill_table - fills @table by Intel's function @name. Returns 0 or a ZE_RESULT. */
uint32_t zero_fill_table(const char *name, uint32_t version, any_function **table);
/* WRAP - puts the function @ours at a place of a table; the pointer @intels keeps Intel's. */
#define WRAP(table, place, ours, intels)                                                           \
    ((intels) = (__typeof__(intels))(table)[place], (table)[place] = (any_function *)(ours))

/* zero_is_own - whether memory is the program's own, which the driver did not allocate.
 * @context: any one, as the driver knows all memory in each; NULL: none was made. */
bool zero_is_own(void *context, const void *at);

/* zero_image_bytes - of the memory that is copied to a region of an image, NULL: to all of it. 0:
 * not known, as of media formats. */
size_t zero_image_bytes(const void *image, const struct zero_region *region);

/* zero_waits - for a function that waits for the GPU at most @timeout ns. While the GPU waits for
 * an event that the host has not signalled, the driver's function would not return at all. So this
 * waits, and returns the function's *@result as true; false: the driver's function may be called.
 * @event: what the function waits for, which may be signalled before; NULL: for all work. */
bool zero_waits(void *event, uint64_t timeout, uint32_t *result);

#endif
