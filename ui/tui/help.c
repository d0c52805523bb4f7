/* Pages of help over the views: the keys, or a text about one thing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/tui.h"

/* A page of help while it is drawn row by row, on a wide screen in two columns of @page rows each.
 * Rows outside of the visible part are dropped. The title is drawn over its row. */
struct help {
    struct area a;
    int row; /* 0: the row of the title */
    int page, cols, indent;
};
enum { HELP_INDENT = 16 }; /* width of the longest list of keys, which has two */

static void help_row(struct help *h, const char *keys, const char *text)
{
    int room = h->cols - h->indent - 1 > 8 ? h->cols - h->indent - 1 : 8;
    bool first = true;
    if (!*text)
        h->row++;
    while (*text) {
        int len = (int)strlen(text);
        if (len > room) {
            for (len = room; len > 1 && text[len] != ' '; len--)
                ;
            len = len > 1 ? len : room;
        }
        bool right = h->cols < h->a.cols && h->row > h->page;
        int row = right ? h->row - h->page : h->row, col = right ? h->cols : 0;
        if (first)
            area_text(h->a, row, col + 1, STYLE_HEAD, keys);
        area_print(h->a, row, col + h->indent, STYLE_NORMAL, "%.*s", len, text);
        text += len + (text[len] == ' ');
        first = false;
        h->row++;
    }
}

/* Draws a text line by line. */
static void page_rows(struct help *h, const char *text)
{
    char line[512];
    while (*text) {
        size_t len = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        help_row(h, "", line);
        text += len + (text[len] == '\n');
    }
}

static void help_rows(struct help *h, const struct tui *t)
{
    if (t->page) {
        page_rows(h, t->page);
        return;
    }
    struct machine *m = model_machine(&t->model);
    const struct machine_why *why;
    const struct tui_key_row *r;
    char text[TUI_LINE], letter[12];
    for (unsigned i = 0; i < t->nviews; i++) {
        const struct view_info *v = t->views[i].info;
        snprintf(text, sizeof text, "%s: %s", v->name, v->help);
        help_row(h, v->key, text);
    }
    for (size_t i = 0; (r = tui_key_row(i)); i++)
        help_row(h, r->keys, r->help);
    for (unsigned i = 0; m->ops->why && (why = m->ops->why(m, i)); i++) {
        snprintf(letter, sizeof letter, "why %c", why->letter);
        snprintf(text, sizeof text, "%s: a %s that %s", why->word, m->traits->lane_word, why->text);
        help_row(h, letter, text);
    }
}

/* The help of this screen, from its first visible row. */
static struct help help_of(struct tui *t)
{
    int page = t->cells.rows - TUI_ABOVE - TUI_BELOW - 1;
    struct area all = cells_all(&t->cells), a = {&t->cells, TUI_ABOVE, 0, page + 1, all.cols, 0};
    bool two = all.cols >= TUI_WIDE && !t->page;
    return (struct help){.a = a,
                         .row = 1 - t->help_top,
                         .page = page,
                         .cols = two ? all.cols / 2 : all.cols,
                         .indent = t->page ? 1 : HELP_INDENT};
}

/* Number of rows that are visible at a time. */
static int help_shown(const struct help *h)
{
    return h->cols < h->a.cols ? 2 * h->page : h->page;
}

void tui_help_page(struct tui *t, char *text, const char *title)
{
    free(t->page);
    t->page = text;
    snprintf(t->page_title, sizeof t->page_title, "%s", title);
    t->mode = TUI_HELP;
    t->help_top = 0;
}

void tui_help_draw(struct tui *t)
{
    struct help h = help_of(t);
    area_clear(h.a, STYLE_NORMAL);
    help_rows(&h, t);
    int rows = h.row - 1 + t->help_top, page = help_shown(&h);
    area_fill(h.a, 0, 0, STYLE_FOCUS, ' ');
    area_print(h.a, 0, 1, STYLE_FOCUS, "%.60s: j and k scroll, any other key goes back  %d-%d/%d",
               t->page_title, t->help_top + 1,
               t->help_top + page < rows ? t->help_top + page : rows, rows);
}

unsigned tui_help_key(struct tui *t, int key)
{
    const struct tui_key_row *r = tui_key_find(key);
    enum tui_request request = r ? r->request : DO_NOTHING;
    struct help h = help_of(t);
    int page = help_shown(&h);
    int by = request == DO_UP          ? -1
             : request == DO_DOWN      ? 1
             : request == DO_PAGE_UP   ? -page
             : request == DO_PAGE_DOWN ? page
                                       : 0;
    h.row = 0;
    h.a.rows = 0; /* only counts, draws nothing */
    help_rows(&h, t);
    t->help_top += by;
    t->help_top = t->help_top > h.row - page ? h.row - page : t->help_top;
    t->help_top = t->help_top < 0 ? 0 : t->help_top;
    if (!by)
        t->mode = TUI_VIEWS;
    return TUI_REDRAW;
}
