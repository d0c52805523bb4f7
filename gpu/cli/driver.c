/* Finds Intel's driver and eulab's layers on this host, and sets the environment that makes the
 * driver use a simulated GPU. */
#include "gpu/cli/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char debians[] = "/etc/OpenCL/vendors/intel.icd";

bool ui_driver_library(const char *icd, char *name, size_t n)
{
    FILE *f = fopen(icd, "re");
    if (!f)
        return false;
    bool read = fgets(name, (int)n, f) != NULL;
    fclose(f);
    if (read)
        name[strcspn(name, "\n")] = 0;
    return read && name[0];
}

/* A library given by its path, or by a name that the linker looks up. A name is accepted without a
 * check. */
static bool has_library(const char *icd)
{
    char name[1024];
    return ui_driver_library(icd, name, sizeof name) && (name[0] != '/' || access(name, R_OK) == 0);
}

bool ui_driver_find(char *path, size_t n)
{
    const char *given = getenv("OCL_ICD_VENDORS");
    struct stat st;
    bool is_file = given && stat(given, &st) == 0 && S_ISREG(st.st_mode);
    snprintf(path, n, "%s", is_file ? given : debians);
    return has_library(path);
}

/* Looks beside this program, then where it was installed. */
static bool find_beside(const char *name, char *path, size_t n)
{
    static const char *const folders[] = {"/", "/../lib/eulab/"};
    char *exe = realpath("/proc/self/exe", NULL);
    bool found = false;
    for (size_t i = 0; exe && !found && i < sizeof folders / sizeof *folders; i++) {
        int folder = (int)(strrchr(exe, '/') - exe);
        found = (size_t)snprintf(path, n, "%.*s%s%s", folder, exe, folders[i], name) < n &&
                access(path, R_OK) == 0;
    }
    free(exe);
    return found;
}

bool ui_driver_layer(char *path, size_t n)
{
    return find_beside("eulab-cl.so", path, n);
}

bool ui_driver_zero(char *path, size_t n)
{
    return find_beside("eulab-ze.so", path, n);
}

bool ui_driver_wire(char *path, size_t n)
{
    return find_beside("eulab-wire.so", path, n);
}

/* Libraries that the user has already set up stay, before ours. */
static bool add_library(const char *name, const char *ours)
{
    const char *others = getenv(name);
    char *all = NULL;
    bool ok =
        asprintf(&all, "%s%s%s", others ? others : "", others && *others ? ":" : "", ours) >= 0 &&
        setenv(name, all, true) == 0;
    free(all);
    return ok;
}

/* Otherwise a program built with AddressSanitizer refuses libraries that are loaded before it. */
static bool set_up_wire(const struct ui_driver *d, const char *port)
{
    return setenv("EULAB_WIRE", port, true) == 0 && add_library("LD_PRELOAD", d->wire) &&
           add_library("ASAN_OPTIONS", "verify_asan_link_order=0");
}

/* Keys that the driver reads if the first is 1, and keys of OpenCL's loader. Level Zero's loader
 * finds the driver by itself. Source: compute-runtime 22.43, debug_variables_base.inl; gpu/layer/.
 */
bool ui_driver_environment(const struct ui_driver *d)
{
    enum { TBX = 2 };
    char port[8], tbx[4], tick[16];
    snprintf(port, sizeof port, "%u", d->port);
    snprintf(tbx, sizeof tbx, "%d", TBX);
    snprintf(tick, sizeof tick, "%u", d->device->tick);
    const struct {
        const char *name, *value;
    } keys[] = {{"NEOReadDebugKeys", "1"},
                {"ProductFamilyOverride", d->device->name},
                {"SetCommandStreamReceiver", tbx},
                {"TbxServer", "127.0.0.1"},
                {"TbxPort", port},
                {"OCL_ICD_VENDORS", d->vendors},
                {"LoadBinarySipFromFile", d->sip},
                {"EULAB_CL_FOLDER", d->folder},
                {"EnableDeviceBasedTimestamps", "1"}, /* for gpu/layer/opencl/times.c */
                {"EULAB_CL_TICK", tick},
                {"EULAB_CL_OPTIONS", d->build},
                {"EULAB_ZE_OPTIONS", d->build_zero}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].value && setenv(keys[i].name, keys[i].value, true))
            return false;
    /* Without this the driver maps for the GPU what a program writes to a buffer, and later reads
     * it back to its origin. If that is read-only, as a constant is, the read-back kills the
     * driver's channel. */
    if (setenv("DoCpuCopyOnWriteBuffer", "1", false))
        return false;
    if (d->zero && setenv("ZE_ENABLE_ALT_DRIVERS", d->zero, false))
        return false;
    return (!d->wire || set_up_wire(d, port)) &&
           (!d->layer || add_library("OPENCL_LAYERS", d->layer));
}
