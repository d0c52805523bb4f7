#include "opencl/location_impl.h"

#include <string.h>

enum { SCRATCH = 1, LOCAL = 2, FRAME = 3, LANE = 4, GRF = 5, REGISTER = 32, FIRST_GRF = 16 };
enum { REGISTERS = 128, FRAME_REGISTERS = 120, FRAME_BIT = 128, HALF = 16, GROUPS_MAX = 64 };
/* What the top byte of an 8-byte constant says of the address space. */
enum { SPACE_SCRATCH = 9, SPACE_LOCAL = 10 };

/* --- writing --- */
static void put(struct cl_location *to, const void *bytes, size_t n)
{
    to->over |= n > sizeof to->bytes - to->n;
    if (to->over)
        return;
    memcpy(to->bytes + to->n, bytes, n);
    to->n += n;
}

static void put_byte(struct cl_location *to, uint8_t byte)
{
    put(to, &byte, 1);
}

static void put_uleb(struct cl_location *to, uint64_t v)
{
    uint8_t bytes[10];
    put(to, bytes, cl_put_uleb(bytes, v));
}

static void put_breg(struct cl_location *to, unsigned reg, int64_t offset)
{
    uint8_t bytes[10];
    put_byte(to, (uint8_t)(OP_breg0 + reg));
    put(to, bytes, cl_put_sleb(bytes, offset));
}

static void put_number(struct cl_location *to, uint64_t v)
{
    if (v < 32) {
        put_byte(to, (uint8_t)(OP_lit0 + v));
        return;
    }
    put_byte(to, OP_constu);
    put_uleb(to, v);
}

static void put_piece(struct cl_location *to, uint64_t bytes)
{
    put_byte(to, OP_piece);
    put_uleb(to, bytes);
}

static void put_deref(struct cl_location *to, unsigned bytes)
{
    put_byte(to, OP_deref_size);
    put_byte(to, (uint8_t)bytes);
}

static void append(struct cl_location *to, const struct cl_location *part)
{
    put(to, part->bytes, part->n);
    to->over |= part->over;
    to->memory |= part->memory;
    to->fragment |= part->fragment;
    to->frame = to->frame ? to->frame : part->frame;
}

/* --- reading --- */
struct cursor {
    const struct cl_op *p, *end;
};

static size_t left(const struct cursor *c)
{
    return (size_t)(c->end - c->p);
}

static bool is_op(const struct cursor *c, size_t i, uint8_t op)
{
    return i < left(c) && c->p[i].op == op;
}

/* An unsigned constant; false: it is none. */
static bool constant(const struct cursor *c, size_t i, uint64_t *v)
{
    if (i >= left(c))
        return false;
    const struct cl_op *o = &c->p[i];
    bool lit = o->op >= OP_lit0 && o->op <= OP_lit31;
    *v = lit ? (uint64_t)(o->op - OP_lit0) : (uint64_t)o->a;
    return lit || o->op == OP_constu || (o->op <= 0x0e && o->op >= OP_const1u && o->op % 2 == 0);
}

/* A GRF by its number; false: another operation, or another register. */
static bool grf(const struct cursor *c, size_t i, unsigned *reg)
{
    if (i >= left(c))
        return false;
    const struct cl_op *o = &c->p[i];
    int64_t n = o->op == OP_regx                        ? o->a
                : o->op >= OP_reg0 && o->op <= OP_reg31 ? o->op - OP_reg0
                                                        : -1;
    *reg = (unsigned)(n - FIRST_GRF);
    return n >= FIRST_GRF && n < FIRST_GRF + REGISTERS;
}

/* `lane [16 minus] n shr +R regs lane m and w mul s bits`: the lane's element of a register. */
struct group {
    unsigned reg;
    uint64_t stride, bits; /* bytes, bits */
    bool half;             /* lanes from 16 on */
};

static bool take_group(struct cursor *c, struct group *g)
{
    static const uint8_t shape[] = {OP_shr, OP_plus_uconst, OP_regs, OP_lane};
    struct cursor at = *c;
    if (!is_op(&at, 0, OP_lane))
        return false;
    at.p++;
    g->half = is_op(&at, 0, OP_lit0 + HALF) && is_op(&at, 1, OP_minus);
    at.p += g->half ? 2 : 0;
    for (size_t i = 0; i < sizeof shape; i++)
        if (!is_op(&at, 1 + i, shape[i]))
            return false;
    if (!is_op(&at, 6, OP_and) || !is_op(&at, 8, OP_mul) || !is_op(&at, 10, OP_push_bits) ||
        !constant(&at, 7, &g->stride) || !constant(&at, 9, &g->bits))
        return false;
    int64_t reg = at.p[2].a - FIRST_GRF;
    g->reg = (unsigned)reg;
    g->stride /= 8;
    c->p = at.p + 11;
    return reg >= 0 && reg < REGISTERS;
}

/* Groups that follow one another, each with or without stack_value. */
struct groups {
    struct group first;
    size_t n;
    bool value;
};

static void take_groups(struct cursor *c, struct groups *g)
{
    struct group one;
    *g = (struct groups){.n = 0};
    while (g->n < GROUPS_MAX && take_group(c, &one)) {
        if (!g->n++)
            g->first = one;
        if (is_op(c, 0, OP_stack_value)) {
            g->value = true;
            c->p++;
        }
    }
}

/* --- what becomes of it --- */
enum kind { GIVEN_UP, MEMORY, VALUE };

/* Plain operations as they are; stack_value is the caller's to add. */
static bool put_plain(struct cl_location *to, const struct cursor *c)
{
    for (const struct cl_op *o = c->p; o < c->end; o++) {
        const struct cursor one = {o, o + 1};
        uint8_t bytes[10];
        uint64_t v;
        if (o->op == OP_stack_value)
            continue;
        if (constant(&one, 0, &v)) {
            put_number(to, v);
        } else if (o->op == OP_consts || (o->op >= 0x09 && o->op <= OP_const8s && o->op % 2)) {
            put_byte(to, OP_consts);
            put(to, bytes, cl_put_sleb(bytes, o->a));
        } else if (o->op == OP_plus_uconst) {
            put_byte(to, o->op);
            put_uleb(to, (uint64_t)o->a);
        } else if (o->op == OP_deref_size) {
            put_deref(to, (unsigned)o->a);
        } else if (o->op == OP_lane) {
            put_breg(to, LANE, 0);
        } else if ((o->op >= OP_dup && o->op <= OP_ne && o->op != OP_bra && o->op != OP_pick) ||
                   o->op == OP_deref) {
            put_byte(to, o->op);
        } else {
            return false;
        }
    }
    return true;
}

/* Address of the lane's element, @extra bytes behind the register. */
static void put_element(struct cl_location *to, const struct group *g, uint64_t stride,
                        uint64_t extra)
{
    int64_t from = (int64_t)g->reg * REGISTER + (int64_t)extra;
    put_breg(to, GRF, g->half ? from - HALF * (int64_t)stride : from);
    put_breg(to, LANE, 0);
    if (stride != 1) {
        put_number(to, stride);
        put_byte(to, OP_mul);
    }
    put_byte(to, OP_plus);
}

/* The variable's address: where it always is, or what the register has where a list says that it
 * has it. False: the register may have something else. */
static bool put_address(struct cl_location *to, const struct cl_variable *v, const struct group *g)
{
    /* a vector of 3 lies in the room of 4 */
    uint32_t room = v->size == 3 * v->element ? 4 * v->element : v->size;
    int64_t at;
    to->memory = true;
    if (v->private && !v->listed) {
        if (!cl_private_find(v->private, g->reg, room, &at))
            return false;
        put_breg(to, FRAME, g->half ? at - HALF * (int64_t)room : at);
        put_breg(to, LANE, 0);
        put_number(to, room);
        put(to, (const uint8_t[]){OP_mul, OP_plus}, 2);
        return true;
    }
    put_element(to, g, g->stride, 0);
    put_deref(to, g->bits >= 8 ? (unsigned)g->bits / 8 : 8);
    return true;
}

/* A vector or an array: element k is simd elements behind element k - 1. */
static enum kind put_vector(struct cl_location *to, const struct cl_variable *v,
                            const struct groups *g)
{
    uint64_t width = v->simd < HALF ? v->simd : HALF, n = v->element ? v->size / v->element : 0;
    n = n < g->n ? n : g->n;
    for (uint64_t k = 0; k < n; k++) {
        if (k >= GROUPS_MAX || !(v->lacks >> k & 1))
            put_element(to, &g->first, v->element, k * width * v->element);
        put_piece(to, v->element);
    }
    if (n * v->element < v->size)
        put_piece(to, v->size - n * v->element);
    return n ? MEMORY : GIVEN_UP;
}

static enum kind put_groups(struct cl_location *to, const struct cl_variable *v,
                            const struct groups *g, struct cursor tail)
{
    const struct cl_op *last = tail.p < tail.end ? tail.end - 1 : NULL;
    to->fragment |= last && (last->op == OP_bit_piece || last->op == OP_piece);
    if (to->fragment)
        return GIVEN_UP;
    if (!g->value) /* an address, of the whole variable whatever its elements */
        return put_address(to, v, &g->first) && put_plain(to, &tail) ? MEMORY : GIVEN_UP;
    if (g->n > 1)
        return put_vector(to, v, g);
    /* 8 and 16 bits: the compiler says 32 from lane to lane, and packs them or not */
    if (!g->first.stride || g->first.stride > 8 || g->first.bits != 8 * g->first.stride)
        return GIVEN_UP;
    put_element(to, &g->first, g->first.stride, 0);
    if (tail.p == tail.end)
        return MEMORY;
    put_deref(to, (unsigned)g->first.bits / 8);
    return put_plain(to, &tail) ? VALUE : GIVEN_UP;
}

/* --- SIMD32: lanes below 16, and the others --- */
static void put_select(struct cl_location *to, const uint8_t *x, size_t nx, const uint8_t *y,
                       size_t ny)
{
    int16_t over_x = (int16_t)(nx + 3), over_y = (int16_t)ny;
    put_breg(to, LANE, 0);
    put(to, (const uint8_t[]){OP_lit0 + HALF, OP_ge, OP_bra}, 3);
    /* taken for lanes from 16 on: x is of those below */
    put(to, &over_x, sizeof over_x);
    put(to, x, nx);
    put_byte(to, OP_skip);
    put(to, &over_y, sizeof over_y);
    put(to, y, ny);
}

/* The next `address piece N` of a list of pieces; false: there is none. */
static bool next_piece(const struct cl_location *l, size_t *at, size_t *from, size_t *n,
                       uint64_t *bytes)
{
    struct cl_ops ops;
    *from = *at;
    for (size_t end = *at + 1; end <= l->n; end++) /* the shortest that ends in a piece */
        if (cl_location_parse(l->bytes + *from, end - *from, &ops) &&
            ops.list[ops.n - 1].op == OP_piece) {
            uint8_t number[10];
            *bytes = (uint64_t)ops.list[ops.n - 1].a;
            *n = end - *from - 1 - cl_put_uleb(number, *bytes);
            *at = end;
            return true;
        }
    return false;
}

static bool has_pieces(const struct cl_location *l)
{
    struct cl_ops ops;
    if (!cl_location_parse(l->bytes, l->n, &ops))
        return false;
    for (size_t i = 0; i < ops.n; i++)
        if (ops.list[i].op == OP_piece)
            return true;
    return false;
}

/* Pieces cannot stand in a branch: a choice for each. */
static bool put_pieces(struct cl_location *to, const struct cl_location halves[2])
{
    size_t at[2] = {0, 0}, from[2], n[2];
    uint64_t bytes[2];
    while (at[0] < halves[0].n) {
        for (unsigned i = 0; i < 2; i++)
            if (!next_piece(&halves[i], &at[i], &from[i], &n[i], &bytes[i]))
                return false;
        if (bytes[0] != bytes[1] || !n[0] != !n[1])
            return false;
        if (n[0])
            put_select(to, halves[0].bytes + from[0], n[0], halves[1].bytes + from[1], n[1]);
        put_piece(to, bytes[0]);
    }
    return true;
}

static bool put_halves(struct cl_location *to, const struct cl_variable *v, struct cursor c)
{
    struct cl_location halves[2] = {{.n = 0}, {.n = 0}};
    enum kind kinds[2];
    const struct cl_op *skip = c.p + 4;
    while (skip < c.end && skip->op != OP_skip)
        skip++;
    if (skip == c.end)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct cursor half = {i ? skip + 1 : c.p + 4, i ? c.end : skip};
        struct groups g;
        take_groups(&half, &g);
        kinds[i] = g.n ? put_groups(&halves[i], v, &g, half) : GIVEN_UP;
    }
    if (!kinds[0] || kinds[0] != kinds[1] || halves[0].over || halves[1].over)
        return false;
    if (has_pieces(&halves[0]) || has_pieces(&halves[1]))
        return put_pieces(to, halves);
    to->memory = halves[0].memory;
    to->frame = halves[0].frame;
    put_select(to, halves[0].bytes, halves[0].n, halves[1].bytes, halves[1].n);
    if (kinds[0] == VALUE)
        put_byte(to, OP_stack_value);
    return true;
}

/* --- registers --- */
/* `reg bit_piece` once or more: consecutive parts of the variable. */
static bool put_registers(struct cl_location *to, const struct cl_variable *v, struct cursor c)
{
    uint64_t bits = 0;
    unsigned reg;
    while (left(&c) >= 2 && grf(&c, 0, &reg) && is_op(&c, 1, OP_bit_piece)) {
        put_breg(to, GRF, reg * REGISTER + c.p[1].b / 8);
        put_piece(to, (uint64_t)c.p[1].a / 8);
        bits += (uint64_t)c.p[1].a;
        c.p += 2;
    }
    return c.p == c.end && bits == (uint64_t)v->size * 8;
}

static bool put_pieced_register(struct cl_location *to, const struct cl_variable *v,
                                struct cursor c, unsigned reg)
{
    struct cl_location part = {.n = 0};
    uint64_t bits = (uint64_t)c.p[1].a;
    put_breg(&part, GRF, reg * REGISTER + c.p[1].b / 8);
    if (left(&c) > 2)
        return put_registers(to, v, c);
    to->fragment = bits != (uint64_t)v->size * 8;
    if (to->fragment)
        return false;
    append(to, &part);
    return true;
}

/* `reg offset size bits ...`: a part of a register, and what is computed of it. */
static bool put_bits(struct cl_location *to, const struct cl_variable *v, struct cursor c,
                     unsigned reg)
{
    struct cl_location base = {.n = 0};
    uint64_t off, bits;
    bool value = false;
    if (!constant(&c, 1, &off) || !constant(&c, 2, &bits) || off >= 8 * REGISTER || bits > 64)
        return false;
    int64_t at = (int64_t)(reg * REGISTER + off / 8);
    c.p += 4;
    for (const struct cl_op *o = c.p; o < c.end; o++)
        value |= o->op == OP_stack_value;
    if (left(&c) == 1 && value) {
        put_breg(to, GRF, at);
        return true;
    }
    if (reg >= FRAME_REGISTERS && off == FRAME_BIT && bits == 64 && (!v->frame || v->frame == at)) {
        put_breg(&base, FRAME, 0);
        base.memory = true;
        base.frame = (unsigned)at;
    } else {
        put_breg(&base, GRF, at);
        put_deref(&base, (unsigned)bits / 8);
    }
    const struct cl_op *last = left(&c) ? c.end - 1 : NULL;
    to->fragment = last && last->op == OP_bit_piece;
    if (to->fragment || !put_plain(&base, &c))
        return false;
    if (value && last && last->op == OP_stack_value)
        put_byte(&base, OP_stack_value);
    append(to, &base);
    return true;
}

static bool put_register(struct cl_location *to, const struct cl_variable *v, struct cursor c,
                         unsigned reg)
{
    if (left(&c) == 1) {
        put_breg(to, GRF, reg * REGISTER);
        return true;
    }
    if (is_op(&c, 1, OP_bit_piece))
        return put_pieced_register(to, v, c, reg);
    if (is_op(&c, 1, OP_deref_size)) { /* a local argument: which part of the register is lost */
        if (v->local < 0)
            return false;
        put_breg(to, LOCAL, v->local);
        put_byte(to, OP_stack_value);
        return true;
    }
    return is_op(&c, 3, OP_push_bits) && put_bits(to, v, c, reg);
}

/* --- constants that are addresses --- */
/* Spilled: scratch space, at an offset and what a register adds to it. */
static bool put_spilled(struct cl_location *to, const struct cl_variable *v, struct cursor c,
                        uint32_t offset)
{
    unsigned reg;
    uint64_t off, bits;
    put_breg(to, SCRATCH, offset);
    c.p++;
    if (grf(&c, 0, &reg) && is_op(&c, 3, OP_push_bits)) {
        if (!constant(&c, 1, &off) || !constant(&c, 2, &bits) || left(&c) < 7)
            return false;
        put_breg(to, GRF, (int64_t)(reg * REGISTER + off / 8));
        put_deref(to, (unsigned)bits / 8);
        const struct cursor sum = {c.p + 4, c.p + 7};
        if (!put_plain(to, &sum))
            return false;
        c.p += 7;
    }
    if (v->listed && left(&c) && c.end[-1].op == OP_deref)
        c.end--; /* the slot is the variable, not its address */
    return put_plain(to, &c);
}

/* An image: the parts of a handle, which say its surface. */
static bool put_handle(struct cl_location *to, struct cursor c)
{
    uint64_t handle = 0, part = 0, v;
    unsigned at = 0;
    bool pieces = false;
    for (; left(&c); c.p++) {
        if (constant(&c, 0, &v)) {
            part = v;
        } else if (c.p->op == OP_bit_piece && at < 64) {
            handle |= part << at;
            at += (unsigned)c.p->a;
            pieces = true;
        } else if (c.p->op != OP_stack_value) {
            return false;
        }
    }
    put_byte(to, 0x0e);
    put(to, &handle, sizeof handle);
    put_byte(to, OP_stack_value);
    return pieces;
}

static bool put_constant(struct cl_location *to, const struct cl_variable *v, struct cursor c)
{
    if (c.p->op == OP_implicit_value) { /* 8 bytes whatever the type */
        uint8_t bytes[64] = {0};
        size_t n = v->size < sizeof bytes ? v->size : 0;
        memcpy(bytes, c.p->block, (size_t)c.p->a < n ? (size_t)c.p->a : n);
        put_byte(to, OP_implicit_value);
        put_uleb(to, n);
        put(to, bytes, n);
        return n > 0;
    }
    uint64_t address = (uint64_t)c.p->a;
    if (c.p->op == 0x0e && address >> 56 == SPACE_LOCAL) {
        put_breg(to, LOCAL, address & 0xffff);
        return true;
    }
    if (c.p->op == 0x0e && address >> 56 == SPACE_SCRATCH)
        return put_spilled(to, v, c, (uint32_t)address);
    return put_handle(to, c);
}

static bool is_split(const struct cursor *c)
{
    return is_op(c, 0, OP_lane) && is_op(c, 1, OP_lit0 + HALF) && is_op(c, 2, OP_ge);
}

bool cl_location_array(const struct cl_variable *v, const uint8_t *expr, size_t n, unsigned *reg,
                       int *high, unsigned *bytes)
{
    struct cl_ops ops;
    struct groups g, h = {.n = 0};
    if (!v->array || !v->element || !cl_location_parse(expr, n, &ops))
        return false;
    struct cursor c = {ops.list, ops.list + ops.n};
    bool split = is_split(&c);
    c.p += split ? 4 : 0;
    take_groups(&c, &g);
    c.p += split && is_op(&c, 0, OP_skip);
    if (split)
        take_groups(&c, &h);
    *high = split ? (int)h.first.reg : -1;
    *reg = g.first.reg;
    *bytes = (v->simd < HALF ? v->simd : HALF) * v->element;
    return g.value && g.n > 1 && (!split || (h.value && h.n == g.n));
}

bool cl_location_register(const uint8_t *expr, size_t n, unsigned *at, unsigned *bytes)
{
    struct cl_ops ops;
    uint64_t off = 0, bits = 64;
    unsigned reg;
    if (!cl_location_parse(expr, n, &ops))
        return false;
    struct cursor c = {ops.list, ops.list + ops.n};
    if (!grf(&c, 0, &reg) || (!is_op(&c, 1, OP_bit_piece) && left(&c) > 1 &&
                              (!constant(&c, 1, &off) || !constant(&c, 2, &bits))))
        return false;
    if (is_op(&c, 1, OP_bit_piece))
        bits = (uint64_t)c.p[1].a, off = (uint64_t)c.p[1].b;
    *at = reg * REGISTER + (unsigned)off % 256 / 8;
    *bytes = (unsigned)bits % 512 / 8;
    return *bytes;
}

bool cl_location_rewrite(const struct cl_variable *v, const uint8_t *expr, size_t n,
                         struct cl_location *out)
{
    struct cl_ops ops;
    struct groups g;
    unsigned reg;
    bool ok = false;
    *out = (struct cl_location){.n = 0};
    if (!cl_location_parse(expr, n, &ops) || !v->size)
        return false;
    struct cursor c = {ops.list, ops.list + ops.n};
    struct cursor whole = c;
    if (is_split(&c))
        return put_halves(out, v, c) && !out->over;
    take_groups(&c, &g);
    if (g.n) {
        enum kind kind = put_groups(out, v, &g, c);
        if (kind == VALUE)
            put_byte(out, OP_stack_value);
        ok = kind != GIVEN_UP;
    } else
        ok = grf(&whole, 0, &reg) ? put_register(out, v, whole, reg) : put_constant(out, v, whole);
    return ok && !out->over;
}
