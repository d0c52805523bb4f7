/* opencl_shared - memory that a program shares with its GPU, SVM and Intel's host and shared USM: a
 * launch sees what the launch before it wrote, without a wait between them, and what the program
 * wrote since. And patterns that the driver fills buffers with, which its kernels read from memory
 * that it shares. And queues of each priority. Prints what is there. */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 2048, AT = 1000 };
static const char source[] =
    "__kernel void fill(__global int *o, int k) { o[get_global_id(0)] = get_global_id(0) * k; }\n"
    "__kernel void more(__global int *o, __global int *i)\n"
    "{ o[get_global_id(0)] = i[get_global_id(0)] + 1; }\n";

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    exit(1);
}

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_kernel fill, more;

typedef void *host_function(cl_context, const cl_ulong *, size_t, cl_uint, cl_int *);
typedef void *shared_function(cl_context, cl_device_id, const cl_ulong *, size_t, cl_uint,
                              cl_int *);
typedef cl_int free_function(cl_context, void *);
typedef cl_int argument_function(cl_kernel, cl_uint, const void *);

static void *extension(const char *name)
{
    void *f = clGetExtensionFunctionAddressForPlatform(platform, name);
    check(f ? CL_SUCCESS : CL_INVALID_VALUE, name);
    return f;
}

static int *allocate(const char *kind)
{
    const size_t n = ITEMS * sizeof(int);
    cl_int error = CL_SUCCESS;
    void *at =
        *kind == 'S' ? clSVMAlloc(context, CL_MEM_READ_WRITE, n, 0)
        : *kind == 'h'
            ? ((host_function *)extension("clHostMemAllocINTEL"))(context, NULL, n, 0, &error)
            : ((shared_function *)extension("clSharedMemAllocINTEL"))(context, device, NULL, n, 0,
                                                                      &error);
    check(at ? error : CL_MEM_OBJECT_ALLOCATION_FAILURE, kind);
    return at;
}

static void release(const char *kind, int *at)
{
    if (*kind == 'S')
        clSVMFree(context, at);
    else
        check(((free_function *)extension("clMemFreeINTEL"))(context, at), "clMemFreeINTEL");
}

static void argument(const char *kind, cl_kernel kernel, cl_uint i, const int *at)
{
    check(*kind == 'S'
              ? clSetKernelArgSVMPointer(kernel, i, at)
              : ((argument_function *)extension("clSetKernelArgMemPointerINTEL"))(kernel, i, at),
          "argument");
}

static void launch(cl_kernel kernel)
{
    const size_t items = ITEMS;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

static void try_kind(const char *kind)
{
    int *a = allocate(kind), *b = allocate(kind), k = 3;
    const cl_bool svm = *kind == 'S';
    argument(kind, fill, 0, a);
    argument(kind, more, 0, b);
    argument(kind, more, 1, a);
    check(clSetKernelArg(fill, 1, sizeof k, &k), "argument");
    launch(fill);
    launch(more);
    check(clFinish(queue), "clFinish");
    printf("%s: %d %d after two launches\n", kind, a[AT], b[AT]);
    if (svm)
        check(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, a, ITEMS * sizeof *a, 0, NULL, NULL),
              "clEnqueueSVMMap");
    a[AT] = 70;
    if (svm)
        check(clEnqueueSVMUnmap(queue, a, 0, NULL, NULL), "clEnqueueSVMUnmap");
    launch(more);
    check(clFinish(queue), "clFinish");
    printf("%s: %d %d %d after a write of the program's\n", kind, a[AT], b[AT], b[AT + 1]);
    launch(more);
    argument(kind, more, 0, a);
    argument(kind, more, 1, b);
    launch(more);
    check(clFinish(queue), "clFinish");
    printf("%s: %d %d after two launches, there and back\n", kind, a[AT], b[AT]);
    release(kind, a);
    release(kind, b);
}

/* A pattern of @n bytes in a part of a buffer, which begins at @from. */
static void try_pattern(size_t n, size_t from)
{
    enum { BYTES = 1024, FILLED = 512 };
    const char pattern[] = "abcdefgh", zero = 0;
    char bytes[BYTES];
    int wrong = 0;
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    check(error, "clCreateBuffer");
    check(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, BYTES, 0, NULL, NULL), "fill");
    check(clEnqueueFillBuffer(queue, buffer, pattern, n, from, FILLED, 0, NULL, NULL), "fill");
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL), "read");
    for (size_t i = 0; i < BYTES; i++)
        wrong += bytes[i] != (i >= from && i < from + FILLED ? pattern[(i - from) % n] : 0);
    printf("a pattern of %zu bytes from %zu on: %d of %d wrong\n", n, from, wrong, BYTES);
    clReleaseMemObject(buffer);
}

/* One after the other they fill a buffer, and add 1 to it twice. */
static void try_priorities(void)
{
    static const cl_queue_properties priorities[] = {
        CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_HIGH_KHR};
    const int three = 3;
    int back[ITEMS];
    cl_int error;
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof back, NULL, &error);
    check(error, "clCreateBuffer");
    for (int i = 0; i < 3; i++) {
        const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priorities[i], 0};
        cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &error);
        check(error, "clCreateCommandQueueWithProperties");
        cl_kernel kernel = i ? more : fill;
        check(clSetKernelArg(kernel, 0, sizeof b, &b), "argument");
        check(i ? clSetKernelArg(kernel, 1, sizeof b, &b)
                : clSetKernelArg(kernel, 1, sizeof three, &three),
              "argument");
        check(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &(size_t){ITEMS}, NULL, 0, NULL, NULL),
              "launch");
        check(clFinish(q), "clFinish");
        clReleaseCommandQueue(q);
    }
    check(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL), "read");
    printf("queues of each priority: %d\n", back[AT]);
    clReleaseMemObject(b);
}

int main(void)
{
    const char *text = source;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    fill = clCreateKernel(program, "fill", &error);
    more = clCreateKernel(program, "more", &error);
    check(error, "clCreateKernel");
    try_kind("SVM");
    try_kind("host USM");
    try_kind("shared USM");
    for (size_t n = 1; n <= 8; n *= 2)
        for (size_t from = 0; from <= 8; from += 8)
            try_pattern(n, from);
    try_pattern(1, 3);
    try_pattern(2, 6);
    try_priorities();
    return 0;
}
