/* opencl_unaligned - runs opencl_unaligned.cl and counts what is wrong. For bdw, the compiler moves
 * a short4 with A64 byte scattered messages of eight bytes. */
#include "samples/opencl/host.h"

enum { ITEMS = 64 };

int main(int argc, char **argv)
{
    (void)argc;
    struct host h = host_open(argv[0], "opencl_unaligned.cl", 0);
    cl_int at[ITEMS];
    cl_short out[ITEMS][4];
    for (int i = 0; i < ITEMS; i++)
        at[i] = 1 + i * 7 % 60;
    cl_mem in = host_buffer(&h, CL_MEM_READ_ONLY, sizeof at, at);
    cl_mem results = host_buffer(&h, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_kernel kernel = host_kernel(&h, "unaligned");
    host_arg(kernel, 0, sizeof in, &in);
    host_arg(kernel, 1, sizeof results, &results);
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &(size_t){ITEMS}, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(h.queue, results, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    int wrong = 0;
    for (int i = 0; i < ITEMS; i++) {
        wrong += out[i][0] != (cl_short)((at[i] - 1) * i);
        for (int k = 1; k < 4; k++)
            wrong += out[i][k] != -k;
    }
    printf("unaligned: %d of %d wrong\n", wrong, 4 * ITEMS);
    host_close(&h);
    return 0;
}
