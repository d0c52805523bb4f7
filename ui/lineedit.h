/* Reads a line that a user types at a terminal, with editing, history and completion. One of two
 * backends is built in: ui/lineedit_libedit.c, ui/lineedit_readline.c (make LINE_EDITOR=readline).
 */
#ifndef EULAB_UI_LINEEDIT_H
#define EULAB_UI_LINEEDIT_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/complete.h"

struct lineedit;
enum lineedit_wait { LINEEDIT_KEY, LINEEDIT_DROP, LINEEDIT_END };
struct lineedit_opts {
    FILE *in, *out; /* of a terminal */
    const char *prompt;
    void *ctx;
    /* What the word before @cursor may become; like ui_complete(). */
    void (*complete)(void *ctx, const char *line, size_t cursor, struct ui_candidates *c);
    /* Waits until @fd is readable, the line must be dropped, or the input ends. */
    enum lineedit_wait (*wait)(void *ctx, int fd);
};
/* lineedit_new - NULL: no memory, or no terminal. @opts is copied. lineedit_read - a line without
 * its end, which the caller frees; NULL: end of input. lineedit_remember - adds a line to those
 * that the history keys recall. lineedit_refresh - called within wait(): something was printed, so
 * the prompt and the line are shown again below it. */
struct lineedit *lineedit_new(const struct lineedit_opts *opts);
void lineedit_free(struct lineedit *le);
char *lineedit_read(struct lineedit *le);
void lineedit_remember(struct lineedit *le, const char *line);
void lineedit_refresh(struct lineedit *le);

#endif
