/* Constants of the assembler: symbols and expressions. */
#include "isa/asm_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/hash.h"
#include "isa/regs.h"

struct asm_symbol *sym_find(const struct asm_symtab *tab, const char *name, size_t len)
{
    if (!tab->hcap)
        return NULL;
    for (size_t h = hash_more(HASH_NONE, name, len) & (tab->hcap - 1); tab->hash[h];
         h = (h + 1) & (tab->hcap - 1)) {
        struct asm_symbol *s = &tab->items[tab->hash[h] - 1];
        if (strlen(s->name) == len && !memcmp(s->name, name, len))
            return s;
    }
    return NULL;
}

static void sym_link(struct asm_symtab *tab, uint32_t index)
{
    const char *name = tab->items[index].name;
    size_t h = hash_more(HASH_NONE, name, strlen(name)) & (tab->hcap - 1);
    while (tab->hash[h])
        h = (h + 1) & (tab->hcap - 1);
    tab->hash[h] = index + 1;
}

static bool sym_grow(struct asm_symtab *tab)
{
    size_t cap = tab->cap ? tab->cap * 2 : 64;
    struct asm_symbol *items = realloc(tab->items, cap * sizeof *items);
    if (!items)
        return false;
    tab->items = items;
    tab->cap = cap;
    uint32_t *hash = calloc(cap * 2, sizeof *hash);
    if (!hash)
        return false;
    free(tab->hash);
    tab->hash = hash;
    tab->hcap = cap * 2;
    for (size_t i = 0; i < tab->n; i++)
        sym_link(tab, (uint32_t)i);
    return true;
}

struct asm_symbol *sym_add(struct asm_symtab *tab, const char *name, size_t len)
{
    if (tab->n * 2 >= tab->hcap && !sym_grow(tab))
        return NULL;
    struct asm_symbol *s = &tab->items[tab->n];
    memset(s, 0, sizeof *s);
    s->name = strndup(name, len);
    if (!s->name)
        return NULL;
    sym_link(tab, (uint32_t)tab->n++);
    return s;
}

void sym_fini(struct asm_symtab *tab)
{
    for (size_t i = 0; i < tab->n; i++)
        free(tab->items[i].name);
    free(tab->items);
    free(tab->hash);
    memset(tab, 0, sizeof *tab);
}

/* --- expressions --- */
enum { EXPR_DEPTH_MAX = 64 };
static bool binary(struct assembler *as, struct asm_value *v, int min_prec, unsigned depth);

static void set_float(struct asm_value *v, double d, float f)
{
    *v = (struct asm_value){.is_float = true, .d = d, .f = f};
}

/* Parses qnan(0x123) or snan(1). The payload goes into the low bits of the type, whatever it is. */
static bool nan_payload(struct assembler *as, bool quiet, struct asm_value *v)
{
    uint64_t d = UINT64_C(0x7ff) << 52 | (uint64_t)quiet << 51;
    uint32_t f = 0xffu << 23 | (uint32_t)quiet << 22;
    int64_t payload = 0;
    lex_next(&as->lx);
    if (!asm_expect(as, '(') || !asm_int(as, 0, (INT64_C(1) << 51) - 1, "payload", &payload))
        return false;
    if (!tok_is(&as->lx.tok, ')'))
        return asm_error(as, &as->lx.tok.pos, "expected ')'");
    d |= (uint64_t)payload;
    f |= (uint32_t)payload & 0x3fffff;
    *v = (struct asm_value){.is_float = true};
    memcpy(&v->d, &d, sizeof d);
    memcpy(&v->f, &f, sizeof f);
    return true;
}

static bool name_value(struct assembler *as, const struct tok *t, struct asm_value *v)
{
    const struct asm_symbol *s = sym_find(&as->syms, t->p, t->len);
    char q[64];
    if (s && !s->is_label)
        *v = s->value;
    else if (tok_word(t, "inf"))
        set_float(v, (double)INFINITY, INFINITY);
    else if (tok_word(t, "nan"))
        set_float(v, (double)NAN, NAN);
    else if (tok_word(t, "qnan") || tok_word(t, "snan"))
        return nan_payload(as, tok_word(t, "qnan"), v);
    else if (s)
        return asm_error(as, &t->pos, "label %s is no constant: only branches take labels",
                         asm_quote(t, q));
    else if (eu_reg_by_name(as->opts->gen, t->p, t->len) >= 0)
        return asm_error(as, &t->pos, "%s is a register: a constant belongs here", asm_quote(t, q));
    else
        return asm_error(as, &t->pos, "%s is neither a register nor a defined constant",
                         asm_quote(t, q));
    return true;
}

bool asm_literal(struct assembler *as, const struct tok *t, struct asm_value *v)
{
    char q[64];
    if (t->kind == TOK_FLOAT) {
        if (t->overflow)
            return asm_error(as, &t->pos, "number is too long");
        if (isinf(t->d))
            return asm_error(as, &t->pos, "number %s does not fit in a double", asm_quote(t, q));
        set_float(v, t->d, t->f);
        return true;
    }
    if (t->hi || t->overflow)
        return asm_error(as, &t->pos, "number %s does not fit in 64 bits", asm_quote(t, q));
    *v = (struct asm_value){.hex = t->hex, .i = (int64_t)t->lo};
    return true;
}

static bool unary_apply(struct assembler *as, const struct tok *op, struct asm_value *v)
{
    if (v->is_float) {
        if (op->c == '~' || op->c == '!')
            return asm_error(as, &op->pos, "'%c' needs an integer", op->c);
        if (op->c == '-')
            set_float(v, -v->d, -v->f);
        return true;
    }
    uint64_t u = (uint64_t)v->i;
    v->i = (int64_t)(op->c == '-' ? 0 - u : op->c == '~' ? ~u : op->c == '!' ? !u : u);
    return true;
}

static bool unary(struct assembler *as, struct asm_value *v, unsigned depth)
{
    struct tok t = as->lx.tok;
    char q[64];
    if (depth > EXPR_DEPTH_MAX)
        return asm_error(as, &t.pos, "expression is nested too deeply");
    if (t.kind == TOK_PUNCT && strchr("-+~!", t.c)) {
        lex_next(&as->lx);
        return unary(as, v, depth + 1) && unary_apply(as, &t, v);
    }
    if (tok_is(&t, '(')) {
        lex_next(&as->lx);
        return binary(as, v, 0, depth + 1) && asm_expect(as, ')');
    }
    if (t.kind != TOK_INT && t.kind != TOK_FLOAT && t.kind != TOK_IDENT)
        return asm_error(as, &t.pos, "expected a number, got %s", asm_quote(&t, q));
    if (t.kind == TOK_IDENT ? !name_value(as, &t, v) : !asm_literal(as, &t, v))
        return false;
    lex_next(&as->lx);
    return true;
}

static int precedence(const struct tok *t)
{
    if (t->kind != TOK_PUNCT)
        return -1;
    switch (t->c) {
    case '|':
        return 1;
    case '^':
        return 2;
    case '&':
        return 3;
    case PUNCT_SHL:
    case PUNCT_SHR:
        return 4;
    case '+':
    case '-':
        return 5;
    case '*':
    case '/':
    case '%':
        return 6;
    default:
        return -1;
    }
}

static bool apply_float(struct assembler *as, const struct tok *op, struct asm_value *a,
                        const struct asm_value *b)
{
    double x = a->is_float ? a->d : (double)a->i, y = b->is_float ? b->d : (double)b->i;
    double r;
    switch (op->c) {
    case '+':
        r = x + y;
        break;
    case '-':
        r = x - y;
        break;
    case '*':
        r = x * y;
        break;
    case '/':
        if (y == 0)
            return asm_error(as, &op->pos, "division by zero");
        r = x / y;
        break;
    default:
        return asm_error(as, &op->pos, "this operator needs integers");
    }
    set_float(a, r, (float)r);
    return true;
}

/* Computes in 64-bit two's complement, and wraps. */
static bool apply_int(struct assembler *as, const struct tok *op, struct asm_value *a,
                      const struct asm_value *b)
{
    uint64_t x = (uint64_t)a->i, y = (uint64_t)b->i, r = 0;
    if ((op->c == '/' || op->c == '%') && y == 0)
        return asm_error(as, &op->pos, "division by zero");
    if ((op->c == PUNCT_SHL || op->c == PUNCT_SHR) && y > 63)
        return asm_error(as, &op->pos, "shift count is not in 0..63");
    bool minus_one = b->i == -1; /* INT64_MIN / -1 would trap */
    switch (op->c) {
    case '|':
        r = x | y;
        break;
    case '^':
        r = x ^ y;
        break;
    case '&':
        r = x & y;
        break;
    case '+':
        r = x + y;
        break;
    case '-':
        r = x - y;
        break;
    case '*':
        r = x * y;
        break;
    case '/':
        r = minus_one ? 0 - x : (uint64_t)(a->i / b->i);
        break;
    case '%':
        r = minus_one ? 0 : (uint64_t)(a->i % b->i);
        break;
    case PUNCT_SHL:
        r = x << y;
        break;
    case PUNCT_SHR:
        r = x >> y;
        break;
    }
    *a = (struct asm_value){.hex = a->hex || b->hex, .i = (int64_t)r};
    return true;
}

static bool binary(struct assembler *as, struct asm_value *v, int min_prec, unsigned depth)
{
    if (!unary(as, v, depth))
        return false;
    for (;;) {
        struct tok op = as->lx.tok;
        int prec = precedence(&op);
        if (prec <= min_prec)
            return true;
        lex_next(&as->lx);
        struct asm_value rhs;
        if (!binary(as, &rhs, prec, depth + 1))
            return false;
        bool ok = v->is_float || rhs.is_float ? apply_float(as, &op, v, &rhs)
                                              : apply_int(as, &op, v, &rhs);
        if (!ok)
            return false;
    }
}

bool asm_expr(struct assembler *as, struct asm_value *v)
{
    return binary(as, v, 0, 0);
}

bool asm_int(struct assembler *as, int64_t lo, int64_t hi, const char *what, int64_t *out)
{
    struct asm_pos pos = as->lx.tok.pos;
    struct asm_value v;
    if (!unary(as, &v, 0))
        return false;
    if (v.is_float)
        return asm_error(as, &pos, "%s must be an integer", what);
    if (v.i < lo || v.i > hi)
        return asm_error(as, &pos, "%s %lld is not in %lld..%lld", what, (long long)v.i,
                         (long long)lo, (long long)hi);
    *out = v.i;
    return true;
}
