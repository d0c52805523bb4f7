/* The simulated devices, by the names of Intel's driver. */
#ifndef EULAB_GPU_DEVICES_H
#define EULAB_GPU_DEVICES_H

struct gpu_device {
    const char *name;   /* "skl" */
    unsigned gen;       /* 8 or 9 */
    unsigned recording; /* the device's number in a recording */
    unsigned tick;      /* picoseconds per tick of its timestamp */
};
/* NULL past the end, or when there is none. */
const struct gpu_device *gpu_device_at(unsigned i);
const struct gpu_device *gpu_device_by_name(const char *name);
const struct gpu_device *gpu_device_recorded(unsigned recording);

#endif
