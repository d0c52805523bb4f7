/* Operands of memory, LDS, image, export and interpolation instructions, in both directions. */
#include <string.h>

#include "gcn/asm_internal.h"

bool mem_has_dst(const struct gcn_insn *in)
{
    return in->op->fmt != GCN_FLAT || !GCN_ATOM(in->op->flags) || in->f[GCN_F_GLC];
}

unsigned image_dwords(const struct gcn_insn *in)
{
    unsigned n = 0;
    for (unsigned m = in->f[GCN_F_DMASK]; m; m &= m - 1)
        n++;
    if (in->op->flags & GCN_GATHER)
        n = 4;
    return (n ? n : 1) + in->f[GCN_F_TFE];
}

static bool asm_smem_base(struct cursor *c, unsigned bits)
{
    uint32_t code;
    if (!want_sgpr(c, bits / 32, &code))
        return false;
    c->in->f[GCN_F_SBASE] = code / 2;
    return true;
}

static bool asm_smem_offset(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    struct reg r;
    cur_space(c);
    if (cur_reg(c, &r)) {
        in->f[GCN_F_OFFSET] = r.code;
        return (r.dwords == 1 && r.code < GCN_INT_0) ||
               cur_fail(c, "expected one SGPR or a number");
    }
    uint32_t v;
    int64_t max = in->layout == GCN_L_SMEM ? 0xfffff
                  : in->gen == GCN_GFX700  ? (int64_t)UINT32_MAX
                                           : 255;
    if (c->error || !cur_int_range(c, 0, max, &v))
        return false;
    in->f[GCN_F_OFFSET] = v;
    in->f[GCN_F_IMM] = 1;
    if (in->layout == GCN_L_SMRD && v > 255) {
        in->f[GCN_F_IMM] = 0;
        in->f[GCN_F_OFFSET] = GCN_LITERAL;
        in->has_literal = true;
        in->literal = v;
    }
    return true;
}

/* Parses what follows the data of a buffer access: address, descriptor, offset. The number of VGPRs
 * for the address depends on flags, which come later as modifiers, so the text is searched for
 * these. */
static bool asm_buffer(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    struct gcn_operand o = {'A', 'u', 32, 0};
    struct reg r;
    uint32_t base;
    if (!cur_eat(c, "off")) {
        cur_space(c);
        if (!cur_reg(c, &r) || r.code < GCN_VGPR0 || r.dwords > 2)
            return cur_fail(c, "expected one or two VGPRs, or off");
        in->f[GCN_F_ADDR] = r.code - GCN_VGPR0;
        c->gdwords = r.dwords;
    } else {
        c->gdwords = 0;
    }
    if (!cur_want(c, ",") || !want_sgpr(c, 4, &base) || !cur_want(c, ","))
        return false;
    in->f[GCN_F_SBASE] = base / 4;
    cur_space(c);
    uint32_t was = in->f[GCN_F_A];
    enum gcn_form form = in->form;
    in->form = GCN_E64; /* so that no literal is accepted */
    bool ok =
        cur_reg(c, &r) ? r.dwords == 1 && r.code < GCN_INT_0 : !c->error && asm_source(c, &o, 0);
    if (ok)
        in->f[GCN_F_SOFFSET] = in->f[GCN_F_A] != was ? in->f[GCN_F_A] : r.code;
    in->f[GCN_F_A] = 0;
    in->form = (uint8_t)form;
    return ok || cur_fail(c, "expected an SGPR or a constant");
}

static bool asm_image(struct cursor *c, bool sampler, unsigned least)
{
    struct gcn_insn *in = c->in;
    struct reg r;
    uint32_t base;
    cur_space(c);
    if (!cur_reg(c, &r) || r.code < GCN_VGPR0)
        return cur_fail(c, "expected VGPRs");
    in->f[GCN_F_D] = r.code - GCN_VGPR0;
    c->gdwords = r.dwords;
    if (!cur_want(c, ","))
        return false;
    cur_space(c);
    if (!cur_reg(c, &r) || r.code < GCN_VGPR0)
        return cur_fail(c, "expected VGPRs");
    in->f[GCN_F_ADDR] = r.code - GCN_VGPR0;
    if (r.dwords < least)
        return cur_fail(c, "the address is too short");
    if (!cur_want(c, ","))
        return false;
    cur_space(c);
    const char *at = c->p;
    if (!cur_reg(c, &r) || r.code >= GCN_INT_0 || r.dwords != 8) {
        c->p = at;
        return cur_fail(c, "expected eight SGPRs");
    }
    in->f[GCN_F_SBASE] = r.code / 4;
    if (sampler && (!cur_want(c, ",") || !want_sgpr(c, 4, &base)))
        return false;
    if (sampler)
        in->f[GCN_F_SSAMP] = base / 4;
    return true;
}

static const struct {
    const char *name;
    uint8_t first, count;
} targets[] = {
#define TARGET(name, first, count) {#name, first, count},
#include "gcn/text.def"
};

static bool asm_target(struct cursor *c)
{
    cur_space(c);
    uint32_t *t = &c->in->f[GCN_F_TARGET];
    if (cur_eat(c, "mrtz") || cur_eat(c, "null")) {
        *t = c->p[-1] == 'z' ? 8 : 9;
        return true;
    }
    for (size_t i = 0; i < 3; i++) {
        size_t n = strlen(targets[i].name);
        if (strncmp(c->p, targets[i].name, n))
            continue;
        c->p += n;
        if (!cur_int_range(c, 0, targets[i].count - 1, t))
            return false;
        *t += targets[i].first;
        return true;
    }
    if (!strncmp(c->p, "invalid_target_", 15)) {
        c->p += 15;
        return cur_int_range(c, 0, 63, t);
    }
    return cur_fail(c, "expected a target of export");
}

static bool asm_export(struct cursor *c)
{
    static const uint8_t f[] = {GCN_F_A, GCN_F_B, GCN_F_C, GCN_F_D};
    if (!asm_target(c))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        if (i && !cur_want(c, ","))
            return false;
        if (cur_eat(c, "off"))
            continue;
        if (!want_vgpr(c, 1, &c->in->f[f[i]]))
            return false;
        c->in->f[GCN_F_EN] |= 1u << i;
    }
    return true;
}

static bool asm_attr(struct cursor *c)
{
    cur_space(c);
    if (strncmp(c->p, "attr", 4))
        return cur_fail(c, "expected an attribute");
    c->p += 4;
    static const char channels[] = "xyzw";
    char number[8] = "";
    size_t n = strspn(c->p, "0123456789");
    const char *chan = c->p[n] == '.' && c->p[n + 1] ? strchr(channels, c->p[n + 1]) : NULL;
    if (!n || n > 2 || !chan)
        return cur_fail(c, "expected attrN.x, .y, .z or .w");
    memcpy(number, c->p, n);
    c->in->f[GCN_F_ATTR] =
        n == 1 ? (uint32_t)(number[0] - '0') : (uint32_t)((number[0] - '0') * 10 + number[1] - '0');
    c->in->f[GCN_F_CHAN] = (uint32_t)(chan - channels);
    c->p += n + 2;
    return true;
}

static bool asm_param(struct cursor *c)
{
    static const char *const names[] = {"p10", "p20", "p0"};
    for (unsigned i = 0; i < 3; i++)
        if (cur_eat(c, names[i])) {
            c->in->f[GCN_F_A] = i + (c->in->form == GCN_E64 ? 0 : GCN_VGPR0);
            return true;
        }
    return cur_fail(c, "expected p10, p20 or p0");
}

bool asm_memory(struct cursor *c, const struct gcn_operand *o)
{
    struct gcn_insn *in = c->in;
    switch (o->slot) {
    case 'S':
        return asm_smem_base(c, o->bits);
    case 'O':
        return asm_smem_offset(c);
    case 'i':
        return cur_int_range(c, 0, 127, &in->f[GCN_F_D]);
    case 'a':
        return want_vgpr(c, o->bits / 32, &in->f[GCN_F_ADDR]);
    case 'x':
        return want_vgpr(c, o->bits / 32, &in->f[GCN_F_DATA0]);
    case 'y':
        return want_vgpr(c, o->bits / 32, &in->f[GCN_F_DATA1]);
    case 'B':
        return asm_buffer(c);
    case 'G':
        return asm_image(c, o->type, o->bits);
    case 'E':
        return asm_export(c);
    case 'T':
        return asm_attr(c);
    case 'P':
        return asm_param(c);
    default:
        return asm_special(c, o);
    }
}

static void put_buffer(struct out *o, const struct gcn_insn *in)
{
    unsigned n = in->f[GCN_F_ADDR64] ? 2 : in->f[GCN_F_IDXEN] + in->f[GCN_F_OFFEN];
    if (n)
        put_reg(o, in->gen, GCN_VGPR0 + in->f[GCN_F_ADDR], n);
    else
        put(o, "off");
    put(o, ", ");
    put_reg(o, in->gen, in->f[GCN_F_SBASE] * 4, 4);
    put(o, ", ");
    put_reg(o, in->gen, in->f[GCN_F_SOFFSET], 1);
}

static void put_image(struct out *o, const struct gcn_insn *in, bool sampler, unsigned least)
{
    put_reg(o, in->gen, GCN_VGPR0 + in->f[GCN_F_D], image_dwords(in));
    put(o, ", ");
    put_reg(o, in->gen, GCN_VGPR0 + in->f[GCN_F_ADDR], least);
    put(o, ", ");
    put_reg(o, in->gen, in->f[GCN_F_SBASE] * 4, 8);
    if (sampler) {
        put(o, ", ");
        put_reg(o, in->gen, in->f[GCN_F_SSAMP] * 4, 4);
    }
}

static void put_export(struct out *o, const struct gcn_insn *in)
{
    static const uint8_t f[] = {GCN_F_A, GCN_F_B, GCN_F_C, GCN_F_D};
    unsigned t = in->f[GCN_F_TARGET], i;
    for (i = 0; i < 3; i++)
        if (t >= targets[i].first && t < targets[i].first + targets[i].count)
            break;
    if (i < 3)
        put(o, "%s%u", targets[i].name, t - targets[i].first);
    else
        put(o, t == 8 ? "mrtz" : t == 9 ? "null" : "invalid_target_%u", t);
    for (i = 0; i < 4; i++)
        if (in->f[GCN_F_EN] >> i & 1)
            put(o, "%s v%u", i ? "," : "", in->f[f[in->f[GCN_F_COMPR] ? i / 2 : i]]);
        else
            put(o, "%s off", i ? "," : "");
}

void put_memory(struct out *o, const struct gcn_insn *in, const struct gcn_operand *op)
{
    switch (op->slot) {
    case 'S':
        put_reg(o, in->gen, in->f[GCN_F_SBASE] * 2, op->bits / 32);
        break;
    case 'O':
        if (in->has_literal)
            put(o, "0x%x", in->literal);
        else if (in->f[GCN_F_IMM])
            put(o, "0x%x", in->f[GCN_F_OFFSET]);
        else
            put_reg(o, in->gen, in->f[GCN_F_OFFSET], 1);
        break;
    case 'i':
        put(o, "%u", in->f[GCN_F_D]);
        break;
    case 'a':
        put_reg(o, in->gen, GCN_VGPR0 + in->f[GCN_F_ADDR], op->bits / 32);
        break;
    case 'x':
        put_reg(o, in->gen, GCN_VGPR0 + in->f[GCN_F_DATA0], op->bits / 32);
        break;
    case 'y':
        put_reg(o, in->gen, GCN_VGPR0 + in->f[GCN_F_DATA1], op->bits / 32);
        break;
    case 'B':
        put_buffer(o, in);
        break;
    case 'G':
        put_image(o, in, op->type, op->bits);
        break;
    case 'E':
        put_export(o, in);
        break;
    case 'T':
        put(o, "attr%u.%c", in->f[GCN_F_ATTR], "xyzw"[in->f[GCN_F_CHAN]]);
        break;
    case 'P': {
        unsigned p = in->f[GCN_F_A] & 255;
        put(o, "%s", p == 0 ? "p10" : p == 1 ? "p20" : "p0");
        break;
    }
    default:
        break;
    }
}
