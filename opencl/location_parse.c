/* Reads location expressions as lists of operations. The compiler writes operands of constu,
 * consts, plus_uconst and bit_piece that come from an LLVM expression in 1, 2, 4 or 8 bytes,
 * whichever is shortest, instead of LEB128. Both readings are tried; the first that makes sense to
 * the end is used. */
#include <string.h>

#include "opencl/location_impl.h"

enum { ATTEMPTS = 20000, LEB_MAX = 10 };

bool cl_uleb(const uint8_t *p, size_t n, size_t *at, uint64_t *v)
{
    *v = 0;
    for (unsigned i = 0; i < LEB_MAX && *at < n; i++) {
        uint8_t c = p[(*at)++];
        if (7 * i < 64)
            *v |= (uint64_t)(c & 127) << 7 * i;
        if (c < 128)
            return true;
    }
    return false;
}

bool cl_sleb(const uint8_t *p, size_t n, size_t *at, int64_t *v)
{
    size_t from = *at;
    uint64_t u;
    if (!cl_uleb(p, n, at, &u))
        return false;
    unsigned bits = 7 * (unsigned)(*at - from);
    if (bits < 64 && p[*at - 1] & 64)
        u |= UINT64_MAX << bits;
    *v = (int64_t)u;
    return true;
}

size_t cl_put_uleb(uint8_t *to, uint64_t v)
{
    size_t n = 0;
    do {
        to[n++] = (uint8_t)((v & 127) | (v > 127 ? 128 : 0));
        v >>= 7;
    } while (v);
    return n;
}

size_t cl_put_sleb(uint8_t *to, int64_t v)
{
    size_t n = 0;
    for (;;) {
        uint8_t c = v & 127;
        v >>= 7; /* an arithmetic shift, as gcc and clang implement it */
        bool last = (v == 0 && !(c & 64)) || (v == -1 && c & 64);
        to[n++] = (uint8_t)(c | (last ? 0 : 128));
        if (last)
            return n;
    }
}

/* --- one operation --- */
/* Letters for the operands of an operation: a digit is the number of bytes, '-' before it means
 * signed, u and s are LEB128, B is a block. NULL: unknown operation. */
static const char *operands(uint8_t op)
{
    if (op >= OP_breg0 && op <= OP_breg31)
        return "s";
    switch (op) {
    case OP_addr:
    case 0x0e:
        return "8";
    case 0x08:
    case OP_pick:
    case OP_deref_size:
        return "1";
    case 0x09:
        return "-1";
    case 0x0a:
        return "2";
    case 0x0b:
    case OP_bra:
    case OP_skip:
        return "-2";
    case 0x0c:
        return "4";
    case 0x0d:
        return "-4";
    case OP_const8s:
        return "-8";
    case OP_constu:
    case OP_plus_uconst:
    case OP_regx:
    case OP_piece:
        return "u";
    case OP_consts:
    case OP_fbreg:
        return "s";
    case OP_bregx:
        return "us";
    case OP_bit_piece:
        return "uu";
    case OP_implicit_value:
        return "B";
    default:
        break;
    }
    bool plain = op == OP_deref || (op >= OP_dup && op <= OP_over) || op == OP_swap ||
                 (op >= OP_abs && op <= OP_ne) || (op >= OP_lit0 && op <= OP_reg31) ||
                 op == OP_nop || op == OP_stack_value || (op >= OP_regs && op <= OP_lane);
    return plain ? "" : NULL;
}

static bool take_fixed(const uint8_t *p, size_t n, size_t *at, unsigned bytes, bool sign,
                       int64_t *v)
{
    uint64_t u = 0;
    if (n - *at < bytes)
        return false;
    memcpy(&u, p + *at, bytes);
    *at += bytes;
    if (sign && bytes < 8 && u >> (8 * bytes - 1) & 1)
        u |= UINT64_MAX << 8 * bytes;
    *v = (int64_t)u;
    return true;
}

static bool take_operand(const uint8_t *p, size_t n, size_t *at, const char **how, struct cl_op *op,
                         int64_t *v)
{
    bool sign = **how == '-';
    *how += sign;
    char c = *(*how)++;
    uint64_t u = 0;
    if (c == 's')
        return cl_sleb(p, n, at, v);
    if (c != 'u' && c != 'B')
        return take_fixed(p, n, at, (unsigned)(c - '0'), sign, v);
    if (!cl_uleb(p, n, at, &u))
        return false;
    *v = (int64_t)u;
    if (c == 'u')
        return true;
    op->block = p + *at;
    if (u > n - *at)
        return false;
    *at += (size_t)u;
    return true;
}

static bool take_op(const uint8_t *p, size_t n, size_t *at, struct cl_op *op)
{
    *op = (struct cl_op){.op = p[(*at)++]};
    const char *how = operands(op->op);
    if (!how)
        return false;
    if (*how && !take_operand(p, n, at, &how, op, &op->a))
        return false;
    return !*how || take_operand(p, n, at, &how, op, &op->b);
}

/* --- whether a list makes sense --- */
/* How many values an operation needs on the stack, and how many more there are afterwards. */
static void effect(uint8_t op, int *need, int *grow)
{
    bool pushes = op == OP_addr || op == OP_lane || (op >= OP_const1u && op <= OP_consts) ||
                  (op >= OP_lit0 && op <= OP_bregx) || op == OP_implicit_value;
    bool joins = op == OP_and || (op >= 0x1b && op <= OP_mul) || op == 0x21 || op == OP_plus ||
                 (op >= 0x24 && op <= 0x27) || (op >= 0x29 && op <= OP_ne);
    if (pushes || op == OP_dup || op == OP_over || op == OP_pick) {
        *need = pushes ? 0 : 1;
        *grow = 1;
    } else if (joins) {
        *need = 2;
        *grow = -1;
    } else if (op == OP_push_bits) {
        *need = 3;
        *grow = -2;
    } else {
        *need = op == OP_bit_piece || op == OP_piece || op == OP_skip || op == OP_nop ? 0 : 1;
        *grow = op == OP_drop || op == OP_bra ? -1 : 0;
    }
}

/* The height of the stack at the end; -1: an operation takes a missing value. */
static int depth_of(const struct cl_ops *ops)
{
    int depth = 0;
    for (size_t i = 0; i < ops->n; i++) {
        int need, grow;
        effect(ops->list[i].op, &need, &grow);
        if (depth < need)
            return -1;
        depth += grow;
    }
    return depth;
}

/* Whether one value is left, as far as this can be checked: not with branches, pieces, or a
 * vector's elements. */
static bool complete(const struct cl_ops *ops)
{
    unsigned lanes = 0;
    for (size_t i = 0; i < ops->n; i++) {
        uint8_t op = ops->list[i].op;
        lanes += op == OP_lane;
        if (op == OP_bra || op == OP_skip || op == OP_piece || op == OP_bit_piece || lanes > 2)
            return true;
    }
    return depth_of(ops) == 1;
}

/* --- both readings --- */
struct trial {
    const uint8_t *p;
    size_t n;
    struct cl_ops *ops;
    unsigned attempts;
    bool strict; /* the whole expression must leave one value */
};
static bool read_from(struct trial *t, size_t at);

static bool go_on(struct trial *t, const struct cl_op *op, size_t at)
{
    if (t->ops->n == CL_OPS_MAX)
        return false;
    t->ops->list[t->ops->n++] = *op;
    if (depth_of(t->ops) >= 0 && read_from(t, at))
        return true;
    t->ops->n--;
    return false;
}

static bool read_leb(struct trial *t, size_t at)
{
    struct cl_op op;
    return take_op(t->p, t->n, &at, &op) && go_on(t, &op, at);
}

/* Whether no smaller size holds the value. */
static bool shortest(unsigned bytes, int64_t v)
{
    return bytes == 1 || (uint64_t)v >> 4 * bytes;
}

static bool read_fixed(struct trial *t, size_t at)
{
    struct cl_op op = {.op = t->p[at++]};
    bool piece = op.op == OP_bit_piece;
    if (!piece && op.op != OP_constu && op.op != OP_consts && op.op != OP_plus_uconst)
        return false;
    for (unsigned a = 1; a <= (piece ? 4 : 8); a *= 2)
        for (unsigned b = piece ? 1 : 4; b <= 4; b *= 2) {
            size_t next = at;
            if (!take_fixed(t->p, t->n, &next, a, false, &op.a) || !shortest(a, op.a))
                continue;
            if (piece && (!take_fixed(t->p, t->n, &next, b, false, &op.b) || !shortest(b, op.b) ||
                          !op.a || op.a % 8 || op.b % 8 || (next < t->n && t->p[next] != OP_skip)))
                continue;
            if (go_on(t, &op, next))
                return true;
        }
    return false;
}

static bool read_from(struct trial *t, size_t at)
{
    if (at >= t->n)
        return !t->strict || complete(t->ops);
    if (!t->attempts--) {
        t->attempts = 0;
        return false;
    }
    uint8_t op = t->p[at], last = t->ops->n ? t->ops->list[t->ops->n - 1].op : 0;
    bool fixed_first = op == OP_constu || op == OP_consts ||
                       ((op == OP_plus_uconst || op == OP_bit_piece) &&
                        (last == OP_stack_value || last == OP_push_bits));
    if (fixed_first)
        return read_fixed(t, at) || read_leb(t, at);
    return read_leb(t, at) || read_fixed(t, at);
}

bool cl_location_parse(const uint8_t *expr, size_t n, struct cl_ops *ops)
{
    for (int strict = 1; n && strict >= 0; strict--) {
        struct trial t = {expr, n, ops, ATTEMPTS, strict};
        ops->n = 0;
        if (read_from(&t, 0))
            return true;
    }
    return false;
}
