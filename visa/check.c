/* Checks the rules of the chapter on operands on a routine, without running it. Source: vISA
 * specification, "Operands". Which of the rules GenX_IR checks does not matter here. */
#include <string.h>

#include "visa/visa.h"

struct checker {
    const struct visa_routine *r;
    const struct visa_insn *in;
    visa_found *found;
    void *ctx;
    unsigned n;
};

static void report_rule(struct checker *c, enum visa_rule rule, const struct visa_opnd *o, bool dst)
{
    char text[VISA_TEXT_MAX] = "";
    if (o)
        visa_print_operand(c->r, c->in, o, dst, text, sizeof text);
    c->found(c->ctx, c->in, rule, text);
    c->n++;
}

static bool one_of(int v, const int *list)
{
    for (; *list >= 0; list++)
        if (*list == v)
            return true;
    return false;
}

/* --- masks and predicates --- */
static void check_mask(struct checker *c)
{
    const struct visa_insn *in = c->in;
    unsigned offset = 4u * in->mask;
    if (visa_ops[in->op].flags & VISA_NOSIZE)
        return;
    if (offset + in->size > VISA_LANES)
        report_rule(c, VISA_RULE_MASK_RANGE, NULL, false);
    if (offset % in->size)
        report_rule(c, VISA_RULE_MASK_ALIGNMENT, NULL, false);
}

/* A predicate with one element may be used with any size and mask. */
static void check_predicate(struct checker *c, const struct visa_opnd *o)
{
    const struct visa_insn *in = c->in;
    if (o->id >= c->r->vars[VISA_PREDICATE].n || !o->id) {
        report_rule(c, VISA_RULE_PREDICATE_UNDECLARED, o, false);
        return;
    }
    if (4u * in->mask + in->size > c->r->vars[VISA_PREDICATE].items[o->id].n)
        report_rule(c, VISA_RULE_PREDICATE_RANGE, o, false);
}

/* --- regions --- */
/* Returns false if the region is invalid, so that the positions of its elements are unknown. */
static bool check_strides(struct checker *c, const struct visa_opnd *o, bool dst)
{
    static const int widths[] = {1, 2, 4, 8, 16, -1}, vertical[] = {0, 1, 2, 4, 8, 16, 32, -1},
                     horizontal[] = {0, 1, 2, 4, -1};
    bool source = !dst && o->w != VISA_NULL_STRIDE;
    unsigned before = c->n;
    if (source && !one_of(o->w, widths))
        report_rule(c, VISA_RULE_WIDTH, o, dst);
    if (source && o->vs != VISA_NULL_STRIDE && !one_of(o->vs, vertical))
        report_rule(c, VISA_RULE_VERTSTRIDE, o, dst);
    if (!one_of(o->hs, horizontal))
        report_rule(c, VISA_RULE_HORZSTRIDE, o, dst);
    if (source && o->w > c->in->size)
        report_rule(c, VISA_RULE_WIDTH_EXECSIZE, o, dst);
    if (dst && o->hs == 0)
        report_rule(c, VISA_RULE_DESTINATION_STRIDE, o, dst);
    return c->n == before;
}

/* The position of the last element that @o accesses, counted in elements from its origin. */
static int last_element(const struct checker *c, const struct visa_opnd *o, bool dst)
{
    int n = c->in->size, w = dst || o->w <= 0 ? n : o->w < n ? o->w : n;
    int rows = (n + w - 1) / w;
    int vs = o->vs == VISA_NULL_STRIDE ? 0 : o->vs;
    return (rows - 1) * vs + (w - 1) * (o->hs > 0 ? o->hs : 0);
}

/* Checks bytes [lo, hi] from the variable's begin. In which register the origin is is known for
 * variables of at least one register; smaller variables lie within one. */
static void check_span(struct checker *c, const struct visa_opnd *o, bool dst)
{
    const struct visa_var *v = &c->r->vars[VISA_GENERAL].items[o->id];
    int size = (int)visa_types[o->type].bytes;
    int lo = o->row * VISA_GRF + o->col * size;
    int hi = lo + last_element(c, o, dst) * size + size - 1;
    int base = (int)v->offset;
    if (!v->predefined && hi >= (int)v->bytes)
        report_rule(c, VISA_RULE_OUT_OF_BOUND, o, dst);
    if ((base + hi) / VISA_GRF - (base + lo) / VISA_GRF > 1)
        report_rule(c, VISA_RULE_TWO_REGISTERS, o, dst);
}

static void check_general(struct checker *c, const struct visa_opnd *o, bool dst, bool scalar)
{
    if (!dst && o->vs == VISA_NULL_STRIDE && o->w != VISA_NULL_STRIDE)
        report_rule(c, VISA_RULE_MULTI_ADDRESS_GENERAL, o, dst);
    if (o->col * (int)visa_types[o->type].bytes >= VISA_GRF)
        report_rule(c, VISA_RULE_COLUMN_OFFSET, o, dst);
    if (scalar) {
        struct visa_opnd first = *o;
        first.vs = first.hs = 0;
        first.w = 1;
        check_span(c, &first, dst);
        return;
    }
    if (check_strides(c, o, dst))
        check_span(c, o, dst);
}

static void check_indirect(struct checker *c, const struct visa_opnd *o, bool dst, bool scalar)
{
    enum visa_type t = o->type;
    if (dst && o->w != VISA_NULL_STRIDE)
        report_rule(c, VISA_RULE_MULTI_ADDRESS_DESTINATION, o, false);
    if (o->offset < -512 || o->offset > 511)
        report_rule(c, VISA_RULE_INDIRECT_OFFSET, o, dst);
    if (t == VISA_V || t == VISA_UV || t == VISA_VF || t == VISA_BOOL)
        report_rule(c, VISA_RULE_INDIRECT_TYPE, o, dst);
    if (!scalar)
        check_strides(c, o, dst && o->w == VISA_NULL_STRIDE);
    int rows = !dst && o->vs == VISA_NULL_STRIDE && o->w > 0 ? c->in->size / o->w : 1;
    if (o->col + rows > (int)c->r->vars[VISA_ADDRESS].items[o->id].n)
        report_rule(c, VISA_RULE_OUT_OF_BOUND, o, dst);
}

/* --- operands --- */
static void check_modifier(struct checker *c, const struct visa_opnd *o)
{
    bool takes = o->kind == VISA_O_GENERAL || o->kind == VISA_O_INDIRECT;
    unsigned flags = visa_ops[c->in->op].flags;
    if (o->mod == VISA_MOD_NONE)
        return;
    if (!takes)
        report_rule(c, VISA_RULE_MODIFIER_OPERAND, o, false);
    else if (o->mod == VISA_MOD_NOT && !(flags & VISA_LOGIC))
        report_rule(c, VISA_RULE_NOT_MODIFIER, o, false);
    else if (o->mod != VISA_MOD_NOT && flags & (VISA_LOGIC | VISA_PLAIN))
        report_rule(c, VISA_RULE_ARITHMETIC_MODIFIER, o, false);
}

static void check_address(struct checker *c, const struct visa_opnd *o, bool dst)
{
    int n = dst ? c->in->size : o->w;
    if (!dst && (o->w > 16 || o->w < 1))
        report_rule(c, VISA_RULE_WIDTH, o, dst);
    if (o->col + n > (int)c->r->vars[VISA_ADDRESS].items[o->id].n)
        report_rule(c, VISA_RULE_OUT_OF_BOUND, o, dst);
}

static void check_vector(struct checker *c, const struct visa_opnd *o, bool dst, bool scalar)
{
    if (!dst)
        check_modifier(c, o);
    switch (o->kind) {
    case VISA_O_GENERAL:
        check_general(c, o, dst, scalar);
        break;
    case VISA_O_INDIRECT:
        check_indirect(c, o, dst, scalar);
        break;
    case VISA_O_ADDRESS:
        check_address(c, o, dst);
        break;
    case VISA_O_PREDICATE:
        check_predicate(c, o);
        break;
    case VISA_O_IMMEDIATE:
        if (dst)
            report_rule(c, VISA_RULE_IMMEDIATE_DESTINATION, o, dst);
        break;
    default:
        break;
    }
}

/* How many bytes a message reads from, or writes to, its data operand; 0: unknown. */
static unsigned data_bytes(const struct visa_insn *in)
{
    unsigned words = 0;
    for (const char *f = visa_ops[in->op].form; *f; f++) {
        if (*f == 'O')
            return 16u * in->count;
        if (*f == 'K')
            for (unsigned b = in->channels; b; b >>= 1)
                words += b & 1;
        if (*f == 'B')
            words = in->block == 1 ? 1 : in->block / 4u * in->count;
        if (*f == 'z' || *f == 'A')
            words = 1;
    }
    return 4u * in->size * words;
}

static void check_raw(struct checker *c, const struct visa_opnd *o, bool data)
{
    const struct visa_var *v = &c->r->vars[VISA_GENERAL].items[o->id];
    unsigned bytes = data ? data_bytes(c->in) : 0;
    if (v->predefined)
        return;
    if ((uint32_t)o->offset + bytes > v->bytes || (uint32_t)o->offset >= v->bytes)
        report_rule(c, VISA_RULE_OUT_OF_BOUND, o, false);
}

static void check_insn(struct checker *c)
{
    const struct visa_insn *in = c->in;
    const char *form = visa_ops[in->op].form;
    unsigned k = 0;
    check_mask(c);
    if (in->pred.kind && !strchr(form, 'P'))
        report_rule(c, VISA_RULE_NO_PREDICATE, &in->pred, false);
    else if (in->pred.kind)
        check_predicate(c, &in->pred);
    for (const char *f = form; *f; f++) {
        if (!visa_is_operand(*f))
            continue;
        const struct visa_opnd *o = &in->opnds[visa_text_place(in->op, k++)];
        if (*f == 'd' || *f == 's' || *f == 'x' || *f == 'a')
            check_vector(c, o, *f == 'd', *f == 'x' || in->op == VISA_OP_SETP);
        else if (*f == 'w' || *f == 'r')
            check_raw(c, o, !f[1]);
    }
}

unsigned visa_check(const struct visa_routine *r, visa_found *found, void *ctx)
{
    struct checker c = {.r = r, .found = found, .ctx = ctx};
    for (size_t i = 0; i < r->n_insns; i++) {
        c.in = &r->insns[i];
        check_insn(&c);
    }
    return c.n;
}
