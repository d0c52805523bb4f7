/* A layer of OpenCL's loader: it leaves each program's binary, and its source, in the folder that
 * EULAB_CL_FOLDER names, when the first kernel of it is made; and builds with the options of
 * EULAB_CL_OPTIONS, too. It needs no header of OpenCL's: the loader's table has a fixed order.
 * Source: Khronos' cl_layer.h, cl_icd.h, cl.h. Status: spec. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Places in the table. */
enum {
    BUILD = 30,
    COMPILE = 98,
    PROGRAM_INFO = 32,
    CREATE_KERNEL = 34,
    CREATE_KERNELS = 35,
    ENTRIES = 149
};
/* CL_PROGRAM_... */
enum { SOURCE = 0x1164, BINARY_SIZES = 0x1165, BINARIES = 0x1166 };
enum { LAYER_API_VERSION = 0x4240, LAYER_NAME = 0x4241, API_100 = 100, INVALID_VALUE = -30 };
enum { DEVICES_MAX = 8 };

typedef void any_function(void);
typedef int32_t info_function(void *program, uint32_t what, size_t size, void *value, size_t *had);
typedef int32_t build_function(void *program, uint32_t n, void *const *devices, const char *options,
                               void (*done)(void *, void *), void *ctx);
typedef int32_t compile_function(void *program, uint32_t n, void *const *devices,
                                 const char *options, uint32_t nheaders, void *const *headers,
                                 const char *const *names, void (*done)(void *, void *), void *ctx);
typedef void *create_function(void *program, const char *name, int32_t *error);
typedef int32_t create_all_function(void *program, uint32_t n, void **kernels, uint32_t *had);

/* A layer is one for each process: the loader keeps the tables. */
static any_function *const *next;
static any_function *ours[ENTRIES];

int32_t clGetLayerInfo(uint32_t what, size_t size, void *value, size_t *had);
int32_t clInitLayer(uint32_t n, any_function *const *target, uint32_t *had,
                    any_function *const **layer);

/* --- what is left --- */

static void leave(uint64_t name, const char *suffix, const void *bytes, size_t n)
{
    char path[4096], temporary[4096 + 32];
    const char *folder = getenv("EULAB_CL_FOLDER");
    if (!folder || !n)
        return;
    snprintf(path, sizeof path, "%s/%016llx.%s", folder, (unsigned long long)name, suffix);
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    if (access(path, F_OK) == 0)
        return;
    FILE *f = fopen(temporary, "wbe");
    if (!f)
        return;
    int ok = fwrite(bytes, 1, n, f) == n;
    if (fclose(f) || !ok || rename(temporary, path))
        unlink(temporary);
}

static uint64_t name_of(const uint8_t *bytes, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

static void leave_source(void *program, uint64_t name)
{
    info_function *info = (info_function *)next[PROGRAM_INFO];
    size_t n = 0;
    if (info(program, SOURCE, 0, NULL, &n) || n < 2)
        return;
    char *text = malloc(n);
    if (text && !info(program, SOURCE, n, text, NULL))
        leave(name, "cl", text, n - 1);
    free(text);
}

/* Of one device: the simulated one. */
static void leave_program(void *program)
{
    info_function *info = (info_function *)next[PROGRAM_INFO];
    size_t sizes[DEVICES_MAX] = {0}, had = 0;
    uint8_t *binaries[DEVICES_MAX] = {NULL};
    if (info(program, BINARY_SIZES, sizeof sizes, sizes, &had) || had < sizeof *sizes || !sizes[0])
        return;
    binaries[0] = malloc(sizes[0]);
    if (binaries[0] && had == sizeof *sizes &&
        !info(program, BINARIES, sizeof *binaries, binaries, NULL)) {
        uint64_t name = name_of(binaries[0], sizes[0]);
        leave_source(program, name);
        leave(name, "bin", binaries[0], sizes[0]);
    }
    free(binaries[0]);
}

/* --- the entries --- */

static char *with_ours(const char *options)
{
    const char *more = getenv("EULAB_CL_OPTIONS");
    char *all = NULL;
    if (!more || !*more || asprintf(&all, "%s %s", options ? options : "", more) < 0)
        return NULL;
    return all;
}

static int32_t build(void *program, uint32_t n, void *const *devices, const char *options,
                     void (*done)(void *, void *), void *ctx)
{
    char *all = with_ours(options);
    int32_t error =
        ((build_function *)next[BUILD])(program, n, devices, all ? all : options, done, ctx);
    free(all);
    return error;
}

static int32_t compile(void *program, uint32_t n, void *const *devices, const char *options,
                       uint32_t nheaders, void *const *headers, const char *const *names,
                       void (*done)(void *, void *), void *ctx)
{
    char *all = with_ours(options);
    int32_t error = ((compile_function *)next[COMPILE])(program, n, devices, all ? all : options,
                                                        nheaders, headers, names, done, ctx);
    free(all);
    return error;
}

static void *create_kernel(void *program, const char *name, int32_t *error)
{
    void *kernel = ((create_function *)next[CREATE_KERNEL])(program, name, error);
    if (kernel)
        leave_program(program);
    return kernel;
}

static int32_t create_kernels(void *program, uint32_t n, void **kernels, uint32_t *had)
{
    int32_t error = ((create_all_function *)next[CREATE_KERNELS])(program, n, kernels, had);
    if (!error)
        leave_program(program);
    return error;
}

/* --- the loader's side --- */

int32_t clGetLayerInfo(uint32_t what, size_t size, void *value, size_t *had)
{
    static const char name[] = "eulab";
    static const uint32_t version = API_100;
    const void *from = what == LAYER_NAME ? (const void *)name : &version;
    size_t n = what == LAYER_NAME ? sizeof name : sizeof version;
    if ((what != LAYER_NAME && what != LAYER_API_VERSION) || (value && size < n))
        return INVALID_VALUE;
    if (value)
        memcpy(value, from, n);
    if (had)
        *had = n;
    return 0;
}

/* Entries of the target that the table here has no place for stay as they are: the loader takes no
 * more from a layer than that says it has. */
int32_t clInitLayer(uint32_t n, any_function *const *target, uint32_t *had,
                    any_function *const **layer)
{
    if (!target || !had || !layer || n <= CREATE_KERNELS)
        return INVALID_VALUE;
    uint32_t count = n < ENTRIES ? n : ENTRIES;
    next = target;
    memcpy(ours, target, count * sizeof *ours);
    ours[BUILD] = (any_function *)build;
    if (count > COMPILE)
        ours[COMPILE] = (any_function *)compile;
    ours[CREATE_KERNEL] = (any_function *)create_kernel;
    ours[CREATE_KERNELS] = (any_function *)create_kernels;
    *had = count;
    *layer = ours;
    return 0;
}
