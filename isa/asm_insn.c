/* One instruction: predicate, mnemonic with modifiers, operands, options. */
#include "isa/asm_internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PRED_NAME_MAX = 8 };

/* What the head of a statement says before the instruction is known. */
struct head {
    bool pred, pred_flag, cmod_flag, exec;
    char pred_name[PRED_NAME_MAX];
    struct asm_pos pred_pos, flag_pos;
    uint8_t pred_reg, pred_sub, flag_reg, flag_sub;
};

static const char *op_name(unsigned i)
{
    const struct eu_op *op = eu_op_at(i);
    return op ? op->name : NULL;
}

/* (f0.1), (-f0.0.anyv), (!f1) */
static bool parse_predicate(struct assembler *as, struct head *h, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '('))
        return true;
    lex_next(lx);
    h->pred = true;
    insn->pred_inv = tok_is(&lx->tok, '-') || tok_is(&lx->tok, '!') || tok_is(&lx->tok, '~');
    if (insn->pred_inv || tok_is(&lx->tok, '+'))
        lex_next(lx);
    h->pred_pos = lx->tok.pos;
    if (!asm_flag(as, &h->pred_reg, &h->pred_sub))
        return false;
    if (tok_is(&lx->tok, '.')) {
        lex_next(lx);
        const struct tok *t = &lx->tok;
        if (t->kind != TOK_IDENT || t->len >= PRED_NAME_MAX)
            return asm_error(as, &t->pos, "expected a predicate control, such as anyv or all8h");
        memcpy(h->pred_name, t->p, t->len);
        lex_next(lx);
    }
    return asm_expect(as, ')');
}

static bool find_predicate(struct assembler *as, const struct head *h, struct eu_insn *insn)
{
    if (!h->pred)
        return true;
    for (int other = 0; other < 2; other++) {
        for (unsigned i = 1; i < 16; i++) {
            const char *name = isa_pred_name(i, insn->align16 != other);
            if (!name || strcasecmp(name, h->pred_name))
                continue;
            if (other)
                return asm_error(as, &h->pred_pos, "predicate control '%s' is for %s only", name,
                                 insn->align16 ? "Align1" : "Align16");
            insn->pred = (uint8_t)i;
            return true;
        }
    }
    return asm_error(as, &h->pred_pos, "unknown predicate control '%s'", h->pred_name);
}

static bool parse_mnemonic(struct assembler *as, struct eu_insn *insn)
{
    const struct tok *t = &as->lx.tok;
    char name[16] = "", q[64];
    if (t->kind == TOK_IDENT && t->len < sizeof name)
        memcpy(name, t->p, t->len);
    if (t->kind != TOK_IDENT) {
        as->unknown++;
        return asm_error(as, &t->pos, "expected an instruction, got %s", asm_quote(t, q));
    }
    for (char *c = name; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
    insn->op = eu_op_by_name(name);
    if (!insn->op) {
        as->unknown++;
        const char *near = asm_nearest(t->p, t->len, op_name);
        return asm_error(as, &t->pos, "unknown instruction %s%s%s%s", asm_quote(t, q),
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    if (!(insn->op->gens & as->opts->gen))
        return asm_error(as, &t->pos, "'%s' is not an instruction of Gen%s, only of Gen%s",
                         insn->op->name, eu_gen_name(as->opts->gen),
                         eu_gen_name((enum eu_gen)insn->op->gens));
    insn->opcode = insn->op->hw;
    lex_next(&as->lx);
    return true;
}

static bool find_cmod(const struct tok *t, uint8_t *code)
{
    if (tok_word(t, "e") || tok_word(t, "ne")) {
        *code = tok_word(t, "e") ? 1 : 2;
        return true;
    }
    for (unsigned i = 1; i < 16; i++) {
        const char *name = isa_cmod_name(i);
        if (name && tok_word(t, name)) {
            *code = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static bool find_function(const struct tok *t, uint8_t *code)
{
    for (unsigned i = 0; i < 16; i++) {
        const char *name = isa_math_name(i);
        if (name && tok_word(t, name)) {
            *code = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* One ".x" after the mnemonic. */
static bool parse_modifier(struct assembler *as, struct head *h, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    char q[64];
    if (tok_word(&lx->tok, "sat")) {
        insn->sat = true;
    } else if (insn->op->format == EU_FMT_MATH && !insn->cmod &&
               (find_function(&lx->tok, &insn->cmod) || lx->tok.kind == TOK_INT)) {
        int64_t v;
        if (lx->tok.kind == TOK_INT) {
            if (!asm_int(as, 0, 15, "math function", &v))
                return false;
            insn->cmod = (uint8_t)v;
            return true;
        }
    } else if (insn->op->format != EU_FMT_MATH && insn->op->format != EU_FMT_SEND &&
               find_cmod(&lx->tok, &insn->cmod)) {
    } else if (tok_word(&lx->tok, "f0") || tok_word(&lx->tok, "f1")) {
        h->cmod_flag = true;
        h->flag_pos = lx->tok.pos;
        return asm_flag(as, &h->flag_reg, &h->flag_sub);
    } else {
        return asm_error(as, &lx->tok.pos, "unknown modifier %s of '%s'", asm_quote(&lx->tok, q),
                         insn->op->name);
    }
    lex_next(lx);
    return true;
}

static bool parse_modifiers(struct assembler *as, struct head *h, struct eu_insn *insn)
{
    struct asm_pos pos = as->lx.tok.pos;
    while (tok_is(&as->lx.tok, '.')) {
        lex_next(&as->lx);
        if (!parse_modifier(as, h, insn))
            return false;
    }
    if (insn->op->format == EU_FMT_MATH && !insn->cmod)
        return asm_error(as, &pos, "math needs a function, such as math.inv");
    if (h->cmod_flag && h->pred && (h->flag_reg != h->pred_reg || h->flag_sub != h->pred_sub))
        return asm_error(as, &h->flag_pos,
                         "predicate and conditional modifier must use the same flag register");
    insn->flag_reg = h->cmod_flag ? h->flag_reg : h->pred_reg;
    insn->flag_sub = h->cmod_flag ? h->flag_sub : h->pred_sub;
    return true;
}

/* (8); without it what the instruction always has. */
static bool parse_exec(struct assembler *as, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    int64_t v;
    if (insn->op->format == EU_FMT_NONE)
        return true;
    if (!tok_is(&lx->tok, '(')) {
        switch (insn->op->format) {
        case EU_FMT_JMPI:
        case EU_FMT_WAIT:
            return true;
        case EU_FMT_CALL:
        case EU_FMT_RET:
            insn->exec = 1;
            return true;
        default:
            return asm_error(as, &lx->tok.pos, "expected the execution size, such as (8)");
        }
    }
    lex_next(lx);
    struct asm_pos pos = lx->tok.pos;
    if (!asm_int(as, 0, INT32_MAX, "execution size", &v))
        return false;
    for (insn->exec = 0; insn->exec < 6 && v != 1 << insn->exec;)
        insn->exec++;
    if (insn->exec == 6)
        return asm_error(as, &pos, "execution size %lld is not 1, 2, 4, 8, 16 or 32", (long long)v);
    return asm_expect(as, ')');
}

/* --- operands by format -------------------------------------------------------------------------
 */
enum { MAX_OPERANDS = 4 };
struct operands {
    struct asm_operand op[MAX_OPERANDS];
    unsigned n;
};

static bool at_end(const struct lexer *lx)
{
    return lx->tok.kind == TOK_EOL || lx->tok.kind == TOK_END || tok_is(&lx->tok, ';') ||
           tok_is(&lx->tok, '{');
}

static void skip_comma(struct lexer *lx)
{
    if (tok_is(&lx->tok, ','))
        lex_next(lx);
}

static bool parse_operand(struct assembler *as, struct operands *ops, const char *what)
{
    char q[64];
    if (ops->n)
        skip_comma(&as->lx);
    if (at_end(&as->lx))
        return asm_error(as, &as->lx.tok.pos, "expected %s, got %s", what,
                         asm_quote(&as->lx.tok, q));
    return asm_operand(as, &ops->op[ops->n++]);
}

static bool parse_target(struct assembler *as, struct asm_target *target, const char *what)
{
    struct lexer *lx = &as->lx;
    char q[64];
    skip_comma(lx);
    if (at_end(lx))
        return asm_error(as, &lx->tok.pos, "expected %s: a label or a distance in bytes, got %s",
                         what, asm_quote(&lx->tok, q));
    target->used = true;
    target->pos = lx->tok.pos;
    const struct asm_symbol *s =
        lx->tok.kind == TOK_IDENT ? sym_find(&as->syms, lx->tok.p, lx->tok.len) : NULL;
    if (lx->tok.kind == TOK_IDENT && (!s || s->is_label)) {
        target->label = strndup(lx->tok.p, lx->tok.len);
        as->nomem |= !target->label;
        lex_next(lx);
        return true;
    }
    int64_t v;
    if (!asm_int(as, INT32_MIN, UINT32_MAX, what, &v))
        return false;
    target->value = (int32_t)(uint32_t)(uint64_t)v;
    return true;
}

static bool parse_send(struct assembler *as, struct operands *ops, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    int64_t v = -1;
    if (!parse_operand(as, ops, "a destination") || !parse_operand(as, ops, "a payload register"))
        return false;
    skip_comma(lx);
    for (unsigned i = 0; i < 16; i++) {
        const char *name = isa_sfid_name(as->opts->gen, i);
        if (name && tok_word(&lx->tok, name))
            v = i;
    }
    if (v >= 0)
        lex_next(lx);
    else if (!asm_int(as, 0, 63, "extended descriptor", &v))
        return false;
    if (v & 0x10)
        return asm_error(as, &lx->tok.pos, "bit 4 of the extended descriptor must be 0");
    item->insn.cmod = v & 15;
    item->eot = v & 32;
    return parse_operand(as, ops, "a message descriptor");
}

/* An immediate target stands where isa_set_branch() will put it. */
static void immediate_target(struct eu_insn *insn)
{
    unsigned slot = insn->op->format == EU_FMT_BRANCH ? 0 : 1;
    insn->src[slot].file = EU_FILE_IMM;
    insn->src[slot].type = EU_TYPE_D;
}

static bool parse_operands(struct assembler *as, struct operands *ops, struct asm_item *item)
{
    const struct eu_op *op = item->insn.op;
    switch (op->format) {
    case EU_FMT_NONE:
        return true;
    case EU_FMT_JIP_UIP:
        return parse_target(as, &item->jip, "JIP") && parse_target(as, &item->uip, "UIP");
    case EU_FMT_CALL:
        if (!parse_operand(as, ops, "a destination"))
            return false;
        break;
    case EU_FMT_JIP:
    case EU_FMT_JMPI:
    case EU_FMT_BRANCH:
        break;
    case EU_FMT_SEND:
        return parse_send(as, ops, item);
    default:
        for (unsigned i = 0; i < (unsigned)op->ndst + op->nsrc; i++) {
            bool optional =
                (op->format == EU_FMT_MATH && i == 2) || (op->format == EU_FMT_WAIT && i == 1);
            if (optional && at_end(&as->lx))
                return true;
            if (!parse_operand(as, ops, i < op->ndst ? "a destination" : "a source"))
                return false;
        }
        return true;
    }
    skip_comma(&as->lx);
    if (op->format != EU_FMT_JIP && asm_register_ahead(&as->lx))
        return parse_operand(as, ops, "a register");
    immediate_target(&item->insn);
    if (!parse_target(as, &item->jip, op->format == EU_FMT_CALL ? "a target" : "JIP"))
        return false;
    return op->hw != EU_OP_BRC || parse_target(as, &item->uip, "UIP");
}

/* Which source an operand after the destination is. */
static unsigned source_slot(const struct eu_op *op, unsigned i)
{
    return op->format == EU_FMT_JMPI || op->format == EU_FMT_CALL ? 1 : i;
}

static bool finish_operands(struct assembler *as, struct operands *ops, struct asm_item *item)
{
    struct eu_insn *insn = &item->insn;
    const struct eu_op *op = insn->op;
    unsigned n = ops->n, ndst = op->format == EU_FMT_WAIT ? n - 1 : op->ndst;
    if (op->format == EU_FMT_SEND && ops->op[2].is_imm && !ops->op[2].has_type)
        ops->op[2].has_type = true, ops->op[2].o.type = EU_TYPE_UD;
    if (ndst && n && !asm_finish_dst(as, &ops->op[0], insn))
        return false;
    for (unsigned i = ndst; i < n; i++) {
        const struct asm_operand *o = &ops->op[i];
        bool last = i + 1 == n && (op->format != EU_FMT_MATH || n > 1);
        if (o->is_imm && !last)
            return asm_error(as, &o->pos, "only the last source may be an immediate");
        if (!asm_finish_src(as, o, insn, source_slot(op, i - ndst)))
            return false;
        if (op->format == EU_FMT_3SRC && insn->src[i - ndst].type != insn->src[0].type)
            return asm_error(as, &o->pos, "the sources of %s have one type", op->name);
    }
    if (op->format == EU_FMT_WAIT && n == 2 &&
        (insn->dst.reg != insn->src[0].reg || insn->dst.sub != insn->src[0].sub))
        return asm_error(as, &ops->op[0].pos, "destination and source of wait are the same");
    if (item->eot) /* bit 127, whatever the descriptor is */
        insn->src[1].imm |= 0x80000000;
    return true;
}

/* --- options
 * ---------------------------------------------------------------------------------------- */
enum option {
    OPT_ALIGN1,
    OPT_ALIGN16,
    OPT_NOMASK,
    OPT_ACCWREN,
    OPT_NODDCLR,
    OPT_NODDCHK,
    OPT_SWITCH,
    OPT_ATOMIC,
    OPT_BREAKPOINT,
    OPT_COMPACTED,
    OPT_NOCOMPACT,
    OPT_EOT,
    OPT_RAW,
    OPT_COUNT
};
static const char *option_name(unsigned i)
{
    static const char *const names[OPT_COUNT] = {
        "Align1", "Align16",    "NoMask",    "AccWrEn",   "NoDDClr", "NoDDChk", "Switch",
        "Atomic", "Breakpoint", "Compacted", "NoCompact", "EOT",     "Raw"};
    return i < OPT_COUNT ? names[i] : NULL;
}

/* 1N .. 8N, 1Q .. 4Q, 1H, 2H */
static bool quarter_option(const struct tok *t, struct eu_insn *insn)
{
    if (t->kind != TOK_WORD || t->len != 2)
        return false;
    unsigned n = (unsigned)(t->p[0] - '1');
    switch (t->p[1] | 0x20) {
    case 'n':
        insn->nib = n & 1;
        insn->qtr = (uint8_t)(n / 2);
        return n < 8;
    case 'q':
        insn->qtr = (uint8_t)n;
        return n < 4;
    case 'h':
        insn->qtr = (uint8_t)(n * 2);
        return n < 2;
    default:
        return false;
    }
}

static bool raw_option(struct assembler *as, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    lex_next(lx);
    if (lx->tok.kind != TOK_INT || lx->tok.overflow)
        return asm_error(as, &lx->tok.pos, "Raw needs a number of at most 128 bits");
    item->raw[0] ^= lx->tok.lo;
    item->raw[1] ^= lx->tok.hi;
    return true;
}

static bool apply_option(struct assembler *as, enum option opt, struct asm_item *item)
{
    struct eu_insn *insn = &item->insn;
    switch (opt) {
    case OPT_ALIGN1:
        insn->align16 = false;
        return true;
    case OPT_ALIGN16:
        insn->align16 = true;
        return true;
    case OPT_NOMASK:
        insn->nomask = true;
        return true;
    case OPT_ACCWREN:
        insn->acc_wr = true;
        return true;
    case OPT_NODDCLR:
        insn->noddclr = true;
        return true;
    case OPT_NODDCHK:
        insn->noddchk = true;
        return true;
    case OPT_ATOMIC:
        insn->thread_ctrl |= 1;
        return true;
    case OPT_SWITCH:
        insn->thread_ctrl |= 2;
        return true;
    case OPT_BREAKPOINT:
        insn->debug = true;
        return true;
    case OPT_COMPACTED:
        item->compact = COMPACT_ALWAYS;
        return true;
    case OPT_NOCOMPACT:
        item->compact = COMPACT_NEVER;
        return true;
    case OPT_EOT:
        if (insn->op->format != EU_FMT_SEND)
            return asm_error(as, &as->lx.tok.pos, "only send and sendc end a thread");
        item->eot = true;
        return true;
    case OPT_RAW:
        return raw_option(as, item);
    case OPT_COUNT:
        break;
    }
    return false;
}

static bool parse_option(struct assembler *as, struct asm_item *item)
{
    const struct tok *t = &as->lx.tok;
    if (!quarter_option(t, &item->insn)) {
        unsigned i = 0;
        while (i < OPT_COUNT && !tok_word(t, option_name(i)))
            i++;
        if (i == OPT_COUNT) {
            const char *near = t->kind == TOK_IDENT ? asm_nearest(t->p, t->len, option_name) : NULL;
            char q[64];
            return asm_error(as, &t->pos, "unknown option %s%s%s%s", asm_quote(t, q),
                             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        }
        if (!apply_option(as, (enum option)i, item))
            return false;
    }
    lex_next(&as->lx);
    return true;
}

static bool parse_options(struct assembler *as, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '{'))
        return true;
    lex_next(lx);
    while (!tok_is(&lx->tok, '}')) {
        if (!parse_option(as, item))
            return false;
        skip_comma(lx);
    }
    lex_next(lx);
    return true;
}

bool asm_insn(struct assembler *as, struct asm_item *item)
{
    struct eu_insn *insn = &item->insn;
    struct head head = {0};
    struct operands ops = {.n = 0};
    if (!parse_predicate(as, &head, insn) || !parse_mnemonic(as, insn) ||
        !parse_modifiers(as, &head, insn) || !parse_exec(as, insn))
        return false;
    insn->align16 = insn->op->format == EU_FMT_3SRC;
    if (head.pred && insn->op->format == EU_FMT_NONE)
        return asm_error(as, &head.pred_pos, "%s takes no predicate", insn->op->name);
    if (!parse_operands(as, &ops, item) || !parse_options(as, item))
        return false;
    if (insn->op->format == EU_FMT_3SRC && !insn->align16)
        return asm_error(as, &item->pos, "%s exists in Align16 only", insn->op->name);
    if (!find_predicate(as, &head, insn) || !finish_operands(as, &ops, item))
        return false;
    isa_canon(insn);
    return true;
}
