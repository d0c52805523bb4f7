/* opencl_lint - programs that come one after the other, each released before the next, so that
 * their kernels lie at the same address; each runs twice and writes beyond its buffer. */
#include "samples/opencl/host.h"

enum { BYTES = 4096, ITEMS = 64 };

static void run_twice(cl_context context, cl_device_id device, cl_command_queue queue,
                      const char *stride)
{
    const char *text = "__kernel void far(__global int *a) { a[get_global_id(0) * STRIDE] = 1; }\n";
    char options[40];
    cl_int error;
    size_t items = ITEMS;
    snprintf(options, sizeof options, "-DSTRIDE=%s", stride);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "far", &error);
    check(error, "clCreateKernel");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    check(error, "clCreateBuffer");
    host_arg(kernel, 0, sizeof buffer, &buffer);
    for (int i = 0; i < 2; i++)
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "far");
    check(clFinish(queue), "clFinish");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    for (int i = 1; i < argc; i++)
        run_twice(context, device, queue, argv[i]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
