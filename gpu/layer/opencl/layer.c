/* A layer of OpenCL's loader. When the first kernel of a program is made, it leaves the program's
 * binary and source in the folder of EULAB_CL_FOLDER. It adds the options of EULAB_CL_OPTIONS to
 * builds, names the source file in programs that are built with -g, corrects the times of events
 * (times.c), gives all queues one priority and notes memory that program and GPU share (memory.c).
 * It needs no header of OpenCL: the loader's table has a fixed order. Source: Khronos' cl_layer.h,
 * cl_icd.h, cl.h. Status: spec.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gpu/layer/leave.h"
#include "gpu/layer/opencl/memory.h"
#include "gpu/layer/opencl/times.h"

/* Places in the table. */
enum {
    BUILD = 30,
    COMPILE = 98,
    RELEASE_PROGRAM = 29,
    PROGRAM_INFO = 32,
    CREATE_KERNEL = 34,
    CREATE_KERNELS = 35,
    RELEASE_KERNEL = 37,
    KERNEL_INFO = 39,
    EVENT_TIMES = 45,
    EXTENSION = 65,
    PLATFORM_EXTENSION = 107,
    CREATE_QUEUE = 123,
    SVM_ALLOC = 126,
    SVM_FREE = 127,
    SVM_FREE_LATER = 128,
    ENTRIES = 149
};
/* CL_PROGRAM_... */
enum { REFERENCES = 0x1160, SOURCE = 0x1164, BINARY_SIZES = 0x1165, BINARIES = 0x1166 };
/* CL_KERNEL_... */
enum { KERNEL_REFERENCES = 0x1192, KERNEL_PROGRAM = 0x1194 };
enum { LAYER_API_VERSION = 0x4240, LAYER_NAME = 0x4241, API_100 = 100, INVALID_VALUE = -30 };
/* CL_QUEUE_PRIORITY_KHR, ..._MED_KHR */
enum { PRIORITY = 0x1096, MEDIUM = 2, PROPERTIES_MAX = 32 };
enum { DEVICES_MAX = 8 };

typedef void any_function(void);
typedef int32_t release_function(void *object);
typedef int32_t info_function(void *program, uint32_t what, size_t size, void *value, size_t *had);
typedef int32_t build_function(void *program, uint32_t n, void *const *devices, const char *options,
                               void (*done)(void *, void *), void *ctx);
typedef int32_t compile_function(void *program, uint32_t n, void *const *devices,
                                 const char *options, uint32_t nheaders, void *const *headers,
                                 const char *const *names, void (*done)(void *, void *), void *ctx);
typedef void *create_function(void *program, const char *name, int32_t *error);
typedef void *queue_function(void *context, void *device, const uint64_t *properties,
                             int32_t *error);
typedef void *extension_function(const char *name);
typedef void *platform_extension_function(void *platform, const char *name);
typedef int32_t create_all_function(void *program, uint32_t n, void **kernels, uint32_t *had);

/* There is one layer in each process: the loader keeps the tables. */
static any_function *const *next;
static any_function *ours[ENTRIES];

int32_t clGetLayerInfo(uint32_t what, size_t size, void *value, size_t *had);
int32_t clInitLayer(uint32_t n, any_function *const *target, uint32_t *had,
                    any_function *const **layer);

/* --- what the layer leaves --- */

/* The caller frees it. NULL: the program was not made from source. */
static char *source_of(void *program, size_t *length)
{
    info_function *info = (info_function *)next[PROGRAM_INFO];
    size_t n = 0;
    if (info(program, SOURCE, 0, NULL, &n) || n < 2)
        return NULL;
    char *text = malloc(n);
    if (!text || info(program, SOURCE, n, text, NULL)) {
        free(text);
        return NULL;
    }
    *length = strlen(text);
    return text;
}

static void leave_source(void *program, uint64_t name)
{
    size_t n;
    char *text = source_of(program, &n);
    if (text)
        leave_file(name, "cl", text, n);
    free(text);
}

/* The binary for the one device, the simulated one. The caller frees it. NULL: the program has
 * none. */
static uint8_t *binary_of(void *program, size_t *n)
{
    info_function *info = (info_function *)next[PROGRAM_INFO];
    size_t sizes[DEVICES_MAX] = {0}, had = 0;
    uint8_t *binaries[DEVICES_MAX] = {NULL};
    if (info(program, BINARY_SIZES, sizeof sizes, sizes, &had) || had < sizeof *sizes || !sizes[0])
        return NULL;
    *n = sizes[0];
    binaries[0] = malloc(*n);
    if (binaries[0] && had == sizeof *sizes &&
        !info(program, BINARIES, sizeof *binaries, binaries, NULL))
        return binaries[0];
    free(binaries[0]);
    return NULL;
}

static void leave_program(void *program)
{
    size_t n;
    uint8_t *binary = binary_of(program, &n);
    uint64_t name = binary ? leave_name(binary, n) : 0;
    if (!binary)
        return;
    leave_no_mark(name);
    leave_source(program, name);
    leave_file(name, "bin", binary, n);
    free(binary);
}

/* The name under which a program was left, if its next release is the last (kernels hold a
 * reference to their program). 0: it is not, or nothing was left. */
static uint64_t last_of(void *program)
{
    uint32_t references = 0;
    size_t n;
    if (((info_function *)next[PROGRAM_INFO])(program, REFERENCES, sizeof references, &references,
                                              NULL) ||
        references != 1)
        return 0;
    uint8_t *binary = binary_of(program, &n);
    uint64_t name = binary ? leave_name(binary, n) : 0;
    free(binary);
    return name;
}

/* --- the name of the source --- */

static int is_text_of(const char *path, const char *text, size_t n)
{
    struct stat st;
    char *bytes = NULL;
    if (stat(path, &st) || !S_ISREG(st.st_mode) || (size_t)st.st_size != n || !(bytes = malloc(n)))
        return 0;
    FILE *f = fopen(path, "re");
    int same = f && fread(bytes, 1, n, f) == n && !memcmp(bytes, text, n);
    if (f)
        fclose(f);
    free(bytes);
    return same;
}

/* Finds a file of @folder that has this text. */
static int find_in(const char *folder, const char *text, size_t n, char path[PATH_MAX])
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    int found = 0;
    while (dir && !found && (entry = readdir(dir)))
        found = snprintf(path, PATH_MAX, "%s/%s", folder, entry->d_name) < PATH_MAX &&
                is_text_of(path, text, n);
    if (dir)
        closedir(dir);
    return found;
}

/* Searches the folder of the program, and the folder where it was started. */
static int find_source(const char *text, size_t n, char path[PATH_MAX])
{
    char folder[PATH_MAX];
    if (getcwd(folder, sizeof folder) && find_in(folder, text, n, path))
        return 1;
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = 0;
    char *slash = strrchr(folder, '/');
    if (!slash)
        return 0;
    *slash = 0;
    return find_in(folder, text, n, path);
}

/* Source text that is in no file is written to one, so that a debugger can show it. */
static int write_source(const char *text, size_t n, char path[PATH_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int absolute = cache && *cache == '/';
    unsigned long long name = leave_name((const uint8_t *)text, n);
    if (!absolute && (!home || *home != '/'))
        return 0;
    int size = snprintf(path, PATH_MAX, "%s%s/eulab/%016llx/%s.cl", absolute ? cache : home,
                        absolute ? "" : "/.cache", name, program_invocation_short_name);
    for (char *at = path + 1; size < PATH_MAX && (at = strchr(at, '/')); at++) {
        *at = 0;
        (void)mkdir(path, 0700);
        *at = '/';
    }
    if (size >= PATH_MAX || is_text_of(path, text, n))
        return size < PATH_MAX;
    FILE *f = fopen(path, "we");
    int ok = f && fwrite(text, 1, n, f) == n;
    return f && fclose(f) == 0 && ok;
}

static int has_option(const char *options, const char *option)
{
    size_t n = strlen(option);
    for (const char *at = options; at && (at = strstr(at, option)); at += n)
        if ((at == options || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return 1;
    return 0;
}

/* "" unless there is debug information, and the program has not named the file. */
static void name_source(void *program, const char *options, char name[PATH_MAX + 8])
{
    char path[PATH_MAX] = "";
    size_t n;
    name[0] = 0;
    if (!has_option(options, "-g") || has_option(options, "-s"))
        return;
    char *text = source_of(program, &n);
    if (text && (find_source(text, n, path) || write_source(text, n, path)) && !strchr(path, '"'))
        snprintf(name, PATH_MAX + 8, " -s \"%s\"", path);
    free(text);
}

/* --- the entries --- */

/* The caller frees it. NULL: use the program's own options. */
static char *with_ours(void *program, const char *options)
{
    const char *more = getenv("EULAB_CL_OPTIONS");
    char *all = NULL, *named = NULL, name[PATH_MAX + 8];
    if (asprintf(&all, "%s%s%s", options ? options : "", more && *more ? " " : "",
                 more ? more : "") < 0)
        return NULL;
    name_source(program, all, name);
    if (asprintf(&named, "%s%s", all, name) < 0)
        named = NULL;
    free(all);
    return named;
}

static int32_t build(void *program, uint32_t n, void *const *devices, const char *options,
                     void (*done)(void *, void *), void *ctx)
{
    char *all = with_ours(program, options);
    int32_t error =
        ((build_function *)next[BUILD])(program, n, devices, all ? all : options, done, ctx);
    free(all);
    return error;
}

static int32_t compile(void *program, uint32_t n, void *const *devices, const char *options,
                       uint32_t nheaders, void *const *headers, const char *const *names,
                       void (*done)(void *, void *), void *ctx)
{
    char *all = with_ours(program, options);
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

static int32_t release_program(void *program)
{
    uint64_t name = program ? last_of(program) : 0;
    int32_t error = ((release_function *)next[RELEASE_PROGRAM])(program);
    if (name && !error)
        leave_mark(name);
    return error;
}

static int32_t release_kernel(void *kernel)
{
    info_function *info = (info_function *)next[KERNEL_INFO];
    uint32_t references = 0;
    void *program = NULL;
    uint64_t name = 0;
    if (kernel && !info(kernel, KERNEL_REFERENCES, sizeof references, &references, NULL) &&
        references == 1 && !info(kernel, KERNEL_PROGRAM, sizeof program, &program, NULL))
        name = last_of(program);
    int32_t error = ((release_function *)next[RELEASE_KERNEL])(kernel);
    if (name && !error)
        leave_mark(name);
    return error;
}

static int32_t event_times(void *event, uint32_t what, size_t size, void *value, size_t *had)
{
    return times_of_event((times_function *)next[EVENT_TIMES], event, what, size, value, had);
}

/* The driver has a connection for each priority, so that a GPU of its own, and uploads kernels and
 * buffers to one of them only. Here no queue waits for one of a higher priority: all have one. */
static void *create_queue(void *context, void *device, const uint64_t *properties, int32_t *error)
{
    uint64_t ours_of[PROPERTIES_MAX + 1] = {0};
    unsigned n = 0;
    while (properties && n < PROPERTIES_MAX && properties[n]) {
        ours_of[n] = properties[n];
        ours_of[n + 1] = properties[n] == PRIORITY ? MEDIUM : properties[n + 1];
        n += 2;
    }
    const int whole = properties && !properties[n];
    return ((queue_function *)next[CREATE_QUEUE])(context, device, whole ? ours_of : properties,
                                                  error);
}

static void *svm_alloc(void *context, uint64_t flags, size_t n, uint32_t alignment)
{
    return memory_alloc((memory_svm *)next[SVM_ALLOC], context, flags, n, alignment);
}

static void svm_free(void *context, void *at)
{
    memory_free((memory_svm_free *)next[SVM_FREE], context, at);
}

static int32_t svm_free_later(void *queue, uint32_t n, void **at, void *done, void *ctx,
                              uint32_t nwaits, void *const *waits, void **event)
{
    return memory_free_later((memory_svm_free_later *)next[SVM_FREE_LATER], queue, n, at, done, ctx,
                             nwaits, waits, event);
}

static void *extension(const char *name)
{
    return memory_extension(name, ((extension_function *)next[EXTENSION])(name));
}

static void *platform_extension(void *platform, const char *name)
{
    void *found = ((platform_extension_function *)next[PLATFORM_EXTENSION])(platform, name);
    return memory_extension(name, found);
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

/* Entries of the target that this table has no place for stay as they are: the loader uses only as
 * many as the layer reports. */
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
    if (count > EVENT_TIMES)
        ours[EVENT_TIMES] = (any_function *)event_times;
    ours[CREATE_KERNEL] = (any_function *)create_kernel;
    ours[CREATE_KERNELS] = (any_function *)create_kernels;
    ours[RELEASE_PROGRAM] = (any_function *)release_program;
    if (count > KERNEL_INFO)
        ours[RELEASE_KERNEL] = (any_function *)release_kernel;
    if (count > EXTENSION)
        ours[EXTENSION] = (any_function *)extension;
    if (count > PLATFORM_EXTENSION)
        ours[PLATFORM_EXTENSION] = (any_function *)platform_extension;
    if (count > CREATE_QUEUE)
        ours[CREATE_QUEUE] = (any_function *)create_queue;
    if (count > SVM_FREE_LATER) {
        ours[SVM_ALLOC] = (any_function *)svm_alloc;
        ours[SVM_FREE] = (any_function *)svm_free;
        ours[SVM_FREE_LATER] = (any_function *)svm_free_later;
    }
    *had = count;
    *layer = ours;
    return 0;
}
