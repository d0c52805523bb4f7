/* opencl_threads - threads of one program, each with a queue of its own on one context: kernels,
 * callbacks of their events, which the driver calls from another thread again, and reads. Every
 * thread must find its own sums. */
#include "samples/opencl/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { ITEMS = 3000, STEPS = 12, THREADS = 5 };
static const char source[] = "__kernel void step(__global uint *a, uint by)\n"
                             "{ size_t i = get_global_id(0); a[i] = a[i] * 3 + by; }\n";

static cl_device_id device;
static cl_context context;
static cl_program program;
static atomic_int called;

static void CL_CALLBACK note(cl_event event, cl_int status, void *ctx)
{
    (void)event, (void)status, (void)ctx;
    atomic_fetch_add(&called, 1);
}

static void *run(void *ctx)
{
    cl_uint by = *(const cl_uint *)ctx, words[ITEMS], want = 0, wrong = 0;
    size_t items = ITEMS;
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    cl_kernel kernel = clCreateKernel(program, "step", &error);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof words, NULL, &error);
    check(clEnqueueFillBuffer(queue, buffer, &want, sizeof want, 0, sizeof words, 0, NULL, NULL),
          "clEnqueueFillBuffer");
    host_arg(kernel, 0, sizeof buffer, &buffer);
    host_arg(kernel, 1, sizeof by, &by);
    for (int i = 0; i < STEPS; i++) {
        cl_event done;
        want = want * 3 + by;
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &done), "step");
        check(clSetEventCallback(done, CL_COMPLETE, note, NULL), "clSetEventCallback");
        if (i % 4 == 3)
            check(clFinish(queue), "clFinish");
    }
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (int i = 0; i < ITEMS; i++)
        wrong += words[i] != want;
    *(cl_uint *)ctx = wrong;
    return NULL;
}

int main(void)
{
    const char *text = source;
    cl_platform_id platform;
    cl_int error;
    pthread_t threads[THREADS];
    cl_uint of[THREADS], wrong = 0;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    for (cl_uint i = 0; i < THREADS; i++) {
        of[i] = i + 1;
        pthread_create(&threads[i], NULL, run, &of[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        wrong += of[i];
    }
    for (int i = 0; i < 1000 && called < THREADS * STEPS; i++)
        usleep(10000);
    printf("threads: %u wrong, %d callbacks\n", wrong, called);
    return wrong || called != THREADS * STEPS;
}
