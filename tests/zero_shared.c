/* zero_shared - Level Zero's shared and host memory: a launch of vadd sees what the program has
 * written since the launch before. And memory of the program's own, of which regions are copied:
 * all rows arrive, and nothing else; a list that is executed again reads what is there now, also
 * for an image. vadd_native: samples/opencl/zero.c. */
#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zero_check.h"

enum { N = 1024, LOCAL = 64, AT = 1000 };

static ze_context_handle_t context;
static ze_device_handle_t device;
static ze_kernel_handle_t kernel;
static ze_command_list_handle_t list;

static void open_kernel(void)
{
    static uint8_t bytes[1 << 20];
    const ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_kernel_desc_t kernel_desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC,
                                          .pKernelName = "vadd"};
    ze_driver_handle_t driver;
    ze_module_handle_t module;
    uint32_t one = 1;
    FILE *f = fopen("vadd_native", "rb");
    if (!f) {
        perror("vadd_native");
        exit(1);
    }
    ze_module_desc_t what = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_NATIVE,
                             .inputSize = fread(bytes, 1, sizeof bytes, f),
                             .pInputModule = bytes};
    fclose(f);
    check(zeInit(0), "zeInit");
    check(zeDriverGet(&one, &driver), "zeDriverGet");
    check(zeDeviceGet(driver, &one, &device), "zeDeviceGet");
    check(zeContextCreate(driver, &context_desc, &context), "zeContextCreate");
    check(zeModuleCreate(context, device, &what, &module, NULL), "zeModuleCreate");
    check(zeKernelCreate(module, &kernel_desc, &kernel), "zeKernelCreate");
    check(zeKernelSetGroupSize(kernel, LOCAL, 1, 1), "zeKernelSetGroupSize");
    check(zeCommandListCreateImmediate(context, device, &queue_desc, &list),
          "zeCommandListCreateImmediate");
}

static float *allocate(int shared)
{
    const ze_device_mem_alloc_desc_t on = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t here = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *p;
    check(shared ? zeMemAllocShared(context, &on, &here, N * sizeof(float), 64, device, &p)
                 : zeMemAllocHost(context, &here, N * sizeof(float), 64, &p),
          "memory");
    return p;
}

static void try_kind(const char *kind, int shared)
{
    const ze_group_count_t groups = {N / LOCAL, 1, 1};
    float *at[3];
    for (uint32_t i = 0; i < 3; i++) {
        at[i] = allocate(shared);
        for (int k = 0; k < N; k++)
            at[i][k] = (float)i;
        check(zeKernelSetArgumentValue(kernel, i, sizeof at[i], &at[i]), "argument");
    }
    for (int round = 0; round < 3; round++) {
        check(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL), "launch");
        printf("%s: %g %g\n", kind, at[2][AT], at[2][AT + 1]);
        at[0][AT] += 10;
    }
    for (int i = 0; i < 3; i++)
        check(zeMemFree(context, at[i]), "zeMemFree");
}

/* Bytes of a copy to the device and back that are not what they should be. */
static int copy_regions(ze_command_list_handle_t to, uint8_t *on, uint32_t depth)
{
    enum { WIDTH = 5, HEIGHT = 3, PITCH = 100, SLICE = 7 * PITCH, BYTES = 3 * SLICE };
    const ze_copy_region_t at = {2, 1, 0, WIDTH, HEIGHT, depth};
    uint8_t *from = malloc(BYTES), *back = calloc(1, BYTES), *right = calloc(1, BYTES);
    int wrong = 0;
    if (!from || !back || !right)
        exit(1);
    for (int i = 0; i < BYTES; i++)
        from[i] = (uint8_t)(i % 251 + 1);
    check(zeCommandListAppendMemoryCopyRegion(to, on, &at, PITCH, SLICE, from, &at, PITCH, SLICE,
                                              NULL, 0, NULL),
          "region");
    check(zeCommandListAppendBarrier(to, NULL, 0, NULL), "barrier");
    check(zeCommandListAppendMemoryCopyRegion(to, back, &at, PITCH, SLICE, on, &at, PITCH, SLICE,
                                              NULL, 0, NULL),
          "region back");
    if (to != list) {
        const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
        ze_command_queue_handle_t queue;
        check(zeCommandQueueCreate(context, device, &desc, &queue), "queue");
        check(zeCommandListClose(to), "close");
        check(zeCommandQueueExecuteCommandLists(queue, 1, &to, NULL), "execute");
        check(zeCommandQueueSynchronize(queue, UINT64_MAX), "synchronize");
        check(zeCommandListReset(to), "reset");
        zeCommandQueueDestroy(queue);
    }
    for (uint32_t z = 0; z < (depth ? depth : 1); z++)
        for (uint32_t y = 0; y < HEIGHT; y++) {
            const size_t row = z * SLICE + (y + at.originY) * PITCH + at.originX;
            memcpy(right + row, from + row, WIDTH);
        }
    for (int i = 0; i < BYTES; i++)
        wrong += back[i] != right[i];
    free(from);
    free(back);
    free(right);
    return wrong;
}

static void try_regions(void)
{
    enum { ROOM = 4096 };
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t later;
    void *on;
    check(zeMemAllocDevice(context, &desc, ROOM, 64, device, &on), "zeMemAllocDevice");
    check(zeCommandListCreate(context, device, &list_desc, &later), "zeCommandListCreate");
    for (uint32_t depth = 0; depth < 4; depth += 3) /* 0: a plane */
        printf("regions, depth %u: wrong bytes: %d at once, %d in a list\n", depth,
               copy_regions(list, on, depth), copy_regions(later, on, depth));
    zeCommandListDestroy(later);
    zeMemFree(context, on);
}

/* Two sources in one page, and one that ends in another. */
static void try_again(void)
{
    enum { SMALL = 100, BIG = 5000, ROOM = 8192 };
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    static uint8_t from[BIG + SMALL + SMALL], back[ROOM];
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t later;
    void *on;
    check(zeMemAllocDevice(context, &desc, ROOM, 64, device, &on), "zeMemAllocDevice");
    check(zeCommandQueueCreate(context, device, &queue_desc, &queue), "queue");
    check(zeCommandListCreate(context, device, &list_desc, &later), "zeCommandListCreate");
    const size_t at[] = {0, BIG, BIG + SMALL}, n[] = {BIG, SMALL, SMALL - 1};
    for (int i = 0; i < 3; i++)
        check(zeCommandListAppendMemoryCopy(later, (uint8_t *)on + at[i], from + at[i], n[i], NULL,
                                            0, NULL),
              "copy");
    check(zeCommandListAppendBarrier(later, NULL, 0, NULL), "barrier");
    check(zeCommandListAppendMemoryCopy(later, back, on, sizeof from, NULL, 0, NULL), "back");
    check(zeCommandListClose(later), "close");
    for (int round = 1; round < 4; round++) {
        int wrong = 0;
        memset(from, round, sizeof from);
        check(zeCommandQueueExecuteCommandLists(queue, 1, &later, NULL), "execute");
        check(zeCommandQueueSynchronize(queue, UINT64_MAX), "synchronize");
        for (size_t i = 0; i < sizeof from - 1; i++)
            wrong += back[i] != round;
        printf("execution %d: wrong bytes: %d\n", round, wrong);
    }
    zeCommandListDestroy(later);
    zeCommandQueueDestroy(queue);
    zeMemFree(context, on);
}

/* Queues of each priority, which the driver knows from one another, use one memory. */
static void try_priorities(void)
{
    enum { PART = 256, PRIORITIES = 3 };
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    uint8_t back[PRIORITIES * PART];
    void *on;
    check(zeMemAllocDevice(context, &desc, sizeof back, 64, device, &on), "zeMemAllocDevice");
    for (int i = 0; i <= PRIORITIES; i++) {
        ze_command_queue_handle_t queue;
        ze_command_list_handle_t later;
        queue_desc.priority = (ze_command_queue_priority_t)(i % PRIORITIES);
        check(zeCommandQueueCreate(context, device, &queue_desc, &queue), "queue");
        check(zeCommandListCreate(context, device, &list_desc, &later), "zeCommandListCreate");
        if (i < PRIORITIES)
            check(zeCommandListAppendMemoryFill(later, (uint8_t *)on + i * PART, &i, 1, PART, NULL,
                                                0, NULL),
                  "fill");
        else
            check(zeCommandListAppendMemoryCopy(later, back, on, sizeof back, NULL, 0, NULL),
                  "copy");
        check(zeCommandListClose(later), "close");
        check(zeCommandQueueExecuteCommandLists(queue, 1, &later, NULL), "execute");
        zeCommandListDestroy(later);
        zeCommandQueueDestroy(queue);
    }
    printf("queues of each priority: %d %d %d\n", back[0], back[PART], back[3 * PART - 1]);
    zeMemFree(context, on);
}

/* --- images --- */

enum { LEVELS = 3, PIXELS_MAX = 50 * 20 * LEVELS };

/* Bytes that are wrong after each execution of a list that copies memory to an image, to all of it
 * or to @region; another one copies it back. */
static void try_image(const char *what, ze_command_queue_handle_t queue,
                      const ze_image_desc_t *desc, const ze_image_region_t *region, size_t bytes)
{
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    static uint8_t memory[16 * PIXELS_MAX + 8], back[16 * PIXELS_MAX];
    uint8_t *from = memory + 5;
    ze_command_list_handle_t lists[2];
    ze_image_handle_t image;
    check(zeImageCreate(context, device, desc, &image), "zeImageCreate");
    for (int i = 0; i < 2; i++)
        check(zeCommandListCreate(context, device, &list_desc, &lists[i]), "zeCommandListCreate");
    check(zeCommandListAppendImageCopyFromMemory(lists[0], image, from, region, NULL, 0, NULL),
          "from memory");
    check(zeCommandListAppendImageCopyToMemory(lists[1], back, image, region, NULL, 0, NULL),
          "to memory");
    for (int i = 0; i < 2; i++)
        check(zeCommandListClose(lists[i]), "close");
    for (int round = 1; round < 4; round++) {
        int wrong = 0;
        memset(from, round, bytes);
        for (int i = 0; i < 2; i++) {
            check(zeCommandQueueExecuteCommandLists(queue, 1, &lists[i], NULL), "execute");
            check(zeCommandQueueSynchronize(queue, UINT64_MAX), "synchronize");
        }
        for (size_t i = 0; i < bytes; i++)
            wrong += back[i] != round;
        printf("%s, execution %d: wrong bytes: %d\n", what, round, wrong);
    }
    for (int i = 0; i < 2; i++)
        zeCommandListDestroy(lists[i]);
    zeImageDestroy(image);
}

static void try_images(void)
{
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    const ze_image_region_t region = {3, 2, 0, 40, 10, 1};
    ze_command_queue_handle_t queue;
    ze_image_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                            .type = ZE_IMAGE_TYPE_2D,
                            .format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_8,
                                       .type = ZE_IMAGE_FORMAT_TYPE_UINT,
                                       .y = ZE_IMAGE_FORMAT_SWIZZLE_G,
                                       .z = ZE_IMAGE_FORMAT_SWIZZLE_B,
                                       .w = ZE_IMAGE_FORMAT_SWIZZLE_A},
                            .width = 50,
                            .height = 20,
                            .depth = 1};
    check(zeCommandQueueCreate(context, device, &queue_desc, &queue), "queue");
    try_image("image", queue, &desc, NULL, 50 * 20);
    try_image("region of an image", queue, &desc, &region, 40 * 10);
    desc.format.layout = ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32;
    desc.type = ZE_IMAGE_TYPE_3D;
    desc.depth = LEVELS;
    try_image("image of three dimensions", queue, &desc, NULL, 16 * PIXELS_MAX);
    zeCommandQueueDestroy(queue);
}

int main(void)
{
    open_kernel();
    try_kind("shared memory", 1);
    try_kind("host memory", 0);
    try_regions();
    try_again();
    try_images();
    try_priorities();
    return 0;
}
