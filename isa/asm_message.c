/* Messages of the assembler, and suggestions for misspelled words. */
#include "isa/asm_internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void add_message(struct assembler *as, bool warning, const struct asm_pos *pos,
                        const char *fmt, va_list args)
{
    char text[256];
    vsnprintf(text, sizeof text, fmt, args);
    const char *nl = memchr(pos->line_start, '\n', (size_t)(pos->end - pos->line_start));
    size_t len = (size_t)((nl ? nl : pos->end) - pos->line_start);
    if (len && pos->line_start[len - 1] == '\r')
        len--;
    char *line = strndup(pos->line_start, len);
    diags_add(as->diags, warning, pos->path, pos->line, pos->col, line, "%s", text);
    free(line);
}

bool asm_error(struct assembler *as, const struct asm_pos *pos, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add_message(as, false, pos, fmt, args);
    va_end(args);
    as->errors++;
    return false;
}

void asm_warning(struct assembler *as, const struct asm_pos *pos, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add_message(as, true, pos, fmt, args);
    va_end(args);
}

const char *asm_quote(const struct tok *t, char buf[64])
{
    if (t->kind == TOK_END || t->kind == TOK_EOL)
        return t->kind == TOK_END ? "the end of the file" : "the end of the line";
    size_t n = t->len < 40 ? t->len : 40, at = 0;
    buf[at++] = '\'';
    for (size_t i = 0; i < n; i++)
        buf[at++] = t->p[i] >= 0x20 && t->p[i] < 0x7f ? t->p[i] : '?';
    memcpy(buf + at, t->len > n ? "...'" : "'", t->len > n ? 5 : 2);
    return buf;
}

/* The edit distance of two short words, at most @max + 1. A swap of two neighbours counts as one
 * edit. */
static unsigned edit_distance(const char *a, size_t n, const char *b)
{
    enum { MAX = 32 };
    unsigned d[MAX + 1][MAX + 1];
    size_t m = strlen(b);
    if (n > MAX || m > MAX)
        return MAX;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (!i || !j) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            unsigned v = d[i - 1][j - 1] + (x != y);
            v = d[i - 1][j] + 1 < v ? d[i - 1][j] + 1 : v;
            v = d[i][j - 1] + 1 < v ? d[i][j - 1] + 1 : v;
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]) && d[i - 2][j - 2] + 1 < v)
                v = d[i - 2][j - 2] + 1;
            d[i][j] = v;
        }
    }
    return d[n][m];
}

const char *asm_nearest(const char *word, size_t len,
                        const char *(*next)(const void *ctx, unsigned i), const void *ctx)
{
    const char *best = NULL;
    unsigned least = len < 4 ? 2 : 3; /* a short word is near to every other */
    const char *name;
    for (unsigned i = 0; (name = next(ctx, i)); i++) {
        unsigned v = edit_distance(word, len, name);
        if (v < least) {
            least = v;
            best = name;
        }
    }
    return best;
}
