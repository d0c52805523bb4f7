/* What the samples' host programs share: a device, a queue, and a program built from a file. */
#ifndef HOST_H
#define HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct host {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

static inline void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    exit(1);
}

static inline char *host_source(const char *path)
{
    static char text[65536];
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(1);
    }
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

/* @program: argv[0]; the kernel lies beside it, in @file. */
static inline struct host host_open(const char *program, const char *file,
                                    cl_command_queue_properties properties)
{
    struct host h;
    cl_platform_id platform;
    cl_int error;
    char path[4096], log[16384] = "";
    const char *slash = strrchr(program, '/');
    int folder = slash ? (int)(slash - program) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, program, file);
    const char *source = host_source(path);
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &h.device, NULL), "clGetDeviceIDs");
    h.context = clCreateContext(NULL, 1, &h.device, NULL, NULL, &error);
    check(error, "clCreateContext");
    h.queue = clCreateCommandQueue(h.context, h.device, properties, &error);
    check(error, "clCreateCommandQueue");
    h.program = clCreateProgramWithSource(h.context, 1, &source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    error = clBuildProgram(h.program, 1, &h.device, "", NULL, NULL);
    if (error) {
        clGetProgramBuildInfo(h.program, h.device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "%s", log);
    }
    check(error, "clBuildProgram");
    return h;
}

static inline cl_mem host_buffer(const struct host *h, cl_mem_flags flags, size_t size, void *data)
{
    cl_int error;
    cl_mem buffer =
        clCreateBuffer(h->context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), size, data, &error);
    check(error, "clCreateBuffer");
    return buffer;
}

static inline cl_kernel host_kernel(const struct host *h, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(h->program, name, &error);
    check(error, "clCreateKernel");
    return kernel;
}

static inline void host_arg(cl_kernel kernel, cl_uint i, size_t size, const void *value)
{
    check(clSetKernelArg(kernel, i, size, value), "clSetKernelArg");
}

static inline void host_close(struct host *h)
{
    clReleaseProgram(h->program);
    clReleaseCommandQueue(h->queue);
    clReleaseContext(h->context);
}

#endif
