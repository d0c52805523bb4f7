/* Floating point done with integers: numbers of any binary format, computed exactly and rounded
 * once, in every rounding mode, with denormals kept or not. The reference engine uses only this;
 * the fast engine uses the host's arithmetic in the usual mode. Source: IEEE 754-2008; IVB vol. 4
 * part 3, 2.3. Status: spec. */
#ifndef EULAB_SIM_SOFT_H
#define EULAB_SIM_SOFT_H

#include "sim/float.h"

__extension__ typedef __int128 eu_i128;
__extension__ typedef unsigned __int128 eu_u128;

/* The macro formats are F and DF with two more bits of exponent (isa.md section 7: assumed). */
enum eu_float {
    EU_FLOAT_NONE,
    EU_FLOAT_HF,
    EU_FLOAT_F,
    EU_FLOAT_DF,
    EU_FLOAT_F_MACRO,
    EU_FLOAT_DF_MACRO,
    EU_FLOAT_COUNT
};
enum eu_num_class { EU_NUM_ZERO, EU_NUM_FINITE, EU_NUM_INF, EU_NUM_NAN };
/* FINITE: @frac * 2^(@exp - 125); bit 125 is the highest of @frac. */
struct eu_num {
    uint8_t cls; /* enum eu_num_class */
    bool neg;
    int exp;
    eu_u128 frac;
};

enum eu_float eu_float_of(unsigned type); /* of an enum eu_type; NONE: it is not a float */
/* Whether mode @m keeps denormals of a format; the macro formats cannot have any. */
bool eu_float_keeps(const struct eu_fmode *m, enum eu_float kind);

/* The number with these bits; a denormal becomes zero if the mode says so. The number of an
 * integer. */
struct eu_num eu_num_of(const struct eu_fmode *m, enum eu_float kind, uint64_t bits);
struct eu_num eu_num_of_int(eu_i128 i);
/* @mag * 2^@exp. */
struct eu_num eu_num_make(bool neg, eu_u128 mag, int exp);

/* The results are exact, except that bits below the precision may be merged into one sticky bit,
 * which does not change the rounding. Operands have at most 64 significant bits. m->round gives the
 * sign of an exact zero. */
struct eu_num eu_num_mul(struct eu_num a, struct eu_num b);
struct eu_num eu_num_add(const struct eu_fmode *m, struct eu_num a, struct eu_num b);
struct eu_num eu_num_fma(const struct eu_fmode *m, struct eu_num a, struct eu_num b,
                         struct eu_num c);
/* a / b and 1 / sqrt(a), cut off after 100 bits. */
struct eu_num eu_num_div(struct eu_num a, struct eu_num b);
struct eu_num eu_num_rsqrt(struct eu_num a);
/* Returns -1, 0, 1 or EU_F_UNORDERED. */
int eu_num_compare(struct eu_num a, struct eu_num b);
struct eu_num eu_num_integral(struct eu_num a, enum eu_round round);
/* Truncates and clamps to [@lo, @hi]; *@outside is set if it was outside. A NaN gives 0. */
eu_i128 eu_num_to_int(struct eu_num a, eu_i128 lo, eu_i128 hi, bool *outside);

/* eu_num_round - rounds to a format by the mode, once. m->overflow is set if a finite number does
 * not fit. In ALT mode, an infinity of F becomes the largest number. */
struct eu_num eu_num_round(struct eu_fmode *m, enum eu_float kind, struct eu_num a);
/* The bits of a rounded number (HF, F, DF); a NaN gives the default NaN. */
uint64_t eu_num_bits(enum eu_float kind, struct eu_num a);
/* rounds and packs */
uint64_t eu_num_to(struct eu_fmode *m, enum eu_float kind, struct eu_num a);

/* Limits a format's bits to [0, 1]; NaN and -0 give +0. */
uint64_t eu_float_saturate(enum eu_float kind, uint64_t bits);
bool eu_float_is_nan(enum eu_float kind, uint64_t bits);
uint64_t eu_float_sign(enum eu_float kind); /* the sign bit */

#endif
