/* Messages about input: errors and warnings with their places. The readers of all machines add
 * messages here. */
#ifndef EULAB_INPUT_DIAGS_H
#define EULAB_INPUT_DIAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Messages about input, collected for a whole file. Every loader and the assembler add to them; the
 * caller prints them once. diags_print gives "file:line:col: error: text", the source line, and a
 * caret. */
struct diag {
    char *file;
    unsigned line, col; /* from 1; 0: the whole file, the whole line */
    bool warning;
    char *text, *source; /* source: the line's text, or NULL */
};
struct diags {
    struct diag *items;
    size_t n, errors;
};
/* text_clean - replaces control characters, which a terminal would obey, by '?', in place. */
void text_clean(char *text);
void diags_add(struct diags *d, bool warning, const char *file, unsigned line, unsigned col,
               const char *source, const char *fmt, ...) __attribute__((format(printf, 7, 8)));
enum { DIAGS_SHOWN = 20 }; /* errors printed; the others are counted */
void diags_print(const struct diags *d, FILE *out);
/* Removes all messages except the first @n, of which @errors were errors. */
void diags_cut(struct diags *d, size_t n, size_t errors);
void diags_fini(struct diags *d);

#endif
