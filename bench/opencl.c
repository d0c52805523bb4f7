/* opencl KERNEL ITEMS - nanoseconds a work item of a kernel takes on whatever device OpenCL gives,
 * from its launch to its end, what is moved to a device and back included; one launch before is not
 * counted. */
#include "samples/opencl/host.h"

#include <time.h>

static const char source[] =
    "__kernel void add(__global float *a)\n"
    "{ size_t i = get_global_id(0); a[i] = a[i] + 1.5f; }\n"
    "__kernel void iterate(__global float *a)\n"
    "{ size_t i = get_global_id(0); float x = a[i]; for (int k = 0; k < 1000; k++) x = x * 0.5f + "
    "k;"
    " a[i] = x; }\n"
    "__kernel void local_sum(__global float *a)\n"
    "{ __local float t[64]; size_t l = get_local_id(0); t[l] = a[get_global_id(0)];\n"
    " for (int n = 32; n; n /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (l < n) t[l] += t[l + n]; }\n"
    " a[get_global_id(0)] = t[l]; }\n";

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    enum { LAUNCHES = 5, LOCAL = 64 };
    const char *text = source;
    size_t items = argc > 2 ? strtoul(argv[2], NULL, 0) / LOCAL * LOCAL : LOCAL, local = LOCAL;
    cl_platform_id platform;
    struct host h;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &h.device, NULL), "clGetDeviceIDs");
    h.context = clCreateContext(NULL, 1, &h.device, NULL, NULL, &error);
    h.queue = clCreateCommandQueue(h.context, h.device, 0, &error);
    h.program = clCreateProgramWithSource(h.context, 1, &text, NULL, &error);
    check(clBuildProgram(h.program, 1, &h.device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = host_kernel(&h, argc > 1 ? argv[1] : "add");
    cl_mem buffer = host_buffer(&h, CL_MEM_READ_WRITE, items * sizeof(float), NULL);
    host_arg(kernel, 0, sizeof buffer, &buffer);
    double began = 0;
    for (int i = 0; i <= LAUNCHES; i++) {
        if (i == 1)
            began = now();
        check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(clFinish(h.queue), "clFinish");
    }
    printf("%.4g\n", (now() - began) / LAUNCHES / (double)items);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    host_close(&h);
    return 0;
}
