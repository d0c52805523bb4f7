/* Registers that an instruction reads and writes. */
#include "gcn/uses.h"

#include <string.h>

struct teller {
    const struct gcn_insn *in;
    gcn_use_fn *fn;
    void *ctx;
    bool write; /* which kind is reported now */
};

static void report_use(const struct teller *t, bool vgpr, bool write, unsigned n, unsigned dwords)
{
    struct gcn_use use = {vgpr, write, false, (uint8_t)dwords, (uint16_t)n};
    if (write == t->write && dwords)
        t->fn(t->ctx, &use);
}
static void tell_sgpr(const struct teller *t, bool write, unsigned code, unsigned dwords)
{
    if (code < GCN_INT_0)
        report_use(t, false, write, dwords > 1 ? code & ~1u : code, dwords);
}
static void tell_source(const struct teller *t, unsigned code, unsigned dwords)
{
    if (code >= GCN_VGPR0)
        report_use(t, true, false, code - GCN_VGPR0, dwords);
    else
        tell_sgpr(t, false, code, dwords);
}

static unsigned dwords_of(const struct gcn_operand *o)
{
    return (o->bits + 31) / 32u;
}

static bool is_buffer(const struct gcn_op *op)
{
    return op->fmt == GCN_MUBUF || op->fmt == GCN_MTBUF;
}
static bool name_contains(const struct gcn_op *op, const char *part)
{
    return strstr(op->name, part) != NULL;
}

/* Slot D: a result, the data of a store or, in an atomic, both. v_writelane does not read the lanes
 * that it leaves unchanged. */
static void use_d(const struct teller *t, const struct gcn_operand *o)
{
    const struct gcn_insn *in = t->in;
    const struct gcn_op *op = in->op;
    unsigned n = in->f[GCN_F_D], dwords = dwords_of(o);
    bool store = name_contains(op, "_store"), atomic = name_contains(op, "_atomic");
    bool compares = is_buffer(op) && name_contains(op, "cmpswap"); /* its data are two values */
    if (op->fmt <= GCN_SMEM || o->cls == 's') {
        bool keeps =
            op->fmt == GCN_SOPK && !name_contains(op, "s_movk") && !name_contains(op, "s_getreg");
        if (store || keeps || name_contains(op, "s_cmov") || name_contains(op, "s_bitset"))
            tell_sgpr(t, false, n, dwords);
        if (!store && !name_contains(op, "s_cmpk") && !name_contains(op, "s_setreg") &&
            !name_contains(op, "s_cbranch"))
            tell_sgpr(t, true, n, dwords);
        return;
    }
    if (store && is_buffer(op)) {
        struct gcn_use use = {true, false, true, (uint8_t)dwords, (uint16_t)n};
        if (!t->write)
            t->fn(t->ctx, &use);
        return;
    }
    if ((atomic && is_buffer(op)) || name_contains(op, "v_mac_"))
        report_use(t, true, false, n, dwords);
    if (in->f[GCN_F_LDS])
        return;
    if (!atomic || in->f[GCN_F_GLC])
        report_use(t, true, true, n, compares ? dwords / 2 : dwords + in->f[GCN_F_TFE]);
}

static void use_buffer(const struct teller *t)
{
    const uint32_t *f = t->in->f;
    unsigned address = f[GCN_F_ADDR64] ? 2 : f[GCN_F_IDXEN] + f[GCN_F_OFFEN];
    report_use(t, true, false, f[GCN_F_ADDR], address);
    report_use(t, false, false, f[GCN_F_SBASE] * 4, 4);
    tell_sgpr(t, false, f[GCN_F_SOFFSET], 1);
}

static void use_mask(const struct teller *t, bool write, bool e64, unsigned code)
{
    tell_sgpr(t, write, e64 ? code : GCN_VCC_LO, 2);
}

static void use_memory(const struct teller *t, const struct gcn_operand *o)
{
    const uint32_t *f = t->in->f;
    struct gcn_use data = {true, false, true, (uint8_t)dwords_of(o), 0};
    switch (o->slot) {
    case 'S':
        tell_sgpr(t, false, f[GCN_F_SBASE] * 2, dwords_of(o));
        break;
    case 'O':
        if (!f[GCN_F_IMM] && !t->in->has_literal)
            tell_sgpr(t, false, f[GCN_F_OFFSET], 1);
        break;
    case 'a':
        report_use(t, true, false, f[GCN_F_ADDR], dwords_of(o));
        break;
    case 'x':
    case 'y':
        data.n = (uint16_t)f[o->slot == 'x' ? GCN_F_DATA0 : GCN_F_DATA1];
        if (!t->write)
            t->fn(t->ctx, &data);
        break;
    default:
        break;
    }
}

static void use_operand(const struct teller *t, const struct gcn_operand *o)
{
    const uint32_t *f = t->in->f;
    bool e64 = t->in->form == GCN_E64;
    switch (o->slot) {
    case 'D':
        use_d(t, o);
        break;
    case 'A':
        tell_source(t, f[GCN_F_A], dwords_of(o));
        break;
    case 'B':
        if (is_buffer(t->in->op))
            use_buffer(t);
        else
            tell_source(t, f[GCN_F_B], dwords_of(o));
        break;
    case 'C':
        tell_source(t, f[GCN_F_C], dwords_of(o));
        break;
    case 'd':
        use_mask(t, true, e64, f[GCN_F_SDST]);
        break;
    case 'c':
        use_mask(t, false, e64, f[GCN_F_C]);
        break;
    case 'V':
        use_mask(t, true, e64, f[GCN_F_D]);
        break;
    default:
        use_memory(t, o);
    }
}

static void use_all(const struct teller *t)
{
    struct gcn_operand o;
    for (const char *p = t->in->op->operands; gcn_operand_next(&p, &o);)
        use_operand(t, &o);
    if (name_contains(t->in->op, "s_cbranch_vcc") || name_contains(t->in->op, "v_div_fmas"))
        tell_sgpr(t, false, GCN_VCC_LO, 2);
    if (t->in->op->fmt == GCN_DS || name_contains(t->in->op, "_movrel"))
        tell_sgpr(t, false, GCN_M0, 1);
}

void gcn_uses(const struct gcn_insn *in, gcn_use_fn *fn, void *ctx)
{
    struct teller t = {in, fn, ctx, false};
    use_all(&t);
    t.write = true;
    use_all(&t);
}
