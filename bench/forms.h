/* The forms of instructions: every opcode that computes with its types, regions and modifiers as
 * far as the manual allows them, by isa/opcodes.def and isa/optypes.def. For bench/opcodes.c, and
 * for the test that compares the engines on each. */
#ifndef EULAB_BENCH_FORMS_H
#define EULAB_BENCH_FORMS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/check.h"
#include "isa/optypes.h"
#include "sim/refusal.h"

enum { FORM_SRC0 = 10, FORM_DST = 40, FORM_NAME = 64 }; /* registers; sources have four each */

/* --- regions and modifiers --- */

enum region { PACKED, SCALAR, STRIDED, ODD, ALIGN16, INDIRECT, ROWS, REGIONS };
static const char *const region_names[] = {"",        "scalar",   "strided", "odd",
                                           "align16", "indirect", "rows"};
enum modifier {
    NONE,
    NEGATE,
    SATURATE,
    PREDICATE,
    FLAG,
    UNORDERED,
    OVERFLOW,
    GROUPS, /* a predicate of groups, whose flag is set */
    ACC_WRITE,
    ACC_DST,
    ACC_SRC,
    MODIFIERS
};
static const char *const modifier_names[] = {"",      "-",         "sat",      "pred",
                                             "flag",  "unordered", "overflow", "groups",
                                             "accwr", "acc dst",   "acc src"};
enum { PRED_NORMAL = 1, PRED_ANY4H = 6, COND_NZ = 2, COND_L = 5, COND_O = 8, COND_U = 9 };

static unsigned code_of(unsigned n) /* of a width; of a stride, one more */
{
    return (unsigned)__builtin_ctz(n);
}

static void set_region(struct eu_operand *op, unsigned vs, unsigned w, unsigned hs)
{
    op->vs = (uint8_t)(vs ? code_of(vs) + 1 : 0);
    op->w = (uint8_t)code_of(w);
    op->hs = (uint8_t)(hs ? code_of(hs) + 1 : 0);
}

static void set_source(struct eu_insn *insn, unsigned i, enum region region)
{
    struct eu_operand *op = &insn->src[i];
    unsigned es = isa_exec_size(insn), last = i + 1u == insn->op->nsrc;
    op->file = EU_FILE_GRF;
    op->reg = (uint8_t)(FORM_SRC0 + 4 * i);
    op->swizzle = EU_SWIZZLE_XYZW;
    set_region(op, es, es, 1);
    if (region == SCALAR && last) {
        set_region(op, 0, 1, 0);
        op->rep = insn->op->format == EU_FMT_3SRC;
    } else if (region == STRIDED) {
        set_region(op, es, es / 2, 2);
    } else if (region == ODD && i == 0) {
        op->sub = eu_types[op->type].bytes;
        set_region(op, es / 2, es / 2, 1);
    } else if (region == ODD) {
        set_region(op, 0, es / 2, 1);
    } else if (region == INDIRECT && i == 0) {
        op->indirect = true;
    } else if (region == ROWS && i == 0) { /* VxH */
        op->indirect = true;
        op->vs = EU_VS_VXH;
        op->w = op->hs = 0;
    } else if (region == ALIGN16) {
        op->swizzle = 0x1b;
    }
    if (insn->align16)
        set_region(op, 4, 1, 0);
    if (insn->op->format == EU_FMT_IMM64)
        *op =
            (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_DF, .imm = 0x3ff8000000000000};
}

/* Returns false if the opcode cannot have it. */
static bool set_modifier(struct eu_insn *insn, enum modifier with)
{
    unsigned flags = insn->op->flags;
    bool takes = flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) && insn->op->format != EU_FMT_MATH;
    bool needs = flags & EU_OPF_CMOD_REQ, is_sel = insn->op->id == EU_OP_SEL;
    if (needs || ((with == FLAG || with == GROUPS) && takes))
        insn->cmod = needs ? COND_L : COND_NZ;
    if (is_sel && with != PREDICATE)
        insn->cmod = COND_L;
    switch (with) {
    case NEGATE:
        insn->src[insn->op->nsrc - 1].neg = true;
        return flags & EU_OPF_SRCMOD;
    case SATURATE:
        insn->sat = true;
        return flags & EU_OPF_SAT;
    case PREDICATE:
        insn->pred = PRED_NORMAL;
        return flags & EU_OPF_PRED;
    case FLAG:
        return takes && !needs && !is_sel;
    case UNORDERED:
    case OVERFLOW:
        insn->cmod = with == OVERFLOW ? COND_O : COND_U;
        return takes && !is_sel && insn->op->id != EU_OP_CSEL;
    case GROUPS:
        insn->pred = PRED_ANY4H;
        return takes && !is_sel && flags & EU_OPF_PRED && !insn->align16;
    case ACC_WRITE:
        insn->acc_wr = true;
        return insn->op->acc != 'w';
    case ACC_DST:
        insn->dst.file = EU_FILE_ARF;
        insn->dst.reg = EU_ARF_ACC << 4;
        return true;
    case ACC_SRC:
        insn->src[0].file = EU_FILE_ARF;
        insn->src[0].reg = EU_ARF_ACC << 4;
        return insn->src[0].type != EU_TYPE_B && insn->src[0].type != EU_TYPE_UB;
    default:
        return true;
    }
}

static bool is_legal(enum eu_gen gen, const struct eu_insn *made, uint64_t word[2])
{
    struct eu_findings found = {0};
    struct eu_insn insn;
    isa_encode(gen, made, word);
    (void)isa_decode(gen, (const uint8_t *)word, 16, &insn);
    if (eu_check_insn(gen, &insn, 0, 0, &found) != 0)
        abort();
    bool legal = !found.errors && !eu_refusal_of(gen, &insn).reason;
    eu_findings_fini(&found);
    return legal;
}

struct form {
    enum region region;
    enum modifier with;
    uint8_t dst, src;   /* types */
    uint8_t function;   /* of math */
    uint8_t exec, most; /* ExecSize: as coded; the largest that is tried */
};

static bool make_insn(enum eu_gen gen, const struct eu_op *op, const struct form *f,
                      uint64_t word[2])
{
    struct eu_insn insn = {.op = op, .opcode = op->hw, .exec = f->exec};
    bool three = op->format == EU_FMT_3SRC;
    if (three && f->region != PACKED && f->region != SCALAR && f->region != ALIGN16)
        return false;
    if (!(op->flags & EU_OPF_ALIGN16) && f->region == ALIGN16)
        return false;
    insn.align16 = f->region == ALIGN16 || three;
    insn.cmod = f->function;
    insn.acc_wr = op->acc == 'w';
    insn.dst = (struct eu_operand){
        .file = EU_FILE_GRF, .reg = FORM_DST, .type = f->dst, .hs = 1, .chan_en = 15};
    if (f->region == STRIDED)
        insn.dst.hs = 2;
    if (f->region == ALIGN16)
        insn.dst.chan_en = 7;
    unsigned sizes = eu_types[f->src].bytes;
    if (!three && f->region != ALIGN16 &&
        eu_types[f->dst].bytes < sizes) /* aligned to the source's size */
        insn.dst.hs = (uint8_t)(code_of(sizes / eu_types[f->dst].bytes) + 1);
    for (unsigned i = 0; i < op->nsrc; i++) {
        insn.src[i].type = f->src;
        set_source(&insn, i, f->region);
    }
    if (op->id == EU_OP_MOVI)
        insn.src[0].indirect = true, insn.src[0].vs = insn.src[0].w = insn.src[0].hs = 0;
    if (op->id == EU_OP_LINE || op->id == EU_OP_PLN)
        set_region(&insn.src[0], 0, 1, 0);
    return set_modifier(&insn, f->with) && is_legal(gen, &insn, word);
}

/* An instruction. */
struct form_insn {
    enum eu_gen gen;
    const char *name;
    uint64_t word[2];
    unsigned float_bytes; /* of an element of its sources, if they are floats; 0: they are not */
    bool first;           /* of these types */
};
typedef void form_visit(void *ctx, const struct form_insn *insn);

/* --- all of them --- */

static bool form_make(enum eu_gen gen, const struct eu_op *op, struct form *f, char name[FORM_NAME],
                      uint64_t word[2])
{
    char types[16] = "";
    const char *function = f->function ? isa_math_name(gen, f->function) : "";
    if (f->dst != f->src)
        snprintf(types, sizeof types, "%s ", eu_types[f->dst].name);
    for (f->exec = f->most; f->exec >= 2; f->exec--)
        if (make_insn(gen, op, f, word))
            break;
    if (f->exec < 2)
        return false;
    snprintf(name, FORM_NAME, "%s%s%s %s%s%s%s%s%s", op->name, *function ? "." : "", function,
             types, eu_types[f->src].name, f->region ? " " : "", region_names[f->region],
             f->with ? " " : "", modifier_names[f->with]);
    return true;
}

static void form_each_of_types(enum eu_gen gen, const struct eu_op *op, struct form f,
                               form_visit *visit, void *ctx)
{
    char name[FORM_NAME];
    bool is_float = eu_types[f.src].kind == EU_KIND_FLOAT;
    struct form_insn insn = {.gen = gen, .name = name, .first = true};
    insn.float_bytes = is_float ? eu_types[f.src].bytes : 0;
    for (f.region = 0; f.region < REGIONS; f.region++)
        for (f.with = 0; f.with < MODIFIERS; f.with++)
            if (form_make(gen, op, &f, name, insn.word)) {
                visit(ctx, &insn);
                insn.first = false;
            }
}

/* Whether the pair is enumerated: a type alone, or the first one that goes with it; all of mov. */
static bool is_chosen(const struct eu_type_pair *pairs, unsigned id, unsigned dst, unsigned src)
{
    for (unsigned d = 0; id != EU_OP_MOV && d < EU_TYPE_COUNT; d++)
        for (const struct eu_type_pair *p = pairs; p->dst || p->src; p++)
            if (p->src >> src & 1 && p->dst >> d & 1 && (d == src || (d < dst && dst != src)))
                return d == dst;
    return true;
}

static void form_each_of_op(enum eu_gen gen, const struct eu_op *op, unsigned function,
                            unsigned most, form_visit *visit, void *ctx)
{
    const struct eu_type_pair *pairs = eu_op_types(gen, op->id);
    bool seen[EU_TYPE_COUNT][EU_TYPE_COUNT] = {{false}};
    for (const struct eu_type_pair *p = pairs; p->dst || p->src; p++)
        for (unsigned src = 0; src < EU_TYPE_COUNT; src++)
            for (unsigned dst = 0; dst < EU_TYPE_COUNT; dst++) {
                if (!(p->src >> src & 1) || !(p->dst >> dst & 1) || seen[dst][src] ||
                    eu_types[src].vector || eu_types[dst].vector ||
                    !is_chosen(pairs, op->id, dst, src))
                    continue;
                seen[dst][src] = true;
                struct form f = {.dst = (uint8_t)dst, .src = (uint8_t)src, .most = (uint8_t)most};
                f.function = (uint8_t)function;
                form_each_of_types(gen, op, f, visit, ctx);
            }
}

/* form_each - calls @visit for each instruction of @gen, of the largest ExecSize that is legal, up
 * to the one coded @most. */
static void form_each(enum eu_gen gen, unsigned most, form_visit *visit, void *ctx)
{
    for (unsigned id = 0; id < EU_OP_COUNT; id++) {
        const struct eu_op *op = eu_op_by_id(gen, id);
        if (!op || !eu_computes(op))
            continue;
        for (unsigned function = 1; op->format == EU_FMT_MATH && function < 16; function++)
            if (isa_math_name(gen, function))
                form_each_of_op(gen, op, function, most, visit, ctx);
        if (op->format != EU_FMT_MATH)
            form_each_of_op(gen, op, 0, most, visit, ctx);
    }
}

#endif
