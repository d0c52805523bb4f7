/* Combinations that the fields can hold but that are not allowed; llvm-mc has the same rules. */
#include <string.h>

#include "gcn/asm_internal.h"

struct bus {
    unsigned code[6], dwords[6], n;
};

static void bus_add(struct bus *b, unsigned code, unsigned dwords)
{
    for (unsigned i = 0; i < b->n; i++)
        if (b->code[i] == code && b->dwords[i] == dwords)
            return;
    b->code[b->n] = code;
    b->dwords[b->n++] = dwords;
}

/* A vector instruction can read only one scalar value: an SGPR, VCC, M0, EXEC, SCC, or a
 * literal. */
static bool bus_holds(const struct gcn_insn *in)
{
    static const uint8_t fields[] = {GCN_F_A, GCN_F_B, GCN_F_C};
    struct bus b = {.n = 0};
    struct gcn_operand o;
    for (const char *p = in->op->operands; gcn_operand_next(&p, &o);) {
        unsigned dwords = o.bits < 32 ? 1 : o.bits / 32;
        if (o.slot >= 'A' && o.slot <= 'C' && in->form != GCN_SDWA && in->form != GCN_DPP &&
            o.cls != 'v') {
            unsigned code = in->f[fields[o.slot - 'A']];
            if (code < GCN_INT_0 ||
                (code >= GCN_VCCZ && code <= GCN_LITERAL && code != GCN_LDS_DIRECT))
                bus_add(&b, code, code >= GCN_VCCZ ? 1 : dwords);
        } else if (o.slot == 'c') {
            bus_add(&b, in->form == GCN_E64 ? in->f[GCN_F_C] : GCN_VCC_LO, 2);
        } else if (o.slot == 'K') {
            bus_add(&b, GCN_LITERAL, 1);
        }
    }
    if (!strncmp(in->op->name, "v_div_fmas", 10))
        bus_add(&b, GCN_VCC_LO, 2);
    if (!strncmp(in->op->name, "v_movrel", 8))
        bus_add(&b, GCN_M0, 1);
    return b.n <= 1;
}

/* The sources stand in the other order; v_bfrev_b32 has one. */
static bool is_reversed(const struct gcn_op *op)
{
    return strstr(op->name, "rev_") && gcn_op_has(op, 'B', NULL);
}

static const char *vector_rule(const struct gcn_insn *in)
{
    const uint32_t *f = in->f;
    struct gcn_operand a;
    if (!bus_holds(in))
        return "more than one scalar value is read (constant bus)";
    bool direct = f[GCN_F_A] == GCN_LDS_DIRECT, wide = gcn_op_has(in->op, 'A', &a) && a.bits == 64;
    if (f[GCN_F_B] == GCN_LDS_DIRECT || f[GCN_F_C] == GCN_LDS_DIRECT ||
        (direct && (wide || is_reversed(in->op))))
        return "lds_direct is a first source of 32 bits, and not of reversed operations";
    bool constant = f[GCN_F_A] >= GCN_INT_0 && f[GCN_F_A] < GCN_VCCZ;
    if (in->gen != GCN_GFX803 && in->form == GCN_E64 && constant && gcn_op_has(in->op, 'A', &a) &&
        a.bits == 16)
        return "no constant of 16 bits in this generation";
    if (in->form == GCN_SDWA && !strncmp(in->op->name, "v_mac_", 6) && f[GCN_F_DSEL] != 6)
        return "v_mac writes the whole register";
    return NULL;
}

static const char *image_rule(const struct gcn_insn *in)
{
    const uint32_t *f = in->f;
    bool atomic = strstr(in->op->name, "atomic"), store = strstr(in->op->name, "store");
    unsigned m = f[GCN_F_DMASK];
    if (in->op->flags & GCN_GATHER && (!m || m & (m - 1)))
        return "gather4 has one bit in dmask";
    if (atomic && m != (in->op->flags & GCN_CMPSWAP ? 3 : 1) &&
        m != (in->op->flags & GCN_CMPSWAP ? 15 : 3))
        return "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf";
    if (f[GCN_F_D16] && (in->gen != GCN_GFX803 || atomic || strstr(in->op->name, "get_") ||
                         strstr(in->op->name, "_pck")))
        return "no d16 here";
    if (f[GCN_F_TFE] && in->op->flags & GCN_CMPSWAP)
        return "no tfe here";
    return f[GCN_F_TFE] && store ? "a store has no tfe" : NULL;
}

static const char *memory_rule(const struct gcn_insn *in)
{
    const uint32_t *f = in->f;
    bool any = f[GCN_F_OFFSET] || f[GCN_F_OFFEN] || f[GCN_F_IDXEN] || f[GCN_F_GLC] ||
               f[GCN_F_SLC] || f[GCN_F_ADDR64];
    if (in->op->fmt == GCN_MUBUF && !*in->op->operands && any)
        return "no operands here";
    const char *name = in->op->name;
    bool load = strstr(name, "load");
    if (f[GCN_F_TFE] && in->op->fmt != GCN_MIMG &&
        !(in->op->fmt == GCN_MUBUF && load && !f[GCN_F_LDS]))
        return "no tfe here";
    if (f[GCN_F_LDS]) {
        unsigned size = GCN_SIZE(in->op->flags);
        if (!load || !(size <= 4) || (!size && strcmp(name, "buffer_load_format_x")))
            return "lds is for loads of one dword";
    }
    bool gws = strstr(name, "gws") || strstr(name, "ordered");
    if (gws && !f[GCN_F_GDS])
        return "this is an operation of gds";
    if (f[GCN_F_GDS] && strstr(name, "permute"))
        return "no gds here";
    bool more = f[GCN_F_OFFSET] || f[GCN_F_OFFSET1] || f[GCN_F_GDS];
    if (in->op->fmt == GCN_DS && !*in->op->operands && !gws && more)
        return "no operands here";
    return NULL;
}

static const char *scalar_rule(const struct gcn_insn *in)
{
    const uint32_t *f = in->f;
    if (f[GCN_F_A] == GCN_LDS_DIRECT || f[GCN_F_B] == GCN_LDS_DIRECT)
        return "lds_direct is for vector instructions";
    if (in->has_literal && !strcmp(in->op->name, "s_cbranch_g_fork"))
        return "no literal here";
    if (in->op->fmt == GCN_SOPP && gcn_op_has(in->op, 'X', NULL) && f[GCN_F_SIMM] > 15)
        return "four index bits at most";
    return NULL;
}

static const char *smem_rule(const struct gcn_insn *in)
{
    unsigned d = in->f[GCN_F_D];
    bool data = gcn_op_has(in->op, 'D', NULL);
    if (in->f[GCN_F_GLC] && (!data || !gcn_op_has(in->op, 'O', NULL)))
        return "no glc here";
    return data && d >= GCN_M0 ? "neither m0 nor exec are data of scalar memory" : NULL;
}

static const char *export_rule(const struct gcn_insn *in)
{
    unsigned t = in->f[GCN_F_TARGET];
    return t < 10 || (t >= 12 && t < 16) || t >= 32 ? NULL : "no such target of export";
}

const char *asm_rule(const struct gcn_insn *in)
{
    switch (in->op->fmt) {
    case GCN_SOP2:
    case GCN_SOP1:
    case GCN_SOPC:
    case GCN_SOPP:
        return scalar_rule(in);
    case GCN_VOP2:
    case GCN_VOP1:
    case GCN_VOPC:
    case GCN_VOP3:
        return vector_rule(in);
    case GCN_DS:
    case GCN_FLAT:
    case GCN_MUBUF:
    case GCN_MTBUF:
        return memory_rule(in);
    case GCN_MIMG:
        return image_rule(in);
    case GCN_SMEM:
        return smem_rule(in);
    case GCN_EXP:
        return export_rule(in);
    default:
        return NULL;
    }
}
