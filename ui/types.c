/* Converts bytes to numbers of a type, and back. */
#include "ui/types.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

const struct ui_type_info ui_types[UI_TYPES + 1] = {
    [UI_TYPE_UB] = {"ub", 1, UI_KIND_UNSIGNED}, [UI_TYPE_B] = {"b", 1, UI_KIND_SIGNED},
    [UI_TYPE_UW] = {"uw", 2, UI_KIND_UNSIGNED}, [UI_TYPE_W] = {"w", 2, UI_KIND_SIGNED},
    [UI_TYPE_UD] = {"ud", 4, UI_KIND_UNSIGNED}, [UI_TYPE_D] = {"d", 4, UI_KIND_SIGNED},
    [UI_TYPE_UQ] = {"uq", 8, UI_KIND_UNSIGNED}, [UI_TYPE_Q] = {"q", 8, UI_KIND_SIGNED},
    [UI_TYPE_HF] = {"hf", 2, UI_KIND_FLOAT},    [UI_TYPE_F] = {"f", 4, UI_KIND_FLOAT},
    [UI_TYPE_DF] = {"df", 8, UI_KIND_FLOAT},    [UI_TYPE_NONE] = {"?", 0, UI_KIND_UNSIGNED},
};

enum ui_type ui_type_by_name(const char *name, size_t len)
{
    int type = 0;
    while (type < UI_TYPES &&
           (strlen(ui_types[type].name) != len || strncmp(ui_types[type].name, name, len) != 0))
        type++;
    return (enum ui_type)type;
}

int64_t ui_type_integer(enum ui_type type, const uint8_t *bytes)
{
    unsigned n = ui_types[type].bytes;
    uint64_t bits = 0, sign = UINT64_C(1) << (8 * n - 1);
    memcpy(&bits, bytes, n);
    return (int64_t)(ui_types[type].kind == UI_KIND_SIGNED ? (bits ^ sign) - sign : bits);
}

int64_t ui_type_whole(enum ui_type type, double value)
{
    bool sign = ui_types[type].kind == UI_KIND_SIGNED;
    unsigned bits = 8 * ui_types[type].bytes - sign;
    uint64_t most = UINT64_MAX >> (64 - bits);
    if (isnan(value) || (!sign && value < 0))
        return 0;
    if (value >= ldexp(1, (int)bits))
        return (int64_t)most;
    if (value < -ldexp(1, (int)bits))
        return -(int64_t)most - 1;
    return value < 0 ? (int64_t)value : (int64_t)(uint64_t)value;
}

/* --- floats of 16 bits: sign, 5 bits of exponent, 10 of fraction --- */
enum { HALF_SPECIAL = 31, HALF_BIAS = 15, HALF_FRACTION = 10, HALF_QUIET = 1 << 9 };

static double half_value(uint16_t bits)
{
    int exponent = bits >> HALF_FRACTION & 31, fraction = bits & 1023;
    double d = exponent == HALF_SPECIAL ? fraction ? (double)NAN : (double)INFINITY
               : exponent ? ldexp(1024 + fraction, exponent - HALF_BIAS - HALF_FRACTION)
                          : ldexp(fraction, 1 - HALF_BIAS - HALF_FRACTION);
    return bits >> 15 ? -d : d;
}

static uint16_t half_bits(double value)
{
    unsigned sign = signbit(value) ? 1u << 15 : 0, infinite = HALF_SPECIAL << HALF_FRACTION;
    double size = fabs(value);
    int exponent;
    if (isnan(value))
        return (uint16_t)(sign | infinite | HALF_QUIET);
    if (size >= 65520) /* at least half a step beyond the largest */
        return (uint16_t)(sign | infinite);
    if (!(size > 0)) /* frexp() gives no exponent for 0 */
        return (uint16_t)sign;
    (void)frexp(size, &exponent); /* size = [0.5, 1) * 2^exponent */
    exponent = exponent - 1 < 1 - HALF_BIAS ? 1 - HALF_BIAS : exponent - 1;
    /* In units of the last bit; a fraction that rounds up to 2048 carries into the exponent. */
    unsigned steps = (unsigned)nearbyint(ldexp(size, HALF_FRACTION - exponent));
    unsigned above = (unsigned)(exponent + HALF_BIAS - 1) << HALF_FRACTION;
    return (uint16_t)(sign | (above + steps));
}

double ui_type_float(enum ui_type type, const uint8_t *bytes)
{
    uint16_t half;
    float f;
    double d;
    memcpy(&half, bytes, sizeof half);
    if (type == UI_TYPE_HF)
        return half_value(half);
    if (type == UI_TYPE_F) {
        memcpy(&f, bytes, sizeof f);
        return (double)f;
    }
    memcpy(&d, bytes, sizeof d);
    return d;
}

void ui_type_put_float(enum ui_type type, double value, uint8_t *bytes)
{
    uint16_t half = half_bits(value);
    float f = (float)value;
    if (type == UI_TYPE_HF)
        memcpy(bytes, &half, sizeof half);
    else if (type == UI_TYPE_F)
        memcpy(bytes, &f, sizeof f);
    else
        memcpy(bytes, &value, sizeof value);
}
