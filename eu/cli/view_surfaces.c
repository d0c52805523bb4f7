/* The view of the binding table; below it the selected surface is drawn as a picture. */
#include <stdio.h>
#include <string.h>

#include "eu/cli/screen.h"

enum { SAMPLES = 128 };

struct surfaces {
    uint8_t bti[EU_BTI_COUNT];
    unsigned n, selected;                /* selected: an index in bti */
    unsigned step_x, step_y, cols, rows; /* the picture: elements in a cell, cells */
    double low, high;
};

static struct surfaces *surfaces_of(const struct view *v)
{
    return v->state;
}

static const struct eu_surface *surface(const struct view *v, unsigned i)
{
    return &screen_eu(v)->surfaces[surfaces_of(v)->bti[i]];
}

/* The element at @x, @y: red, green and blue, or red alone. Returns how many it has. */
static unsigned load_element(const struct view *v, uint32_t x, uint32_t y, double rgb[3])
{
    const struct eu_surface *f = surface(v, surfaces_of(v)->selected);
    uint8_t bytes[EU_ELEMENT_MAX] = {0};
    uint32_t rgba[4];
    uint64_t addr;
    const char *name = eu_format_name(f->format);
    bool sint = strstr(name, "SINT"), uint = strstr(name, "UINT") || strcmp(name, "RAW") == 0;
    unsigned n = strchr(name, 'G') && strchr(name, 'B') ? 3 : 1;
    rgb[0] = rgb[1] = rgb[2] = 0;
    if (!eu_surface_element(f, x, y, &addr))
        return n;
    eu_memory_read(screen_eu(v)->mem, addr, bytes, eu_format_bytes(f->format));
    eu_element_load(f->format, bytes, rgba);
    for (unsigned i = 0; i < n; i++) {
        float real;
        memcpy(&real, &rgba[i], sizeof real);
        double value = sint ? (int32_t)rgba[i] : uint ? rgba[i] : real;
        rgb[i] = value == value && value < 1e30 && value > -1e30 ? value : 0;
    }
    return n;
}

/* Red, or the mean of red, green and blue. */
static double brightness(const struct view *v, uint32_t x, uint32_t y)
{
    double rgb[3];
    unsigned n = load_element(v, x, y, rgb);
    return (rgb[0] + rgb[1] + rgb[2]) / n;
}

/* Normalized colours are drawn as they are; other values by their position between the lowest and
 * the highest. */
static uint8_t colour_of(const struct view *v, uint32_t x, uint32_t y)
{
    const struct surfaces *s = surfaces_of(v);
    double rgb[3], span = s->high > s->low ? s->high - s->low : 1;
    unsigned n = load_element(v, x, y, rgb);
    bool normal = n == 3 && strstr(eu_format_name(surface(v, s->selected)->format), "UNORM");
    for (unsigned i = 0; i < 3 && !normal; i++)
        rgb[i] = (rgb[i < n ? i : 0] - s->low) / span;
    return cell_colour(rgb[0], n == 3 ? rgb[1] : rgb[0], n == 3 ? rgb[2] : rgb[0]);
}

static void measure_picture(struct view *v, int cols)
{
    struct surfaces *s = surfaces_of(v);
    const struct eu_surface *f = surface(v, s->selected);
    unsigned room = cols > 1 ? (unsigned)cols : 1;
    room = room > SAMPLES ? SAMPLES : room;
    unsigned height = f->height ? f->height : 1;
    s->step_x = (f->width + room - 1) / room;
    s->step_x = s->step_x ? s->step_x : 1;
    s->step_y = s->step_x; /* a cell of the terminal, twice as high as it is wide, has two pixels */
    s->cols = (f->width + s->step_x - 1) / s->step_x;
    s->rows = (height + 2 * s->step_y - 1) / (2 * s->step_y);
    s->rows = s->rows > SAMPLES ? SAMPLES : s->rows;
    s->low = s->high = brightness(v, 0, 0);
    for (unsigned y = 0; y < 2 * s->rows && y * s->step_y < height; y++)
        for (unsigned x = 0; x < s->cols; x++) {
            double b = brightness(v, x * s->step_x, y * s->step_y);
            s->low = b < s->low ? b : s->low;
            s->high = b > s->high ? b : s->high;
        }
}

static int count_rows(struct view *v, int cols)
{
    struct surfaces *s = surfaces_of(v);
    const struct eu *eu = screen_eu(v);
    s->n = 0;
    for (unsigned i = 0; i < EU_BTI_COUNT; i++)
        if (eu->surfaces[i].present)
            s->bti[s->n++] = (uint8_t)i;
    if (!s->n)
        return 0;
    s->selected = s->selected < s->n ? s->selected : s->n - 1;
    s->rows = 0;
    if (v->area.rows > 0 && surface(v, s->selected)->is_2d)
        measure_picture(v, cols);
    return (int)(s->n + s->rows);
}

static void draw_picture(const struct view *v, unsigned y, struct area a)
{
    const struct surfaces *s = surfaces_of(v);
    uint32_t upper = 2 * y * s->step_y, lower = upper + s->step_y;
    if (lower >= surface(v, s->selected)->height)
        lower = upper;
    for (unsigned x = 0; x < s->cols; x++)
        area_pixels(a, 0, (int)x, colour_of(v, x * s->step_x, upper),
                    colour_of(v, x * s->step_x, lower));
}

static void draw_row(struct view *v, int i, struct area a)
{
    const struct surfaces *s = surfaces_of(v);
    if (i >= (int)s->n) {
        draw_picture(v, (unsigned)i - s->n, a);
        return;
    }
    const struct eu_surface *f = surface(v, (unsigned)i);
    area_cell(a, 0, 0, STYLE_IP, (unsigned)i == s->selected ? SYM_IP : ' ');
    int col = area_print(a, 0, 1, STYLE_LABEL, "%3u ", s->bti[i]);
    col = area_print(a, 0, col, STYLE_NORMAL, "%-18s %08llx ", eu_format_name(f->format),
                     (unsigned long long)f->address);
    if (f->is_2d)
        area_print(a, 0, col, STYLE_NORMAL, "%u x %u, pitch %u", f->width, f->height, f->pitch);
    else
        area_print(a, 0, col, STYLE_NORMAL, "buffer of %llu bytes",
                   (unsigned long long)eu_surface_bytes(f));
}

static void write_title(struct view *v, char *buf, size_t n)
{
    const struct surfaces *s = surfaces_of(v);
    if (!s->n)
        snprintf(buf, n, "none");
    else if (s->rows)
        snprintf(buf, n, "surface %u, %g .. %g, %u x %u elements a cell; Enter selects",
                 s->bti[s->selected], s->low, s->high, s->step_x, 2 * s->step_y);
    else
        snprintf(buf, n, "Enter selects");
}

static unsigned handle_request(struct view *v, enum tui_request r)
{
    struct surfaces *s = surfaces_of(v);
    if (r != DO_ENTER)
        return TUI_IGNORED;
    if (v->cursor < (int)s->n)
        s->selected = (unsigned)v->cursor;
    return TUI_REDRAW;
}

static unsigned click(struct view *v, int i, int col)
{
    (void)col;
    return i < (int)surfaces_of(v)->n ? handle_request(v, DO_ENTER) : TUI_IGNORED;
}

const struct view_ops view_SURFACES = {.picks = true,
                                       .state = sizeof(struct surfaces),
                                       .count = count_rows,
                                       .row = draw_row,
                                       .title = write_title,
                                       .request = handle_request,
                                       .click = click};
