/* A screen of cells, on which views draw. It needs no terminal. */
#ifndef EULAB_UI_TUI_CELLS_H
#define EULAB_UI_TUI_CELLS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

enum style {
#define STYLE(id, ...) STYLE_##id,
#include "ui/tui/styles.def"
#undef STYLE
    STYLE_COUNT
};
struct cell {
    uint32_t ch; /* Unicode, one column wide */
    uint8_t style;
    uint8_t upper, lower; /* STYLE_PICTURE: numbers of 256 colours */
};
struct cells {
    struct cell *at; /* rows of cols cells, owned */
    int rows, cols;
    int extent; /* column after the last one that was drawn, even outside of the screen */
};
/* A rectangle of cells. Drawing outside of it has no effect. @shift: columns that are scrolled out
 * on the left. */
struct area {
    struct cells *cells;
    int top, left, rows, cols, shift;
};

bool cells_resize(struct cells *c, int rows, int cols); /* false: no memory, nothing has changed */
void cells_fini(struct cells *c);
struct area cells_all(struct cells *c);
void area_clear(struct area a, enum style style);
void area_cell(struct area a, int row, int col, enum style style, uint32_t ch);
/* area_text - draws UTF-8; a character that does not take one column is drawn as '?'. Returns the
 * column after it, even outside of the area. area_print - the same with printf's format. area_fill
 * - fills from @col to the end of the row. area_style - changes only the style of @n cells. */
int area_text(struct area a, int row, int col, enum style style, const char *text);
int area_print(struct area a, int row, int col, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void area_fill(struct area a, int row, int col, enum style style, uint32_t ch);
void area_style(struct area a, int row, int col, int n, enum style style);
/* area_pixels - draws two pixels in a cell. cell_rgb - 0xRRGGBB of one of 256 colours. cell_colour
 * - the nearest of these to red, green and blue of 0 to 1; greys if the three are equal. cell_shade
 * - the symbol about as bright as the two pixels, for screens without colours. */
void area_pixels(struct area a, int row, int col, uint8_t upper, uint8_t lower);
uint32_t cell_rgb(uint8_t colour);
uint8_t cell_colour(double red, double green, double blue);
uint32_t cell_shade(const struct cell *c);
/* cell_ascii - the most similar character that every terminal has. */
char cell_ascii(uint32_t ch);
/* Decodes one character of UTF-8 at *@text and advances it; 0xfffd: invalid. */
uint32_t cell_decode(const char **text);

/* The screen's own symbols. */
enum {
    SYM_ON = 0x25a0,    /* black square */
    SYM_OFF = 0xb7,     /* middle dot */
    SYM_IP = 0x25ba,    /* pointer to the right */
    SYM_BREAK = 0x25cf, /* black circle */
    SYM_BAR = 0x2502,   /* vertical line */
    SYM_SHADE1 = 0x2591,
    SYM_SHADE2 = 0x2592,
    SYM_SHADE3 = 0x2593,
    SYM_BLOCK = 0x2588,
    SYM_UPPER = 0x2580 /* the upper half of a block */
};

#endif
