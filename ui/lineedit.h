/* A line typed by a person at a terminal: editing, history, completion. One of two backends is
 * built in: ui/lineedit_libedit.c, ui/lineedit_readline.c (make LINE_EDITOR=readline). */
#ifndef EULAB_UI_LINEEDIT_H
#define EULAB_UI_LINEEDIT_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/complete.h"

struct lineedit;
enum lineedit_wait { LINEEDIT_KEY, LINEEDIT_DROP, LINEEDIT_END };
struct lineedit_opts {
    FILE *in, *out; /* a terminal's */
    const char *prompt;
    void *ctx;
    /* What the word before @cursor may become; as ui_complete(). */
    void (*complete)(void *ctx, const char *line, size_t cursor, struct ui_candidates *c);
    /* Until @fd can be read; or the line is to be dropped, or the input is over. */
    enum lineedit_wait (*wait)(void *ctx, int fd);
};
/* lineedit_new - NULL: no memory, or no terminal. @opts is copied. lineedit_read - a line without
 * its end, the caller's to free(); NULL: end of input. lineedit_remember - a line that the keys
 * for history bring back. lineedit_refresh - from within wait(): something was printed; prompt and
 * line are shown again, below it. */
struct lineedit *lineedit_new(const struct lineedit_opts *opts);
void lineedit_free(struct lineedit *le);
char *lineedit_read(struct lineedit *le);
void lineedit_remember(struct lineedit *le, const char *line);
void lineedit_refresh(struct lineedit *le);

#endif
