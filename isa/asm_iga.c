/* What only the IGA form of an instruction has. Operands, targets and sends are parsed as the
 * manual's. */
#include "isa/asm_internal.h"

enum { CHANNEL_MAX = 28 };

bool asm_iga_channel(struct assembler *as, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    char q[64];
    if (!tok_is(&lx->tok, '|'))
        return true;
    lex_next(lx);
    const struct tok *t = &lx->tok;
    unsigned long m = 0;
    bool ok = t->kind == TOK_IDENT && (t->p[0] | 0x20) == 'm' && t->len > 1 && t->len < 4;
    for (size_t i = 1; ok && i < t->len; i++) {
        ok = t->p[i] >= '0' && t->p[i] <= '9';
        m = m * 10 + (unsigned long)(t->p[i] - '0');
    }
    if (!ok || m % 4 || m > CHANNEL_MAX)
        return asm_error(as, &t->pos, "expected the first channel, M0, M4 .. M28, got %s",
                         asm_quote(t, q));
    insn->qtr = (uint8_t)(m / 8);
    insn->nib = m / 4 % 2;
    lex_next(lx);
    return true;
}

/* Whether "(X)f0" is at the token. */
static bool before_flag(struct lexer lx)
{
    lex_next(&lx);
    lex_next(&lx);
    if (!tok_is(&lx.tok, ')'))
        return false;
    lex_next(&lx);
    return tok_word(&lx.tok, "f0") || tok_word(&lx.tok, "f1");
}

static bool unknown_modifier(struct assembler *as, const struct eu_insn *insn, const struct tok *t)
{
    char q[64];
    return asm_error(as, &t->pos, "unknown modifier %s of '%s'", asm_quote(t, q), insn->op->name);
}

bool asm_iga_modifiers(struct assembler *as, struct asm_head *h, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    for (;;) {
        struct lexer save = *lx;
        bool cmods = insn->op->format != EU_FMT_MATH && !isa_is_send(insn);
        if (!tok_is(&lx->tok, '('))
            return true;
        lex_next(lx);
        bool early_out = asm_is_early_out(insn) && tok_word(&lx->tok, "eo");
        if (tok_word(&lx->tok, "sat")) {
            insn->sat = true;
        } else if (early_out) {
        } else if (!cmods || !asm_cmod(&lx->tok, &insn->cmod)) {
            struct tok t = lx->tok;
            *lx = save; /* this is (abs), or a mistake that the operand's parser reports */
            return !before_flag(save) || unknown_modifier(as, insn, &t);
        }
        bool flag = !tok_word(&lx->tok, "sat");
        lex_next(lx);
        if (!asm_expect(as, ')') || (flag && !asm_cmod_flag(as, h)))
            return false;
    }
}

/* --- operands that the text leaves out --- */
static const struct unsaid {
    uint8_t opcode;
    uint32_t dw1;
} unsaid[] = {
#define IGA_UNSAID(opcode, dw1) {EU_OP_##opcode, dw1},
#include "isa/dialects.def"
};

/* The distance follows, when all labels are known. */
static void unsaid_branch(const struct assembler *as, struct eu_insn *insn)
{
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++) {
        if (unsaid[i].opcode != insn->op->id)
            continue;
        uint64_t word[2] = {(uint64_t)unsaid[i].dw1 << 32, 0};
        as->isa->layout->decode_operands(as->isa, insn, word);
    }
}

static void make_scalar(struct eu_operand *op)
{
    op->vs = op->w = op->hs = 0;
}

/* A return address and its mask take two doublewords. */
static void two_dwords(struct eu_operand *op)
{
    op->vs = 2;
    op->w = 1;
    op->hs = 1;
}

static void set_type(const struct assembler *as, struct eu_operand *op, enum eu_type type)
{
    op->type = (uint8_t)type;
    op->type_code = (uint8_t)as->isa->layout->codes[ISA_CODE_REG][type];
}

/* Source <0;0> or <0>. A double is replicated by its swizzle, which also selects one of the two
 * doubles. */
static void unsaid_scalar3(struct eu_operand *op)
{
    if (!op->rep)
        return;
    op->rep = op->type != EU_TYPE_DF;
    op->swizzle = op->rep ? EU_SWIZZLE_XYZW : op->sub & 8 ? EU_SWIZZLE_ZWZW : EU_SWIZZLE_XYXY;
    if (!op->rep)
        op->sub &= 16;
}

/* An instruction of one channel with three sources is written as the first of four channels; for
 * doubles, as the first two. */
static void unsaid_single3(struct eu_insn *insn)
{
    bool df = insn->dst.type == EU_TYPE_DF;

    if (insn->exec || isa_is_macro(insn))
        return;
    insn->exec = df ? 1 : 2;
    insn->dst.chan_en = df ? 3 : 1;
}

/* The register of brd is one doubleword, that of brc is two. */
static void unsaid_target(const struct assembler *as, struct eu_insn *insn)
{
    struct eu_operand *src = &insn->src[0];

    if (src->file == EU_FILE_IMM || !as->isa->layout->canon_is_iga)
        return;
    set_type(as, src, EU_TYPE_D);
    if (insn->op->id == EU_OP_BRC)
        two_dwords(src);
}

void asm_macro_channels(struct asm_operand *op, bool dst)
{
    unsigned bits = isa_macro_bits(op->macro, dst);
    op->nchan = 0;
    for (unsigned c = 0; c < 4; c++)
        if (!dst)
            op->chan[op->nchan++] = bits >> 2 * c & 3;
        else if (bits >> c & 1)
            op->chan[op->nchan++] = (uint8_t)c;
}

void asm_iga_explicit_macros(struct asm_operands *ops, struct eu_insn *insn)
{
    bool has = false;
    for (unsigned i = 0; i < ops->n; i++)
        has |= ops->op[i].explicit_macro;
    if (!has)
        return;
    insn->align16 = true;
    for (unsigned i = 0; i < ops->n; i++) {
        struct asm_operand *op = &ops->op[i];
        if (op->is_imm)
            continue;
        op->nregion = 1;
        op->region[0] = i < insn->op->ndst ? 0 : 4;
        op->nchan = 0;
        op->vxh = false;
        if (op->explicit_macro)
            asm_macro_channels(op, i < insn->op->ndst);
    }
}

void asm_iga_unsaid(const struct assembler *as, struct eu_insn *insn)
{
    switch (insn->op->format) {
    case EU_FMT_JIP:
    case EU_FMT_JIP_UIP:
        if (!as->isa->layout->canon_is_iga)
            unsaid_branch(as, insn);
        break;
    case EU_FMT_BRANCH:
        unsaid_target(as, insn);
        break;
    case EU_FMT_JMPI:
        insn->nomask = true;
        set_type(as, &insn->src[1], EU_TYPE_D);
        break;
    case EU_FMT_CALL:
        set_type(as, &insn->dst, EU_TYPE_D);
        if (!as->isa->layout->canon_is_iga)
            two_dwords(&insn->src[0]);
        set_type(as, &insn->src[1], EU_TYPE_D);
        make_scalar(&insn->src[1]);
        break;
    case EU_FMT_RET:
        set_type(as, &insn->dst, EU_TYPE_UD);
        set_type(as, &insn->src[0], EU_TYPE_D);
        two_dwords(&insn->src[0]);
        break;
    case EU_FMT_3SRC:
        unsaid_single3(insn);
        for (unsigned i = 0; i < 3; i++)
            unsaid_scalar3(&insn->src[i]);
        break;
    case EU_FMT_SEND:
        make_scalar(&insn->src[0]);
        break;
    }
}
