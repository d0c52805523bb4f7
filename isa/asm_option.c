/* Parses instruction options, in the spellings of all dialects. */
#include "isa/asm_internal.h"

#include <string.h>

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
    OPT_SECHALF, /* 5.5.13: the second group of as many channels as the execution size has */
    OPT_COMPR    /* 5.5.13: two registers are written; since Gen7 the execution size shows that */
};
static const struct option_name {
    enum option opt;
    const char *name;
} options[] = {
#define OPTION(id, name) {OPT_##id, name},
#include "isa/dialects.def"
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

static const char *option_name(const void *ctx, unsigned i)
{
    (void)ctx;
    return i < OPTION_COUNT ? options[i].name : NULL;
}

/* Parses 1N .. 8N, 1Q .. 4Q, 1H, 2H. */
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

/* Whether the encoding of @op has room for the option: nop and illegal have little. */
static bool takes_option(const struct eu_op *op, enum option opt)
{
    switch (opt) {
    case OPT_COMPACTED:
    case OPT_NOCOMPACT:
    case OPT_RAW:
    case OPT_ALIGN1: /* what every instruction is without it */
        return true;
    case OPT_BREAKPOINT:
        return op->format != EU_FMT_NONE || op->id == EU_OP_NOP;
    default:
        return op->format != EU_FMT_NONE;
    }
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
        if (insn->op->flags & EU_OPF_BRANCH_CTRL)
            return asm_error(as, &as->lx.tok.pos, "%s writes no accumulator; its bit 28 is .b",
                             insn->op->name);
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
        if (!isa_is_send(insn))
            return asm_error(as, &as->lx.tok.pos, "only send and sendc end a thread");
        item->eot = true;
        return true;
    case OPT_RAW:
        return raw_option(as, item);
    case OPT_SECHALF:
        insn->qtr = insn->exec < 4 ? 1 : 2; /* 2Q; 2H if the size is (16) */
        return true;
    case OPT_COMPR:
        return true;
    }
    return false;
}

static bool parse_option(struct assembler *as, struct asm_item *item)
{
    const struct tok *t = &as->lx.tok;
    const struct eu_op *op = item->insn.op;
    char q[64];
    if (quarter_option(t, &item->insn)) {
        if (!takes_option(op, OPT_SECHALF))
            return asm_error(as, &t->pos, "%s takes no option %s", op->name, asm_quote(t, q));
    } else {
        unsigned i = 0;
        while (i < OPTION_COUNT && !tok_word(t, option_name(NULL, i)))
            i++;
        if (i == OPTION_COUNT) {
            const char *near =
                t->kind == TOK_IDENT ? asm_nearest(t->p, t->len, option_name, NULL) : NULL;
            if (asm_at_end(&as->lx))
                return asm_error(as, &t->pos, "expected an option or '}', got %s", asm_quote(t, q));
            return asm_error(as, &t->pos, "unknown option %s%s%s%s", asm_quote(t, q),
                             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        }
        if (!takes_option(op, options[i].opt))
            return asm_error(as, &t->pos, "%s takes no option %s", op->name, asm_quote(t, q));
        if (!apply_option(as, options[i].opt, item))
            return false;
    }
    lex_next(&as->lx);
    return true;
}

bool asm_options(struct assembler *as, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '{'))
        return true;
    lex_next(lx);
    while (!tok_is(&lx->tok, '}')) {
        if (!parse_option(as, item))
            return false;
        asm_skip_comma(lx);
    }
    lex_next(lx);
    return true;
}
