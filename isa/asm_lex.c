/* Splits source text into tokens. */
#include "isa/asm_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void lex_init(struct lexer *lx, const char *path, const char *text, size_t len)
{
    memset(lx, 0, sizeof *lx);
    lx->path = path;
    lx->p = lx->line_start = text;
    lx->end = text + len;
    lx->line = 1;
}

static struct asm_pos lex_pos(const struct lexer *lx, const char *p)
{
    return (struct asm_pos){lx->path, lx->line_start, lx->end, lx->line,
                            (unsigned)(p - lx->line_start) + 1};
}

static int peek_char(const struct lexer *lx, size_t n)
{
    return (size_t)(lx->end - lx->p) > n ? (unsigned char)lx->p[n] : -1;
}

static bool is_name(int c)
{
    return c == '_' || c == '$' || (c >= 0 && c < 128 && isalnum(c));
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_block(struct lexer *lx)
{
    lx->open = lex_pos(lx, lx->p);
    for (lx->p += 2; lx->p < lx->end; lx->p++) {
        if (*lx->p == '*' && peek_char(lx, 1) == '/') {
            lx->p += 2;
            return;
        }
        if (*lx->p == '\n') {
            lx->line++;
            lx->line_start = lx->p + 1;
        }
    }
    lx->unclosed = true;
}

static void skip_blank(struct lexer *lx)
{
    for (;;) {
        int c = peek_char(lx, 0);
        if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            lx->p++;
        } else if (c == '#' || (c == '/' && peek_char(lx, 1) == '/')) {
            const char *nl = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));
            lx->p = nl ? nl : lx->end;
        } else if (c == '/' && peek_char(lx, 1) == '*') {
            skip_block(lx);
        } else {
            return;
        }
    }
}

static int digit_value(int c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static void lex_radix(struct tok *t, const char *p, const char *end, unsigned radix)
{
    for (; p < end; p++) {
        unsigned __int128 v = (unsigned __int128)t->hi << 64 | t->lo;
        unsigned __int128 next = v * radix + (unsigned)digit_value((unsigned char)*p);
        t->overflow |= v > ((~(unsigned __int128)0) - 15) / radix;
        t->lo = (uint64_t)next;
        t->hi = (uint64_t)(next >> 64);
    }
}

/* Length of the exponent that starts @n characters from here; 0: there is none. */
static size_t exponent(const struct lexer *lx, size_t n)
{
    size_t k = n;
    if ((peek_char(lx, k) | 0x20) != 'e')
        return 0;
    k++;
    if (peek_char(lx, k) == '+' || peek_char(lx, k) == '-')
        k++;
    if (!is_digit(peek_char(lx, k)))
        return 0;
    while (is_digit(peek_char(lx, k)))
        k++;
    return k - n;
}

static void lex_float(struct tok *t)
{
    char buf[512];
    size_t n = t->len < sizeof buf - 1 ? t->len : sizeof buf - 1;
    memcpy(buf, t->p, n);
    buf[n] = '\0';
    t->kind = TOK_FLOAT;
    t->overflow = t->len > n;
    t->d = strtod(buf, NULL);
    /* strtof on the text, because a conversion through double would round twice */
    t->f = strtof(buf, NULL);
}

static void lex_number(struct lexer *lx, struct tok *t)
{
    size_t n = 0;
    t->kind = TOK_INT;
    int x = peek_char(lx, 1) | 0x20;
    unsigned radix = peek_char(lx, 0) != '0' ? 10 : x == 'x' ? 16 : x == 'b' ? 2 : 10;
    if (radix != 10)
        n = 2;
    size_t first = n;
    while (peek_char(lx, n) >= 0 && digit_value(peek_char(lx, n)) < (int)radix)
        n++;
    bool is_float = false;
    if (radix == 10) {
        if (peek_char(lx, n) == '.' && is_digit(peek_char(lx, n + 1))) {
            is_float = true;
            for (n++; is_digit(peek_char(lx, n));)
                n++;
        }
        size_t e = exponent(lx, n);
        is_float |= e > 0;
        n += e;
    }
    t->len = n;
    t->hex = radix != 10;
    if (is_float)
        lex_float(t);
    else
        lex_radix(t, lx->p + first, lx->p + n, radix);
    if (n == first || is_name(peek_char(lx, n))) {
        t->kind = TOK_WORD;
        while (is_name(peek_char(lx, t->len)))
            t->len++;
    }
    lx->p += t->len;
}

static void lex_string(struct lexer *lx, struct tok *t)
{
    size_t n = 1;
    while (peek_char(lx, n) >= 0 && peek_char(lx, n) != '"' && peek_char(lx, n) != '\n')
        n++;
    bool closed = peek_char(lx, n) == '"';
    t->kind = closed ? TOK_STRING : TOK_BAD;
    t->p = lx->p + 1;
    t->len = n - 1;
    lx->p += n + closed;
}

static void lex_punct(struct lexer *lx, struct tok *t, int c)
{
    t->len = 1;
    t->c = (char)c;
    t->kind = c < 128 && c && strchr("()[]{}<>;,.:=+-*/%&|^~!", c) ? TOK_PUNCT : TOK_BAD;
    if ((c == '<' || c == '>') && peek_char(lx, 1) == c) {
        t->len = 2;
        t->c = c == '<' ? PUNCT_SHL : PUNCT_SHR;
    }
    lx->p += t->len;
}

void lex_next(struct lexer *lx)
{
    skip_blank(lx);
    struct tok *t = &lx->tok;
    memset(t, 0, sizeof *t);
    t->p = lx->p;
    t->pos = lex_pos(lx, lx->p);
    int c = peek_char(lx, 0);
    if (c < 0) {
        t->kind = TOK_END;
    } else if (c == '\n') {
        t->kind = TOK_EOL;
        lx->p++;
        lx->line++;
        lx->line_start = lx->p;
    } else if (is_digit(c)) {
        lex_number(lx, t);
    } else if (is_name(c)) {
        while (is_name(peek_char(lx, t->len)))
            t->len++;
        t->kind = TOK_IDENT;
        lx->p += t->len;
    } else if (c == '"') {
        lex_string(lx, t);
    } else {
        lex_punct(lx, t, c);
    }
}

bool tok_is(const struct tok *t, char punct)
{
    return t->kind == TOK_PUNCT && t->c == punct;
}

bool tok_word(const struct tok *t, const char *word)
{
    return (t->kind == TOK_IDENT || t->kind == TOK_WORD) && t->len == strlen(word) &&
           !strncasecmp(t->p, word, t->len);
}
