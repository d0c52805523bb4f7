#include <string.h>

#include "sim/fast/alu_impl.h"

/* Loads sources, wherever their lanes are, and applies their modifiers. IVB vol. 4 part 3, 3.3.4 to
 * 3.3.7, 5.2.2. */

/* Applies (abs), then negation, in internal precision; for floats, only the sign bit changes. */
void fast_modify(const struct fast_operand *op, unsigned lanes, struct fast_vals *v)
{
    if (!op->abs && !op->neg)
        return;
    if (v->floats) {
        uint32_t keep = op->abs ? ~EU_F_SIGN : UINT32_MAX, flip = op->neg ? EU_F_SIGN : 0;
        for (unsigned n = 0; n < lanes; n++)
            v->f[n] = (v->f[n] & keep) ^ flip;
        return;
    }
    for (unsigned n = 0; n < lanes; n++) {
        uint64_t u = (uint64_t)v->i[n];
        if (op->abs && v->i[n] < 0)
            u = 0 - u;
        v->i[n] = (int64_t)(op->neg ? 0 - u : u);
    }
}

static void load_constant(struct fast_run *x, const struct fast_operand *op, struct fast_vals *v)
{
    v->floats = fast_is_float(op->type) ? UINT32_MAX : 0;
    for (unsigned n = 0; n < x->a->lanes; n++) {
        v->i[n] = op->imm[n & 7];
        v->f[n] = (uint32_t)op->imm[n & 7];
    }
    fast_modify(op, x->a->lanes, v);
}

#define LOAD_GRF(name, element, lane, is_float)                                                    \
    static void name(struct fast_run *x, const struct fast_operand *op, struct fast_vals *v)       \
    {                                                                                              \
        const uint8_t *grf = &x->t->grf[0][0];                                                     \
        for (unsigned n = 0; n < x->a->lanes; n++) {                                               \
            element e;                                                                             \
            memcpy(&e, grf + op->off[n], sizeof e);                                                \
            v->lane[n] = e;                                                                        \
        }                                                                                          \
        v->floats = (is_float) ? UINT32_MAX : 0;                                                   \
        fast_modify(op, x->a->lanes, v);                                                           \
    }
LOAD_GRF(load_ud, uint32_t, i, false)
LOAD_GRF(load_d, int32_t, i, false)
LOAD_GRF(load_uw, uint16_t, i, false)
LOAD_GRF(load_w, int16_t, i, false)
LOAD_GRF(load_ub, uint8_t, i, false)
LOAD_GRF(load_b, int8_t, i, false)
LOAD_GRF(load_f, uint32_t, f, true)

uint32_t fast_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes)
{
    const uint8_t *grf = &t->grf[0][0];
    uint32_t bits = 0;
    addr %= FAST_GRF_BYTES;
    if (addr + bytes <= FAST_GRF_BYTES) {
        memcpy(&bits, grf + addr, bytes); /* the host is little-endian, like the EU */
        return bits;
    }
    for (unsigned i = 0; i < bytes; i++)
        bits |= (uint32_t)grf[(addr + i) % FAST_GRF_BYTES] << 8 * i;
    return bits;
}

static void set_lane(struct fast_vals *v, unsigned n, uint32_t bits, unsigned type)
{
    if (fast_is_float(type))
        v->f[n] = bits;
    else
        v->i[n] = fast_extend(bits, type);
}

/* --- indirect --- */

uint32_t fast_index(const struct fast_run *x, unsigned s, int imm)
{
    uint32_t a = x->t->a0[s & 7], b = (uint32_t)imm;
    /* register and byte numbers are added separately */
    if (x->eu->quirks[EU_QUIRK_ADDR_CARRY])
        return ((a >> 5) + (b >> 5)) << 5 | ((a + b) & 31);
    return a + b;
}

bool fast_dst_is_pair(const struct fast_run *x)
{
    const struct fast_operand *dst = &x->a->dst;
    uint32_t first = dst->base;
    if (dst->place == FAST_INDIRECT)
        first = fast_index(x, dst->reg, dst->addr_imm);
    return (first & 31) + x->a->dst_extent > EU_GRF_BYTES;
}

void fast_src_addrs(const struct fast_run *x, const struct fast_operand *op, uint16_t *addr)
{
    unsigned lanes = x->a->lanes, turn = EU_CHANNELS;
    if (op->place == FAST_GRF) {
        memcpy(addr, op->off, lanes * sizeof *addr);
        return;
    }
    if (op->place == FAST_INDEXED) { /* each row has its own index register */
        for (unsigned n = 0; n < lanes; n++) {
            uint32_t at = fast_index(x, op->reg + n / op->row, op->addr_imm) + op->off[n];
            addr[n] = at % FAST_GRF_BYTES;
        }
        return;
    }
    if (!op->scalar && x->a->es > 1 && fast_dst_is_pair(x))
        turn = x->a->es / 2; /* 3.3.9 6.A, 6.B */
    uint32_t low = fast_index(x, op->reg, op->addr_imm);
    uint32_t high = fast_index(x, op->reg + 1u, op->addr_imm);
    for (unsigned n = 0; n < lanes; n++)
        addr[n] = (n < turn ? low + op->off[n] : high + op->off[n - turn]) % FAST_GRF_BYTES;
}

/* Loads any GRF operand: addressed by an index, or reaching over the end of the file. */
static void load_any(struct fast_run *x, const struct fast_operand *op, struct fast_vals *v)
{
    uint16_t addr[EU_CHANNELS];
    fast_src_addrs(x, op, addr);
    v->floats = fast_is_float(op->type) ? UINT32_MAX : 0;
    for (unsigned n = 0; n < x->a->lanes; n++)
        set_lane(v, n, fast_grf_read(x->t, addr[n], eu_types[op->type].bytes), op->type);
    fast_modify(op, x->a->lanes, v);
}

/* --- architecture registers --- */

static void load_arf(struct fast_run *x, const struct fast_operand *op, struct fast_vals *v)
{
    uint8_t image[FAST_ARF_BYTES + FAST_ARF_PAD];
    fast_arf_image(x, op->reg, image);
    v->floats = fast_is_float(op->type) ? UINT32_MAX : 0;
    for (unsigned n = 0; n < x->a->lanes; n++) {
        uint32_t bits = 0;
        memcpy(&bits, image + op->off[n], eu_types[op->type].bytes);
        set_lane(v, n, bits, op->type);
    }
    fast_modify(op, x->a->lanes, v);
}

/* Loads an explicit accumulator: the whole lane with its guard bits (UD, UW: assumed). */
static void load_acc(struct fast_run *x, const struct fast_operand *op, struct fast_vals *v)
{
    unsigned words = fast_acc_words(op->type);
    v->floats = op->type == EU_TYPE_F ? UINT32_MAX : 0;
    for (unsigned n = 0; n < x->a->lanes; n++) {
        v->i[n] = fast_acc_get(x->t, op->off[n], words);
        v->f[n] = (uint32_t)v->i[n];
    }
    fast_modify(op, x->a->lanes, v);
}

fast_load *fast_load_of(const struct fast_operand *op)
{
    static fast_load *const direct[EU_TYPE_COUNT] = {
        [EU_TYPE_UD] = load_ud, [EU_TYPE_D] = load_d, [EU_TYPE_UW] = load_uw, [EU_TYPE_W] = load_w,
        [EU_TYPE_UB] = load_ub, [EU_TYPE_B] = load_b, [EU_TYPE_F] = load_f,
    };
    switch ((enum fast_place)op->place) {
    case FAST_CONSTANT:
        return load_constant;
    case FAST_ACC:
        return load_acc;
    case FAST_ARF:
        return load_arf;
    case FAST_GRF:
        return op->wraps || !direct[op->type] ? load_any : direct[op->type];
    case FAST_INDIRECT:
    case FAST_INDEXED:
        break;
    }
    return load_any;
}

/* --- conversions of what was loaded --- */

void fast_to_float(struct fast_run *x, struct fast_vals *v)
{
    for (unsigned n = 0; n < x->a->lanes; n++)
        if (!(v->floats >> n & 1))
            v->f[n] = eu_f_from_int(&x->mode, v->i[n]);
    v->floats = UINT32_MAX;
}

uint32_t fast_float_at(struct fast_run *x, const struct fast_operand *op, uint32_t addr)
{
    uint32_t bits = fast_grf_read(x->t, addr, eu_types[op->type].bytes);
    if (fast_is_float(op->type))
        return (op->abs ? bits & ~EU_F_SIGN : bits) ^ (op->neg ? EU_F_SIGN : 0);
    int64_t i = fast_extend(bits, op->type);
    i = op->abs && i < 0 ? -i : i;
    return eu_f_from_int(&x->mode, op->neg ? -i : i);
}
