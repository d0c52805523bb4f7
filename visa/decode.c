/* Reads the binary container into a routine. Files of GenX_IR 1.0.12504 have lost operands: each
 * instruction lacks as many at its end as it has fields for size and predicate. Such files are
 * recognised because the code only makes sense in this way. */
#include <stdlib.h>
#include <string.h>

#include "visa/decode.h"

void *visa_decode_fail(struct visa_decoder *d, const char *text)
{
    if (!d->failed)
        visa_diag(d->diags, 0, 0, "%s at byte 0x%zx", text, d->at);
    d->failed = true;
    return NULL;
}

uint64_t visa_decode_take(struct visa_decoder *d, unsigned n)
{
    uint64_t v = 0;
    if (d->failed || d->size - d->at < n) {
        visa_decode_fail(d, "the file ends too early");
        return v;
    }
    for (unsigned i = 0; i < n; i++)
        v |= (uint64_t)d->file[d->at + i] << 8 * i;
    d->at += n;
    return v;
}

const char *visa_decode_text(struct visa_decoder *d, uint64_t i)
{
    return i < d->n_strings ? d->strings[i] : visa_decode_fail(d, "a string's number is too great");
}

/* --- the container --- */
bool visa_is_binary(const void *bytes, size_t size)
{
    return size >= 8 && !memcmp(bytes, "CISA", 4);
}

struct place {
    char *name;
    uint32_t offset, size, inputs;
    bool function;
};

/* Finds the @index-th routine. If there are fewer, returns their number. */
static unsigned find_routine(struct visa_decoder *d, unsigned index, struct place *p)
{
    unsigned i = 0;
    d->at = 4;
    d->r->major = (uint8_t)visa_decode_take(d, 1);
    d->r->minor = (uint8_t)visa_decode_take(d, 1);
    for (int function = 0; function < 2; function++) {
        unsigned n = (unsigned)visa_decode_take(d, 2);
        if (function) { /* after the count of file variables, which is 0 */
            if (n)
                visa_decode_fail(d, "variables of the file are not known");
            n = (unsigned)visa_decode_take(d, 2);
        }
        for (unsigned k = 0; k < n && !d->failed; k++, i++) {
            if (function)
                visa_decode_take(d, 1);
            size_t len = visa_decode_take(d, 2), name = d->at;
            if (d->size - d->at < len)
                visa_decode_fail(d, "the file ends too early");
            else
                d->at += len;
            uint32_t offset = (uint32_t)visa_decode_take(d, 4),
                     size = (uint32_t)visa_decode_take(d, 4);
            uint32_t inputs = function ? 0 : (uint32_t)visa_decode_take(d, 4);
            visa_decode_take(d, 4);
            for (unsigned b = function ? 0 : (unsigned)visa_decode_take(d, 1); b > 0; b--)
                visa_decode_take(d, 1), visa_decode_take(d, 8);
            if (i == index && !d->failed)
                *p = (struct place){strndup((const char *)d->file + name, len), offset, size,
                                    inputs, function};
        }
    }
    return i;
}

unsigned visa_binary_routines(const uint8_t *bytes, size_t size)
{
    struct visa_routine r = {.path = NULL};
    struct visa_diags diags = {0};
    struct visa_decoder d = {.r = &r, .diags = &diags, .file = bytes, .size = size};
    struct place p;
    unsigned n = visa_is_binary(bytes, size) ? find_routine(&d, UINT32_MAX, &p) : 0;
    return d.failed ? 0 : n;
}

/* --- tables --- */
static bool take_strings(struct visa_decoder *d)
{
    uint32_t n = (uint32_t)visa_decode_take(d, 4);
    if (d->failed || n > d->size)
        return visa_decode_fail(d, "there are too many strings") != NULL;
    d->strings = calloc(n + 1, sizeof *d->strings);
    for (uint32_t i = 0; d->strings && i < n; i++) {
        const uint8_t *from = d->file + d->at, *end = memchr(from, 0, d->size - d->at);
        if (!end)
            return visa_decode_fail(d, "a string has no end") != NULL;
        d->strings[d->n_strings++] = (char *)from;
        d->at += (size_t)(end - from) + 1;
    }
    return d->strings || visa_decode_fail(d, "out of memory");
}

static void take_attrs(struct visa_decoder *d, struct visa_attrs *attrs, unsigned count_bytes)
{
    for (unsigned n = (unsigned)visa_decode_take(d, count_bytes); n > 0 && !d->failed; n--) {
        const char *name = visa_decode_text(d, visa_decode_take(d, 4));
        unsigned size = (unsigned)visa_decode_take(d, 1);
        if (d->failed || d->size - d->at < size) {
            visa_decode_fail(d, "the file ends too early");
            return;
        }
        const char *text = (const char *)d->file + d->at;
        bool number = size <= 4 && strcmp(name, "OutputAsmPath") != 0;
        uint32_t v = number ? (uint32_t)visa_decode_take(d, size) : 0;
        d->at += number ? 0 : size;
        if (!visa_attr_add(attrs, name, strlen(name), number ? NULL : text, size, v))
            visa_decode_fail(d, "out of memory");
        else
            attrs->items[attrs->n - 1].size = (uint8_t)size;
    }
}

/* Adds a variable; its name is the string or, as in text, a letter and a number. */
static struct visa_var *add_var(struct visa_decoder *d, enum visa_class class, const char *letter,
                                const char *string)
{
    char name[16];
    if (d->failed)
        return NULL;
    snprintf(name, sizeof name, "%s%zu", letter ? letter : "", d->r->vars[class].n);
    const char *text = letter ? name : string;
    struct visa_var *v = visa_var_add(d->r, class, text, strlen(text));
    if (v && letter && strcmp(name, string) != 0)
        v->other = strdup(string);
    return v ? v : visa_decode_fail(d, "out of memory");
}

/* Variables are ordered as their strings are; in text, they are ordered by lines. */
static unsigned order_of(const struct visa_decoder *d, const char *string)
{
    for (uint32_t i = 0; i < d->n_strings; i++)
        if (d->strings[i] == string)
            return i + 1;
    return 0;
}

static void take_general(struct visa_decoder *d)
{
    for (uint32_t n = (uint32_t)visa_decode_take(d, 4); n > 0 && !d->failed; n--) {
        const char *name = visa_decode_text(d, visa_decode_take(d, 4));
        struct visa_var *v = add_var(d, VISA_GENERAL, NULL, name);
        if (!v)
            return;
        unsigned bits = (unsigned)visa_decode_take(d, 1);
        v->line = order_of(d, name);
        v->align = bits >> 4;
        if ((bits & 15) >= VISA_TYPES || !visa_align_name(v->align, NULL)) {
            visa_decode_fail(d, "a variable's type or alignment is not known");
            return;
        }
        v->type = (enum visa_type)(bits & 15);
        v->n = (uint32_t)visa_decode_take(d, 2);
        v->alias = (uint32_t)visa_decode_take(d, 4);
        v->alias_offset = (uint32_t)visa_decode_take(d, 2);
        v->aliased = v->alias != 0;
        visa_decode_take(d, 1);
        take_attrs(d, &v->attrs, 1);
    }
    for (size_t i = 0; i < d->r->vars[VISA_GENERAL].n && !d->failed; i++)
        if (d->r->vars[VISA_GENERAL].items[i].alias >= d->r->vars[VISA_GENERAL].n)
            visa_decode_fail(d, "an alias' number is too great");
}

static void take_states(struct visa_decoder *d, enum visa_class class, const char *letter,
                        unsigned bytes)
{
    for (unsigned n = (unsigned)visa_decode_take(d, bytes); n > 0 && !d->failed; n--) {
        const char *name = visa_decode_text(d, visa_decode_take(d, 4));
        struct visa_var *v = add_var(d, class, letter, d->failed ? "" : name);
        if (!v)
            return;
        v->line = order_of(d, name);
        v->n = (uint32_t)visa_decode_take(d, 2);
        if (class == VISA_PREDICATE && v->n > VISA_LANES)
            visa_decode_fail(d, "a predicate has at most 32 elements");
        take_attrs(d, &v->attrs, 1);
    }
}

static void take_labels(struct visa_decoder *d)
{
    struct visa_attrs none = {0};
    for (unsigned n = (unsigned)visa_decode_take(d, 2), i = 0; i < n && !d->failed; i++) {
        const char *name = visa_decode_text(d, visa_decode_take(d, 4));
        bool function = visa_decode_take(d, 1) != 0;
        char text[300];
        take_attrs(d, &none, 1);
        if (d->failed)
            break;
        snprintf(text, sizeof text, function ? "%.256s_%u" : "%.256s", name, i);
        size_t had = d->r->n_labels;
        struct visa_label *label = visa_label_add(d->r, text, strlen(text));
        /* the name exists already, and numbers must not change */
        if (label && d->r->n_labels == had) {
            snprintf(text, sizeof text, "%.256s$%u", name, i);
            label = visa_label_add(d->r, text, strlen(text));
        }
        if (!label || d->r->n_labels == had)
            visa_decode_fail(d, "a label's name is there twice");
        else
            label->function = function;
    }
    for (size_t i = 0; i < none.n; i++) {
        free(none.items[i].name);
        free(none.items[i].text);
    }
    free(none.items);
}

static void take_inputs(struct visa_decoder *d)
{
    static const enum visa_class classes[] = {VISA_GENERAL, VISA_SAMPLER, VISA_SURFACE};
    uint32_t n = (uint32_t)visa_decode_take(d, 4);
    if (d->failed || n > d->size / 9) {
        visa_decode_fail(d, "there are too many inputs");
        return;
    }
    d->r->inputs = calloc(n + 1, sizeof *d->r->inputs);
    for (uint32_t i = 0; d->r->inputs && i < n && !d->failed; i++) {
        struct visa_input *in = &d->r->inputs[i];
        in->class = (uint8_t)visa_decode_take(d, 1);
        in->id = (uint32_t)visa_decode_take(d, 4);
        in->offset = (int16_t)visa_decode_take(d, 2);
        in->size = (uint16_t)visa_decode_take(d, 2);
        if (!d->failed && (in->class > 2 || in->id >= d->r->vars[classes[in->class]].n))
            visa_decode_fail(d, "an input's variable is not there");
        d->r->n_inputs += !d->failed;
    }
}

/* --- damage --- */
static void number_lines(struct visa_routine *r)
{
    for (size_t i = 0; i < r->n_insns; i++)
        r->insns[i].line = 0;
}

/* Whether the code makes sense as that of a damaged file. */
static bool is_damaged(struct visa_decoder *d)
{
    struct visa_diags quiet = {0}, *diags = d->diags;
    d->diags = &quiet;
    visa_decode_drop(d->r, 0);
    for (size_t i = 0; i < d->r->n_labels; i++)
        d->r->labels[i].placed = false;
    d->at = d->code;
    d->failed = false;
    d->damaged = true;
    bool ok = visa_decode_code(d);
    d->diags = diags;
    return ok && d->r->n_insns;
}

static int read_code(struct visa_decoder *d, const struct place *p, uint32_t size, uint64_t entry)
{
    uint64_t at = (uint64_t)p->offset + entry;
    struct visa_diags first = {0}, *diags = d->diags;
    if (at > d->size || size > d->size - at) {
        d->at = at < d->size ? (size_t)at : d->size;
        visa_decode_fail(d, "the code goes past the file's end");
        return -1;
    }
    d->at = d->code = (size_t)at;
    d->size = d->code + size;
    d->diags = &first;
    bool whole = visa_decode_code(d);
    d->diags = diags;
    if (whole)
        return 0;
    if (is_damaged(d))
        return 1;
    *diags = first;
    return -1;
}

/* --- a routine --- */
static void move_target(struct visa_attrs *attrs)
{
    for (size_t i = 0; i < attrs->n; i++) {
        struct visa_attr *a = &attrs->items[i];
        if (!strcmp(a->name, "Target") && !a->text)
            a->text = strdup(a->value ? "3d" : "cm");
    }
}

/* Drops the compiler's own file name, which text does not have as an attribute. */
static void drop_asm_path(struct visa_attrs *attrs)
{
    for (size_t i = 0; i < attrs->n; i++)
        if (!strcmp(attrs->items[i].name, "OutputAsmPath")) {
            free(attrs->items[i].name);
            free(attrs->items[i].text);
            memmove(&attrs->items[i], &attrs->items[i + 1],
                    (attrs->n - i - 1) * sizeof *attrs->items);
            attrs->n--;
            return;
        }
}

static int take_routine(struct visa_decoder *d, const struct place *p)
{
    d->at = p->offset;
    d->r->function = p->function;
    if (p->offset >= d->size || !take_strings(d))
        return p->offset >= d->size ? visa_decode_fail(d, "the routine is behind the file's end"),
               -1                   : -1;
    const char *name = visa_decode_text(d, visa_decode_take(d, 4));
    if (d->failed || !(d->r->name = strdup(name)))
        return -1;
    take_general(d);
    take_states(d, VISA_ADDRESS, "A", 2);
    take_states(d, VISA_PREDICATE, "P", 2);
    take_labels(d);
    take_states(d, VISA_SAMPLER, "S", 1);
    take_states(d, VISA_SURFACE, "T", 1);
    if (visa_decode_take(d, 1))
        visa_decode_fail(d, "variables of the video motion estimation are not known");
    if (!p->function)
        take_inputs(d);
    uint32_t size = (uint32_t)visa_decode_take(d, 4);
    uint64_t entry = visa_decode_take(d, 4);
    if (p->function)
        visa_decode_take(d, 2);
    take_attrs(d, &d->r->attrs, 2);
    drop_asm_path(&d->r->attrs);
    move_target(&d->r->attrs);
    return d->failed ? -1 : read_code(d, p, size, entry);
}

int visa_binary(const char *path, const uint8_t *bytes, size_t size, unsigned index,
                struct visa_routine *r, struct visa_diags *diags)
{
    struct place p = {0};
    struct visa_decoder d = {.r = r, .diags = diags, .file = bytes, .size = size};
    int rc = -1;
    if (!visa_routine_begin(r, path))
        visa_diag(diags, 0, 0, "out of memory");
    else if (!visa_is_binary(bytes, size))
        visa_diag(diags, 0, 0, "no vISA file: it does not begin with CISA");
    else if (find_routine(&d, index, &p) <= index && !d.failed)
        visa_diag(diags, 0, 0, "there is no routine %u in the file", index);
    else if (!d.failed && p.name)
        rc = take_routine(&d, &p);
    if (!rc) {
        number_lines(r);
        rc = visa_layout(r, diags) ? 0 : -1;
    }
    free(d.strings);
    free(p.name);
    return rc;
}
