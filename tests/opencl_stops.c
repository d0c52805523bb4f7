/* opencl_stops KERNEL - a program whose kernel the GPU does not finish. */
#include "samples/opencl/host.h"

int main(int argc, char **argv)
{
    cl_ulong words[8] = {0};
    struct host h = host_open(argv[0], "opencl_stops.cl", 0);
    cl_kernel kernel = host_kernel(&h, argc > 1 ? argv[1] : "spin");
    if (argc > 1 && strcmp(argv[1], "wild") == 0)
        words[0] = 0x123456789000;
    cl_mem buffer = host_buffer(&h, CL_MEM_READ_WRITE, sizeof words, words);
    size_t items = argc > 1 && strcmp(argv[1], "wide") == 0 ? (size_t)UINT32_MAX * 32 : 64;
    size_t local = 32;
    host_arg(kernel, 0, sizeof buffer, &buffer);
    check(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    printf("waiting\n");
    fflush(stdout);
    check(clFinish(h.queue), "clFinish");
    printf("not reached\n");
    return 0;
}
