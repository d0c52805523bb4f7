/* Command lists: each execution of a list reads what the program's own memory has then, and copies
 * of regions of such memory are made row by row. */
#include <pthread.h>
#include <stdlib.h>

#include "gpu/layer/share.h"
#include "gpu/layer/zero/driver.h"

/* Places in its table, and in that of queues. */
enum {
    CREATE_LIST = 0,
    CREATE_IMMEDIATE = 1,
    DESTROY_LIST = 2,
    RESET_LIST = 4,
    COPY = 8,
    COPY_REGION = 10,
    IMAGE_FROM_MEMORY = 15,
    CREATE_QUEUE = 0,
    EXECUTE = 2,
    SYNCHRONIZE = 3
};
enum { NORMAL = 0 };                /* ZE_COMMAND_QUEUE_PRIORITY_... */
enum { INVALID_SIZE = 0x78000008 }; /* ZE_RESULT_ERROR_... */

struct queue_desc {
    uint32_t type;
    const void *next;
    uint32_t ordinal, index, flags, mode, priority;
};
struct copy { /* one side of it */
    void *at;
    const struct zero_region *region;
    uint32_t pitch, slice;
};
typedef uint32_t create_list_function(void *context, void *device, const void *desc, void **list);
typedef uint32_t create_queue_function(void *context, void *device, const struct queue_desc *desc,
                                       void **queue);
typedef uint32_t region_function(void *list, void *to, const struct zero_region *to_region,
                                 uint32_t to_pitch, uint32_t to_slice, const void *from,
                                 const struct zero_region *from_region, uint32_t from_pitch,
                                 uint32_t from_slice, void *signal, uint32_t n, void **waits);
static create_list_function *creates_list;
static create_queue_function *creates_immediate, *creates_queue;
static region_function *copies;
static void *any_context; /* that of a list: the driver knows all memory in each */

typedef uint32_t list_function(void *list);
typedef uint32_t copy_function(void *list, void *to, const void *from, size_t n, void *signal,
                               uint32_t nwaits, void **waits);
typedef uint32_t image_function(void *list, void *image, const void *from,
                                const struct zero_region *region, void *signal, uint32_t nwaits,
                                void **waits);
typedef uint32_t execute_function(void *queue, uint32_t n, void **lists, void *fence);
static list_function *destroys_list, *resets_list;
static copy_function *copies_bytes;
static image_function *copies_image;
typedef uint32_t synchronize_function(void *queue, uint64_t timeout);
static execute_function *executes;
static synchronize_function *synchronizes;

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

static uint32_t synchronize(void *queue, uint64_t timeout)
{
    uint32_t result;
    return zero_waits(NULL, timeout, &result) ? result : synchronizes(queue, timeout);
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

/* The driver has a connection for each priority, so that a GPU of its own, and uploads kernels and
 * buffers to one of them only. Here no queue waits for one of a higher priority: all have one. */
static struct queue_desc of_normal_priority(const struct queue_desc *desc)
{
    struct queue_desc ours = *desc;
    ours.priority = NORMAL;
    return ours;
}

static uint32_t create_queue(void *context, void *device, const struct queue_desc *desc,
                             void **queue)
{
    const struct queue_desc ours = of_normal_priority(desc);
    return creates_queue(context, device, &ours, queue);
}

static uint32_t create_immediate(void *context, void *device, const struct queue_desc *desc,
                                 void **list)
{
    const struct queue_desc ours = of_normal_priority(desc);
    any_context = context;
    return creates_immediate(context, device, &ours, list);
}

static bool is_own(const void *at)
{
    return zero_is_own(any_context, at);
}

static uint32_t copy_bytes(void *list, void *to, const void *from, size_t n, void *signal,
                           uint32_t nwaits, void **waits)
{
    if (is_own(from))
        note_source(list, from, n);
    return copies_bytes(list, to, from, n, signal, nwaits, waits);
}

static uint32_t copy_image(void *list, void *image, const void *from,
                           const struct zero_region *region, void *signal, uint32_t nwaits,
                           void **waits)
{
    const size_t n = zero_image_bytes(image, region);
    if (n && is_own(from))
        note_source(list, from, n);
    return copies_image(list, image, from, region, signal, nwaits, waits);
}

/* A row of a region, as one of a plane without rows. False: it is out of reach. */
static bool row_of(const struct copy *c, uint32_t y, uint32_t z, struct zero_region *row)
{
    const struct zero_region *r = c->region;
    const uint64_t x = r->x + ((uint64_t)r->y + y) * c->pitch + ((uint64_t)r->z + z) * c->slice;
    *row = (struct zero_region){.x = (uint32_t)x, .width = r->width, .height = 1, .depth = 1};
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
        struct zero_region at, from_at;
        if (!row_of(to, y, z, &at) || !row_of(from, y, z, &from_at))
            return INVALID_SIZE;
        if (own)
            note_source(list, (const uint8_t *)from->at + from_at.x, from_at.width);
        result = copies(list, to->at, &at, to->pitch, to->slice, from->at, &from_at, from->pitch,
                        from->slice, rows ? NULL : signal, first ? n : 0, first ? waits : NULL);
    }
    return result;
}

static uint32_t copy_region(void *list, void *to, const struct zero_region *to_region,
                            uint32_t to_pitch, uint32_t to_slice, const void *from,
                            const struct zero_region *from_region, uint32_t from_pitch,
                            uint32_t from_slice, void *signal, uint32_t n, void **waits)
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
    uint32_t result = zero_fill_table("zeGetCommandListProcAddrTable", version, table);
    if (result)
        return result;
    WRAP(table, CREATE_LIST, create_list, creates_list);
    WRAP(table, CREATE_IMMEDIATE, create_immediate, creates_immediate);
    WRAP(table, DESTROY_LIST, destroy_list, destroys_list);
    WRAP(table, RESET_LIST, reset_list, resets_list);
    WRAP(table, COPY, copy_bytes, copies_bytes);
    WRAP(table, COPY_REGION, copy_region, copies);
    WRAP(table, IMAGE_FROM_MEMORY, copy_image, copies_image);
    return 0;
}

uint32_t zeGetCommandQueueProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetCommandQueueProcAddrTable", version, table);
    if (result)
        return result;
    WRAP(table, CREATE_QUEUE, create_queue, creates_queue);
    WRAP(table, EXECUTE, execute, executes);
    WRAP(table, SYNCHRONIZE, synchronize, synchronizes);
    return 0;
}
