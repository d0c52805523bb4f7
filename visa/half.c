/* Half precision: 5 bits of exponent, 10 of fraction. */
#include "visa/half.h"

#include <math.h>

uint16_t visa_half_from(double v)
{
    uint16_t sign = signbit(v) ? 0x8000 : 0;
    double a = fabs(v);
    int e;
    if (isnan(v))
        return 0x7e00;
    if (isinf(v))
        return sign | 0x7c00;
    if (a < 0x1p-14) /* denormals, and numbers that round up to the smallest normal one */
        return sign | (uint16_t)fabs(nearbyint(v * 0x1p24));
    if (a > 65535) /* lies between the largest half and infinity, as all larger numbers */
        v = copysign(65535, v);
    double m = frexp(v, &e); /* 0.5 <= |m| < 1 */
    unsigned bits = (unsigned)fabs(nearbyint(m * 0x1p11));
    return (uint16_t)(sign + (((unsigned)(e + 14) << 10) + bits - 0x400));
}

double visa_half_to(uint16_t h)
{
    int e = h >> 10 & 31;
    double f = h & 0x3ff, v;
    if (e == 31)
        v = f ? NAN : INFINITY;
    else
        v = e ? ldexp(1024 + f, e - 25) : ldexp(f, -24);
    return h & 0x8000 ? -v : v;
}
