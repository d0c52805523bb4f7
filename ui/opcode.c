/* help OPCODE: a row of isa/opcodes.def and its types, in words. */
#include "ui/opcode.h"

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

/* Operands; NULL: the destination and the sources. */
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

static void put_types(FILE *out, const struct eu_op *op)
{
    for (const struct eu_type_pair *p = eu_op_types((enum eu_gen)(op->gens & -op->gens), op->id);
         p->dst || p->src; p++) {
        fputs("types  ", out);
        put_set(out, p->dst);
        fputs(p->dst && p->src ? " from" : "", out);
        put_set(out, p->src);
        fputc('\n', out);
    }
}

char *ui_opcode_text(const struct eu_op *op)
{
    const char *form = forms[op->format] ? forms[op->format] : operands[op->nsrc];
    char *text = NULL, gens[EU_GENS_TEXT_MAX];
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return NULL;
    fprintf(out, "%s - %s\nopcode  0x%02x, Gen %s (%s)\nform    %s%s\n", op->name, op->sem, op->hw,
            eu_gens_text(op->gens, gens), op->section, op->name, form);
    put_traits(out, op);
    put_types(out, op);
    fclose(out);
    return text;
}
