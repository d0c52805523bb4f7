/* A driver for Level Zero's loader: Intel's driver except for one entry. When a module is made, it
 * leaves the module's binary in the folder of EULAB_CL_FOLDER, and it adds the options of
 * EULAB_ZE_OPTIONS to builds. The loader finds the other entries in the library that this one is
 * linked to, Intel's driver. It needs no header of Level Zero: tables have a fixed order. Source:
 * ze_api.h, ze_ddi.h 1.5. Status: spec. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/layer/leave.h"

static const char intels[] = "libze_intel_gpu.so.1";
enum { CREATE = 0, NATIVE_BINARY = 3 };                   /* places in the table of modules */
enum { UNINITIALIZED = 0x78000001, FORMAT_IL_SPIRV = 0 }; /* ZE_RESULT_ERROR_..., ZE_MODULE_... */

typedef void any_function(void);
struct module_desc {
    uint32_t type;
    const void *next;
    uint32_t format;
    size_t size;
    const uint8_t *input;
    const char *flags;
    const void *constants;
};
typedef uint32_t table_function(uint32_t version, any_function **table);
typedef uint32_t create_function(void *context, void *device, const struct module_desc *desc,
                                 void **module, void **log);
typedef uint32_t binary_function(void *module, size_t *size, uint8_t *bytes);

/* A loader loads one driver of this name. */
static create_function *create;
static binary_function *binary;

uint32_t zeGetModuleProcAddrTable(uint32_t version, any_function **table);

static void leave_module(void *module)
{
    size_t n = 0;
    if (binary(module, &n, NULL) || !n)
        return;
    uint8_t *bytes = malloc(n);
    if (bytes && !binary(module, &n, bytes))
        leave_file(leave_name(bytes, n), "bin", bytes, n);
    free(bytes);
}

static uint32_t create_module(void *context, void *device, const struct module_desc *desc,
                              void **module, void **log)
{
    const char *more = getenv("EULAB_ZE_OPTIONS");
    struct module_desc ours = *desc;
    char *flags = NULL;
    if (more && *more && desc->format == FORMAT_IL_SPIRV &&
        asprintf(&flags, "%s %s", desc->flags ? desc->flags : "", more) >= 0)
        ours.flags = flags;
    uint32_t result = create(context, device, &ours, module, log);
    free(flags);
    if (!result)
        leave_module(*module);
    return result;
}

uint32_t zeGetModuleProcAddrTable(uint32_t version, any_function **table)
{
    void *driver = dlopen(intels, RTLD_NOW | RTLD_NOLOAD);
    table_function *fill = NULL;
    if (driver)
        *(void **)&fill = dlsym(driver, "zeGetModuleProcAddrTable");
    uint32_t result = fill ? fill(version, table) : UNINITIALIZED;
    if (result)
        return result;
    create = (create_function *)table[CREATE];
    binary = (binary_function *)table[NATIVE_BINARY];
    if (create && binary)
        table[CREATE] = (any_function *)create_module;
    return 0;
}
