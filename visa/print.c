/* Prints a routine as text, as the compiler prints it and GenX_IR reads it. */
#include <stdarg.h>
#include <string.h>

#include "visa/visa.h"

struct line {
    char *p;
    size_t n, left;
};

static void put_text(struct line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put_text(struct line *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(l->p, l->left, fmt, ap);
    va_end(ap);
    size_t used = n < 0 ? 0 : (size_t)n < l->left ? (size_t)n : l->left - 1;
    l->p += used;
    l->left -= used;
    l->n += used;
}

static const char *var_name(const struct visa_routine *r, enum visa_class class,
                            const struct visa_opnd *o)
{
    if (o->id < r->vars[class].n)
        return r->vars[class].items[o->id].name;
    return o->name ? o->name : "?";
}

/* An invalid stride is printed as it was read. */
static void put_region(struct line *l, const struct visa_opnd *o)
{
    if (o->w == VISA_NULL_STRIDE)
        put_text(l, "<%d>", o->hs);
    else if (o->vs == VISA_NULL_STRIDE)
        put_text(l, "<%d,%d>", o->w, o->hs);
    else
        put_text(l, "<%d;%d,%d>", o->vs, o->w, o->hs);
}

static void put_predicate(struct line *l, const struct visa_routine *r, const struct visa_opnd *o)
{
    static const char *const combine[] = {"", ".any", ".all"};
    put_text(l, "%s%s%s", o->inverse ? "!" : "", var_name(r, VISA_PREDICATE, o),
             combine[o->combine]);
}

static void put_operand(struct line *l, const struct visa_routine *r, const struct visa_opnd *o,
                        bool dst)
{
    static const char *const mods[] = {"", "(abs)", "(-)", "(-abs)", "", "(~)"};
    const char *g = var_name(r, VISA_GENERAL, o);
    put_text(l, "%s", dst ? "" : mods[o->mod]);
    switch (o->kind) {
    case VISA_O_GENERAL:
        put_text(l, "%s(%d,%d)", g, o->row, o->col);
        put_region(l, o);
        break;
    case VISA_O_ADDRESS:
        put_text(l, "%s(%d)<%d>", var_name(r, VISA_ADDRESS, o), o->col, o->w);
        break;
    case VISA_O_PREDICATE:
        put_predicate(l, r, o);
        break;
    case VISA_O_INDIRECT:
        put_text(l, "r[%s(%d),%d]", var_name(r, VISA_ADDRESS, o), o->col, o->offset);
        put_region(l, o);
        put_text(l, ":%s", visa_types[o->type].name);
        break;
    case VISA_O_IMMEDIATE:
        put_text(l, "0x%llx:%s", (unsigned long long)o->imm, visa_types[o->type].name);
        break;
    case VISA_O_STATE:
        put_text(l, "%s(%d)", var_name(r, o->class, o), o->col);
        break;
    case VISA_O_ADDRESS_OF:
        put_text(l, "&%s", var_name(r, o->class, o));
        if (o->offset)
            put_text(l, "[%d]", o->offset);
        break;
    case VISA_O_RAW:
        put_text(l, "%s.%d", g, o->offset);
        break;
    case VISA_O_SURFACE:
    case VISA_O_SAMPLER:
        put_text(l, "%s", var_name(r, o->class, o));
        break;
    case VISA_O_LABEL:
        put_text(l, "%s", o->id < r->n_labels ? r->labels[o->id].name : "?");
        break;
    case VISA_O_NAME:
        put_text(l, strpbrk(o->name, ". \t") ? "\"%s\"" : "%s", o->name);
        break;
    case VISA_NONE:
        break;
    }
}

int visa_print_operand(const struct visa_routine *r, const struct visa_insn *in,
                       const struct visa_opnd *o, bool dst, char *text, size_t n)
{
    struct line l = {text, 0, n};
    (void)in;
    put_operand(&l, r, o, dst);
    return (int)l.n;
}

static const char *sample_name(unsigned code)
{
    static const char *const names[] = {
        "sample",   "sample_b",         "sample_l",          "sample_c",
        "sample_d", [24] = "sample_lz", [25] = "sample_c_lz"};
    return code < sizeof names / sizeof *names && names[code] ? names[code] : "sample";
}

static void put_channels(struct line *l, unsigned channels)
{
    put_text(l, ".%s%s%s%s", channels & 1 ? "R" : "", channels & 2 ? "G" : "",
             channels & 4 ? "B" : "", channels & 8 ? "A" : "");
}

static void put_fence(struct line *l, unsigned mask)
{
    static const char *const bits[] = {".E", ".I", ".S", ".C", ".R", "", ".L1"};
    if (mask & VISA_FENCE_SW) {
        put_text(l, "fence_sw");
        return;
    }
    put_text(l, mask & VISA_FENCE_LOCAL ? "fence_local" : "fence_global");
    for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
        if (mask >> i & 1)
            put_text(l, "%s", bits[i]);
}

static void put_words(struct line *l, const struct visa_insn *in)
{
    for (const char *f = visa_ops[in->op].form; *f; f++)
        switch (*f) {
        case 'R':
            put_text(l, ".%s", visa_relation_name(in->relation));
            break;
        case 'A':
            put_text(l, ".%s%s", visa_atomic_name(in->atomic & 0x1f),
                     in->atomic & 0x20   ? ".16"
                     : in->atomic & 0x40 ? ".64"
                                         : "");
            break;
        case 'K':
            put_channels(l, in->channels);
            break;
        case 'B':
            put_text(l, ".%u", in->block);
            break;
        case 'N':
            put_text(l, ".%u", in->count);
            break;
        case 'M':
            put_text(l, "%s", in->flag ? ".mod" : "");
            break;
        case 'd':
            put_text(l, "%s", in->opnds[0].mod == VISA_MOD_SAT && f[-1] != 'd' ? ".sat" : "");
            break;
        default:
            break;
        }
    if (in->flag && visa_ops[in->op].code == 0x4e)
        put_text(l, ".unaligned");
}

static void put_head(struct line *l, const struct visa_routine *r, const struct visa_insn *in)
{
    const struct visa_op *op = &visa_ops[in->op];
    if (in->pred.kind) {
        put_text(l, "(");
        put_predicate(l, r, &in->pred);
        put_text(l, ") ");
    }
    if (in->op == VISA_OP_FENCE)
        put_fence(l, in->fence);
    else
        put_text(l, "%s", in->op == VISA_OP_SAMPLE ? sample_name(in->sample) : op->name);
    put_words(l, in);
    if (strchr(op->form, 'O'))
        put_text(l, " (%u)", in->count);
    else if (!(op->flags & VISA_NOSIZE))
        put_text(l, " (M%u%s, %u)", in->mask + 1, in->nomask ? "_NM" : "", in->size);
}

void visa_print_insn(const struct visa_routine *r, const struct visa_insn *in,
                     char text[VISA_TEXT_MAX])
{
    struct line l = {text, 0, VISA_TEXT_MAX};
    const char *form = visa_ops[in->op].form;
    char letters[VISA_OPNDS] = {0};
    unsigned n = 0;
    for (const char *f = form; *f; f++)
        if (visa_is_operand(*f))
            letters[visa_text_place(in->op, n++)] = *f;
    put_head(&l, r, in);
    if (in->op == VISA_OP_FILE)
        put_text(&l, " \"%s\"", in->opnds[0].name ? in->opnds[0].name : "");
    for (unsigned i = 0; i < in->n; i++) {
        put_text(&l, " ");
        put_operand(&l, r, &in->opnds[i], i < n && letters[i] == 'd');
    }
    if (in->op == VISA_OP_FCALL)
        put_text(&l, " %u %u", in->args, in->rets);
    if (in->op == VISA_OP_LOC)
        put_text(&l, " %u", in->value);
}

/* --- the whole --- */
static void print_attrs(FILE *out, const struct visa_attrs *attrs)
{
    fputs(attrs->n ? " attrs={" : "", out);
    for (size_t i = 0; i < attrs->n; i++) {
        const struct visa_attr *a = &attrs->items[i];
        fprintf(out, "%s%s", i ? ", " : "", a->name);
        if (a->text)
            fprintf(out, "=\"%s\"", a->text);
        else if (a->value)
            fprintf(out, "=%u", a->value);
    }
    fputs(attrs->n ? "}" : "", out);
}

static void print_decl(FILE *out, const struct visa_routine *r, const struct visa_var *v)
{
    fprintf(out, ".decl %s v_type=%c", v->name, "GAPST"[v->class]);
    if (v->class == VISA_GENERAL)
        fprintf(out, " type=%s", visa_types[v->type].name);
    fprintf(out, " num_elts=%u", v->n);
    if (v->class == VISA_GENERAL && v->align)
        fprintf(out, " align=%s", visa_align_name(v->align, NULL));
    if (v->aliased)
        fprintf(out, " alias=<%s, %u>", r->vars[VISA_GENERAL].items[v->alias].name,
                v->alias_offset);
    if (v->other && strcmp(v->other, v->name) != 0)
        fprintf(out, " v_name=%s", v->other);
    print_attrs(out, &v->attrs);
    fputc('\n', out);
}

static void print_head(FILE *out, const struct visa_routine *r)
{
    fprintf(out, ".version %u.%u\n%s \"%s\"\n", r->major, r->minor,
            r->function ? ".global_function" : ".kernel", r->name ? r->name : "");
    for (size_t i = 0; i < r->n_callees; i++)
        fprintf(out, ".funcdecl \"%s\"\n", r->callees[i]);
    for (int class = 0; class < VISA_CLASSES; class ++)
        for (size_t i = 0; i < r->vars[class].n; i++)
            if (!r->vars[class].items[i].predefined)
                print_decl(out, r, &r->vars[class].items[i]);
    for (size_t i = 0; i < r->n_inputs; i++) {
        static const enum visa_class classes[] = {VISA_GENERAL, VISA_SAMPLER, VISA_SURFACE};
        const struct visa_input *in = &r->inputs[i];
        fprintf(out, ".input %s offset=%d size=%u\n",
                r->vars[classes[in->class]].items[in->id].name, in->offset, in->size);
    }
    for (size_t i = 0; i < r->attrs.n; i++) {
        const struct visa_attr *a = &r->attrs.items[i];
        if (a->text)
            fprintf(out, ".kernel_attr %s=\"%s\"\n", a->name, a->text);
        else
            fprintf(out, ".kernel_attr %s=%u\n", a->name, a->value);
    }
}

static void print_labels(FILE *out, const struct visa_routine *r, size_t at)
{
    for (size_t i = 0; i < r->n_labels; i++) {
        const struct visa_label *l = &r->labels[i];
        if (!l->placed || l->at != at)
            continue;
        if (l->function)
            fprintf(out, "%s.function \"%s\"\n\n%s:\n", at ? "\n" : "", l->name, l->name);
        else
            fprintf(out, "\n%s:\n", l->name);
    }
}

void visa_print(FILE *out, const struct visa_routine *r)
{
    char text[VISA_TEXT_MAX];
    print_head(out, r);
    for (size_t i = 0; i < r->n_insns; i++) {
        print_labels(out, r, i);
        visa_print_insn(r, &r->insns[i], text);
        fprintf(out, "    %s\n", text);
    }
    print_labels(out, r, r->n_insns);
}
