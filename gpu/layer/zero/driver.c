/* A driver for Level Zero's loader: Intel's driver except for some tables. When a module is made,
 * it leaves the module's binary in the folder of EULAB_CL_FOLDER, and it adds the options of
 * EULAB_ZE_OPTIONS to builds. It notes memory that program and GPU share. The loader finds the
 * other entries in the library that this one is linked to, Intel's driver. It needs no header of
 * Level Zero: tables have a fixed order. Source: ze_api.h, ze_ddi.h 1.5. Status: spec. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/layer/leave.h"
#include "gpu/layer/share.h"

static const char intels[] = "libze_intel_gpu.so.1";
enum { CREATE = 0, NATIVE_BINARY = 3 }; /* places in the table of modules */
/* ZE_RESULT_ERROR_... and ZE_MODULE_... */
enum { UNINITIALIZED = 0x78000001, INVALID_SIZE = 0x78000008, FORMAT_IL_SPIRV = 0 };

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

/* Places in its table. */
enum { ALLOC_SHARED = 0, ALLOC_HOST = 2, FREE = 3, PROPERTIES = 4, FREE_EXT = 9 };
enum { HAS_FREE_EXT = 1 << 16 | 3 }; /* from version 1.3 on */

typedef uint32_t shared_function(void *context, const void *on_device, const void *on_host,
                                 size_t n, size_t alignment, void *device, void **at);
typedef uint32_t host_function(void *context, const void *on_host, size_t n, size_t alignment,
                               void **at);
typedef uint32_t free_function(void *context, void *at);
typedef uint32_t free_ext_function(void *context, const void *how, void *at);
typedef uint32_t properties_function(void *context, const void *at, void *what, void **device);
static shared_function *shared;
static host_function *host;
static free_function *frees;
static free_ext_function *frees_ext;
static properties_function *properties;

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
    properties = (properties_function *)table[PROPERTIES];
    table[ALLOC_SHARED] = (any_function *)alloc_shared;
    table[ALLOC_HOST] = (any_function *)alloc_host;
    table[FREE] = (any_function *)free_one;
    frees_ext = version >= HAS_FREE_EXT ? (free_ext_function *)table[FREE_EXT] : NULL;
    if (frees_ext)
        table[FREE_EXT] = (any_function *)free_ext;
    return 0;
}

/* --- command lists --- */

/* Places in its table, and in that of queues. */
enum {
    CREATE_LIST = 0,
    CREATE_IMMEDIATE = 1,
    DESTROY_LIST = 2,
    RESET_LIST = 4,
    COPY = 8,
    COPY_REGION = 10,
    EXECUTE = 2
};
enum { ALLOCATION_PROPERTIES = 0x17, TYPE_UNKNOWN = 0 }; /* ZE_STRUCTURE_TYPE_..., ZE_MEMORY_... */

struct region {
    uint32_t x, y, z, width, height, depth;
};
struct copy { /* one side of it */
    void *at;
    const struct region *region;
    uint32_t pitch, slice;
};
typedef uint32_t create_list_function(void *context, void *device, const void *desc, void **list);
typedef uint32_t region_function(void *list, void *to, const struct region *to_region,
                                 uint32_t to_pitch, uint32_t to_slice, const void *from,
                                 const struct region *from_region, uint32_t from_pitch,
                                 uint32_t from_slice, void *signal, uint32_t n, void **waits);
static create_list_function *creates_list, *creates_immediate;
static region_function *copies;
static void *any_context; /* that of a list: the driver knows all memory in each */

typedef uint32_t list_function(void *list);
typedef uint32_t copy_function(void *list, void *to, const void *from, size_t n, void *signal,
                               uint32_t nwaits, void **waits);
typedef uint32_t execute_function(void *queue, uint32_t n, void **lists, void *fence);
static list_function *destroys_list, *resets_list;
static copy_function *copies_bytes;
static execute_function *executes;

uint32_t zeGetCommandListProcAddrTable(uint32_t version, any_function **table);
uint32_t zeGetCommandQueueProcAddrTable(uint32_t version, any_function **table);

/* The program's own memory that lists read: each execution has what is there then. A list has one
 * entry without memory, an immediate list none: it is executed once. */
static struct source {
    void *list;
    const void *at;
    size_t n;
} * sources;
static size_t nsources, sources_room;
static pthread_mutex_t sources_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_source(void *list, const void *at, size_t n)
{
    if (nsources == sources_room) {
        size_t more = sources_room ? 2 * sources_room : 16;
        struct source *s = realloc(sources, more * sizeof *s);
        if (!s)
            return;
        sources = s;
        sources_room = more;
    }
    sources[nsources++] = (struct source){list, at, n};
}

static void note_source(void *list, const void *at, size_t n)
{
    size_t i = 0;
    pthread_mutex_lock(&sources_lock);
    while (i < nsources && sources[i].list != list)
        i++;
    if (i < nsources)
        add_source(list, at, n);
    pthread_mutex_unlock(&sources_lock);
}

static void forget_sources(void *list, bool reset)
{
    size_t kept = 0;
    pthread_mutex_lock(&sources_lock);
    for (size_t i = 0; i < nsources; i++)
        if (sources[i].list != list || (reset && !sources[i].at))
            sources[kept++] = sources[i];
    nsources = kept;
    pthread_mutex_unlock(&sources_lock);
}

static void renew_sources(const void *list)
{
    pthread_mutex_lock(&sources_lock);
    for (size_t i = 0; i < nsources; i++)
        if (sources[i].list == list && sources[i].at)
            renew_memory(sources[i].at, sources[i].n);
    pthread_mutex_unlock(&sources_lock);
}

static uint32_t destroy_list(void *list)
{
    forget_sources(list, false);
    return destroys_list(list);
}

static uint32_t reset_list(void *list)
{
    forget_sources(list, true);
    return resets_list(list);
}

static uint32_t execute(void *queue, uint32_t n, void **lists, void *fence)
{
    for (uint32_t i = 0; lists && i < n; i++)
        renew_sources(lists[i]);
    return executes(queue, n, lists, fence);
}

static uint32_t create_list(void *context, void *device, const void *desc, void **list)
{
    any_context = context;
    uint32_t result = creates_list(context, device, desc, list);
    if (!result) {
        pthread_mutex_lock(&sources_lock);
        add_source(*list, NULL, 0);
        pthread_mutex_unlock(&sources_lock);
    }
    return result;
}

static uint32_t create_immediate(void *context, void *device, const void *desc, void **list)
{
    any_context = context;
    return creates_immediate(context, device, desc, list);
}

/* Whether memory is the program's own, which the driver did not allocate. */
static bool is_own(const void *at)
{
    struct {
        uint32_t type;
        void *next;
        uint32_t memory;
        uint64_t id, page;
    } what = {.type = ALLOCATION_PROPERTIES};
    return properties && any_context && !properties(any_context, at, &what, NULL) &&
           what.memory == TYPE_UNKNOWN;
}

static uint32_t copy_bytes(void *list, void *to, const void *from, size_t n, void *signal,
                           uint32_t nwaits, void **waits)
{
    if (is_own(from))
        note_source(list, from, n);
    return copies_bytes(list, to, from, n, signal, nwaits, waits);
}

/* A row of a region, as one of a plane without rows. False: it is out of reach. */
static bool row_of(const struct copy *c, uint32_t y, uint32_t z, struct region *row)
{
    const struct region *r = c->region;
    const uint64_t x = r->x + ((uint64_t)r->y + y) * c->pitch + ((uint64_t)r->z + z) * c->slice;
    *row = (struct region){.x = (uint32_t)x, .width = r->width, .height = 1, .depth = 1};
    return x <= UINT32_MAX - r->width;
}

/* The driver takes memory of the program's own for as large as the bytes that it copies: it leaves
 * out what lies between rows. A GPU has whole pages, so that nobody notices, but the driver tells
 * eulab of those bytes only, and the last rows would be missing. It is right about a row alone. The
 * last one comes first: a list takes the memory up to there for the others, too. Source:
 * compute-runtime 22.43, getTotalSizeForCopyRegion(). Status: seen. */
static uint32_t copy_rows(void *list, const struct copy *to, const struct copy *from, void *signal,
                          uint32_t n, void **waits)
{
    const uint32_t height = to->region->height;
    uint64_t rows = (uint64_t)height * (to->region->depth ? to->region->depth : 1);
    const bool own = is_own(from->at);
    uint32_t result = 0;
    for (bool first = true; rows-- && !result; first = false) {
        const uint32_t y = (uint32_t)(rows % height), z = (uint32_t)(rows / height);
        struct region at, from_at;
        if (!row_of(to, y, z, &at) || !row_of(from, y, z, &from_at))
            return INVALID_SIZE;
        if (own)
            note_source(list, (const uint8_t *)from->at + from_at.x, from_at.width);
        result = copies(list, to->at, &at, to->pitch, to->slice, from->at, &from_at, from->pitch,
                        from->slice, rows ? NULL : signal, first ? n : 0, first ? waits : NULL);
    }
    return result;
}

static uint32_t copy_region(void *list, void *to, const struct region *to_region, uint32_t to_pitch,
                            uint32_t to_slice, const void *from, const struct region *from_region,
                            uint32_t from_pitch, uint32_t from_slice, void *signal, uint32_t n,
                            void **waits)
{
    const struct copy c = {to, to_region, to_pitch, to_slice};
    const struct copy from_c = {(void *)(uintptr_t)from, from_region, from_pitch, from_slice};
    const bool alike = to_region && from_region && to_region->width == from_region->width &&
                       to_region->height && to_region->height == from_region->height &&
                       to_region->depth == from_region->depth;
    if (alike && (is_own(to) || is_own(from)))
        return copy_rows(list, &c, &from_c, signal, n, waits);
    return copies(list, to, to_region, to_pitch, to_slice, from, from_region, from_pitch,
                  from_slice, signal, n, waits);
}

uint32_t zeGetCommandListProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = fill_table("zeGetCommandListProcAddrTable", version, table);
    if (result)
        return result;
    creates_list = (create_list_function *)table[CREATE_LIST];
    creates_immediate = (create_list_function *)table[CREATE_IMMEDIATE];
    destroys_list = (list_function *)table[DESTROY_LIST];
    resets_list = (list_function *)table[RESET_LIST];
    copies_bytes = (copy_function *)table[COPY];
    copies = (region_function *)table[COPY_REGION];
    table[CREATE_LIST] = (any_function *)create_list;
    table[CREATE_IMMEDIATE] = (any_function *)create_immediate;
    table[DESTROY_LIST] = (any_function *)destroy_list;
    table[RESET_LIST] = (any_function *)reset_list;
    table[COPY] = (any_function *)copy_bytes;
    table[COPY_REGION] = (any_function *)copy_region;
    return 0;
}

uint32_t zeGetCommandQueueProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = fill_table("zeGetCommandQueueProcAddrTable", version, table);
    if (result)
        return result;
    executes = (execute_function *)table[EXECUTE];
    table[EXECUTE] = (any_function *)execute;
    return 0;
}
