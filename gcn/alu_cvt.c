/* Conversions of vector instructions. To integers: truncated and saturated; NaN gives 0. Lanes
 * that are off have 1, which raises nothing. Source: digest, section 4. */
#include "gcn/alu.h"

static inline int32_t to_i32(struct gcn_alu *x, double v)
{
    bool bad = !(v > -2147483649.0 && v < 2147483648.0);
    x->excp |= bad ? GCN_EXCP_INVALID : v != trunc(v) ? GCN_EXCP_INEXACT : 0;
    return v != v ? 0 : v <= -2147483648.0 ? INT32_MIN : v >= 2147483647.0 ? INT32_MAX : (int32_t)v;
}
static inline uint32_t to_u32(struct gcn_alu *x, double v)
{
    bool bad = !(v > -1.0 && v < 4294967296.0);
    x->excp |= bad ? GCN_EXCP_INVALID : v != trunc(v) ? GCN_EXCP_INEXACT : 0;
    return !(v > 0) ? 0 : v >= 4294967295.0 ? UINT32_MAX : (uint32_t)v;
}
#define TO_INT(name, expr)                                                                         \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            float a = as_f32(x->a[l]);                                                             \
            x->d[l] = (uint32_t)(expr);                                                            \
        }                                                                                          \
    }
TO_INT(v_cvt_i32_f32, to_i32(x, a))
TO_INT(v_cvt_u32_f32, to_u32(x, a))
TO_INT(v_cvt_rpi_i32_f32, to_i32(x, floor((double)a + 0.5)))
TO_INT(v_cvt_flr_i32_f32, to_i32(x, floor(a)))
ALU(v_cvt_i32_f64)
{
    LANES x->d[l] = (uint32_t)to_i32(x, as_f64(lane64(x->a, l)));
}
ALU(v_cvt_u32_f64)
{
    LANES x->d[l] = to_u32(x, as_f64(lane64(x->a, l)));
}
#define FROM_INT(name, T, expr)                                                                    \
    ALU(name)                                                                                      \
    {                                                                                              \
        const uint32_t *pa = x->a;                                                                 \
        gcn_f32 *d = (gcn_f32 *)x->d;                                                              \
        LANES                                                                                      \
        {                                                                                          \
            T a = (T)pa[l];                                                                        \
            d[l] = (expr);                                                                         \
        }                                                                                          \
    }
FROM_INT(v_cvt_f32_i32, int32_t, (float)a)
FROM_INT(v_cvt_f32_u32, uint32_t, (float)a)
FROM_INT(v_cvt_f32_ubyte0, uint32_t, (float)(int32_t)(a & 255))
FROM_INT(v_cvt_f32_ubyte1, uint32_t, (float)(int32_t)(a >> 8 & 255))
FROM_INT(v_cvt_f32_ubyte2, uint32_t, (float)(int32_t)(a >> 16 & 255))
FROM_INT(v_cvt_f32_ubyte3, uint32_t, (float)(int32_t)(a >> 24))
FROM_INT(v_cvt_off_f32_i4, uint32_t, (float)((int32_t)(a << 28) >> 28) / 16.0f)
ALU(v_cvt_f64_i32)
{
    LANES lane64_set(x->d, l, f64_bits((int32_t)x->a[l]));
}
ALU(v_cvt_f64_u32)
{
    LANES lane64_set(x->d, l, f64_bits(x->a[l]));
}
ALU(v_cvt_f32_f64)
{
    LANES x->d[l] = f32_bits((float)as_f64(lane64(x->a, l)));
}
ALU(v_cvt_f64_f32)
{
    LANES lane64_set(x->d, l, f64_bits((double)as_f32(x->a[l])));
}
ALU(v_cvt_f32_f16)
{
    LANES x->d[l] = f32_bits((float)gcn_half(x, x->a[l]));
}
/* Of a NaN, neither sign nor payload is kept. */
ALU(v_cvt_f16_f32)
{
    LANES if (x->exec >> l & 1) x->d[l] = gcn_to_half(x, as_f32(x->a[l]));
}
ALU(v_cvt_f16_u16)
{
    LANES x->d[l] = gcn_to_half(x, (uint16_t)x->a[l]);
}
ALU(v_cvt_f16_i16)
{
    LANES x->d[l] = gcn_to_half(x, (int16_t)x->a[l]);
}
static inline uint32_t half_int(double v, double lo, double hi)
{
    return v != v ? 0 : (uint16_t)(int32_t)(v < lo ? lo : v > hi ? hi : v);
}
ALU(v_cvt_u16_f16)
{
    LANES x->d[l] = half_int(gcn_half(x, x->a[l]), 0, 65535);
}
ALU(v_cvt_i16_f16)
{
    LANES x->d[l] = half_int(gcn_half(x, x->a[l]), -32768, 32767);
}

/* --- packed --- */
/* Rounds toward zero, whatever MODE says; an overflow gives the largest half. */
static uint32_t half_rtz(const struct gcn_alu *x, float v)
{
    uint32_t sign = signbit(v) ? 0x8000 : 0;
    int e;
    (void)x;
    if (v != v)
        return sign | 0x7e00;
    if (isinf(v))
        return sign | 0x7c00;
    double a = fabs((double)v);
    if (a > 65504)
        return sign | 0x7bff;
    if (a < 0x1p-14)
        return sign | (uint32_t)(a * 0x1p24);
    frexp(a, &e);
    return sign | (uint32_t)(e + 14) << 10 | ((uint32_t)ldexp(a, 11 - e) & 1023);
}
#define PACK(name, expr)                                                                           \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES                                                                                      \
        {                                                                                          \
            float a = as_f32(x->a[l]), b = as_f32(x->b[l]);                                        \
            x->d[l] = (expr);                                                                      \
        }                                                                                          \
    }
PACK(v_cvt_pkrtz_f16_f32, half_rtz(x, a) | half_rtz(x, b) << 16)
static inline uint32_t norm(float v, float lo, float scale)
{
    return v != v ? 0 : (uint16_t)(int32_t)nearbyintf((v < lo ? lo : v > 1 ? 1 : v) * scale);
}
PACK(v_cvt_pknorm_i16_f32, norm(a, -1, 32767) | norm(b, -1, 32767) << 16)
PACK(v_cvt_pknorm_u16_f32, norm(a, 0, 65535) | norm(b, 0, 65535) << 16)
static inline uint32_t put_byte(uint32_t into, uint32_t where, float v)
{
    uint32_t u = !(v > 0) ? 0 : v >= 255 ? 255 : (uint32_t)v;
    where = 8 * (where & 3);
    return (into & ~(255u << where)) | u << where;
}
ALU(v_cvt_pk_u8_f32)
{
    LANES x->d[l] = put_byte(x->c[l], x->b[l], as_f32(x->a[l]));
}
ALU(v_cvt_pkaccum_u8_f32)
{
    LANES x->d[l] = put_byte(x->c[l], x->b[l], as_f32(x->a[l]));
}
