/* The terminal: the only part of the screen that uses curses. */
#ifndef EULAB_UI_TUI_SCREEN_H
#define EULAB_UI_TUI_SCREEN_H

#include <stddef.h>
#include <stdio.h>
#include <termios.h>

#include "ui/tui/cells.h"
#include "ui/tui/keys.h"

struct screen;

/* Restores the terminal after a crash; for a signal handler. */
struct screen_rescue {
    int fd;
    bool has_mode;
    struct termios mode;
    char text[256];
    size_t n;
};
/* How many colours. AUTO: those of the terminal, none with NO_COLOR; otherwise at most that many.
 */
enum screen_colours { SCREEN_AUTO, SCREEN_NONE, SCREEN_8, SCREEN_256 };
struct screen_look {
    enum screen_colours colours;
    bool ascii;    /* only ASCII symbols, whatever the locale */
    bool no_mouse; /* the terminal keeps the mouse */
};
/* screen_look_colours - parses the value of `--colors`. False: @word is invalid. */
bool screen_look_colours(struct screen_look *look, const char *word);
/* screen_open - uses @in and @out, a terminal of type @term (NULL: $TERM) or files of a test. NULL:
 * the type is unknown, or cannot move its cursor. Only one can be open, because curses has only
 * one. */
struct screen *screen_open(FILE *in, FILE *out, const char *term, const struct screen_look *look);
void screen_close(struct screen *s); /* restores the terminal */
const struct screen_rescue *screen_rescue_of(const struct screen *s);
void screen_rescue(const struct screen_rescue *r); /* async-signal-safe */
void screen_size(const struct screen *s, int *rows, int *cols);
void screen_resize(struct screen *s, int rows, int cols); /* for tests */
void screen_show(struct screen *s, const struct cells *cells);
void screen_redraw(struct screen *s); /* the next screen_show() draws everything */
/* screen_key - enum tui_key or a character; 0: none is waiting. Does not wait. After TUI_KEY_MOUSE,
 * screen_pointed() says what the mouse did. */
int screen_key(struct screen *s);
struct tui_mouse screen_pointed(const struct screen *s);
/* screen_row - the contents of a row of the terminal as UTF-8, without blanks at the end. */
void screen_row(struct screen *s, int row, char *buf, size_t n);
/* screen_attributes - a hexadecimal digit for each column: 1 bold, 2 underlined, 4 reversed, 8 dim.
 */
void screen_attributes(struct screen *s, int row, char *buf, size_t n);

#endif
