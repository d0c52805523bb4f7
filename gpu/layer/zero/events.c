/* Events and fences. The driver keeps events in memory of its own, a pool's in one piece. The host
 * sets and resets them there without a call that uploads it, so it is memory that program and GPU
 * share. And the driver has no work that is not done when it asks for it: while a GPU waits for the
 * host, what waits for the GPU is answered here. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/layer/share.h"
#include "gpu/layer/zero/driver.h"

/* Places in the tables of pools, of events and of fences. */
enum { DESTROY_POOL = 1 };
enum { CREATE = 0, DESTROY, SIGNAL, SYNCHRONIZE, QUERY, RESET };
enum { SYNCHRONIZE_FENCE = 2, QUERY_FENCE = 3 };
enum { SUCCESS = 0, NOT_READY = 1 }; /* ZE_RESULT_... */

struct event_desc {
    uint32_t type;
    const void *next;
    uint32_t index;
};
typedef uint32_t create_function(void *pool, const struct event_desc *desc, void **event);
typedef uint32_t handle_function(void *handle);
typedef uint32_t wait_function(void *handle, uint64_t timeout);
static create_function *creates;
static handle_function *destroys_pool, *destroys, *signals, *queries, *resets, *queries_fence;
static wait_function *synchronizes, *synchronizes_fence;

uint32_t zeGetEventPoolProcAddrTable(uint32_t version, any_function **table);
uint32_t zeGetEventProcAddrTable(uint32_t version, any_function **table);
uint32_t zeGetFenceProcAddrTable(uint32_t version, any_function **table);

/* The pools that have had an event, and the events. */
static struct pool {
    struct pool *next;
    void *pool;
    const uint8_t *at;
    size_t n;
    size_t event_bytes; /* 0: not known yet */
} * pools;
static struct event {
    struct event *next;
    void *event;
    const uint8_t *at;
} * events;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- where events are --- */

static struct pool **place_of(void *pool)
{
    struct pool **p = &pools;
    while (*p && (*p)->pool != pool)
        p = &(*p)->next;
    return p;
}

static struct event **event_place_of(void *event)
{
    struct event **e = &events;
    while (*e && (*e)->event != event)
        e = &(*e)->next;
    return e;
}

static void ask(void *event)
{
    (void)queries(event);
}

/* The driver reads back a pool last, before it says whether an event is signalled. That may take
 * the event for signalled, as the GPU has nothing of a new pool yet. NULL: it cannot be asked. */
static struct pool *pool_of(void *pool, void *event)
{
    struct pool **place = place_of(pool);
    const void *at;
    if (*place || meet_gpu())
        return *place;
    struct pool *p = malloc(sizeof *p);
    size_t n = p ? share_found(ask, event, &at) : 0;
    if (n) {
        *p = (struct pool){.pool = pool, .at = at, .n = n};
        *place = p;
        (void)resets(event);
    } else {
        free(p);
    }
    return *place;
}

/* The first byte of a pool that changes when the host signals a new event. */
static size_t offset_of(const struct pool *p, void *event)
{
    size_t i = 0;
    uint8_t *before = malloc(p->n);
    if (!before)
        return 0;
    memcpy(before, p->at, p->n);
    (void)signals(event);
    while (i < p->n && before[i] == p->at[i])
        i++;
    (void)resets(event);
    free(before);
    return i < p->n ? i : 0;
}

static void note_event(void *pool, uint32_t index, void *event)
{
    struct pool *p = pool_of(pool, event);
    struct event *e = p ? malloc(sizeof *e) : NULL;
    if (!e)
        return;
    if (index && !p->event_bytes)
        p->event_bytes = offset_of(p, event) / index;
    *e = (struct event){events, event, p->at + index * p->event_bytes};
    events = e;
}

static uint32_t create(void *pool, const struct event_desc *desc, void **event)
{
    uint32_t result = creates(pool, desc, event);
    if (!result) {
        pthread_mutex_lock(&lock);
        note_event(pool, desc->index, *event);
        pthread_mutex_unlock(&lock);
    }
    return result;
}

static uint32_t destroy(void *event)
{
    pthread_mutex_lock(&lock);
    struct event **place = event_place_of(event), *e = *place;
    if (e) {
        *place = e->next;
        free(e);
    }
    pthread_mutex_unlock(&lock);
    return destroys(event);
}

static uint32_t destroy_pool(void *pool)
{
    pthread_mutex_lock(&lock);
    struct pool **place = place_of(pool), *p = *place;
    if (p) {
        *place = p->next;
        unshare_memory(p->at);
        free(p);
    }
    pthread_mutex_unlock(&lock);
    return destroys_pool(pool);
}

/* --- waiting --- */

static bool has_pools(void)
{
    pthread_mutex_lock(&lock);
    bool has = pools;
    pthread_mutex_unlock(&lock);
    return has;
}

/* Whether the GPU has signalled an event, by its first dword. A GPU that waits has done everything
 * before. */
static bool is_signalled(void *event)
{
    uint32_t cleared = UINT32_MAX, first = cleared;
    pthread_mutex_lock(&lock);
    const struct event *e = *event_place_of(event);
    if (e)
        memcpy(&first, e->at, sizeof first);
    pthread_mutex_unlock(&lock);
    return first != cleared;
}

static uint64_t now(void)
{
    enum { SECOND = 1000000000 };
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

bool zero_waits(void *event, uint64_t timeout, uint32_t *result)
{
    static const struct timespec nap = {.tv_nsec = 200000};
    const uint64_t begin = now();
    while (has_pools() && meet_gpu()) {
        *result = event && is_signalled(event) ? SUCCESS : NOT_READY;
        if (*result == SUCCESS || now() - begin >= timeout)
            return true;
        nanosleep(&nap, NULL);
    }
    return false;
}

static uint32_t signal_event(void *event)
{
    uint32_t result = signals(event);
    (void)meet_gpu();
    return result;
}

static uint32_t synchronize(void *event, uint64_t timeout)
{
    uint32_t result;
    return zero_waits(event, timeout, &result) ? result : synchronizes(event, timeout);
}

static uint32_t query(void *event)
{
    uint32_t result;
    return zero_waits(event, 0, &result) ? result : queries(event);
}

static uint32_t synchronize_fence(void *fence, uint64_t timeout)
{
    uint32_t result;
    return zero_waits(NULL, timeout, &result) ? result : synchronizes_fence(fence, timeout);
}

static uint32_t query_fence(void *fence)
{
    uint32_t result;
    return zero_waits(NULL, 0, &result) ? result : queries_fence(fence);
}

/* --- the tables --- */

uint32_t zeGetEventPoolProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetEventPoolProcAddrTable", version, table);
    if (!result)
        WRAP(table, DESTROY_POOL, destroy_pool, destroys_pool);
    return result;
}

uint32_t zeGetEventProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetEventProcAddrTable", version, table);
    if (result)
        return result;
    resets = (handle_function *)table[RESET];
    WRAP(table, CREATE, create, creates);
    WRAP(table, DESTROY, destroy, destroys);
    WRAP(table, SIGNAL, signal_event, signals);
    WRAP(table, SYNCHRONIZE, synchronize, synchronizes);
    WRAP(table, QUERY, query, queries);
    return 0;
}

uint32_t zeGetFenceProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetFenceProcAddrTable", version, table);
    if (result)
        return result;
    WRAP(table, SYNCHRONIZE_FENCE, synchronize_fence, synchronizes_fence);
    WRAP(table, QUERY_FENCE, query_fence, queries_fence);
    return 0;
}
