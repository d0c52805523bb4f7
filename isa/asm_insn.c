/* Parses one instruction: predicate, mnemonic with modifiers, operands, options. */
#include "isa/asm_internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *op_name(const void *ctx, unsigned i)
{
    (void)ctx;
    const struct eu_op *op = eu_op_at(i);
    return op ? op->name : NULL;
}

/* Parses (f0.1), (-f0.0.anyv), (!f1), or IGA's (W) and (W&f0.1). */
static bool parse_predicate(struct assembler *as, struct asm_head *h, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '('))
        return true;
    lex_next(lx);
    if (as->dialect == DIALECT_IGA && tok_word(&lx->tok, "W")) {
        insn->nomask = true;
        lex_next(lx);
        if (!tok_is(&lx->tok, '&'))
            return asm_expect(as, ')');
        lex_next(lx);
    }
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
        if (t->kind != TOK_IDENT || t->len >= ASM_PRED_MAX)
            return asm_error(as, &t->pos, "expected a predicate control, such as anyv or all8h");
        memcpy(h->pred_name, t->p, t->len);
        lex_next(lx);
    }
    return asm_expect(as, ')');
}

static bool find_predicate(struct assembler *as, const struct asm_head *h, struct eu_insn *insn)
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
    insn->op = eu_op_by_name(as->opts->gen, name);
    if (!insn->op) {
        as->unknown++;
        const char *near = asm_nearest(t->p, t->len, op_name, NULL);
        return asm_error(as, &t->pos, "unknown instruction %s%s%s%s", asm_quote(t, q),
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    if (!(insn->op->gens & as->opts->gen)) {
        char gens[EU_GENS_TEXT_MAX];
        return asm_error(as, &t->pos, "'%s' is not an instruction of Gen%s, only of Gen%s",
                         insn->op->name, eu_gen_name(as->opts->gen),
                         eu_gens_text(insn->op->gens, gens));
    }
    insn->opcode = insn->op->hw;
    lex_next(&as->lx);
    return true;
}

bool asm_cmod_flag(struct assembler *as, struct asm_head *h)
{
    h->cmod_flag = true;
    h->flag_pos = as->lx.tok.pos;
    return asm_flag(as, &h->flag_reg, &h->flag_sub);
}

/* ".eo" (early out) of math's macros has no code of its own: the flag register alone shows it. */
bool asm_is_early_out(const struct eu_insn *insn)
{
    return insn->op->format == EU_FMT_MATH &&
           (insn->cmod == EU_MATH_INVM || insn->cmod == EU_MATH_RSQTM);
}

/* The @i-th function of math; codes without a function are skipped. NULL past the last. */
static const char *function_name(const void *ctx, unsigned i)
{
    const struct assembler *as = ctx;
    for (unsigned code = 0; code < 16; code++) {
        const char *name = isa_math_name(as->opts->gen, code);
        if (name && i-- == 0)
            return name;
    }
    return NULL;
}

static bool unknown_function(struct assembler *as, const struct tok *t)
{
    const char *near = asm_nearest(t->p, t->len, function_name, as), *name;
    char q[64], all[160] = "";
    for (unsigned i = 0; (name = function_name(as, i)); i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", name);
    return asm_error(as, &t->pos, "math has no function %s, only %s%s%s%s", asm_quote(t, q), all,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Parses one ".x" after the mnemonic. */
static bool parse_modifier(struct assembler *as, struct asm_head *h, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    char q[64];
    if (tok_word(&lx->tok, "sat")) {
        insn->sat = true;
    } else if (insn->op->flags & EU_OPF_BRANCH_CTRL && tok_word(&lx->tok, "b")) {
        insn->branch_ctrl = true;
    } else if (asm_is_early_out(insn) && tok_word(&lx->tok, "eo")) {
    } else if (insn->op->format == EU_FMT_MATH && !insn->cmod &&
               (asm_math_function(as, &lx->tok, &insn->cmod) || lx->tok.kind == TOK_INT)) {
        int64_t v;
        if (lx->tok.kind == TOK_INT) {
            if (!asm_int(as, 0, 15, "math function", &v))
                return false;
            insn->cmod = (uint8_t)v;
            return true;
        }
    } else if (insn->op->format != EU_FMT_MATH && !isa_is_send(insn) &&
               asm_cmod(&lx->tok, &insn->cmod)) {
    } else if (tok_word(&lx->tok, "f0") || tok_word(&lx->tok, "f1")) {
        return asm_cmod_flag(as, h);
    } else if (insn->op->format == EU_FMT_MATH && !insn->cmod) {
        return unknown_function(as, &lx->tok);
    } else {
        return asm_error(as, &lx->tok.pos, "unknown modifier %s of '%s'", asm_quote(&lx->tok, q),
                         insn->op->name);
    }
    lex_next(lx);
    return true;
}

static bool parse_modifiers(struct assembler *as, struct asm_head *h, struct eu_insn *insn)
{
    struct asm_pos pos = as->lx.tok.pos;
    while (tok_is(&as->lx.tok, '.')) {
        if (insn->op->format == EU_FMT_NONE)
            return asm_error(as, &pos, "%s takes no modifier", insn->op->name);
        lex_next(&as->lx);
        if (!parse_modifier(as, h, insn))
            return false;
    }
    if (as->dialect == DIALECT_MESA && insn->op->format == EU_FMT_MATH && !insn->cmod &&
        asm_math_function(as, &as->lx.tok, &insn->cmod))
        lex_next(&as->lx); /* for example: math inv(8) */
    if (insn->op->format == EU_FMT_MATH && !insn->cmod)
        return asm_error(as, &pos, "math needs a function, such as math%cinv",
                         as->dialect == DIALECT_MESA ? ' ' : '.');
    return true;
}

static bool flag_register(struct assembler *as, const struct asm_head *h, struct eu_insn *insn)
{
    if (h->cmod_flag && h->pred && (h->flag_reg != h->pred_reg || h->flag_sub != h->pred_sub))
        return asm_error(as, &h->flag_pos,
                         "predicate and conditional modifier must use the same flag register");
    insn->flag_reg = h->cmod_flag ? h->flag_reg : h->pred_reg;
    insn->flag_sub = h->cmod_flag ? h->flag_sub : h->pred_sub;
    return true;
}

/* Parses "(8)". Without it, the instruction has the size that it always has. */
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
    if (as->dialect == DIALECT_IGA && !asm_iga_channel(as, insn))
        return false;
    return asm_expect(as, ')');
}

/* --- operands by format --- */
bool asm_at_end(const struct lexer *lx)
{
    return lx->tok.kind == TOK_EOL || lx->tok.kind == TOK_END || tok_is(&lx->tok, ';') ||
           tok_is(&lx->tok, '{');
}

void asm_skip_comma(struct lexer *lx)
{
    if (tok_is(&lx->tok, ','))
        lex_next(lx);
}

bool asm_add_operand(struct assembler *as, struct asm_operands *ops, const char *what)
{
    char q[64];
    if (ops->n)
        asm_skip_comma(&as->lx);
    if (asm_at_end(&as->lx))
        return asm_error(as, &as->lx.tok.pos, "expected %s, got %s", what,
                         asm_quote(&as->lx.tok, q));
    return asm_operand(as, &ops->op[ops->n++]);
}

static bool parse_target(struct assembler *as, struct asm_target *target, const char *what)
{
    struct lexer *lx = &as->lx;
    char q[64];
    asm_skip_comma(lx);
    if (as->dialect == DIALECT_MESA && !asm_mesa_target(as, what))
        return false;
    if (asm_at_end(lx))
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
    bool ok = as->dialect == DIALECT_MESA ? asm_mesa_distance(as, what, &v)
                                          : asm_int(as, INT32_MIN, UINT32_MAX, what, &v);
    if (!ok)
        return false;
    target->value = (int32_t)(uint32_t)(uint64_t)v;
    return true;
}

/* Whether the text may leave out the targets: they follow from the blocks. */
static bool finds_targets(const struct eu_op *op)
{
    return op->id == EU_OP_IF || op->id == EU_OP_ELSE || op->id == EU_OP_ENDIF ||
           op->id == EU_OP_BREAK || op->id == EU_OP_CONT;
}

/* Parses JIP, or JIP and UIP, of a branch. One target of an else serves as both, so that a source
 * of Gen7 is one of Gen8. */
static bool parse_targets(struct assembler *as, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    const struct eu_op *op = item->insn.op;
    bool both = op->format == EU_FMT_JIP_UIP, is_else = op->id == EU_OP_ELSE;
    if (finds_targets(op) && asm_at_end(lx)) {
        item->jip.left_out = true;
        item->uip.left_out = both;
        item->jip.pos = lx->tok.pos;
        return true;
    }
    if (!parse_target(as, &item->jip, "JIP"))
        return false;
    if (both && asm_at_end(lx) && is_else) {
        item->uip = item->jip;
        item->uip.label = item->jip.label ? strdup(item->jip.label) : NULL;
        as->nomem |= item->jip.label && !item->uip.label;
        return true;
    }
    if (both && asm_at_end(lx))
        return asm_error(as, &lx->tok.pos, "%s has two targets, JIP and UIP%s", op->name,
                         finds_targets(op) ? ", or none: then the assembler finds them" : "");
    if (both)
        return parse_target(as, &item->uip, "UIP");
    if (is_else && (lx->tok.kind == TOK_IDENT || lx->tok.kind == TOK_INT))
        return asm_error(as, &lx->tok.pos,
                         "else has one target in Gen%s, the endif; JIP and UIP from Gen8 on",
                         eu_gen_name(as->opts->gen));
    return true;
}

/* Parses a0.5 of sends. */
bool asm_extended_register(struct assembler *as, struct eu_insn *insn)
{
    struct asm_operand op;
    if (!asm_operand(as, &op))
        return false;
    if (op.o.file != EU_FILE_ARF || op.o.indirect || op.o.reg != EU_ARF_A << 4 || op.sub > 7)
        return asm_error(as, &op.pos, "an extended descriptor is a number or a0.0 .. a0.7");
    insn->ex_indirect = true;
    insn->ex_sub = (uint8_t)op.sub;
    return true;
}

/* Takes the extended descriptor as a number: SFID in 3:0, EOT in 5, and above them what the
 * generation has. */
bool asm_extended_number(struct assembler *as, const struct asm_pos *pos, int64_t v,
                         struct asm_item *item)
{
    struct eu_insn *insn = &item->insn;
    bool two = insn->op->format == EU_FMT_SENDS;
    uint32_t more = two ? 0xffff03c0 : as->isa->extended_send ? 0xffff0000 : 0;
    if (v & 0x10)
        return asm_error(as, pos, "bit 4 of the extended descriptor must be 0");
    if (v & ~(int64_t)(more | 0x2f))
        return asm_error(as, pos, "extended descriptor 0x%llx has bits that %s does not take",
                         (long long)v, insn->op->name);
    insn->cmod = v & 15;
    insn->ex_desc = (uint32_t)v & more;
    item->eot = v & 32;
    return true;
}

static bool parse_send(struct assembler *as, struct asm_operands *ops, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    bool two = item->insn.op->format == EU_FMT_SENDS;
    int64_t v = -1, most = two || as->isa->extended_send ? UINT32_MAX : 63;
    if (!asm_add_operand(as, ops, "a destination") ||
        !asm_add_operand(as, ops, "a payload register") ||
        (two && !asm_add_operand(as, ops, "a second payload register")))
        return false;
    asm_skip_comma(lx);
    if (two && asm_register_ahead(as))
        return asm_extended_register(as, &item->insn) &&
               asm_add_operand(as, ops, "a message descriptor");
    for (unsigned i = 0; i < 16; i++) {
        const char *name = isa_sfid_name(as->opts->gen, i);
        if (name && tok_word(&lx->tok, name))
            v = i;
    }
    if (v >= 0)
        lex_next(lx);
    if (asm_message_ahead(as, (int)v))
        return asm_named_message(as, ops, item, (int)v);
    if (v < 0 && !asm_int(as, 0, most, "extended descriptor", &v))
        return false;
    return asm_extended_number(as, &lx->tok.pos, v, item) &&
           asm_add_operand(as, ops, "a message descriptor");
}

/* Puts an immediate target where isa_set_branch() will write it. */
static void immediate_target(struct eu_insn *insn)
{
    unsigned slot = insn->op->format == EU_FMT_BRANCH ? 0 : 1;
    insn->src[slot].file = EU_FILE_IMM;
    insn->src[slot].type = EU_TYPE_D;
}

/* Reports that operand @i is missing. The instruction has neither JIP nor a message. */
static bool operand_missing(struct assembler *as, const struct eu_op *op, unsigned i)
{
    const struct asm_pos *pos = &as->lx.tok.pos;
    const char *sources = op->format == EU_FMT_MATH ? "1 or 2 sources"
                          : op->nsrc == 1           ? "1 source"
                          : op->nsrc == 2           ? "2 sources"
                                                    : "3 sources";
    if (op->format == EU_FMT_WAIT)
        return asm_error(as, pos, "%s takes a notification register, such as n0", op->name);
    if (i < op->ndst)
        return asm_error(as, pos, "%s takes a destination and %s: there is none", op->name,
                         sources);
    return asm_error(as, pos, "%s takes %s%s: src%u is missing", op->name,
                     op->ndst ? "a destination and " : "", sources, i - op->ndst);
}

static bool parse_operands(struct assembler *as, struct asm_operands *ops, struct asm_item *item)
{
    const struct eu_op *op = item->insn.op;
    switch (op->format) {
    case EU_FMT_NONE:
        return true;
    case EU_FMT_JIP_UIP:
        return parse_targets(as, item);
    case EU_FMT_CALL:
        if (!asm_add_operand(as, ops, "a destination"))
            return false;
        break;
    case EU_FMT_JIP:
    case EU_FMT_JMPI:
    case EU_FMT_BRANCH:
        break;
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        return as->dialect == DIALECT_MESA ? asm_mesa_send(as, ops, item)
                                           : parse_send(as, ops, item);
    default:
        for (unsigned i = 0; i < (unsigned)op->ndst + op->nsrc; i++) {
            bool optional =
                (op->format == EU_FMT_MATH && i == 2) || (op->format == EU_FMT_WAIT && i == 1);
            if (optional && asm_at_end(&as->lx))
                return true;
            if (ops->n)
                asm_skip_comma(&as->lx);
            if (asm_at_end(&as->lx))
                return operand_missing(as, op, i);
            if (!asm_operand(as, &ops->op[ops->n++]))
                return false;
        }
        return true;
    }
    asm_skip_comma(&as->lx);
    /* then "32D" is the field, not a distance in bytes */
    bool raw = as->dialect == DIALECT_MESA && op->format == EU_FMT_JMPI;
    if (op->format != EU_FMT_JIP && (raw || asm_register_ahead(as)))
        return asm_add_operand(as, ops, "a register");
    immediate_target(&item->insn);
    if (op->format == EU_FMT_JIP)
        return parse_targets(as, item);
    if (!parse_target(as, &item->jip, op->format == EU_FMT_CALL ? "a target" : "JIP"))
        return false;
    return op->id != EU_OP_BRC || parse_target(as, &item->uip, "UIP");
}

/* The index of the source that is the @i-th operand after the destination. */
static unsigned source_slot(const struct eu_op *op, unsigned i)
{
    return op->format == EU_FMT_JMPI || op->format == EU_FMT_CALL ? 1 : i;
}

/* Whether source @i has a type that goes with source 0: three sources have one type, or mix F and
 * HF. */
static bool types_agree(const struct assembler *as, const struct eu_insn *insn, unsigned i)
{
    unsigned a = insn->src[0].type, b = insn->src[i].type;
    return a == b || (as->isa->mixed_3src && (a == EU_TYPE_F || a == EU_TYPE_HF) &&
                      (b == EU_TYPE_F || b == EU_TYPE_HF));
}

/* Whether source @i is one of math that cannot be an immediate; Gen8 can where there is only one.
 */
static bool is_first_of_math(const struct assembler *as, const struct eu_insn *insn, unsigned i)
{
    return insn->op->format == EU_FMT_MATH && i == 0 &&
           !(as->isa->layout->canon_is_iga && isa_math_sources(insn->cmod) == 1);
}

static bool finish_operands(struct assembler *as, struct asm_operands *ops, struct asm_item *item)
{
    struct eu_insn *insn = &item->insn;
    const struct eu_op *op = insn->op;
    unsigned n = ops->n, ndst = op->format == EU_FMT_WAIT ? n - 1 : op->ndst;
    struct asm_operand *desc = &ops->op[n ? n - 1 : 0]; /* the message descriptor */
    if (isa_is_send(insn) && desc->is_imm && !desc->has_type)
        desc->has_type = true, desc->o.type = EU_TYPE_UD;
    if (op->format == EU_FMT_WAIT && as->dialect == DIALECT_MESA)
        ops->op[0].nregion = 0; /* n0<1> is written as a destination */
    if (ndst && n && !asm_finish_dst(as, &ops->op[0], insn))
        return false;
    for (unsigned i = ndst; i < n; i++) {
        const struct asm_operand *o = &ops->op[i];
        if (o->is_imm && i + 1 < n)
            return asm_error(as, &o->pos, "only the last source may be an immediate");
        if (o->is_imm && is_first_of_math(as, insn, i - ndst))
            return asm_error(as, &o->pos, "only the second source of math may be an immediate");
        if (!asm_finish_src(as, o, insn, source_slot(op, i - ndst)))
            return false;
        if (op->format == EU_FMT_3SRC && !types_agree(as, insn, i - ndst))
            return asm_error(as, &o->pos, "the sources of %s have one type", op->name);
    }
    if (op->format == EU_FMT_WAIT && n == 2 &&
        (insn->dst.reg != insn->src[0].reg || insn->dst.sub != insn->src[0].sub))
        return asm_error(as, &ops->op[0].pos, "destination and source of wait are the same");
    if (op->format == EU_FMT_SEND && insn->ex_desc && !isa_is_extended(as->isa, insn))
        return asm_error(as, &ops->op[1].pos,
                         "the payload of a send with an extended descriptor is "
                         "direct and in Align1");
    if (item->eot) /* bit 127, whether the descriptor is immediate or not */
        insn->src[op->format == EU_FMT_SENDS ? 2 : 1].imm |= 0x80000000;
    return true;
}

/* In an Align16 mov, the channels give the number of the macro register if no letters are written.
 */
static void named_macros(const struct assembler *as, struct asm_operands *ops,
                         const struct eu_insn *insn)
{
    if (insn->op->id != EU_OP_MOV || !insn->align16 || !as->isa->math_macros)
        return;
    for (unsigned i = 0; i < ops->n; i++) {
        struct asm_operand *op = &ops->op[i];
        if (!op->named_macro || op->nchan || (!i && !op->macro))
            continue;
        op->o.reg = (uint8_t)(op->o.reg - op->macro);
        asm_macro_channels(op, !i);
    }
}

bool asm_insn(struct assembler *as, struct asm_item *item)
{
    struct eu_insn *insn = &item->insn;
    struct asm_head head = {0};
    struct asm_operands ops = {.n = 0};
    as->dialect = asm_recognise(as);
    if (!parse_predicate(as, &head, insn) || !parse_mnemonic(as, insn) ||
        !parse_modifiers(as, &head, insn) || !parse_exec(as, insn))
        return false;
    if (as->dialect == DIALECT_IGA && !asm_iga_modifiers(as, &head, insn))
        return false;
    insn->align16 = insn->op->format == EU_FMT_3SRC;
    if (as->dialect == DIALECT_IGA && asm_is_early_out(insn))
        insn->align16 = true;
    if (head.pred && insn->op->format == EU_FMT_NONE)
        return asm_error(as, &head.pred_pos, "%s takes no predicate", insn->op->name);
    if (!flag_register(as, &head, insn) || !parse_operands(as, &ops, item) ||
        !asm_options(as, item))
        return false;
    if (insn->op->format == EU_FMT_3SRC && !insn->align16)
        return asm_error(as, &item->pos, "%s exists in Align16 only", insn->op->name);
    if (as->dialect == DIALECT_IGA)
        asm_iga_explicit_macros(&ops, insn);
    else
        named_macros(as, &ops, insn);
    if (!find_predicate(as, &head, insn) || !finish_operands(as, &ops, item))
        return false;
    struct eu_operand said = insn->src[0];
    isa_canon(as->opts->gen, insn);
    if (as->dialect == DIALECT_MESA)
        asm_mesa_unsaid(as, insn, &said);
    if (as->dialect == DIALECT_IGA)
        asm_iga_unsaid(as, insn);
    return true;
}
