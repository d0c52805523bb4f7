/* Programs and the messages about them. */
#include "isa/program.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void eu_program_fini(struct eu_program *prog)
{
    for (size_t i = 0; i < prog->nlabels; i++)
        free(prog->labels[i].name);
    for (size_t i = 0; i < prog->nfiles; i++)
        free(prog->files[i]);
    free(prog->files);
    free(prog->labels);
    free(prog->lines);
    free(prog->code);
    free(prog->path);
    memset(prog, 0, sizeof *prog);
}

/* Room for one more of @size bytes in a list that holds @n and grows at the powers of two. */
static void *grow(void *list, size_t n, size_t size)
{
    return n & (n - 1) ? list : realloc(list, (n ? n * 2 : 1) * size);
}

int eu_program_add_label(struct eu_program *prog, const char *name, size_t len, uint32_t addr)
{
    struct eu_label *list = grow(prog->labels, prog->nlabels, sizeof *list);
    char *copy = strndup(name, len);
    if (list)
        prog->labels = list;
    if (!list || !copy) {
        free(copy);
        return -EU_ERR_NOMEM;
    }
    size_t at = prog->nlabels++;
    for (; at && list[at - 1].addr > addr; at--)
        list[at] = list[at - 1];
    list[at] = (struct eu_label){copy, addr};
    return 0;
}

int eu_program_add_file(struct eu_program *prog, const char *path)
{
    if (prog->path && !strcmp(prog->path, path))
        return 0;
    for (size_t i = prog->nfiles; i; i--) /* most often it is the last one */
        if (!strcmp(prog->files[i - 1], path))
            return (int)i;
    char **list = grow(prog->files, prog->nfiles, sizeof *list);
    char *copy = strdup(path);
    if (list)
        prog->files = list;
    if (!list || !copy) {
        free(copy);
        return -EU_ERR_NOMEM;
    }
    prog->files[prog->nfiles++] = copy;
    return (int)prog->nfiles;
}

int eu_program_add_row(struct eu_program *prog, struct eu_line row)
{
    struct eu_line *list = grow(prog->lines, prog->nlines, sizeof *list);
    if (!list)
        return -EU_ERR_NOMEM;
    prog->lines = list;
    size_t at = prog->nlines++;
    for (; at && list[at - 1].addr > row.addr; at--)
        list[at] = list[at - 1];
    list[at] = row;
    return 0;
}

int eu_program_add_line(struct eu_program *prog, uint32_t addr, const char *path, uint32_t line)
{
    int file = eu_program_add_file(prog, path);
    return file < 0 ? file : eu_program_add_row(prog, (struct eu_line){addr, line, (uint32_t)file});
}

const char *eu_program_file(const struct eu_program *prog, uint32_t file)
{
    if (!file)
        return prog->path;
    return file <= prog->nfiles ? prog->files[file - 1] : NULL;
}

const struct eu_line *eu_program_line_at(const struct eu_program *prog, uint32_t addr)
{
    size_t lo = 0, hi = prog->nlines; /* the first row past @addr */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (prog->lines[mid].addr <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &prog->lines[lo - 1] : NULL;
}

int64_t eu_program_find(const struct eu_program *prog, const char *name)
{
    for (size_t i = 0; i < prog->nlabels; i++)
        if (!strcmp(prog->labels[i].name, name))
            return prog->labels[i].addr;
    return -EU_ERR_UNKNOWN;
}

const struct eu_label *eu_program_label_at(const struct eu_program *prog, uint32_t addr)
{
    size_t lo = 0, hi = prog->nlabels; /* the first label past @addr */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (prog->labels[mid].addr <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &prog->labels[lo - 1] : NULL;
}

/* --- messages --- */
/* A file that is no assembly has an error a line: nobody reads more than the first screen. */
enum { DIAGS_KEPT = 1000, SOURCE_WIDTH = 120 };

void eu_text_clean(char *text)
{
    for (char *p = text; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\n' && *p != '\t') || *p == 0x7f)
            *p = '?';
}

void eu_diags_add(struct eu_diags *d, bool warning, const char *file, unsigned line, unsigned col,
                  const char *source, const char *fmt, ...)
{
    d->errors += !warning;
    if (d->n >= DIAGS_KEPT)
        return;
    struct eu_diag *items = grow(d->items, d->n, sizeof *items);
    if (!items)
        return; /* the count still says that there was an error */
    d->items = items;
    struct eu_diag *item = &items[d->n++];
    *item = (struct eu_diag){.line = line, .col = col, .warning = warning};
    item->file = file ? strdup(file) : NULL;
    bool keep = source && (d->n <= EU_DIAGS_SHOWN || strlen(source) <= SOURCE_WIDTH);
    item->source = keep ? strdup(source) : NULL;
    va_list args;
    va_start(args, fmt);
    if (vasprintf(&item->text, fmt, args) < 0)
        item->text = NULL;
    else
        eu_text_clean(item->text);
    va_end(args);
}

/* Length of the UTF-8 sequence at @s, 0 when it is none or a control character. */
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

/* The line and a caret under @col; of a long line the part around it. Nothing that a terminal
 * would act on gets out. */
static void print_source(const struct eu_diag *item, FILE *out)
{
    const char *s = item->source;
    size_t len = strlen(s), col = item->col ? item->col - 1 : 0;
    size_t first = 0, last = len;
    if (len > SOURCE_WIDTH) {
        first = col > SOURCE_WIDTH / 2 ? col - SOURCE_WIDTH / 2 : 0;
        first = first > len ? len : first;
        last = len - first > SOURCE_WIDTH ? first + SOURCE_WIDTH : len;
        while (first < last && ((unsigned char)s[first] & 0xc0) == 0x80)
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

void eu_diags_print(const struct eu_diags *d, FILE *out)
{
    size_t shown = 0;
    for (size_t i = 0; i < d->n; i++) {
        const struct eu_diag *item = &d->items[i];
        if (!item->warning && shown++ >= EU_DIAGS_SHOWN)
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
    if (d->errors > EU_DIAGS_SHOWN)
        fprintf(out, "%zu more errors\n", d->errors - EU_DIAGS_SHOWN);
}

void eu_diags_cut(struct eu_diags *d, size_t n, size_t errors)
{
    for (size_t i = n; i < d->n; i++) {
        free(d->items[i].file);
        free(d->items[i].text);
        free(d->items[i].source);
    }
    d->n = d->n < n ? d->n : n;
    d->errors = errors;
}

void eu_diags_fini(struct eu_diags *d)
{
    eu_diags_cut(d, 0, 0);
    free(d->items);
    memset(d, 0, sizeof *d);
}
