/* Compares of vector instructions: each gives the mask of lanes for which it is true. */
#include "gcn/alu.h"

#define COMPARE(name, T, load, expr)                                                               \
    ALU(name)                                                                                      \
    {                                                                                              \
        uint8_t t[GCN_LANES];                                                                      \
        const uint32_t *pa = x->a, *pb = x->b;                                                     \
        LANES                                                                                      \
        {                                                                                          \
            T a = load(pa, l), b = load(pb, l);                                                    \
            (void)a, (void)b;                                                                      \
            t[l] = (expr);                                                                         \
        }                                                                                          \
        x->mask = bytes_mask(t);                                                                   \
    }

#define COMPARES_INT(suffix, T, load)                                                              \
    COMPARE(cmp_f_##suffix, T, load, 0)                                                            \
    COMPARE(cmp_lt_##suffix, T, load, a < b)                                                       \
    COMPARE(cmp_eq_##suffix, T, load, a == b)                                                      \
    COMPARE(cmp_le_##suffix, T, load, a <= b)                                                      \
    COMPARE(cmp_gt_##suffix, T, load, a > b)                                                       \
    COMPARE(cmp_ne_##suffix, T, load, a != b)                                                      \
    COMPARE(cmp_ge_##suffix, T, load, a >= b)                                                      \
    COMPARE(cmp_t_##suffix, T, load, 1)

#define LOAD_I32(p, l) ((int32_t)(p)[l])
#define LOAD_U32(p, l) ((p)[l])
#define LOAD_I16(p, l) ((int16_t)(p)[l])
#define LOAD_U16(p, l) ((uint16_t)(p)[l])
#define LOAD_I64(p, l) ((int64_t)lane64(p, l))
COMPARES_INT(i32, int32_t, LOAD_I32)
COMPARES_INT(u32, uint32_t, LOAD_U32)
COMPARES_INT(i16, int16_t, LOAD_I16)
COMPARES_INT(u16, uint16_t, LOAD_U16)
COMPARES_INT(i64, int64_t, LOAD_I64)
COMPARES_INT(u64, uint64_t, lane64)

/* These compares raise nothing for quiet NaNs; for v_cmps and signalling NaNs, vector.c raises the
 * exception. */
#define COMPARES_FLOAT(suffix, T, load)                                                            \
    COMPARE(cmp_f_##suffix, T, load, 0)                                                            \
    COMPARE(cmp_lt_##suffix, T, load, isless(a, b))                                                \
    COMPARE(cmp_eq_##suffix, T, load, a == b)                                                      \
    COMPARE(cmp_le_##suffix, T, load, islessequal(a, b))                                           \
    COMPARE(cmp_gt_##suffix, T, load, isgreater(a, b))                                             \
    COMPARE(cmp_lg_##suffix, T, load, islessgreater(a, b))                                         \
    COMPARE(cmp_ge_##suffix, T, load, isgreaterequal(a, b))                                        \
    COMPARE(cmp_o_##suffix, T, load, !isunordered(a, b))                                           \
    COMPARE(cmp_u_##suffix, T, load, isunordered(a, b))                                            \
    COMPARE(cmp_nge_##suffix, T, load, !isgreaterequal(a, b))                                      \
    COMPARE(cmp_nlg_##suffix, T, load, !islessgreater(a, b))                                       \
    COMPARE(cmp_ngt_##suffix, T, load, !isgreater(a, b))                                           \
    COMPARE(cmp_nle_##suffix, T, load, !islessequal(a, b))                                         \
    COMPARE(cmp_neq_##suffix, T, load, a != b)                                                     \
    COMPARE(cmp_nlt_##suffix, T, load, !isless(a, b))                                              \
    COMPARE(cmp_t_##suffix, T, load, 1)

#define LOAD_F32(p, l) (as_f32((p)[l]))
#define LOAD_F64(p, l) (as_f64(lane64(p, l)))
#define LOAD_F16(p, l) (gcn_half(x, (p)[l]))
COMPARES_FLOAT(f32, float, LOAD_F32)
COMPARES_FLOAT(f64, double, LOAD_F64)
COMPARES_FLOAT(f16, double, LOAD_F16)

/* The number of the class: signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal,
 * +normal, +inf. */
static unsigned class_of(uint64_t u, unsigned exponent, unsigned mantissa)
{
    uint64_t m = u & ((1ull << mantissa) - 1), e = u >> mantissa & ((1ull << exponent) - 1);
    bool minus = u >> (exponent + mantissa) & 1;
    if (e == (1ull << exponent) - 1 && m)
        return m >> (mantissa - 1) & 1;
    unsigned magnitude = e == (1ull << exponent) - 1 ? 3 : e ? 2 : m ? 1 : 0;
    return minus ? 5 - magnitude : 6 + magnitude;
}
#define CLASS(name, value, exponent, mantissa)                                                     \
    ALU(name)                                                                                      \
    {                                                                                              \
        x->mask = 0;                                                                               \
        LANES x->mask |= (uint64_t)(x->b[l] >> class_of(value, exponent, mantissa) & 1) << l;      \
    }
CLASS(cmp_class_f16, x->a[l] & 0xffff, 5, 10)
CLASS(cmp_class_f32, x->a[l], 8, 23)
CLASS(cmp_class_f64, lane64(x->a, l), 11, 52)
