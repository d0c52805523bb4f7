/* Writes a routine as a binary container. Source: vISA specification, chapter "Header", and the
 * layout described in the sources of visa.h. GenX_IR 1.0.12504 reads these files. */
#include <stdlib.h>
#include <string.h>

#include "visa/binary.h"
#include "visa/bytes.h"
#include "visa/visa.h"

struct encoder {
    const struct visa_routine *r;
    struct visa_diags *diags;
    struct bytes pool, out; /* pool: strings, one after the other */
    uint32_t n_strings;
    uint16_t *labels; /* the number of each label */
};

/* The number of a string; each string is stored once. */
static uint32_t string_of(struct encoder *e, const char *text, size_t len)
{
    uint32_t i = 0;
    for (size_t at = 0; at < e->pool.n; i++) {
        const char *have = (const char *)e->pool.data + at;
        if (strlen(have) == len && !memcmp(have, text, len))
            return i;
        at += strlen(have) + 1;
    }
    visa_put_data(&e->pool, text, len);
    visa_put_int(&e->pool, 0, 1);
    return e->n_strings++;
}

static uint32_t string_number(struct encoder *e, const char *text)
{
    return string_of(e, text, strlen(text));
}

/* --- names, in the compiler's order --- */
struct named {
    const char *name;
    unsigned line;
    size_t order;
};

static int by_line(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static const char *binary_name(const struct visa_var *v)
{
    return v->other ? v->other : v->name;
}

static bool add_names(struct encoder *e)
{
    const struct visa_routine *r = e->r;
    size_t n = 0, most = 0;
    string_number(e, r->name ? r->name : "");
    for (int c = 0; c < VISA_CLASSES; c++)
        most += r->vars[c].n;
    struct named *list = malloc((most + 1) * sizeof *list);
    if (!list)
        return false;
    for (int c = 0; c < VISA_CLASSES; c++)
        for (size_t i = 0; i < r->vars[c].n; i++) {
            const struct visa_var *v = &r->vars[c].items[i];
            if (v->predefined && c == VISA_GENERAL && i < VISA_PREDEFINED)
                string_number(e, v->name);
            else if (!v->predefined) {
                list[n] = (struct named){binary_name(v), v->line, n};
                n++;
            }
        }
    qsort(list, n, sizeof *list, by_line);
    for (size_t i = 0; i < n; i++)
        string_number(e, list[i].name);
    free(list);
    return true;
}

/* --- labels: that of a subroutine is printed as its string, _ and its number --- */
static bool suffix_of(const char *name, size_t *len, unsigned *number)
{
    const char *bar = strrchr(name, '_');
    char *end;
    if (!bar || bar == name || bar[1] < '0' || bar[1] > '9')
        return false;
    unsigned long v = strtoul(bar + 1, &end, 10);
    *len = (size_t)(bar - name);
    *number = (unsigned)v;
    return !*end && v < UINT16_MAX;
}

static bool number_labels(struct encoder *e)
{
    const struct visa_routine *r = e->r;
    size_t len;
    unsigned number;
    e->labels = calloc(r->n_labels + 1, sizeof *e->labels);
    bool *taken = calloc(r->n_labels + 1, sizeof *taken),
         *done = calloc(r->n_labels + 1, sizeof *done);
    bool ok = e->labels && taken && done;
    for (size_t i = 0; ok && i < r->n_labels; i++)
        if (r->labels[i].function && suffix_of(r->labels[i].name, &len, &number) &&
            number < r->n_labels && !taken[number]) {
            e->labels[i] = (uint16_t)number;
            taken[number] = done[i] = true;
        }
    for (size_t i = 0, next = 0; ok && i < r->n_labels; i++)
        if (!done[i]) {
            while (taken[next])
                next++;
            taken[next] = true;
            e->labels[i] = (uint16_t)next;
        }
    free(taken);
    free(done);
    return ok;
}

static void put_attrs(struct encoder *e, const struct visa_attrs *attrs, unsigned count_bytes)
{
    visa_put_int(&e->out, attrs->n, count_bytes);
    for (size_t i = 0; i < attrs->n; i++) {
        const struct visa_attr *a = &attrs->items[i];
        visa_put_int(&e->out, string_number(e, a->name), 4);
        size_t len = a->text ? strnlen(a->text, UINT8_MAX) : 0;
        visa_put_int(&e->out, a->text ? len : a->size, 1);
        if (a->text)
            visa_put_data(&e->out, a->text, len);
        else
            visa_put_int(&e->out, a->value, a->size <= 4 ? a->size : 4);
    }
}

static void put_labels(struct encoder *e)
{
    const struct visa_routine *r = e->r;
    visa_put_int(&e->out, r->n_labels, 2);
    for (size_t k = 0; k < r->n_labels; k++)
        for (size_t i = 0; i < r->n_labels; i++) {
            const struct visa_label *l = &r->labels[i];
            size_t len = strlen(l->name);
            unsigned number;
            if (e->labels[i] != k)
                continue;
            size_t stem;
            if (l->function && suffix_of(l->name, &stem, &number) && number == k)
                len = stem;
            visa_put_int(&e->out, string_of(e, l->name, len), 4);
            visa_put_int(&e->out, l->function, 1);
            visa_put_int(&e->out, 0, 1);
        }
}

/* --- variables --- */
static void put_states(struct encoder *e, enum visa_class class, unsigned first, unsigned bytes)
{
    const struct visa_vars *v = &e->r->vars[class];
    visa_put_int(&e->out, v->n - first, bytes);
    for (size_t i = first; i < v->n; i++) {
        visa_put_int(&e->out, string_number(e, binary_name(&v->items[i])), 4);
        visa_put_int(&e->out, v->items[i].n, 2);
        put_attrs(e, &v->items[i].attrs, 1);
    }
}

static void put_variables(struct encoder *e)
{
    const struct visa_vars *v = &e->r->vars[VISA_GENERAL];
    visa_put_int(&e->out, v->n - VISA_USER_VARIABLE, 4);
    for (size_t i = VISA_USER_VARIABLE; i < v->n; i++) {
        const struct visa_var *var = &v->items[i];
        visa_put_int(&e->out, string_number(e, binary_name(var)), 4);
        visa_put_int(&e->out, var->type | (unsigned)var->align << 4, 1);
        visa_put_int(&e->out, var->n, 2);
        visa_put_int(&e->out, var->aliased ? var->alias : 0, 4);
        visa_put_int(&e->out, var->alias_offset, 2);
        visa_put_int(&e->out, 0, 1);
        put_attrs(e, &var->attrs, 1);
    }
    put_states(e, VISA_ADDRESS, 0, 2);
    put_states(e, VISA_PREDICATE, VISA_USER_PREDICATE, 2);
    put_labels(e);
    put_states(e, VISA_SAMPLER, 0, 1);
    put_states(e, VISA_SURFACE, VISA_USER_SURFACE, 1);
    visa_put_int(&e->out, 0, 1);
}

/* --- operands --- */
static unsigned stride_code(struct encoder *e, const struct visa_insn *in, int v)
{
    for (unsigned i = 0; i < sizeof visa_strides / sizeof *visa_strides; i++)
        if (visa_strides[i] == v)
            return i;
    visa_diag(e->diags, in->line, 0, "the binary form has no stride and no width of %d", v);
    return 0;
}

static unsigned predicate_code(const struct visa_opnd *o)
{
    return o->kind ? (o->id & 0xfff) | (unsigned)o->combine << 13 | (unsigned)o->inverse << 15 : 0;
}

static void put_region(struct encoder *e, const struct visa_insn *in, const struct visa_opnd *o)
{
    visa_put_int(&e->out,
                 stride_code(e, in, o->vs) | stride_code(e, in, o->w) << 4 |
                     stride_code(e, in, o->hs) << 8,
                 2);
}

static unsigned log2_of(unsigned v)
{
    unsigned n = 0;
    while (v >>= 1)
        n++;
    return n;
}

static void put_state(struct encoder *e, const struct visa_opnd *o, unsigned element)
{
    visa_put_int(&e->out, o->class == VISA_SAMPLER, 1);
    visa_put_int(&e->out, o->id, 2);
    visa_put_int(&e->out, element, 1);
}

static void put_address_of(struct encoder *e, const struct visa_opnd *o)
{
    unsigned size;
    visa_put_int(&e->out, o->class == VISA_GENERAL ? VISA_B_GENERAL : VISA_B_STATE, 1);
    if (o->class != VISA_GENERAL) {
        put_state(e, o, (unsigned)o->offset);
        return;
    }
    size = visa_types[e->r->vars[VISA_GENERAL].items[o->id].type].bytes;
    visa_put_int(&e->out, o->id, 4);
    visa_put_int(&e->out, (unsigned)o->offset / VISA_GRF, 1);
    visa_put_int(&e->out, (unsigned)o->offset % VISA_GRF / size, 1);
    visa_put_int(&e->out, 0x121, 2);
}

static void put_vector(struct encoder *e, const struct visa_insn *in, const struct visa_opnd *o)
{
    static const uint8_t tags[] = {
        [VISA_O_GENERAL] = VISA_B_GENERAL,     [VISA_O_ADDRESS] = VISA_B_ADDRESS,
        [VISA_O_PREDICATE] = VISA_B_PREDICATE, [VISA_O_INDIRECT] = VISA_B_INDIRECT,
        [VISA_O_IMMEDIATE] = VISA_B_IMMEDIATE, [VISA_O_STATE] = VISA_B_STATE};
    if (o->kind == VISA_O_ADDRESS_OF) {
        put_address_of(e, o);
        return;
    }
    visa_put_int(&e->out, tags[o->kind] | (unsigned)o->mod << 3, 1);
    switch (o->kind) {
    case VISA_O_GENERAL:
        visa_put_int(&e->out, o->id, 4);
        visa_put_int(&e->out, (unsigned)o->row, 1);
        visa_put_int(&e->out, (unsigned)o->col, 1);
        put_region(e, in, o);
        break;
    case VISA_O_ADDRESS:
        visa_put_int(&e->out, o->id, 2);
        visa_put_int(&e->out, (unsigned)o->col, 1);
        visa_put_int(&e->out, log2_of((unsigned)o->w), 1);
        break;
    case VISA_O_PREDICATE:
        visa_put_int(&e->out, predicate_code(o), 2);
        break;
    case VISA_O_INDIRECT:
        visa_put_int(&e->out, o->id, 2);
        visa_put_int(&e->out, (unsigned)o->col, 1);
        visa_put_int(&e->out, (uint64_t)o->offset, 2);
        visa_put_int(&e->out, o->type, 1);
        put_region(e, in, o);
        break;
    case VISA_O_IMMEDIATE:
        visa_put_int(&e->out, o->type, 1);
        visa_put_int(&e->out, o->imm, visa_types[o->type].bytes == 8 ? 8 : 4);
        break;
    default:
        put_state(e, o, (unsigned)o->col);
        break;
    }
}

static void put_operand(struct encoder *e, const struct visa_insn *in, char letter,
                        const struct visa_opnd *o)
{
    switch (letter) {
    case 'r':
    case 'w':
        visa_put_int(&e->out, o->id, 4);
        visa_put_int(&e->out, (unsigned)o->offset, 2);
        break;
    case 't':
    case 'p':
        visa_put_int(&e->out, o->id, 1);
        break;
    case 'l':
        visa_put_int(&e->out, e->labels[o->id], 2);
        break;
    case 'n':
        visa_put_int(&e->out, string_number(e, o->name), 2);
        break;
    default:
        put_vector(e, in, o);
        break;
    }
}

/* --- instructions --- */
static void put_field(struct encoder *e, const struct visa_insn *in, char letter)
{
    struct bytes *b = &e->out;
    switch (letter) {
    case 'E':
        visa_put_int(b, log2_of(in->size) | (in->mask + (in->nomask ? 8u : 0)) << 4, 1);
        break;
    case 'P':
        visa_put_int(b, predicate_code(&in->pred), 2);
        break;
    case 'R':
        visa_put_int(b, in->relation, 1);
        break;
    case 'X':
        visa_put_int(b, (unsigned)visa_ops[in->op].sub, 1);
        break;
    case 'K':
        visa_put_int(b, in->channels, 1);
        break;
    case 'Z':
        visa_put_int(b, 0, 2);
        break;
    case 'z':
        visa_put_int(b, 0, 1);
        break;
    case 'B':
        visa_put_int(b, visa_block_code(in->block), 1);
        break;
    case 'N':
        visa_put_int(b, log2_of(in->count), 1);
        break;
    case 'O':
        visa_put_int(b, log2_of(in->count) | (in->flag && visa_ops[in->op].sub > 0 ? 8u : 0), 1);
        break;
    case 'M':
        visa_put_int(b, in->flag, 1);
        break;
    case 'A':
        visa_put_int(b, in->atomic, 1);
        break;
    case 'F':
        visa_put_int(b, in->fence, 1);
        break;
    case 'S':
        visa_put_int(b, in->sample | (unsigned)in->sample_flags << 5, 2);
        break;
    case 'G':
        visa_put_int(b, in->args, 1);
        break;
    case 'H':
        visa_put_int(b, in->rets, 1);
        break;
    case 'L':
        visa_put_int(b, in->value, 4);
        break;
    case 'f':
        visa_put_int(b, string_number(e, in->opnds[0].name), 4);
        break;
    case 'v':
        visa_put_int(b, in->n - 4u, 1);
        break; /* offsets, sampler, surface and destination come before */
    default:
        break;
    }
}

static void put_insn(struct encoder *e, const struct visa_insn *in)
{
    const struct visa_op *op = &visa_ops[in->op];
    unsigned i = 0;
    if (in->op == VISA_OP_LIFETIME)
        return; /* it does not change what is computed */
    visa_put_int(&e->out, op->code, 1);
    if (op->sub >= 0 && !strchr(op->form, 'X'))
        visa_put_int(&e->out, (unsigned)op->sub, 1);
    for (const char *f = op->form; *f; f++)
        if (visa_is_operand(*f)) {
            put_operand(e, in, *f, &in->opnds[visa_text_place(in->op, i)]);
            i++;
        } else
            put_field(e, in, *f);
    for (; i < in->n && strchr(op->form, 'v'); i++)
        put_operand(e, in, 'r', &in->opnds[i]);
}

static void put_code(struct encoder *e)
{
    const struct visa_routine *r = e->r;
    for (size_t i = 0; i <= r->n_insns; i++) {
        for (size_t k = 0; k < r->n_labels; k++)
            if (r->labels[k].placed && r->labels[k].at == i) {
                visa_put_int(&e->out, r->labels[k].function ? VISA_B_SUBROUTINE : VISA_B_LABEL, 1);
                visa_put_int(&e->out, e->labels[k], 2);
            }
        if (i < r->n_insns)
            put_insn(e, &r->insns[i]);
    }
}

/* An attribute of a routine that the compiler writes, but its text does not contain. */
static const struct visa_attr asm_path = {"OutputAsmPath", "k.asm", 0, 5};

static bool put_routine_attrs(struct encoder *e)
{
    const struct visa_attrs *given = &e->r->attrs;
    struct visa_attrs all = {calloc(given->n + 1, sizeof *all.items), 0};
    if (!all.items)
        return false;
    all.items[all.n++] = asm_path;
    for (size_t i = 0; i < given->n; i++) {
        struct visa_attr a = given->items[i];
        if (!strcmp(a.name, asm_path.name)) {
            all.items[0] = a;
            continue;
        }
        if (!strcmp(a.name, "Target") && a.text)
            a = (struct visa_attr){a.name, NULL, !strcmp(a.text, "3d"), 1};
        all.items[all.n++] = a;
    }
    put_attrs(e, &all, 2);
    free(all.items);
    return true;
}

/* Writes the routine to a buffer; it is put after its strings, which are only complete when the
 * routine is written. */
static bool put_routine(struct encoder *e, size_t *inputs, size_t *entry)
{
    const struct visa_routine *r = e->r;
    put_variables(e);
    *inputs = e->out.n;
    if (!r->function) {
        visa_put_int(&e->out, r->n_inputs, 4);
        for (size_t i = 0; i < r->n_inputs; i++) {
            visa_put_int(&e->out, r->inputs[i].class, 1);
            visa_put_int(&e->out, r->inputs[i].id, 4);
            visa_put_int(&e->out, (uint16_t)r->inputs[i].offset, 2);
            visa_put_int(&e->out, r->inputs[i].size, 2);
        }
    }
    size_t sizes = e->out.n;
    visa_put_int(&e->out, 0, 8); /* size and entry: filled in below */
    if (r->function) {
        visa_put_int(&e->out, visa_attr_value(&r->attrs, "ArgSize", 0), 1);
        visa_put_int(&e->out, visa_attr_value(&r->attrs, "RetValSize", 0), 1);
    }
    if (!put_routine_attrs(e))
        return false;
    *entry = e->out.n;
    put_code(e);
    if (e->out.failed || e->pool.failed)
        return false;
    uint32_t size = (uint32_t)(e->out.n - *entry);
    for (unsigned i = 0; i < 4; i++)
        e->out.data[sizes + i] = (uint8_t)(size >> 8 * i);
    size_t at = *entry + 4 + e->pool.n + 4;
    for (unsigned i = 0; i < 4; i++)
        e->out.data[sizes + 4 + i] = (uint8_t)(at >> 8 * i);
    return true;
}

static void put_container(struct encoder *e, struct bytes *file, size_t inputs)
{
    const struct visa_routine *r = e->r;
    size_t len = strlen(r->name), head = (r->function ? 27 : 31) + len; /* bytes written here */
    size_t before = 4 + e->pool.n + 4; /* the strings, and the name's number */
    visa_put_data(file, "CISA", 4);
    visa_put_int(file, r->major, 1);
    visa_put_int(file, r->minor, 1);
    visa_put_int(file, r->function ? 0 : 1, 2);
    if (r->function) {
        visa_put_int(file, 0, 2);
        visa_put_int(file, 1, 2);
        visa_put_int(file, 0, 1);
    }
    visa_put_int(file, len, 2);
    visa_put_data(file, r->name, len);
    visa_put_int(file, head, 4);
    visa_put_int(file, before + e->out.n, 4);
    if (!r->function)
        visa_put_int(file, head + before + inputs, 4);
    visa_put_int(file, 0, 4);
    if (!r->function) {
        visa_put_int(file, 0, 1);
        visa_put_int(file, 0, 4);
    }
    visa_put_int(file, e->n_strings, 4);
    visa_put_data(file, e->pool.data, e->pool.n);
    visa_put_int(file, 0, 4);
    visa_put_data(file, e->out.data, e->out.n);
}

uint8_t *visa_encode(const struct visa_routine *r, size_t *size, struct visa_diags *diags)
{
    struct encoder e = {.r = r, .diags = diags};
    struct bytes file = {0};
    size_t inputs, entry, errors = diags->n + diags->lost;
    bool ok = add_names(&e) && number_labels(&e) && put_routine(&e, &inputs, &entry);
    if (ok)
        put_container(&e, &file, inputs);
    if (!ok || file.failed)
        visa_diag(diags, 0, 0, "out of memory");
    free(e.pool.data);
    free(e.out.data);
    free(e.labels);
    if (diags->n + diags->lost != errors) {
        free(file.data);
        return NULL;
    }
    *size = file.n;
    return file.data;
}
