/* kernels files DIR - the inputs of bench/kernels.cl, and a launch file of each kernel, into DIR.
 * kernels NAME OUT - milliseconds of processor time that a launch takes in this process on whatever
 * device OpenCL gives, one before it not counted; its result goes to OUT. */
#include "samples/opencl/host.h"

#include <time.h>

enum { ARGS = 4, LAUNCHES = 3, SIDE = 384, MI = 1 << 20 };
/* FILLED: a buffer of numbers; a result is the buffer `out`. */
struct arg {
    enum { NONE, FILLED, BYTES, ZEROS, LOCAL, INT, FLOAT } kind;
    const char *name;
    size_t size; /* bytes, or the number */
};
static const struct kernel {
    const char *name;
    size_t global[2], local[2];
    struct arg args[ARGS];
} kernels[] = {
    {"mandelbrot", {1024, 1024}, {16, 16}, {{ZEROS, "out", 4 * MI}}},
    {"matmul",
     {SIDE, SIDE},
     {16, 16},
     {{FILLED, "a", 4 * SIDE *SIDE},
      {FILLED, "b", 4 * SIDE *SIDE},
      {ZEROS, "out", 4 * SIDE *SIDE},
      {INT, "n", SIDE}}},
    {"histogram", {2 * MI}, {256}, {{BYTES, "in", 2 * MI}, {ZEROS, "out", 64}}},
    {"reduce",
     {2 * MI},
     {256},
     {{BYTES, "in", 8 * MI}, {ZEROS, "out", 32 << 10}, {LOCAL, "sums", 1024}}},
    {"scan",
     {2 * MI},
     {256},
     {{BYTES, "in", 8 * MI}, {ZEROS, "out", 8 * MI}, {LOCAL, "sums", 1024}}},
    {"transpose", {1024, 1024}, {16, 16}, {{FILLED, "in", 4 * MI}, {ZEROS, "out", 4 * MI}}},
    {"stencil", {1024, 1024}, {16, 16}, {{FILLED, "in", 4 * MI}, {ZEROS, "out", 4 * MI}}},
    {"bounded",
     {2 * MI},
     {256},
     {{BYTES, "x", 8 * MI}, {BYTES, "out", 8 * MI}, {INT, "n", 2 * MI - 100}}},
    {"count", {2 * MI}, {256}, {{BYTES, "in", 2 * MI}, {ZEROS, "out", 1024}}},
    {"saxpy", {2 * MI}, {256}, {{FILLED, "x", 8 * MI}, {FILLED, "out", 8 * MI}, {FLOAT, "a", 3}}},
    {"sha256", {16 << 10}, {256}, {{ZEROS, "out", 512 << 10}, {INT, "times", 16}}},
};
enum { COUNT = sizeof kernels / sizeof kernels[0] };

static unsigned dims_of(const struct kernel *k)
{
    return k->global[1] ? 2 : 1;
}

/* The buffer's bytes at the start; the caller frees them. */
static void *contents(const struct arg *a)
{
    uint8_t *bytes = calloc(1, a->size);
    uint32_t random = 1;
    if (!bytes)
        exit(1);
    for (size_t i = 0; i < a->size && a->kind == BYTES; i++)
        bytes[i] = (uint8_t)((random = random * 1664525 + 1013904223) >> 24);
    for (size_t i = 0; i < a->size && a->kind == FILLED; i += 4) {
        float v = (float)((random = random * 1664525 + 1013904223) >> 24) / 256;
        memcpy(bytes + i, &v, sizeof v);
    }
    return bytes;
}

/* --- files --- */

static FILE *file(const char *dir, const char *kernel, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", dir, kernel, name);
    FILE *f = fopen(path, "wb");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static void write_arg(const struct kernel *k, const struct arg *a, const char *dir, FILE *f)
{
    fprintf(f, "%s{\"as\":\"%s\",", a == k->args ? "" : ",", a->name);
    if (a->kind == ZEROS)
        fprintf(f, "\"buffer\":{\"size\":%zu}}", a->size);
    else if (a->kind == LOCAL)
        fprintf(f, "\"local\":%zu}", a->size);
    else if (a->kind == INT || a->kind == FLOAT)
        fprintf(f, "\"%s\":%zu}", a->kind == INT ? "int" : "float", a->size);
    else {
        fprintf(f, "\"buffer\":\"%s.%s\"}", k->name, a->name);
        char name[64];
        snprintf(name, sizeof name, ".%s", a->name);
        FILE *data = file(dir, k->name, name);
        void *bytes = contents(a);
        fwrite(bytes, 1, a->size, data);
        fclose(data);
        free(bytes);
    }
}

static void write_files(const char *dir)
{
    for (const struct kernel *k = kernels; k < kernels + COUNT; k++) {
        FILE *f = file(dir, k->name, ".json");
        fprintf(f, "{\"kernel\":\"kernels.bin\",\"dispatch\":{\"kind\":\"opencl\",\"name\":\"%s\",",
                k->name);
        for (unsigned local = 0; local < 2; local++) {
            const size_t *size = local ? k->local : k->global;
            fprintf(f, "\"%s\":[%zu", local ? "local" : "global", size[0]);
            fprintf(f, dims_of(k) == 2 ? ",%zu]," : "],", size[1]);
        }
        fprintf(f, "\"args\":[");
        for (const struct arg *a = k->args; a < k->args + ARGS && a->kind; a++)
            write_arg(k, a, dir, f);
        fprintf(f, "]}}\n");
        fclose(f);
    }
}

/* --- on a device --- */

static cl_mem set_arg(const struct host *h, cl_kernel kernel, cl_uint i, const struct arg *a)
{
    if (a->kind == LOCAL) {
        host_arg(kernel, i, a->size, NULL);
    } else if (a->kind == INT) {
        cl_int v = (cl_int)a->size;
        host_arg(kernel, i, sizeof v, &v);
    } else if (a->kind == FLOAT) {
        cl_float v = (cl_float)a->size;
        host_arg(kernel, i, sizeof v, &v);
    } else {
        void *bytes = contents(a);
        cl_mem buffer = host_buffer(h, CL_MEM_READ_WRITE, a->size, bytes);
        free(bytes);
        host_arg(kernel, i, sizeof buffer, &buffer);
        return buffer;
    }
    return NULL;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void launch(const struct host *h, const struct kernel *k, cl_kernel kernel)
{
    check(clEnqueueNDRangeKernel(h->queue, kernel, dims_of(k), NULL, k->global, k->local, 0, NULL,
                                 NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(h->queue), "clFinish");
}

/* The first launch's result is kept: others go on from it. */
static void keep(const struct host *h, cl_mem buffer, size_t size, const char *path)
{
    void *bytes = malloc(size);
    FILE *f = fopen(path, "wb");
    if (!bytes || !f)
        exit(1);
    check(clEnqueueReadBuffer(h->queue, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    fwrite(bytes, 1, size, f);
    fclose(f);
    free(bytes);
}

static void measure(const char *program, const struct kernel *k, const char *out)
{
    struct host h = host_open(program, "kernels.cl", 0);
    cl_kernel kernel = host_kernel(&h, k->name);
    cl_mem result = NULL, buffers[ARGS] = {NULL};
    size_t size = 0;
    for (cl_uint i = 0; i < ARGS && k->args[i].kind; i++) {
        buffers[i] = set_arg(&h, kernel, i, &k->args[i]);
        if (strcmp(k->args[i].name, "out") == 0) {
            result = buffers[i];
            size = k->args[i].size;
        }
    }
    launch(&h, k, kernel);
    keep(&h, result, size, out);
    double began = now();
    for (int i = 0; i < LAUNCHES; i++)
        launch(&h, k, kernel);
    printf("%.4g\n", (now() - began) / LAUNCHES);
    for (unsigned i = 0; i < ARGS; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    host_close(&h);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "files") == 0) {
        write_files(argv[2]);
        return 0;
    }
    for (const struct kernel *k = kernels; argc == 3 && k < kernels + COUNT; k++)
        if (strcmp(k->name, argv[1]) == 0) {
            measure(argv[0], k, argv[2]);
            return 0;
        }
    fprintf(stderr, "usage: kernels files DIR, or kernels NAME OUT\n");
    return 2;
}
