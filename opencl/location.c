/* Rewrites one location expression of the compiler as DWARF 4, for gdb on x86-64 registers. */
#include "opencl/location_impl.h"

#include <string.h>

enum { SCRATCH = 1, LOCAL = 2, FRAME = 3, LANE = 4, GRF = 5, REGISTER = 32 };
enum { FRAME_REGISTERS = 120, FRAME_BIT = 128 };
/* Values of the top byte of an 8-byte constant: its address space. */
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

/* --- results --- */
enum kind { GIVEN_UP, MEMORY, VALUE };

/* Copies plain operations; the caller adds stack_value. */
static bool put_plain(struct cl_location *to, const struct cl_cursor *c)
{
    for (const struct cl_op *o = c->p; o < c->end; o++) {
        const struct cl_cursor one = {o, o + 1};
        uint8_t bytes[10];
        uint64_t v;
        if (o->op == OP_stack_value)
            continue;
        if (cl_constant(&one, 0, &v)) {
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

/* Address of the lane's element, @extra bytes after the register. */
static void put_element(struct cl_location *to, const struct cl_group *g, uint64_t stride,
                        uint64_t extra)
{
    int64_t from = (int64_t)g->reg * REGISTER + (int64_t)extra;
    put_breg(to, GRF, g->half ? from - CL_HALF * (int64_t)stride : from);
    put_breg(to, LANE, 0);
    if (stride != 1) {
        put_number(to, stride);
        put_byte(to, OP_mul);
    }
    put_byte(to, OP_plus);
}

/* Address of the lane's element of @bytes on the stack, or in private memory. */
static void put_private(struct cl_location *to, int64_t at, uint32_t bytes)
{
    put_breg(to, FRAME, at);
    put_breg(to, LANE, 0);
    put_number(to, bytes);
    put(to, (const uint8_t[]){OP_mul, OP_plus}, 2);
}

uint32_t cl_location_room(const struct cl_variable *v)
{
    return !v->array && v->size == 3 * v->element ? 4 * v->element : v->size;
}

/* The variable's address: the place where it always is, or a register's value where a list says
 * that the register holds it. False: the register may hold something else. */
static bool put_address(struct cl_location *to, const struct cl_variable *v,
                        const struct cl_group *g)
{
    to->memory = true;
    if (!v->frame && !v->listed) {
        put_private(to, v->place.offset, cl_location_room(v));
        return v->place.known;
    }
    put_element(to, g, g->stride, 0);
    put_deref(to, g->bits >= 8 ? (unsigned)g->bits / 8 : 8);
    return true;
}

/* A vector or an array: element k is simd elements after element k - 1. */
static enum kind put_vector(struct cl_location *to, const struct cl_variable *v,
                            const struct cl_groups *g)
{
    uint64_t width = v->simd < CL_HALF ? v->simd : CL_HALF,
             n = v->element ? v->size / v->element : 0;
    n = n < g->n ? n : g->n;
    for (uint64_t k = 0; k < n; k++) {
        if (k >= CL_GROUPS_MAX || !(v->lacks >> k & 1))
            put_element(to, &g->first, v->element, k * width * v->element);
        put_piece(to, v->element);
    }
    if (n * v->element < v->size)
        put_piece(to, v->size - n * v->element);
    return n ? MEMORY : GIVEN_UP;
}

static enum kind put_groups(struct cl_location *to, const struct cl_variable *v,
                            const struct cl_groups *g, struct cl_cursor tail)
{
    const struct cl_op *last = tail.p < tail.end ? tail.end - 1 : NULL;
    to->fragment |= last && (last->op == OP_bit_piece || last->op == OP_piece);
    if (to->fragment)
        return GIVEN_UP;
    if (!g->value) /* an address: of the whole variable, whatever its elements are */
        return put_address(to, v, &g->first) && put_plain(to, &tail) ? MEMORY : GIVEN_UP;
    if (g->n > 1)
        return put_vector(to, v, g);
    /* 8 and 16 bits: the compiler says 32 from lane to lane, whether it packs them or not */
    uint64_t pitch = v->pitch ? v->pitch : g->first.bits / 8;
    if (!pitch || pitch > 8 || g->first.bits % 8 || (!v->pitch && pitch != g->first.stride))
        return GIVEN_UP;
    put_element(to, &g->first, pitch, 0);
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
    put(to, (const uint8_t[]){OP_lit0 + CL_HALF, OP_ge, OP_bra}, 3);
    /* would be used for lanes from 16 on, but x is for those below */
    put(to, &over_x, sizeof over_x);
    put(to, x, nx);
    put_byte(to, OP_skip);
    put(to, &over_y, sizeof over_y);
    put(to, y, ny);
}

/* Finds the next `address piece N` of a list of pieces; false: there is none. */
static bool next_piece(const struct cl_location *l, size_t *at, size_t *from, size_t *n,
                       uint64_t *bytes)
{
    struct cl_ops ops;
    *from = *at;
    for (size_t end = *at + 1; end <= l->n;
         end++) /* the shortest expression that ends in a piece */
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

/* Pieces cannot be in a branch: writes a choice for each. */
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

static bool put_halves(struct cl_location *to, const struct cl_variable *v, struct cl_cursor c)
{
    struct cl_location halves[2] = {{.n = 0}, {.n = 0}};
    enum kind kinds[2];
    const struct cl_op *skip = c.p + 4;
    while (skip < c.end && skip->op != OP_skip)
        skip++;
    if (skip == c.end)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct cl_cursor half = {i ? skip + 1 : c.p + 4, i ? c.end : skip};
        struct cl_groups g;
        cl_take_groups(&half, &g);
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
/* `reg bit_piece`, once or more: consecutive parts of the variable. */
static bool put_registers(struct cl_location *to, const struct cl_variable *v, struct cl_cursor c)
{
    uint64_t bits = 0;
    unsigned reg;
    while (cl_left(&c) >= 2 && cl_grf(&c, 0, &reg) && cl_is_op(&c, 1, OP_bit_piece)) {
        put_breg(to, GRF, reg * REGISTER + c.p[1].b / 8);
        put_piece(to, (uint64_t)c.p[1].a / 8);
        bits += (uint64_t)c.p[1].a;
        c.p += 2;
    }
    return c.p == c.end && bits == (uint64_t)v->size * 8;
}

static bool put_pieced_register(struct cl_location *to, const struct cl_variable *v,
                                struct cl_cursor c, unsigned reg)
{
    struct cl_location part = {.n = 0};
    uint64_t bits = (uint64_t)c.p[1].a;
    put_breg(&part, GRF, reg * REGISTER + c.p[1].b / 8);
    if (cl_left(&c) > 2)
        return put_registers(to, v, c);
    to->fragment = bits != (uint64_t)v->size * 8;
    if (to->fragment)
        return false;
    append(to, &part);
    return true;
}

/* `reg offset size bits ...`: a part of a register, and what is computed from it. */
static bool put_bits(struct cl_location *to, const struct cl_variable *v, struct cl_cursor c,
                     unsigned reg)
{
    struct cl_location base = {.n = 0};
    uint64_t off, bits;
    bool value = false;
    if (!cl_constant(&c, 1, &off) || !cl_constant(&c, 2, &bits) || off >= 8 * REGISTER || bits > 64)
        return false;
    int64_t at = (int64_t)(reg * REGISTER + off / 8);
    c.p += 4;
    for (const struct cl_op *o = c.p; o < c.end; o++)
        value |= o->op == OP_stack_value;
    if (cl_left(&c) == 1 && value) {
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
    const struct cl_op *last = cl_left(&c) ? c.end - 1 : NULL;
    to->fragment = last && last->op == OP_bit_piece;
    if (to->fragment || !put_plain(&base, &c))
        return false;
    if (value && last && last->op == OP_stack_value)
        put_byte(&base, OP_stack_value);
    append(to, &base);
    return true;
}

/* A pointer to local memory, for which the compiler gives only a register. In unoptimized code the
 * register holds the addresses of the variable. Otherwise it is an argument, whose offset is known.
 */
static bool put_local_pointer(struct cl_location *to, const struct cl_variable *v)
{
    enum { BYTES = 4, OFFSET_MASK = 0xffff };
    if (v->place.known) {
        put_private(to, v->place.offset, v->size);
        put_deref(to, BYTES);
        put_number(to, OFFSET_MASK);
        put_byte(to, OP_and);
        put_breg(to, LOCAL, 0);
        put_byte(to, OP_plus);
        to->memory = true;
        to->frame = v->frame;
    } else if (v->local >= 0)
        put_breg(to, LOCAL, v->local);
    else
        return false;
    put_byte(to, OP_stack_value);
    return true;
}

static bool put_register(struct cl_location *to, const struct cl_variable *v, struct cl_cursor c,
                         unsigned reg)
{
    if (cl_left(&c) == 1) {
        put_breg(to, GRF, reg * REGISTER);
        return true;
    }
    if (cl_is_op(&c, 1, OP_bit_piece))
        return put_pieced_register(to, v, c, reg);
    if (cl_is_op(&c, 1, OP_deref_size))
        return put_local_pointer(to, v);
    return cl_is_op(&c, 3, OP_push_bits) && put_bits(to, v, c, reg);
}

/* --- constants that are addresses --- */
/* A spilled variable: scratch space at an offset plus a register. */
static bool put_spilled(struct cl_location *to, const struct cl_variable *v, struct cl_cursor c,
                        uint32_t offset)
{
    unsigned reg;
    uint64_t off, bits;
    put_breg(to, SCRATCH, offset);
    c.p++;
    if (cl_grf(&c, 0, &reg) && cl_is_op(&c, 3, OP_push_bits)) {
        if (!cl_constant(&c, 1, &off) || !cl_constant(&c, 2, &bits) || cl_left(&c) < 7)
            return false;
        put_breg(to, GRF, (int64_t)(reg * REGISTER + off / 8));
        put_deref(to, (unsigned)bits / 8);
        const struct cl_cursor sum = {c.p + 4, c.p + 7};
        if (!put_plain(to, &sum))
            return false;
        c.p += 7;
    }
    if (v->listed && cl_left(&c) && c.end[-1].op == OP_deref)
        c.end--; /* the slot holds the variable, not its address */
    return put_plain(to, &c);
}

/* An image: the parts of a handle, which identify its surface. */
static bool put_handle(struct cl_location *to, struct cl_cursor c)
{
    uint64_t handle = 0, part = 0, v;
    unsigned at = 0;
    bool pieces = false;
    for (; cl_left(&c); c.p++) {
        if (cl_constant(&c, 0, &v)) {
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

static bool put_constant(struct cl_location *to, const struct cl_variable *v, struct cl_cursor c)
{
    to->fragment = c.p->op == OP_implicit_value && v->parts;
    if (to->fragment)
        return false;                   /* a fragment: the compiler omits which */
    if (c.p->op == OP_implicit_value) { /* 8 bytes, whatever the type is */
        uint8_t bytes[64] = {0};
        size_t n = cl_location_room(v) < sizeof bytes ? cl_location_room(v) : 0;
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

bool cl_location_rewrite(const struct cl_variable *v, const uint8_t *expr, size_t n,
                         struct cl_location *out)
{
    struct cl_ops ops;
    struct cl_groups g;
    unsigned reg;
    bool ok = false;
    *out = (struct cl_location){.n = 0};
    if (!cl_location_parse(expr, n, &ops) || !v->size)
        return false;
    struct cl_cursor c = {ops.list, ops.list + ops.n};
    struct cl_cursor whole = c;
    if (cl_is_split(&c))
        return put_halves(out, v, c) && !out->over;
    cl_take_groups(&c, &g);
    if (g.n) {
        enum kind kind = put_groups(out, v, &g, c);
        if (kind == VALUE)
            put_byte(out, OP_stack_value);
        ok = kind != GIVEN_UP;
    } else
        ok = cl_grf(&whole, 0, &reg) ? put_register(out, v, whole, reg)
                                     : put_constant(out, v, whole);
    return ok && !out->over;
}
