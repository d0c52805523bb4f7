/* Two kernels, of which the second waits for the first one's event, on a queue without order; and
 * what profiling says of them. */
#include "host.h"

enum { N = 500 };

/* In ns. */
static cl_ulong duration(cl_event event)
{
    cl_ulong start = 0, end = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
          "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
          "clGetEventProfilingInfo");
    return end - start;
}

int main(int argc, char **argv)
{
    static int in[N], out[N];
    struct host h = host_open(argv[0], "chain.cl",
                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    (void)argc;
    for (int i = 0; i < N; i++)
        in[i] = i - 100;
    cl_mem a = host_buffer(&h, CL_MEM_READ_ONLY, sizeof in, in);
    cl_mem b = host_buffer(&h, CL_MEM_READ_WRITE, sizeof in, NULL);
    cl_mem c = host_buffer(&h, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_kernel square = host_kernel(&h, "square"), add = host_kernel(&h, "add_neighbours");
    cl_event squared, added;
    const cl_int n = N;
    size_t items = N;
    host_arg(square, 0, sizeof a, &a);
    host_arg(square, 1, sizeof b, &b);
    host_arg(add, 0, sizeof b, &b);
    host_arg(add, 1, sizeof c, &c);
    host_arg(add, 2, sizeof n, &n);
    check(clEnqueueNDRangeKernel(h.queue, square, 1, NULL, &items, NULL, 0, NULL, &squared),
          "square");
    check(clEnqueueNDRangeKernel(h.queue, add, 1, NULL, &items, NULL, 1, &squared, &added), "add");
    check(clEnqueueReadBuffer(h.queue, c, CL_TRUE, 0, sizeof out, out, 1, &added, NULL), "read");
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        int want = 0;
        for (int k = i - 1; k <= i + 1; k++)
            want += k >= 0 && k < N ? in[k] * in[k] : 0;
        wrong += out[i] != want;
    }
    int timed = duration(squared) > 0 && duration(added) > 0;
    printf("chain: %d of %d wrong, %s\n", wrong, N, timed ? "both took time" : "it took no time");
    clReleaseEvent(squared);
    clReleaseEvent(added);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    clReleaseKernel(square);
    clReleaseKernel(add);
    host_close(&h);
    return wrong != 0 || !timed;
}
