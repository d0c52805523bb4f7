/* What vector handlers compute, eight lanes at a time: sources to result. */
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
/* 6.43: of a dword the low word counts. */
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
/* An accumulator is the third source. */
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
/* mad: src0 is added */
OPERATION(op_fmad)
{
    UNUSED;
    return (v8u)_mm256_fmadd_ps((__m256)b, (__m256)c, (__m256)a);
}

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
