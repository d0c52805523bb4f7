#include "sim/fast/any.h"

/* Moves, logic, shifts, bits and integer arithmetic. Integers are exact; products and what is
 * shifted wrap at 128 bits, which no result of a defined one reaches. */

static unsigned source_bits(const struct any_run *x, unsigned src)
{
    return 8u * eu_types[x->a->src[src].type].bytes;
}

static eu_i128 times(eu_i128 a, eu_i128 b)
{
    return (eu_i128)((eu_u128)a * (eu_u128)b);
}

static eu_i128 plus(eu_i128 a, eu_i128 b)
{
    return (eu_i128)((eu_u128)a + (eu_u128)b);
}

/* Six bits of a count where src0 or the destination has 64 (inferred), else five. */
static unsigned count_mask(const struct any_run *x)
{
    return source_bits(x, 0) == 64 || eu_types[x->a->dst.type].bytes == 8 ? 63 : 31;
}

/* What of src0 a shift with zeros brings down: of an accumulator its 33 bits. */
static eu_i128 shifted_bits(const struct any_run *x)
{
    const struct fast_operand *op = &x->a->src[0];
    bool acc = op->place == FAST_ACC || (op->place == FAST_ARF && op->reg >> 4 == EU_ARF_ACC);
    unsigned bits = acc && source_bits(x, 0) < 64 ? 33 : source_bits(x, 0);
    return ((eu_i128)1 << bits) - 1;
}

/* A result of each channel, of the disabled ones too: it has no effect but itself. */
#define ONE(name, expression)                                                                      \
    void name(struct any_run *x)                                                                   \
    {                                                                                              \
        x->r.kind = EU_FLOAT_NONE;                                                                 \
        for (unsigned n = 0; n < x->a->es; n++) {                                                  \
            const eu_i128 a = x->s[0].i[n];                                                        \
            x->r.i[n] = (expression);                                                              \
        }                                                                                          \
    }
#define TWO(name, prepare, expression)                                                             \
    void name(struct any_run *x)                                                                   \
    {                                                                                              \
        prepare;                                                                                   \
        x->r.kind = EU_FLOAT_NONE;                                                                 \
        for (unsigned n = 0; n < x->a->es; n++) {                                                  \
            const eu_i128 a = x->s[0].i[n], b = x->s[1].i[n];                                      \
            x->r.i[n] = (expression);                                                              \
        }                                                                                          \
    }

void any_mov(struct any_run *x)
{
    x->r.kind = x->s[0].kind;
    for (unsigned n = 0; n < x->a->es; n++) {
        x->r.f[n] = x->s[0].f[n];
        x->r.i[n] = x->s[0].i[n];
    }
}

ONE(any_not, ~a)
TWO(any_and, (void)0, a &b)
TWO(any_or, (void)0, a | b)
TWO(any_xor, (void)0, a ^ b)
TWO(any_avg, (void)0, (a + b + 1) >> 1)
TWO(any_shl, const unsigned counts = count_mask(x), times(a, (eu_i128)1 << (b & counts)))
TWO(any_asr, const unsigned counts = count_mask(x), a >> (b & counts))
TWO(any_shr, const unsigned counts = count_mask(x);
    const eu_i128 keep = shifted_bits(x), (a & keep) >> (b & counts))

/* --- bits --- */

static uint32_t reversed(uint32_t v)
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

static eu_i128 first_low(eu_i128 v)
{
    return (uint32_t)v ? __builtin_ctz((uint32_t)v) : (eu_i128)UINT32_MAX;
}

static uint32_t field_mask(eu_i128 width, eu_i128 offset)
{
    return ((1u << (width & 31)) - 1) << (offset & 31);
}

static int ones(uint64_t v, unsigned bits)
{
    return __builtin_popcountll(v & (UINT64_MAX >> (64 - bits)));
}

ONE(any_bfrev, reversed((uint32_t)a))
ONE(any_lzd, zeros_above((uint32_t)a))
ONE(any_fbh, first_high((uint32_t)a, fast_is_signed(x->a->src[0].type)))
ONE(any_fbl, first_low(a))
ONE(any_cbit, ones((uint64_t)a, source_bits(x, 0)))
TWO(any_bfi1, (void)0, field_mask(a, b))

/* 6.9: a field over the top is what is left above the offset. */
void any_bfe(struct any_run *x)
{
    bool is_signed = x->a->src[2].type == EU_TYPE_D;
    x->r.kind = EU_FLOAT_NONE;
    for (unsigned n = 0; n < x->a->es; n++) {
        unsigned width = (unsigned)(x->s[0].i[n] & 31), offset = (unsigned)(x->s[1].i[n] & 31);
        uint32_t v = (uint32_t)x->s[2].i[n];
        unsigned left = width && width + offset < 32 ? 32 - width - offset : 0;
        int64_t field = is_signed ? (int32_t)(v << left) : (int64_t)(v << left);
        x->r.i[n] = width ? field >> (left + offset) : 0;
    }
}

/* 6.10 with E11: src1 goes where the mask begins. */
void any_bfi2(struct any_run *x)
{
    x->r.kind = EU_FLOAT_NONE;
    for (unsigned n = 0; n < x->a->es; n++) {
        uint32_t mask = (uint32_t)x->s[0].i[n], base = (uint32_t)x->s[2].i[n];
        uint32_t field = mask ? (uint32_t)x->s[1].i[n] << __builtin_ctz(mask) : 0;
        x->r.i[n] = (field & mask) | (base & ~mask);
    }
}

/* --- with the accumulator --- */

static void carry(struct any_run *x, unsigned n, int64_t v)
{
    if (x->acc_enabled)
        any_acc_write(x, x->a->acc_reg, x->a->acc_type, n, v);
}

/* The implicit operand as an integer; a float counts as 0. */
static int64_t implicit(const struct any_run *x, unsigned n)
{
    const struct fast_alu *a = x->a;
    return fast_is_float(a->acc_type) ? 0 : any_acc_read(x, a->acc_reg, a->acc_type, n);
}

void any_addc(struct any_run *x)
{
    x->r.kind = EU_FLOAT_NONE;
    FAST_EACH(n, x->wren)
    {
        uint64_t sum = (uint64_t)(uint32_t)x->s[0].i[n] + (uint32_t)x->s[1].i[n];
        carry(x, n, (int64_t)(sum >> 32));
        x->r.i[n] = (uint32_t)sum;
    }
}

void any_subb(struct any_run *x)
{
    x->r.kind = EU_FLOAT_NONE;
    FAST_EACH(n, x->wren)
    {
        uint32_t a = (uint32_t)x->s[0].i[n], b = (uint32_t)x->s[1].i[n];
        carry(x, n, a < b);
        x->r.i[n] = (uint32_t)(a - b);
    }
}

/* 6.39 with src1's high word (E13): after `mul acc0` the accumulator has the whole product. */
void any_mach(struct any_run *x)
{
    x->r.kind = EU_FLOAT_NONE;
    FAST_EACH(n, x->wren)
    {
        eu_i128 high = times(x->s[0].i[n], x->s[1].i[n] >> 16);
        int64_t acc = (int64_t)plus(implicit(x, n), times(high, 1 << 16));
        carry(x, n, acc);
        x->r.i[n] = acc >> 32;
    }
}

/* 6.53: the sum of a pair, in the even channels; odd words stay as they are (assumed). */
void any_sad2(struct any_run *x)
{
    x->r.kind = EU_FLOAT_NONE;
    FAST_EACH(n, x->wren)
    {
        eu_i128 sum = 0;
        for (unsigned i = n; i < n + 2; i++) {
            eu_i128 a = x->s[0].i[i], b = x->s[1].i[i];
            sum += a < b ? b - a : a - b;
        }
        x->r.i[n] = sum;
    }
}

void any_sada2(struct any_run *x)
{
    any_sad2(x);
    FAST_EACH(n, x->wren)
    x->r.i[n] += implicit(x, n);
}

/* --- integer division --- */

void any_idiv_quot(struct any_run *x)
{
    bool is_signed = fast_is_signed(x->a->src[0].type);
    x->r.kind = EU_FLOAT_NONE;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] = eu_idiv_quot((int64_t)x->s[0].i[n], (int64_t)x->s[1].i[n], is_signed);
}

void any_idiv_rem(struct any_run *x)
{
    x->r.kind = EU_FLOAT_NONE;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] = eu_idiv_rem((int64_t)x->s[0].i[n], (int64_t)x->s[1].i[n]);
}

/* The next register. */
static void next_register(struct fast_alu *a)
{
    if (a->dst.place == FAST_GRF) {
        a->dst.base = (uint16_t)((a->dst.base + EU_GRF_BYTES) % FAST_GRF_BYTES);
    } else if (a->dst.place == FAST_ACC && a->dst.reg) { /* acc2 is the first of mme */
        a->dst.place = FAST_ARF;
        a->dst.reg = EU_ARF_ACC << 4 | 2;
    } else if (a->dst.place != FAST_INDIRECT) {
        a->dst.reg++;
    }
}

/* Quotient to dst, remainder to the next register, channel by channel. */
void any_idiv_both(struct any_run *x)
{
    const struct fast_alu *first = x->a;
    struct fast_alu second = *first;
    struct any_vals quot;
    uint32_t wren = x->wren;
    next_register(&second);
    for (unsigned i = 0; i < 2; i++)
        any_load(x, i);
    any_idiv_quot(x);
    quot = x->r;
    any_idiv_rem(x);
    struct any_vals rem = x->r;
    FAST_EACH(n, wren)
    {
        x->wren = 1u << n;
        x->r = quot;
        any_finish(x);
        x->a = &second;
        x->r = rem;
        any_finish(x);
        x->a = first;
    }
    x->wren = wren;
}
