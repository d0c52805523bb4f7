/* zero_modules - Level Zero's modules of SPIR-V: a kernel calls a function of another module, with
 * which it is linked, whichever of them was made first; a specialization constant; and launches
 * whose number, and groups, are in memory. calls.spv, squares.spv: tests/zero_*.cl. */
#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zero_check.h"

enum { LOCAL = 16, ITEMS = 64 };

static ze_context_handle_t context;
static ze_device_handle_t device;
static ze_command_list_handle_t list;
static int *shared;

static void *allocate(void)
{
    const ze_device_mem_alloc_desc_t on = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t here = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *at;
    check(zeMemAllocShared(context, &on, &here, 4096, 64, device, &at), "memory");
    return at;
}

static void open_device(void)
{
    const ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ze_driver_handle_t driver;
    uint32_t one = 1;
    check(zeInit(0), "zeInit");
    check(zeDriverGet(&one, &driver), "zeDriverGet");
    check(zeDeviceGet(driver, &one, &device), "zeDeviceGet");
    check(zeContextCreate(driver, &context_desc, &context), "zeContextCreate");
    check(zeCommandListCreateImmediate(context, device, &queue_desc, &list), "list");
    shared = allocate();
}

static ze_module_handle_t load(const char *path, const ze_module_constants_t *constants)
{
    static uint8_t bytes[1 << 16];
    ze_module_handle_t module;
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(1);
    }
    ze_module_desc_t what = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_IL_SPIRV,
                             .inputSize = fread(bytes, 1, sizeof bytes, f),
                             .pInputModule = bytes,
                             .pBuildFlags = "-library-compilation",
                             .pConstants = constants};
    fclose(f);
    check(zeModuleCreate(context, device, &what, &module, NULL), path);
    return module;
}

/* The module that is made later lies behind the other one. */
static ze_kernel_handle_t linked(int calls_first, const ze_module_constants_t *constants)
{
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "calls"};
    ze_module_handle_t both[2];
    ze_kernel_handle_t kernel;
    both[!calls_first] =
        load(calls_first ? "calls.spv" : "squares.spv", calls_first ? constants : NULL);
    both[calls_first] =
        load(calls_first ? "squares.spv" : "calls.spv", calls_first ? NULL : constants);
    check(zeModuleDynamicLink(2, both, NULL), "zeModuleDynamicLink");
    check(zeKernelCreate(both[0], &desc, &kernel), "zeKernelCreate");
    check(zeKernelSetGroupSize(kernel, LOCAL, 1, 1), "zeKernelSetGroupSize");
    check(zeKernelSetArgumentValue(kernel, 0, sizeof shared, &shared), "argument");
    return kernel;
}

static ze_kernel_handle_t try_link(int calls_first, int constant)
{
    const ze_group_count_t groups = {ITEMS / LOCAL, 1, 1};
    const uint32_t id = 7;
    const void *value = &constant;
    const ze_module_constants_t constants = {1, &id, &value};
    ze_kernel_handle_t kernel = linked(calls_first, constant ? &constants : NULL);
    check(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL), "launch");
    printf("linked: %d %d\n", shared[0], shared[ITEMS - 1]);
    return kernel;
}

/* Of two launches the first ones. The driver does not execute them in an immediate list, and reads
 * their number at the beginning of an allocation only. */
static void try_many(ze_kernel_handle_t kernel)
{
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t later;
    ze_kernel_handle_t kernels[] = {kernel, kernel};
    uint32_t *count = allocate();
    ze_group_count_t *groups = (ze_group_count_t *)(shared + 512);
    groups[0] = (ze_group_count_t){1, 1, 1};
    groups[1] = (ze_group_count_t){3, 1, 1};
    check(zeCommandQueueCreate(context, device, &queue_desc, &queue), "queue");
    check(zeCommandListCreate(context, device, &list_desc, &later), "zeCommandListCreate");
    check(zeCommandListAppendLaunchMultipleKernelsIndirect(later, 2, kernels, count, groups, NULL,
                                                           0, NULL),
          "launches");
    check(zeCommandListClose(later), "close");
    for (*count = 0; *count < 3; ++*count) {
        memset(shared, 0, ITEMS * sizeof *shared);
        check(zeCommandQueueExecuteCommandLists(queue, 1, &later, NULL), "execute");
        printf("%u launches: %d %d %d\n", *count, shared[0], shared[3 * LOCAL - 1],
               shared[3 * LOCAL]);
    }
}

int main(void)
{
    open_device();
    try_link(1, 0);
    try_many(try_link(0, 7));
    return 0;
}
