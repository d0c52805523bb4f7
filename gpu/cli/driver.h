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
/* ui_driver_library - the driver's library, as the file @icd has it: a path, or a name for the
 * linker. False: there is none. */
bool ui_driver_library(const char *icd, char *name, size_t n);
/* ui_driver_layer - the layer of OpenCL's loader that tells of programs (gpu/layer/), beside this
 * program or where it was installed. False: it is not there. */
bool ui_driver_layer(char *path, size_t n);
/* ui_driver_zero - likewise the driver for Level Zero's loader that tells of modules. */
bool ui_driver_zero(char *path, size_t n);
/* ui_driver_wire - likewise the library that takes a driver's connection through shared memory. */
bool ui_driver_wire(char *path, size_t n);

/* What the driver is to be; texts are borrowed, and NULL where there are none. */
struct ui_driver {
    const char *vendors; /* by ui_driver_find() */
    const struct gpu_device *device;
    uint16_t port;          /* of 127.0.0.1 */
    const char *sip;        /* a System Routine's bytes in a file */
    const char *layer;      /* by ui_driver_layer() */
    const char *zero;       /* by ui_driver_zero() */
    const char *wire;       /* by ui_driver_wire(); NULL: over TCP */
    const char *folder;     /* where these leave programs */
    const char *build;      /* options that OpenCL programs are built with, too */
    const char *build_zero; /* ... and Level Zero's modules of SPIR-V */
};
/* ui_driver_environment - for this process and those it starts. False: no memory. */
bool ui_driver_environment(const struct ui_driver *d);

#endif
