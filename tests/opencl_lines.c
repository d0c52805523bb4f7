/* opencl_lines - the host of opencl_lines.cl: 1024 work items in groups of 16. When they have ended
 * the program is released, and there is a file `ended`. When there is a file `go`, another program
 * takes its place, and then the first again. Item CHANGED is the debugger's in the first run. */
#define _DEFAULT_SOURCE
#include "samples/opencl/host.h"

#include <unistd.h>

enum { ITEMS = 1024, LOCAL = 16, FIRST = 100, CHANGED = 1003 };

static cl_kernel kernel_with(const struct host *h, const char *name, cl_mem from, cl_mem to)
{
    cl_kernel kernel = host_kernel(h, name);
    host_arg(kernel, 0, sizeof from, &from);
    host_arg(kernel, 1, sizeof to, &to);
    return kernel;
}

static void run(const struct host *h, cl_kernel kernel)
{
    size_t items = ITEMS, local = LOCAL;
    check(clEnqueueNDRangeKernel(h->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(h->queue), "clFinish");
    clReleaseKernel(kernel);
    clReleaseProgram(h->program);
}

static void wait_for(const char *ended, const char *go)
{
    FILE *f = fopen(ended, "w");
    if (f)
        fclose(f);
    while (f && access(go, F_OK) != 0)
        usleep(20000);
}

static void build(struct host *h, const char *source)
{
    cl_int error;
    h->program = clCreateProgramWithSource(h->context, 1, &source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(h->program, 1, &h->device, "", NULL, NULL), "clBuildProgram");
}

static void run_points(struct host *h, cl_mem from, cl_mem to)
{
    cl_float scale = 0.5f;
    cl_kernel kernel = kernel_with(h, "points", from, to);
    host_arg(kernel, 2, LOCAL * sizeof(cl_int), NULL);
    host_arg(kernel, 3, sizeof scale, &scale);
    run(h, kernel);
}

static void read_back(const struct host *h, cl_mem from, cl_int to[ITEMS])
{
    check(clEnqueueReadBuffer(h->queue, from, CL_TRUE, 0, ITEMS * sizeof *to, to, 0, NULL, NULL),
          "clEnqueueReadBuffer");
}

static cl_uint weigh(cl_uint x, cl_uint y)
{
    return x * x + 2 * y;
}

/* What `points` makes of item @i, without a debugger's changes. */
static cl_int expected(cl_uint i)
{
    cl_uint n = i % LOCAL, group = i - n, last[3] = {i, i + 1, i + 2}, total = FIRST + i;
    last[i % 3] += weigh(group + (n ^ 1), n ^ 1);
    for (cl_uint k = 0; k < n; k++)
        total = total * 3 ^ weigh(group + k, k);
    if (i & 1)
        total += weigh(i, last[1]);
    return (cl_int)(total + last[0] + last[1] + last[2] + 7);
}

static const char after[] = "__kernel void after(__global const int *in, __global int *out)\n"
                            "{\n"
                            "    int i = get_global_id(0);\n"
                            "    out[i] -= in[i];\n"
                            "}\n";

int main(int argc, char **argv)
{
    cl_int in[ITEMS], out[ITEMS] = {0}, again[ITEMS] = {0};
    int wrong = 0;
    struct host h = host_open(argv[0], "opencl_lines.cl", 0);
    (void)argc;
    for (int i = 0; i < ITEMS; i++)
        in[i] = FIRST + i;
    cl_mem from = host_buffer(&h, CL_MEM_READ_ONLY, sizeof in, in);
    cl_mem to = host_buffer(&h, CL_MEM_READ_WRITE, sizeof out, out);
    cl_mem more = host_buffer(&h, CL_MEM_READ_WRITE, sizeof again, again);
    run_points(&h, from, to);
    wait_for("ended", "go");
    build(&h, after);
    run(&h, kernel_with(&h, "after", from, to));
    build(&h, host_source("opencl_lines.cl"));
    run_points(&h, from, more);
    read_back(&h, to, out);
    read_back(&h, more, again);
    for (cl_uint i = 0; i < ITEMS; i++)
        wrong += again[i] != expected(i) || (i != CHANGED && out[i] != again[i] - in[i]);
    printf("%d of %d wrong\n", wrong, ITEMS);
    return 0;
}
