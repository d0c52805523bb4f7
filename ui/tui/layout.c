/* Places the views: in one column, or in two on a wide screen. */
#include "ui/tui/tui.h"

/* Least columns of the left of two: marks, 16 channels, a line number, and an instruction of 60
 * letters. With TUI_WIDE columns in all, the right one has room for four dwords. */
enum { LEFT_LEAST = 88 };

struct column {
    struct view *views[TUI_VIEWS_MOST];
    int rows[TUI_VIEWS_MOST], wants[TUI_VIEWS_MOST];
    unsigned n;
    int left, cols;
};

static int least_of(const struct column *c, unsigned i)
{
    int least = (int)c->views[i]->info->least;
    return c->wants[i] < least ? c->wants[i] : least;
}

static void drop_view(struct column *c, unsigned i)
{
    for (; i + 1 < c->n; i++) {
        c->views[i] = c->views[i + 1];
        c->wants[i] = c->wants[i + 1];
    }
    c->n--;
}

/* Removes views from the end until they fit; the one in focus stays. */
static void fit_views(struct column *c, const struct view *focus, int rows)
{
    for (;;) {
        int sum = 0;
        for (unsigned i = 0; i < c->n; i++)
            sum += least_of(c, i);
        if (sum <= rows || c->n < 2)
            return;
        drop_view(c, c->views[c->n - 1] == focus ? c->n - 2 : c->n - 1);
    }
}

/* Distributes the remaining rows by weight to views that want more, the rest to the first. */
static void share_rows(struct column *c, int rows)
{
    int left = rows;
    for (unsigned i = 0; i < c->n; i++) {
        c->rows[i] = least_of(c, i);
        left -= c->rows[i];
    }
    for (bool more = true; left > 0 && more;) {
        more = false;
        for (unsigned i = 0; i < c->n && left > 0; i++) {
            int step = (int)c->views[i]->info->weight, room = c->wants[i] - c->rows[i];
            step = step < room ? step : room;
            step = step < left ? step : left;
            if (step > 0) {
                c->rows[i] += step;
                left -= step;
                more = true;
            }
        }
    }
    if (c->n && left > 0)
        c->rows[0] += left;
}

/* Applies the user's changes: rows come from the neighbours, or go to them. */
static void adjust_rows(struct column *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        int by = c->views[i]->extra;
        for (unsigned k = 1; k < c->n && by; k++) {
            unsigned other = (i + k) % c->n;
            while (by > 0 && c->rows[other] > 2)
                c->rows[other]--, c->rows[i]++, by--;
            while (by < 0 && c->rows[i] > 2)
                c->rows[other]++, c->rows[i]--, by++;
            if (by < 0)
                break;
        }
        c->views[i]->extra -= by; /* a change that was not possible is forgotten */
    }
}

static void place_views(struct tui *t, struct column *c, int top, int rows)
{
    for (unsigned i = 0; i < c->n; i++)
        c->wants[i] = view_wants(c->views[i], c->cols);
    fit_views(c, &t->views[t->focus], rows);
    share_rows(c, rows);
    adjust_rows(c);
    for (unsigned i = 0; i < c->n; i++) {
        c->views[i]->area = (struct area){&t->cells, top, c->left, c->rows[i], c->cols, 0};
        top += c->rows[i];
    }
}

/* A screen wide enough for two columns shows more views at the start. */
static void choose_columns(struct tui *t)
{
    if (t->sized)
        return;
    t->sized = true;
    for (unsigned i = 0; i < t->nviews; i++)
        if (t->views[i].info->shown == 2)
            t->views[i].shown = t->cells.cols >= TUI_WIDE;
}

void tui_layout(struct tui *t, int top, int rows)
{
    bool wide = t->cells.cols >= TUI_WIDE && !t->zoom;
    struct column columns[2] = {0};
    choose_columns(t);
    for (unsigned i = 0; i < t->nviews; i++) {
        struct view *v = &t->views[i];
        struct column *c = &columns[wide && v->info->column];
        v->area = (struct area){&t->cells, top, 0, 0, t->cells.cols, 0};
        if (t->zoom ? i == t->focus : v->shown)
            c->views[c->n++] = v;
    }
    bool both = columns[0].n && columns[1].n;
    int half = t->cells.cols / 2 < LEFT_LEAST ? LEFT_LEAST : t->cells.cols / 2;
    columns[0].cols = both ? half : t->cells.cols;
    columns[1].left = both ? columns[0].cols + 1 : 0;
    columns[1].cols = t->cells.cols - columns[1].left;
    for (unsigned i = 0; i < 2; i++)
        place_views(t, &columns[i], top, rows);
    for (int row = top; both && row < top + rows; row++)
        area_cell(cells_all(&t->cells), row, columns[0].cols, STYLE_OFF, SYM_BAR);
}
