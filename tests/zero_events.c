/* zero_events - Level Zero's events between program and GPU: signalled and reset by either, also
 * while the GPU waits for the program; fences and queues meanwhile; timestamps. */
#include <level_zero/ze_api.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "zero_check.h"

enum { BYTES = 4096, EVENTS = 40 };

static int is_ready(ze_result_t result)
{
    return result != ZE_RESULT_NOT_READY;
}

static ze_context_handle_t context;
static ze_device_handle_t device;
static ze_command_queue_handle_t queue;
static ze_command_list_handle_t list;
static uint32_t *shared;

static void open_device(void)
{
    const ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_device_mem_alloc_desc_t on = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t here = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    ze_driver_handle_t driver;
    uint32_t one = 1;
    check(zeInit(0), "zeInit");
    check(zeDriverGet(&one, &driver), "zeDriverGet");
    check(zeDeviceGet(driver, &one, &device), "zeDeviceGet");
    check(zeContextCreate(driver, &context_desc, &context), "zeContextCreate");
    check(zeCommandQueueCreate(context, device, &queue_desc, &queue), "zeCommandQueueCreate");
    check(zeCommandListCreate(context, device, &list_desc, &list), "zeCommandListCreate");
    check(zeMemAllocShared(context, &on, &here, BYTES, 64, device, (void **)&shared), "memory");
}

static ze_event_pool_handle_t pool_of(ze_event_pool_flags_t flags, ze_event_handle_t *events)
{
    const ze_event_pool_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                       .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE | flags,
                                       .count = EVENTS};
    ze_event_pool_handle_t pool;
    check(zeEventPoolCreate(context, &desc, 1, &device, &pool), "zeEventPoolCreate");
    for (uint32_t i = 0; i < EVENTS; i++) {
        const ze_event_desc_t event = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                       .index = i,
                                       .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                       .wait = ZE_EVENT_SCOPE_FLAG_HOST};
        check(zeEventCreate(pool, &event, &events[i]), "zeEventCreate");
    }
    return pool;
}

static void begin_list(ze_fence_handle_t fence)
{
    check(zeCommandListClose(list), "close");
    check(zeCommandQueueExecuteCommandLists(queue, 1, &list, fence), "execute");
}

static void end_list(void)
{
    check(zeCommandQueueSynchronize(queue, UINT64_MAX), "synchronize");
    check(zeCommandListReset(list), "reset");
}

static void append_fill(uint32_t value, ze_event_handle_t signal, ze_event_handle_t wait)
{
    check(zeCommandListAppendMemoryFill(list, shared, &value, sizeof value, BYTES, signal, !!wait,
                                        &wait),
          "fill");
}

/* --- states --- */

static void print_states(const char *what, const ze_event_handle_t *events)
{
    printf("%s: %d %d %d\n", what, is_ready(zeEventQueryStatus(events[0])),
           is_ready(zeEventQueryStatus(events[1])),
           is_ready(zeEventQueryStatus(events[EVENTS - 1])));
}

/* A pool is made while work that nobody has waited for is on its way. */
static void try_states(ze_event_pool_flags_t flags)
{
    ze_event_handle_t events[EVENTS];
    append_fill(7, NULL, NULL);
    begin_list(NULL);
    ze_event_pool_handle_t pool = pool_of(flags, events);
    print_states("not signalled", events);
    end_list();
    check(zeCommandListAppendSignalEvent(list, events[1]), "signal");
    append_fill(8, events[EVENTS - 1], events[1]);
    begin_list(NULL);
    end_list();
    print_states("signalled by the GPU", events);
    check(zeEventHostReset(events[1]), "reset");
    check(zeEventHostReset(events[EVENTS - 1]), "reset");
    print_states("reset by the host", events);
    check(zeEventHostSignal(events[0]), "signal");
    check(zeCommandListAppendWaitOnEvents(list, 1, &events[0]), "wait");
    check(zeCommandListAppendEventReset(list, events[0]), "reset");
    check(zeCommandListAppendSignalEvent(list, events[1]), "signal");
    begin_list(NULL);
    end_list();
    print_states("reset by the GPU", events);
    for (int i = 0; i < EVENTS; i++)
        check(zeEventDestroy(events[i]), "destroy");
    check(zeEventPoolDestroy(pool), "destroy");
}

/* --- a GPU that waits --- */

/* The GPU signals an event, which the program answers. */
static void try_answer(ze_event_pool_flags_t flags)
{
    const ze_fence_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t fence;
    ze_event_handle_t events[EVENTS];
    ze_event_pool_handle_t pool = pool_of(flags, events);
    check(zeFenceCreate(queue, &desc, &fence), "zeFenceCreate");
    append_fill(1, events[2], NULL);
    append_fill(2, events[3], events[4]);
    begin_list(fence);
    check(zeEventHostSynchronize(events[2], UINT64_MAX), "the GPU's event");
    printf("while it waits: %u; ready: event %d, queue %d %d, fence %d %d\n", shared[9],
           is_ready(zeEventQueryStatus(events[3])), is_ready(zeCommandQueueSynchronize(queue, 0)),
           is_ready(zeCommandQueueSynchronize(queue, 1000)), is_ready(zeFenceQueryStatus(fence)),
           is_ready(zeFenceHostSynchronize(fence, 1000)));
    check(zeEventHostSignal(events[4]), "the program's event");
    check(zeEventHostSynchronize(events[3], UINT64_MAX), "the GPU's other event");
    check(zeFenceHostSynchronize(fence, UINT64_MAX), "fence");
    printf("answered: %u, event %d, fence %d\n", shared[9], is_ready(zeEventQueryStatus(events[3])),
           is_ready(zeFenceQueryStatus(fence)));
    end_list();
    check(zeFenceDestroy(fence), "destroy");
    for (int i = 0; i < EVENTS; i++)
        check(zeEventDestroy(events[i]), "destroy");
    check(zeEventPoolDestroy(pool), "destroy");
}

static void *signal_later(void *event)
{
    usleep(100000);
    check(zeEventHostSignal(event), "another thread's event");
    return NULL;
}

/* One thread waits for the GPU, which waits for the other one. */
static void try_thread(void)
{
    pthread_t thread;
    ze_event_handle_t events[EVENTS];
    ze_event_pool_handle_t pool = pool_of(0, events);
    append_fill(3, NULL, events[0]);
    begin_list(NULL);
    pthread_create(&thread, NULL, signal_later, events[0]);
    end_list();
    pthread_join(thread, NULL);
    printf("another thread signalled: %u\n", shared[9]);
    check(zeEventPoolDestroy(pool), "destroy");
}

/* --- timestamps --- */

static int is_in_order(const ze_kernel_timestamp_result_t *t)
{
    return t->global.kernelStart < t->global.kernelEnd &&
           t->context.kernelStart < t->context.kernelEnd;
}

static void try_timestamps(void)
{
    ze_event_handle_t events[EVENTS];
    ze_event_pool_handle_t pool = pool_of(ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, events);
    ze_kernel_timestamp_result_t t[2];
    uint64_t host[2], ticks[2];
    check(zeDeviceGetGlobalTimestamps(device, &host[0], &ticks[0]), "timestamps");
    append_fill(4, events[0], NULL);
    append_fill(5, events[1], events[0]);
    begin_list(NULL);
    end_list();
    for (int i = 0; i < 2; i++)
        check(zeEventQueryKernelTimestamp(events[i], &t[i]), "zeEventQueryKernelTimestamp");
    printf("timestamps in order: %d %d %d\n", is_in_order(&t[0]), is_in_order(&t[1]),
           t[0].global.kernelEnd <= t[1].global.kernelStart);
    check(zeDeviceGetGlobalTimestamps(device, &host[1], &ticks[1]), "timestamps");
    printf("and those of the device: %d %d, of the host: %d\n", ticks[0] <= t[0].global.kernelStart,
           t[1].global.kernelEnd <= ticks[1], host[0] < host[1]);
    check(zeEventPoolDestroy(pool), "destroy");
}

int main(void)
{
    open_device();
    try_states(0);
    try_states(ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
    try_answer(0);
    try_answer(ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
    try_thread();
    try_timestamps();
    return 0;
}
