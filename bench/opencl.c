/* opencl KERNEL ITEMS - nanoseconds a work item of a kernel takes on whatever device OpenCL gives,
 * from its launch to its end, what is moved to a device and back included; one launch before is not
 * counted. opencl resident MB - seconds that a kernel takes which has four buffers of MB together,
 * and uses little of them: a driver moves all. */
#include "samples/opencl/host.h"

#include "bench/clock.h"

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
    " a[get_global_id(0)] = t[l]; }\n"
    "__kernel void resident(__global uint *a, __global uint *b, __global uint *c, __global uint "
    "*d)\n"
    "{ size_t i = get_global_id(0); d[i] = a[i] + b[i] + c[i]; }\n";

enum { LAUNCHES = 5, LOCAL = 64, BUFFERS = 4 };

/* Nanoseconds a launch takes, the first not counted unless it is the only one. */
static double run(const struct host *h, cl_kernel kernel, size_t items, int launches)
{
    size_t local = LOCAL;
    double began = bench_wall();
    for (int i = 0; i < launches; i++) {
        if (i == 1)
            began = bench_wall();
        check(clEnqueueNDRangeKernel(h->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(clFinish(h->queue), "clFinish");
    }
    return (bench_wall() - began) / (launches > 1 ? launches - 1 : 1);
}

static void measure_items(struct host *h, const char *name, size_t items)
{
    cl_kernel kernel = host_kernel(h, name);
    cl_mem buffer = host_buffer(h, CL_MEM_READ_WRITE, items * sizeof(float), NULL);
    host_arg(kernel, 0, sizeof buffer, &buffer);
    printf("%.4g\n", run(h, kernel, items, LAUNCHES + 1) / (double)items);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
}

static void measure_resident(struct host *h, size_t bytes)
{
    cl_kernel kernel = host_kernel(h, "resident");
    cl_mem buffers[BUFFERS];
    char *data = malloc(bytes / BUFFERS);
    for (size_t i = 0; i < bytes / BUFFERS; i++)
        data[i] = (char)(i * 2654435761u >> 24);
    for (cl_uint i = 0; i < BUFFERS; i++) {
        buffers[i] =
            host_buffer(h, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes / BUFFERS, data);
        host_arg(kernel, i, sizeof buffers[i], &buffers[i]);
    }
    printf("%.4g\n", run(h, kernel, LOCAL, 1) / 1e9);
    for (cl_uint i = 0; i < BUFFERS; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    free(data);
}

int main(int argc, char **argv)
{
    const char *text = source;
    const char *name = argc > 1 ? argv[1] : "add";
    size_t items = argc > 2 ? strtoul(argv[2], NULL, 0) : LOCAL;
    cl_platform_id platform;
    struct host h;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &h.device, NULL), "clGetDeviceIDs");
    h.context = clCreateContext(NULL, 1, &h.device, NULL, NULL, &error);
    h.queue = clCreateCommandQueue(h.context, h.device, 0, &error);
    h.program = clCreateProgramWithSource(h.context, 1, &text, NULL, &error);
    check(clBuildProgram(h.program, 1, &h.device, "", NULL, NULL), "clBuildProgram");
    if (strcmp(name, "resident") == 0)
        measure_resident(&h, items << 20);
    else
        measure_items(&h, name, items / LOCAL * LOCAL);
    host_close(&h);
    return 0;
}
