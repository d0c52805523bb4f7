/* The tables of vISA, and a routine in memory: variables, labels, instructions, attributes. */
#include "visa/visa.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const struct visa_type_info visa_types[VISA_TYPES] = {
#define TYPE(id, code, name, bytes, kind) [code] = {name, bytes, VISA_KIND_##kind},
#include "visa/types.def"
#undef TYPE
};

#define LOGIC VISA_LOGIC
#define SAT VISA_SAT
#define PLAIN VISA_PLAIN
#define FLOW VISA_FLOW
#define MEM VISA_MEM
#define NOSIZE VISA_NOSIZE
const struct visa_op visa_ops[VISA_OPS] = {
#define OP(id, code, sub, name, form, flags, meaning) {name, code, sub, form, flags, meaning},
#include "visa/opcodes.def"
#undef OP
};

const struct visa_rule_info visa_rules[VISA_RULES] = {
#define RULE(id, name, text) {name, text},
#include "visa/rules.def"
#undef RULE
};

static const struct {
    const char *name;
    enum visa_type type;
    uint32_t n;
} predefined[VISA_PREDEFINED] = {
#define PREDEFINED(id, name, type, n) {name, VISA_##type, n},
#include "visa/predefined.def"
#undef PREDEFINED
};
static const char *const surfaces[VISA_USER_SURFACE] = {"%slm", "T1",   "T2",
                                                        "TSS",  "%bss", "%scratch"};

int visa_type_by_name(const char *name, size_t len)
{
    for (int i = 0; i < VISA_TYPES; i++)
        if (strlen(visa_types[i].name) == len && !memcmp(visa_types[i].name, name, len))
            return i;
    return -1;
}

const char *visa_atomic_name(unsigned code)
{
    static const char *const names[] = {
#define ATOMIC(i, name) [i] = name,
#include "visa/words.def"
#undef ATOMIC
    };
    return code < sizeof names / sizeof *names ? names[code] : NULL;
}

const char *visa_relation_name(unsigned code)
{
    static const char *const names[] = {
#define RELATION(i, name) [i] = name,
#include "visa/words.def"
#undef RELATION
    };
    return code < sizeof names / sizeof *names ? names[code] : NULL;
}

const char *visa_align_name(unsigned code, unsigned *bytes)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } rows[] = {
#define ALIGN(i, name, bytes) [i] = {name, bytes},
#include "visa/aligns.def"
#undef ALIGN
    };
    if (code >= sizeof rows / sizeof *rows)
        return NULL;
    if (bytes)
        *bytes = rows[code].bytes;
    return rows[code].name;
}

void visa_diag(struct visa_diags *d, unsigned line, unsigned col, const char *fmt, ...)
{
    va_list ap;
    if (d->n == VISA_DIAGS) {
        d->lost++;
        return;
    }
    struct visa_diag *at = &d->items[d->n++];
    at->line = line;
    at->col = col;
    va_start(ap, fmt);
    vsnprintf(at->text, sizeof at->text, fmt, ap);
    va_end(ap);
}

/* --- growing --- */
/* Makes room for one more element in a list of @n; its capacity is the next power of two. */
static void *grow_items(void *items, size_t n, size_t size)
{
    if (n & (n - 1))
        return items;
    return realloc(items, (n ? 2 * n : 1) * size);
}

static bool grow_list(void *list, size_t n, size_t size)
{
    void **items = list, *more = grow_items(*items, n, size);
    if (more)
        *items = more;
    return more != NULL;
}

struct visa_var *visa_var_add(struct visa_routine *r, enum visa_class class, const char *name,
                              size_t len)
{
    struct visa_vars *v = &r->vars[class];
    if (!grow_list(&v->items, v->n, sizeof *v->items))
        return NULL;
    struct visa_var *var = &v->items[v->n];
    *var = (struct visa_var){.name = strndup(name, len), .class = class, .n = 1};
    if (!var->name)
        return NULL;
    v->n++;
    return var;
}

uint32_t visa_var_find(const struct visa_routine *r, enum visa_class class, const char *name,
                       size_t len)
{
    const struct visa_vars *v = &r->vars[class];
    for (size_t i = v->n; i-- > 0;)
        if (!strncmp(v->items[i].name, name, len) && !v->items[i].name[len])
            return (uint32_t)i;
    return VISA_UNDECLARED;
}

struct visa_insn *visa_insn_add(struct visa_routine *r)
{
    if (!grow_list(&r->insns, r->n_insns, sizeof *r->insns))
        return NULL;
    struct visa_insn *in = &r->insns[r->n_insns++];
    *in = (struct visa_insn){.size = 1};
    return in;
}

struct visa_label *visa_label_add(struct visa_routine *r, const char *name, size_t len)
{
    for (size_t i = 0; i < r->n_labels; i++)
        if (!strncmp(r->labels[i].name, name, len) && !r->labels[i].name[len])
            return &r->labels[i];
    if (!grow_list(&r->labels, r->n_labels, sizeof *r->labels))
        return NULL;
    struct visa_label *label = &r->labels[r->n_labels];
    *label = (struct visa_label){.name = strndup(name, len)};
    if (!label->name)
        return NULL;
    r->n_labels++;
    return label;
}

bool visa_attr_add(struct visa_attrs *attrs, const char *name, size_t len, const char *text,
                   size_t text_len, uint32_t value)
{
    if (!grow_list(&attrs->items, attrs->n, sizeof *attrs->items))
        return false;
    struct visa_attr *a = &attrs->items[attrs->n++];
    *a = (struct visa_attr){.name = strndup(name, len), .value = value};
    a->text = text ? strndup(text, text_len) : NULL;
    a->size = (uint8_t)(text ? text_len : value > 0xffff ? 4 : value > 0xff ? 2 : 1);
    return a->name && (a->text || !text);
}

uint32_t visa_attr_value(const struct visa_attrs *attrs, const char *name, uint32_t other)
{
    for (size_t i = 0; i < attrs->n; i++)
        if (!strcmp(attrs->items[i].name, name) && !attrs->items[i].text)
            return attrs->items[i].value;
    return other;
}

/* --- a routine --- */
bool visa_routine_begin(struct visa_routine *r, const char *path)
{
    *r = (struct visa_routine){.major = 4, .minor = 1, .path = strdup(path)};
    bool ok = r->path;
    for (unsigned i = 0; ok && i < VISA_USER_VARIABLE; i++) {
        bool known = i < VISA_PREDEFINED;
        char name[24];
        snprintf(name, sizeof name, "%%reserved%u", i);
        const char *text = known ? predefined[i].name : name;
        struct visa_var *v = visa_var_add(r, VISA_GENERAL, text, strlen(text));
        ok = v;
        if (v) {
            v->predefined = true;
            v->type = known ? predefined[i].type : VISA_UD;
            v->n = known ? predefined[i].n : 0;
        }
    }
    for (unsigned i = 0; ok && i < VISA_USER_SURFACE; i++) {
        struct visa_var *v = visa_var_add(r, VISA_SURFACE, surfaces[i], strlen(surfaces[i]));
        ok = v;
        if (v)
            v->predefined = true;
    }
    struct visa_var *p = ok ? visa_var_add(r, VISA_PREDICATE, "%p0", 3) : NULL;
    if (p)
        p->predefined = true;
    return p != NULL;
}

static void attrs_fini(struct visa_attrs *attrs)
{
    for (size_t i = 0; i < attrs->n; i++) {
        free(attrs->items[i].name);
        free(attrs->items[i].text);
    }
    free(attrs->items);
}

static void vars_fini(struct visa_vars *v)
{
    for (size_t i = 0; i < v->n; i++) {
        free(v->items[i].name);
        free(v->items[i].other);
        attrs_fini(&v->items[i].attrs);
    }
    free(v->items);
}

void visa_routine_fini(struct visa_routine *r)
{
    for (int i = 0; i < VISA_CLASSES; i++)
        vars_fini(&r->vars[i]);
    for (size_t i = 0; i < r->n_labels; i++)
        free(r->labels[i].name);
    for (size_t i = 0; i < r->n_insns; i++) {
        free(r->insns[i].pred.name);
        for (unsigned k = 0; k < VISA_OPNDS; k++)
            free(r->insns[i].opnds[k].name);
    }
    for (size_t i = 0; i < r->n_callees; i++)
        free(r->callees[i]);
    attrs_fini(&r->attrs);
    free(r->callees);
    free(r->labels);
    free(r->insns);
    free(r->inputs);
    free(r->name);
    free(r->path);
    *r = (struct visa_routine){.path = NULL};
}

/* A variable has the bytes of the last variable in its chain of aliases. */
bool visa_layout(struct visa_routine *r, struct visa_diags *diags)
{
    struct visa_vars *vars = &r->vars[VISA_GENERAL];
    bool ok = true;
    for (size_t i = 0; i < vars->n; i++) {
        struct visa_var *v = &vars->items[i], *at = v;
        uint64_t offset = 0;
        size_t steps = 0;
        v->bytes = v->n * visa_types[v->type].bytes;
        for (; at->aliased && at->alias < vars->n && steps < vars->n; steps++) {
            offset += at->alias_offset;
            at = &vars->items[at->alias];
        }
        v->root = (uint32_t)(at - vars->items);
        v->offset = (uint32_t)offset;
        bool lost = at->aliased,
             beyond = !at->predefined &&
                      offset + v->bytes > (uint64_t)at->n * visa_types[at->type].bytes;
        ok = ok && !lost && !beyond;
        if (lost)
            visa_diag(diags, v->line, 1, "the alias of %s leads to no variable", v->name);
        else if (beyond)
            visa_diag(diags, v->line, 1, "%s reaches beyond %s, that it is an alias of", v->name,
                      at->name);
    }
    return ok;
}
