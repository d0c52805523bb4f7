/* opencl_many - two processes, each with two contexts of two queues: chains of kernels on the
 * queues of one context, ordered by events, at a time with those of the other context. Every
 * process and context must find its own sums. */
#include "samples/opencl/host.h"

#include <sys/wait.h>
#include <unistd.h>

enum { ITEMS = 4096, STEPS = 8, CONTEXTS = 2, QUEUES = 2 };
static const char source[] = "__kernel void step(__global uint *a, uint by)\n"
                             "{ size_t i = get_global_id(0); a[i] = a[i] * 3 + by; }\n";

struct side {
    struct host h;
    cl_command_queue queues[QUEUES];
    cl_kernel kernel;
    cl_mem buffer;
    cl_event last;
    cl_uint by;
};

static cl_uint first_of(cl_uint by, cl_uint i)
{
    return by * 1000 + i;
}

static void open_side(struct side *s, cl_uint by)
{
    static cl_uint words[ITEMS];
    const char *text = source;
    cl_platform_id platform;
    cl_int error;
    *s = (struct side){.by = by};
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &s->h.device, NULL), "clGetDeviceIDs");
    s->h.context = clCreateContext(NULL, 1, &s->h.device, NULL, NULL, &error);
    for (int i = 0; i < QUEUES; i++)
        s->queues[i] = clCreateCommandQueue(s->h.context, s->h.device, 0, &error);
    s->h.queue = s->queues[0];
    s->h.program = clCreateProgramWithSource(s->h.context, 1, &text, NULL, &error);
    check(clBuildProgram(s->h.program, 1, &s->h.device, "", NULL, NULL), "clBuildProgram");
    s->kernel = host_kernel(&s->h, "step");
    for (cl_uint i = 0; i < ITEMS; i++)
        words[i] = first_of(by, i);
    s->buffer = host_buffer(&s->h, CL_MEM_READ_WRITE, sizeof words, words);
    host_arg(s->kernel, 0, sizeof s->buffer, &s->buffer);
    host_arg(s->kernel, 1, sizeof s->by, &s->by);
}

/* On the one queue, then on the other, which waits for the event of the one before. */
static void enqueue_step(struct side *s, int step)
{
    size_t items = ITEMS;
    cl_event before = s->last;
    check(clEnqueueNDRangeKernel(s->queues[step % QUEUES], s->kernel, 1, NULL, &items, NULL,
                                 before ? 1 : 0, before ? &before : NULL, &s->last),
          "clEnqueueNDRangeKernel");
    if (before)
        clReleaseEvent(before);
    check(clFlush(s->queues[step % QUEUES]), "clFlush");
}

static int count_wrong(struct side *s)
{
    static cl_uint words[ITEMS];
    int wrong = 0;
    check(clEnqueueReadBuffer(s->queues[0], s->buffer, CL_TRUE, 0, sizeof words, words, 1, &s->last,
                              NULL),
          "clEnqueueReadBuffer");
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint want = first_of(s->by, i);
        for (int k = 0; k < STEPS; k++)
            want = want * 3 + s->by;
        wrong += words[i] != want;
    }
    return wrong;
}

static int run(cl_uint by)
{
    struct side sides[CONTEXTS];
    int wrong = 0;
    for (cl_uint i = 0; i < CONTEXTS; i++)
        open_side(&sides[i], by + i);
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < CONTEXTS; i++)
            enqueue_step(&sides[i], step);
    for (int i = 0; i < CONTEXTS; i++)
        wrong += count_wrong(&sides[i]);
    return wrong;
}

int main(void)
{
    int state = 0;
    pid_t child = fork();
    int wrong = run(child == 0 ? 10 : 20);
    if (child == 0)
        _exit(wrong != 0);
    waitpid(child, &state, 0);
    printf("many: %d wrong, the other process: %d\n", wrong, state);
    return wrong || state;
}
