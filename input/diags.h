/* Messages about input: errors and warnings with their places. Any machine's readers append here.
 */
#ifndef EULAB_INPUT_DIAGS_H
#define EULAB_INPUT_DIAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Messages about input, all of a file in one run. Every loader and the assembler append here; the
 * caller prints them, once: diags_print gives "file:line:col: error: text", the source line, a
 * caret. */
struct diag {
    char *file;
    unsigned line, col; /* from 1; 0: the file as a whole, the line as a whole */
    bool warning;
    char *text, *source; /* source: the line's text, or NULL */
};
struct diags {
    struct diag *items;
    size_t n, errors;
};
/* text_clean - in place: control characters, which a terminal would obey, become '?'. */
void text_clean(char *text);
void diags_add(struct diags *d, bool warning, const char *file, unsigned line, unsigned col,
               const char *source, const char *fmt, ...) __attribute__((format(printf, 7, 8)));
enum { DIAGS_SHOWN = 20 }; /* errors printed; the rest is counted */
void diags_print(const struct diags *d, FILE *out);
/* Back to the first @n messages, of which @errors were errors. */
void diags_cut(struct diags *d, size_t n, size_t errors);
void diags_fini(struct diags *d);

#endif
