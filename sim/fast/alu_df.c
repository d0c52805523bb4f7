#include "sim/fast/alu_impl.h"

/* Double precision: mov, dim, sel, cmp, cmpn, add, mul, mac, mad (5.6). IVB vol. 4 part 3, 1.3,
 * 2.4, 3.3.9 rule 5. On Ivy Bridge an element takes two channels, and an operand of another type
 * takes its value from the first of them. Element k is then channel k of the group (inferred). With
 * the quirk df-masks, each half obeys its own channel and a condition goes to both. On Haswell an
 * element has 8 bytes and takes one channel. */

bool fast_alu_paired(const struct eu *eu, const struct fast_alu *a)
{
    return a->halves && eu->quirks[EU_QUIRK_DF_MASKS];
}

static unsigned channels_each(const struct fast_alu *a)
{
    return a->halves ? 2 : 1;
}

static unsigned element_count(const struct fast_alu *a)
{
    return a->es > channels_each(a) ? a->es / channels_each(a) : 1;
}

/* --- operands --- */

static uint64_t modify_double(const struct fast_operand *op, uint64_t v)
{
    const uint64_t sign = (uint64_t)1 << 63;
    return (op->abs ? v & ~sign : v) ^ (op->neg ? sign : 0);
}

static void load_doubles(struct fast_run *x, const struct fast_operand *op, uint64_t *out)
{
    const struct fast_alu *a = x->a;
    uint8_t image[FAST_ARF_BYTES + FAST_ARF_PAD];
    uint16_t addr[EU_CHANNELS];
    if (op->place == FAST_ARF)
        fast_arf_image(x, op->reg, image);
    else if (op->place != FAST_CONSTANT && op->place != FAST_ACC)
        fast_src_addrs(x, op, addr);
    for (unsigned k = 0; k < element_count(a); k++) {
        unsigned n = k * channels_each(a);
        uint64_t low, high;
        if (op->place == FAST_CONSTANT) {
            out[k] = (uint64_t)op->imm[n & 7];
        } else if (op->place == FAST_ACC) {
            out[k] = (uint64_t)x->t->acc[op->off[n] / EU_ACC_LANES][op->off[n] % EU_ACC_LANES];
        } else if (op->place == FAST_ARF) {
            for (unsigned i = out[k] = 0; i < 8; i++)
                out[k] |= (uint64_t)image[op->off[n] + i] << 8 * i;
        } else {
            bool apart = a->halves && !op->rep;
            low = fast_grf_read(x->t, addr[n], 4);
            high = fast_grf_read(x->t, apart ? addr[n + 1] : addr[n] + 4u, 4);
            out[k] = low | high << 32;
        }
        out[k] = modify_double(op, out[k]);
    }
}

static void load_elements(struct fast_run *x, unsigned src, uint64_t *out)
{
    const struct fast_operand *op = &x->a->src[src];
    struct fast_vals *v = &x->s[src];
    if (op->type == EU_TYPE_DF || x->a->id == EU_OP_DIM) {
        load_doubles(x, op, out);
        return;
    }
    x->a->load[src](x, op, v);
    for (unsigned k = 0; k < element_count(x->a); k++) {
        unsigned n = k * channels_each(x->a);
        out[k] = v->floats ? eu_d_from_f(v->f[n]) : eu_d_from_int(v->i[n]);
    }
}

/* --- results --- */

static uint32_t enabled_halves(const struct fast_run *x, unsigned k)
{
    return x->wren >> k * channels_each(x->a) & (x->a->halves ? 3 : 1);
}

static uint64_t enabled_bits(const struct fast_run *x, unsigned k)
{
    uint32_t on = enabled_halves(x, k);
    uint64_t low = on & 1 ? UINT32_MAX : 0, high = on >> (x->a->halves ? 1 : 0) & 1;
    return low | (high ? ~(uint64_t)UINT32_MAX : 0);
}

static void set_flags(struct fast_run *x, unsigned k, bool value)
{
    for (unsigned i = 0; i < channels_each(x->a); i++)
        if (enabled_halves(x, k) >> i & 1)
            fast_set_flag(x, fast_alu_paired(x->eu, x->a) ? k : k * channels_each(x->a) + i, value);
}

static void store_half(struct fast_run *x, unsigned at, unsigned channel, uint32_t bits)
{
    const struct fast_alu *a = x->a;
    uint16_t addr[EU_CHANNELS];
    if (a->dst.place == FAST_ARF) {
        if (a->dst.reg >> 4 != EU_ARF_IP)
            fast_arf_write(x, a->dst.reg, a->dst.base + at, 4, bits);
        return;
    }
    fast_dst_addrs(x, addr);
    fast_grf_write(x->t, addr[channel] + (a->halves ? 0 : at - channel * a->dst_stride), 4, bits);
}

static void store_element(struct fast_run *x, unsigned k, uint64_t bits)
{
    const struct fast_alu *a = x->a;
    unsigned n = k * channels_each(a);
    for (unsigned half = 0; half < 2; half++) {
        unsigned channel = a->halves ? n + half : n;
        unsigned at = n * a->dst_stride + half * (a->halves ? a->dst_stride : 4u);
        if (!(x->wren >> channel & 1))
            continue;
        if (a->dst.place == FAST_ACC) {
            unsigned slot = fast_acc_slot(a->dst.reg, 4, (a->dst.base + at) / 8);
            fast_acc_put_df(x->t, slot, bits, (uint64_t)UINT32_MAX << 32 * half);
        } else {
            store_half(x, at, channel, (uint32_t)(bits >> 32 * half));
        }
    }
}

static void finish_double(struct fast_run *x, unsigned k, uint64_t v, bool overflow)
{
    const struct fast_alu *a = x->a;
    bool nan = eu_d_is_nan(v);
    v = a->sat ? eu_d_saturate(v) : v;
    int order = nan ? EU_F_UNORDERED : eu_d_compare(&x->mode, v, 0);
    if (x->acc_enabled)
        fast_acc_put_df(x->t, fast_acc_slot(0, 4, k), v, enabled_bits(x, k));
    store_element(x, k, v);
    if (a->sets_flag)
        set_flags(x, k,
                  a->cmod == FAST_COND_OVERFLOW    ? overflow
                  : a->cmod == FAST_COND_UNORDERED ? nan
                                                   : fast_relation(a->cmod, order));
}

/* Writes a result of another type at the first channel of the element. */
static void finish_narrow(struct fast_run *x, unsigned k, uint64_t v, bool overflow)
{
    const struct fast_alu *a = x->a;
    unsigned n = k * channels_each(a), type = a->dst.type;
    uint32_t bits[EU_CHANNELS], wren = x->wren;
    int64_t top = (int64_t)1 << (8 * eu_types[type].bytes - 1);
    bool nan = eu_d_is_nan(v), is_signed = fast_is_signed(type);
    x->mode.overflow = overflow;
    x->r.floats = type == EU_TYPE_F ? UINT32_MAX : 0;
    if (type == EU_TYPE_F)
        x->r.f[n] = eu_d_to_f(&x->mode, v);
    else
        x->r.i[n] =
            eu_d_to_int(&x->mode, v, is_signed ? -top : 0, is_signed ? top - 1 : 2 * top - 1);
    overflow = x->mode.overflow;
    bits[n] = fast_convert(x, n);
    int order = x->r.floats ? eu_f_compare(bits[n], 0) : (x->r.i[n] > 0) - (x->r.i[n] < 0);
    x->wren = wren & 1u << n;
    if (x->wren) {
        int64_t lane = x->r.floats ? (int32_t)bits[n] : fast_extend(bits[n], type);
        if (x->acc_enabled)
            fast_acc_put(x->t, fast_acc_own(a, n), a->acc_words, lane);
        fast_put(x, bits);
    }
    x->wren = wren;
    if (a->sets_flag)
        set_flags(x, k,
                  a->cmod == FAST_COND_OVERFLOW ? overflow
                  : a->cmod == FAST_COND_UNORDERED
                      ? nan
                      : fast_relation(a->cmod, nan ? EU_F_UNORDERED : order));
}

/* --- operations --- */

static bool compare_doubles(const struct fast_run *x, uint64_t a, uint64_t b)
{
    unsigned cmod = x->a->cmod;
    int order = eu_d_compare(&x->mode, a, b);
    if (order == EU_F_UNORDERED && x->a->id == EU_OP_CMPN)
        return eu_d_is_nan(b) == (cmod != 2);
    return cmod == FAST_COND_UNORDERED ? order == EU_F_UNORDERED : fast_relation(cmod, order);
}

static void put_truth(struct fast_run *x, unsigned k, bool truth)
{
    unsigned n = k * channels_each(x->a);
    uint32_t bits[EU_CHANNELS], wren = x->wren;
    if (x->a->cmod)
        set_flags(x, k, truth);
    if (x->a->dst.type == EU_TYPE_DF) {
        store_element(x, k, truth ? UINT64_MAX : 0);
        return;
    }
    bits[n] = truth ? UINT32_MAX : 0;
    x->wren = wren & 1u << n;
    fast_store(x, bits);
    x->wren = wren;
}

static uint64_t select_double(const struct fast_run *x, unsigned k, uint64_t a, uint64_t b)
{
    unsigned cmod = x->a->cmod, n = k * channels_each(x->a);
    if (!cmod) { /* each half is chosen by the predicate of its own channel */
        uint64_t low = x->pred >> n & 1 ? a : b;
        uint64_t high = x->pred >> (n + channels_each(x->a) - 1) & 1 ? a : b;
        return (low & UINT32_MAX) | (high & ~(uint64_t)UINT32_MAX);
    }
    int order = eu_d_compare(&x->mode, a, b);
    bool first = fast_relation(cmod, order);
    if (order == EU_F_UNORDERED)
        first = (cmod == 4 || cmod == 5) && !eu_d_is_nan(a) && eu_d_is_nan(b);
    return eu_d_flush(&x->mode, first ? a : b);
}

static uint64_t compute_element(struct fast_run *x, unsigned k, uint64_t a, uint64_t b, uint64_t c)
{
    unsigned slot;
    switch (x->a->id) {
    case EU_OP_ADD:
        return eu_d_add(&x->mode, a, b);
    case EU_OP_MUL:
        return eu_d_mul(&x->mode, a, b);
    case EU_OP_MAD:
        return eu_d_fma(&x->mode, b, c, a);
    case EU_OP_MAC:
        slot = fast_acc_slot(0, 4, k);
        return eu_d_fma(&x->mode, a, b,
                        (uint64_t)x->t->acc[slot / EU_ACC_LANES][slot % EU_ACC_LANES]);
    case EU_OP_SEL:
        return select_double(x, k, a, b);
    default:
        return a;
    }
}

void fast_df(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    uint64_t s[3][EU_CHANNELS] = {{0}}, result[EU_CHANNELS];
    bool overflow[EU_CHANNELS], compares = a->id == EU_OP_CMP || a->id == EU_OP_CMPN;
    for (unsigned i = 0; i < a->nsrc; i++)
        load_elements(x, i, s[i]);
    x->r.overflow = 0;
    for (unsigned k = 0; k < element_count(a); k++) {
        x->mode.overflow = false;
        if (compares)
            result[k] = compare_doubles(x, s[0][k], s[1][k]);
        else
            result[k] = compute_element(x, k, s[0][k], s[1][k], s[2][k]);
        overflow[k] = x->mode.overflow;
    }
    for (unsigned k = 0; k < element_count(a); k++) {
        if (!enabled_halves(x, k))
            continue;
        if (compares)
            put_truth(x, k, result[k]);
        else if (a->dst.type == EU_TYPE_DF)
            finish_double(x, k, result[k], overflow[k]);
        else
            finish_narrow(x, k, result[k], overflow[k]);
    }
}
