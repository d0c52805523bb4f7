/* A driver for Level Zero's loader: Intel's driver except for two tables. When a module is made, it
 * leaves the module's binary in the folder of EULAB_CL_FOLDER, and it adds the options of
 * EULAB_ZE_OPTIONS to builds. It notes memory that program and GPU share. The loader finds the
 * other entries in the library that this one is linked to, Intel's driver. It needs no header of
 * Level Zero: tables have a fixed order. Source: ze_api.h, ze_ddi.h 1.5. Status: spec. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/layer/leave.h"
#include "gpu/layer/share.h"

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

/* Intel's table of a name. */
static uint32_t fill_table(const char *name, uint32_t version, any_function **table)
{
    void *driver = dlopen(intels, RTLD_NOW | RTLD_NOLOAD);
    table_function *fill = NULL;
    if (driver)
        *(void **)&fill = dlsym(driver, name);
    return fill ? fill(version, table) : UNINITIALIZED;
}

uint32_t zeGetModuleProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = fill_table("zeGetModuleProcAddrTable", version, table);
    if (result)
        return result;
    create = (create_function *)table[CREATE];
    binary = (binary_function *)table[NATIVE_BINARY];
    if (create && binary)
        table[CREATE] = (any_function *)create_module;
    return 0;
}

/* --- memory --- */

enum { ALLOC_SHARED = 0, ALLOC_HOST = 2, FREE = 3, FREE_EXT = 9 }; /* places in its table */
enum { HAS_FREE_EXT = 1 << 16 | 3 };                               /* from version 1.3 on */

typedef uint32_t shared_function(void *context, const void *on_device, const void *on_host,
                                 size_t n, size_t alignment, void *device, void **at);
typedef uint32_t host_function(void *context, const void *on_host, size_t n, size_t alignment,
                               void **at);
typedef uint32_t free_function(void *context, void *at);
typedef uint32_t free_ext_function(void *context, const void *how, void *at);
static shared_function *shared;
static host_function *host;
static free_function *frees;
static free_ext_function *frees_ext;

uint32_t zeGetMemProcAddrTable(uint32_t version, any_function **table);

static uint32_t alloc_shared(void *context, const void *on_device, const void *on_host, size_t n,
                             size_t alignment, void *device, void **at)
{
    uint32_t result = shared(context, on_device, on_host, n, alignment, device, at);
    if (!result)
        share_memory(*at, n);
    return result;
}

static uint32_t alloc_host(void *context, const void *on_host, size_t n, size_t alignment,
                           void **at)
{
    uint32_t result = host(context, on_host, n, alignment, at);
    if (!result)
        share_memory(*at, n);
    return result;
}

static uint32_t free_one(void *context, void *at)
{
    unshare_memory(at);
    return frees(context, at);
}

static uint32_t free_ext(void *context, const void *how, void *at)
{
    unshare_memory(at);
    return frees_ext(context, how, at);
}

uint32_t zeGetMemProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = fill_table("zeGetMemProcAddrTable", version, table);
    if (result)
        return result;
    shared = (shared_function *)table[ALLOC_SHARED];
    host = (host_function *)table[ALLOC_HOST];
    frees = (free_function *)table[FREE];
    table[ALLOC_SHARED] = (any_function *)alloc_shared;
    table[ALLOC_HOST] = (any_function *)alloc_host;
    table[FREE] = (any_function *)free_one;
    frees_ext = version >= HAS_FREE_EXT ? (free_ext_function *)table[FREE_EXT] : NULL;
    if (frees_ext)
        table[FREE_EXT] = (any_function *)free_ext;
    return 0;
}
