/* Memory that program and GPU share: notes what is allocated and freed. */
#include <stddef.h>

#include "gpu/layer/share.h"
#include "gpu/layer/zero/driver.h"

/* Places in its table. */
enum { ALLOC_SHARED = 0, ALLOC_HOST = 2, FREE = 3, PROPERTIES = 4, FREE_EXT = 9 };
enum { HAS_FREE_EXT = 1 << 16 | 3 };                     /* from version 1.3 on */
enum { ALLOCATION_PROPERTIES = 0x17, TYPE_UNKNOWN = 0 }; /* ZE_STRUCTURE_TYPE_..., ZE_MEMORY_... */

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

bool zero_is_own(void *context, const void *at)
{
    struct {
        uint32_t type;
        void *next;
        uint32_t memory;
        uint64_t id, page;
    } what = {.type = ALLOCATION_PROPERTIES};
    return properties && context && !properties(context, at, &what, NULL) &&
           what.memory == TYPE_UNKNOWN;
}

uint32_t zeGetMemProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetMemProcAddrTable", version, table);
    if (result)
        return result;
    properties = (properties_function *)table[PROPERTIES];
    WRAP(table, ALLOC_SHARED, alloc_shared, shared);
    WRAP(table, ALLOC_HOST, alloc_host, host);
    WRAP(table, FREE, free_one, frees);
    if (version >= HAS_FREE_EXT && table[FREE_EXT])
        WRAP(table, FREE_EXT, free_ext, frees_ext);
    return 0;
}
