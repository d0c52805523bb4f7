/* Images: read by a sampler that filters, written by the kernel. */
#include "host.h"

enum { W = 40, H = 24 };

static int mean(unsigned char p[H][W][4], int x, int y, int c)
{
    int x1 = x + 1 < W ? x + 1 : W - 1, y1 = y + 1 < H ? y + 1 : H - 1;
    return p[y][x][c] + p[y][x1][c] + p[y1][x][c] + p[y1][x1][c];
}

int main(int argc, char **argv)
{
    static unsigned char in[H][W][4], out[H][W][4];
    struct host h = host_open(argv[0], "image.cl", 0);
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc what = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
    const size_t origin[3] = {0, 0, 0}, region[3] = {W, H, 1}, items[2] = {W, H};
    cl_int error;
    (void)argc;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++)
                in[y][x][c] = (unsigned char)(x * 5 + y * 3 * c);
    cl_mem a = clCreateImage(h.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &what, in,
                             &error);
    check(error, "clCreateImage");
    cl_mem b = clCreateImage(h.context, CL_MEM_WRITE_ONLY, &format, &what, NULL, &error);
    check(error, "clCreateImage");
    cl_kernel kernel = host_kernel(&h, "blur");
    host_arg(kernel, 0, sizeof a, &a);
    host_arg(kernel, 1, sizeof b, &b);
    check(clEnqueueNDRangeKernel(h.queue, kernel, 2, NULL, items, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadImage(h.queue, b, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL),
          "clEnqueueReadImage");
    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++)
                wrong += abs(4 * out[y][x][c] - mean(in, x, y, c)) > 4; /* filters round */
    printf("image: %d of %d pixels' parts are more than 1 off\n", wrong, W * H * 4);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(kernel);
    host_close(&h);
    return wrong != 0;
}
