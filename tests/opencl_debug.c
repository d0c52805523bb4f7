/* opencl_debug - the host of opencl_debug.cl: 32 work items in groups of 16. */
#include "samples/opencl/host.h"

#ifndef SOURCE
#define SOURCE "opencl_debug.cl"
#endif

enum { ITEMS = 32, LOCAL = 16 };

int main(int argc, char **argv)
{
    cl_int in[ITEMS], out[ITEMS], sum = 0;
    cl_float scale = 0.5f;
    struct host h = host_open(argv[0], SOURCE, 0);
    cl_kernel kernel = host_kernel(&h, "points");
    size_t items = ITEMS, local = LOCAL;
    (void)argc;
    for (int i = 0; i < ITEMS; i++)
        in[i] = 100 + i;
    cl_mem from = host_buffer(&h, CL_MEM_READ_ONLY, sizeof in, in);
    cl_mem to = host_buffer(&h, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    host_arg(kernel, 0, sizeof from, &from);
    host_arg(kernel, 1, sizeof to, &to);
    host_arg(kernel, 2, LOCAL * sizeof(cl_int), NULL);
    host_arg(kernel, 3, sizeof scale, &scale);
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(h.queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (int i = 0; i < ITEMS; i++)
        sum += out[i];
    printf("sum %d\n", sum);
    return 0;
}
