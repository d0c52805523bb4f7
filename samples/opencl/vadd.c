/* Two vectors are added: the first OpenCL program of everybody. */
#include "host.h"

enum { N = 1000 };

int main(int argc, char **argv)
{
    static float a[N], b[N], c[N];
    struct host h = host_open(argv[0], "vadd.cl", 0);
    (void)argc;
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)i;
    }
    cl_mem buffers[3] = {host_buffer(&h, CL_MEM_READ_ONLY, sizeof a, a),
                         host_buffer(&h, CL_MEM_READ_ONLY, sizeof b, b),
                         host_buffer(&h, CL_MEM_WRITE_ONLY, sizeof c, NULL)};
    cl_kernel kernel = host_kernel(&h, "vadd");
    for (cl_uint i = 0; i < 3; i++)
        host_arg(kernel, i, sizeof buffers[i], &buffers[i]);
    size_t items = N;
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(h.queue, buffers[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += c[i] != 1.5f * (float)i;
    printf("vadd: %g + %g = %g, %d of %d wrong\n", a[N - 1], b[N - 1], c[N - 1], wrong, N);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    host_close(&h);
    return wrong != 0;
}
