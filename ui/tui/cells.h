/* A screen of cells: what views draw on. No terminal is needed for one. */
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
    uint32_t ch; /* Unicode; one column wide */
    uint8_t style;
    uint8_t upper, lower; /* STYLE_PICTURE: of 256 colours */
};
struct cells {
    struct cell *at; /* rows of cols, owned */
    int rows, cols;
    int extent; /* column behind the last that was drawn on, also where it is not seen */
};
/* A rectangle of it. Whatever is put outside of it is dropped. @shift: columns that were scrolled
 * out at its left. */
struct area {
    struct cells *cells;
    int top, left, rows, cols, shift;
};

bool cells_resize(struct cells *c, int rows, int cols); /* false: no memory; then as before */
void cells_fini(struct cells *c);
struct area cells_all(struct cells *c);
void area_clear(struct area a, enum style style);
void area_cell(struct area a, int row, int col, enum style style, uint32_t ch);
/* area_text - UTF-8; what cannot be shown in one column is '?'. Returns the column behind it, even
 * where it is outside. area_print - the same as printf. area_fill - from @col to the end of the
 * row. area_style - the style of @n cells alone. */
int area_text(struct area a, int row, int col, enum style style, const char *text);
int area_print(struct area a, int row, int col, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void area_fill(struct area a, int row, int col, enum style style, uint32_t ch);
void area_style(struct area a, int row, int col, int n, enum style style);
/* area_pixels - two pixels in a cell. cell_rgb - 0xRRGGBB of one of 256 colours. cell_colour - the
 * nearest of them to red, green and blue of 0 to 1; greys where the three are equal. cell_shade -
 * the symbol that is about as bright as the two pixels, without colours. */
void area_pixels(struct area a, int row, int col, uint8_t upper, uint8_t lower);
uint32_t cell_rgb(uint8_t colour);
uint8_t cell_colour(double red, double green, double blue);
uint32_t cell_shade(const struct cell *c);
/* cell_ascii - the nearest character that every terminal has. */
char cell_ascii(uint32_t ch);
/* One character of UTF-8 at *@text, which moves on; 0xfffd: it is none. */
uint32_t cell_decode(const char **text);

/* Symbols of our own. */
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
