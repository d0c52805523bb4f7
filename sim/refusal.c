/* Finds instructions that are not simulated, and writes the sentence that says why. */
#include "sim/refusal.h"

#include <stdio.h>
#include <string.h>

#include "isa/gen.h"
#include "isa/optypes.h"

enum { DST, SRC }; /* values of struct eu_refusal.operand */

static const struct eu_refusal simulated = {EU_REFUSAL_NONE, 0, 0};

static struct eu_refusal make_refusal(enum eu_refusal_reason reason, unsigned operand,
                                      unsigned code)
{
    return (struct eu_refusal){(uint8_t)reason, (uint8_t)operand, (uint8_t)code};
}

bool eu_computes(const struct eu_op *op)
{
    return op->format == EU_FMT_ALU || op->format == EU_FMT_3SRC || op->format == EU_FMT_MATH ||
           op->format == EU_FMT_IMM64;
}

static bool is_float(unsigned type)
{
    return eu_types[type].kind == EU_KIND_FLOAT;
}

static bool takes_type(enum eu_gen gen, const struct eu_insn *insn, unsigned type)
{
    return eu_op_sources(gen, insn->op->id) >> type & 1;
}

static bool takes_only_integers(enum eu_gen gen, const struct eu_insn *insn)
{
    const unsigned floats = 1u << EU_TYPE_F | 1u << EU_TYPE_DF;
    return !(eu_op_sources(gen, insn->op->id) & floats);
}

/* --- operands --- */

static struct eu_refusal refusal_of_type(const struct eu_insn *insn, const struct eu_operand *op,
                                         unsigned operand)
{
    if (op->type == EU_TYPE_NONE)
        return make_refusal(EU_REFUSAL_TYPE, operand, op->type_code);
    if (op->file == EU_FILE_RESERVED)
        return make_refusal(EU_REFUSAL_FILE, operand, 0);
    if (eu_types[op->type].bytes == 8 && !eu_computes(insn->op) && !isa_is_send(insn))
        return make_refusal(EU_REFUSAL_NO_FORM, operand, op->type);
    return simulated;
}

static struct eu_refusal refusal_of_source(const struct eu_insn *insn, unsigned i)
{
    const struct eu_operand *op = &insn->src[i];
    struct eu_refusal r = refusal_of_type(insn, op, SRC + i);
    if (r.reason || op->file == EU_FILE_IMM || insn->op->format == EU_FMT_3SRC)
        return r;
    bool by_row = op->vs == EU_VS_VXH && !insn->align16 && op->indirect;
    if (op->vs > 6 && !by_row)
        return make_refusal(EU_REFUSAL_VSTRIDE, SRC + i, op->vs);
    if (!insn->align16 && op->w > 4)
        return make_refusal(EU_REFUSAL_WIDTH, SRC + i, op->w);
    return simulated;
}

/* Operands of an opcode for integers may not be floats: what their bits would mean is not
 * documented. 5.6 */
static struct eu_refusal refusal_of_operands(enum eu_gen gen, const struct eu_insn *insn)
{
    struct eu_refusal r = refusal_of_type(insn, &insn->dst, DST);
    if (r.reason || insn->op->format == EU_FMT_IMM64)
        return r;
    if (insn->dst.file == EU_FILE_IMM)
        return make_refusal(EU_REFUSAL_IMM_DST, DST, 0);
    bool integers_only = takes_only_integers(gen, insn);
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        r = refusal_of_source(insn, i);
        if (r.reason)
            return r;
        if (integers_only && is_float(insn->src[i].type))
            return make_refusal(EU_REFUSAL_NO_FORM, SRC + i, insn->src[i].type);
    }
    return simulated;
}

/* --- forms that an opcode cannot have --- */

static bool has_df(const struct eu_insn *insn)
{
    bool df = insn->dst.type == EU_TYPE_DF;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        df |= insn->src[i].type == EU_TYPE_DF;
    return df;
}

/* Math macros take only floats, and sources and destination have the type of the first source. */
static struct eu_refusal refusal_of_macro(const struct eu_insn *insn)
{
    unsigned type = insn->src[0].type, nsrc = insn->op->nsrc;
    if (insn->op->format == EU_FMT_MATH && insn->cmod == EU_MATH_RSQTM)
        nsrc = 1;
    if (type != EU_TYPE_F && type != EU_TYPE_DF)
        return make_refusal(EU_REFUSAL_NO_FORM, SRC, type);
    for (unsigned i = 0; i < nsrc; i++)
        if (insn->src[i].type != type || insn->src[i].indirect)
            return make_refusal(EU_REFUSAL_MACRO, SRC + i, 0);
    if (insn->dst.type != type || insn->dst.indirect)
        return make_refusal(EU_REFUSAL_MACRO, DST, 0);
    return simulated;
}

static struct eu_refusal refusal_of_math(enum eu_gen gen, const struct eu_insn *insn)
{
    unsigned function = insn->cmod;
    bool macro = function == EU_MATH_INVM || function == EU_MATH_RSQTM;
    if (macro && isa_gen(gen)->wide_values)
        return refusal_of_macro(insn);
    if (has_df(insn))
        return make_refusal(EU_REFUSAL_NO_DF, DST, 0);
    bool divides = function == EU_MATH_IDIV_BOTH || function == EU_MATH_IDIV_QUOT ||
                   function == EU_MATH_IDIV_REM;
    if (divides && (is_float(insn->src[0].type) || is_float(insn->src[1].type)))
        return make_refusal(EU_REFUSAL_FLOAT_IDIV, DST, 0);
    if (!divides && !isa_math_name(gen, function))
        return make_refusal(EU_REFUSAL_FUNCTION, DST, function);
    return simulated;
}

static struct eu_refusal refusal_of_form(enum eu_gen gen, const struct eu_insn *insn)
{
    const struct eu_operand *src = insn->src;
    bool wide = isa_gen(gen)->wide_values; /* an opcode that takes a float takes any float */
    if (!wide && has_df(insn))
        return takes_type(gen, insn, EU_TYPE_DF) ? simulated
                                                 : make_refusal(EU_REFUSAL_NO_DF, DST, 0);
    switch (insn->op->id) {
    case EU_OP_MOVI:
        return src[0].indirect ? simulated : make_refusal(EU_REFUSAL_DIRECT_MOVI, SRC, 0);
    case EU_OP_PLN:
        if (src[0].file != EU_FILE_GRF || src[1].file != EU_FILE_GRF)
            return make_refusal(EU_REFUSAL_PLANE, DST, 0);
        return simulated;
    case EU_OP_MATH:
        return refusal_of_math(gen, insn);
    case EU_OP_MADM:
        return refusal_of_macro(insn);
    case EU_OP_LINE: /* the coefficients are dwords */
        return eu_types[src[0].type].bytes >= 8 || eu_types[src[1].type].bytes >= 8
                   ? make_refusal(EU_REFUSAL_NO_FORM, SRC, src[0].type)
                   : simulated;
    default:
        return simulated;
    }
}

/* The operand of a branch is a register, or JIP and UIP take its bits. */
static struct eu_refusal refusal_of_target(const struct eu_insn *insn, unsigned i)
{
    return insn->src[1].file == EU_FILE_IMM ? simulated : refusal_of_source(insn, i);
}

/* 6.56 */
static struct eu_refusal refusal_of_message(const struct eu_insn *insn)
{
    const struct eu_operand *desc = isa_descriptor(insn);
    if (desc->file != EU_FILE_IMM && (desc->file != EU_FILE_ARF || desc->reg != EU_ARF_A << 4))
        return make_refusal(EU_REFUSAL_DESCRIPTOR, SRC + (unsigned)(desc - insn->src), 0);
    return simulated;
}

/* 6.61; n0.N is given by register number or by subregister (E38). */
static struct eu_refusal refusal_of_wait(const struct eu_insn *insn)
{
    const struct eu_operand *src = &insn->src[0];
    if (src->file != EU_FILE_ARF || src->reg >> 4 != EU_ARF_N ||
        (src->reg & 15) + src->sub / 4u > 2)
        return make_refusal(EU_REFUSAL_NOTIFICATION, SRC, 0);
    return simulated;
}

struct eu_refusal eu_refusal_of(enum eu_gen gen, const struct eu_insn *insn)
{
    unsigned flags = insn->op->flags;
    struct eu_refusal r;
    if (insn->op->format == EU_FMT_NONE)
        return simulated;
    if (!isa_exec_size(insn))
        return make_refusal(EU_REFUSAL_EXEC_SIZE, DST, insn->exec);
    if (flags & EU_OPF_PRED && !isa_pred_name(insn->pred, insn->align16))
        return make_refusal(EU_REFUSAL_PRED, DST, insn->pred);
    if (flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) && !isa_cmod_name(insn->cmod))
        return make_refusal(EU_REFUSAL_CMOD, DST, insn->cmod);
    switch (insn->op->format) {
    case EU_FMT_ALU:
    case EU_FMT_3SRC:
    case EU_FMT_MATH:
    case EU_FMT_IMM64:
        r = refusal_of_operands(gen, insn);
        return r.reason ? r : refusal_of_form(gen, insn);
    case EU_FMT_RET:
        return refusal_of_source(insn, 0);
    case EU_FMT_BRANCH:
        return refusal_of_target(insn, 0);
    case EU_FMT_JMPI:
        return refusal_of_target(insn, 1);
    case EU_FMT_CALL:
        r = refusal_of_type(insn, &insn->dst, DST);
        return r.reason ? r : refusal_of_target(insn, 1);
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        return refusal_of_message(insn);
    case EU_FMT_WAIT:
        return refusal_of_wait(insn);
    default:
        return simulated;
    }
}

/* --- the sentence --- */

/* Writes the value of the placeholder at @text to @value; returns the length of the placeholder, 0:
 * there is none. */
static size_t placeholder(const char *text, const struct eu_insn *insn, const struct eu_refusal *r,
                          char *value, size_t n)
{
    static const char *const operands[] = {"dst", "src0", "src1", "src2"};
    static const char *const names[] = {"{op}", "{operand}", "{code}", "{type}"};
    unsigned which = 0;
    while (which < 4 && strncmp(text, names[which], strlen(names[which])) != 0)
        which++;
    if (which == 4)
        return 0;
    if (which == 2)
        snprintf(value, n, "%u", r->code);
    else
        snprintf(value, n, "%s",
                 which == 0   ? insn->op->name
                 : which == 1 ? operands[r->operand & 3]
                              : eu_types[r->code].name);
    return strlen(names[which]);
}

enum eu_stop eu_refuse(enum eu_gen gen, const struct eu_thread *t, const struct eu_insn *insn,
                       struct eu_event *ev)
{
    static const char *const texts[EU_REFUSAL_COUNT] = {
        [EU_REFUSAL_NONE] = "",
#define REFUSAL(id, text) [EU_REFUSAL_##id] = (text),
#include "sim/refusals.def"
#undef REFUSAL
    };
    struct eu_refusal r = eu_refusal_of(gen, insn);
    char out[sizeof ev->text] = "", value[24];
    size_t at = 0;
    for (const char *p = texts[r.reason]; *p && at < sizeof out;) {
        size_t skip = placeholder(p, insn, &r, value, sizeof value);
        at += (size_t)(skip ? snprintf(out + at, sizeof out - at, "%s", value)
                            : snprintf(out + at, sizeof out - at, "%c", *p));
        p += skip ? skip : 1;
    }
    return eu_event_at(ev, t, EU_STOP_NOT_SIMULATED, "%s", out);
}
