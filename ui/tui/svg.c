/* Draws a screen as SVG. */
#include "ui/tui/svg.h"

#include <stdbool.h>
#include <string.h>

enum {
    WIDTH = 8,
    HEIGHT = 17,
    BASE = 13,
    MARGIN = 6
};                                 /* size of a cell in pixels; BASE: base line of its letters */
enum { TEXT = 252, GROUND = 234 }; /* colours of a style that has none of its own */

static const struct {
    short fg, bg;
    const char *attributes;
} styles[STYLE_COUNT] = {
#define STYLE(id, fg, bg, fg8, bg8, attributes) {fg, bg, attributes},
#include "ui/tui/styles.def"
#undef STYLE
};

static unsigned colour_or(short colour, uint8_t otherwise)
{
    return cell_rgb(colour < 0 ? otherwise : (uint8_t)colour);
}

static void put_rect(FILE *out, int x, int y, int width, int height, unsigned rgb)
{
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", x, y,
            width, height, rgb);
}

static void put_char(FILE *out, uint32_t ch)
{
    if (ch == '&')
        fputs("&amp;", out);
    else if (ch == '<')
        fputs("&lt;", out);
    else if (ch == '>')
        fputs("&gt;", out);
    else if (ch < 0x80)
        fputc((int)ch, out);
    else
        fprintf(out, "&#x%x;", (unsigned)ch);
}

/* Draws @n cells of one style. */
static void put_run(FILE *out, const struct cell *at, int n, int x, int y)
{
    bool blank = true;
    for (int i = 0; i < n; i++)
        blank = blank && at[i].ch == ' ';
    if (styles[at->style].bg >= 0)
        put_rect(out, x, y, n * WIDTH, HEIGHT, colour_or(styles[at->style].bg, GROUND));
    if (blank)
        return;
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s%s>", x, y + BASE,
            n * WIDTH, colour_or(styles[at->style].fg, TEXT),
            strchr(styles[at->style].attributes, 'B') ? " font-weight=\"bold\"" : "",
            strchr(styles[at->style].attributes, 'U') ? " text-decoration=\"underline\"" : "");
    for (int i = 0; i < n; i++)
        put_char(out, at[i].ch);
    fputs("</text>\n", out);
}

/* Draws @n cells with the same two pixels. */
static void put_pixels(FILE *out, const struct cell *at, int n, int x, int y)
{
    put_rect(out, x, y, n * WIDTH, HEIGHT / 2 + 1, cell_rgb(at->upper));
    put_rect(out, x, y + HEIGHT / 2 + 1, n * WIDTH, HEIGHT / 2, cell_rgb(at->lower));
}

static bool alike(const struct cell *a, const struct cell *b)
{
    return a->style == b->style &&
           (a->style != STYLE_PICTURE || (a->upper == b->upper && a->lower == b->lower));
}

/* Blanks at both ends of a run are left out: some viewers drop them. */
static void put_row(FILE *out, const struct cell *row, int cols, int y)
{
    for (int i = 0, n; i < cols; i += n) {
        for (n = 1; i + n < cols && alike(&row[i + n], &row[i]); n++)
            ;
        if (row[i].style == STYLE_PICTURE) {
            put_pixels(out, &row[i], n, MARGIN + i * WIDTH, y);
            continue;
        }
        int from = i, end = i + n;
        while (styles[row[i].style].bg < 0 && from < end && row[from].ch == ' ')
            from++;
        while (styles[row[i].style].bg < 0 && end > from && row[end - 1].ch == ' ')
            end--;
        if (from < end)
            put_run(out, &row[from], end - from, MARGIN + from * WIDTH, y);
    }
}

void tui_svg(const struct cells *c, FILE *out)
{
    int width = c->cols * WIDTH + 2 * MARGIN, height = c->rows * HEIGHT + 2 * MARGIN;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"13\" "
            "xml:space=\"preserve\">\n",
            width, height, width, height);
    put_rect(out, 0, 0, width, height, cell_rgb(GROUND));
    for (int i = 0; i < c->rows; i++)
        put_row(out, &c->at[i * c->cols], c->cols, MARGIN + i * HEIGHT);
    fputs("</svg>\n", out);
}
