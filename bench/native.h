/* What the EU is measured against: the same work by the host's own instructions. */
#ifndef EULAB_BENCH_NATIVE_H
#define EULAB_BENCH_NATIVE_H

enum { BENCH_W1_VECTORS = 4, BENCH_W2_SIDE = 64, BENCH_W2_LIMIT = 256 };
enum { BENCH_W3_BYTES = 512 * 1024 };

/* o2: no vectorizer; o3: with it; avx2: by hand, the limit; avx2x16: for 16
 * lanes, w1 of twice as many vectors. w1: @count rounds over 8 lanes of each
 * vector. w2: Mandelbrot's set, iterations of each point. w3: adds @c to @n floats. */
#define NATIVE(suffix)                                                                             \
    void native_w1_##suffix(float (*k)[8], const float *a, const float *b,          \
                            int count);                                                            \
    void native_w2_##suffix(float *out);                                                           \
    void native_w3_##suffix(float *m, int n, float c);
NATIVE(o2)
NATIVE(o3)
NATIVE(avx2)
NATIVE(avx2x16)
#undef NATIVE

#endif
