/* opencl_cases FOLDER OPTIONS [NAME...] - an OpenCL host program that runs the cases of
 * FOLDER/index.json, or those named, each built with OPTIONS, and compares what they leave. A line
 * for each that differs, and one with the count. */
#include "samples/opencl/host.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { ARGS = 8, BYTES = 1 << 20 };

struct argument {
    const json_t *row;
    cl_mem mem;
    size_t size;
    bool image;
};
struct cases {
    const char *folder;
    struct host host;
};

static size_t read_data(const struct cases *c, const char *name, uint8_t *bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", c->folder, name);
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(1);
    }
    size_t n = fread(bytes, 1, BYTES, f);
    fclose(f);
    return n;
}

static const char *text_of(const json_t *row, const char *key)
{
    return json_string_value(json_object_get(row, key));
}

static size_t number_of(const json_t *row, const char *key)
{
    return (size_t)json_integer_value(json_object_get(row, key));
}

/* --- arguments --- */

static void make_buffer(const struct cases *c, struct argument *a, const json_t *what)
{
    static uint8_t bytes[BYTES];
    memset(bytes, 0, sizeof bytes);
    a->size = json_is_string(what) ? read_data(c, json_string_value(what), bytes)
                                   : number_of(what, "size");
    a->mem = host_buffer(&c->host, CL_MEM_READ_WRITE, a->size, bytes);
}

static void make_image(const struct cases *c, struct argument *a, const json_t *what)
{
    static uint8_t bytes[BYTES];
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = number_of(what, "width"),
                                .image_height = number_of(what, "height")};
    cl_int error;
    a->image = true;
    a->size = read_data(c, text_of(what, "in"), bytes);
    a->mem = clCreateImage(c->host.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                           &desc, bytes, &error);
    check(error, "clCreateImage");
}

static void set_bytes(cl_kernel kernel, cl_uint i, const char *hex)
{
    uint8_t bytes[256];
    size_t n = strlen(hex) / 2;
    for (size_t k = 0; k < n; k++)
        bytes[k] = (uint8_t)strtol((char[]){hex[2 * k], hex[2 * k + 1], 0}, NULL, 16);
    host_arg(kernel, i, n, bytes);
}

static void set_argument(const struct cases *c, cl_kernel kernel, cl_uint i, struct argument *a)
{
    const json_t *buffer = json_object_get(a->row, "buffer"),
                 *image = json_object_get(a->row, "image");
    if (json_object_get(a->row, "int")) {
        host_arg(kernel, i, 4, &(cl_int){(cl_int)number_of(a->row, "int")});
    } else if (json_object_get(a->row, "float")) {
        cl_float v = (cl_float)json_number_value(json_object_get(a->row, "float"));
        host_arg(kernel, i, sizeof v, &v);
    } else if (json_object_get(a->row, "local")) {
        host_arg(kernel, i, number_of(a->row, "local"), NULL);
    } else if (text_of(a->row, "bytes")) {
        set_bytes(kernel, i, text_of(a->row, "bytes"));
    } else {
        if (buffer)
            make_buffer(c, a, buffer);
        else
            make_image(c, a, image);
        host_arg(kernel, i, sizeof a->mem, &a->mem);
    }
}

/* --- comparison --- */

static double half_value(uint16_t h)
{
    int exponent = h >> 10 & 31;
    double fraction = h & 1023, sign = h >> 15 ? -1 : 1;
    if (exponent == 31)
        return fraction ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24));
}

static double real_at(const uint8_t *p, size_t width)
{
    float f;
    double d;
    uint16_t h;
    memcpy(&h, p, sizeof h);
    if (width == 2)
        return half_value(h);
    memcpy(&f, p, sizeof f);
    if (width == 4)
        return f;
    memcpy(&d, p, sizeof d);
    return d;
}

static size_t width_of(const char *type)
{
    switch (type[strcspn(type, "cshifdl")]) {
    case 'c':
        return 1;
    case 's':
        return 2;
    case 'h':
        return strstr(type, "half") || strstr(type, "short") ? 2 : 1;
    case 'd':
    case 'l':
        return 8;
    default:
        return 4;
    }
}

static double tolerance(const json_t *row, const char *key, double otherwise)
{
    const json_t *v = json_object_get(json_object_get(row, "tolerance"), key);
    return v ? json_number_value(v) : otherwise;
}

/* Elements that are not as expected. */
static size_t differences(const json_t *row, const struct argument *a, const uint8_t *got,
                          const uint8_t *want)
{
    const char *type = text_of(a->row, "type");
    bool real =
        strcmp(type, "float") == 0 || strcmp(type, "half") == 0 || strcmp(type, "double") == 0;
    size_t width = width_of(type), wrong = 0;
    double abs_tol = tolerance(row, "abs", 2e-6), rel = tolerance(row, "rel", 1e-6);
    for (size_t i = 0; i + width <= a->size; i += width) {
        if (memcmp(got + i, want + i, width) == 0)
            continue;
        double x = real ? real_at(got + i, width) : got[i],
               y = real ? real_at(want + i, width) : want[i];
        bool near = (real || a->image) &&
                    (fabs(x - y) <= abs_tol + rel * fabs(y) || (isnan(x) && isnan(y)));
        wrong += !near;
    }
    size_t allowed = (size_t)tolerance(row, "cells", 0);
    return wrong > allowed ? wrong : 0;
}

static size_t compare(const struct cases *c, const json_t *row, const struct argument *a)
{
    static uint8_t got[BYTES], want[BYTES];
    const json_t *image = json_object_get(a->row, "image");
    const size_t origin[3] = {0, 0, 0},
                 region[3] = {number_of(image, "width"), number_of(image, "height"), 1};
    if (!text_of(a->row, "expect"))
        return 0;
    if (a->image)
        check(clEnqueueReadImage(c->host.queue, a->mem, CL_TRUE, origin, region, 0, 0, got, 0, NULL,
                                 NULL),
              "clEnqueueReadImage");
    else
        check(clEnqueueReadBuffer(c->host.queue, a->mem, CL_TRUE, 0, a->size, got, 0, NULL, NULL),
              "clEnqueueReadBuffer");
    if (read_data(c, text_of(a->row, "expect"), want) != a->size)
        return a->size;
    return differences(row, a, got, want);
}

/* --- a case --- */

static cl_program build(const struct cases *c, const json_t *row, const char *options)
{
    char path[4096], all[256];
    cl_int error;
    snprintf(path, sizeof path, "%s/%s", c->folder, text_of(row, "source"));
    snprintf(all, sizeof all, "%s %s", options, text_of(row, "options"));
    const char *source = host_source(path);
    cl_program program = clCreateProgramWithSource(c->host.context, 1, &source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &c->host.device, all, NULL, NULL), path);
    return program;
}

static unsigned sizes(const json_t *list, size_t out[3])
{
    size_t i;
    const json_t *v;
    json_array_foreach(list, i, v) out[i] = (size_t)json_integer_value(v);
    return (unsigned)json_array_size(list);
}

static bool run_case(struct cases *c, const json_t *row, const char *options)
{
    struct argument args[ARGS] = {0};
    const json_t *dispatch = json_object_get(row, "dispatch"),
                 *list = json_object_get(dispatch, "args");
    size_t global[3], local[3], wrong = 0, n = json_array_size(list);
    c->host.program = build(c, row, options);
    cl_kernel kernel = host_kernel(&c->host, text_of(row, "kernel"));
    for (size_t i = 0; i < n; i++) {
        args[i].row = json_array_get(list, i);
        set_argument(c, kernel, (cl_uint)i, &args[i]);
    }
    cl_uint dims = sizes(json_object_get(dispatch, "global"), global);
    sizes(json_object_get(dispatch, "local"), local);
    check(clEnqueueNDRangeKernel(c->host.queue, kernel, dims, NULL, global, local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(c->host.queue), "clFinish");
    for (size_t i = 0; i < n; i++) {
        size_t elements = args[i].mem ? compare(c, row, &args[i]) : 0;
        if (elements)
            printf("%s: argument %zu: %zu elements differ\n", text_of(row, "name"), i, elements);
        wrong += elements;
        if (args[i].mem)
            clReleaseMemObject(args[i].mem);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(c->host.program);
    fflush(stdout);
    return wrong == 0;
}

static bool is_wanted(const char *name, int n, char **names)
{
    bool found = n == 0;
    for (int i = 0; i < n; i++)
        found |= strcmp(name, names[i]) == 0;
    return found;
}

static void open_host(struct host *h)
{
    cl_platform_id platform;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &h->device, NULL), "clGetDeviceIDs");
    h->context = clCreateContext(NULL, 1, &h->device, NULL, NULL, &error);
    check(error, "clCreateContext");
    h->queue = clCreateCommandQueue(h->context, h->device, 0, &error);
    check(error, "clCreateCommandQueue");
}

int main(int argc, char **argv)
{
    char path[4096];
    size_t i;
    unsigned right = 0, all = 0;
    const json_t *row;
    if (argc < 3)
        return 2;
    struct cases c = {.folder = argv[1]};
    snprintf(path, sizeof path, "%s/index.json", argv[1]);
    json_t *root = json_load_file(path, 0, NULL);
    if (!root) {
        fprintf(stderr, "%s: not read\n", path);
        return 1;
    }
    open_host(&c.host);
    json_array_foreach(json_object_get(root, "kernels"), i, row)
    {
        if (!is_wanted(text_of(row, "name"), argc - 3, argv + 3))
            continue;
        all++;
        right += run_case(&c, row, argv[2]);
    }
    printf("%u of %u right\n", right, all);
    clReleaseCommandQueue(c.host.queue);
    clReleaseContext(c.host.context);
    json_decref(root);
    return right != all;
}
