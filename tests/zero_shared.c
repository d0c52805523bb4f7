/* zero_shared - Level Zero's shared and host memory: a launch of vadd sees what the program has
 * written since the launch before. vadd_native: samples/opencl/zero.c. */
#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>

enum { N = 1024, LOCAL = 64, AT = 1000 };

static void check(ze_result_t result, const char *what)
{
    if (result == ZE_RESULT_SUCCESS)
        return;
    fprintf(stderr, "%s: Level Zero error 0x%x\n", what, result);
    exit(1);
}

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

int main(void)
{
    open_kernel();
    try_kind("shared memory", 1);
    try_kind("host memory", 0);
    return 0;
}
