/* Parses a message by its name, after the registers of send and sends: untyped_read bti=1 simd8
 * xyzw. */
#include "isa/asm_internal.h"
#include "isa/message.h"

#include <stdio.h>
#include <string.h>

/* The lengths that the text gives explicitly. */
enum { OWN_MLEN = 1, OWN_RLEN = 2, OWN_EXMLEN = 4, OWN_HEADER = 8, OWN_NOHEADER = 16 };
struct named {
    struct assembler *as;
    struct eu_msgdesc m;
    unsigned own, mlen, rlen, exmlen;
    uint32_t seen; /* bits of the descriptor that a field has set */
    bool two;
};

static const char *message_word(const void *ctx, unsigned i)
{
    (void)ctx;
    const struct eu_message_info *m = eu_message_at(i);
    return m ? m->word : NULL;
}

bool asm_message_ahead(struct assembler *as, int sfid)
{
    const struct tok *t = &as->lx.tok;
    return t->kind == TOK_IDENT && !asm_register_ahead(as) && !sym_find(&as->syms, t->p, t->len) &&
           (sfid >= 0 || eu_message_named(as->opts->gen, -1, t->p, t->len, 0) ||
            asm_nearest(t->p, t->len, message_word, NULL));
}

static bool unknown_message(struct assembler *as, const struct tok *t)
{
    char q[64], gens[EU_GENS_TEXT_MAX];
    const struct eu_message_info *m = eu_message_named(EU_GEN_ALL, -1, t->p, t->len, 0);
    if (m && eu_message_named(as->opts->gen, -1, t->p, t->len, 0))
        return asm_error(as, &t->pos, "%s is no message of that shared function", m->word);
    if (m)
        return asm_error(as, &t->pos, "%s is a message of Gen%s, not of Gen%s", m->word,
                         eu_gens_text(m->gens, gens), eu_gen_name(as->opts->gen));
    const char *near = asm_nearest(t->p, t->len, message_word, NULL);
    return asm_error(as, &t->pos, "unknown message %s%s%s%s", asm_quote(t, q),
                     near ? "; did you mean '" : "", near ? near : "",
                     near ? "'?" : " (eulab info messages)");
}

static const struct eu_message_info *find_message(struct assembler *as, int sfid)
{
    const struct tok *t = &as->lx.tok;
    enum eu_gen gen = as->opts->gen;
    const struct eu_message_info *m = eu_message_named(gen, sfid, t->p, t->len, 0), *other;
    if (!m) {
        unknown_message(as, t);
        return NULL;
    }
    other = eu_message_named(gen, sfid, t->p, t->len, 1);
    if (other && other->sfid != m->sfid) {
        asm_error(as, &t->pos, "%s is a message of %s and of %s: write one of them before it",
                  m->word, isa_sfid_name(gen, m->sfid), isa_sfid_name(gen, other->sfid));
        return NULL;
    }
    lex_next(&as->lx);
    return m;
}

static bool same_text(const char *name, const struct tok *t)
{
    return strlen(name) == t->len && memcmp(name, t->p, t->len) == 0;
}

/* Parses mlen=, rlen= or exmlen=, in registers. Returns 1: done; 0: it is none of them; -1: an
 * error was reported. */
static int parse_length(struct named *n, const struct tok *key)
{
    const struct {
        const char *name;
        unsigned own, most;
        unsigned *value;
    } lengths[] = {{"mlen", OWN_MLEN, 15, &n->mlen},
                   {"rlen", OWN_RLEN, 31, &n->rlen},
                   {"exmlen", OWN_EXMLEN, 15, &n->exmlen}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int64_t v;
        if (!same_text(lengths[i].name, key))
            continue;
        if (lengths[i].own == OWN_EXMLEN && !n->two) {
            asm_error(n->as, &key->pos, "exmlen is of sends: a second payload");
            return -1;
        }
        if (!asm_int(n->as, 0, lengths[i].most, lengths[i].name, &v))
            return -1;
        *lengths[i].value = (unsigned)v;
        n->own |= lengths[i].own;
        return 1;
    }
    return 0;
}

static bool set_field(struct named *n, const struct eu_msgfield *f, const struct tok *t, int64_t v)
{
    uint32_t bits = ((1u << f->bits) - 1) << f->low;
    if (n->seen & bits)
        return asm_error(n->as, &t->pos, "%s is said twice: bits %u:%u", n->m.info->word,
                         f->low + f->bits - 1u, (unsigned)f->low);
    n->seen |= bits;
    n->m.desc = (n->m.desc & ~bits) | (uint32_t)v << f->low;
    return true;
}

static void list_words(const struct eu_msgfield *f, char *buf, size_t size)
{
    char word[16];
    size_t at = 0;
    for (unsigned v = 0; v < 1u << f->bits && at < size; v++)
        if (eu_msgfield_word(f, v, word) && word[0])
            at += (size_t)snprintf(buf + at, size - at, "%s%s", at ? ", " : "", word);
}

/* Parses KEY=VALUE; the token is after the '='. */
static bool parse_keyed(struct named *n, const struct tok *key)
{
    struct assembler *as = n->as;
    const struct eu_msgfield *f;
    char q[64], words[160], name[16];
    int of_length = parse_length(n, key);
    if (of_length)
        return of_length > 0;
    for (unsigned i = 0; (f = eu_message_field(as->opts->gen, n->m.info, i)); i++) {
        size_t len = strlen(f->name) - 1;
        if (f->name[len] != '=' || len != key->len || memcmp(f->name, key->p, len) != 0)
            continue;
        struct tok value = as->lx.tok;
        snprintf(name, sizeof name, "%.*s", (int)len, f->name);
        int64_t v = eu_msgfield_value(f, value.p, value.len);
        if (v >= 0) {
            lex_next(&as->lx);
            return set_field(n, f, key, v);
        }
        if (!f->words)
            return asm_int(as, 0, (1 << f->bits) - 1, name, &v) && set_field(n, f, key, v);
        list_words(f, words, sizeof words);
        return asm_error(as, &value.pos, "%s is one of %s, not %s", name, words,
                         asm_quote(&value, q));
    }
    return asm_error(as, &key->pos, "%s has no field %s (eulab info messages %s)", n->m.info->word,
                     asm_quote(key, q), n->m.info->word);
}

static bool parse_word(struct named *n, const struct tok *t)
{
    struct assembler *as = n->as;
    const struct eu_msgfield *f;
    char q[64];
    int v;
    if (same_text("header", t) || same_text("noheader", t)) {
        n->own |= t->p[0] == 'h' ? OWN_HEADER : OWN_NOHEADER;
        return true;
    }
    for (unsigned i = 0; (f = eu_message_field(as->opts->gen, n->m.info, i)); i++)
        if (f->name[strlen(f->name) - 1] != '=' && (v = eu_msgfield_value(f, t->p, t->len)) >= 0)
            return set_field(n, f, t, v);
    return asm_error(as, &t->pos, "%s has no field %s (eulab info messages %s)", n->m.info->word,
                     asm_quote(t, q), n->m.info->word);
}

static bool parse_fields(struct named *n)
{
    struct lexer *lx = &n->as->lx;
    while (!asm_at_end(lx)) {
        struct tok t = lx->tok;
        char q[64];
        asm_skip_comma(lx);
        t = lx->tok;
        if (t.kind != TOK_IDENT)
            return asm_error(n->as, &t.pos, "expected a field of %s, got %s", n->m.info->word,
                             asm_quote(&t, q));
        lex_next(lx);
        bool key = tok_is(&lx->tok, '=');
        if (key)
            lex_next(lx);
        if (!(key ? parse_keyed(n, &t) : parse_word(n, &t)))
            return false;
    }
    return true;
}

/* Names all fields that the text should have given: a default would assemble to a message that was
 * not meant. */
static bool require_fields(struct named *n, const struct asm_pos *pos)
{
    const struct eu_msgfield *f;
    char missing[200] = "", form[EU_MSGFIELD_FORM];
    size_t at = 0;
    for (unsigned i = 0; (f = eu_message_field(n->as->opts->gen, n->m.info, i)); i++)
        if (eu_msgfield_required(f) && !(n->seen >> f->low & 1) && at < sizeof missing)
            at += (size_t)snprintf(missing + at, sizeof missing - at, "%s%s", at ? ", " : "",
                                   eu_msgfield_form(f, form));
    if (!at)
        return true;
    return asm_error(n->as, pos, "%s needs %s (eulab info messages %s)", n->m.info->word, missing,
                     n->m.info->word);
}

/* A field that may be left out starts as its first word that is not reserved. */
static void preset_fields(struct named *n)
{
    const struct eu_msgfield *f;
    char word[16];
    for (unsigned i = 0; (f = eu_message_field(n->as->opts->gen, n->m.info, i)); i++) {
        unsigned v = 0;
        while (v < 1u << f->bits && !eu_msgfield_word(f, v, word))
            v++;
        n->m.desc |= (uint32_t)v << f->low;
    }
}

static bool set_lengths(struct named *n, const struct asm_pos *pos)
{
    unsigned known = eu_message_size(n->as->opts->gen, &n->m, n->two);
    if (!(known & EU_MSG_MLEN) && !(n->own & OWN_MLEN))
        return asm_error(n->as, pos, "how much %s sends is not said by its fields: mlen= does",
                         n->m.info->word);
    if (!(known & EU_MSG_RLEN) && !(n->own & OWN_RLEN))
        return asm_error(n->as, pos, "how much %s answers is not said by its fields: rlen= does",
                         n->m.info->word);
    if (n->own & (OWN_HEADER | OWN_NOHEADER)) {
        bool header = n->own & OWN_HEADER, was = n->m.desc >> 19 & 1;
        n->m.desc = (n->m.desc & ~(1u << 19)) | (uint32_t)header << 19;
        n->m.desc += header && !was ? 1u << 25 : 0;
        n->m.desc -= !header && was && n->m.desc >> 25 ? 1u << 25 : 0;
    }
    if (n->own & OWN_MLEN)
        n->m.desc = (n->m.desc & ~(15u << 25)) | n->mlen << 25;
    if (n->own & OWN_RLEN)
        n->m.desc = (n->m.desc & ~(31u << 20)) | n->rlen << 20;
    if (n->own & OWN_EXMLEN)
        n->m.ex_mlen = n->exmlen;
    return true;
}

bool asm_named_message(struct assembler *as, struct asm_operands *ops, struct asm_item *item,
                       int sfid)
{
    struct asm_pos pos = as->lx.tok.pos;
    struct named n = {.as = as, .two = item->insn.op->format == EU_FMT_SENDS};
    n.m.info = find_message(as, sfid);
    if (!n.m.info)
        return false;
    n.m.desc = n.m.info->value;
    preset_fields(&n);
    if (!parse_fields(&n) || !require_fields(&n, &pos) || !set_lengths(&n, &pos))
        return false;
    item->insn.cmod = n.m.info->sfid;
    item->insn.ex_desc = n.m.ex_mlen << 6;
    ops->op[ops->n++] = (struct asm_operand){
        .is_imm = true, .o.file = EU_FILE_IMM, .value = {.hex = true, .i = n.m.desc}, .pos = pos};
    return true;
}
