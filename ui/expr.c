#include "ui/expr.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64 };

struct parser {
    struct ui_session *s;
    const char *text, *at;
    struct ui_expr_error *err;
    unsigned depth;
};
static bool ternary(struct parser *p, struct ui_value *v);

static bool fail(struct parser *p, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail(struct parser *p, const char *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(p->err->text, sizeof p->err->text, fmt, ap);
    va_end(ap);
    p->err->at = (size_t)(at - p->text);
    return false;
}

static void blanks(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
}

static bool take(struct parser *p, char c)
{
    blanks(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static struct ui_value scalar(int64_t i)
{
    return (struct ui_value){.type = EU_TYPE_NONE, .n = 1, .e[0].i = i};
}

/* --- places --- */
static const struct machine_reg *machine_reg(struct ui_session *s, const char *name)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

/* @n bytes from @at on, counted from the start of register @reg. */
static int reg_bytes(struct ui_session *s, unsigned reg, uint32_t at, uint8_t *bytes, unsigned n)
{
    struct machine *m = dbg_machine(s->dbg);
    uint8_t all[UI_REG_MAX] = {0};
    if (reg < EU_GRF_COUNT) {
        reg += at / EU_GRF_BYTES;
        at %= EU_GRF_BYTES;
    }
    const struct eu_reg *row = eu_reg_info(reg);
    char grf[16];
    snprintf(grf, sizeof grf, "r%u", reg);
    const struct machine_reg *r = machine_reg(s, reg < EU_GRF_COUNT ? grf : row ? row->name : "");
    if (!r || at + n > r->bytes || r->bytes > sizeof all)
        return -EU_ERR_RANGE;
    int rc = m->ops->reg_read(m, s->focus.thread, s->focus.channel, r, all);
    memcpy(bytes, all + at, n);
    return rc;
}

static int place_bytes(struct ui_session *s, const struct ui_value *v, unsigned i, uint8_t *bytes)
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned n = eu_types[v->type].bytes;
    if (v->place == UI_PLACE_REG)
        return reg_bytes(s, v->reg, v->at[i], bytes, n);
    return m->ops->mem_read(m, v->at[i], bytes, n);
}

static void unpack(struct ui_value *v, unsigned i, const uint8_t *bytes)
{
    unsigned n = eu_types[v->type].bytes;
    uint64_t bits = 0;
    float f;
    memcpy(&bits, bytes, n);
    if (eu_types[v->type].kind != EU_KIND_FLOAT) {
        uint64_t sign = UINT64_C(1) << (8 * n - 1);
        bool extend = eu_types[v->type].kind == EU_KIND_INT;
        v->e[i].i = (int64_t)(extend ? (bits ^ sign) - sign : bits);
    } else if (n == 4) {
        memcpy(&f, bytes, sizeof f);
        v->e[i].f = (double)f;
    } else {
        memcpy(&v->e[i].f, bytes, sizeof v->e[i].f);
    }
}

static bool load(struct parser *p, const char *start, struct ui_value *v)
{
    v->real = eu_types[v->type].kind == EU_KIND_FLOAT;
    for (unsigned i = 0; i < v->n; i++) {
        uint8_t bytes[8];
        if (place_bytes(p->s, v, i, bytes))
            return v->place == UI_PLACE_MEMORY
                       ? fail(p, start, "nothing is mapped at 0x%08x", v->at[i])
                       : fail(p, start, "the register cannot be read");
        unpack(v, i, bytes);
    }
    return true;
}

/* --- registers and memory --- */
/* `:TYPE`, if it is there. */
static bool type_suffix(struct parser *p, enum eu_type *type)
{
    if (*p->at != ':')
        return true;
    const char *name = ++p->at;
    size_t len = 0;
    while (isalnum((unsigned char)name[len]))
        len++;
    for (int i = 0; i < EU_TYPE_COUNT; i++)
        if (eu_types[i].reg_code >= 0 && strlen(eu_types[i].name) == len &&
            strncmp(eu_types[i].name, name, len) == 0) {
            *type = (enum eu_type)i;
            p->at += len;
            return true;
        }
    return fail(p, name, "no type '%.*s': ub b uw w ud d f df", (int)(len < 20 ? len : 20), name);
}

static bool small(struct parser *p, unsigned most, unsigned *value)
{
    char *end;
    if (!isdigit((unsigned char)*p->at))
        return fail(p, p->at, "a number is missing");
    unsigned long n = strtoul(p->at, &end, 10);
    if (n > most)
        return fail(p, p->at, "at most %u", most);
    p->at = end;
    *value = (unsigned)n;
    return true;
}

static bool is_region(const char *at)
{
    size_t n = strspn(at + (*at == '<'), "0123456789");
    return *at == '<' && at[1 + n] == ';';
}

struct region {
    unsigned v, w, h;
};
static bool region(struct parser *p, struct region *r)
{
    p->at++;
    if (!small(p, 32, &r->v) || !take(p, ';'))
        return fail(p, p->at, "a region is <V;W,H>");
    if (!small(p, 16, &r->w) || !take(p, ','))
        return fail(p, p->at, "a region is <V;W,H>");
    if (!small(p, 4, &r->h) || !take(p, '>'))
        return fail(p, p->at, "a region is <V;W,H>");
    return r->w > 0 || fail(p, p->at - 1, "a width of 0");
}

/* Channels of the focus' thread, as an execution size. */
static unsigned channels(struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_thread info;
    unsigned n = 1;
    m->ops->thread(m, s->focus.thread, &info);
    while (n < info.width && n < UI_ELEMENTS)
        n *= 2;
    return n;
}

static enum eu_type default_type(const char *name, bool sub)
{
    if (name[0] == 'a' && name[1] != 'c')
        return EU_TYPE_UW;
    if (name[0] == 'f' && sub)
        return EU_TYPE_UW;
    return name[0] == 'a' ? EU_TYPE_D : EU_TYPE_UD;
}

/* Behind the name: `[.SUB][<V;W,H>][:TYPE]` */
static bool reg_operand(struct parser *p, const char *start, const char *name, unsigned id,
                        struct ui_value *v)
{
    unsigned sub = 0;
    bool has_sub = *p->at == '.', has_region = false;
    struct region r = {0, 1, 0};
    *v = (struct ui_value){.place = UI_PLACE_REG, .reg = id};
    if (has_sub && (p->at++, !small(p, 4096, &sub)))
        return false;
    if (is_region(p->at)) {
        has_region = true;
        if (!region(p, &r))
            return false;
    }
    v->type = default_type(name, has_sub);
    if (!type_suffix(p, &v->type))
        return false;
    unsigned bytes = eu_types[v->type].bytes, size = eu_reg_info(id)->bytes;
    if (has_region)
        v->n = r.v == 0 && r.w == 1 ? 1 : channels(p->s);
    else
        v->n = has_sub ? 1 : size / bytes > UI_ELEMENTS ? UI_ELEMENTS : size / bytes;
    if (id < EU_GRF_COUNT)
        size = (EU_GRF_COUNT - id) * EU_GRF_BYTES;
    for (unsigned i = 0; i < v->n; i++) {
        unsigned step = has_region ? i / r.w * r.v + i % r.w * r.h : i;
        v->at[i] = (sub + step) * bytes;
        if (v->at[i] + bytes > size)
            return fail(p, start, "element %u is behind the end of %s", i,
                        id < EU_GRF_COUNT ? "r127" : name);
    }
    return (v->n > 0 || fail(p, start, "%s is shorter than a %s", name, eu_types[v->type].name)) &&
           load(p, start, v);
}

/* `[ADDR]:TYPE`, `[ADDR;N]:TYPE` */
static bool memory_operand(struct parser *p, struct ui_value *v)
{
    const char *start = p->at++;
    struct ui_value addr;
    unsigned n = 1;
    if (!ternary(p, &addr))
        return false;
    if (addr.n != 1 || addr.real || addr.e[0].i < 0 || addr.e[0].i > UINT32_MAX)
        return fail(p, start + 1, "no address: it takes one number of 32 bits");
    if (take(p, ';')) {
        blanks(p);
        if (!small(p, UI_ELEMENTS, &n))
            return false;
    }
    if (!take(p, ']'))
        return fail(p, p->at, "] is missing");
    *v = (struct ui_value){.place = UI_PLACE_MEMORY, .type = EU_TYPE_UD, .n = n};
    if (!type_suffix(p, &v->type))
        return false;
    for (unsigned i = 0; i < n; i++)
        v->at[i] = (uint32_t)addr.e[0].i + i * eu_types[v->type].bytes;
    return load(p, start, v);
}

static bool label_operand(struct parser *p, const char *start, struct ui_value *v)
{
    char name[128], like[128] = "";
    unsigned least = 3;
    size_t len = 0;
    while (isalnum((unsigned char)start[len]) || strchr("_.$", start[len] ? start[len] : ' '))
        len++;
    snprintf(name, sizeof name, "%.*s", (int)len, start);
    for (size_t i = 0; i < p->s->machine->nprogs; i++) {
        const struct eu_program *prog = &p->s->machine->progs[i];
        int64_t at = eu_program_find(prog, name);
        if (at >= 0 && len < sizeof name) {
            p->at = start + len;
            *v = scalar(prog->base + at);
            return true;
        }
        for (size_t k = 0; k < prog->nlabels; k++) {
            unsigned d = ui_distance(name, prog->labels[k].name);
            if (d < least && d < len) {
                least = d;
                snprintf(like, sizeof like, "%s", prog->labels[k].name);
            }
        }
    }
    if (like[0])
        return fail(p, start, "no register or label '%.40s'; did you mean '%.40s'?", name, like);
    return fail(p, start, "no register or label '%.40s'", name);
}

static bool name_operand(struct parser *p, struct ui_value *v)
{
    const char *start = p->at;
    char name[16];
    size_t len = 0;
    p->at += *p->at == '$';
    while (isalnum((unsigned char)p->at[len]) || p->at[len] == '_')
        len++;
    if (len < sizeof name) {
        snprintf(name, sizeof name, "%.*s", (int)len, p->at);
        int id = eu_reg_by_name(name, len);
        p->at += len;
        if (id >= 0 && machine_reg(p->s, name))
            return reg_operand(p, start, name, (unsigned)id, v);
        if (strcmp(name, "pc") == 0) {
            *v = scalar(dbg_pc(p->s->dbg, p->s->focus));
            return true;
        }
    }
    return label_operand(p, start, v);
}

static bool number_operand(struct parser *p, struct ui_value *v)
{
    char *end, *real;
    bool hex = p->at[0] == '0' && (p->at[1] | 0x20) == 'x';
    *v = scalar(0);
    errno = 0;
    v->e[0].i = (int64_t)strtoull(p->at, &end, hex ? 16 : 10);
    if (!hex && errno == 0 && strchr(".eE", *end) && *end) {
        double f = strtod(p->at, &real);
        if (real > end) {
            v->real = true;
            v->e[0].f = f;
            end = real;
        }
    }
    if (errno == ERANGE && !v->real)
        return fail(p, p->at, "the number needs more than 64 bits");
    if (isalnum((unsigned char)*end) || *end == '_')
        return fail(p, end, "this is no part of a number");
    p->at = end;
    return true;
}

/* --- operators --- */
static bool negate(struct parser *p, const char *at, char op, struct ui_value *v)
{
    for (unsigned i = 0; i < v->n; i++) {
        uint64_t u = (uint64_t)v->e[i].i;
        if (op == '~' && v->real)
            return fail(p, at, "~ of a float");
        if (op == '!')
            v->e[i].i = v->real ? !(v->e[i].f < 0 || v->e[i].f > 0) : !u;
        else if (v->real)
            v->e[i].f = op == '-' ? -v->e[i].f : v->e[i].f;
        else
            v->e[i].i = (int64_t)(op == '-' ? 0 - u : op == '~' ? ~u : u);
    }
    v->real = v->real && op != '!';
    v->type = EU_TYPE_NONE;
    v->place = UI_PLACE_NONE;
    return true;
}

static bool unary(struct parser *p, struct ui_value *v)
{
    blanks(p);
    const char *at = p->at;
    bool ok;
    if (++p->depth > DEPTH)
        return fail(p, at, "too deeply nested");
    if (*at && strchr("-+~!", *at)) {
        p->at++;
        ok = unary(p, v) && negate(p, at, *at, v);
    } else if (*at == '(') {
        p->at++;
        ok = ternary(p, v) && (take(p, ')') || fail(p, p->at, ") is missing"));
    } else if (*at == '[') {
        ok = memory_operand(p, v);
    } else if (isdigit((unsigned char)*at)) {
        ok = number_operand(p, v);
    } else if (isalpha((unsigned char)*at) || (*at && strchr("_.$", *at))) {
        ok = name_operand(p, v);
    } else {
        ok = fail(p, at, *at ? "a value is expected here" : "a value is missing");
    }
    p->depth--;
    return ok;
}

/* C's binary operators, weakest first; longer ones before those that they begin with. */
static const struct op {
    char text[3];
    unsigned level;
} ops[] = {
    {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7},
    {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
    {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};
enum { OPS = sizeof ops / sizeof *ops };

static const struct op *peek(struct parser *p)
{
    blanks(p);
    for (size_t i = 0; i < OPS; i++)
        if (strncmp(p->at, ops[i].text, strlen(ops[i].text)) == 0)
            return &ops[i];
    return NULL;
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

/* @b is not 0 where it divides. Arithmetic wraps at 64 bits. */
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

static bool combine(struct parser *p, const char *at, const char *op, struct ui_value *a,
                    const struct ui_value *b)
{
    struct ui_value r = {.type = EU_TYPE_NONE, .n = a->n > b->n ? a->n : b->n};
    if (a->n != b->n && a->n != 1 && b->n != 1)
        return fail(p, at, "%u elements here and %u there", a->n, b->n);
    for (unsigned i = 0; i < r.n; i++) {
        unsigned ia = a->n == 1 ? 0 : i, ib = b->n == 1 ? 0 : i;
        double f = 0;
        int64_t truth;
        if (a->real || b->real) {
            if (!reals(op, real_of(a, ia), real_of(b, ib), &f, &truth))
                return fail(p, at, "%s of a float", op);
            r.real = truth < 0;
            if (r.real)
                r.e[i].f = f;
            else
                r.e[i].i = truth;
            continue;
        }
        if ((op[0] == '/' || op[0] == '%') && b->e[ib].i == 0)
            return fail(p, at, "division by zero");
        r.e[i].i = integers(op, a->e[ia].i, b->e[ib].i);
    }
    *a = r;
    return true;
}

static bool binary(struct parser *p, unsigned level, struct ui_value *v)
{
    const struct op *op;
    if (!unary(p, v))
        return false;
    while ((op = peek(p)) && op->level >= level) {
        struct ui_value right;
        const char *at = p->at;
        p->at += strlen(op->text);
        if (!binary(p, op->level + 1, &right) || !combine(p, at, op->text, v, &right))
            return false;
    }
    return true;
}

static bool ternary(struct parser *p, struct ui_value *v)
{
    struct ui_value yes, no;
    if (!binary(p, 1, v))
        return false;
    const char *at = p->at;
    if (!take(p, '?'))
        return true;
    if (++p->depth > DEPTH)
        return fail(p, at, "too deeply nested");
    if (v->n != 1)
        return fail(p, at, "? takes one value, not %u", v->n);
    if (!ternary(p, &yes))
        return false;
    if (!take(p, ':'))
        return fail(p, p->at, ": is missing");
    if (!ternary(p, &no))
        return false;
    p->depth--;
    *v = (v->real ? v->e[0].f < 0 || v->e[0].f > 0 : v->e[0].i != 0) ? yes : no;
    return true;
}

bool ui_expr(struct ui_session *s, const char *text, const char **rest, struct ui_value *v,
             struct ui_expr_error *err)
{
    struct parser p = {s, text, text, err, 0};
    if (!ternary(&p, v))
        return false;
    blanks(&p);
    if (rest)
        *rest = p.at;
    else if (*p.at && *p.at != '\n' && *p.at != '\r')
        return fail(&p, p.at, "this does not belong to the expression");
    return true;
}
