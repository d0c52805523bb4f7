/* A driver for Level Zero's loader: Intel's driver except for some tables. When a module is made,
 * it leaves the module's binary in the folder of EULAB_CL_FOLDER, and it adds the options of
 * EULAB_ZE_OPTIONS to builds (modules.c). It notes memory that program and GPU share (memory.c),
 * and the program's own memory that command lists read (lists.c, images.c). It reads the
 * GPU's clock (device.c), exchanges events,
 * and waits for a GPU that waits for the program (events.c). The loader finds the other tables in
 * the library that this one is linked to, Intel's driver. */
#include "gpu/layer/zero/driver.h"

#include <dlfcn.h>
#include <stddef.h>

static const char intels[] = "libze_intel_gpu.so.1";
enum { UNINITIALIZED = 0x78000001 }; /* ZE_RESULT_ERROR_... */

typedef uint32_t table_function(uint32_t version, any_function **table);

uint32_t zero_fill_table(const char *name, uint32_t version, any_function **table)
{
    void *driver = dlopen(intels, RTLD_NOW | RTLD_NOLOAD);
    table_function *fill = NULL;
    if (driver)
        *(void **)&fill = dlsym(driver, name);
    return fill ? fill(version, table) : UNINITIALIZED;
}
