/* Disassembles instruction words to a text that assembles to the same words. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/asm_internal.h"

void put(struct out *o, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(o->p + o->len, o->size - o->len, fmt, ap);
    va_end(ap);
    o->len = o->len + (size_t)n < o->size ? o->len + (size_t)n : o->size - 1;
}

static bool put_named(struct out *o, enum gcn_gen gen, unsigned code, unsigned dwords)
{
    static const struct {
        const char *name;
        uint8_t code, dwords, gens;
    } named[] = {
#define REGISTER(name, code, dwords, gens) {#name, code, dwords, gens},
#include "gcn/text.def"
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].code == code && (named[i].dwords == dwords || code > 250) &&
            named[i].gens >> gen & 1) {
            put(o, "%s", named[i].name);
            return true;
        }
    return false;
}

static void put_range(struct out *o, const char *prefix, unsigned n, unsigned dwords)
{
    if (dwords == 1)
        put(o, "%s%u", prefix, n);
    else
        put(o, "%s[%u:%u]", prefix, n, n + dwords - 1);
}

static void put_const(struct out *o, unsigned code, unsigned dwords)
{
    static const char *const floats[] = {"0.5", "-0.5", "1.0", "-1.0",
                                         "2.0", "-2.0", "4.0", "-4.0"};
    if (code >= GCN_INT_0 && code <= 208)
        put(o, "%d", (int)(int32_t)gcn_const(code, 32));
    else if (code >= GCN_HALF && code < GCN_INV_2PI)
        put(o, "%s", floats[code - GCN_HALF]);
    else if (code == GCN_INV_2PI)
        put(o, dwords == 2 ? "0.15915494309189532" : "0.15915494");
    else
        put(o, "?%u", code);
}

void put_reg(struct out *o, enum gcn_gen gen, unsigned code, unsigned dwords)
{
    if (code >= GCN_VGPR0)
        put_range(o, "v", code - GCN_VGPR0, dwords);
    else if (put_named(o, gen, code, dwords))
        return;
    else if (code >= GCN_TTMP0 && code < GCN_M0)
        put_range(o, "ttmp", code - GCN_TTMP0, dwords);
    else if (code < GCN_INT_0)
        put_range(o, "s", code, dwords);
    else
        put_const(o, code, dwords);
}

static void put_source(struct out *o, const struct gcn_insn *in, const struct gcn_operand *op,
                       unsigned index)
{
    static const uint8_t fields[] = {GCN_F_A, GCN_F_B, GCN_F_C};
    unsigned code = in->f[fields[index]];
    unsigned bit = modifier_bit(in, index);
    bool neg = in->f[GCN_F_NEG] >> bit & 1, abs = in->f[GCN_F_ABS] >> bit & 1;
    bool sext = in->f[GCN_F_SEXT] >> index & 1, reg = code < GCN_INT_0 || code >= GCN_VGPR0;
    put(o, "%s%s%s", sext ? "sext(" : "", !neg ? "" : reg || abs ? "-" : "neg(", abs ? "|" : "");
    if (code == GCN_LITERAL && in->has_literal)
        put(o, "0x%x", in->literal);
    else
        put_reg(o, in->gen, code, op->bits < 32 ? 1 : op->bits / 32);
    put(o, "%s%s%s", abs ? "|" : "", neg && !reg && !abs ? ")" : "", sext ? ")" : "");
}

static void put_mask(struct out *o, const struct gcn_insn *in, char slot)
{
    if (in->form != GCN_E64)
        put(o, "vcc");
    else
        put_reg(o, in->gen, in->f[slot == 'd' ? GCN_F_SDST : slot == 'c' ? GCN_F_C : GCN_F_D], 2);
}

static void put_operand(struct out *o, const struct gcn_insn *in, const struct gcn_operand *op,
                        const char *label)
{
    bool vgpr = in->op->fmt >= GCN_VOP2 && op->cls != 's';
    bool buffer = in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF;
    unsigned dwords = op->bits < 32 ? 1 : op->bits / 32;
    switch (op->slot) {
    case 'D':
        put_reg(o, in->gen, in->f[GCN_F_D] + (vgpr ? GCN_VGPR0 : 0),
                dwords + (buffer && in->f[GCN_F_TFE]));
        break;
    case 'A':
        put_source(o, in, op, 0);
        break;
    case 'B':
        if (buffer)
            put_memory(o, in, op);
        else
            put_source(o, in, op, gcn_op_has(in->op, 'T', NULL) ? 2 : 1);
        break;
    case 'C':
        put_source(o, in, op, 2);
        break;
    case 'K':
        put(o, "0x%x", in->literal);
        break;
    case 'd':
    case 'c':
    case 'V':
        put_mask(o, in, op->slot);
        break;
    default:
        put_special(o, in, op, label);
        put_memory(o, in, op);
    }
}

/* The suffix that names the form, if the name has several. */
static const char *suffix(const struct gcn_insn *in)
{
    bool vop = in->op->fmt >= GCN_VOP2 && in->op->fmt <= GCN_VOPC;
    bool interp = in->op->fmt == GCN_VINTRP && in->gen == GCN_GFX803;
    if (in->form == GCN_SDWA)
        return "_sdwa";
    if (in->form == GCN_DPP)
        return "_dpp";
    if (!interp && (!vop || in->op->flags & GCN_NOE64))
        return "";
    return in->form == GCN_E64 ? "_e64" : *in->op->operands ? "_e32" : "";
}

static void put_insn(struct out *o, const struct gcn_insn *in, const char *label)
{
    struct gcn_operand op;
    bool first = true;
    put(o, "%s%s", in->op->name, suffix(in));
    for (const char *p = in->op->operands; gcn_operand_next(&p, &op);) {
        bool lds = in->op->fmt == GCN_MUBUF && in->f[GCN_F_LDS];
        if (op.slot == 'D' && (!mem_has_dst(in) || lds))
            continue;
        put(o, first ? " " : ", ");
        first = false;
        put_operand(o, in, &op, label);
    }
    put_modifiers(o, in);
}

/* Whether the text assembles to the same words again. */
static bool round_trip(enum gcn_gen gen, const char *text, const uint32_t *w, int n)
{
    struct gcn_asm_env env = {.gen = gen, .llvm = true};
    uint32_t back[GCN_MAX_WORDS];
    struct gcn_diag diag;
    return gcn_asm_insn(&env, text, back, &diag) == n && !memcmp(w, back, (size_t)n * sizeof *w);
}

int gcn_dis_insn(enum gcn_gen gen, const uint32_t *w, size_t n, const char *label,
                 char out[GCN_TEXT_MAX])
{
    struct gcn_insn in;
    char text[GCN_TEXT_MAX] = "";
    struct out o = {text, sizeof text, 0}, raw = {out, GCN_TEXT_MAX, 0};
    int words = gcn_decode(gen, w, n, &in);
    if (words) {
        put_insn(&o, &in, NULL);
        if (round_trip(gen, text, w, words)) {
            o.len = 0;
            put_insn(&o, &in, label);
            memcpy(out, text, sizeof text);
            return words;
        }
    }
    int count = words ? words : 1;
    put(&raw, ".long ");
    for (int i = 0; i < count; i++)
        put(&raw, "%s0x%08x", i ? ", " : "", w[i]);
    put(&raw, words ? " // %s" : " // no instruction", text);
    return count;
}

static uint32_t word_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Marks in @starts where instructions begin (1) and where branches lead (2). */
static void mark_starts(enum gcn_gen gen, const uint32_t *w, size_t n, uint8_t *starts)
{
    struct gcn_insn in;
    for (size_t i = 0; i < n;) {
        starts[i] |= 1;
        int words = gcn_decode(gen, w + i, n - i, &in);
        uint64_t to;
        if (words && gcn_branch_target(&in, i * 4, &to) && to / 4 < n)
            starts[to / 4] |= 2;
        i += (size_t)(words ? words : 1);
    }
}

static void list_insn(enum gcn_gen gen, const uint32_t *w, size_t n, size_t i,
                      const uint8_t *starts, const struct gcn_dis_options *opt, FILE *out)
{
    char text[GCN_TEXT_MAX], label[32] = "";
    struct gcn_insn in;
    uint64_t to;
    if (opt->label)
        opt->label(opt->ctx, opt->base + i * 4, out);
    if (starts[i] == 3)
        fprintf(out, "L%04llx:\n", (unsigned long long)(opt->base + i * 4));
    if (gcn_decode(gen, w + i, n - i, &in) && gcn_branch_target(&in, i * 4, &to) && to / 4 < n &&
        starts[to / 4] == 3)
        snprintf(label, sizeof label, "L%04llx", (unsigned long long)(opt->base + to));
    int words = gcn_dis_insn(gen, w + i, n - i, *label ? label : NULL, text);
    fprintf(out, opt->bytes ? "\t%-56s // %012llX:" : "\t%s", text,
            (unsigned long long)(opt->base + i * 4));
    for (int k = 0; opt->bytes && k < words; k++)
        fprintf(out, " %08X", w[i + (size_t)k]);
    fprintf(out, "\n");
}

int gcn_dis(enum gcn_gen gen, const uint8_t *code, size_t size, const struct gcn_dis_options *opt,
            FILE *out)
{
    size_t n = size / 4;
    uint32_t *w = calloc(n + 1, sizeof *w);
    uint8_t *starts = calloc(n + 1, 1);
    if (!w || !starts) {
        free(w);
        free(starts);
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        w[i] = word_at(code + 4 * i);
    mark_starts(gen, w, n, starts);
    for (size_t i = 0; i < n; i++)
        if (starts[i] & 1)
            list_insn(gen, w, n, i, starts, opt, out);
    for (size_t i = 4 * n; i < size; i++)
        fprintf(out, "\t.byte 0x%02x\n", code[i]);
    free(w);
    free(starts);
    return 0;
}
