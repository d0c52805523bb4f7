/* Draws text, pixels and colours into cells, and clips them to areas. */
#include "ui/tui/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cells_resize(struct cells *c, int rows, int cols)
{
    if (rows < 1 || cols < 1)
        rows = cols = 1;
    struct cell *at = calloc((size_t)rows * (size_t)cols, sizeof *at);
    if (!at)
        return false;
    free(c->at);
    c->at = at;
    c->rows = rows;
    c->cols = cols;
    area_clear(cells_all(c), STYLE_NORMAL);
    return true;
}

void cells_fini(struct cells *c)
{
    free(c->at);
    *c = (struct cells){0};
}

struct area cells_all(struct cells *c)
{
    return (struct area){c, 0, 0, c->rows, c->cols, 0};
}

static struct cell *cell_at(struct area a, int row, int col)
{
    col -= a.shift;
    if (row < 0 || row >= a.rows || col < 0 || col >= a.cols)
        return NULL;
    row += a.top;
    col += a.left;
    if (row < 0 || row >= a.cells->rows || col < 0 || col >= a.cells->cols)
        return NULL;
    return &a.cells->at[row * a.cells->cols + col];
}

void area_cell(struct area a, int row, int col, enum style style, uint32_t ch)
{
    struct cell *cell = cell_at(a, row, col);
    if (ch != ' ' && col >= a.cells->extent)
        a.cells->extent = col + 1;
    if (cell)
        *cell = (struct cell){.ch = ch, .style = (uint8_t)style};
}

void area_pixels(struct area a, int row, int col, uint8_t upper, uint8_t lower)
{
    area_cell(a, row, col, STYLE_PICTURE, SYM_UPPER);
    struct cell *cell = cell_at(a, row, col);
    if (cell) {
        cell->upper = upper;
        cell->lower = lower;
    }
}

/* The 256 colours of xterm: 16 by name, a cube of 6 by 6 by 6, 24 greys. */
enum { CUBE = 16, GREYS = 232, NGREYS = 24 };

uint32_t cell_rgb(uint8_t colour)
{
    static const uint8_t steps[] = {0, 95, 135, 175, 215, 255};
    static const uint32_t names[] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                     0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                     0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    unsigned n = colour;
    if (n < CUBE)
        return names[n];
    if (n >= GREYS)
        return (8 + 10 * (n - GREYS)) * 0x010101u;
    n -= CUBE;
    return (uint32_t)steps[n / 36] << 16 | (uint32_t)steps[n / 6 % 6] << 8 | steps[n % 6];
}

/* The nearest number of 0 to @steps. */
static unsigned level(double value, unsigned steps)
{
    return value > 0 ? value < 1 ? (unsigned)(value * steps + 0.5) : steps : 0;
}

uint8_t cell_colour(double red, double green, double blue)
{
    if (red == green && green == blue)
        return (uint8_t)(GREYS + level(red, NGREYS - 1));
    return (uint8_t)(CUBE + 36 * level(red, 5) + 6 * level(green, 5) + level(blue, 5));
}

uint32_t cell_shade(const struct cell *c)
{
    static const uint32_t ramp[] = {' ', SYM_SHADE1, SYM_SHADE2, SYM_SHADE3, SYM_BLOCK};
    enum { DARKEST = 8, BRIGHTEST = 238 }; /* brightness of the greys */
    unsigned sum = 0;
    for (int shift = 0; shift < 24; shift += 8)
        sum += (cell_rgb(c->upper) >> shift & 0xff) + (cell_rgb(c->lower) >> shift & 0xff);
    return ramp[level((sum / 6.0 - DARKEST) / (BRIGHTEST - DARKEST), 4)];
}

void area_fill(struct area a, int row, int col, enum style style, uint32_t ch)
{
    for (; col < a.cols + a.shift; col++)
        area_cell(a, row, col, style, ch);
}

void area_clear(struct area a, enum style style)
{
    for (int row = 0; row < a.rows; row++)
        area_fill(a, row, 0, style, ' ');
}

void area_style(struct area a, int row, int col, int n, enum style style)
{
    for (; n > 0; n--, col++) {
        struct cell *cell = cell_at(a, row, col);
        if (cell)
            cell->style = (uint8_t)style;
    }
}

uint32_t cell_decode(const char **text)
{
    const unsigned char *p = (const unsigned char *)*text;
    unsigned more = p[0] < 0x80       ? 0
                    : p[0] >> 5 == 6  ? 1
                    : p[0] >> 4 == 14 ? 2
                    : p[0] >> 3 == 30 ? 3
                                      : 4;
    uint32_t ch = more ? p[0] & (0x3fu >> more) : p[0];
    if (more == 4) {
        ++*text;
        return 0xfffd;
    }
    for (unsigned i = 1; i <= more; i++) {
        if (p[i] >> 6 != 2) {
            *text += i;
            return 0xfffd;
        }
        ch = ch << 6 | (p[i] & 0x3f);
    }
    *text += more + 1;
    return ch;
}

int area_text(struct area a, int row, int col, enum style style, const char *text)
{
    while (*text) {
        uint32_t ch = cell_decode(&text);
        area_cell(a, row, col++, style, ch < ' ' || ch == 0x7f ? '?' : ch);
    }
    return col;
}

int area_print(struct area a, int row, int col, enum style style, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return area_text(a, row, col, style, text);
}

char cell_ascii(uint32_t ch)
{
    static const struct {
        uint32_t ch;
        char ascii;
    } near[] = {{SYM_ON, '#'},    {SYM_OFF, '.'},    {SYM_IP, '>'},     {SYM_BREAK, '*'},
                {SYM_BAR, '|'},   {SYM_SHADE1, '.'}, {SYM_SHADE2, ':'}, {SYM_SHADE3, '%'},
                {SYM_BLOCK, '#'}, {SYM_UPPER, '#'}};
    if (ch >= ' ' && ch <= '~')
        return (char)ch;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (near[i].ch == ch)
            return near[i].ascii;
    return '?';
}
