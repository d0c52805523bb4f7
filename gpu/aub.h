/* Reads a recording of what a driver sent (.aub) and applies it packet by packet. gpu/record.h
 * writes recordings. */
#ifndef EULAB_GPU_AUB_H
#define EULAB_GPU_AUB_H

#include "gpu/devices.h"
#include "gpu/gpu.h"

/* gpu_aub_device - the device for which the @n bytes of a file were recorded. NULL: no recording,
 * or of an unknown device; @why says which. */
const struct gpu_device *gpu_aub_device(const uint8_t *bytes, size_t n, const char **why);
/* gpu_aub_replay - applies all packets in order; submissions execute as they come. Returns GPU_DONE
 * or the first stop. For a damaged file gpu_why() says where the damage is. */
enum gpu_stop gpu_aub_replay(struct gpu *gpu, const uint8_t *bytes, size_t n);

#endif
