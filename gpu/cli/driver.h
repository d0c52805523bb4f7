/* Intel's driver on this host: finds it, and sets the environment in which it uses a simulated GPU.
 */
#ifndef EULAB_GPU_CLI_DRIVER_H
#define EULAB_GPU_CLI_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/devices.h"

/* ui_driver_find - the file by which OpenCL's loader finds the driver: the one in OCL_ICD_VENDORS
 * if that is set, else Debian's. False: the driver is not here; @path (of @n bytes) names the place
 * that was searched. */
bool ui_driver_find(char *path, size_t n);
/* ui_driver_library - the driver's library as the file @icd names it: a path, or a name for the
 * linker. False: there is none. */
bool ui_driver_library(const char *icd, char *name, size_t n);
/* ui_driver_layer - the layer of OpenCL's loader that reports programs (gpu/layer/), beside this
 * program or where it was installed. False: it is not there. */
bool ui_driver_layer(char *path, size_t n);
/* ui_driver_zero - likewise the driver for Level Zero's loader that reports modules. */
bool ui_driver_zero(char *path, size_t n);
/* ui_driver_wire - likewise the library that moves a driver's connection to shared memory. */
bool ui_driver_wire(char *path, size_t n);

/* How the driver is set up. Texts are borrowed; NULL: not used. */
struct ui_driver {
    const char *vendors; /* from ui_driver_find() */
    const struct gpu_device *device;
    uint16_t port;          /* on 127.0.0.1 */
    const char *sip;        /* a file with the bytes of a System Routine */
    const char *layer;      /* from ui_driver_layer() */
    const char *zero;       /* from ui_driver_zero() */
    const char *wire;       /* from ui_driver_wire(); NULL: over TCP */
    const char *folder;     /* where the layers leave programs */
    const char *build;      /* additional options for building OpenCL programs */
    const char *build_zero; /* additional options for Level Zero's modules of SPIR-V */
};
/* ui_driver_environment - sets the environment of this process and of those it starts. False: no
 * memory. */
bool ui_driver_environment(const struct ui_driver *d);

#endif
