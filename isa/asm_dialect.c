/* Finds the dialect of a statement, and translates the names that differ between dialects. */
#include "isa/asm_internal.h"

#include <ctype.h>
#include <string.h>

static const struct sign {
    enum asm_dialect dialect;
    const char *word;
} signs[] = {
#define SIGN(dialect, word) {DIALECT_##dialect, word},
#include "isa/dialects.def"
};
static const struct code_name {
    enum asm_dialect dialect; /* of a function of math */
    uint8_t code;
    const char *name;
} cmods[] =
    {
#define CMOD(code, name) {DIALECT_MANUAL, code, name},
#include "isa/dialects.def"
},
  functions[] = {
#define MATH(dialect, code, name) {DIALECT_##dialect, code, name},
#include "isa/dialects.def"
};
enum {
    SIGN_COUNT = sizeof signs / sizeof *signs,
    CMOD_COUNT = sizeof cmods / sizeof *cmods,
    FUNCTION_COUNT = sizeof functions / sizeof *functions
};

/* Whether the token is @letter with a number: r10, g10, M8. */
static bool is_letter_number(const struct tok *t, char letter)
{
    if (t->kind != TOK_IDENT || t->len < 2 || t->p[0] != letter)
        return false;
    for (size_t i = 1; i < t->len; i++)
        if (!isdigit((unsigned char)t->p[i]))
            return false;
    return true;
}

/* Whether token @t shows the dialect; if so, stores it in *@dialect. @before: the token before
 * @t. */
static bool shows_dialect(const struct assembler *as, const struct tok *before, const struct tok *t,
                          enum asm_dialect *dialect)
{
    *dialect = DIALECT_IGA;
    if ((tok_is(before, '(') && tok_word(t, "W")) ||
        (tok_is(before, '|') && is_letter_number(t, 'M')))
        return true;
    *dialect = DIALECT_MANUAL;
    if (is_letter_number(t, 'r') || (tok_word(before, "r") && tok_is(t, '[')))
        return true;
    *dialect = DIALECT_MESA;
    if (tok_word(before, "g") && tok_is(t, '['))
        return true;
    if (is_letter_number(t, 'g') && !sym_find(&as->syms, t->p, t->len))
        return true;
    size_t len;
    if (t->len && t->p[0] == 'g' && asm_mesa_glued(as, t, &len) &&
        !sym_find(&as->syms, t->p, t->len))
        return true;
    if (tok_word(before, "math") && t->kind == TOK_IDENT)
        return true;
    bool region_end = tok_is(before, '>') || tok_is(before, '.');
    if (t->kind == TOK_WORD || (t->kind == TOK_IDENT && region_end))
        return asm_mesa_typed(as, t);
    if (!tok_is(t, ':'))
        return false;
    for (size_t i = 0; i < SIGN_COUNT; i++) {
        *dialect = signs[i].dialect;
        if (tok_word(before, signs[i].word))
            return true;
    }
    return false;
}

enum asm_dialect asm_recognise(const struct assembler *as)
{
    struct lexer lx = as->lx;
    struct tok before = {.kind = TOK_BAD};
    bool in_region = false;
    enum asm_dialect dialect;
    while (lx.tok.kind != TOK_EOL && lx.tok.kind != TOK_END && !tok_is(&lx.tok, '{') &&
           !(tok_is(&lx.tok, ';') && !in_region)) {
        if (shows_dialect(as, &before, &lx.tok, &dialect))
            return dialect;
        in_region = tok_is(&lx.tok, '<') || (in_region && !tok_is(&lx.tok, '>'));
        before = lx.tok;
        lex_next(&lx);
    }
    return DIALECT_MANUAL;
}

/* These functions leave *@code alone if the token is not such a name. */
static bool find_name(const char *(*name_of)(unsigned), const struct tok *t, uint8_t *code)
{
    for (unsigned i = 0; i < 16; i++) {
        const char *name = name_of(i);
        if (!name || !*name || !tok_word(t, name))
            continue;
        *code = (uint8_t)i;
        return true;
    }
    return false;
}

static bool find_alias(const struct code_name *names, size_t n, enum asm_dialect dialect,
                       const struct tok *t, uint8_t *code)
{
    for (size_t i = 0; i < n; i++) {
        if (names[i].dialect != dialect || !tok_word(t, names[i].name))
            continue;
        *code = names[i].code;
        return true;
    }
    return false;
}

bool asm_cmod(const struct tok *t, uint8_t *code)
{
    return find_alias(cmods, CMOD_COUNT, DIALECT_MANUAL, t, code) ||
           find_name(isa_cmod_name, t, code);
}

bool asm_math_function(const struct assembler *as, const struct tok *t, uint8_t *code)
{
    if (find_alias(functions, FUNCTION_COUNT, as->dialect, t, code))
        return true;
    for (unsigned i = 0; i < 16; i++) {
        const char *name = isa_math_name(as->opts->gen, i);
        if (!name || !tok_word(t, name))
            continue;
        *code = (uint8_t)i;
        return true;
    }
    return false;
}
