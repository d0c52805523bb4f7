/* Evaluates gdb's agent expressions: bytecode for the conditions of breakpoints. */
#include "stub/agent.h"

#include <stdlib.h>
#include <string.h>

/* --- the table --- */
enum op {
#define AGENT(id, ...) OP_##id,
#define AGENT_NOT(id, ...) OP_##id,
#include "stub/agent.def"
#undef AGENT
#undef AGENT_NOT
};
static const struct row {
    const char *name, *why_not;
    uint8_t operand, pops, pushes;
    enum op op;
} rows[256] = {
#define AGENT(id, code, name, operand, pops, pushes, meaning)                                      \
    [code] = {name, NULL, operand, pops, pushes, OP_##id},
#define AGENT_NOT(id, code, name, why)                                                             \
    [code] = {name, "the condition needs " why, 0, 0, 0, OP_##id},
#include "stub/agent.def"
#undef AGENT
#undef AGENT_NOT
};

static uint64_t read_operand(const uint8_t *p, unsigned n)
{
    uint64_t v = 0;
    while (n--)
        v = v << 8 | *p++;
    return v;
}

/* The size of the instruction at @p; 0: it reaches beyond @left. The format of printf follows its
 * operands. */
static size_t insn_length(const uint8_t *p, size_t left)
{
    size_t n = 1 + (size_t)rows[*p].operand;
    if (n > left)
        return 0;
    if (rows[*p].op == OP_printf && rows[*p].name)
        n += read_operand(p + 2, 2);
    return n <= left ? n : 0;
}

/* --- the check --- */
struct check {
    const uint8_t *code;
    size_t n;
    bool value;
    const struct agent_source *src;
    /* depth of the stack before the instruction; -1: not reached; -2: none begins here */
    int16_t *depth;
    uint16_t *todo; /* reached, but not checked yet */
    size_t ntodo;
};

static const char *check_operand(const struct check *c, const uint8_t *p, int depth)
{
    uint64_t n = read_operand(p + 1, rows[*p].operand);
    size_t len;
    unsigned bytes;
    int args;
    switch (rows[*p].op) {
    case OP_ext:
    case OP_zero_ext:
        return n >= 1 && n <= 64 ? NULL : "an extension of no or more than 64 bits";
    case OP_pick:
        return n < (uint64_t)depth ? NULL : "the stack runs empty";
    case OP_reg:
        bytes = c->src->reg_bytes(c->src->ctx, (unsigned)n);
        return !bytes ? "no such register" : bytes > 8 ? "a register of more than 64 bits" : NULL;
    case OP_printf:
        len = n & 0xffff;
        if (memchr(p + 4, 0, len) != p + 3 + len)
            return "a format that does not end";
        args = agent_format((const char *)p + 4);
        return args < 0            ? "a format of something else than integers and strings"
               : args != (int)p[1] ? "a format for another number of arguments"
                                   : NULL;
    default:
        return NULL;
    }
}

/* Records that an instruction is reached. On all paths to it, the stack must have the same
 * depth. */
static const char *record_reached(struct check *c, size_t at, int depth)
{
    if (at >= c->n)
        return "it runs beyond its end";
    if (c->depth[at] == -2)
        return "a jump into the middle of an instruction";
    if (c->depth[at] >= 0)
        return c->depth[at] == depth ? NULL : "the stack has two depths at one place";
    c->depth[at] = (int16_t)depth;
    c->todo[c->ntodo++] = (uint16_t)at;
    return NULL;
}

static const char *check_one(struct check *c, size_t at)
{
    const uint8_t *p = c->code + at;
    const struct row *r = &rows[*p];
    int depth = c->depth[at], pops = r->pops + (r->op == OP_printf ? p[1] : 0);
    const char *why = depth < pops ? "the stack runs empty" : check_operand(c, p, depth);
    depth += r->pushes - pops;
    if (!why && depth > AGENT_STACK)
        why = "the stack overflows";
    if (why)
        return why;
    if (r->op == OP_end)
        return c->value && !depth ? "it has no value" : NULL;
    if (r->op == OP_goto || r->op == OP_if_goto)
        why = record_reached(c, read_operand(p + 1, 2), depth);
    return why || r->op == OP_goto ? why : record_reached(c, at + insn_length(p, c->n - at), depth);
}

static const char *check_all(struct check *c)
{
    const char *why = NULL;
    for (size_t i = 0; i < c->n; i++)
        c->depth[i] = -2;
    for (size_t i = 0, len; i < c->n; i += len) {
        const struct row *r = &rows[c->code[i]];
        if (!r->name)
            return "a byte that is no bytecode";
        if (r->why_not)
            return r->why_not;
        len = insn_length(c->code + i, c->n - i);
        if (!len)
            return "its last instruction is cut";
        c->depth[i] = -1;
    }
    for (why = record_reached(c, 0, 0); !why && c->ntodo;)
        why = check_one(c, c->todo[--c->ntodo]);
    return why;
}

const char *agent_check(const uint8_t *code, size_t n, bool value, const struct agent_source *src)
{
    if (n > AGENT_BYTES)
        return "it is too long";
    struct check c = {.code = code,
                      .n = n,
                      .value = value,
                      .src = src,
                      .depth = malloc((n ? n : 1) * sizeof *c.depth),
                      .todo = malloc((n ? n : 1) * sizeof *c.todo)};
    const char *why = c.depth && c.todo ? check_all(&c) : "out of memory";
    free(c.depth);
    free(c.todo);
    return why;
}

/* --- running: one function for each row. @top: the top of the stack; false: an error. --- */
struct run {
    const struct agent_source *src;
    const uint8_t *code, *at; /* at: the operands; a jump changes it */
    int64_t stack[AGENT_STACK + 1];
    int64_t *top; /* the last value; stack[0] is below all values */
};

static void push_value(struct run *r, int64_t v)
{
    *++r->top = v;
}

static int64_t pop_value(struct run *r)
{
    return *r->top--;
}

/* Computed with unsigned numbers, so that sums wrap. */
#define BINARY(id, expr)                                                                           \
    static bool do_##id(struct run *r)                                                             \
    {                                                                                              \
        int64_t sb = pop_value(r), sa = pop_value(r);                                              \
        uint64_t a = (uint64_t)sa, b = (uint64_t)sb;                                               \
        (void)a, (void)b;                                                                          \
        push_value(r, (int64_t)(expr));                                                            \
        return true;                                                                               \
    }
#define DIVISION(id, expr)                                                                         \
    static bool do_##id(struct run *r)                                                             \
    {                                                                                              \
        int64_t sb = pop_value(r), sa = pop_value(r);                                              \
        uint64_t a = (uint64_t)sa, b = (uint64_t)sb;                                               \
        (void)a;                                                                                   \
        if (!b)                                                                                    \
            return false;                                                                          \
        push_value(r, (int64_t)(expr));                                                            \
        return true;                                                                               \
    }
BINARY(add, a + b)
BINARY(sub, a - b)
BINARY(mul, a *b)
DIVISION(div_signed, sb == -1 ? 0 - a : (uint64_t)(sa / sb)) /* INT64_MIN / -1 wraps */
DIVISION(div_unsigned, a / b)
DIVISION(rem_signed, sb == -1 ? 0 : sa % sb)
DIVISION(rem_unsigned, a % b)
BINARY(lsh, b > 63 ? 0 : a << b)
BINARY(rsh_signed, b > 63 ? (sa < 0 ? -1 : 0) : sa >> b)
BINARY(rsh_unsigned, b > 63 ? 0 : a >> b)
BINARY(bit_and, a &b)
BINARY(bit_or, a | b)
BINARY(bit_xor, a ^ b)
BINARY(equal, a == b)
BINARY(less_signed, sa < sb)
BINARY(less_unsigned, a < b)

static bool do_log_not(struct run *r)
{
    *r->top = !*r->top;
    return true;
}

static bool do_bit_not(struct run *r)
{
    *r->top = ~*r->top;
    return true;
}

static bool do_zero_ext(struct run *r)
{
    *r->top = (int64_t)((uint64_t)*r->top & UINT64_MAX >> (64 - r->at[0]));
    return true;
}

static bool do_ext(struct run *r)
{
    uint64_t sign = UINT64_C(1) << (r->at[0] - 1);
    do_zero_ext(r);
    *r->top = (int64_t)(((uint64_t)*r->top ^ sign) - sign);
    return true;
}

static bool reference_at(struct run *r, unsigned n)
{
    uint8_t bytes[8];
    uint64_t v = 0;
    if (!r->src->mem(r->src->ctx, (uint64_t)*r->top, bytes, n))
        return false;
    while (n--)
        v = v << 8 | bytes[n];
    *r->top = (int64_t)v;
    return true;
}

static bool do_ref8(struct run *r)
{
    return reference_at(r, 1);
}

static bool do_ref16(struct run *r)
{
    return reference_at(r, 2);
}

static bool do_ref32(struct run *r)
{
    return reference_at(r, 4);
}

static bool do_ref64(struct run *r)
{
    return reference_at(r, 8);
}

static bool do_goto(struct run *r)
{
    r->at = r->code + read_operand(r->at, 2);
    return true;
}

static bool do_if_goto(struct run *r)
{
    if (pop_value(r))
        return do_goto(r);
    r->at += 2;
    return true;
}

static bool do_const8(struct run *r)
{
    push_value(r, r->at[0]);
    return true;
}

static bool do_const16(struct run *r)
{
    push_value(r, (int64_t)read_operand(r->at, 2));
    return true;
}

static bool do_const32(struct run *r)
{
    push_value(r, (int64_t)read_operand(r->at, 4));
    return true;
}

static bool do_const64(struct run *r)
{
    push_value(r, (int64_t)read_operand(r->at, 8));
    return true;
}

static bool do_reg(struct run *r)
{
    uint64_t v;
    if (!r->src->reg(r->src->ctx, (unsigned)read_operand(r->at, 2), &v))
        return false;
    push_value(r, (int64_t)v);
    return true;
}

static bool do_end(struct run *r)
{
    r->at = NULL;
    return true;
}

static bool do_dup(struct run *r)
{
    push_value(r, *r->top);
    return true;
}

static bool do_pop(struct run *r)
{
    r->top--;
    return true;
}

static bool do_swap(struct run *r)
{
    int64_t b = pop_value(r), a = pop_value(r);
    push_value(r, b);
    push_value(r, a);
    return true;
}

static bool do_pick(struct run *r)
{
    push_value(r, r->top[-(int)r->at[0]]);
    return true;
}

static bool do_rot(struct run *r)
{
    int64_t c = pop_value(r), b = pop_value(r), a = pop_value(r);
    push_value(r, c);
    push_value(r, a);
    push_value(r, b);
    return true;
}

/* Pops gdb's function and channel, which select a printf on other targets; there is only one
 * here. */
static bool do_printf(struct run *r)
{
    int64_t args[AGENT_STACK];
    unsigned n = r->at[0];
    r->top -= 2;
    for (unsigned i = 0; i < n; i++)
        args[i] = pop_value(r);
    return agent_print((const char *)r->at + 3, args, r->src);
}

bool agent_run(const uint8_t *code, size_t n, const struct agent_source *src, int64_t *value)
{
    static bool (*const run[])(struct run *) = {
#define AGENT(id, ...) [OP_##id] = do_##id,
#define AGENT_NOT(id, ...)
#include "stub/agent.def"
#undef AGENT
#undef AGENT_NOT
    };
    struct run r = {.src = src, .code = code};
    const uint8_t *at = code;
    r.top = r.stack;
    for (unsigned steps = 0; steps < AGENT_STEPS; steps++) {
        const struct row *row = &rows[*at];
        const uint8_t *next = at + insn_length(at, n); /* it fits: that was checked */
        r.at = at + 1;
        if (!run[row->op](&r))
            return false;
        if (!r.at) {
            *value = r.top > r.stack ? *r.top : 0;
            return true;
        }
        at = row->op == OP_goto || row->op == OP_if_goto ? r.at : next;
    }
    return false;
}
