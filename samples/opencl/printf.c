/* printf() of a kernel: the driver prints what the kernel left in a buffer. */
#include "host.h"

int main(int argc, char **argv)
{
    float a[] = {1.5f, -2.25f, 0, 100};
    struct host h = host_open(argv[0], "printf.cl", 0);
    cl_mem buffer = host_buffer(&h, CL_MEM_READ_ONLY, sizeof a, a);
    cl_kernel kernel = host_kernel(&h, "say");
    size_t items = sizeof a / sizeof *a;
    (void)argc;
    host_arg(kernel, 0, sizeof buffer, &buffer);
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(h.queue), "clFinish");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    host_close(&h);
    return 0;
}
