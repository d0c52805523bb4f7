/* The terminal: the only part of the screen that knows curses. */
#ifndef EULAB_UI_TUI_SCREEN_H
#define EULAB_UI_TUI_SCREEN_H

#include <stddef.h>
#include <stdio.h>
#include <termios.h>

#include "ui/tui/cells.h"
#include "ui/tui/keys.h"

struct screen;

/* What brings the terminal back after a crash: for a signal handler. */
struct screen_rescue {
    int fd;
    bool has_mode;
    struct termios mode;
    char text[256];
    size_t n;
};
/* How many colours: AUTO: those of the terminal, none with NO_COLOR; else at most so many. */
enum screen_colours { SCREEN_AUTO, SCREEN_NONE, SCREEN_8, SCREEN_256 };
struct screen_look {
    enum screen_colours colours;
    bool ascii;    /* no other symbols, whatever the locale has */
    bool no_mouse; /* the terminal keeps it */
};
/* screen_look_colours - of what `--colors` takes. False: @word is none of them. */
bool screen_look_colours(struct screen_look *look, const char *word);
/* screen_open - on @in and @out, a terminal of type @term (NULL: $TERM) or files of a test. NULL:
 * that type is not known, or cannot move its cursor. One at a time: curses has but one. */
struct screen *screen_open(FILE *in, FILE *out, const char *term, const struct screen_look *look);
void screen_close(struct screen *s); /* the terminal is as before */
const struct screen_rescue *screen_rescue_of(const struct screen *s);
void screen_rescue(const struct screen_rescue *r); /* async-signal-safe */
void screen_size(const struct screen *s, int *rows, int *cols);
void screen_resize(struct screen *s, int rows, int cols); /* of a test */
void screen_show(struct screen *s, const struct cells *cells);
void screen_redraw(struct screen *s); /* the next screen_show() draws all of it */
/* screen_key - enum tui_key or a character; 0: none is waiting. Does not wait. Behind
 * TUI_KEY_MOUSE, screen_pointed() is what the mouse did. */
int screen_key(struct screen *s);
struct tui_mouse screen_pointed(const struct screen *s);
/* screen_row - what the terminal shows in a row, as UTF-8, without blanks at its end. */
void screen_row(struct screen *s, int row, char *buf, size_t n);
/* screen_attributes - a hexadecimal digit for each of its columns: 1 bold, 2 underlined, 4
 * reversed, 8 dim. */
void screen_attributes(struct screen *s, int row, char *buf, size_t n);

#endif
