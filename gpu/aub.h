/* Recordings of what a driver sent (.aub): read, applied packet by packet. */
#ifndef EULAB_GPU_AUB_H
#define EULAB_GPU_AUB_H

#include "gpu/devices.h"
#include "gpu/gpu.h"

/* gpu_aub_device - what the @n bytes of a file were recorded for; NULL: no recording, or of a
 * device that is not known, @why says so. */
const struct gpu_device *gpu_aub_device(const uint8_t *bytes, size_t n, const char **why);
/* gpu_aub_replay - apply all packets in order; submissions execute as they come. GPU_DONE, or the
 * first stop; gpu_why() says where in the file a damaged one is. */
enum gpu_stop gpu_aub_replay(struct gpu *gpu, const uint8_t *bytes, size_t n);

#endif
