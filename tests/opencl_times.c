/* opencl_times - what events say of when: two kernels, of which the second is later, and a write
 * that the driver does itself. Prints whether the moments are in order, and how many nanoseconds
 * the kernels took together. */
#include "samples/opencl/host.h"

enum { ITEMS = 4096, MOMENTS = 4 };
static const char source[] = "__kernel void twice(__global uint *a)\n"
                             "{ size_t i = get_global_id(0); a[i] = a[i] * 2; }\n";

static void moments_of(cl_event event, const char *what, cl_ulong at[MOMENTS])
{
    int ordered = 1;
    for (cl_uint i = 0; i < MOMENTS; i++) {
        check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof *at, &at[i],
                                      NULL),
              "clGetEventProfilingInfo");
        ordered &= !i || at[i - 1] <= at[i];
    }
    ordered &= at[MOMENTS - 1] - at[0] < 60 * (cl_ulong)1000000000;
    printf("%s: queued, submitted, started, ended: %s\n", what, ordered ? "in order" : "wrong");
    clReleaseEvent(event);
}

int main(void)
{
    static cl_uint words[ITEMS];
    struct host h;
    const char *text = source;
    cl_platform_id platform;
    cl_int error;
    cl_event events[3];
    cl_ulong at[3][MOMENTS];
    const size_t items = ITEMS;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &h.device, NULL), "clGetDeviceIDs");
    h.context = clCreateContext(NULL, 1, &h.device, NULL, NULL, &error);
    h.queue = clCreateCommandQueue(h.context, h.device, CL_QUEUE_PROFILING_ENABLE, &error);
    h.program = clCreateProgramWithSource(h.context, 1, &text, NULL, &error);
    check(clBuildProgram(h.program, 1, &h.device, "", NULL, NULL), "clBuildProgram");
    cl_kernel twice = host_kernel(&h, "twice");
    cl_mem a = host_buffer(&h, CL_MEM_READ_WRITE, sizeof words, NULL);
    host_arg(twice, 0, sizeof a, &a);
    check(clEnqueueWriteBuffer(h.queue, a, CL_TRUE, 0, sizeof words, words, 0, NULL, &events[0]),
          "clEnqueueWriteBuffer");
    for (int i = 1; i < 3; i++)
        check(clEnqueueNDRangeKernel(h.queue, twice, 1, NULL, &items, NULL, 0, NULL, &events[i]),
              "clEnqueueNDRangeKernel");
    check(clFinish(h.queue), "clFinish");
    moments_of(events[0], "write", at[0]);
    moments_of(events[1], "kernel", at[1]);
    moments_of(events[2], "next kernel", at[2]);
    printf("the next kernel %s\n", at[2][2] > at[1][3] ? "is later" : "is too early");
    printf("nanoseconds: %lu\n", (unsigned long)(at[1][3] - at[1][2] + at[2][3] - at[2][2]));
    clReleaseMemObject(a);
    clReleaseKernel(twice);
    host_close(&h);
    return 0;
}
