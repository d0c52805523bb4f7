#include "sim/fast/alu_impl.h"

/* Moves, logic, shifts, bits and integer arithmetic. IVB vol. 4 part 3, chapter 6. Everything is
 * computed modulo 2^64; only the guard bits of an accumulator reach that far. */

static unsigned source_bits(const struct fast_run *x, unsigned src)
{
    return 8u * eu_types[x->a->src[src].type].bytes;
}

/* Defines a computation for each channel. Disabled channels are computed, too, because that has no
 * side effect. */
#define ONE(name, expression)                                                                      \
    void name(struct fast_run *x)                                                                  \
    {                                                                                              \
        x->r.floats = 0;                                                                           \
        for (unsigned n = 0; n < x->a->es; n++) {                                                  \
            const uint64_t a = (uint64_t)x->s[0].i[n];                                             \
            x->r.i[n] = (int64_t)(expression);                                                     \
        }                                                                                          \
    }
#define TWO(name, expression)                                                                      \
    void name(struct fast_run *x)                                                                  \
    {                                                                                              \
        x->r.floats = 0;                                                                           \
        for (unsigned n = 0; n < x->a->es; n++) {                                                  \
            const uint64_t a = (uint64_t)x->s[0].i[n], b = (uint64_t)x->s[1].i[n];                 \
            x->r.i[n] = (int64_t)(expression);                                                     \
        }                                                                                          \
    }

void fast_mov(struct fast_run *x)
{
    const struct fast_vals *s = &x->s[0];
    x->r.floats = s->floats;
    if (s->floats)
        for (unsigned n = 0; n < x->a->es; n++)
            x->r.f[n] = s->f[n];
    else
        for (unsigned n = 0; n < x->a->es; n++)
            x->r.i[n] = s->i[n];
}

ONE(fast_not, ~a)
TWO(fast_and, a &b)
TWO(fast_or, a | b)
TWO(fast_xor, a ^ b)
TWO(fast_shl, a << (b & 31))
TWO(fast_asr, (int64_t)a >> (b & 31))
TWO(fast_avg, (int64_t)(a + b + 1) >> 1)
/* Signed sources are zero-extended from their own width (E45). */
TWO(fast_shr, (a & (UINT64_MAX >> (64 - source_bits(x, 0)))) >> (b & 31))

/* --- bits --- */

static uint32_t reverse_bits(uint32_t v)
{
    v = (v & 0x55555555) << 1 | (v >> 1 & 0x55555555);
    v = (v & 0x33333333) << 2 | (v >> 2 & 0x33333333);
    v = (v & 0x0f0f0f0f) << 4 | (v >> 4 & 0x0f0f0f0f);
    return __builtin_bswap32(v);
}

static uint32_t zeros_above(uint32_t v)
{
    return v ? (uint32_t)__builtin_clz(v) : 32;
}

static uint32_t first_high(uint32_t v, bool is_signed)
{
    if (is_signed && v >> 31)
        v = ~v;
    return v ? zeros_above(v) : UINT32_MAX;
}

static uint32_t first_low(uint32_t v)
{
    return v ? (uint32_t)__builtin_ctz(v) : UINT32_MAX;
}

static uint32_t field_mask(uint64_t width, uint64_t offset)
{
    return ((1u << (width & 31)) - 1) << (offset & 31);
}

ONE(fast_bfrev, reverse_bits((uint32_t)a))
ONE(fast_lzd, zeros_above((uint32_t)a))
ONE(fast_fbh, first_high((uint32_t)a, fast_is_signed(x->a->src[0].type)))
ONE(fast_fbl, first_low((uint32_t)a))
ONE(fast_cbit, __builtin_popcountll(a &(UINT64_MAX >> (64 - source_bits(x, 0)))))
TWO(fast_bfi1, field_mask(a, b))

/* 6.9: if a field reaches over the top, only the part above the offset is taken. */
void fast_bfe(struct fast_run *x)
{
    bool is_signed = x->a->src[2].type == EU_TYPE_D;
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++) {
        unsigned width = x->s[0].i[n] & 31, offset = x->s[1].i[n] & 31;
        int64_t v = is_signed ? (int32_t)x->s[2].i[n] : (int64_t)(uint32_t)x->s[2].i[n];
        v >>= offset;
        if (width + offset < 32) {
            uint64_t top = (uint64_t)v << (64 - width) % 64;
            v = is_signed ? (int64_t)top >> (64 - width) % 64 : (int64_t)(top >> (64 - width) % 64);
        }
        x->r.i[n] = width ? v : 0;
    }
}

/* 6.10 with E11: src1 is placed where the mask begins. */
void fast_bfi2(struct fast_run *x)
{
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++) {
        uint32_t mask = (uint32_t)x->s[0].i[n], base = (uint32_t)x->s[2].i[n];
        uint32_t field = mask ? (uint32_t)x->s[1].i[n] << __builtin_ctz(mask) : 0;
        x->r.i[n] = (field & mask) | (base & ~mask);
    }
}

/* --- with the accumulator --- */

static void put_carry(struct fast_run *x, unsigned n, uint64_t v)
{
    if (x->acc_enabled)
        fast_acc_put(x->t, fast_acc_own(x->a, n), x->a->acc_words, (int64_t)v);
}

void fast_addc(struct fast_run *x)
{
    x->r.floats = 0;
    FAST_EACH(n, x->wren)
    {
        uint64_t sum = (uint64_t)(uint32_t)x->s[0].i[n] + (uint32_t)x->s[1].i[n];
        put_carry(x, n, sum >> 32);
        x->r.i[n] = (uint32_t)sum;
    }
}

void fast_subb(struct fast_run *x)
{
    x->r.floats = 0;
    FAST_EACH(n, x->wren)
    {
        uint32_t a = (uint32_t)x->s[0].i[n], b = (uint32_t)x->s[1].i[n];
        put_carry(x, n, a < b);
        x->r.i[n] = (uint32_t)(a - b);
    }
}

/* 6.39 with src1's high word (E13): after `mul acc0`, the accumulator holds the whole product. */
void fast_mach(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    x->r.floats = 0;
    FAST_EACH(n, x->wren)
    {
        bool is_float = a->dst.type == EU_TYPE_F; /* then the lanes hold no integers */
        uint64_t acc = 0;
        if (!is_float)
            acc = (uint64_t)fast_acc_get(x->t, fast_acc_own(a, n), a->acc_words);
        acc += ((uint64_t)x->s[0].i[n] * (uint64_t)(x->s[1].i[n] >> 16)) << 16;
        put_carry(x, n, acc);
        x->r.i[n] = (int64_t)acc >> 32;
    }
}

/* 6.53: the even channels get the sum of a pair; odd words stay unchanged (assumed). */
void fast_sad2(struct fast_run *x)
{
    x->r.floats = 0;
    FAST_EACH(n, x->wren)
    {
        uint64_t sum = 0;
        for (unsigned i = n; i < n + 2; i++) {
            int64_t a = x->s[0].i[i], b = x->s[1].i[i];
            sum += a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
        }
        x->r.i[n] = (int64_t)sum;
    }
}

void fast_sada2(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    fast_sad2(x);
    FAST_EACH(n, x->wren)
    {
        uint64_t acc = 0;
        if (a->dst.type != EU_TYPE_F)
            acc = (uint64_t)fast_acc_get(x->t, fast_acc_own(a, n), a->acc_words);
        x->r.i[n] = (int64_t)((uint64_t)x->r.i[n] + acc);
    }
}

/* --- integer division --- */

void fast_idiv_quot(struct fast_run *x)
{
    bool is_signed = fast_is_signed(x->a->src[0].type);
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] = eu_idiv_quot(x->s[0].i[n], x->s[1].i[n], is_signed);
}

void fast_idiv_rem(struct fast_run *x)
{
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] = eu_idiv_rem(x->s[0].i[n], x->s[1].i[n]);
}

/* Moves the destination to the next register; if it is not populated, writes to it are dropped. */
static void next_register(struct fast_alu *a)
{
    if (a->dst.place == FAST_GRF) {
        a->dst.base = (uint16_t)((a->dst.base + EU_GRF_BYTES) % FAST_GRF_BYTES);
        a->dst.wraps = a->dst.base + a->dst_extent > FAST_GRF_BYTES;
    } else if (a->dst.place == FAST_ACC && a->dst.reg) {
        a->dst.place = FAST_ARF;
        a->dst.reg = EU_ARF_ACC << 4 | 2;
    } else if (a->dst.place != FAST_INDIRECT) {
        a->dst.reg++;
    }
}

/* Writes the quotient to dst and the remainder to the next register, channel by channel. */
void fast_idiv_both(struct fast_run *x)
{
    const struct fast_alu *first = x->a;
    struct fast_alu second = *first;
    struct fast_vals quot;
    uint32_t wren = x->wren;
    next_register(&second);
    for (unsigned i = 0; i < 2; i++)
        first->load[i](x, &first->src[i], &x->s[i]);
    x->r.overflow = 0;
    fast_idiv_quot(x);
    quot = x->r;
    fast_idiv_rem(x);
    struct fast_vals rem = x->r;
    FAST_EACH(n, wren)
    {
        x->wren = 1u << n;
        x->r = quot;
        fast_finish(x);
        x->a = &second;
        x->r = rem;
        fast_finish(x);
        x->a = first;
    }
}
