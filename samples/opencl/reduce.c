/* Local memory and barriers: a sum by groups. */
#include "host.h"

enum { GROUPS = 12, LOCAL = 128, N = GROUPS * LOCAL };

int main(int argc, char **argv)
{
    static int in[N], sums[GROUPS];
    struct host h = host_open(argv[0], "reduce.cl", 0);
    long total = 0, want = 0;
    (void)argc;
    for (int i = 0; i < N; i++) {
        in[i] = i * 7 % 1000 - 300;
        want += in[i];
    }
    cl_mem a = host_buffer(&h, CL_MEM_READ_ONLY, sizeof in, in);
    cl_mem b = host_buffer(&h, CL_MEM_WRITE_ONLY, sizeof sums, NULL);
    cl_kernel kernel = host_kernel(&h, "reduce");
    host_arg(kernel, 0, sizeof a, &a);
    host_arg(kernel, 1, sizeof b, &b);
    host_arg(kernel, 2, LOCAL * sizeof(int), NULL);
    size_t items = N, local = LOCAL;
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(h.queue, b, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (int i = 0; i < GROUPS; i++)
        total += sums[i];
    printf("reduce: %ld, %s\n", total, total == want ? "right" : "wrong");
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(kernel);
    host_close(&h);
    return total != want;
}
