/* Writes what a driver sends as a recording (.aub); gpu/aub.h replays it. */
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
/* gpu_record_open - begins a recording of @device in the file @path. False with errno. */
bool gpu_record_open(struct gpu_record *r, const char *path, const struct gpu_device *device);
/* gpu_record_close - False with errno: not all of it could be written. A second call, or a record
 * that was never opened, returns true. */
bool gpu_record_close(struct gpu_record *r);
/* What a driver does: writes memory, a page-table entry, a register. @r may be NULL. */
void gpu_record_memory(struct gpu_record *r, uint64_t address, const void *bytes, size_t n);
void gpu_record_ggtt(struct gpu_record *r, uint32_t index, uint64_t entry);
void gpu_record_register(struct gpu_record *r, uint32_t offset, uint32_t value);

#endif
