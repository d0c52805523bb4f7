/* Assembles one instruction: finds its opcode, tries the forms that its name may mean, and parses
 * its operands. */
#include <string.h>

#include "gcn/asm_internal.h"

static bool asm_dst(struct cursor *c, const struct gcn_operand *o)
{
    struct gcn_insn *in = c->in;
    unsigned dwords = o->bits < 32 ? 1 : o->bits / 32;
    bool vgpr = in->op->fmt >= GCN_VOP2 && o->cls != 's';
    if (in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF) {
        struct reg r;
        cur_space(c);
        if (!strncmp(c->p, "off", 3)) /* the data go to LDS */
            return true;
        if (!cur_reg(c, &r) || r.code < GCN_VGPR0 || (r.dwords != dwords && r.dwords != dwords + 1))
            return cur_fail(c, "expected VGPRs, as many as the instruction moves");
        in->f[GCN_F_D] = r.code - GCN_VGPR0;
        in->f[GCN_F_TFE] = r.dwords != dwords; /* tfe, which follows, must be given, too */
        return true;
    }
    return vgpr ? want_vgpr(c, dwords, &in->f[GCN_F_D]) : want_sgpr(c, dwords, &in->f[GCN_F_D]);
}

static bool asm_literal(struct cursor *c, const struct gcn_operand *o)
{
    struct gcn_insn *in = c->in;
    uint32_t v;
    uint64_t bits;
    if (o->type == 'f' && cur_is_float(c)) {
        if (!cur_float(c, o->bits, &bits))
            return false;
        v = (uint32_t)bits;
    } else if (!cur_int_range(c, o->bits == 16 ? INT16_MIN : INT32_MIN,
                              o->bits == 16 ? UINT16_MAX : UINT32_MAX, &v))
        return false;
    if (o->bits == 16)
        v = (uint16_t)v;
    if (in->has_literal && in->literal != v)
        return cur_fail(c, "there is one literal only");
    in->has_literal = true;
    in->literal = v;
    return true;
}

/* VCC in the short forms, a pair of SGPRs in VOP3. */
static bool asm_mask(struct cursor *c, char slot)
{
    struct gcn_insn *in = c->in;
    if (in->form != GCN_E64)
        return cur_want(c, "vcc");
    return want_sgpr(c, 2, &in->f[slot == 'd' ? GCN_F_SDST : slot == 'c' ? GCN_F_C : GCN_F_D]);
}

static bool asm_operand(struct cursor *c, const struct gcn_operand *o)
{
    switch (o->slot) {
    case 'D':
        return asm_dst(c, o);
    case 'A':
        return asm_source(c, o, 0);
    case 'B':
        if (c->in->op->fmt == GCN_MUBUF || c->in->op->fmt == GCN_MTBUF)
            return asm_memory(c, o);
        return asm_source(c, o, gcn_op_has(c->in->op, 'T', NULL) ? 2 : 1);
    case 'C':
        return asm_source(c, o, 2);
    case 'K':
        return asm_literal(c, o);
    case 'd':
    case 'c':
    case 'V':
        return asm_mask(c, o->slot);
    default:
        return asm_memory(c, o);
    }
}

/* Whether the text has the word " glc", which only one form accepts. */
static bool asks_for_glc(const char *text)
{
    const char *s = strstr(text, " glc");
    return s && (s[4] == 0 || s[4] == ' ' || s[4] == '\t');
}

static bool asm_body(struct cursor *c)
{
    struct gcn_insn *in = c->in;
    struct gcn_operand o;
    bool first = true;
    in->f[GCN_F_GLC] = asks_for_glc(c->p);
    for (const char *p = in->op->operands; gcn_operand_next(&p, &o);) {
        if (o.slot == 'D' && !mem_has_dst(in))
            continue;
        bool to_lds = o.slot == 'B' && in->op->fmt == GCN_MUBUF && !strncmp(c->p, "off", 3) &&
                      c->p[3] == ',' && c->p > c->start && c->p[-1] == ' ' && strstr(c->p, " lds");
        if (!first && !to_lds && !cur_want(c, ","))
            return false;
        first = false;
        if (!asm_operand(c, &o))
            return false;
    }
    in->f[GCN_F_GLC] = 0;
    uint32_t tfe = in->f[GCN_F_TFE];
    in->f[GCN_F_TFE] = 0;
    if (!asm_modifiers(c))
        return false;
    bool buffer = in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF;
    return !buffer || tfe == in->f[GCN_F_TFE] || cur_fail(c, "tfe and the data's size differ");
}

/* Whether a name without a suffix may mean this form; the shortest is tried first. */
static bool form_fits(enum gcn_gen gen, const struct gcn_op *op, enum gcn_form form)
{
    struct gcn_layout_forms forms = gcn_op_forms(gen, op);
    bool interp = op->fmt == GCN_VINTRP && gen == GCN_GFX803;
    switch (form) {
    case GCN_E32:
        return op->fmt != GCN_VOP3;
    case GCN_E64:
        return forms.e64 || op->fmt == GCN_VOP3 || interp;
    case GCN_SDWA:
        return forms.sdwa;
    case GCN_DPP:
        return forms.dpp;
    }
    return false;
}

/* Tries to read the text in one form. Of all errors, the one farthest to the right is kept. */
static int try_form(struct cursor *best, const struct gcn_asm_env *env, const struct gcn_op *op,
                    enum gcn_form form, const char *start, const char *body, uint32_t *w)
{
    struct gcn_insn in = {.op = op, .gen = (uint8_t)env->gen, .form = (uint8_t)form};
    int layout = gcn_layout_find(env->gen, op, form);
    if (layout < 0 || !form_fits(env->gen, op, form))
        return 0;
    in.layout = (uint8_t)layout;
    struct cursor c = {.env = env, .start = start, .p = body, .in = &in};
    if (asm_body(&c)) {
        const char *rule = asm_rule(&in);
        int n = rule ? 0 : gcn_encode(&in, w);
        if (n)
            return n;
        c.p = start;
        cur_fail(&c, rule ? rule : "this cannot be encoded");
        c.reach = strlen(start);
    } else {
        c.reach = (size_t)(c.at - start);
    }
    if (!best->error || c.reach > best->reach)
        *best = c;
    return 0;
}

static int suffix_form(const char *name, size_t *len)
{
    static const char *const suffixes[] = {"_e32", "_e64", "_sdwa", "_dpp"};
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(suffixes[i]);
        if (*len > n && !strncmp(name + *len - n, suffixes[i], n)) {
            *len -= n;
            return i;
        }
    }
    return -1;
}

int gcn_asm_insn(const struct gcn_asm_env *env, const char *text, uint32_t w[GCN_MAX_WORDS],
                 struct gcn_diag *diag)
{
    struct cursor c = {.env = env, .start = text, .p = text}, best = {0};
    size_t len = cur_word(&c), base = len;
    char name[64];
    int form = suffix_form(c.p, &base);
    *diag = (struct gcn_diag){.line = 1, .col = (int)(c.p - text) + 1};
    if (!len || base >= sizeof name) {
        snprintf(diag->text, sizeof diag->text, "expected an instruction");
        return 0;
    }
    memcpy(name, c.p, base);
    name[base] = 0;
    bool known = false;
    for (const struct gcn_op *op = NULL; (op = gcn_op_named(env->gen, name, op));) {
        known = true;
        for (int f = form < 0 ? 0 : form; f <= (form < 0 ? GCN_DPP : form); f++) {
            int n = try_form(&best, env, op, (enum gcn_form)f, text, c.p + len, w);
            if (n)
                return n;
        }
    }
    if (!known)
        snprintf(diag->text, sizeof diag->text, "no instruction %.*s on %s",
                 (int)(len < 60 ? len : 60), c.p, gcn_gen_name(env->gen));
    else
        snprintf(diag->text, sizeof diag->text, "%s",
                 best.error ? best.error : "this instruction has no such form");
    if (best.error)
        diag->col = (int)(best.at - text) + 1;
    return 0;
}
