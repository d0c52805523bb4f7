/* What only the Mesa form of an instruction has: types glued to operands, regions with commas, a
 * message's name and words, branch distances. */
#include "isa/asm_internal.h"

#include <ctype.h>
#include <string.h>

enum { HEX_PREFIX = 2, HEX_DOUBLE = 16, JUMP_UNIT = 8 };

/* Whether the text ends with the name of this type, in capitals. */
static bool ends_with(const char *p, size_t len, const char *type)
{
    size_t n = strlen(type);
    if (len < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (p[len - n + i] != toupper((unsigned char)type[i]))
            return false;
    return true;
}

/* The longest type name at the end of a text, or EU_TYPE_NONE; *@rest is the length of what is
 * before it. In 0x1DF the D is a digit: only a number of sixteen digits can be a double. */
static enum eu_type type_suffix(const struct isa_gen *gen, const char *p, size_t len, size_t *rest)
{
    enum eu_type best = EU_TYPE_NONE;
    bool hex = len > HEX_PREFIX && p[0] == '0' && (p[1] | 0x20) == 'x';
    *rest = len;
    for (unsigned i = 0; i < EU_TYPE_COUNT; i++) {
        size_t before = len - strlen(eu_types[i].name);
        if (!isa_has_type(gen, i) || !ends_with(p, len, eu_types[i].name) || before >= *rest)
            continue;
        if (hex && (before <= HEX_PREFIX || (i == EU_TYPE_DF && before != HEX_PREFIX + HEX_DOUBLE)))
            continue;
        best = (enum eu_type)i;
        *rest = before;
    }
    return best;
}

bool asm_mesa_typed(const struct assembler *as, const struct tok *t)
{
    size_t rest;
    if (type_suffix(as->isa, t->p, t->len, &rest) == EU_TYPE_NONE)
        return false;
    for (size_t i = 0; t->kind == TOK_IDENT && i < rest; i++)
        if (!memchr("xyzw", t->p[i], 4))
            return false;
    return true;
}

bool asm_mesa_glued(const struct assembler *as, const struct tok *t, size_t *len)
{
    struct tok name = *t;
    size_t rest;
    if (t->kind != TOK_IDENT || type_suffix(as->isa, t->p, t->len, &rest) == EU_TYPE_NONE || !rest)
        return false;
    name.len = *len = rest;
    return asm_is_mesa_register(as, &name);
}

/* Parses <1>, <4>, <8,8,1>, and the indirect <8,1>, <VxH,8,1>. */
static bool mesa_region(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '<'))
        return true;
    lex_next(lx);
    if (tok_word(&lx->tok, "VxH")) {
        lex_next(lx);
        if (!asm_expect(as, ','))
            return false;
        op->vxh = true;
    }
    while (asm_int(as, 0, 32, "region number", &op->region[op->nregion++])) {
        bool more = op->nregion < (op->vxh ? 2 : 3);
        if (!more || (!tok_is(&lx->tok, ',') && !tok_is(&lx->tok, ';'))) {
            op->vxh = op->nregion == 2;
            return asm_expect(as, '>');
        }
        lex_next(lx);
    }
    return false;
}

void asm_mesa_unglue(struct assembler *as)
{
    struct lexer *lx = &as->lx;
    size_t len;
    if (!asm_mesa_glued(as, &lx->tok, &len))
        return;
    lx->tok.len = len;
    lx->p = lx->tok.p + len;
}

bool asm_mesa_register(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    char q[64];
    if (!mesa_region(as, op))
        return false;
    bool channels = tok_is(&lx->tok, '.');
    if (channels)
        lex_next(lx);
    const struct tok *t = &lx->tok;
    size_t n = 0, rest;
    for (; channels && t->kind == TOK_IDENT && n < t->len && n < 4; n++) {
        const char *at = memchr("xyzw", t->p[n], 4);
        if (!at)
            break;
        op->chan[op->nchan++] = (uint8_t)(at - "xyzw");
    }
    if (channels && !n)
        return asm_error(as, &t->pos, "expected channels, such as .xyzw, got %s", asm_quote(t, q));
    enum eu_type type =
        t->kind == TOK_IDENT ? type_suffix(as->isa, t->p + n, t->len - n, &rest) : EU_TYPE_NONE;
    if (type != EU_TYPE_NONE && !rest) {
        lex_next(lx);
        return asm_set_type(as, op, type);
    }
    unsigned kind = op->o.file == EU_FILE_ARF ? op->o.reg >> 4 : EU_ARF_NULL;
    if (kind == EU_ARF_IP || kind == EU_ARF_TDR) /* these registers have no type in the text */
        return asm_set_type(as, op, kind == EU_ARF_IP ? EU_TYPE_UD : EU_TYPE_UW);
    bool glued = channels || (op->nregion && t->p[-1] == '>');
    if (t->kind != TOK_IDENT || (!glued && asm_register_ahead(as)))
        return true; /* there is no type; whether that is allowed depends on the instruction */
    return asm_error(as, &t->pos, "unknown type %s: UD D UW W UB B DF F", asm_quote(t, q));
}

/* Parses the number in the first @len characters of token @t. */
static bool parse_number(struct assembler *as, const struct tok *t, size_t len, struct asm_value *v)
{
    struct lexer part;
    char q[64];
    lex_init(&part, t->pos.path, t->p, len);
    lex_next(&part);
    struct tok digits = part.tok;
    if ((digits.kind != TOK_INT && digits.kind != TOK_FLOAT) || digits.len != len)
        return asm_error(as, &t->pos, "expected a number with its type, such as 1D, got %s",
                         asm_quote(t, q));
    digits.pos = t->pos;
    return asm_literal(as, &digits, v);
}

bool asm_mesa_immediate(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    bool neg = tok_is(&lx->tok, '-');
    if (neg || tok_is(&lx->tok, '+'))
        lex_next(lx);
    const struct tok *t = &lx->tok;
    size_t rest = t->len;
    enum eu_type type = EU_TYPE_NONE;
    char q[64];
    if (asm_is_register(as, t))
        return asm_error(as, &t->pos,
                         "%s in an instruction of Mesa's form, whose registers are g0 .. g127",
                         asm_quote(t, q));
    if (t->kind == TOK_WORD || t->kind == TOK_INT)
        type = type_suffix(as->isa, t->p, t->len, &rest);
    if (!parse_number(as, t, rest, &op->value))
        return false;
    if (neg && op->value.is_float)
        op->value.d = -op->value.d, op->value.f = -op->value.f;
    op->value.i = neg ? (int64_t)(0 - (uint64_t)op->value.i) : op->value.i;
    lex_next(lx);
    if (type != EU_TYPE_NONE)
        return asm_set_type(as, op, type);
    return asm_error(as, &op->pos, "the number needs its type, such as 1D");
}

/* The destination g[a0.1]<1>UW uses a0.2: Mesa counts the subregister in elements. */
bool asm_mesa_indirect(struct assembler *as, struct asm_operand *op)
{
    unsigned sub = op->o.addr_sub * eu_types[op->o.type].bytes;
    if (sub > 7)
        return asm_error(as, &op->pos, "a0.%u of type %s lies outside the register", op->o.addr_sub,
                         eu_types[op->o.type].name);
    op->o.addr_sub = (uint8_t)sub;
    return true;
}

/* --- send --- */
static const struct sfid {
    uint8_t code;
    const char *name;
} sfids[] = {
#define SFID(code, name) {code, name},
#include "isa/dialects.def"
};

static bool same_name(const char *name, const char *p, size_t len)
{
    return strlen(name) == len && !memcmp(name, p, len);
}

/* Parses the name of the shared function: all words up to MsgDesc or the end. */
static bool shared_function(struct assembler *as, struct eu_insn *insn)
{
    struct lexer *lx = &as->lx;
    struct tok first = lx->tok;
    const char *end = first.p;
    char q[64];
    if (asm_at_end(lx))
        return asm_error(as, &first.pos, "expected a shared function, such as sampler, got %s",
                         asm_quote(&first, q));
    while (!asm_at_end(lx) && !tok_word(&lx->tok, "MsgDesc")) {
        end = lx->tok.p + lx->tok.len;
        lex_next(lx);
    }
    size_t len = (size_t)(end - first.p);
    for (unsigned i = 0; i < 16; i++) {
        const char *name = isa_sfid_name(as->opts->gen, i);
        insn->cmod = (uint8_t)i;
        if (name && same_name(name, first.p, len))
            return true;
    }
    for (size_t i = 0; i < sizeof sfids / sizeof *sfids; i++) {
        insn->cmod = sfids[i].code;
        if (same_name(sfids[i].name, first.p, len))
            return true;
    }
    return asm_error(as, &first.pos,
                     "unknown shared function '%.*s': sampler, render, data, urb ...",
                     (int)(len < 40 ? len : 40), first.p);
}

/* Mesa breaks the line after the descriptor. Goes on to the next line if that has the message's
 * words. */
static void next_line_of_send(struct lexer *lx)
{
    struct lexer save = *lx;
    if (lx->tok.kind != TOK_EOL)
        return;
    lex_next(lx);
    struct lexer words = *lx;
    while (!asm_at_end(lx) && !tok_word(&lx->tok, "MsgDesc"))
        lex_next(lx);
    *lx = tok_word(&lx->tok, "MsgDesc") ? words : save;
}

bool asm_mesa_remark(const struct assembler *as)
{
    struct lexer lx = as->lx;
    struct tok first = lx.tok;
    lex_next(&lx);
    const struct tok *t = &lx.tok;
    if (first.kind != TOK_IDENT || t->kind != TOK_IDENT)
        return false;
    if (tok_word(&first, "START") || tok_word(&first, "END"))
        return t->len > 1 && t->p[0] == 'B' && isdigit((unsigned char)t->p[1]);
    return (tok_word(&first, "Native") && tok_word(t, "code")) ||
           (first.len > 4 && !memcmp(first.p, "SIMD", 4) && tok_word(t, "shader"));
}

/* Parses the extended descriptor of sends; the name of the shared function follows it. */
static bool extended_descriptor(struct assembler *as, struct asm_item *item)
{
    struct asm_pos pos = as->lx.tok.pos;
    int64_t v;
    if (asm_register_ahead(as))
        return asm_extended_register(as, &item->insn);
    return asm_int(as, 0, UINT32_MAX, "extended descriptor", &v) &&
           asm_extended_number(as, &pos, v, item);
}

bool asm_mesa_send(struct assembler *as, struct asm_operands *ops, struct asm_item *item)
{
    struct lexer *lx = &as->lx;
    char q[64];
    int64_t v = 0;
    if (!asm_add_operand(as, ops, "a destination") ||
        !asm_add_operand(as, ops, "a payload register"))
        return false;
    bool two = item->insn.op->format == EU_FMT_SENDS;
    if (two && !asm_add_operand(as, ops, "a second payload register"))
        return false;
    bool indirect = asm_register_ahead(as);
    if (indirect && !asm_add_operand(as, ops, "a message descriptor"))
        return false;
    struct asm_pos pos = lx->tok.pos;
    bool number = lx->tok.kind == TOK_INT;
    if (!number && !indirect)
        return asm_error(as, &pos, "expected a message descriptor, got %s", asm_quote(&lx->tok, q));
    if (number && !asm_int(as, 0, UINT32_MAX, "message descriptor", &v))
        return false;
    /* after a register, the number gives the bits of that operand */
    item->eot |= indirect && v >> 31;
    if (!indirect)
        ops->op[ops->n++] = (struct asm_operand){
            .is_imm = true, .o.file = EU_FILE_IMM, .value = {.hex = true, .i = v}, .pos = pos};
    if (two && !extended_descriptor(as, item))
        return false;
    next_line_of_send(lx);
    if (!shared_function(as, &item->insn))
        return false;
    while (!asm_at_end(lx)) /* skips the descriptor's words, which repeat what is known */
        lex_next(lx);
    return true;
}

/* --- branches --- */
bool asm_mesa_target(struct assembler *as, const char *what)
{
    struct lexer *lx = &as->lx;
    if (!tok_word(&lx->tok, what))
        return true;
    lex_next(lx);
    if (!asm_expect(as, ':'))
        return false;
    if (!asm_at_end(lx) && !tok_word(&lx->tok, "UIP")) /* Mesa's listings have nothing after it */
        return true;
    return asm_error(as, &lx->tok.pos, "expected the distance of %s, such as +32B, or a label",
                     what);
}

bool asm_mesa_distance(struct assembler *as, const char *what, int64_t *bytes)
{
    struct lexer *lx = &as->lx;
    bool neg = tok_is(&lx->tok, '-');
    if (neg || tok_is(&lx->tok, '+'))
        lex_next(lx);
    struct tok t = lx->tok;
    struct asm_value v;
    bool in_bytes =
        t.len &&
        t.p[t.len - 1] == 'B'; /* without B it is the field, as older versions of Mesa print it */
    if (!parse_number(as, &t, t.len - in_bytes, &v))
        return false;
    if (v.is_float || v.i < 0 || v.i > INT32_MAX / JUMP_UNIT)
        return asm_error(as, &t.pos, "%s is out of range", what);
    *bytes = (neg ? -v.i : v.i) * (in_bytes ? 1 : JUMP_UNIT);
    lex_next(lx);
    return true;
}

/* --- operands that the text leaves out --- */
static void unsaid_wait(const struct assembler *as, struct eu_insn *insn,
                        const struct eu_operand *said)
{
    struct eu_operand *src = &insn->src[1];
    insn->src[0].vs = 0;
    src->type = EU_TYPE_F;
    src->type_code = (uint8_t)as->isa->layout->codes[ISA_CODE_REG][EU_TYPE_F];
    src->vs = insn->align16 ? 3 : 4;
    src->w = 3;
    src->hs = 1;
    src->swizzle = EU_SWIZZLE_XYZW;
    if (insn->align16)
        insn->dst.chan_en = (uint8_t)(1u << (said->swizzle & 3));
}

void asm_mesa_unsaid(const struct assembler *as, struct eu_insn *insn,
                     const struct eu_operand *said)
{
    const struct eu_operand *src = &insn->src[0];
    if (insn->op->format == EU_FMT_ALU && insn->op->nsrc == 1 && src->file == EU_FILE_IMM) {
        insn->src[1].type = src->type;
        insn->src[1].type_code = src->type_code;
    }
    if (insn->op->format == EU_FMT_WAIT)
        unsaid_wait(as, insn, said);
}
