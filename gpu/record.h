/* Writes what a driver sends as a recording (.aub), which gpu/aub.h carries out again. */
#ifndef EULAB_GPU_RECORD_H
#define EULAB_GPU_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gpu/devices.h"

struct gpu_record {
    FILE *file; /* owned; NULL: nothing is written */
    bool failed;
};
/* gpu_record_open - a file for a recording of @device, at @path. False with errno. */
bool gpu_record_open(struct gpu_record *r, const char *path, const struct gpu_device *device);
/* gpu_record_close - false with errno: not all of it was written. Closed once, or never opened:
 * true. */
bool gpu_record_close(struct gpu_record *r);
/* The three things that a driver does; @r may be NULL. */
void gpu_record_memory(struct gpu_record *r, uint64_t address, const void *bytes, size_t n);
void gpu_record_ggtt(struct gpu_record *r, uint32_t index, uint64_t entry);
void gpu_record_register(struct gpu_record *r, uint32_t offset, uint32_t value);

#endif
