/* Operations of several instructions: the same steps as in sim/fast/operations.h. A register that
 * is a source, or the one for the result, is not changed by any step but the last. */
#include "sim/float.h"
#include "sim/jit/operations.h"

enum { F_ONE = 0x3f800000, F_65536 = 0x47800000, UNORDERED = 3, ORDERED = 7 };

/* A new register. */
static unsigned step(struct emit *e, unsigned op, unsigned a, struct host_at b)
{
    unsigned to = jit_temp(e);
    host_v(&e->c, op, to, a, b, -1);
    return to;
}

static void change(struct emit *e, unsigned op, unsigned reg, struct host_at b)
{
    host_v(&e->c, op, reg, reg, b, -1);
}

static unsigned loaded(struct emit *e, struct host_at at)
{
    unsigned to = jit_temp(e);
    host_v(&e->c, VMOVUPS_LOAD, to, 0, at, -1);
    return to;
}

/* @how: 2 >>, 4 >> of signed, 6 << */
static unsigned shifted(struct emit *e, unsigned how, unsigned reg, unsigned by)
{
    unsigned to = jit_temp(e);
    host_v(&e->c, VPSHIFTD, how, to, host_reg(reg), (int)by);
    return to;
}

static void shift(struct emit *e, unsigned how, unsigned reg, unsigned by)
{
    host_v(&e->c, VPSHIFTD, how, reg, host_reg(reg), (int)by);
}

/* The last step. */
static struct jit_value done(struct emit *e, const struct jit_sources *s, unsigned op, unsigned a,
                             struct host_at b, int imm)
{
    unsigned to = s->into >= 0 ? (unsigned)s->into : a;
    host_v(&e->c, op, to, a, b, imm);
    return jit_own_value(to);
}

/* The low 5 bits of source @k. */
static unsigned count_of(struct emit *e, struct jit_sources *s, unsigned k)
{
    unsigned from = jit_in_reg(e, s->v[k]);
    return step(e, VPAND, from, jit_all(e, 31));
}

/* The two halves are converted exactly, and their sum is rounded. */
struct jit_value jit_from_unsigned(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned a = jit_in_reg(e, s->v[0]), high = shifted(e, 2, a, 16);
    unsigned low = step(e, VPAND, a, jit_all(e, 0xffff));
    host_v(&e->c, VCVTDQ2PS, high, 0, host_reg(high), -1);
    host_v(&e->c, VCVTDQ2PS, low, 0, host_reg(low), -1);
    change(e, VMULPS, high, jit_all(e, F_65536));
    return done(e, s, VADDPS, high, host_reg(low), -1);
}

/* --- bits of a dword --- */

struct jit_value jit_leading(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v;
    unsigned a = jit_in_reg(e, s->v[0]);
    if (how & JIT_SIGNED) {
        unsigned sign = shifted(e, 4, a, 31);
        change(e, VPXOR, sign, host_reg(a));
        a = sign;
    }
    unsigned t = shifted(e, 2, a, 1);
    change(e, VPANDN, t, host_reg(a));
    host_v(&e->c, VCVTDQ2PS, t, 0, host_reg(t), -1);
    shift(e, 2, t, 23);
    unsigned top = loaded(e, jit_all(e, 158));
    change(e, VPSUBUSW, top, host_reg(t));
    if (how & JIT_ZEROS)
        return done(e, s, VPMINSD, top, jit_all(e, 32), -1);
    change(e, VPMINSD, top, jit_all(e, 32));
    host_v(&e->c, VPCMPEQD, t, a, jit_all(e, 0), -1);
    return done(e, s, VPOR, top, host_reg(t), -1);
}

/* Where the lowest one is; -1: there is none. */
static unsigned lowest(struct emit *e, unsigned a)
{
    unsigned t = loaded(e, jit_all(e, 0));
    change(e, VPSUBD, t, host_reg(a));
    change(e, VPAND, t, host_reg(a));
    host_v(&e->c, VCVTDQ2PS, t, 0, host_reg(t), -1);
    shift(e, 2, t, 23);
    change(e, VPAND, t, jit_all(e, 255));
    change(e, VPADDD, t, jit_all(e, (uint32_t)-127));
    unsigned none = step(e, VPCMPEQD, a, jit_all(e, 0));
    change(e, VPOR, t, host_reg(none));
    jit_free_reg(e, none);
    return t;
}

struct jit_value jit_lowest(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned t = lowest(e, jit_in_reg(e, s->v[0]));
    return done(e, s, VPOR, t, host_reg(t), -1);
}

/* What a table of 16 bytes has for the low four bits of each byte of @a, or the high ones. */
static unsigned by_table(struct emit *e, unsigned a, bool high, const uint32_t table[4])
{
    const uint32_t twice[LANES] = {table[0], table[1], table[2], table[3],
                                   table[0], table[1], table[2], table[3]};
    unsigned t = high ? shifted(e, 2, a, 4) : a, has = loaded(e, host_const(&e->c, twice));
    unsigned nibble = step(e, VPAND, t, jit_all(e, 0x0f0f0f0f));
    change(e, VPSHUFB, has, host_reg(nibble));
    jit_free_reg(e, nibble);
    if (high)
        jit_free_reg(e, t);
    return has;
}

struct jit_value jit_count(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    static const uint32_t ones[4] = {0x02010100, 0x03020201, 0x03020201, 0x04030302};
    unsigned a = jit_in_reg(e, s->v[0]), low = by_table(e, a, false, ones);
    unsigned high = by_table(e, a, true, ones);
    change(e, VPADDD, low, host_reg(high));
    change(e, VPMADDUBSW, low, jit_all(e, 0x01010101));
    return done(e, s, VPMADDWD, low, jit_all(e, 0x00010001), -1);
}

struct jit_value jit_reverse(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    static const uint32_t to_high[4] = {0xc0408000, 0xe060a020, 0xd0509010, 0xf070b030};
    static const uint32_t to_low[4] = {0x0c040800, 0x0e060a02, 0x0d050901, 0x0f070b03};
    static const uint32_t order[LANES] = {0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f,
                                          0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f};
    unsigned a = jit_in_reg(e, s->v[0]), low = by_table(e, a, false, to_high);
    unsigned high = by_table(e, a, true, to_low);
    change(e, VPOR, low, host_reg(high));
    return done(e, s, VPSHUFB, low, host_const(&e->c, order), -1);
}

/* @v: how it is shifted down. */
struct jit_value jit_field(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)how;
    unsigned width = count_of(e, s, 0), offset = count_of(e, s, 1), up = loaded(e, jit_all(e, 32));
    change(e, VPSUBD, up, host_reg(width));
    change(e, VPSUBD, up, host_reg(offset));
    change(e, VPMAXSD, up, jit_all(e, 0));
    change(e, VPADDD, offset, host_reg(up));
    host_v(&e->c, VPSLLVD, up, jit_in_reg(e, s->v[2]), host_reg(up), -1);
    change(e, VPCMPEQD, width, jit_all(e, 0));
    host_v(&e->c, VPANDN, up, width, host_reg(up), -1);
    return done(e, s, v, up, host_reg(offset), -1);
}

struct jit_value jit_field_mask(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned width = count_of(e, s, 0), offset = count_of(e, s, 1), t = loaded(e, jit_all(e, 1));
    change(e, VPSLLVD, t, host_reg(width));
    change(e, VPADDD, t, jit_all(e, UINT32_MAX));
    return done(e, s, VPSLLVD, t, host_reg(offset), -1);
}

struct jit_value jit_insert(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned mask = jit_in_reg(e, s->v[0]), t = lowest(e, mask);
    host_v(&e->c, VPSLLVD, t, jit_in_reg(e, s->v[1]), host_reg(t), -1);
    change(e, VPAND, t, host_reg(mask));
    unsigned rest = step(e, VPANDN, mask, s->v[2].at);
    return done(e, s, VPOR, t, host_reg(rest), -1);
}

/* --- sums with a carry --- */

/* A lane becomes 1 where @a < @b, as unsigned numbers, else 0. */
static struct jit_value is_less(struct emit *e, unsigned a, struct host_at b)
{
    unsigned t = step(e, VPMINUD, a, b); /* b <= a: it is b */
    host_v(&e->c, VPCMPEQD, t, t, b, -1);
    change(e, VPADDD, t, jit_all(e, 1));
    return jit_own_value(t);
}

struct jit_value jit_carry(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned a = jit_in_reg(e, s->v[0]), sum = step(e, VPADDD, a, s->v[1].at);
    s->carry = is_less(e, sum, host_reg(a));
    return jit_own_value(sum);
}

struct jit_value jit_borrow(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned a = jit_in_reg(e, s->v[0]), b = jit_in_reg(e, s->v[1]);
    s->carry = is_less(e, a, host_reg(b));
    return jit_own_value(step(e, VPSUBD, a, host_reg(b)));
}

/* --- elements of at most 16 bits --- */

struct jit_value jit_average(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned t = step(e, VPADDD, jit_in_reg(e, s->v[0]), s->v[1].at);
    change(e, VPADDD, t, jit_all(e, 1));
    unsigned to = s->into >= 0 ? (unsigned)s->into : t;
    host_v(&e->c, VPSHIFTD, 4, to, host_reg(t), 1);
    return jit_own_value(to);
}

struct jit_value jit_differences(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned t = step(e, VPSUBD, jit_in_reg(e, s->v[0]), s->v[1].at), other = jit_temp(e);
    host_v(&e->c, VPABSD, t, 0, host_reg(t), -1);
    host_v(&e->c, VPSHUFD, other, 0, host_reg(t), 0xb1);
    return done(e, s, VPADDD, t, host_reg(other), -1);
}

/* --- floats --- */

struct jit_value jit_interpolate(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    unsigned rest = loaded(e, jit_all(e, F_ONE)), a = jit_in_reg(e, s->v[0]);
    change(e, VSUBPS, rest, host_reg(a));
    change(e, VMULPS, rest, s->v[2].at);
    unsigned t = step(e, VMULPS, a, s->v[1].at);
    return done(e, s, VADDPS, t, host_reg(rest), -1);
}

struct jit_value jit_fraction(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    enum { DOWN = 9 };
    unsigned a = jit_in_reg(e, s->v[0]), t = jit_temp(e);
    host_v(&e->c, VROUNDPS, t, 0, host_reg(a), DOWN);
    host_v(&e->c, VSUBPS, t, a, host_reg(t), -1);
    return done(e, s, VANDPS, t, jit_all(e, ~EU_F_SIGN), -1);
}

/* Sums of each four lanes' products, from left to right. */
struct jit_value jit_products(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v;
    unsigned n = how == JIT_HOMOGENEOUS ? 4 : how, one = jit_temp(e), sum = jit_temp(e);
    unsigned p = step(e, VMULPS, jit_in_reg(e, s->v[0]), s->v[1].at);
    host_v(&e->c, VPERMILPS, sum, 0, host_reg(p), 0);
    for (unsigned i = 1; i < n; i++) {
        bool last = how == JIT_HOMOGENEOUS && i == 3;
        host_v(&e->c, VPERMILPS, one, 0, last ? s->v[1].at : host_reg(p), (int)(i * 0x55));
        if (i + 1 < n)
            change(e, VADDPS, sum, host_reg(one));
    }
    return done(e, s, VADDPS, sum, host_reg(one), -1);
}

struct jit_value jit_inverse(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    return done(e, s, VDIVPS, loaded(e, jit_all(e, F_ONE)), s->v[0].at, -1);
}

/* By doubles. */
struct jit_value jit_inverse_root(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v, (void)how;
    static const uint32_t d_one[LANES] = {0, 0x3ff00000, 0, 0x3ff00000,
                                          0, 0x3ff00000, 0, 0x3ff00000};
    unsigned a = jit_in_reg(e, s->v[0]), half[2] = {jit_temp(e), jit_temp(e)};
    host_v(&e->c, VEXTRACTF128, a, 0, host_reg(half[1]), 1);
    for (unsigned i = 0; i < 2; i++) {
        unsigned t = half[i], one;
        host_v(&e->c, VCVTPS2PD, t, 0, host_reg(i ? t : a), -1);
        host_v(&e->c, VSQRTPD, t, 0, host_reg(t), -1);
        one = loaded(e, host_const(&e->c, d_one));
        host_v(&e->c, VDIVPD, t, one, host_reg(t), -1);
        host_v(&e->c, VCVTPD2PS, t, 0, host_reg(t), -1);
        jit_free_reg(e, one);
    }
    return done(e, s, VINSERTF128, half[0], host_reg(half[1]), 1);
}

/* Minimum or maximum, @how: VCMPPS's relation. A denormal becomes what arithmetic makes of it. */
struct jit_value jit_order(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)v;
    unsigned a = jit_in_reg(e, s->v[0]), b = jit_in_reg(e, s->v[1]);
    unsigned first = jit_temp(e), nan = jit_temp(e), other = jit_temp(e);
    host_v(&e->c, VCMPPS, first, a, host_reg(b), (int)how);
    host_v(&e->c, VCMPPS, nan, b, host_reg(b), UNORDERED);
    host_v(&e->c, VCMPPS, other, a, host_reg(a), ORDERED);
    change(e, VANDPS, nan, host_reg(other));
    change(e, VORPS, first, host_reg(nan));
    host_v(&e->c, VBLENDVPS, first, b, host_reg(a), (int)(first << 4));
    host_v(&e->c, VMULPS, nan, first, jit_all(e, F_ONE), -1);
    host_v(&e->c, VPAND, other, first, jit_all(e, EU_F_INF), -1);
    change(e, VPCMPEQD, other, jit_all(e, 0));
    return done(e, s, VBLENDVPS, first, host_reg(nan), (int)(other << 4));
}
