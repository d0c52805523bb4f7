/* The side paths: small kernels of what straight float arithmetic is not, bench/side/NAME.asm, and
 * the same in C. */
#ifndef EULAB_BENCH_SIDE_H
#define EULAB_BENCH_SIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIDE_BYTES = 256 * 1024, SIDE_LANES = 16, SIDE_TEXELS = 256 };
/* What the kernel has at hand: @data, surface 0, and as a picture of 256 x 256 texels surface 2. */
struct side {
    uint32_t *data;
    float matrix[6][8];       /* r10 to r15 of `matrix` */
    double factor, more;      /* r14, r15 of `doubles` */
    uint32_t out[SIDE_LANES]; /* surface 1 */
};
struct side_kernel {
    const char *name;
    unsigned width; /* channels */
    void (*native)(struct side *s, unsigned count);
    bool gen8; /* a kernel of Gen8, whose doubles are as one expects them; else of Gen7 */
};
extern const struct side_kernel side_kernels[];
extern const unsigned side_kernel_count;

#endif
