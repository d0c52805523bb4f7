/* Parses operands of an instruction. */
#include "visa/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "visa/half.h"

static enum visa_type type_of(const struct visa_cursor *c, uint32_t id)
{
    return c->r->vars[VISA_GENERAL].items[id].type;
}

static bool take_stride(struct visa_cursor *c, int *v)
{
    int64_t n;
    if (!visa_number(c, 0, 64, &n))
        return false;
    *v = (int)n;
    return true;
}

/* Parses <v;w,h>, <w,h>, <;w,h> or, for a destination, <h>. */
static bool take_region(struct visa_cursor *c, struct visa_opnd *o)
{
    int first;
    o->vs = o->w = VISA_NULL_STRIDE;
    if (!visa_need(c, "<"))
        return false;
    if (visa_take(c, ";"))
        return take_stride(c, &o->w) && visa_need(c, ",") && take_stride(c, &o->hs) &&
               visa_need(c, ">");
    if (!take_stride(c, &first))
        return false;
    if (visa_take(c, ";")) {
        o->vs = first;
        return take_stride(c, &o->w) && visa_need(c, ",") && take_stride(c, &o->hs) &&
               visa_need(c, ">");
    }
    if (visa_take(c, ",")) {
        o->w = first;
        return take_stride(c, &o->hs) && visa_need(c, ">");
    }
    o->hs = first;
    return visa_need(c, ">");
}

static bool take_type(struct visa_cursor *c, struct visa_opnd *o)
{
    if (!visa_need(c, ":"))
        return false;
    struct visa_word w = visa_name(c);
    int type = visa_type_by_name(w.p, w.n);
    if (type < 0)
        return visa_bad_at(c, w.p, "no type '%.*s'", (int)w.n, w.p);
    o->type = (enum visa_type)type;
    return true;
}

/* Parses (k). */
static bool take_element(struct visa_cursor *c, int *k)
{
    int64_t v;
    if (!visa_need(c, "(") || !visa_number(c, 0, 255, &v))
        return false;
    *k = (int)v;
    return visa_need(c, ")");
}

static bool take_general(struct visa_cursor *c, const struct visa_insn *in, bool dst,
                         struct visa_opnd *o)
{
    int64_t row = 0, col = 0;
    o->kind = VISA_O_GENERAL;
    o->type = type_of(c, o->id);
    visa_blanks(c);
    bool modifier = *c->p == '(' && c->p[1] && strchr("-~as", c->p[1]); /* of the next operand */
    if (!modifier && visa_take(c, "(") &&
        (!visa_number(c, 0, 255, &row) || !visa_need(c, ",") || !visa_number(c, 0, 255, &col) ||
         !visa_need(c, ")")))
        return false;
    o->row = (int)row;
    o->col = (int)col;
    visa_blanks(c);
    if (*c->p == '<')
        return take_region(c, o);
    o->vs = dst ? VISA_NULL_STRIDE : in->size > 1;
    o->w = dst ? VISA_NULL_STRIDE : 1;
    o->hs = dst;
    return true;
}

/* Parses r[A0(k),off] with its region and type. */
static bool take_indirect(struct visa_cursor *c, struct visa_opnd *o)
{
    int64_t offset;
    o->kind = VISA_O_INDIRECT;
    if (!visa_need(c, "["))
        return false;
    struct visa_word w = visa_name(c);
    o->id = visa_var_find(c->r, VISA_ADDRESS, w.p, w.n);
    if (o->id == VISA_UNDECLARED)
        return visa_bad_at(c, w.p, "no address variable '%.*s' is declared", (int)w.n, w.p);
    if (!take_element(c, &o->col) || !visa_need(c, ",") ||
        !visa_number(c, INT16_MIN, INT16_MAX, &offset) || !visa_need(c, "]"))
        return false;
    o->offset = (int)offset;
    return take_region(c, o) && take_type(c, o);
}

/* Parses &V, &V[bytes] or &T6[bytes]. */
static bool take_address_of(struct visa_cursor *c, struct visa_opnd *o)
{
    int64_t offset = 0;
    struct visa_word w = visa_name(c);
    static const enum visa_class classes[] = {VISA_GENERAL, VISA_SURFACE, VISA_SAMPLER};
    o->kind = VISA_O_ADDRESS_OF;
    o->id = VISA_UNDECLARED;
    for (unsigned i = 0; i < 3 && o->id == VISA_UNDECLARED; i++) {
        o->class = classes[i];
        o->id = visa_var_find(c->r, o->class, w.p, w.n);
    }
    if (o->id == VISA_UNDECLARED)
        return visa_bad_at(c, w.p, "no variable '%.*s' is declared", (int)w.n, w.p);
    if (visa_take(c, "[") && (!visa_number(c, 0, 8191, &offset) || !visa_need(c, "]")))
        return false;
    o->offset = (int)offset;
    o->vs = 0;
    o->w = 1;
    return true;
}

/* --- immediates --- */
/* A number with a point or an exponent is a value; without, it is the bits. */
static bool is_value(const char *p, size_t n)
{
    bool hex = n > 1 && p[0] == '0' && (p[1] | 32) == 'x';
    for (size_t i = 0; i < n && !hex; i++)
        if (p[i] == '.' || (p[i] | 32) == 'e')
            return true;
    return false;
}

static void put_value(struct visa_opnd *o, double v)
{
    float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    o->imm = bits;
    if (o->type == VISA_DF)
        memcpy(&o->imm, &v, sizeof o->imm);
    else if (o->type == VISA_HF)
        o->imm = visa_half_from(v);
}

static bool take_immediate(struct visa_cursor *c, struct visa_opnd *o)
{
    const char *begin = c->p;
    char *end;
    size_t n = strcspn(begin, ": \t");
    bool negative = *begin == '-',
         hex = begin[negative] == '0' && (begin[negative + 1] | 32) == 'x';
    double value = strtod(begin, &end);
    if (is_value(begin, n)) {
        c->p = end;
        if (!take_type(c, o))
            return false;
        o->kind = VISA_O_IMMEDIATE;
        put_value(o, value);
        return visa_types[o->type].kind == VISA_KIND_F || visa_bad(c, "a whole number, please");
    }
    o->imm = strtoull(begin + negative, &end, hex ? 16 : 10);
    o->imm = negative ? 0 - o->imm : o->imm;
    c->p = end;
    if (end == begin + negative)
        return visa_bad(c, "an operand is wanted here");
    if (!take_type(c, o))
        return false;
    o->kind = VISA_O_IMMEDIATE;
    if (visa_types[o->type].bytes < 8)
        o->imm &= UINT32_MAX;
    return true;
}

/* --- predicates --- */
/* Parses [!]P1[.any|.all]. */
static bool take_predicate(struct visa_cursor *c, struct visa_opnd *o)
{
    o->kind = VISA_O_PREDICATE;
    o->inverse = visa_take(c, "!");
    struct visa_word w = visa_name(c);
    if (!w.n)
        return visa_bad(c, "a predicate is wanted here");
    o->id = visa_var_find(c->r, VISA_PREDICATE, w.p, w.n);
    if (o->id == VISA_UNDECLARED)
        o->name = strndup(w.p, w.n); /* visa_check() reports it */
    if (visa_take(c, ".any"))
        o->combine = VISA_ANY;
    else if (visa_take(c, ".all"))
        o->combine = VISA_ALL;
    return true;
}

bool visa_parse_predicate(struct visa_cursor *c, struct visa_opnd *o)
{
    return visa_need(c, "(") && take_predicate(c, o) && visa_need(c, ")");
}

/* --- by letter --- */
static bool take_modifier(struct visa_cursor *c, struct visa_opnd *o)
{
    static const struct {
        const char *text;
        enum visa_modifier mod;
    } rows[] = {{"(-abs)", VISA_MOD_NEGABS},
                {"(-)", VISA_MOD_NEG},
                {"(abs)", VISA_MOD_ABS},
                {"(~)", VISA_MOD_NOT},
                {"(sat)", VISA_MOD_SAT}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (visa_take(c, rows[i].text)) {
            o->mod = rows[i].mod;
            return true;
        }
    return false;
}

static bool take_named(struct visa_cursor *c, const struct visa_insn *in, bool dst,
                       struct visa_word w, struct visa_opnd *o)
{
    if ((o->id = visa_var_find(c->r, VISA_GENERAL, w.p, w.n)) != VISA_UNDECLARED)
        return take_general(c, in, dst, o);
    if ((o->id = visa_var_find(c->r, VISA_ADDRESS, w.p, w.n)) != VISA_UNDECLARED) {
        o->kind = VISA_O_ADDRESS;
        return take_element(c, &o->col) && visa_need(c, "<") && take_stride(c, &o->w) &&
               visa_need(c, ">");
    }
    for (int i = VISA_SAMPLER; i <= VISA_SURFACE; i++)
        if ((o->id = visa_var_find(c->r, (enum visa_class)i, w.p, w.n)) != VISA_UNDECLARED) {
            o->kind = VISA_O_STATE;
            o->class = (enum visa_class)i;
            return take_element(c, &o->col);
        }
    if (visa_var_find(c->r, VISA_PREDICATE, w.p, w.n) != VISA_UNDECLARED ||
        (w.n > 1 && *w.p == 'P' && isdigit((unsigned char)w.p[1]))) {
        c->p = w.p;
        return take_predicate(c, o);
    }
    c->p = w.p;
    return visa_bad_at(c, w.p, "no variable '%.*s' is declared", (int)w.n, w.p);
}

static bool take_vector(struct visa_cursor *c, const struct visa_insn *in, bool dst,
                        struct visa_opnd *o)
{
    take_modifier(c, o);
    visa_blanks(c);
    if (*c->p == '!')
        return take_predicate(c, o);
    if (isdigit((unsigned char)*c->p) || *c->p == '-' || *c->p == '.')
        return take_immediate(c, o);
    if (visa_take(c, "&"))
        return take_address_of(c, o);
    struct visa_word w = visa_name(c);
    if (visa_is(w, "r") && *c->p == '[')
        return take_indirect(c, o);
    return w.n ? take_named(c, in, dst, w, o) : visa_bad(c, "an operand is wanted here");
}

static bool take_raw(struct visa_cursor *c, struct visa_opnd *o)
{
    int64_t offset = 0;
    struct visa_word w = visa_name(c);
    o->kind = VISA_O_RAW;
    o->id = w.n ? visa_var_find(c->r, VISA_GENERAL, w.p, w.n) : VISA_UNDECLARED;
    if (o->id == VISA_UNDECLARED)
        return visa_bad_at(c, w.p, "no variable '%.*s' is declared", (int)w.n, w.p);
    o->type = type_of(c, o->id);
    if (*c->p == '.') {
        c->p++;
        if (!visa_number(c, 0, UINT16_MAX, &offset))
            return false;
    }
    o->offset = (int)offset;
    return true;
}

static bool take_state(struct visa_cursor *c, enum visa_class class, struct visa_opnd *o)
{
    struct visa_word w = visa_name(c);
    o->kind = class == VISA_SURFACE ? VISA_O_SURFACE : VISA_O_SAMPLER;
    o->class = class;
    o->id = w.n ? visa_var_find(c->r, class, w.p, w.n) : VISA_UNDECLARED;
    return o->id != VISA_UNDECLARED ||
           visa_bad_at(c, w.p, "no %s '%.*s' is declared",
                       class == VISA_SURFACE ? "surface" : "sampler", (int)w.n, w.p);
}

bool visa_parse_operand(struct visa_cursor *c, struct visa_insn *in, char letter,
                        struct visa_opnd *o)
{
    struct visa_word w;
    struct visa_label *label;
    switch (letter) {
    case 't':
        return take_state(c, VISA_SURFACE, o);
    case 'p':
        return take_state(c, VISA_SAMPLER, o);
    case 'r':
    case 'w':
        return take_raw(c, o);
    case 'l':
        w = visa_name(c);
        label = w.n ? visa_label_add(c->r, w.p, w.n) : NULL;
        o->kind = VISA_O_LABEL;
        if (!label)
            return visa_bad(c, w.n ? "out of memory" : "a label is wanted here");
        o->id = (uint32_t)(label - c->r->labels);
        if (!label->line) {
            label->line = c->line;
            label->col = (unsigned)(w.p - c->start) + 1;
        }
        return true;
    case 'n':
        o->kind = VISA_O_NAME;
        if (!visa_string(c, &w))
            return false;
        o->name = strndup(w.p, w.n);
        return o->name || visa_bad(c, "out of memory");
    default:
        return take_vector(c, in, letter == 'd', o);
    }
}
