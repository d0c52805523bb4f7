/* Single precision as the EU computes it, for both engines: rounding modes, denormals, conversions.
 * Values are held as their bits. Source: IVB vol. 4 part 3, 2.3, 2.4. */
#ifndef EULAB_SIM_FLOAT_H
#define EULAB_SIM_FLOAT_H

#include "isa/isa.h"

/* The codes of cr0.0[5:4]. */
enum eu_round { EU_ROUND_NEAREST, EU_ROUND_UP, EU_ROUND_DOWN, EU_ROUND_ZERO };

enum { EU_F_INF = 0x7f800000, EU_F_MAX = 0x7f7fffff, EU_F_NAN = 0x7fc00000 };
#define EU_D_NAN INT64_C(0x7ff8000000000000) /* the default one, of doubles */
#define EU_F_SIGN 0x80000000u

/* How to compute. @overflow is set (never cleared) if finite inputs gave an infinity, or a
 * conversion was out of range. */
struct eu_fmode {
    enum eu_round round;
    bool alt; /* ALT mode: infinities become the largest finite number */
    bool overflow;
    bool df_denorm; /* cr0.0[6]: denormals of double precision are kept */
    bool f_denorm;  /* cr0.0[7], single precision: only for eu_f_math() and sim/soft.h */
    bool hf_denorm; /* cr0.0[10], half precision: only for sim/soft.h */
};

static inline bool eu_f_is_nan(uint32_t a)
{
    return (a & ~EU_F_SIGN) > EU_F_INF;
}
static inline bool eu_f_is_finite(uint32_t a)
{
    return (a & EU_F_INF) != EU_F_INF;
}
/* A denormal becomes a zero with its sign. 2.3.1.2 */
static inline uint32_t eu_f_flush(uint32_t a)
{
    return a & EU_F_INF ? a : a & EU_F_SIGN;
}

/* Arithmetic: denormal inputs and results become zeros; rounding is by the mode; a NaN result is
 * the default quiet NaN (2.3.1 leaves the payload open: assumed). */
uint32_t eu_f_add(struct eu_fmode *m, uint32_t a, uint32_t b);
uint32_t eu_f_mul(struct eu_fmode *m, uint32_t a, uint32_t b);
uint32_t eu_f_fma(struct eu_fmode *m, uint32_t a, uint32_t b,
                  uint32_t c);                     /* a * b + c, rounded once */
uint32_t eu_f_frc(struct eu_fmode *m, uint32_t a); /* a - floor(a), 6.30 */
/* Rounds to an integral value in the given direction (NEAREST: ties to even), whatever the mode is.
 * 6.49 to 6.52 */
uint32_t eu_f_integral(uint32_t a, enum eu_round round);

/* eu_f_compare - returns -1, 0, 1, or EU_F_UNORDERED; zeros and denormals are equal. 2.3.1.3 */
enum { EU_F_UNORDERED = 2 };
int eu_f_compare(uint32_t a, uint32_t b);

uint32_t eu_f_from_int(struct eu_fmode *m, int64_t i);
/* Truncates and clamps to [@lo, @hi]; a NaN gives 0. 2.4.3 */
int64_t eu_f_to_int(struct eu_fmode *m, uint32_t a, int64_t lo, int64_t hi);
uint32_t eu_f_saturate(uint32_t a); /* to [0, 1]; NaN and -0 give +0 */
uint32_t eu_f_from_half(uint16_t h);
/* Denormal input becomes zero; the result may be a denormal half. 6.26 */
uint16_t eu_f_to_half(struct eu_fmode *m, uint32_t a, enum eu_round round);

/* Double precision: always IEEE; denormals by the mode. A denormal F widens exactly. Narrowing
 * rounds toward zero and may give a denormal F (2.4.5). */
static inline bool eu_d_is_nan(uint64_t a)
{
    return (a & INT64_MAX) > 0x7ff0000000000000u;
}
uint64_t eu_d_add(struct eu_fmode *m, uint64_t a, uint64_t b);
uint64_t eu_d_mul(struct eu_fmode *m, uint64_t a, uint64_t b);
uint64_t eu_d_fma(struct eu_fmode *m, uint64_t a, uint64_t b, uint64_t c);
uint64_t eu_d_flush(const struct eu_fmode *m, uint64_t a);
int eu_d_compare(const struct eu_fmode *m, uint64_t a, uint64_t b);
uint64_t eu_d_saturate(uint64_t a);
uint64_t eu_d_from_int(int64_t i); /* at most 32 bits, so it is exact */
uint64_t eu_d_from_f(uint32_t a);
uint32_t eu_d_to_f(struct eu_fmode *m, uint64_t a);
int64_t eu_d_to_int(struct eu_fmode *m, uint64_t a, int64_t lo, int64_t hi);

/* The float functions of `math`, rounded to nearest. 6.41 */
uint32_t eu_f_math(struct eu_fmode *m, enum eu_math function, uint32_t a, uint32_t b);
/* Integer division of `math`: the quotient is truncated, the remainder has the sign of the
 * numerator. Values of 32 bits are extended by their type. Division by zero is not documented.
 * Assumed: the quotient is all ones (UD) or the largest number with the numerator's sign (D), the
 * remainder is the numerator. */
int64_t eu_idiv_quot(int64_t a, int64_t b, bool is_signed);
int64_t eu_idiv_rem(int64_t a, int64_t b);

#endif
