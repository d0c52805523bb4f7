/* Parses directives: what a routine declares. */
#include "visa/parse.h"

#include <stdlib.h>
#include <string.h>

static bool out_of_memory(struct visa_cursor *c)
{
    return visa_bad(c, "out of memory");
}

/* --- .decl --- */
static int class_of(struct visa_word w)
{
    static const char letters[] = "GAPST";
    const char *at = w.n == 1 ? strchr(letters, w.p[0]) : NULL;
    return at ? (int)(at - letters) : -1;
}

/* Parses attrs={NAME, NAME=NUMBER, NAME="text"}. */
static bool decl_attrs(struct visa_cursor *c, struct visa_var *v)
{
    if (!visa_need(c, "{"))
        return false;
    while (!visa_take(c, "}")) {
        struct visa_word name = visa_name(c), text = {0};
        int64_t value = 0;
        if (!name.n)
            return visa_bad(c, "an attribute's name is wanted here");
        if (visa_take(c, "=")) {
            visa_blanks(c);
            if (*c->p == '"' ? !visa_string(c, &text) : !visa_number(c, 0, UINT32_MAX, &value))
                return false;
        }
        if (!visa_attr_add(&v->attrs, name.p, name.n, text.p, text.n, (uint32_t)value))
            return out_of_memory(c);
        visa_take(c, ",");
    }
    return true;
}

static bool decl_alias(struct visa_cursor *c, struct visa_var *v)
{
    int64_t offset;
    if (!visa_need(c, "<"))
        return false;
    struct visa_word w = visa_name(c);
    v->alias = visa_var_find(c->r, VISA_GENERAL, w.p, w.n);
    if (v->alias == VISA_UNDECLARED || &c->r->vars[VISA_GENERAL].items[v->alias] == v)
        return visa_bad_at(c, w.p, "no variable '%.*s' is declared before this one", (int)w.n, w.p);
    if (!visa_need(c, ",") || !visa_number(c, 0, UINT16_MAX, &offset))
        return false;
    v->aliased = true;
    v->alias_offset = (uint32_t)offset;
    return visa_need(c, ">");
}

static bool decl_align(struct visa_cursor *c, struct visa_var *v)
{
    struct visa_word w = visa_name(c);
    for (unsigned i = 0; visa_align_name(i, NULL); i++)
        if (visa_is(w, visa_align_name(i, NULL))) {
            v->align = (uint8_t)i;
            return true;
        }
    return visa_bad_at(c, w.p, "no alignment '%.*s'", (int)w.n, w.p);
}

static bool decl_key(struct visa_cursor *c, struct visa_word key, struct visa_var *v)
{
    int64_t n;
    struct visa_word w;
    if (!visa_need(c, "="))
        return false;
    if (visa_is(key, "type")) {
        w = visa_name(c);
        int type = visa_type_by_name(w.p, w.n);
        if (type < 0)
            return visa_bad_at(c, w.p, "no type '%.*s'", (int)w.n, w.p);
        v->type = (enum visa_type)type;
        return true;
    }
    if (visa_is(key, "num_elts")) {
        if (!visa_number(c, 1, UINT16_MAX, &n))
            return false;
        v->n = (uint32_t)n;
        return true;
    }
    if (visa_is(key, "align"))
        return decl_align(c, v);
    if (visa_is(key, "alias"))
        return decl_alias(c, v);
    if (visa_is(key, "attrs"))
        return decl_attrs(c, v);
    if (visa_is(key, "v_name")) {
        if (!visa_string(c, &w))
            return false;
        free(v->other);
        v->other = strndup(w.p, w.n);
        return v->other || out_of_memory(c);
    }
    return visa_bad_at(c, key.p, "no key '%.*s' of a declaration", (int)key.n, key.p);
}

static void parse_decl(struct visa_cursor *c)
{
    struct visa_word name = visa_name(c), key;
    if (!name.n) {
        visa_bad(c, "a variable's name is wanted here");
        return;
    }
    key = visa_name(c);
    bool ok = visa_is(key, "v_type") ? visa_need(c, "=") : visa_bad(c, "v_type= is wanted here");
    if (!ok)
        return;
    struct visa_word letter = visa_name(c);
    int class = class_of(letter);
    if (class < 0) {
        visa_bad(c, "v_type is G, A, P, S or T");
        return;
    }
    if (visa_var_find(c->r, (enum visa_class) class, name.p, name.n) != VISA_UNDECLARED) {
        visa_bad_at(c, name.p, "'%.*s' is declared already", (int)name.n, name.p);
        return;
    }
    struct visa_var *v = visa_var_add(c->r, (enum visa_class) class, name.p, name.n);
    if (!v) {
        out_of_memory(c);
        return;
    }
    v->line = c->line;
    v->type = class == VISA_PREDICATE ? VISA_BOOL : class == VISA_ADDRESS ? VISA_UW : VISA_UD;
    while (ok && !visa_at_end(c)) {
        key = visa_name(c);
        ok = key.n ? decl_key(c, key, v) : visa_bad(c, "KEY=VALUE is wanted here");
    }
    if (ok && class == VISA_PREDICATE && v->n > VISA_LANES)
        visa_bad(c, "a predicate has at most 32 elements");
}

/* --- the others --- */
static bool size_and_offset(struct visa_cursor *c, struct visa_input *in)
{
    int64_t v;
    while (!visa_at_end(c)) {
        struct visa_word key = visa_name(c);
        bool size = visa_is(key, "size");
        if ((!size && !visa_is(key, "offset")) || !visa_need(c, "="))
            return visa_bad(c, "offset= or size= is wanted here");
        if (!visa_number(c, 0, INT16_MAX, &v))
            return false;
        if (size)
            in->size = (uint16_t)v;
        else
            in->offset = (int16_t)v;
    }
    return true;
}

static void parse_input(struct visa_cursor *c)
{
    static const enum visa_class classes[] = {VISA_GENERAL, VISA_SAMPLER, VISA_SURFACE};
    struct visa_word w = visa_name(c);
    struct visa_input in = {.id = VISA_UNDECLARED};
    for (uint8_t i = 0; i < 3 && w.n && in.id == VISA_UNDECLARED; i++) {
        in.class = i;
        in.id = visa_var_find(c->r, classes[i], w.p, w.n);
    }
    if (in.id == VISA_UNDECLARED) {
        visa_bad_at(c, w.p, "no variable '%.*s' is declared", (int)w.n, w.p);
        return;
    }
    if (!size_and_offset(c, &in))
        return;
    struct visa_input *more = realloc(c->r->inputs, (c->r->n_inputs + 1) * sizeof *c->r->inputs);
    if (!more) {
        out_of_memory(c);
        return;
    }
    c->r->inputs = more;
    c->r->inputs[c->r->n_inputs++] = in;
}

static void parse_attr(struct visa_cursor *c)
{
    struct visa_word name = visa_name(c), text = {NULL, 0};
    int64_t value = 1;
    if (!name.n) {
        visa_bad(c, "an attribute's name is wanted here");
        return;
    }
    if (visa_take(c, "=")) {
        visa_blanks(c);
        bool number = *c->p == '-' || (*c->p >= '0' && *c->p <= '9');
        if (number ? !visa_number(c, INT32_MIN, UINT32_MAX, &value) : !visa_string(c, &text))
            return;
    }
    if (!visa_attr_add(&c->r->attrs, name.p, name.n, text.p, text.n, (uint32_t)value))
        out_of_memory(c);
}

static void parse_name(struct visa_cursor *c, bool function)
{
    struct visa_word w;
    if (!visa_string(c, &w))
        return;
    if (c->r->name) {
        visa_bad(c, "one routine a file: %s is in it already", c->r->name);
        return;
    }
    c->r->function = function;
    c->r->name = strndup(w.p, w.n);
    if (!c->r->name)
        out_of_memory(c);
}

static void parse_function(struct visa_cursor *c)
{
    struct visa_word w;
    if (!visa_string(c, &w))
        return;
    struct visa_label *label = visa_label_add(c->r, w.p, w.n);
    if (!label) {
        out_of_memory(c);
        return;
    }
    if (label->placed) {
        visa_bad(c, "label %s is in line %u, too", label->name, label->line);
        return;
    }
    *label = (struct visa_label){.name = label->name,
                                 .function = true,
                                 .placed = true,
                                 .at = (uint32_t)c->r->n_insns,
                                 .line = c->line};
}

static void parse_callee(struct visa_cursor *c)
{
    struct visa_word w;
    char **more = realloc(c->r->callees, (c->r->n_callees + 1) * sizeof *more);
    if (!more) {
        out_of_memory(c);
        return;
    }
    c->r->callees = more;
    if (!visa_string(c, &w))
        return;
    more[c->r->n_callees] = strndup(w.p, w.n);
    c->r->n_callees += more[c->r->n_callees] != NULL;
}

static void parse_version(struct visa_cursor *c)
{
    int64_t major, minor;
    if (!visa_number(c, 0, 255, &major) || !visa_need(c, ".") || !visa_number(c, 0, 255, &minor))
        return;
    if (major != 4 && major != 3)
        visa_bad(c, "version %lld.%lld is not known: 3 and 4 are", (long long)major,
                 (long long)minor);
    c->r->major = (uint8_t)major;
    c->r->minor = (uint8_t)minor;
}

void visa_parse_directive(struct visa_cursor *c)
{
    c->p++;
    struct visa_word w = visa_name(c);
    if (visa_is(w, "decl"))
        parse_decl(c);
    else if (visa_is(w, "input") || visa_is(w, "parameter"))
        parse_input(c);
    else if (visa_is(w, "kernel_attr") || visa_is(w, "attr"))
        parse_attr(c);
    else if (visa_is(w, "kernel") || visa_is(w, "global_function"))
        parse_name(c, w.p[0] == 'g');
    else if (visa_is(w, "function"))
        parse_function(c);
    else if (visa_is(w, "funcdecl"))
        parse_callee(c);
    else if (visa_is(w, "version"))
        parse_version(c);
    else
        visa_bad_at(c, w.p, "no directive .%.*s", (int)w.n, w.p);
    if (!c->failed && !visa_at_end(c))
        visa_bad_at(c, w.p, "'%.20s' is more than .%.*s takes", c->p, (int)w.n, w.p);
}
