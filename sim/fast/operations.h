/* What vector handlers compute, eight lanes at a time: from sources to the result. */
#ifndef EULAB_SIM_FAST_OPERATIONS_H
#define EULAB_SIM_FAST_OPERATIONS_H

#include "sim/fast/lanes.h"

#ifdef __AVX2__

typedef v8u operation(v8u a, v8u b, v8u c);
#define OPERATION(name) INLINE v8u name(v8u a, v8u b, v8u c)
#define UNUSED (void)a, (void)b, (void)c

OPERATION(op_mov)
{
    UNUSED;
    return a;
}
OPERATION(op_not)
{
    UNUSED;
    return ~a;
}
OPERATION(op_and)
{
    UNUSED;
    return a & b;
}
OPERATION(op_or)
{
    UNUSED;
    return a | b;
}
OPERATION(op_xor)
{
    UNUSED;
    return a ^ b;
}
OPERATION(op_shl)
{
    UNUSED;
    return a << (b & 31);
}
OPERATION(op_shr)
{
    UNUSED;
    return a >> (b & 31);
}
OPERATION(op_asr)
{
    UNUSED;
    return (v8u)((v8i)a >> (v8i)(b & 31));
}
OPERATION(op_add)
{
    UNUSED;
    return a + b;
}
/* 6.43: of a dword, only the low word is used. */
OPERATION(op_mul)
{
    UNUSED;
    return a * (b & 0xffff);
}
OPERATION(op_mulw)
{
    UNUSED;
    return a * b;
}
OPERATION(op_itof)
{
    UNUSED;
    return (v8u) __builtin_convertvector((v8i)a, v8f);
}
OPERATION(op_fadd)
{
    UNUSED;
    return (v8u)((v8f)a + (v8f)b);
}
OPERATION(op_fmul)
{
    UNUSED;
    return (v8u)((v8f)a * (v8f)b);
}
/* The third source is an accumulator. */
OPERATION(op_acc)
{
    UNUSED;
    return c;
}
OPERATION(op_fmac)
{
    UNUSED;
    return (v8u)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
/* mad: src0 is added. */
OPERATION(op_fmad)
{
    UNUSED;
    return (v8u)_mm256_fmadd_ps((__m256)b, (__m256)c, (__m256)a);
}

/* Each step is rounded. */
OPERATION(op_lrp)
{
    UNUSED;
    __m256 rest = _mm256_sub_ps(_mm256_set1_ps(1), (__m256)a);
    __m256 x = _mm256_mul_ps((__m256)b, (__m256)a), y = _mm256_mul_ps((__m256)c, rest);
    __asm__("" : "+x"(x), "+x"(y));
    return (v8u)_mm256_add_ps(x, y);
}

#define ROUNDING(name, way)                                                                        \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return (v8u)_mm256_round_ps((__m256)a, (way) | _MM_FROUND_NO_EXC);                         \
    }
ROUNDING(op_rndu, _MM_FROUND_TO_POS_INF)
ROUNDING(op_rndd, _MM_FROUND_TO_NEG_INF)
ROUNDING(op_rnde, _MM_FROUND_TO_NEAREST_INT)
ROUNDING(op_rndz, _MM_FROUND_TO_ZERO)
OPERATION(op_frc)
{
    return all(~EU_F_SIGN) & (v8u)((v8f)a - (v8f)op_rndd(a, b, c));
}

/* Minimum or maximum. If one operand is a NaN, the other is taken; if they are equal, the first. A
 * denormal becomes 0 if arithmetic would do that. */
INLINE v8u choose(v8u a, v8u b, v8u first)
{
    __m256 nan = _mm256_andnot_ps(_mm256_cmp_ps((__m256)a, (__m256)a, _CMP_UNORD_Q),
                                  _mm256_cmp_ps((__m256)b, (__m256)b, _CMP_UNORD_Q));
    v8u r = blend(b, a, first | (v8u)nan), one = all(0x3f800000);
    __asm__("" : "+x"(one)); /* keeps the compiler from dropping the multiplication */
    return blend((v8u)((v8f)r * (v8f)one), r, (v8u)((r & all(EU_F_INF)) != 0));
}
OPERATION(op_fmin)
{
    UNUSED;
    return choose(a, b, (v8u)((v8f)a < (v8f)b));
}
OPERATION(op_fmax)
{
    UNUSED;
    return choose(a, b, (v8u)((v8f)a >= (v8f)b));
}
#define BY_HOST(name, intrinsic)                                                                   \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return (v8u)intrinsic((__m256i)a, (__m256i)b);                                             \
    }
BY_HOST(op_dmin, _mm256_min_epi32)
BY_HOST(op_dmax, _mm256_max_epi32)
BY_HOST(op_umin, _mm256_min_epu32)
BY_HOST(op_umax, _mm256_max_epu32)

#define RELATION(name, type, relation)                                                             \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return (v8u)((type)a relation(type) b);                                                    \
    }
RELATION(fcmp_z, v8f, ==)
RELATION(fcmp_nz, v8f, !=)
RELATION(fcmp_g, v8f, >)
RELATION(fcmp_ge, v8f, >=)
RELATION(fcmp_l, v8f, <)
RELATION(fcmp_le, v8f, <=)
RELATION(dcmp_z, v8i, ==)
RELATION(dcmp_nz, v8i, !=)
RELATION(dcmp_g, v8i, >)
RELATION(dcmp_ge, v8i, >=)
RELATION(dcmp_l, v8i, <)
RELATION(dcmp_le, v8i, <=)
RELATION(ucmp_g, v8u, >)
RELATION(ucmp_ge, v8u, >=)
RELATION(ucmp_l, v8u, <)
RELATION(ucmp_le, v8u, <=)

#endif
#endif
