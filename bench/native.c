/* The three workloads in C: compiled twice, with and without the vectorizer (SUFFIX says which).
 * The same sums in the same order as bench/eubench.c, so that results can be compared. */
#include "bench/native.h"

#include <math.h>

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define NAME(f) JOIN(f, SUFFIX)

void NAME(native_w1)(float (*restrict k)[8], const float *restrict a,
                     const float *restrict b, int count)
{
    for (int i = 0; i < count; i++) {
        for (int g = 0; g < BENCH_W1_VECTORS; g++) {
            for (int l = 0; l < 8; l++) {
                float x = k[g][l] * a[l];
                x = x + b[l];
                k[g][l] = fmaf(x, a[l], b[l]);
            }
        }
    }
}

void NAME(native_w2)(float *out)
{
    for (int y = 0; y < BENCH_W2_SIDE; y++) {
        for (int x = 0; x < BENCH_W2_SIDE; x++) {
            float cx = (float)x * 0.046875f - 2.0f, cy = (float)y * 0.046875f - 1.5f;
            float zx = 0, zy = 0, n = 0;
            do {
                float xx = zx * zx, yy = zy * zy;
                if (xx + yy >= 4.0f)
                    break;
                float xy = zx * zy;
                zx = (xx - yy) + cx;
                zy = fmaf(xy, 2.0f, cy);
                n += 1.0f;
            } while (n < BENCH_W2_LIMIT);
            out[y * BENCH_W2_SIDE + x] = n;
        }
    }
}

void NAME(native_w3)(float *m, int n, float c)
{
    for (int i = 0; i < n; i++)
        m[i] += c;
}
