/* Filled, copied, mapped buffers: for these the driver brings kernels of its own. */
#include "host.h"

enum { N = 4096 };

/* Read-only memory: a driver may not write there what it reads back. */
static const cl_int table[N] = {5, 6, 7};

int main(int argc, char **argv)
{
    struct host h = host_open(argv[0], "buffers.cl", 0);
    const cl_int pattern = 41;
    size_t items = N;
    cl_int error;
    (void)argc;
    cl_mem a = host_buffer(&h, CL_MEM_READ_WRITE, N * sizeof(cl_int), NULL);
    cl_mem b = host_buffer(&h, CL_MEM_READ_WRITE, N * sizeof(cl_int), NULL);
    cl_kernel kernel = host_kernel(&h, "increment");
    host_arg(kernel, 0, sizeof a, &a);
    check(clEnqueueFillBuffer(h.queue, a, &pattern, sizeof pattern, 0, N * sizeof pattern, 0, NULL,
                              NULL),
          "clEnqueueFillBuffer");
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueCopyBuffer(h.queue, a, b, 0, N / 2 * sizeof(cl_int), N / 2 * sizeof(cl_int), 0,
                              NULL, NULL),
          "clEnqueueCopyBuffer");
    int *seen =
        clEnqueueMapBuffer(h.queue, b, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, N / 2 * sizeof(cl_int),
                           N / 2 * sizeof(cl_int), 0, NULL, NULL, &error);
    check(error, "clEnqueueMapBuffer");
    int wrong = 0;
    for (int i = 0; i < N / 2; i++) {
        wrong += seen[i] != 42;
        seen[i] = i;
    }
    check(clEnqueueUnmapMemObject(h.queue, b, seen, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    host_arg(kernel, 0, sizeof b, &b);
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    static cl_int half[N / 2];
    check(clEnqueueReadBuffer(h.queue, b, CL_TRUE, sizeof half, sizeof half, half, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (int i = 0; i < N / 2; i++)
        wrong += half[i] != i + 1;
    static cl_int back[N];
    check(clEnqueueWriteBuffer(h.queue, a, CL_FALSE, 0, sizeof table, table, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    check(clEnqueueReadBuffer(h.queue, a, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    wrong += memcmp(table, back, sizeof table) != 0;
    printf("buffers: filled, copied and mapped, %d wrong\n", wrong);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(kernel);
    host_close(&h);
    return wrong != 0;
}
