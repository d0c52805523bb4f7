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
/* screen_open - on @in and @out, a terminal of type @term (NULL: $TERM) or files of a test. Colours
 * are as many as it has; none with NO_COLOR. NULL: that type is not known, or cannot move its
 * cursor. One at a time: curses has but one. */
struct screen *screen_open(FILE *in, FILE *out, const char *term);
void screen_close(struct screen *s); /* the terminal is as before */
const struct screen_rescue *screen_rescue_of(const struct screen *s);
void screen_rescue(const struct screen_rescue *r); /* async-signal-safe */
void screen_size(const struct screen *s, int *rows, int *cols);
void screen_resize(struct screen *s, int rows, int cols); /* of a test */
void screen_show(struct screen *s, const struct cells *cells);
void screen_redraw(struct screen *s); /* the next screen_show() draws all of it */
/* screen_mouse - the terminal reports the mouse as TUI_KEY_MOUSE from now on; screen_pointed tells
 * what it did: asked for once after that key. False: nothing that is of use. */
void screen_mouse(struct screen *s);
bool screen_pointed(struct screen *s, struct tui_mouse *mouse);
/* screen_key - enum tui_key or a character; 0: none is waiting. Does not wait. */
int screen_key(struct screen *s);
/* screen_row - what the terminal shows in a row, as UTF-8, without blanks at its end. */
void screen_row(struct screen *s, int row, char *buf, size_t n);

#endif
