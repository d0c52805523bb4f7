/* opencl_images - reads two texels, and the border beside them, of images in every format for
 * reading that the driver offers, and the slices of an image of one slice, and prints them. It
 * also writes and reads all levels of a mip map, and an image that a kernel reads and writes. */
#include "samples/opencl/host.h"

enum { TEXELS = 2, READ = 3, BYTES = 64, FORMATS = 128, OWN = 0x4000 /* Intel's: YUV */ };
enum { WIDTH = 32, HEIGHT = 16, LEVELS = 4 };

static const char *kernel_of(cl_image_format f)
{
    switch (f.image_channel_data_type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
        return "ints";
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
        return "uints";
    default:
        return f.image_channel_order == CL_DEPTH || f.image_channel_order == CL_DEPTH_STENCIL
                   ? "depths"
                   : "floats";
    }
}

static void print_texels(const struct host *h, cl_mem image, const char *name)
{
    float out[READ][4];
    cl_int error;
    cl_sampler sampler =
        clCreateSampler(h->context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    check(error, "clCreateSampler");
    cl_mem buffer = host_buffer(h, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_kernel kernel = host_kernel(h, name);
    host_arg(kernel, 0, sizeof image, &image);
    host_arg(kernel, 1, sizeof sampler, &sampler);
    host_arg(kernel, 2, sizeof buffer, &buffer);
    check(clEnqueueNDRangeKernel(h->queue, kernel, 1, NULL, &(size_t){READ}, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(h->queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (int i = 0; i < READ; i++)
        printf("%s%.6g %.6g %.6g %.6g", i ? " | " : ": ", (double)out[i][0], (double)out[i][1],
               (double)out[i][2], (double)out[i][3]);
    printf("\n");
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    clReleaseSampler(sampler);
}

static void print_image(const struct host *h, cl_image_format f, cl_image_desc desc,
                        const char *kernel)
{
    /* halves and floats are numbers between 1 and 60 */
    static const cl_uint bytes[BYTES / 4] = {0x41424344, 0x40514253, 0x41624063, 0x41354637,
                                             0x40414243, 0x41514253, 0x40624163, 0x40354537};
    cl_int error;
    printf("%x %x", f.image_channel_order, f.image_channel_data_type);
    cl_mem image = clCreateImage(h->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &f, &desc,
                                 (void *)bytes, &error);
    if (error) {
        printf(": error %d\n", error);
        return;
    }
    print_texels(h, image, kernel);
    clReleaseMemObject(image);
}

static void check_levels(const struct host *h)
{
    static const cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = WIDTH,
                          .image_height = HEIGHT,
                          .num_mip_levels = LEVELS};
    cl_int error;
    cl_mem image = clCreateImage(h->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    check(error, "clCreateImage");
    cl_kernel kernel = host_kernel(h, "fill");
    for (int level = 0; level < LEVELS; level++) {
        size_t items = (WIDTH >> level) * (HEIGHT >> level);
        host_arg(kernel, 0, sizeof image, &image);
        host_arg(kernel, 1, sizeof level, &level);
        host_arg(kernel, 2, sizeof(int), &(int){WIDTH >> level});
        check(clEnqueueNDRangeKernel(h->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
    }
    for (int level = 0; level < LEVELS; level++) {
        static float texels[WIDTH * HEIGHT][4];
        const size_t region[3] = {WIDTH >> level, HEIGHT >> level, 1};
        const size_t origin[4] = {0, 0, (size_t)level};
        int wrong = 0, n = (int)(region[0] * region[1]);
        check(clEnqueueReadImage(h->queue, image, CL_TRUE, origin, region, 0, 0, texels, 0, NULL,
                                 NULL),
              "clEnqueueReadImage");
        for (int i = 0; i < n; i++)
            wrong += texels[i][0] != (float)i || texels[i][1] != (float)level;
        printf("level %d: %d of %d wrong\n", level, wrong, n);
    }
    clReleaseKernel(kernel);
    clReleaseMemObject(image);
}

/* The compiler has the sampler's cache flushed for the kernel's fence. */
static void check_fence(const struct host *h)
{
    static const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    static cl_uint texels[HEIGHT][WIDTH];
    const size_t origin[3] = {0}, region[3] = {WIDTH, HEIGHT, 1};
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
    cl_int error, wrong = 0;
    for (cl_uint x = 0; x < WIDTH; x++)
        texels[0][x] = 100 * x;
    cl_mem image = clCreateImage(h->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                 &desc, texels, &error);
    check(error, "clCreateImage");
    cl_kernel kernel = host_kernel(h, "rows");
    host_arg(kernel, 0, sizeof image, &image);
    check(clEnqueueNDRangeKernel(h->queue, kernel, 1, NULL, region, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadImage(h->queue, image, CL_TRUE, origin, region, 0, 0, texels, 0, NULL, NULL),
          "clEnqueueReadImage");
    for (cl_uint i = 0; i < WIDTH * HEIGHT; i++)
        wrong += texels[i / WIDTH][i % WIDTH] != 100 * (i % WIDTH) + i / WIDTH;
    printf("rows of a read-write image: %d of %d wrong\n", wrong, WIDTH * HEIGHT);
    clReleaseKernel(kernel);
    clReleaseMemObject(image);
}

int main(int argc, char **argv)
{
    (void)argc;
    struct host h = host_open(argv[0], "opencl_images.cl", 0);
    cl_image_desc flat = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = TEXELS, .image_height = 1};
    cl_image_desc slice = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                           .image_width = TEXELS,
                           .image_height = 1,
                           .image_depth = 1};
    cl_image_format f[FORMATS];
    cl_uint n;
    check(clGetSupportedImageFormats(h.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, FORMATS, f,
                                     &n),
          "clGetSupportedImageFormats");
    for (cl_uint i = 0; i < n; i++)
        if (f[i].image_channel_order < OWN)
            print_image(&h, f[i], flat, kernel_of(f[i]));
    printf("one slice, ");
    print_image(&h, (cl_image_format){CL_RGBA, CL_SIGNED_INT8}, slice, "slices");
    check(clBuildProgram(h.program, 1, &h.device, "-cl-std=CL2.0", NULL, NULL), "clBuildProgram");
    check_levels(&h);
    check_fence(&h);
    host_close(&h);
    return 0;
}
