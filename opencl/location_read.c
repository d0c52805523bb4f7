/* Recognizes the shapes of the compiler's location expressions, and the registers that they name.
 */
#include "opencl/location_impl.h"

enum { REGISTER = 32, FIRST_GRF = 16, REGISTERS = 128 };

size_t cl_left(const struct cl_cursor *c)
{
    return (size_t)(c->end - c->p);
}

bool cl_is_op(const struct cl_cursor *c, size_t i, uint8_t op)
{
    return i < cl_left(c) && c->p[i].op == op;
}

bool cl_constant(const struct cl_cursor *c, size_t i, uint64_t *v)
{
    if (i >= cl_left(c))
        return false;
    const struct cl_op *o = &c->p[i];
    bool lit = o->op >= OP_lit0 && o->op <= OP_lit31;
    *v = lit ? (uint64_t)(o->op - OP_lit0) : (uint64_t)o->a;
    return lit || o->op == OP_constu || (o->op <= 0x0e && o->op >= OP_const1u && o->op % 2 == 0);
}

bool cl_grf(const struct cl_cursor *c, size_t i, unsigned *reg)
{
    if (i >= cl_left(c))
        return false;
    const struct cl_op *o = &c->p[i];
    int64_t n = o->op == OP_regx                        ? o->a
                : o->op >= OP_reg0 && o->op <= OP_reg31 ? o->op - OP_reg0
                                                        : -1;
    *reg = (unsigned)(n - FIRST_GRF);
    return n >= FIRST_GRF && n < FIRST_GRF + REGISTERS;
}

static bool take_group(struct cl_cursor *c, struct cl_group *g)
{
    static const uint8_t shape[] = {OP_shr, OP_plus_uconst, OP_regs, OP_lane};
    struct cl_cursor at = *c;
    if (!cl_is_op(&at, 0, OP_lane))
        return false;
    at.p++;
    g->half = cl_is_op(&at, 0, OP_lit0 + CL_HALF) && cl_is_op(&at, 1, OP_minus);
    at.p += g->half ? 2 : 0;
    for (size_t i = 0; i < sizeof shape; i++)
        if (!cl_is_op(&at, 1 + i, shape[i]))
            return false;
    if (!cl_is_op(&at, 6, OP_and) || !cl_is_op(&at, 8, OP_mul) ||
        !cl_is_op(&at, 10, OP_push_bits) || !cl_constant(&at, 7, &g->stride) ||
        !cl_constant(&at, 9, &g->bits))
        return false;
    int64_t reg = at.p[2].a - FIRST_GRF;
    g->reg = (unsigned)reg;
    g->stride /= 8;
    c->p = at.p + 11;
    return true;
}

void cl_take_groups(struct cl_cursor *c, struct cl_groups *g)
{
    struct cl_group one;
    struct cl_cursor at = *c;
    *g = (struct cl_groups){.n = 0};
    /* the registers of all but the first are wrong, and may not exist */
    while (g->n < CL_GROUPS_MAX && take_group(&at, &one) && (g->n || one.reg < REGISTERS)) {
        if (!g->n++)
            g->first = one;
        *c = at;
        if (cl_is_op(c, 0, OP_stack_value)) {
            g->value = true;
            c->p++;
        }
        at = *c;
    }
}

bool cl_is_split(const struct cl_cursor *c)
{
    return cl_is_op(c, 0, OP_lane) && cl_is_op(c, 1, OP_lit0 + CL_HALF) && cl_is_op(c, 2, OP_ge);
}

bool cl_location_array(const struct cl_variable *v, const uint8_t *expr, size_t n, unsigned *reg,
                       unsigned *high, unsigned *bytes)
{
    struct cl_ops ops;
    struct cl_groups g, h = {.n = 0}; /* for lanes from 16 on */
    if (!v->array || !v->element || !cl_location_parse(expr, n, &ops))
        return false;
    struct cl_cursor c = {ops.list, ops.list + ops.n};
    bool split = cl_is_split(&c);
    c.p += split ? 4 : 0;
    cl_take_groups(&c, &g);
    c.p += split && cl_is_op(&c, 0, OP_skip);
    if (split)
        cl_take_groups(&c, &h);
    *high = h.first.reg;
    *reg = g.first.reg;
    *bytes = (v->simd < CL_HALF ? v->simd : CL_HALF) * v->element;
    return g.value && g.n > 1 && (!split || (h.value && h.n == g.n));
}

bool cl_location_register(const uint8_t *expr, size_t n, unsigned *at, unsigned *bytes)
{
    struct cl_ops ops;
    uint64_t off = 0, bits = 64;
    unsigned reg;
    if (!cl_location_parse(expr, n, &ops))
        return false;
    struct cl_cursor c = {ops.list, ops.list + ops.n};
    if (!cl_grf(&c, 0, &reg) || (!cl_is_op(&c, 1, OP_bit_piece) && cl_left(&c) > 1 &&
                                 (!cl_constant(&c, 1, &off) || !cl_constant(&c, 2, &bits))))
        return false;
    if (cl_is_op(&c, 1, OP_bit_piece))
        bits = (uint64_t)c.p[1].a, off = (uint64_t)c.p[1].b;
    *at = reg * REGISTER + (unsigned)off % 256 / 8;
    *bytes = (unsigned)bits % 512 / 8;
    return *bytes;
}

bool cl_location_pitch(const uint8_t *expr, size_t n, unsigned *own, unsigned *said)
{
    struct cl_ops ops;
    struct cl_groups g;
    if (!cl_location_parse(expr, n, &ops))
        return false;
    struct cl_cursor c = {ops.list, ops.list + ops.n};
    c.p += cl_is_split(&c) ? 4 : 0;
    cl_take_groups(&c, &g);
    *own = (unsigned)g.first.bits / 8;
    *said = (unsigned)g.first.stride;
    return g.n == 1 && g.value && (*own == 1 || *own == 2) && *said == 4;
}

unsigned cl_location_address(const uint8_t *expr, size_t n, unsigned *reg)
{
    struct cl_ops ops;
    struct cl_groups g;
    if (!cl_location_parse(expr, n, &ops))
        return 0;
    struct cl_cursor c = {ops.list, ops.list + ops.n};
    c.p += cl_is_split(&c) ? 4 : 0;
    cl_take_groups(&c, &g);
    *reg = g.first.reg;
    return g.n && !g.value ? (unsigned)g.first.stride : 0;
}

bool cl_location_local_pointer(const uint8_t *expr, size_t n, unsigned *reg)
{
    struct cl_ops ops;
    if (!cl_location_parse(expr, n, &ops))
        return false;
    const struct cl_cursor c = {ops.list, ops.list + ops.n};
    return cl_grf(&c, 0, reg) && cl_is_op(&c, 1, OP_deref_size);
}

/* The lanes' elements of the register of @g. */
static struct cl_span span_of(const struct cl_variable *v, const struct cl_groups *g)
{
    unsigned lanes = v->simd < CL_HALF ? v->simd : CL_HALF;
    bool vector = g->value && g->n > 1 && v->element;
    unsigned one = vector ? v->size : v->pitch ? v->pitch : (unsigned)g->first.stride;
    return (struct cl_span){g->first.reg * REGISTER, lanes * one};
}

unsigned cl_location_spans(const struct cl_variable *v, const uint8_t *expr, size_t n,
                           struct cl_span spans[CL_SPANS])
{
    struct cl_ops ops;
    struct cl_groups g;
    unsigned found = 0;
    if (!cl_location_parse(expr, n, &ops))
        return 0;
    struct cl_cursor c = {ops.list, ops.list + ops.n};
    bool split = cl_is_split(&c);
    c.p += split ? 4 : 0;
    for (unsigned half = 0; half < 1u + split; half++) {
        cl_take_groups(&c, &g);
        if (g.n)
            spans[found++] = span_of(v, &g);
        while (cl_left(&c) && split && c.p->op != OP_lane)
            c.p++;
    }
    if (!found && cl_location_register(expr, n, &spans[0].at, &spans[0].bytes))
        found = 1;
    /* parts in further registers */
    unsigned reg;
    for (c.p += 2; found && found < CL_SPANS && cl_left(&c) >= 2 && cl_grf(&c, 0, &reg) &&
                   cl_is_op(&c, 1, OP_bit_piece);
         c.p += 2)
        spans[found++] = (struct cl_span){reg * REGISTER + (unsigned)c.p[1].b % 256 / 8,
                                          (unsigned)c.p[1].a % 512 / 8};
    return found;
}
