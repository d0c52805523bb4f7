/* Messages about input: kept in order, printed with the source line and a caret. */
#include "input/diags.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/list.h"

/* A file that is not assembly has an error in every line, and readers see only the first screen. */
enum { DIAGS_KEPT = 1000, SOURCE_WIDTH = 120 };

void text_clean(char *text)
{
    for (char *p = text; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\n' && *p != '\t') || *p == 0x7f)
            *p = '?';
}

void diags_add(struct diags *d, bool warning, const char *file, unsigned line, unsigned col,
               const char *source, const char *fmt, ...)
{
    d->errors += !warning;
    if (d->n >= DIAGS_KEPT)
        return;
    struct diag *items = list_room(d->items, d->n, sizeof *d->items);
    if (!items)
        return; /* nerrors still says that there was an error */
    d->items = items;
    struct diag *item = &items[d->n++];
    *item = (struct diag){.line = line, .col = col, .warning = warning};
    item->file = file ? strdup(file) : NULL;
    bool keep = source && (d->n <= DIAGS_SHOWN || strlen(source) <= SOURCE_WIDTH);
    item->source = keep ? strdup(source) : NULL;
    va_list args;
    va_start(args, fmt);
    if (vasprintf(&item->text, fmt, args) < 0)
        item->text = NULL;
    else
        text_clean(item->text);
    va_end(args);
}

/* Length of the UTF-8 sequence at @s; 0: it is none, or a control character. */
static size_t utf8_length(const char *s)
{
    unsigned char c = (unsigned char)*s;
    size_t n = c < 0x80                ? 1
               : c >= 0xc2 && c < 0xe0 ? 2
               : c >= 0xe0 && c < 0xf0 ? 3
               : c >= 0xf0 && c < 0xf5 ? 4
                                       : 0;
    if (n == 1)
        return (c >= 0x20 && c != 0x7f) || c == '\t';
    if (n == 2 && c == 0xc2 && (unsigned char)s[1] < 0xa0)
        return 0; /* C1 controls */
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* Prints the line and a caret under @col; of a long line only the part around it. Control
 * characters, which a terminal would obey, are replaced. */
static void print_source(const struct diag *item, FILE *out)
{
    const char *s = item->source;
    size_t len = strlen(s), col = item->col - (item->col > 0);
    size_t first = 0, last = len;
    if (len > SOURCE_WIDTH) {
        first = col > SOURCE_WIDTH / 2 ? col - SOURCE_WIDTH / 2 : 0;
        first = first > len ? len : first;
        last = len - first > SOURCE_WIDTH ? first + SOURCE_WIDTH : len;
        while (((unsigned char)s[first] & 0xc0) == 0x80)
            first++;
    }
    fputs(first ? "    ..." : "    ", out);
    for (size_t i = first; i < last;) {
        size_t n = utf8_length(s + i);
        if (n)
            fwrite(s + i, 1, n, out);
        else
            fputc('?', out);
        i += n ? n : 1;
    }
    fputs(last < len ? "...\n" : "\n", out);
    if (!item->col)
        return;
    fputs(first ? "       " : "    ", out);
    for (size_t i = first; i < col && i < last;) {
        size_t n = utf8_length(s + i);
        fputc(s[i] == '\t' ? '\t' : ' ', out);
        i += n ? n : 1;
    }
    fputs("^\n", out);
}

void diags_print(const struct diags *d, FILE *out)
{
    size_t shown = 0;
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *item = &d->items[i];
        if (!item->warning && shown++ >= DIAGS_SHOWN)
            continue;
        const char *file = item->file ? item->file : "-", *text = item->text ? item->text : "error";
        const char *kind = item->warning ? "warning" : "error";
        if (item->line && item->col)
            fprintf(out, "%s:%u:%u: %s: %s\n", file, item->line, item->col, kind, text);
        else if (item->line)
            fprintf(out, "%s:%u: %s: %s\n", file, item->line, kind, text);
        else
            fprintf(out, "eulab: %s: %s%s\n", file, item->warning ? "warning: " : "", text);
        if (item->source)
            print_source(item, out);
    }
    if (d->errors > DIAGS_SHOWN)
        fprintf(out, "%zu more errors\n", d->errors - DIAGS_SHOWN);
}

void diags_cut(struct diags *d, size_t n, size_t errors)
{
    for (size_t i = n; i < d->n; i++) {
        free(d->items[i].file);
        free(d->items[i].text);
        free(d->items[i].source);
    }
    d->n = d->n < n ? d->n : n;
    d->errors = errors;
}

void diags_fini(struct diags *d)
{
    diags_cut(d, 0, 0);
    free(d->items);
    memset(d, 0, sizeof *d);
}
