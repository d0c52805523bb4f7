/* opencl_launches [N] - a program that launches its kernel N times (1000), and waits for each. */
#include "samples/opencl/host.h"

enum { ITEMS = 256, LOCAL = 64 };

int main(int argc, char **argv)
{
    cl_int a[ITEMS] = {0}, n = argc > 1 ? atoi(argv[1]) : 1000, sum = 0, wrong = 0;
    struct host h = host_open(argv[0], "opencl_launches.cl", 0);
    cl_kernel kernel = host_kernel(&h, "step");
    cl_mem buffer = host_buffer(&h, CL_MEM_READ_WRITE, sizeof a, a);
    size_t items = ITEMS, local = LOCAL;
    host_arg(kernel, 0, sizeof buffer, &buffer);
    for (cl_int turn = 0; turn < n; turn++) {
        host_arg(kernel, 1, sizeof turn, &turn);
        check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(clFinish(h.queue), "clFinish");
        sum += turn & 3;
    }
    check(clEnqueueReadBuffer(h.queue, buffer, CL_TRUE, 0, sizeof a, a, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (int i = 0; i < ITEMS; i++)
        wrong += a[i] != sum;
    printf("%d launches, %d of %d wrong\n", n, wrong, ITEMS);
    return wrong != 0;
}
