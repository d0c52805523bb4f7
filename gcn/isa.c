/* Lookups in the table of opcodes, and the operands of its rows. */
#include "gcn/isa.h"

#include <string.h>

/* So that the flags column can name them without their prefix. */
#define CLAMP GCN_CLAMP
#define CLAMP8 GCN_CLAMP8
#define OMOD GCN_OMOD
#define NOE64 GCN_NOE64
#define NOSDWA GCN_NOSDWA
#define NODPP GCN_NODPP
#define ALIAS GCN_ALIAS
#define ALIAS8 GCN_ALIAS8
#define CMPX GCN_CMPX
#define CMPS GCN_CMPS
#define SGN GCN_SGN
#define ST64 GCN_ST64
#define RTN GCN_RTN
#define BUF GCN_BUF
#define GATHER GCN_GATHER
#define CMPSWAP GCN_CMPSWAP
#define SIZE(bytes) ((uint32_t)(bytes) << 16)
#define ATOM(op) ((uint32_t)GCN_A_##op << 24)

static const struct gcn_op ops[GCN_OPS] = {
#define OP(name, fmt, n6, n7, n8, operands, flags, exec)                                           \
    [GCN_OP_##fmt##_##name] = {#name, GCN_##fmt, {n6, n7, n8}, operands, flags},
#define FIRST(fmt)
#define LAST(fmt)
#include "gcn/opcodes.def"
#undef OP
};
#undef FIRST
#undef LAST

/* Where each family is in ops. */
enum {
#define OP(name, fmt, n6, n7, n8, operands, flags, exec) AT_##fmt##_##name,
#define FIRST(fmt) START_##fmt, BEFORE_##fmt = START_##fmt - 1,
#define LAST(fmt) END_##fmt, BACK_##fmt = END_##fmt - 1,
#include "gcn/opcodes.def"
#undef OP
#undef FIRST
#undef LAST
};

static const struct {
    uint16_t first, end;
} families[GCN_FMTS] = {
#define OP(name, fmt, n6, n7, n8, operands, flags, exec)
#define FIRST(fmt) [GCN_##fmt] = {START_##fmt,
#define LAST(fmt)                                                                                  \
    END_##fmt                                                                                      \
    }                                                                                              \
    ,
#include "gcn/opcodes.def"
#undef OP
#undef FIRST
#undef LAST
};

static const char *const gen_names[GCN_GENS] = {"gfx600", "gfx700", "gfx803"};

int gcn_gen_find(const char *name)
{
    for (int g = 0; g < GCN_GENS; g++)
        if (!strcmp(name, gen_names[g]) || (strlen(name) == 4 && !strncmp(name, gen_names[g], 4)))
            return g;
    return -1;
}

const char *gcn_gen_name(enum gcn_gen gen)
{
    return gen_names[gen];
}

const struct gcn_op *gcn_op(int id)
{
    return &ops[id];
}

int gcn_op_id(const struct gcn_op *op)
{
    return (int)(op - ops);
}

struct gcn_layout_forms gcn_op_forms(enum gcn_gen gen, const struct gcn_op *op)
{
    bool vop = op->fmt >= GCN_VOP2 && op->fmt <= GCN_VOPC, gfx8 = gen == GCN_GFX803;
    return (struct gcn_layout_forms){.e64 = vop && !(op->flags & GCN_NOE64),
                                     .sdwa = vop && gfx8 && !(op->flags & GCN_NOSDWA),
                                     .dpp = vop && gfx8 && op->fmt != GCN_VOPC &&
                                            !(op->flags & GCN_NODPP)};
}

/* A row is simulated unless its handler is one of those that stop the run. */
bool gcn_op_simulated(const struct gcn_op *op)
{
    static const char *const handlers[GCN_OPS] = {
#define OP(name, fmt, n6, n7, n8, operands, flags, exec) [GCN_OP_##fmt##_##name] = #exec,
#define FIRST(fmt)
#define LAST(fmt)
#include "gcn/opcodes.def"
#undef OP
#undef FIRST
#undef LAST
    };
    const char *handler = handlers[gcn_op_id(op)];
    return strncmp(handler, "stop_", 5) && strcmp(handler, "s_atc_probe");
}

const struct gcn_op *gcn_op_numbered(enum gcn_gen gen, enum gcn_fmt fmt, unsigned number)
{
    uint32_t hidden = GCN_ALIAS | (gen == GCN_GFX803 ? GCN_ALIAS8 : 0);
    for (unsigned i = families[fmt].first; i < families[fmt].end; i++)
        if (ops[i].n[gen] == (int)number && !(ops[i].flags & hidden))
            return &ops[i];
    return NULL;
}

const struct gcn_op *gcn_op_named(enum gcn_gen gen, const char *name, const struct gcn_op *after)
{
    for (const struct gcn_op *op = after ? after + 1 : ops; op < ops + GCN_OPS; op++)
        if (op->n[gen] >= 0 && !strcmp(op->name, name))
            return op;
    return NULL;
}

bool gcn_operand_next(const char **p, struct gcn_operand *out)
{
    const char *s = *p;
    while (*s == ' ')
        s++;
    if (!*s)
        return false;
    *out = (struct gcn_operand){.slot = *s++};
    if (*s == 'f' || *s == 'i' || *s == 'u')
        out->type = *s++;
    for (; *s >= '0' && *s <= '9'; s++)
        out->bits = (uint16_t)(out->bits * 10 + (*s - '0'));
    if (*s && *s != ' ')
        out->cls = *s++;
    *p = s;
    return true;
}

bool gcn_op_has(const struct gcn_op *op, char slot, struct gcn_operand *out)
{
    struct gcn_operand o;
    for (const char *p = op->operands; gcn_operand_next(&p, &o);)
        if (o.slot == slot) {
            if (out)
                *out = o;
            return true;
        }
    return false;
}

bool gcn_is_const(enum gcn_gen gen, unsigned code)
{
    return (code >= GCN_INT_0 && code <= 208) || (code >= GCN_HALF && code <= 247) ||
           (code == GCN_INV_2PI && gen == GCN_GFX803);
}

uint64_t gcn_const(unsigned code, unsigned bits)
{
    static const uint16_t f16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                   0xc000, 0x4400, 0xc400, 0x3118};
    static const uint32_t f32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                   0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
    static const uint64_t f64[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                   0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                   0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
    if (code >= GCN_HALF)
        return bits == 64   ? f64[code - GCN_HALF]
               : bits == 16 ? f16[code - GCN_HALF]
                            : f32[code - GCN_HALF];
    int64_t v = code <= 192 ? (int64_t)code - 128 : 192 - (int64_t)code;
    return bits == 64 ? (uint64_t)v : bits == 16 ? (uint16_t)v : (uint32_t)v;
}

bool gcn_branch_target(const struct gcn_insn *insn, uint64_t pc, uint64_t *to)
{
    if (!gcn_op_has(insn->op, 'L', NULL))
        return false;
    *to = pc + 4 + (uint64_t)((int64_t)(int16_t)insn->f[GCN_F_SIMM] * 4);
    return true;
}
