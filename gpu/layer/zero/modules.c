/* Modules, which are Level Zero's programs: leaves their binaries, and adds options to builds. */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/layer/leave.h"
#include "gpu/layer/zero/driver.h"

enum { CREATE = 0, NATIVE_BINARY = 3 }; /* places in its table */
enum { FORMAT_IL_SPIRV = 0 };           /* ZE_MODULE_... */

struct module_desc {
    uint32_t type;
    const void *next;
    uint32_t format;
    size_t size;
    const uint8_t *input;
    const char *flags;
    const void *constants;
};
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
    uint32_t result = zero_fill_table("zeGetModuleProcAddrTable", version, table);
    if (result)
        return result;
    binary = (binary_function *)table[NATIVE_BINARY];
    if (table[CREATE] && binary)
        WRAP(table, CREATE, create_module, create);
    return 0;
}
