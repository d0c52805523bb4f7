/* Level Zero: vadd.cl once more, compiled before: ocloc compile -file vadd.cl -device skl
 * -output_no_suffix -output vadd_native */
#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1024, LOCAL = 64 };

static void check(ze_result_t result, const char *what)
{
    if (result == ZE_RESULT_SUCCESS)
        return;
    fprintf(stderr, "%s: Level Zero error 0x%x\n", what, result);
    exit(1);
}

static ze_module_handle_t load(ze_context_handle_t context, ze_device_handle_t device,
                               const char *path)
{
    static uint8_t bytes[1 << 20];
    ze_module_handle_t module;
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(1);
    }
    ze_module_desc_t what = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_NATIVE,
                             .inputSize = fread(bytes, 1, sizeof bytes, f),
                             .pInputModule = bytes};
    fclose(f);
    check(zeModuleCreate(context, device, &what, &module, NULL), "zeModuleCreate");
    return module;
}

static float *shared(ze_context_handle_t context, ze_device_handle_t device)
{
    const ze_device_mem_alloc_desc_t on = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t here = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *p;
    check(zeMemAllocShared(context, &on, &here, N * sizeof(float), 64, device, &p),
          "zeMemAllocShared");
    return p;
}

int main(int argc, char **argv)
{
    const ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    const ze_kernel_desc_t kernel_desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC,
                                          .pKernelName = "vadd"};
    const ze_group_count_t groups = {N / LOCAL, 1, 1};
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list;
    ze_kernel_handle_t kernel;
    uint32_t one = 1;
    float *at[3];
    check(zeInit(0), "zeInit");
    check(zeDriverGet(&one, &driver), "zeDriverGet");
    check(zeDeviceGet(driver, &one, &device), "zeDeviceGet");
    check(zeContextCreate(driver, &context_desc, &context), "zeContextCreate");
    ze_module_handle_t module = load(context, device, argc > 1 ? argv[1] : "vadd_native");
    check(zeKernelCreate(module, &kernel_desc, &kernel), "zeKernelCreate");
    check(zeKernelSetGroupSize(kernel, LOCAL, 1, 1), "zeKernelSetGroupSize");
    for (uint32_t i = 0; i < 3; i++) {
        at[i] = shared(context, device);
        for (int k = 0; k < N; k++)
            at[i][k] = (float)k / (float)(i + 1);
        check(zeKernelSetArgumentValue(kernel, i, sizeof at[i], &at[i]),
              "zeKernelSetArgumentValue");
    }
    check(zeCommandListCreateImmediate(context, device, &queue_desc, &list),
          "zeCommandListCreateImmediate");
    check(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL),
          "zeCommandListAppendLaunchKernel");
    int wrong = 0;
    for (int k = 0; k < N; k++)
        wrong += at[2][k] != (float)k + (float)k / 2;
    printf("zero: %d of %d wrong\n", wrong, N);
    zeCommandListDestroy(list);
    for (int i = 0; i < 3; i++)
        zeMemFree(context, at[i]);
    zeKernelDestroy(kernel);
    zeModuleDestroy(module);
    zeContextDestroy(context);
    return wrong != 0;
}
