#include <string.h>

#include "sim/fast/any.h"

/* Sources: lanes from wherever they are, with their modifiers. */

eu_i128 any_extend(uint64_t bits, unsigned type)
{
    unsigned spare = 64 - 8u * eu_types[type].bytes;
    uint64_t top = bits << spare;
    return fast_is_signed(type) ? (eu_i128)((int64_t)top >> spare) : (eu_i128)(top >> spare);
}

uint64_t any_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes)
{
    const uint8_t *grf = &t->grf[0][0];
    uint64_t bits = 0;
    addr %= FAST_GRF_BYTES;
    if (addr + bytes <= FAST_GRF_BYTES) {
        memcpy(&bits, grf + addr, bytes); /* the host is little-endian, as the EU is */
        return bits;
    }
    for (unsigned i = 0; i < bytes; i++)
        bits |= (uint64_t)grf[(addr + i) % FAST_GRF_BYTES] << 8 * i;
    return bits;
}

uint32_t any_index(const struct any_run *x, unsigned s, int imm)
{
    uint32_t a = x->t->a0[s % x->eu->isa->address_registers], b = (uint32_t)imm;
    if (x->eu->quirks[EU_QUIRK_ADDR_CARRY]) /* registers and bytes are added apart */
        return ((a >> 5) + (b >> 5)) << 5 | ((a + b) & 31);
    return a + b;
}

void any_addrs(const struct any_run *x, const struct fast_operand *op, uint16_t *addr)
{
    unsigned lanes = x->a->lanes;
    if (op->place == FAST_GRF) {
        memcpy(addr, op->off, lanes * sizeof *addr);
        return;
    }
    for (unsigned n = 0; n < lanes; n++) { /* INDEXED: an index register each row */
        unsigned row = op->place == FAST_INDEXED ? n / op->row : 0;
        addr[n] = (any_index(x, op->reg + row, op->addr_imm) + op->off[n]) % FAST_GRF_BYTES;
    }
}

/* --- raw lanes --- */

static void from_grf(struct any_run *x, const struct fast_operand *op, uint64_t *bits)
{
    uint16_t addr[EU_CHANNELS];
    any_addrs(x, op, addr);
    for (unsigned n = 0; n < x->a->lanes; n++)
        bits[n] = any_grf_read(x->t, addr[n], op->bytes);
}

/* A register of entries is one of them, in all its elements. */
static void from_entry(struct any_run *x, const struct fast_operand *op, uint64_t *bits)
{
    const uint32_t *entry = any_entry(x->t, op->reg & 15, op->off[0]);
    uint64_t twice = entry ? *entry * UINT64_C(0x100000001) : 0;
    for (unsigned n = 0; n < x->a->lanes; n++)
        bits[n] = op->bytes < 8 ? twice & ((UINT64_C(1) << 8 * op->bytes) - 1) : twice;
}

static void from_arf(struct any_run *x, const struct fast_operand *op, uint64_t *bits)
{
    if (op->reg >> 4 == EU_ARF_FC)
        from_entry(x, op, bits);
    else
        for (unsigned n = 0; n < x->a->lanes; n++)
            bits[n] = any_arf_read(x, op->reg, op->off[n], op->bytes);
}

/* --- values --- */

#define LOAD(name, element, lane)                                                                  \
    static void name(const struct any_run *x, const struct fast_operand *op, struct any_vals *v)   \
    {                                                                                              \
        const uint8_t *grf = &x->t->grf[0][0];                                                     \
        for (unsigned n = 0; n < x->a->lanes; n++) {                                               \
            element e;                                                                             \
            memcpy(&e, grf + op->off[n], sizeof e);                                                \
            v->lane[n] = e;                                                                        \
        }                                                                                          \
    }
LOAD(load_ud, uint32_t, i)
LOAD(load_d, int32_t, i)
LOAD(load_uw, uint16_t, i)
LOAD(load_w, int16_t, i)
LOAD(load_ub, uint8_t, i)
LOAD(load_b, int8_t, i)
LOAD(load_uq, uint64_t, i)
LOAD(load_q, int64_t, i)
LOAD(load_hf, uint16_t, f)
LOAD(load_f, uint32_t, f)
LOAD(load_df, uint64_t, f)

/* Direct operands inside of the file. */
static void directly(struct any_run *x, const struct fast_operand *op, struct any_vals *v)
{
    static void (*const loads[EU_TYPE_COUNT])(const struct any_run *x,
                                              const struct fast_operand *op, struct any_vals *v) = {
        [EU_TYPE_UD] = load_ud, [EU_TYPE_D] = load_d, [EU_TYPE_UW] = load_uw, [EU_TYPE_W] = load_w,
        [EU_TYPE_UB] = load_ub, [EU_TYPE_B] = load_b, [EU_TYPE_UQ] = load_uq, [EU_TYPE_Q] = load_q,
        [EU_TYPE_HF] = load_hf, [EU_TYPE_F] = load_f, [EU_TYPE_DF] = load_df,
    };
    v->kind = (uint8_t)eu_float_of(op->type);
    loads[op->type](x, op, v);
}

static void typed(struct any_vals *v, unsigned type, unsigned lanes, const uint64_t *bits)
{
    v->kind = (uint8_t)eu_float_of(type);
    if (v->kind)
        memcpy(v->f, bits, lanes * sizeof *bits);
    else
        for (unsigned n = 0; n < lanes; n++)
            v->i[n] = any_extend(bits[n], type);
}

static void from_constant(struct any_run *x, const struct fast_operand *op, struct any_vals *v)
{
    v->kind = (uint8_t)eu_float_of(op->type);
    for (unsigned n = 0; n < x->a->lanes; n++) {
        v->f[n] = (uint64_t)op->imm[n & 7];
        v->i[n] = op->type == EU_TYPE_UQ ? (eu_i128)v->f[n] : op->imm[n & 7];
    }
}

/* Whole lanes, guard bits too; that of UD and UW as well is assumed. */
static void from_acc(struct any_run *x, const struct fast_operand *op, struct any_vals *v)
{
    v->kind = (uint8_t)eu_float_of(op->type);
    for (unsigned n = 0; n < x->a->lanes; n++) {
        int64_t lane = any_acc_read(x, op->reg, op->type, op->off[n]);
        v->i[n] = lane;
        v->f[n] = v->kind == EU_FLOAT_DF ? (uint64_t)lane : (uint32_t)lane;
    }
}

/* (abs), then negate; on floats the sign bit alone; of the operands of logic a negation is a
 * bitwise not, and (abs) is none. */
static void modify(const struct fast_alu *a, const struct fast_operand *op, struct any_vals *v,
                   unsigned lanes)
{
    uint64_t sign = v->kind ? eu_float_sign(v->kind) : 0;
    bool logic =
        a->id == EU_OP_NOT || a->id == EU_OP_AND || a->id == EU_OP_OR || a->id == EU_OP_XOR;
    if (!op->abs && !op->neg)
        return;
    for (unsigned n = 0; n < lanes; n++) {
        eu_i128 i = v->i[n];
        if (v->kind)
            v->f[n] = (op->abs ? v->f[n] & ~sign : v->f[n]) ^ (op->neg ? sign : 0);
        else if (logic)
            v->i[n] = op->neg ? ~i : i;
        else
            v->i[n] = (op->abs && i < 0) != op->neg ? -i : i;
    }
}

void any_load(struct any_run *x, unsigned i)
{
    const struct fast_operand *op = &x->a->src[i];
    struct any_vals *v = &x->s[i];
    uint64_t bits[EU_CHANNELS];
    switch ((enum fast_place)op->place) {
    case FAST_CONSTANT:
        from_constant(x, op, v);
        break;
    case FAST_ACC:
        from_acc(x, op, v);
        break;
    case FAST_ARF:
        from_arf(x, op, bits);
        typed(v, op->type, x->a->lanes, bits);
        break;
    case FAST_GRF:
        if (!op->wraps) {
            directly(x, op, v);
            break;
        } /* fall through */
    case FAST_INDIRECT:
    case FAST_INDEXED:
        from_grf(x, op, bits);
        typed(v, op->type, x->a->lanes, bits);
        break;
    }
    modify(x->a, op, v, x->a->lanes);
}

static void load_one(struct any_run *x, const struct fast_operand *op, uint32_t addr,
                     struct any_vals *one)
{
    uint64_t bits = any_grf_read(x->t, addr, op->bytes);
    typed(one, op->type, 1, &bits);
    modify(x->a, op, one, 1);
}

void any_load_at(struct any_run *x, unsigned n, uint32_t addr)
{
    struct any_vals one;
    load_one(x, &x->a->src[0], addr, &one);
    x->s[0].kind = one.kind;
    x->s[0].f[n] = one.f[0];
    x->s[0].i[n] = one.i[0];
}

struct eu_num any_num_at(struct any_run *x, unsigned i, uint32_t addr)
{
    struct any_vals one;
    load_one(x, &x->a->src[i], addr, &one);
    return any_num(x, &one, 0);
}
