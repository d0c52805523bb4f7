/* Computes the values of compiled expressions. ui/expr_parse.c compiles them. */
#include "ui/expr_impl.h"

#include <stdlib.h>
#include <string.h>

struct machine_view {
    const struct ui_expr *e;
    struct dbg *dbg;
    struct machine *m;
    struct dbg_focus focus;
    struct ui_expr_error *err;
    /* The register that was read last: elements are often side by side. */
    const struct machine_reg *last;
    uint8_t bytes[UI_REG_MAX];
};
static bool value_of(struct machine_view *c, int node, struct ui_value *v);
#define fail(c, node, ...) expr_fail((c)->err, (node)->at, __VA_ARGS__)

static struct ui_value scalar(int64_t i)
{
    return (struct ui_value){.type = UI_TYPE_NONE, .n = 1, .e[0].i = i};
}

/* --- places --- */
bool ui_reg_usable(const struct machine_reg *r)
{
    return r->available && r->role != MACHINE_ROLE_PC && r->role != MACHINE_ROLE_SP &&
           r->role != MACHINE_ROLE_FP && r->role != MACHINE_ROLE_FLAGS;
}

bool ui_reg_own(const struct machine_reg *r)
{
    return ui_reg_usable(r) && strcmp(r->group, MACHINE_CORE_GROUP) != 0;
}

int ui_reg_find(struct machine *m, const char *name, size_t len)
{
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (ui_reg_usable(r) && strlen(r->name) == len && memcmp(r->name, name, len) == 0)
            return (int)i;
    return -1;
}

const struct machine_reg *ui_reg_at(struct machine *m, unsigned i, uint64_t *at)
{
    const struct machine_reg *r = m->ops->reg(m, i);
    while (r && *at >= r->bytes) {
        *at -= r->bytes;
        r = r->goes_on ? m->ops->reg(m, ++i) : NULL;
    }
    return r;
}

/* Bytes from the start of register @i to the end of its row of registers; *@last: the last one. */
static uint64_t row_bytes(struct machine *m, unsigned i, const struct machine_reg **last)
{
    uint64_t bytes = (*last = m->ops->reg(m, i))->bytes;
    while ((*last)->goes_on)
        bytes += (*last = m->ops->reg(m, ++i))->bytes;
    return bytes;
}

/* Reads @n bytes at @at, counted from the start of register @reg. */
static int reg_bytes(struct machine_view *c, unsigned reg, uint64_t at, uint8_t *bytes, unsigned n)
{
    const struct machine_reg *r = ui_reg_at(c->m, reg, &at);
    if (!r || at + n > r->bytes || r->bytes > sizeof c->bytes)
        return -MACHINE_ERR_RANGE;
    if (r != c->last) {
        c->last = NULL;
        int rc = c->m->ops->reg_read(c->m, c->focus.thread, c->focus.channel, r, c->bytes);
        if (rc)
            return rc;
        c->last = r;
    }
    memcpy(bytes, c->bytes + at, n);
    return 0;
}

static int place_bytes(struct machine_view *c, const struct ui_value *v, unsigned i, uint8_t *bytes)
{
    unsigned n = ui_types[v->type].bytes;
    if (v->place == UI_PLACE_REG)
        return reg_bytes(c, v->reg, v->at[i], bytes, n);
    return c->m->ops->mem_read(c->m, machine_mem_place(c->m, c->focus.thread, v->at[i]), bytes, n);
}

static void unpack(struct ui_value *v, unsigned i, const uint8_t *bytes)
{
    if (v->real)
        v->e[i].f = ui_type_float(v->type, bytes);
    else
        v->e[i].i = ui_type_integer(v->type, bytes);
}

static bool load(struct machine_view *c, const struct expr_node *node, struct ui_value *v)
{
    v->real = ui_types[v->type].kind == UI_KIND_FLOAT;
    for (unsigned i = 0; i < v->n; i++) {
        uint8_t bytes[8] = {0};
        if (place_bytes(c, v, i, bytes))
            return v->place == UI_PLACE_MEMORY ? fail(c, node, "nothing is mapped at 0x%08llx",
                                                      (unsigned long long)v->at[i])
                                               : fail(c, node, "the register cannot be read");
        unpack(v, i, bytes);
    }
    return true;
}

/* Channels of the focus' thread, as an execution size. */
static unsigned channels(struct machine_view *c)
{
    struct machine_thread info;
    unsigned n = 1;
    c->m->ops->thread(c->m, c->focus.thread, &info);
    while (n < info.width && n < UI_ELEMENTS)
        n *= 2;
    return n;
}

static bool reg_value(struct machine_view *c, const struct expr_node *node, struct ui_value *v)
{
    const struct expr_region *r = &node->region;
    const struct machine_reg *reg = c->m->ops->reg(c->m, node->reg), *last;
    unsigned bytes = ui_types[node->type].bytes, whole = reg->bytes / bytes;
    uint64_t size = row_bytes(c->m, node->reg, &last);
    *v = (struct ui_value){.place = UI_PLACE_REG, .reg = node->reg, .type = node->type};
    v->code = reg->code && !node->has_type;
    v->untyped = !reg->type && bytes == 4 && !node->has_type && !node->has_region && !node->n;
    if (node->has_region)
        v->n = r->v == 0 && r->w == 1 ? 1 : channels(c);
    else
        v->n = node->n ? node->n : whole > UI_ELEMENTS ? UI_ELEMENTS : whole;
    if (v->code && !node->n && v->n > channels(c)) /* one for each channel */
        v->n = channels(c);
    for (unsigned i = 0; i < v->n; i++) {
        unsigned step = node->has_region ? i / r->w * r->v + i % r->w * r->h : i;
        v->at[i] = (node->sub + step) * bytes;
        if (v->at[i] + bytes > size)
            return fail(c, node, "element %u is behind the end of %s", i, last->name);
    }
    return load(c, node, v);
}

static bool memory_value(struct machine_view *c, const struct expr_node *node, struct ui_value *v)
{
    struct ui_value addr;
    if (!value_of(c, node->kids[0], &addr))
        return false;
    if (addr.n != 1 || addr.real)
        return expr_fail(c->err, node->at + 1, "no address: it takes one whole number");
    *v = (struct ui_value){.place = UI_PLACE_MEMORY, .type = node->type, .n = node->n};
    for (unsigned i = 0; i < v->n; i++)
        v->at[i] = (uint64_t)addr.e[0].i + i * ui_types[v->type].bytes;
    return load(c, node, v);
}

/* A variable in scope at the place of the focus. */
static bool variable_value(struct machine_view *c, const struct expr_node *node, struct ui_value *v)
{
    struct machine_variable var;
    *v = scalar(0);
    if (!c->m->ops->variable(c->m, c->focus.thread, c->focus.channel, 0, node->name, &var))
        return fail(c, node,
                    strpbrk(node->name, "*.[>") ? "%s is nothing there"
                                                : "%s is not in scope there",
                    node->name);
    if (!var.known)
        return fail(c, node, "%s: %s", node->name, var.text);
    if (!var.number)
        return fail(c, node, "%s is no number, but %.100s", node->name, var.text);
    v->real = var.real;
    if (var.real)
        v->e[0].f = var.f;
    else
        v->e[0].i = var.i;
    return true;
}

/* --- operators --- */
static bool negate(struct machine_view *c, const struct expr_node *node, struct ui_value *v)
{
    char op = node->op[0];
    for (unsigned i = 0; i < v->n; i++) {
        uint64_t u = (uint64_t)v->e[i].i;
        if (op == '~' && v->real)
            return fail(c, node, "~ of a float");
        if (op == '!')
            v->e[i].i = v->real ? !(v->e[i].f < 0 || v->e[i].f > 0) : !u;
        else if (v->real)
            v->e[i].f = op == '-' ? -v->e[i].f : v->e[i].f;
        else
            v->e[i].i = (int64_t)(op == '-' ? 0 - u : op == '~' ? ~u : u);
    }
    v->real = v->real && op != '!';
    v->type = UI_TYPE_NONE;
    v->place = UI_PLACE_NONE;
    v->untyped = v->code = false;
    return true;
}

#define PAIR(a, b) ((a) << 8 | (b))
static bool reals(const char *op, double a, double b, double *f, int64_t *truth)
{
    bool ta = a < 0 || a > 0, tb = b < 0 || b > 0;
    *truth = -1;
    switch (PAIR(op[0], op[1])) {
    case PAIR('+', 0):
        *f = a + b;
        return true;
    case PAIR('-', 0):
        *f = a - b;
        return true;
    case PAIR('*', 0):
        *f = a * b;
        return true;
    case PAIR('/', 0):
        *f = a / b;
        return true;
    case PAIR('<', 0):
        *truth = a < b;
        return true;
    case PAIR('>', 0):
        *truth = a > b;
        return true;
    case PAIR('<', '='):
        *truth = a <= b;
        return true;
    case PAIR('>', '='):
        *truth = a >= b;
        return true;
    case PAIR('=', '='):
        *truth = a >= b && a <= b;
        return true;
    case PAIR('!', '='):
        *truth = !(a >= b && a <= b);
        return true;
    case PAIR('&', '&'):
        *truth = ta && tb;
        return true;
    case PAIR('|', '|'):
        *truth = ta || tb;
        return true;
    default:
        return false;
    }
}

/* @b is not 0 in a division. Arithmetic wraps at 64 bits. */
static int64_t integers(const char *op, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (PAIR(op[0], op[1])) {
    case PAIR('+', 0):
        return (int64_t)(x + y);
    case PAIR('-', 0):
        return (int64_t)(x - y);
    case PAIR('*', 0):
        return (int64_t)(x * y);
    case PAIR('/', 0):
        return b == -1 ? (int64_t)(0 - x) : a / b;
    case PAIR('%', 0):
        return b == -1 ? 0 : a % b;
    case PAIR('&', 0):
        return a & b;
    case PAIR('|', 0):
        return a | b;
    case PAIR('^', 0):
        return a ^ b;
    case PAIR('<', '<'):
        return y > 63 ? 0 : (int64_t)(x << y);
    case PAIR('>', '>'):
        return y > 63 ? (a < 0 ? -1 : 0) : a >> y;
    case PAIR('<', 0):
        return a < b;
    case PAIR('>', 0):
        return a > b;
    case PAIR('<', '='):
        return a <= b;
    case PAIR('>', '='):
        return a >= b;
    case PAIR('=', '='):
        return a == b;
    case PAIR('!', '='):
        return a != b;
    case PAIR('&', '&'):
        return a && b;
    default:
        return a || b;
    }
}

static double real_of(const struct ui_value *v, unsigned i)
{
    return v->real ? v->e[i].f : (double)v->e[i].i;
}

static bool combine(struct machine_view *c, const struct expr_node *node, struct ui_value *a,
                    const struct ui_value *b)
{
    const char *op = node->op;
    struct ui_value r = {.type = UI_TYPE_NONE, .n = a->n > b->n ? a->n : b->n};
    r.code = r.n == 1 && (*op == '+' || *op == '-') && a->code != b->code;
    if (a->n != b->n && a->n != 1 && b->n != 1)
        return fail(c, node, "%u elements here and %u there", a->n, b->n);
    for (unsigned i = 0; i < r.n; i++) {
        unsigned ia = a->n == 1 ? 0 : i, ib = b->n == 1 ? 0 : i;
        double f = 0;
        int64_t truth;
        if (a->real || b->real) {
            if (!reals(op, real_of(a, ia), real_of(b, ib), &f, &truth))
                return fail(c, node, "%s of a float", op);
            r.real = truth < 0;
            if (r.real)
                r.e[i].f = f;
            else
                r.e[i].i = truth;
            continue;
        }
        if ((op[0] == '/' || op[0] == '%') && b->e[ib].i == 0)
            return fail(c, node, "division by zero");
        r.e[i].i = integers(op, a->e[ia].i, b->e[ib].i);
    }
    *a = r;
    return true;
}

bool ui_value_true(const struct ui_value *v, unsigned i)
{
    return v->real ? v->e[i].f < 0 || v->e[i].f > 0 : v->e[i].i != 0;
}

static bool operation(struct machine_view *c, const struct expr_node *node, struct ui_value *v)
{
    struct ui_value right;
    if (!value_of(c, node->kids[0], v))
        return false;
    if (node->kind == EXPR_UNARY)
        return negate(c, node, v);
    if (node->kind == EXPR_BINARY)
        return value_of(c, node->kids[1], &right) && combine(c, node, v, &right);
    if (v->n != 1)
        return fail(c, node, "? takes one value, not %u", v->n);
    return value_of(c, node->kids[ui_value_true(v, 0) ? 1 : 2], v);
}

static bool value_of(struct machine_view *c, int at, struct ui_value *v)
{
    const struct expr_node *node = &c->e->nodes[at];
    switch (node->kind) {
    case EXPR_NUMBER:
        *v = scalar(node->number);
        v->code = node->code;
        return true;
    case EXPR_REAL:
        *v = scalar(0);
        v->real = true;
        v->e[0].f = node->real;
        return true;
    case EXPR_PC:
        *v = scalar((int64_t)dbg_pc(c->dbg, c->focus));
        v->code = true;
        return true;
    case EXPR_VARIABLE:
        return variable_value(c, node, v);
    case EXPR_REG:
        return reg_value(c, node, v);
    case EXPR_MEMORY:
        return memory_value(c, node, v);
    default:
        return operation(c, node, v);
    }
}

bool ui_expr_value(const struct ui_expr *e, struct dbg *dbg, struct dbg_focus focus,
                   struct ui_value *v, struct ui_expr_error *err)
{
    struct machine_view c = {.e = e, .dbg = dbg, .m = dbg_machine(dbg), .focus = focus, .err = err};
    return value_of(&c, e->root, v);
}

bool ui_expr(struct ui_session *s, const char *text, const char **rest, struct ui_value *v,
             struct ui_expr_error *err)
{
    struct ui_expr *e = ui_expr_compile(s, text, rest, err);
    bool ok = e && ui_expr_value(e, s->dbg, s->focus, v, err);
    ui_expr_free(e);
    return ok;
}
