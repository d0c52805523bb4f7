/* Finds the variables in scope at an address and evaluates their location expressions. */
#include "opencl/variables.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/location_impl.h"
#include "opencl/variables_impl.h"

enum { STACK = 32, STEPS = 4096 };

struct cl_variables *cl_variables_new(const struct eu_dwarf_units *units)
{
    struct cl_variables *vs = units->info.n ? calloc(1, sizeof *vs) : NULL;
    if (!vs)
        return NULL;
    vs->units = units;
    struct cl_bytes info = {units->info.data, units->info.n}, none = {0};
    if (dwarf_tree_read(info, (struct cl_bytes){units->abbrev.data, units->abbrev.n}, none,
                        &vs->tree)) {
        cl_variables_free(vs);
        return NULL;
    }
    return vs;
}

void cl_variables_free(struct cl_variables *vs)
{
    if (vs)
        dwarf_tree_fini(&vs->tree);
    free(vs);
}

/* --- scopes --- */
static bool in_ranges(const struct cl_variables *vs, uint64_t at, uint64_t base, uint64_t pc)
{
    const struct eu_dwarf_section *s = &vs->units->ranges;
    for (; at <= s->n && s->n - at >= 16; at += 16) {
        uint64_t lo = cl_u64(s->data + at), hi = cl_u64(s->data + at + 8);
        if (!lo && !hi)
            return false;
        if (lo == UINT64_MAX)
            base = hi;
        else if (pc - base >= lo && pc - base < hi)
            return true;
    }
    return false;
}

static uint64_t unit_base(const struct cl_variables *vs, const struct dwarf_die *die)
{
    while (die->parent >= 0)
        die = &vs->tree.dies[die->parent];
    const struct dwarf_attr *lo = dwarf_attr(&vs->tree, die, AT_low_pc);
    return lo ? lo->v : 0;
}

static bool covers(const struct cl_variables *vs, const struct dwarf_die *die, uint64_t pc)
{
    const struct dwarf_attr *lo = dwarf_attr(&vs->tree, die, AT_low_pc);
    const struct dwarf_attr *hi = dwarf_attr(&vs->tree, die, AT_high_pc);
    const struct dwarf_attr *ranges = dwarf_attr(&vs->tree, die, AT_ranges);
    if (ranges)
        return in_ranges(vs, ranges->v, unit_base(vs, die), pc);
    return lo && hi && pc >= lo->v && pc < (hi->class == CLASS_ADDRESS ? hi->v : lo->v + hi->v);
}

/* The innermost block or function that contains @pc; NULL: none. */
static const struct dwarf_die *scope_at(const struct cl_variables *vs, uint64_t pc)
{
    const struct dwarf_die *found = NULL;
    for (size_t i = 0; i < vs->tree.ndies; i++) {
        const struct dwarf_die *die = &vs->tree.dies[i];
        bool scope = die->tag == TAG_subprogram || die->tag == TAG_lexical_block ||
                     die->tag == TAG_inlined_subroutine;
        if (scope && covers(vs, die, pc))
            found = die; /* entries come from the outermost to the innermost */
    }
    return found;
}

static bool is_variable(const struct dwarf_die *die)
{
    return die->tag == TAG_variable || die->tag == TAG_formal_parameter;
}

/* --- expressions --- */
struct machine_of {
    uint64_t stack[STACK];
    unsigned top;
    const struct cl_lane *lane;
    uint8_t *to; /* the variable */
    bool *has;   /* by byte: whether it has a value */
    uint32_t size, done;
    bool failed, value; /* value: the top of the stack is the value, not its address */
    const uint8_t *block;
    uint32_t nblock; /* for implicit_value */
};

static void push(struct machine_of *m, uint64_t v)
{
    m->failed |= m->top == STACK;
    if (!m->failed)
        m->stack[m->top++] = v;
}

static uint64_t pop(struct machine_of *m)
{
    m->failed |= !m->top;
    return m->failed ? 0 : m->stack[--m->top];
}

/* Takes @n bytes of the variable from the computed place; false: they have no value. */
static bool take_bytes(struct machine_of *m, uint32_t n)
{
    bool ok = m->done <= m->size && n <= m->size - m->done;
    if (ok && m->block) {
        memset(m->to + m->done, 0, n);
        memcpy(m->to + m->done, m->block, n < m->nblock ? n : m->nblock);
    } else if (ok && m->value) {
        uint64_t v = pop(m);
        memset(m->to + m->done, 0, n);
        memcpy(m->to + m->done, &v, n < sizeof v ? n : sizeof v);
    } else if (ok) {
        ok = m->top && m->lane->mem(m->lane->ctx, pop(m), m->to + m->done, n);
    }
    for (uint32_t i = 0; ok && i < n; i++)
        m->has[m->done + i] = true;
    m->done += n;
    m->block = NULL;
    m->value = false;
    m->top = 0;
    return ok && !m->failed;
}

static uint64_t joined(uint8_t op, uint64_t a, uint64_t b)
{
    switch (op) {
    case OP_and:
        return a & b;
    case OP_minus:
        return a - b;
    case OP_mul:
        return a * b;
    case OP_plus:
        return a + b;
    case OP_shr:
        return b > 63 ? 0 : a >> b;
    case OP_ge:
        return (int64_t)a >= (int64_t)b;
    default:
        return a != b;
    }
}

static bool is_joining(uint8_t op)
{
    return op == OP_and || op == OP_minus || op == OP_mul || op == OP_plus || op == OP_shr ||
           op == OP_ge || op == OP_ne;
}

/* An operation with its operand, of those that opencl/location.c writes. */
struct operation {
    uint8_t op;
    uint64_t operand;
    const uint8_t *block;
};

static bool fetch(const uint8_t *p, size_t n, size_t *at, struct operation *o)
{
    int64_t sign = 0;
    *o = (struct operation){.op = p[(*at)++]};
    if ((o->op >= OP_breg0 && o->op <= OP_breg31) || o->op == OP_consts) {
        bool ok = cl_sleb(p, n, at, &sign);
        o->operand = (uint64_t)sign;
        return ok;
    }
    if (o->op == OP_constu || o->op == OP_plus_uconst || o->op == OP_piece ||
        o->op == OP_implicit_value) {
        if (!cl_uleb(p, n, at, &o->operand))
            return false;
        bool block = o->op == OP_implicit_value;
        o->block = p + *at;
        *at += block && o->operand <= n - *at ? (size_t)o->operand : 0;
        return !block || o->block + o->operand == p + *at;
    }
    size_t bytes = o->op == OP_deref_size                ? 1
                   : o->op == OP_bra || o->op == OP_skip ? 2
                   : o->op == OP_const8u                 ? 8
                                                         : 0;
    if (bytes > n - *at)
        return false;
    memcpy(&o->operand, p + *at, bytes);
    *at += bytes;
    return true;
}

static void step(struct machine_of *m, const struct operation *o)
{
    uint64_t v = 0;
    if (o->op >= OP_breg0 && o->op <= OP_breg31) {
        m->failed |= !m->lane->reg(m->lane->ctx, o->op - OP_breg0, &v);
        push(m, v + o->operand);
    } else if (o->op >= OP_lit0 && o->op <= OP_lit31) {
        push(m, o->op - OP_lit0);
    } else if (o->op == OP_constu || o->op == OP_consts || o->op == OP_const8u) {
        push(m, o->operand);
    } else if (is_joining(o->op)) {
        v = pop(m);
        push(m, joined(o->op, pop(m), v));
    } else if (o->op == OP_plus_uconst) {
        push(m, pop(m) + o->operand);
    } else if (o->op == OP_deref || o->op == OP_deref_size) {
        size_t n = o->op == OP_deref ? 8 : (size_t)o->operand;
        m->failed |= n > 8 || !m->lane->mem(m->lane->ctx, pop(m), &v, n);
        push(m, v);
    } else if (o->op == OP_stack_value) {
        m->value = true;
    } else if (o->op == OP_implicit_value) {
        m->block = o->block;
        m->nblock = (uint32_t)o->operand;
    } else {
        m->failed = true;
    }
}

static bool evaluate(struct machine_of *m, const uint8_t *expr, size_t n)
{
    bool pieces = false, ok = true;
    struct operation o;
    size_t at = 0;
    for (unsigned steps = 0; at < n && steps < STEPS && !m->failed; steps++) {
        if (!fetch(expr, n, &at, &o))
            return false;
        if (o.op == OP_piece) {
            bool empty = !m->top && !m->block;
            pieces = true;
            ok &= o.operand <= m->size - m->done && (empty || take_bytes(m, (uint32_t)o.operand));
            m->done += ok && empty ? (uint32_t)o.operand : 0;
        } else if (o.op == OP_skip || o.op == OP_bra) {
            size_t to = at + (size_t)(int16_t)o.operand;
            at = o.op == OP_skip || pop(m) ? to : at;
        } else {
            step(m, &o);
        }
    }
    return ok && !m->failed && at == n && (pieces ? m->done == m->size : take_bytes(m, m->size));
}

/* The expression of a location list that holds at @pc. */
static struct cl_bytes in_list(const struct cl_variables *vs, const struct dwarf_die *die,
                               uint64_t at, uint64_t pc)
{
    const struct eu_dwarf_section *s = &vs->units->loc;
    uint64_t base = unit_base(vs, die);
    while (at <= s->n && s->n - at >= 16) {
        uint64_t lo = cl_u64(s->data + at), hi = cl_u64(s->data + at + 8);
        at += 16;
        if (lo == UINT64_MAX) {
            base = hi;
            continue;
        }
        if ((!lo && !hi) || s->n - at < 2)
            break;
        size_t n = s->data[at] | (size_t)s->data[at + 1] << 8;
        at += 2;
        if (n > s->n - at)
            break;
        if (pc - base >= lo && pc - base < hi)
            return (struct cl_bytes){s->data + at, n};
        at += n;
    }
    return (struct cl_bytes){0};
}

/* @has: by byte, whether it has a value; false: no byte has. */
static bool read_bytes(const struct cl_variables *vs, const struct dwarf_die *die, uint64_t pc,
                       const struct cl_lane *lane, uint8_t *to, bool *has, uint32_t size)
{
    const struct dwarf_attr *constant = dwarf_inherited(&vs->tree, die, AT_const_value);
    const struct dwarf_attr *location = dwarf_attr(&vs->tree, die, AT_location);
    struct machine_of m = {.lane = lane, .to = to, .has = has, .size = size};
    if (!location && constant) {
        memset(to, 0, size);
        memset(has, true, size);
        if (constant->class == CLASS_BLOCK)
            memcpy(to, constant->b.p, constant->b.n < size ? constant->b.n : size);
        else
            memcpy(to, &constant->v, size < 8 ? size : 8);
        return true;
    }
    if (!location)
        return false;
    struct cl_bytes expr =
        location->class == CLASS_BLOCK ? location->b : in_list(vs, die, location->v, pc);
    return expr.n && evaluate(&m, expr.p, expr.n);
}

/* --- values --- */
/* @path: what follows the name, @stars: number of `*` before it; "" and 0: the whole variable. */
static bool show(const struct cl_variables *vs, const struct dwarf_die *die, uint64_t pc,
                 const struct cl_lane *lane, const char *path, unsigned stars,
                 struct cl_shown *shown)
{
    struct variable_part p = {.of = die};
    uint32_t element;
    struct variable_text w = {vs, shown->text, 0, p.bytes, p.has};
    *shown = (struct cl_shown){.argument = die->tag == TAG_formal_parameter};
    variable_name(vs, die, shown->name);
    dwarf_type_size(&vs->tree, die, &p.size, &element);
    shown->known = variable_type(vs, die) && p.size && p.size <= VARIABLE_MAX &&
                   read_bytes(vs, die, pc, lane, p.bytes, p.has, p.size);
    if (shown->known && !variable_walk(vs, lane, path, stars, &p))
        return false;
    const struct dwarf_die *type = variable_type(vs, p.of);
    shown->known &= type && memchr(p.has, true, p.size);
    if (shown->known)
        variable_say(&w, type, p.row, p.bytes, p.size, 0, shown);
    else
        snprintf(shown->text, sizeof shown->text, "<optimized out>");
    shown->number &= type && type->tag != TAG_array_type && type->tag != TAG_structure_type &&
                     type->tag != TAG_union_type;
    return true;
}

/* --- the list --- */
/* Whether an inner variable has the same name. */
static bool is_hidden(const struct cl_variables *vs, const struct dwarf_die *innermost,
                      const struct dwarf_die *scope, const char *name)
{
    char other[CL_NAME_MAX];
    for (const struct dwarf_die *s = innermost; s != scope; s = &vs->tree.dies[s->parent])
        for (const struct dwarf_die *d = s + 1; d < vs->tree.dies + s->end; d++) {
            if (!is_variable(d) || &vs->tree.dies[d->parent] != s)
                continue;
            variable_name(vs, d, other);
            if (!strcmp(other, name))
                return true;
        }
    return false;
}

/* The @i-th variable in scope, or the one with a given name. */
static const struct dwarf_die *find(const struct cl_variables *vs, uint64_t pc, unsigned i,
                                    const char *name)
{
    const struct dwarf_tree *t = &vs->tree;
    const struct dwarf_die *innermost = scope_at(vs, pc);
    char own[CL_NAME_MAX];
    for (const struct dwarf_die *s = innermost; s; s = &t->dies[s->parent]) {
        for (const struct dwarf_die *d = s + 1; d < t->dies + s->end; d++) {
            if (!is_variable(d) || &t->dies[d->parent] != s)
                continue;
            variable_name(vs, d, own);
            bool fits = name ? !strcmp(own, name) : !is_hidden(vs, innermost, s, own) && !i--;
            if (*own && fits)
                return d;
        }
        if (s->tag != TAG_lexical_block || s->parent < 0)
            break; /* the caller's variables are not in scope */
    }
    return NULL;
}

bool cl_variable_nth(const struct cl_variables *vs, uint64_t pc, unsigned i,
                     const struct cl_lane *lane, struct cl_shown *shown)
{
    const struct dwarf_die *die = find(vs, pc, i, NULL);
    if (die)
        show(vs, die, pc, lane, "", 0, shown);
    return die;
}

bool cl_variable_named(const struct cl_variables *vs, uint64_t pc, const char *name,
                       const struct cl_lane *lane, struct cl_shown *shown)
{
    unsigned stars = (unsigned)strspn(name, "*");
    size_t n = strcspn(name + stars, ".[-");
    char own[CL_NAME_MAX];
    if (n >= sizeof own)
        return false;
    memcpy(own, name + stars, n);
    own[n] = '\0';
    const struct dwarf_die *die = find(vs, pc, 0, own);
    return die && show(vs, die, pc, lane, name + stars + n, stars, shown);
}

bool cl_variable_known(const struct cl_variables *vs, const char *name)
{
    char own[CL_NAME_MAX];
    for (size_t i = 0; i < vs->tree.ndies; i++) {
        if (!is_variable(&vs->tree.dies[i]))
            continue;
        variable_name(vs, &vs->tree.dies[i], own);
        if (!name || !strcmp(own, name))
            return true;
    }
    return false;
}
