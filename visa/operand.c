/* Operands of a running program: the bytes of a thread's store for each channel's element,
 * modifiers, conversion. Source: vISA specification, "Operands". */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "visa/exec.h"
#include "visa/half.h"

/* An address has the variable's global number + 1 above 32 bits, and the byte in the store
 * below. */
enum { ADDRESS_BYTES = 8 };

enum visa_stop visa_undefined(struct visa_exec *x, enum visa_rule rule, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(x->m->why, sizeof x->m->why, fmt, ap);
    va_end(ap);
    x->m->rule = rule;
    return x->stop = VISA_STOP_UNDEFINED;
}

enum visa_stop visa_not_simulated(struct visa_exec *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(x->m->why, sizeof x->m->why, fmt, ap);
    va_end(ap);
    return x->stop = VISA_STOP_NOT_SIMULATED;
}

const char *const visa_lint_names[VISA_LINTS] = {
#define LINT(id, name) name,
#include "visa/lints.def"
#undef LINT
};

void visa_lint(struct visa_exec *x, enum visa_lint_id rule, const char *fmt, ...)
{
    char text[160];
    va_list ap;
    if (!x->m->lint)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (x->m->on_lint)
        x->m->on_lint(x->m->lint_ctx, x->m, x->t, rule, text);
    if (x->m->lint_stop && x->stop == VISA_GO) {
        snprintf(x->m->why, sizeof x->m->why, "%s: %s", visa_lint_names[rule], text);
        x->stop = VISA_STOP_LINT;
    }
}

/* --- where elements are --- */
struct elements {
    enum visa_type type;
    unsigned bytes;         /* size of an element */
    int64_t at[VISA_LANES]; /* positions in the store */
    struct visa_place in;   /* the variable; not used for indirect operands */
    const char *name;
};

static void place_elements(struct elements *e, const struct visa_opnd *o, unsigned n, bool dst,
                           int64_t origin)
{
    int w = dst || o->w <= 0 ? (int)n : o->w, vs = o->vs < 0 ? 0 : o->vs;
    for (int i = 0; i < (int)n; i++)
        e->at[i] = origin + ((int64_t)(i / w) * vs + (int64_t)(i % w) * o->hs) * (int)e->bytes;
}

static bool general_elements(struct visa_exec *x, const struct visa_opnd *o, unsigned n, bool dst,
                             uint32_t enabled, struct elements *e)
{
    e->in = x->u->places[VISA_GENERAL][o->id];
    e->name = x->u->r->vars[VISA_GENERAL].items[o->id].name;
    place_elements(e, o, n, dst, (int64_t)e->in.at + o->row * VISA_GRF + o->col * (int)e->bytes);
    for (unsigned i = 0; i < n && o->id != VISA_PRE_NULL; i++)
        if (enabled >> i & 1 &&
            (e->at[i] < e->in.at || e->at[i] + e->bytes > e->in.at + (int64_t)e->in.bytes)) {
            visa_undefined(x, VISA_RULE_OUT_OF_BOUND, "byte %lld of %s, which has %u",
                           (long long)(e->at[i] - e->in.at), e->name, e->in.bytes);
            return false;
        }
    return true;
}

static uint64_t address_of(const struct visa_exec *x, const struct visa_opnd *o, unsigned k)
{
    const struct visa_place *p = &x->u->places[VISA_ADDRESS][o->id];
    uint64_t v = 0;
    if ((k + 1) * ADDRESS_BYTES <= p->bytes)
        memcpy(&v, x->t->store + p->at + k * ADDRESS_BYTES, ADDRESS_BYTES);
    return v;
}

/* All elements, even those of channels that do not take part, must be inside the variable. */
static bool good_address(struct visa_exec *x, uint64_t address, int64_t at, unsigned bytes,
                         unsigned channel)
{
    uint32_t var = (uint32_t)(address >> 32);
    if (!var) {
        visa_undefined(x, VISA_RULE_OUT_OF_BOUND, "channel %u has an address that nothing set",
                       channel);
        return false;
    }
    const struct visa_place *p = &x->m->im->vars[var - 1];
    if (at < p->at || at + bytes > p->at + (int64_t)p->bytes) {
        visa_undefined(x, VISA_RULE_OUT_OF_BOUND,
                       "channel %u: byte %lld of the variable, which has %u", channel,
                       (long long)(at - p->at), p->bytes);
        return false;
    }
    if ((at - p->at) % bytes) {
        visa_undefined(x, VISA_RULE_ADDRESS_ALIGNMENT, "channel %u: byte %lld, elements of %u",
                       channel, (long long)(at - p->at), bytes);
        return false;
    }
    return true;
}

static bool indirect_elements(struct visa_exec *x, const struct visa_opnd *o, unsigned n, bool dst,
                              uint32_t enabled, struct elements *e)
{
    bool multi = !dst && o->vs == VISA_NULL_STRIDE && o->w > 0;
    uint64_t a = address_of(x, o, (unsigned)o->col);
    e->name = "r[]";
    e->in = (struct visa_place){0, x->m->im->store_bytes};
    if (!multi)
        place_elements(e, o, n, dst, (int64_t)(int32_t)a + o->offset);
    for (unsigned i = 0; i < n; i++) {
        if (multi) {
            unsigned w = (unsigned)o->w;
            a = address_of(x, o, (unsigned)o->col + i / w);
            e->at[i] = (int64_t)(int32_t)a + o->offset + (int64_t)(i % w) * o->hs * (int)e->bytes;
        }
        if ((multi || enabled >> i & 1) && !good_address(x, a, e->at[i], e->bytes, i))
            return false;
    }
    return true;
}

static bool elements_of(struct visa_exec *x, const struct visa_opnd *o, unsigned n, bool dst,
                        uint32_t enabled, struct elements *e)
{
    e->type = o->type;
    e->bytes = visa_types[o->type].bytes;
    return o->kind == VISA_O_GENERAL ? general_elements(x, o, n, dst, enabled, e)
                                     : indirect_elements(x, o, n, dst, enabled, e);
}

/* --- values --- */
static struct visa_value load_value(enum visa_type type, const void *bytes)
{
    struct visa_value v = {0, 0};
    uint64_t u = 0;
    float f;
    unsigned n = visa_types[type].bytes;
    memcpy(&u, bytes, n);
    v.i = (visa_wide)u;
    switch (visa_types[type].kind) {
    case VISA_KIND_S:
        v.i = n == 8 ? (int64_t)u : n == 4 ? (int32_t)u : n == 2 ? (int16_t)u : (int8_t)u;
        break;
    case VISA_KIND_F:
        if (type == VISA_DF)
            memcpy(&v.d, bytes, n);
        else if (type == VISA_F) {
            memcpy(&f, bytes, n);
            v.d = (double)f;
        } else
            v.d = visa_half_to((uint16_t)u);
        break;
    default:
        break;
    }
    return v;
}

/* The float for a byte of a packed immediate: sign, three bits of exponent, four of fraction. */
static double packed_float(unsigned b)
{
    double v = b & 0x7f ? ldexp(16 + (b & 15), (int)(b >> 4 & 7) - 7) : 0;
    return b & 0x80 ? -v : v;
}

static struct visa_value immediate(const struct visa_opnd *o, unsigned channel,
                                   enum visa_type *type)
{
    struct visa_value v = {0, 0};
    unsigned nibble = (unsigned)(o->imm >> 4 * (channel % 8)) & 15;
    *type = o->type;
    switch (o->type) {
    case VISA_V:
        *type = VISA_W;
        v.i = nibble & 8 ? (int)nibble - 16 : (int)nibble;
        return v;
    case VISA_UV:
        *type = VISA_UW;
        v.i = nibble;
        return v;
    case VISA_VF:
        *type = VISA_F;
        v.d = packed_float((unsigned)(o->imm >> 8 * (channel % 4)) & 0xff);
        return v;
    default:
        return load_value(o->type, &o->imm);
    }
}

/* Changes the sign in a float's bits. */
static void modify_bits(enum visa_modifier mod, enum visa_type type, struct visa_value *v)
{
    visa_wide sign = (visa_wide)1 << (8 * visa_types[type].bytes - 1);
    if (mod == VISA_MOD_ABS || mod == VISA_MOD_NEGABS)
        v->i &= ~sign;
    if (mod == VISA_MOD_NEG || mod == VISA_MOD_NEGABS)
        v->i ^= sign;
}

static void apply_modifier(enum visa_modifier mod, bool is_float, bool is_signed,
                           struct visa_value *v)
{
    bool negates = mod == VISA_MOD_NEG || mod == VISA_MOD_NEGABS;
    if (mod == VISA_MOD_ABS || mod == VISA_MOD_NEGABS) {
        v->d = fabs(v->d);
        v->i = !is_float && is_signed && v->i < 0 ? -v->i : v->i;
    }
    if (negates && is_float)
        v->d = -v->d;
    if (negates && !is_float)
        v->i = -v->i;
    if (mod == VISA_MOD_NOT)
        v->i = ~v->i;
}

static void lint_unwritten(struct visa_exec *x, const struct elements *e, unsigned i)
{
    for (unsigned k = 0; k < e->bytes; k++)
        if (!x->t->written[e->at[i] + k]) {
            visa_lint(x, VISA_LINT_UNWRITTEN,
                      "channel %u reads byte %lld of %s, which nothing wrote", i + x->off,
                      (long long)(e->at[i] - e->in.at) + k, e->name);
            return;
        }
}

static bool read_elements(struct visa_exec *x, const struct visa_opnd *o, bool scalar,
                          struct visa_source *s)
{
    struct elements e;
    unsigned n = scalar ? 1 : x->n;
    uint32_t who = scalar ? 1 : x->masked;
    if (!elements_of(x, o, n, false, who, &e))
        return false;
    bool null = o->kind == VISA_O_GENERAL && o->id == VISA_PRE_NULL, is_float = s->is_float;
    for (unsigned i = 0; i < n; i++) {
        static const uint8_t zeros[8];
        bool good = !null && e.at[i] >= 0 && e.at[i] + e.bytes <= (int64_t)x->m->im->store_bytes &&
                    who >> i & 1;
        if (good && x->m->lint && x->enabled >> i & 1)
            lint_unwritten(x, &e, i);
        s->v[i] = load_value(e.type, good ? x->t->store + e.at[i] : zeros);
        apply_modifier(o->mod, is_float, visa_types[e.type].kind == VISA_KIND_S, &s->v[i]);
        if (is_float)
            modify_bits(o->mod, e.type, &s->v[i]);
    }
    return x->stop == VISA_GO;
}

bool visa_read(struct visa_exec *x, const struct visa_opnd *o, bool scalar, struct visa_source *s)
{
    s->type = o->type;
    s->is_float = s->raw = visa_types[o->type].kind == VISA_KIND_F;
    switch (o->kind) {
    case VISA_O_GENERAL:
    case VISA_O_INDIRECT:
        if (!read_elements(x, o, scalar, s))
            return false;
        break;
    case VISA_O_IMMEDIATE:
        for (unsigned i = 0; i < x->n; i++)
            s->v[i] = immediate(o, scalar ? 0 : i, &s->type);
        s->raw &= o->type != VISA_VF;
        return true;
    case VISA_O_PREDICATE: {
        const struct visa_place *p = &x->u->places[VISA_PREDICATE][o->id];
        uint32_t bits = 0;
        memcpy(&bits, x->t->store + p->at, sizeof bits);
        s->type = VISA_UD;
        s->v[0] = (struct visa_value){bits, 0};
        scalar = true;
        break;
    }
    case VISA_O_STATE:
        s->type = VISA_UD;
        s->v[0] = (struct visa_value){visa_state_get(x, o->class, o->id, (uint32_t)o->col), 0};
        scalar = true;
        break;
    default:
        visa_not_simulated(x, "an operand of this kind is read");
        return false;
    }
    for (unsigned i = 1; scalar && i < x->n; i++)
        s->v[i] = s->v[0];
    return true;
}

/* --- conversion --- */
static visa_wide low_of(enum visa_type t)
{
    unsigned bits = 8 * visa_types[t].bytes;
    return visa_types[t].kind == VISA_KIND_S ? -((visa_wide)1 << (bits - 1)) : 0;
}

static visa_wide high_of(enum visa_type t)
{
    unsigned bits = 8 * visa_types[t].bytes;
    return ((visa_wide)1 << (visa_types[t].kind == VISA_KIND_S ? bits - 1 : bits)) - 1;
}

/* Rounds towards zero; out of range, it takes the nearest value. */
static visa_wide float_to_int(enum visa_type t, double d)
{
    if (isnan(d))
        return 0;
    if (d <= (double)low_of(t))
        return low_of(t);
    if (d >= (double)high_of(t))
        return high_of(t);
    return (visa_wide)d;
}

/* A NaN is the default one: the specification leaves its bits open (assumed, as of the EU). */
static void store_float(enum visa_type t, double d, uint8_t *out)
{
    if (isnan(d))
        d = NAN;
    float f = (float)d;
    uint16_t h = visa_half_from(d);
    memcpy(out,
           t == VISA_DF  ? (void *)&d
           : t == VISA_F ? (void *)&f
                         : (void *)&h,
           visa_types[t].bytes);
}

static void store_value(enum visa_type t, const struct visa_value *v, bool is_float, bool sat,
                        uint8_t *out)
{
    if (visa_types[t].kind == VISA_KIND_F) {
        /* so that a wide integer is rounded only once */
        double d = is_float ? v->d : t == VISA_F ? (double)(float)v->i : (double)v->i;
        if (sat)
            d = d > 1 ? 1 : d < 0 || isnan(d) ? 0 : d;
        store_float(t, d, out);
        return;
    }
    visa_wide i = is_float ? float_to_int(t, v->d) : v->i;
    if (sat)
        i = i < low_of(t) ? low_of(t) : i > high_of(t) ? high_of(t) : i;
    uint64_t bits = (uint64_t)i;
    memcpy(out, &bits, visa_types[t].bytes);
}

void visa_write(struct visa_exec *x, const struct visa_opnd *o, uint32_t enabled,
                const struct visa_source *s, bool sat)
{
    struct elements e;
    if (o->kind == VISA_O_PREDICATE || o->kind == VISA_O_IMMEDIATE) {
        visa_undefined(x, VISA_RULE_IMMEDIATE_DESTINATION, "this is no destination");
        return;
    }
    if (o->kind != VISA_O_GENERAL && o->kind != VISA_O_INDIRECT) {
        visa_not_simulated(x, "an operand of this kind is a destination");
        return;
    }
    if (!elements_of(x, o, x->n, true, enabled, &e))
        return;
    if (o->kind == VISA_O_GENERAL && o->id == VISA_PRE_NULL)
        return;
    for (unsigned i = 0; i < x->n; i++)
        if (enabled >> i & 1) {
            if (s->raw && s->type == e.type && !sat)
                memcpy(x->t->store + e.at[i], &s->v[i].i, e.bytes);
            else
                store_value(e.type, &s->v[i], s->is_float, sat, x->t->store + e.at[i]);
            memset(x->t->written + e.at[i], 1, e.bytes);
        }
}

/* --- predicates, states, scalars, raw operands --- */
static uint32_t lanes_mask(unsigned n)
{
    return n >= 32 ? UINT32_MAX : (1u << n) - 1;
}

uint32_t visa_predicate_bits(const struct visa_exec *x, const struct visa_opnd *o)
{
    uint32_t bits = 0, all = lanes_mask(x->n);
    if (o->id < x->u->r->vars[VISA_PREDICATE].n)
        memcpy(&bits, x->t->store + x->u->places[VISA_PREDICATE][o->id].at, sizeof bits);
    bits = bits >> x->off & all;
    if (o->combine == VISA_ANY)
        bits = bits ? all : 0;
    else if (o->combine == VISA_ALL)
        bits = bits == all ? all : 0;
    return o->inverse ? ~bits & all : bits;
}

void visa_predicate_put(struct visa_exec *x, uint32_t id, uint32_t enabled, uint32_t bits)
{
    uint32_t old;
    if (id >= x->u->r->vars[VISA_PREDICATE].n) {
        visa_undefined(x, VISA_RULE_PREDICATE_UNDECLARED, "there is no such predicate");
        return;
    }
    uint8_t *at = x->t->store + x->u->places[VISA_PREDICATE][id].at;
    memcpy(&old, at, sizeof old);
    enabled <<= x->off;
    old = (old & ~enabled) | (bits << x->off & enabled);
    memcpy(at, &old, sizeof old);
    memset(x->t->written + x->u->places[VISA_PREDICATE][id].at, 1, sizeof old);
}

uint32_t visa_state_get(const struct visa_exec *x, enum visa_class class, uint32_t id, uint32_t k)
{
    uint32_t v = 0;
    const struct visa_place *p = &x->u->places[class][id];
    if (class == VISA_SURFACE && id == VISA_T_SLM)
        return VISA_BTI_SLM;
    if (class == VISA_SURFACE && id == VISA_T_SCRATCH)
        return VISA_BTI_STATELESS;
    if (4 * k + 4 <= p->bytes)
        memcpy(&v, x->t->store + p->at + 4 * k, sizeof v);
    return v;
}

void visa_state_put(struct visa_exec *x, enum visa_class class, uint32_t id, uint32_t k, uint32_t v)
{
    const struct visa_place *p = &x->u->places[class][id];
    if (4 * k + 4 > p->bytes) {
        visa_undefined(x, VISA_RULE_OUT_OF_BOUND, "the variable has fewer elements");
        return;
    }
    memcpy(x->t->store + p->at + 4 * k, &v, sizeof v);
    memset(x->t->written + p->at + 4 * k, 1, sizeof v);
}

uint64_t visa_scalar(struct visa_exec *x, const struct visa_opnd *o)
{
    struct visa_source s;
    uint32_t masked = x->masked;
    x->masked |= 1;
    bool ok = visa_read(x, o, true, &s);
    x->masked = masked;
    return ok ? (uint64_t)s.v[0].i : 0;
}

void visa_raw_read(struct visa_exec *x, const struct visa_opnd *o, uint32_t at, void *bytes,
                   uint32_t n)
{
    const struct visa_place *p = &x->u->places[VISA_GENERAL][o->id];
    uint32_t from = (uint32_t)o->offset + at;
    uint32_t left = visa_bytes_from(p, from), have = left < n ? left : n;
    memset(bytes, 0, n);
    if (o->id == VISA_PRE_NULL)
        return;
    if (have < n)
        visa_lint(x, VISA_LINT_OUT_OF_BOUND, "a raw operand goes past the end of %s",
                  x->u->r->vars[VISA_GENERAL].items[o->id].name);
    for (uint32_t i = 0; i < have && x->m->lint; i++)
        if (!x->t->written[p->at + from + i]) {
            visa_lint(x, VISA_LINT_UNWRITTEN,
                      "byte %u of %s goes into a message, and nothing wrote it", from + i,
                      x->u->r->vars[VISA_GENERAL].items[o->id].name);
            break;
        }
    memcpy(bytes, x->t->store + p->at + from, have);
}

void visa_raw_write(struct visa_exec *x, const struct visa_opnd *o, uint32_t at, const void *bytes,
                    uint32_t n)
{
    const struct visa_place *p = &x->u->places[VISA_GENERAL][o->id];
    uint32_t from = (uint32_t)o->offset + at;
    uint32_t left = visa_bytes_from(p, from), have = left < n ? left : n;
    if (o->id == VISA_PRE_NULL)
        return;
    if (have < n)
        visa_lint(x, VISA_LINT_OUT_OF_BOUND, "a message's answer goes past the end of %s",
                  x->u->r->vars[VISA_GENERAL].items[o->id].name);
    memcpy(x->t->store + p->at + from, bytes, have);
    memset(x->t->written + p->at + from, 1, have);
}

/* --- addr_add --- */
static bool base_address(struct visa_exec *x, const struct visa_opnd *o, unsigned channel,
                         uint64_t *a)
{
    if (o->kind == VISA_O_ADDRESS_OF && o->class == VISA_GENERAL) {
        const struct visa_place *p = &x->u->places[VISA_GENERAL][o->id];
        *a = (uint64_t)(x->u->general_ids[o->id] + 1) << 32 | (p->at + (uint32_t)o->offset);
        return true;
    }
    if (o->kind == VISA_O_ADDRESS) {
        /* elements are repeated if the size exceeds the width */
        *a = address_of(x, o, (unsigned)o->col + channel % (unsigned)(o->w > 0 ? o->w : 1));
        return true;
    }
    visa_not_simulated(x, "addr_add of an operand of this kind");
    return false;
}

void visa_exec_addr_add(struct visa_exec *x)
{
    const struct visa_opnd *dst = &x->in->opnds[0];
    struct visa_source s;
    uint64_t a[VISA_LANES];
    if (dst->kind != VISA_O_ADDRESS) {
        visa_not_simulated(x, "addr_add writes an address variable");
        return;
    }
    const struct visa_place *p = &x->u->places[VISA_ADDRESS][dst->id];
    if (!visa_read(x, &x->in->opnds[2], false, &s))
        return;
    for (unsigned i = 0; i < x->n; i++) {
        if (!base_address(x, &x->in->opnds[1], i, &a[i]))
            return;
        a[i] = (a[i] & ~UINT64_C(0xffffffff)) |
               (uint32_t)((int64_t)(uint32_t)a[i] + (int64_t)s.v[i].i);
    }
    for (unsigned i = 0; i < x->n; i++) {
        uint32_t at = ((uint32_t)dst->col + i) * ADDRESS_BYTES;
        if (!(x->enabled >> i & 1))
            continue;
        if (at + ADDRESS_BYTES > p->bytes) {
            visa_undefined(x, VISA_RULE_OUT_OF_BOUND, "the address variable has fewer elements");
            return;
        }
        memcpy(x->t->store + p->at + at, &a[i], ADDRESS_BYTES);
        memset(x->t->written + p->at + at, 1, ADDRESS_BYTES);
    }
}
