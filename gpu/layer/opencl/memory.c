/* Notes memory that a program shares with its GPU when it is allocated and freed. Source: Khronos'
 * cl.h, cl_intel_unified_shared_memory. Status: spec. */
#include "gpu/layer/opencl/memory.h"

#include <string.h>

#include "gpu/layer/share.h"

void *memory_alloc(memory_svm *driver, void *context, uint64_t flags, size_t n, uint32_t alignment)
{
    void *at = driver(context, flags, n, alignment);
    share_memory(at, n);
    return at;
}

void memory_free(memory_svm_free *driver, void *context, void *at)
{
    unshare_memory(at);
    driver(context, at);
}

int32_t memory_free_later(memory_svm_free_later *driver, void *queue, uint32_t n, void **at,
                          void *done, void *ctx, uint32_t nwaits, void *const *waits, void **event)
{
    for (uint32_t i = 0; at && i < n; i++)
        unshare_memory(at[i]);
    return driver(queue, n, at, done, ctx, nwaits, waits, event);
}

/* --- extensions: the driver's functions, the same for all of its platforms --- */

typedef void *host_function(void *context, const uint64_t *properties, size_t n, uint32_t alignment,
                            int32_t *error);
typedef void *shared_function(void *context, void *device, const uint64_t *properties, size_t n,
                              uint32_t alignment, int32_t *error);
typedef int32_t free_function(void *context, void *at);
static host_function *host;
static shared_function *shared;
static free_function *frees, *frees_and_waits;

static void *alloc_host(void *context, const uint64_t *properties, size_t n, uint32_t alignment,
                        int32_t *error)
{
    void *at = host(context, properties, n, alignment, error);
    share_memory(at, n);
    return at;
}

static void *alloc_shared(void *context, void *device, const uint64_t *properties, size_t n,
                          uint32_t alignment, int32_t *error)
{
    void *at = shared(context, device, properties, n, alignment, error);
    share_memory(at, n);
    return at;
}

static int32_t free_one(void *context, void *at)
{
    unshare_memory(at);
    return frees(context, at);
}

static int32_t free_and_wait(void *context, void *at)
{
    unshare_memory(at);
    return frees_and_waits(context, at);
}

void *memory_extension(const char *name, void *driver)
{
    const struct {
        const char *name;
        void *theirs, *ours;
    } functions[] = {{"clHostMemAllocINTEL", &host, (void *)alloc_host},
                     {"clSharedMemAllocINTEL", &shared, (void *)alloc_shared},
                     {"clMemFreeINTEL", &frees, (void *)free_one},
                     {"clMemBlockingFreeINTEL", &frees_and_waits, (void *)free_and_wait}};
    for (size_t i = 0; name && driver && i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i].name) == 0) {
            *(void **)functions[i].theirs = driver;
            return functions[i].ours;
        }
    return driver;
}
