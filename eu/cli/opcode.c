/* help OPCODE: describes a row of isa/opcodes.def and its types in words. */
#include "eu/cli/opcode.h"

#include <stdio.h>

#include "isa/optypes.h"

static const struct {
    uint16_t flag;
    const char *text;
} traits[] = {
    {EU_OPF_PRED, "predicate"},
    {EU_OPF_SAT, ".sat"},
    {EU_OPF_CMOD, "conditional modifier"},
    {EU_OPF_CMOD_Z, "conditional modifier z or nz"},
    {EU_OPF_CMOD_REQ, "which it needs"},
    {EU_OPF_SRCMOD, "source modifiers"},
    {EU_OPF_ALIGN16, "Align16"},
};

/* The operands of each format; NULL: the destination and the sources. */
static const char *const forms[EU_FMT_COUNT] = {
    [EU_FMT_NONE] = "",
    [EU_FMT_MATH] = ".FUNCTION (size) dst src0 [src1]",
    [EU_FMT_SEND] = " (size) dst payload FUNCTION DESCRIPTOR",
    [EU_FMT_SENDS] = " (size) dst payload payload FUNCTION|a0 DESCRIPTOR",
    [EU_FMT_JIP] = " (size) JIP",
    [EU_FMT_JIP_UIP] = " (size) JIP UIP",
    [EU_FMT_BRANCH] = " (size) JIP [UIP] | src0",
    [EU_FMT_JMPI] = " (1) TARGET | src0",
    [EU_FMT_CALL] = " (size) dst TARGET | src1",
    [EU_FMT_RET] = " (size) src0",
    [EU_FMT_WAIT] = " n0 | n1 | n2",
    [EU_FMT_IMM64] = NULL,
};
static const char *const operands[] = {" (size) dst", " (size) dst src0", " (size) dst src0 src1",
                                       " (size) dst src0 src1 src2"};

static void put_traits(FILE *out, const struct eu_op *op)
{
    const char *before = "takes   ";
    for (size_t i = 0; i < sizeof traits / sizeof *traits; i++) {
        if (!(op->flags & traits[i].flag))
            continue;
        fprintf(out, "%s%s", before, traits[i].text);
        before = ", ";
    }
    if (*before == ',')
        fputc('\n', out);
}

static void put_set(FILE *out, unsigned set)
{
    for (unsigned t = 0; t < EU_TYPE_COUNT; t++)
        if (set & 1u << t)
            fprintf(out, " %s", eu_types[t].name);
}

/* Prints the forms that sets of generations have for an opcode: the rows of isa/encodings.def with
 * its number. */
static unsigned put_forms(FILE *out, const struct eu_op *op)
{
    const struct eu_op *row;
    unsigned set = 0, format = op->format;
    char gens[EU_GENS_TEXT_MAX];
    for (unsigned i = 0; (row = eu_op_at(i)); i++)
        set |= row->id == op->id ? row->gens : 0;
    fprintf(out, "opcode  0x%02x, Gen %s (%s)\n", op->hw, eu_gens_text(set, gens), op->section);
    for (unsigned i = 0; (row = eu_op_at(i)); i++) {
        const char *form = forms[row->format] ? forms[row->format] : operands[row->nsrc];
        if (row->id != op->id || (row != op && row->format == format))
            continue;
        fprintf(out, "form    %s%s", op->name, form);
        fprintf(out, row == op ? "\n" : ", Gen %s\n", eu_gens_text(row->gens, gens));
    }
    return set;
}

/* The generations of @set that have the same types as its lowest one. */
static unsigned same_types(unsigned set, unsigned id)
{
    unsigned same = 0;
    const struct eu_type_pair *first = eu_op_types((enum eu_gen)(set & -set), id);
    for (unsigned gen = set & -set; gen <= set; gen <<= 1)
        if (set & gen && eu_op_types((enum eu_gen)gen, id) == first)
            same |= gen;
    return same;
}

static void put_types(FILE *out, unsigned set, unsigned id)
{
    char gens[EU_GENS_TEXT_MAX];
    bool several = same_types(set, id) != set;
    while (set) {
        unsigned same = same_types(set, id);
        if (several)
            fprintf(out, "of Gen %s\n", eu_gens_text(same, gens));
        const struct eu_type_pair *p = eu_op_types((enum eu_gen)(set & -set), id);
        for (; p->dst || p->src; p++) {
            fputs("types  ", out);
            put_set(out, p->dst);
            fputs(p->dst && p->src ? " from" : "", out);
            put_set(out, p->src);
            fputc('\n', out);
        }
        set &= ~same;
    }
}

char *ui_opcode_text(const struct eu_op *op)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return NULL;
    fprintf(out, "%s - %s\n", op->name, op->sem);
    unsigned set = put_forms(out, op);
    put_traits(out, op);
    put_types(out, set, op->id);
    fclose(out);
    return text;
}
