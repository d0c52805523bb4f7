/* How handlers of vector instructions are written: an expression for each lane, applied to all
 * 64. */
#ifndef GCN_ALU_H
#define GCN_ALU_H

#include <math.h>
#include <string.h>

#include "gcn/exec.h"

typedef float __attribute__((may_alias)) gcn_f32;
typedef int32_t __attribute__((may_alias)) gcn_i32;

/* Loops over lanes are also compiled for hosts with AVX2; the loader chooses. Clang would give such
 * a function a name that other files do not find. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&             \
    !defined(__clang__)
#define GCN_LOOPS __attribute__((target_clones("avx2", "default")))
#else
#define GCN_LOOPS
#endif
#define ALU(name) GCN_LOOPS void gcn_x_##name(struct gcn_alu *x)
#define LANES for (unsigned l = 0; l < GCN_LANES; l++)

/* Integers: a, b, c are the lane's operands; the value of the expression goes to x->d. */
#define INT_1(name, T, expr)                                                                       \
    ALU(name)                                                                                      \
    {                                                                                              \
        const uint32_t *pa = x->a;                                                                 \
        uint32_t *d = x->d;                                                                        \
        LANES                                                                                      \
        {                                                                                          \
            T a = (T)pa[l];                                                                        \
            d[l] = (uint32_t)(expr);                                                               \
        }                                                                                          \
    }
#define INT_2(name, T, expr)                                                                       \
    ALU(name)                                                                                      \
    {                                                                                              \
        const uint32_t *pa = x->a, *pb = x->b;                                                     \
        uint32_t *d = x->d;                                                                        \
        LANES                                                                                      \
        {                                                                                          \
            T a = (T)pa[l], b = (T)pb[l];                                                          \
            d[l] = (uint32_t)(expr);                                                               \
        }                                                                                          \
    }
#define INT_3(name, T, expr)                                                                       \
    ALU(name)                                                                                      \
    {                                                                                              \
        const uint32_t *pa = x->a, *pb = x->b, *pc = x->c;                                         \
        uint32_t *d = x->d;                                                                        \
        LANES                                                                                      \
        {                                                                                          \
            T a = (T)pa[l], b = (T)pb[l], c = (T)pc[l];                                            \
            d[l] = (uint32_t)(expr);                                                               \
        }                                                                                          \
    }

/* 32-bit floats. */
#define F32_1(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        const gcn_f32 *pa = (const gcn_f32 *)x->a;                                                 \
        gcn_f32 *d = (gcn_f32 *)x->d;                                                              \
        LANES                                                                                      \
        {                                                                                          \
            float a = pa[l];                                                                       \
            d[l] = (expr);                                                                         \
        }                                                                                          \
    }
#define F32_2(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        const gcn_f32 *pa = (const gcn_f32 *)x->a, *pb = (const gcn_f32 *)x->b;                    \
        gcn_f32 *d = (gcn_f32 *)x->d;                                                              \
        LANES                                                                                      \
        {                                                                                          \
            float a = pa[l], b = pb[l];                                                            \
            d[l] = (expr);                                                                         \
        }                                                                                          \
    }
#define F32_3(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        const gcn_f32 *pa = (const gcn_f32 *)x->a, *pb = (const gcn_f32 *)x->b;                    \
        const gcn_f32 *pc = (const gcn_f32 *)x->c;                                                 \
        gcn_f32 *d = (gcn_f32 *)x->d;                                                              \
        LANES                                                                                      \
        {                                                                                          \
            float a = pa[l], b = pb[l], c = pc[l];                                                 \
            d[l] = (expr);                                                                         \
        }                                                                                          \
    }

static inline uint64_t lane64(const uint32_t *p, unsigned l)
{
    return p[l] | (uint64_t)p[GCN_LANES + l] << 32;
}
static inline void lane64_set(uint32_t *p, unsigned l, uint64_t v)
{
    p[l] = (uint32_t)v;
    p[GCN_LANES + l] = (uint32_t)(v >> 32);
}
static inline double as_f64(uint64_t u)
{
    double d;
    memcpy(&d, &u, 8);
    return d;
}
static inline uint64_t f64_bits(double d)
{
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}
static inline float as_f32(uint32_t u)
{
    float f;
    memcpy(&f, &u, 4);
    return f;
}
static inline uint32_t f32_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

/* 64-bit floats. */
#define F64_1(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            double a = as_f64(lane64(x->a, l));                                                    \
            lane64_set(x->d, l, f64_bits(expr));                                                   \
        }                                                                                          \
    }
#define F64_2(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            double a = as_f64(lane64(x->a, l)), b = as_f64(lane64(x->b, l));                       \
            lane64_set(x->d, l, f64_bits(expr));                                                   \
        }                                                                                          \
    }
#define F64_3(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            double a = as_f64(lane64(x->a, l)), b = as_f64(lane64(x->b, l));                       \
            double c = as_f64(lane64(x->c, l));                                                    \
            lane64_set(x->d, l, f64_bits(expr));                                                   \
        }                                                                                          \
    }

/* Halves are computed as doubles, which hold any product or sum of two halves exactly, and rounded
 * once. */
double gcn_half(const struct gcn_alu *x, uint32_t h);
uint32_t gcn_to_half(struct gcn_alu *x, double v);
#define F16_1(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            if (!(x->exec >> l & 1))                                                               \
                continue;                                                                          \
            double a = gcn_half(x, x->a[l]);                                                       \
            x->d[l] = gcn_to_half(x, expr);                                                        \
        }                                                                                          \
    }
#define F16_2(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            if (!(x->exec >> l & 1))                                                               \
                continue;                                                                          \
            double a = gcn_half(x, x->a[l]), b = gcn_half(x, x->b[l]);                             \
            x->d[l] = gcn_to_half(x, expr);                                                        \
        }                                                                                          \
    }
#define F16_3(name, expr)                                                                          \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            if (!(x->exec >> l & 1))                                                               \
                continue;                                                                          \
            double a = gcn_half(x, x->a[l]), b = gcn_half(x, x->b[l]);                             \
            double c = gcn_half(x, x->c[l]);                                                       \
            x->d[l] = gcn_to_half(x, expr);                                                        \
        }                                                                                          \
    }

/* Turns 64 bytes of 0 or 1 into a mask. */
static inline uint64_t bytes_mask(const uint8_t t[GCN_LANES])
{
    uint64_t m = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t v;
        memcpy(&v, t + 8 * i, 8);
        m |= (v * 0x0102040810204080ull >> 56) << 8 * i;
    }
    return m;
}

#endif
