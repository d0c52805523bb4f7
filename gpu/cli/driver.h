/* Intel's driver on this host: whether it is there, and what makes it use a simulated GPU. */
#ifndef EULAB_GPU_CLI_DRIVER_H
#define EULAB_GPU_CLI_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/devices.h"

/* ui_driver_find - the file by which OpenCL's loader finds the driver: OCL_ICD_VENDORS, if it names
 * one, else Debian's. False: the driver is not here; @path (of @n bytes) says where it was looked
 * for. */
bool ui_driver_find(char *path, size_t n);
/* ui_driver_environment - for this process and those it starts: the driver whose file is @vendors
 * is to be @device at @port of 127.0.0.1. @sip: a System Routine's bytes in a file, or NULL. False:
 * no memory. */
bool ui_driver_environment(const char *vendors, const struct gpu_device *device, uint16_t port,
                           const char *sip);

#endif
