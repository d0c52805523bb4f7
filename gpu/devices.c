/* Finds a row of gpu/devices.def by index, by name and by the number in a recording. */
#include "gpu/devices.h"

#include <stddef.h>
#include <string.h>

static const struct gpu_device devices[] = {
#define DEVICE(name, gen, recording, tick) {name, gen, recording, tick},
#include "gpu/devices.def"
};

const struct gpu_device *gpu_device_at(unsigned i)
{
    return i < sizeof devices / sizeof *devices ? &devices[i] : NULL;
}

const struct gpu_device *gpu_device_by_name(const char *name)
{
    const struct gpu_device *d = NULL;
    for (unsigned i = 0; (d = gpu_device_at(i)) && strcmp(d->name, name) != 0;)
        i++;
    return d;
}

const struct gpu_device *gpu_device_recorded(unsigned recording)
{
    const struct gpu_device *d = NULL;
    for (unsigned i = 0; (d = gpu_device_at(i)) && d->recording != recording;)
        i++;
    return d;
}
