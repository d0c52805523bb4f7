/* Registers, constants and sources in the assembler's text. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/asm_internal.h"

bool cur_fail(struct cursor *c, const char *error)
{
    if (!c->error) {
        c->error = error;
        c->at = c->p;
    }
    return false;
}

void cur_space(struct cursor *c)
{
    while (*c->p == ' ' || *c->p == '\t')
        c->p++;
}

static bool word_char(char ch)
{
    return isalnum((unsigned char)ch) || ch == '_' || ch == '.' || ch == '$';
}

bool cur_eat(struct cursor *c, const char *text)
{
    cur_space(c);
    size_t n = strlen(text);
    if (strncmp(c->p, text, n) || (word_char(text[n - 1]) && word_char(c->p[n])))
        return false;
    c->p += n;
    return true;
}

bool cur_want(struct cursor *c, const char *text)
{
    static const struct {
        const char *text, *error;
    } wants[] = {{",", "expected a comma"}, {"]", "expected ]"},
                 {"|", "expected |"},       {")", "expected )"},
                 {"(", "expected ("},       {":", "expected :"},
                 {"vcc", "expected vcc"},   {"off", "expected a VGPR or off"}};
    if (cur_eat(c, text))
        return true;
    for (size_t i = 0; i < sizeof wants / sizeof *wants; i++)
        if (!strcmp(text, wants[i].text))
            return cur_fail(c, wants[i].error);
    return cur_fail(c, "expected something else");
}

size_t cur_word(struct cursor *c)
{
    cur_space(c);
    size_t n = 0;
    if (isdigit((unsigned char)*c->p))
        return 0;
    while (word_char(c->p[n]))
        n++;
    return n;
}

bool cur_int(struct cursor *c, int64_t *v)
{
    cur_space(c);
    const char *s = c->p;
    bool minus = *s == '-';
    if (minus || *s == '+')
        s++;
    if (isdigit((unsigned char)*s)) {
        char *end;
        uint64_t u = strtoull(s, &end, 0);
        if (word_char(*end))
            return cur_fail(c, "not an integer");
        *v = (int64_t)(minus ? 0 - u : u);
        c->p = end;
        return true;
    }
    const char *was = c->p;
    c->p = s;
    size_t n = cur_word(c);
    int64_t value;
    if (n && c->env->symbol && c->env->symbol(c->env->ctx, c->p, n, &value)) {
        *v = minus ? -value : value;
        c->p += n;
        return true;
    }
    c->p = was;
    return cur_fail(c, n ? "unknown name" : "expected an integer");
}

bool cur_int_range(struct cursor *c, int64_t lo, int64_t hi, uint32_t *v)
{
    int64_t x;
    cur_space(c);
    const char *at = c->p;
    if (!cur_int(c, &x))
        return false;
    if (x < lo || x > hi) {
        c->p = at;
        return cur_fail(c, "value out of range");
    }
    *v = (uint32_t)x;
    return true;
}

/* How many SGPRs the text may name by number; those above have names of their own. */
static unsigned sgprs(enum gcn_gen gen)
{
    return gen == GCN_GFX803 ? 102 : 104;
}

static bool reg_number(struct cursor *c, unsigned *n)
{
    if (!isdigit((unsigned char)*c->p))
        return false;
    char *end;
    unsigned long v = strtoul(c->p, &end, 10);
    *n = v > 999 ? 999 : (unsigned)v;
    c->p = end;
    return true;
}

static bool reg_range(struct cursor *c, unsigned *n, unsigned *dwords)
{
    c->p++;
    cur_space(c);
    unsigned last;
    if (!reg_number(c, n))
        return cur_fail(c, "expected a register number");
    last = *n;
    if (cur_eat(c, ":")) {
        cur_space(c);
        if (!reg_number(c, &last) || last < *n)
            return cur_fail(c, "expected a register number");
    }
    *dwords = last - *n + 1;
    return cur_want(c, "]");
}

/* @at: where the register begins; @kind: v, s or t (ttmp). */
static bool reg_numbered(struct cursor *c, const char *at, char kind, struct reg *r)
{
    unsigned n, limit = kind == 'v' ? 256 : kind == 's' ? sgprs(c->env->gen) : 12;
    r->dwords = 1;
    if (*c->p == '[' ? !reg_range(c, &n, &r->dwords) : !reg_number(c, &n))
        return false;
    if (n + r->dwords > limit) {
        c->p = at;
        return cur_fail(c, "no such register");
    }
    if (kind != 'v' && r->dwords > 1 && n % (r->dwords == 2 ? 2 : 4)) {
        c->p = at;
        return cur_fail(c, "the first register is not aligned");
    }
    r->code = n + (kind == 'v' ? GCN_VGPR0 : kind == 's' ? 0 : GCN_TTMP0);
    return true;
}

bool cur_reg(struct cursor *c, struct reg *r)
{
    static const struct {
        const char *name;
        uint8_t code, dwords, gens;
    } named[] = {
#define REGISTER(name, code, dwords, gens) {#name, code, dwords, gens},
#include "gcn/text.def"
    };
    cur_space(c);
    const char *s = c->p;
    size_t kind = !strncmp(s, "ttmp", 4) ? 4 : *s == 'v' || *s == 's' ? 1 : 0;
    if (kind && (s[kind] == '[' || isdigit((unsigned char)s[kind]))) {
        c->p += kind;
        return reg_numbered(c, s, *s, r) || cur_fail(c, "no such register");
    }
    size_t n = cur_word(c);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strlen(named[i].name) == n && !strncmp(s, named[i].name, n) &&
            named[i].gens >> c->env->gen & 1) {
            *r = (struct reg){named[i].code, named[i].dwords};
            if (c->env->llvm && !strncmp(s, "xnack", 5))
                return false;
            c->p += n;
            return true;
        }
    return false;
}

bool want_vgpr(struct cursor *c, unsigned dwords, uint32_t *field)
{
    struct reg r;
    cur_space(c);
    const char *at = c->p;
    if (cur_reg(c, &r) && r.code >= GCN_VGPR0 && r.dwords == dwords) {
        *field = r.code - GCN_VGPR0;
        return true;
    }
    c->p = at;
    return cur_fail(c, "expected a VGPR, or as many as the instruction takes");
}

bool want_sgpr(struct cursor *c, unsigned dwords, uint32_t *field)
{
    struct reg r;
    cur_space(c);
    const char *at = c->p;
    if (cur_reg(c, &r) && r.code < GCN_INT_0 && r.dwords == dwords) {
        *field = r.code;
        return true;
    }
    c->p = at;
    return cur_fail(c, "expected an SGPR, or as many as the instruction takes");
}

/* @v is less than what rounds to infinity. */
static uint16_t to_half(double v)
{
    int e;
    double m = frexp(fabs(v), &e);
    uint16_t sign = signbit(v) ? 0x8000 : 0;
    if (v == 0)
        return sign;
    if (e < -13)
        return sign | (uint16_t)nearbyint(ldexp(m, e + 24));
    return sign | (uint16_t)(((uint32_t)(e + 13) << 10) + (uint32_t)nearbyint(ldexp(m, 11)));
}

/* True if a half or a float is @v, or @v with fewer digits. LLVM decides so: infinity and a
 * denormal number are no roundings of what is written. */
static bool float_holds(double v, unsigned bits)
{
    double end = bits == 16 ? 65520 : 0x1.ffffffp127;
    double normal = bits == 16 ? 0x1p-14 : 0x1p-126, unit = bits == 16 ? 0x1p-24 : 0x1p-149;
    return fabs(v) < end && (fabs(v) >= normal || fmod(v, unit) == 0);
}

/* A number with a decimal point or an exponent is a float. */
bool cur_is_float(struct cursor *c)
{
    cur_space(c);
    const char *s = c->p;
    if (*s == '-' || *s == '+')
        s++;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        return false;
    while (isdigit((unsigned char)*s))
        s++;
    return *s == '.' || *s == 'e' || *s == 'E';
}

bool cur_float(struct cursor *c, unsigned bits, uint64_t *v)
{
    char *end;
    double d = strtod(c->p, &end);
    if (bits == 64 ? !isfinite(d) : !float_holds(d, bits))
        return cur_fail(c, "value out of range");
    float f = (float)d;
    uint32_t single;
    memcpy(&single, &f, sizeof single);
    memcpy(v, &d, sizeof *v);
    if (bits != 64)
        *v = bits == 16 ? to_half(d) : single;
    c->p = end;
    return true;
}

static bool inline_code(enum gcn_gen gen, uint64_t v, const struct gcn_operand *o, unsigned *code)
{
    int64_t s = o->bits == 64 ? (int64_t)v : o->bits == 16 ? (int16_t)v : (int32_t)v;
    if (s >= -16 && s <= 64) {
        *code = (unsigned)(s >= 0 ? 128 + s : 192 - s);
        return true;
    }
    if (o->bits == 16 && o->type != 'f')
        return false;
    for (unsigned k = GCN_HALF; k <= GCN_INV_2PI; k++)
        if (gcn_is_const(gen, k) && gcn_const(k, o->bits) == v) {
            *code = k;
            return true;
        }
    return false;
}

static bool set_literal(struct cursor *c, const char *at, uint32_t v, uint32_t *field)
{
    struct gcn_insn *in = c->in;
    bool ok = in->form == GCN_E32 && in->op->fmt != GCN_SOPK && in->op->fmt <= GCN_VOPC;
    if (!ok || (in->has_literal && in->literal != v)) {
        c->p = at;
        return cur_fail(c, "a literal cannot be encoded here");
    }
    in->has_literal = true;
    in->literal = v;
    *field = GCN_LITERAL;
    return true;
}

static bool source_number(struct cursor *c, const struct gcn_operand *o, uint32_t *field)
{
    const char *at = c->p;
    unsigned code;
    if (cur_is_float(c)) {
        uint64_t v;
        if (!cur_float(c, o->bits, &v))
            return false;
        if (o->bits == 16 && o->type != 'f')
            return cur_fail(c, "a float for a 16-bit integer");
        if (inline_code(c->env->gen, v, o, &code)) {
            *field = code;
            return true;
        }
        if (o->bits == 64 && o->type != 'f') { /* its literal is not the high half */
            c->p = at;
            return cur_fail(c, "a double for a 64-bit integer");
        }
        /* a literal cannot hold the low half of a double */
        return set_literal(c, at, (uint32_t)(o->bits == 64 ? v >> 32 : v), field);
    }
    int64_t v;
    if (!cur_int(c, &v))
        return false;
    if (o->bits != 64 && (v < INT32_MIN || v > (int64_t)UINT32_MAX)) {
        c->p = at;
        return cur_fail(c, "value out of range");
    }
    if (o->bits == 16 && (v < INT16_MIN || v > UINT16_MAX)) {
        c->p = at;
        return cur_fail(c, "value out of range");
    }
    if (inline_code(c->env->gen, o->bits == 64 ? (uint64_t)v : (uint32_t)v, o, &code)) {
        *field = code;
        return true;
    }
    if (v < INT32_MIN || v > (int64_t)UINT32_MAX) {
        c->p = at;
        return cur_fail(c, "value out of range");
    }
    return set_literal(c, at, o->bits == 16 ? (uint16_t)v : (uint32_t)v, field);
}

enum kind { KIND_VGPR, KIND_SGPR, KIND_CONST };

/* Whether the operand may be of this kind: the second source of VOP2 and VOPC must be a VGPR; VOP3
 * takes anything except literals. */
static bool class_holds(const struct cursor *c, const struct gcn_operand *o, unsigned index,
                        enum kind kind)
{
    const struct gcn_insn *in = c->in;
    bool scalar_op = in->op->fmt <= GCN_SOPP, vgpr = kind == KIND_VGPR;
    if (scalar_op && o->cls == 's')
        return kind == KIND_SGPR;
    if (scalar_op || o->cls == 's' || o->cls == 'l')
        return !vgpr;
    if (o->cls == 'v' || in->form == GCN_SDWA || in->form == GCN_DPP)
        return vgpr;
    if (in->form == GCN_E32 && index == 1)
        return vgpr;
    return true;
}

static bool source_value(struct cursor *c, const struct gcn_operand *o, unsigned index,
                         uint32_t *field)
{
    struct reg r;
    cur_space(c);
    const char *at = c->p;
    if (cur_reg(c, &r)) {
        bool special = r.code >= GCN_VCCZ && r.code < GCN_VGPR0;
        enum kind kind = r.code >= GCN_VGPR0 ? KIND_VGPR : special ? KIND_CONST : KIND_SGPR;
        if (!class_holds(c, o, index, kind) ||
            (!special && r.dwords * 32u != (o->bits < 32 ? 32 : o->bits))) {
            c->p = at;
            return cur_fail(c, "this register cannot stand here");
        }
        *field = r.code;
        return true;
    }
    if (c->error)
        return false;
    if (!class_holds(c, o, index, KIND_CONST))
        return cur_fail(c, "expected a register");
    return source_number(c, o, field);
}

struct mods {
    bool neg, abs, sext;
    int closes; /* parentheses that must still be closed */
    bool bar;
};

static void mods_open(struct cursor *c, struct mods *m)
{
    for (;;) {
        cur_space(c);
        if (cur_eat(c, "neg(")) {
            m->neg = true;
            m->closes++;
        } else if (cur_eat(c, "abs(")) {
            m->abs = true;
            m->closes++;
        } else if (cur_eat(c, "sext(")) {
            m->sext = true;
            m->closes++;
        } else if (*c->p == '-' && !isdigit((unsigned char)c->p[1]) && c->p[1] != '.') {
            m->neg = true;
            c->p++;
        } else if (*c->p == '|' && !m->bar) {
            m->abs = m->bar = true;
            c->p++;
        } else {
            return;
        }
    }
}

unsigned modifier_bit(const struct gcn_insn *in, unsigned index)
{
    return in->layout == GCN_L_VINTRP3 && index == 0 ? 1 : index;
}

bool asm_source(struct cursor *c, const struct gcn_operand *o, unsigned index)
{
    struct mods m = {0};
    struct gcn_insn *in = c->in;
    static const uint8_t fields[] = {GCN_F_A, GCN_F_B, GCN_F_C};
    const char *at = c->p;
    if (in->op->fmt >= GCN_VOP2)
        mods_open(c, &m);
    if ((m.neg || m.abs) && (o->type != 'f' || in->form == GCN_E32)) {
        c->p = at;
        return cur_fail(c, "no neg or abs here");
    }
    if (m.sext && (o->type == 'f' || in->form != GCN_SDWA)) {
        c->p = at;
        return cur_fail(c, "no sext here");
    }
    if (!source_value(c, o, index, &in->f[fields[index]]))
        return false;
    if (m.bar && !cur_want(c, "|"))
        return false;
    for (; m.closes; m.closes--)
        if (!cur_want(c, ")"))
            return false;
    unsigned bit = modifier_bit(in, index);
    in->f[GCN_F_NEG] |=
        (uint32_t)m.neg
        << bit; /* VOP3b has no abs, and some have no clamp; llvm-mc drops these, too */
    in->f[GCN_F_ABS] |= (uint32_t)m.abs << bit;
    in->f[GCN_F_SEXT] |= (uint32_t)m.sext << index;
    return true;
}
