/* Compiles expressions: names become numbers, and the text becomes a tree. */
#include "ui/expr_impl.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ui/near.h"

struct parser {
    const struct ui_session *s;
    const char *text, *at;
    struct ui_expr *e;
    struct ui_expr_error *err;
    unsigned depth;
};
/* Each returns a node, or -1: the error was reported. */
static int ternary(struct parser *p);

bool expr_fail(struct ui_expr_error *err, size_t at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    err->at = at;
    return false;
}
#define fail(p, where, ...) expr_fail((p)->err, (size_t)((where) - (p)->text), __VA_ARGS__)

static int add(struct parser *p, const char *at, struct expr_node node)
{
    struct ui_expr *e = p->e;
    if (e->n == e->room) {
        size_t room = e->room ? 2 * e->room : 8;
        struct expr_node *more = realloc(e->nodes, room * sizeof *more);
        if (!more) {
            fail(p, at, "out of memory");
            return -1;
        }
        e->nodes = more;
        e->room = room;
    }
    node.at = (size_t)(at - p->text);
    e->nodes[e->n] = node;
    return (int)e->n++;
}

static bool deeper(struct parser *p, const char *at)
{
    return ++p->depth <= EXPR_DEPTH || fail(p, at, "too deeply nested");
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

/* --- registers and memory --- */
/* Parses `:TYPE`, if it is there. */
static bool type_suffix(struct parser *p, enum ui_type *type)
{
    if (*p->at != ':')
        return true;
    const char *name = ++p->at;
    size_t len = 0;
    while (isalnum((unsigned char)name[len]))
        len++;
    enum ui_type named = ui_type_by_name(name, len);
    if (named == UI_TYPE_NONE)
        return fail(p, name, "no type '%.*s': " UI_TYPE_NAMES, (int)(len < 20 ? len : 20), name);
    *type = named;
    p->at += len;
    return true;
}

static bool small(struct parser *p, unsigned most, unsigned *value)
{
    char *end;
    if (!isdigit((unsigned char)*p->at))
        return fail(p, p->at,
                    isalpha((unsigned char)*p->at)
                        ? "a number is missing; types follow a colon: r2:d, r2.1:f"
                        : "a number is missing");
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

static bool region(struct parser *p, struct expr_region *r)
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

/* The type of a register's elements if none is given. */
static enum ui_type default_type(const struct machine_reg *r, bool sub)
{
    const char *name = sub && r->sub_type ? r->sub_type : r->type;
    return name            ? ui_type_by_name(name, strlen(name))
           : r->bytes == 8 ? UI_TYPE_UQ
           : r->bytes == 2 ? UI_TYPE_UW
           : r->bytes == 1 ? UI_TYPE_UB
                           : UI_TYPE_UD;
}

/* Parses what follows the name: `[.SUB][<V;W,H>][:TYPE]`. */
static int reg_operand(struct parser *p, const char *start, unsigned id)
{
    struct expr_node node = {.kind = EXPR_REG, .reg = id, .region = {0, 1, 0}};
    struct machine *m = dbg_machine(p->s->dbg);
    const struct machine_reg *r = m->ops->reg(m, id);
    bool has_sub = *p->at == '.';
    if (has_sub && (p->at++, !small(p, 4096, &node.sub)))
        return -1;
    if (is_region(p->at)) {
        node.has_region = true;
        if (!region(p, &node.region))
            return -1;
    }
    node.type = default_type(r, has_sub);
    node.has_type = *p->at == ':';
    if (!type_suffix(p, &node.type))
        return -1;
    node.n = has_sub && !node.has_region ? 1 : 0;
    if (r->bytes < ui_types[node.type].bytes) {
        fail(p, start, "%s is shorter than a %s", r->name, ui_types[node.type].name);
        return -1;
    }
    p->e->by_channel |= r->per_lane;
    return add(p, start, node);
}

/* Parses `[ADDR]:TYPE` or `[ADDR;N]:TYPE`. */
static int memory_operand(struct parser *p)
{
    const char *start = p->at++;
    struct expr_node node = {.kind = EXPR_MEMORY, .type = UI_TYPE_UD, .n = 1};
    node.kids[0] = ternary(p);
    if (node.kids[0] < 0)
        return -1;
    if (take(p, ';')) {
        blanks(p);
        if (!small(p, UI_ELEMENTS, &node.n))
            return -1;
        if (!node.n) {
            fail(p, p->at - 1, "at least 1");
            return -1;
        }
    }
    if (!take(p, ']')) {
        fail(p, p->at, "] is missing");
        return -1;
    }
    return type_suffix(p, &node.type) ? add(p, start, node) : -1;
}

static void try_labels(const struct parser *p, struct ui_near *near)
{
    struct machine *m = dbg_machine(p->s->dbg);
    const char *label;
    uint64_t addr;
    for (unsigned i = 0; m->ops->label_nth && (label = m->ops->label_nth(m, i, &addr)); i++)
        ui_near_try(near, label);
}

/* The length of a part of a variable: `.m`, `->m`, `[N]`. */
static size_t part_length(const char *at)
{
    size_t n = at[0] == '.' ? 1 : at[0] == '-' && at[1] == '>' ? 2 : 0;
    if (*at == '[') {
        n = 1 + strspn(at + 1, "0123456789");
        return n > 1 && at[n] == ']' ? n + 1 : 0;
    }
    if (!n || !(isalpha((unsigned char)at[n]) || at[n] == '_'))
        return 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_')
        n++;
    return n;
}

/* Parses a source variable, with `*` before it and parts after its name. -1: it is none; 0 or more:
 * the operand. */
static int variable_operand(struct parser *p, const char *start)
{
    struct machine *m = dbg_machine(p->s->dbg);
    struct expr_node variable = {.kind = EXPR_VARIABLE};
    size_t stars = strspn(start, "*"), len = stars, more;
    char name[sizeof variable.name];
    while (isalnum((unsigned char)start[len]) || start[len] == '_')
        len++;
    if (len == stars || len >= sizeof name || !m->ops->variable_known)
        return -1;
    snprintf(name, sizeof name, "%.*s", (int)(len - stars), start + stars);
    if (!m->ops->variable_known(m, name))
        return -1;
    while ((more = part_length(start + len)))
        len += more;
    if (len >= sizeof variable.name) {
        fail(p, start, "too long");
        return -1;
    }
    p->at = start + len;
    p->e->by_channel = true;
    memcpy(variable.name, start, len);
    return add(p, start, variable);
}

static int label_operand(struct parser *p, const char *start)
{
    char name[128];
    struct ui_near near = {.word = name};
    size_t len = 0;
    while (isalnum((unsigned char)start[len]) || strchr("_.$", start[len] ? start[len] : ' '))
        len++;
    snprintf(name, sizeof name, "%.*s", (int)len, start);
    struct machine *m = dbg_machine(p->s->dbg);
    uint64_t addr;
    if (len < sizeof name && m->ops->label && m->ops->label(m, name, &addr)) {
        p->at = start + len;
        return add(p, start,
                   (struct expr_node){.kind = EXPR_NUMBER, .number = (int64_t)addr, .code = true});
    }
    int variable = variable_operand(p, start);
    if (variable >= 0)
        return variable;
    try_labels(p, &near);
    fail(p, start, "no register or label '%.40s'%s", name, ui_near_hint(&near));
    return -1;
}

static int name_operand(struct parser *p)
{
    const char *start = p->at;
    char name[16];
    size_t len = 0;
    p->at += *p->at == '$';
    while (isalnum((unsigned char)p->at[len]) || p->at[len] == '_')
        len++;
    if (len < sizeof name) {
        snprintf(name, sizeof name, "%.*s", (int)len, p->at);
        int id = ui_reg_find(dbg_machine(p->s->dbg), name, len);
        p->at += len;
        if (id >= 0)
            return reg_operand(p, start, (unsigned)id);
        if (strcmp(name, "pc") == 0) {
            p->e->by_channel = true;
            return add(p, start, (struct expr_node){.kind = EXPR_PC});
        }
    }
    return label_operand(p, start);
}

static int number_operand(struct parser *p)
{
    char *end, *real;
    const char *start = p->at;
    bool hex = start[0] == '0' && (start[1] | 0x20) == 'x';
    struct expr_node node = {.kind = EXPR_NUMBER};
    errno = 0;
    node.number = (int64_t)strtoull(start, &end, hex ? 16 : 10);
    if (!hex && errno == 0 && strchr(".eE", *end) && *end) {
        double f = strtod(start, &real);
        if (real > end) {
            node.kind = EXPR_REAL;
            node.real = f;
            end = real;
        }
    }
    if (errno == ERANGE && node.kind == EXPR_NUMBER)
        fail(p, start, "the number needs more than 64 bits");
    else if (isalnum((unsigned char)*end) || *end == '_')
        fail(p, end, "this is no part of a number");
    else {
        p->at = end;
        return add(p, start, node);
    }
    return -1;
}

/* --- operators --- */
static int unary(struct parser *p);

static int negation(struct parser *p)
{
    static const char *const names[] = {"-", "+", "~", "!"};
    const char *at = p->at++;
    struct expr_node node = {.kind = EXPR_UNARY};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i][0] == *at)
            node.op = names[i];
    node.kids[0] = unary(p);
    return node.kids[0] < 0 ? -1 : add(p, at, node);
}

/* Parses `*` before a source pointer: its target. */
static int pointed(struct parser *p)
{
    const char *at = p->at;
    int node = variable_operand(p, at);
    if (node < 0)
        fail(p, at, "a value is expected here, or behind * a pointer of the source");
    return node;
}

static int in_parentheses(struct parser *p)
{
    p->at++;
    int node = ternary(p);
    return node >= 0 && (take(p, ')') || fail(p, p->at, ") is missing")) ? node : -1;
}

static int unary(struct parser *p)
{
    blanks(p);
    const char *at = p->at;
    int node = -1;
    if (!deeper(p, at))
        return -1;
    if (*at && strchr("-+~!", *at))
        node = negation(p);
    else if (*at == '*')
        node = pointed(p);
    else if (*at == '(')
        node = in_parentheses(p);
    else if (*at == '[')
        node = memory_operand(p);
    else if (isdigit((unsigned char)*at))
        node = number_operand(p);
    else if (isalpha((unsigned char)*at) || (*at && strchr("_.$", *at)))
        node = name_operand(p);
    else
        fail(p, at, *at ? "a value is expected here" : "a value is missing");
    p->depth--;
    return node;
}

/* C's binary operators, weakest first; a longer one before its prefix. */
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

static int binary(struct parser *p, unsigned level)
{
    const struct op *op;
    int left = unary(p);
    while (left >= 0 && (op = peek(p)) && op->level >= level) {
        const char *at = p->at;
        p->at += strlen(op->text);
        int right = binary(p, op->level + 1);
        left = right < 0 ? -1
                         : add(p, at,
                               (struct expr_node){
                                   .kind = EXPR_BINARY, .op = op->text, .kids = {left, right}});
    }
    return left;
}

static int ternary(struct parser *p)
{
    int test = binary(p, 1);
    const char *at = p->at;
    if (test < 0 || !take(p, '?'))
        return test;
    if (!deeper(p, at))
        return -1;
    int yes = ternary(p);
    if (yes < 0 || !(take(p, ':') || fail(p, p->at, ": is missing")))
        return -1;
    int no = ternary(p);
    p->depth--;
    return no < 0 ? -1
                  : add(p, at, (struct expr_node){.kind = EXPR_CHOICE, .kids = {test, yes, no}});
}

struct ui_expr *ui_expr_compile(const struct ui_session *s, const char *text, const char **rest,
                                struct ui_expr_error *err)
{
    struct ui_expr *e = calloc(1, sizeof *e);
    struct parser p = {s, text, text, e, err, 0};
    if (!e) {
        fail(&p, text, "out of memory");
        return NULL;
    }
    e->root = ternary(&p);
    blanks(&p);
    if (rest)
        *rest = p.at;
    else if (e->root >= 0 && *p.at && *p.at != '\n' && *p.at != '\r') {
        fail(&p, p.at, "this does not belong to the expression");
        e->root = -1;
    }
    if (e->root >= 0)
        return e;
    ui_expr_free(e);
    return NULL;
}

void ui_expr_free(struct ui_expr *e)
{
    if (!e)
        return;
    free(e->nodes);
    free(e);
}

bool ui_expr_by_channel(const struct ui_expr *e)
{
    return e->by_channel;
}
