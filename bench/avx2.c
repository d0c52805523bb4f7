/* The three workloads by hand in AVX2, 8 lanes and 16 lanes wide: as fast as this machine gets. */
#include "bench/native.h"

#include <immintrin.h>

void native_w1_avx2(float (*k)[8], const float *a, const float *b, int count)
{
    __m256 va = _mm256_loadu_ps(a), vb = _mm256_loadu_ps(b), x[BENCH_W1_VECTORS];
    for (int g = 0; g < BENCH_W1_VECTORS; g++)
        x[g] = _mm256_loadu_ps(k[g]);
    for (int i = 0; i < count; i++) {
        for (int g = 0; g < BENCH_W1_VECTORS; g++) {
            x[g] = _mm256_add_ps(_mm256_mul_ps(x[g], va), vb);
            x[g] = _mm256_fmadd_ps(x[g], va, vb);
        }
    }
    for (int g = 0; g < BENCH_W1_VECTORS; g++)
        _mm256_storeu_ps(k[g], x[g]);
}

/* 8 points from column @x on. */
static __m256 points(__m256 cx, __m256 cy)
{
    const __m256 four = _mm256_set1_ps(4.0f), one = _mm256_set1_ps(1.0f);
    const __m256 two = _mm256_set1_ps(2.0f), limit = _mm256_set1_ps(BENCH_W2_LIMIT);
    __m256 zx = _mm256_setzero_ps(), zy = zx, n = zx;
    __m256 in = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    for (;;) {
        __m256 xx = _mm256_mul_ps(zx, zx), yy = _mm256_mul_ps(zy, zy);
        in = _mm256_and_ps(in, _mm256_cmp_ps(_mm256_add_ps(xx, yy), four, _CMP_LT_OQ));
        if (_mm256_testz_ps(in, in))
            return n;
        __m256 xy = _mm256_mul_ps(zx, zy);
        zx = _mm256_blendv_ps(zx, _mm256_add_ps(_mm256_sub_ps(xx, yy), cx), in);
        zy = _mm256_blendv_ps(zy, _mm256_fmadd_ps(xy, two, cy), in);
        n = _mm256_add_ps(n, _mm256_and_ps(in, one));
        in = _mm256_and_ps(in, _mm256_cmp_ps(n, limit, _CMP_LT_OQ));
        if (_mm256_testz_ps(in, in))
            return n;
    }
}

/* A lane whose point has left the set, or has had all its iterations, stays as it is. */
struct lanes {
    __m256 zx, zy, n, in;
};

/* One iteration of 8 points; their squares come first, so that two of these overlap. */
static inline __attribute__((always_inline)) void iterate(struct lanes *v, __m256 cx, __m256 cy)
{
    const __m256 four = _mm256_set1_ps(4.0f), one = _mm256_set1_ps(1.0f);
    const __m256 two = _mm256_set1_ps(2.0f), limit = _mm256_set1_ps(BENCH_W2_LIMIT);
    __m256 xx = _mm256_mul_ps(v->zx, v->zx), yy = _mm256_mul_ps(v->zy, v->zy);
    __m256 in = _mm256_and_ps(v->in, _mm256_cmp_ps(_mm256_add_ps(xx, yy), four, _CMP_LT_OQ));
    __m256 xy = _mm256_mul_ps(v->zx, v->zy);
    v->zx = _mm256_blendv_ps(v->zx, _mm256_add_ps(_mm256_sub_ps(xx, yy), cx), in);
    v->zy = _mm256_blendv_ps(v->zy, _mm256_fmadd_ps(xy, two, cy), in);
    v->n = _mm256_add_ps(v->n, _mm256_and_ps(in, one));
    v->in = _mm256_and_ps(in, _mm256_cmp_ps(v->n, limit, _CMP_LT_OQ));
}

static void points_16(const __m256 cx[2], __m256 cy, float *out)
{
    const __m256 zero = _mm256_setzero_ps();
    const __m256 all = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    struct lanes a = {zero, zero, zero, all}, b = a;
    __m256 all_in;
    do {
        iterate(&a, cx[0], cy);
        iterate(&b, cx[1], cy);
        all_in = _mm256_or_ps(a.in, b.in);
    } while (!_mm256_testz_ps(all_in, all_in));
    _mm256_storeu_ps(out, a.n);
    _mm256_storeu_ps(out + 8, b.n);
}

void native_w2_avx2(float *out)
{
    const __m256 steps = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), unit = _mm256_set1_ps(0.046875f);
    for (int y = 0; y < BENCH_W2_SIDE; y++) {
        __m256 cy = _mm256_set1_ps((float)y * 0.046875f - 1.5f);
        for (int x = 0; x < BENCH_W2_SIDE; x += 8) {
            __m256 at = _mm256_add_ps(_mm256_set1_ps((float)x), steps);
            __m256 cx = _mm256_add_ps(_mm256_mul_ps(at, unit), _mm256_set1_ps(-2.0f));
            _mm256_storeu_ps(out + y * BENCH_W2_SIDE + x, points(cx, cy));
        }
    }
}

void native_w3_avx2(float *m, int n, float c)
{
    __m256 v = _mm256_set1_ps(c);
    for (int i = 0; i < n; i += 8)
        _mm256_storeu_ps(m + i, _mm256_add_ps(_mm256_loadu_ps(m + i), v));
}

/* --- 16 lanes --- */

void native_w1_avx2x16(float (*k)[8], const float *a, const float *b, int count)
{
    enum { VECTORS = 2 * BENCH_W1_VECTORS };
    __m256 va = _mm256_loadu_ps(a), vb = _mm256_loadu_ps(b), x[VECTORS];
    for (int g = 0; g < VECTORS; g++)
        x[g] = _mm256_loadu_ps(k[g]);
    for (int i = 0; i < count; i++) {
        for (int g = 0; g < VECTORS; g++) {
            x[g] = _mm256_add_ps(_mm256_mul_ps(x[g], va), vb);
            x[g] = _mm256_fmadd_ps(x[g], va, vb);
        }
    }
    for (int g = 0; g < VECTORS; g++)
        _mm256_storeu_ps(k[g], x[g]);
}

void native_w2_avx2x16(float *out)
{
    const __m256 steps = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), unit = _mm256_set1_ps(0.046875f);
    for (int y = 0; y < BENCH_W2_SIDE; y++) {
        __m256 cy = _mm256_set1_ps((float)y * 0.046875f - 1.5f), cx[2];
        for (int x = 0; x < BENCH_W2_SIDE; x += 16) {
            for (int h = 0; h < 2; h++) {
                __m256 at = _mm256_add_ps(_mm256_set1_ps((float)(x + 8 * h)), steps);
                cx[h] = _mm256_add_ps(_mm256_mul_ps(at, unit), _mm256_set1_ps(-2.0f));
            }
            points_16(cx, cy, out + y * BENCH_W2_SIDE + x);
        }
    }
}

void native_w3_avx2x16(float *m, int n, float c)
{
    __m256 v = _mm256_set1_ps(c);
    for (int i = 0; i < n; i += 16) {
        __m256 a = _mm256_loadu_ps(m + i), b = _mm256_loadu_ps(m + i + 8);
        _mm256_storeu_ps(m + i, _mm256_add_ps(a, v));
        _mm256_storeu_ps(m + i + 8, _mm256_add_ps(b, v));
    }
}
