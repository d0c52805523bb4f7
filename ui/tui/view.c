/* What all views have in common: cursor, scrolling, search, editing of values. */
#include "ui/tui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/rows.h"

enum { ASIDE = 8 }; /* columns by which [ and ] scroll */

static const struct view_row generic[] = {
#define VIEW(id, key, name, shown, weight, least, column, help)                                    \
    {{key, name, shown, weight, least, column, help}, &view_##id},
#include "ui/tui/views.def"
#undef VIEW
};

static const struct view_row *row_with_key(const struct view_row *rows, size_t n, char key)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].info.key[0] == key)
            return &rows[i];
    return NULL;
}

static bool has_digit(const struct view_row *row)
{
    return row->info.key[0] >= '0' && row->info.key[0] <= '9';
}

/* The @i-th of @rows with a letter as its key; otherwise subtracts their number from *@i. */
static const struct view_row *lettered(const struct ui_session *s, const struct view_row *rows,
                                       size_t n, unsigned *i)
{
    for (size_t k = 0; k < n; k++)
        if (!has_digit(&rows[k]) && (!rows[k].ops->fits || rows[k].ops->fits(s)) && (*i)-- == 0)
            return &rows[k];
    return NULL;
}

const struct view_row *view_row_nth(const struct ui_session *s, unsigned i)
{
    const struct view_row *own = s->rows ? s->rows->views : NULL, *row;
    size_t nown = s->rows ? s->rows->nviews : 0, n = sizeof generic / sizeof *generic;
    for (const char *key = "1234567890"; *key; key++) {
        row = row_with_key(own, nown, *key);
        row = row ? row : row_with_key(generic, n, *key);
        if (row && i-- == 0)
            return row;
    }
    row = lettered(s, generic, n, &i);
    return row ? row : lettered(s, own, nown, &i);
}

bool view_open(struct view *v, const struct view_row *row, struct tui_model *m)
{
    *v = (struct view){.ops = row->ops, .info = &row->info, .model = m};
    v->state = calloc(1, v->ops->state ? v->ops->state : 1);
    v->shown = v->info->shown == 1;
    return v->state;
}

void view_close(struct view *v)
{
    if (v->state && v->ops->close)
        v->ops->close(v);
    free(v->state);
    *v = (struct view){0};
}

static int head_of(struct view *v)
{
    return v->ops->head ? v->ops->head(v) : 0;
}

int view_wants(struct view *v, int cols)
{
    return 1 + head_of(v) + v->ops->count(v, cols);
}

int view_value(const struct view *v, struct area a, int i, int k, int col, enum style style,
               const char *text)
{
    bool picked = v->focused && v->cursor == i && v->element == k;
    if (!picked || !v->edit)
        return area_text(a, 0, col, picked ? STYLE_PICK : style, text);
    int width = 0, len = (int)strlen(v->edit);
    for (const char *at = text; *at; width++)
        (void)cell_decode(&at);
    for (int n = 0; n < width; n++) /* draws the end of the typed text, and the cursor after it */
        area_cell(a, 0, col + n, STYLE_EDIT, ' ');
    const char *from = len >= width ? v->edit + len - width + 1 : v->edit;
    area_text(a, 0, col, STYLE_EDIT, from);
    area_cell(a, 0, col + (int)strlen(from), STYLE_FOCUS, ' ');
    return col + width;
}

/* Number of visible rows of content. */
static int page_of(struct view *v)
{
    int page = v->area.rows - 1 - head_of(v);
    return page > 1 ? page : 1;
}

/* Limits the selected value to those of its row. */
static void clamp_element(struct view *v)
{
    int n = v->ops->elements ? v->ops->elements(v) : 0;
    v->element = v->element >= n ? n - 1 : v->element;
    v->element = v->element < 0 ? 0 : v->element;
}

static void clamp(struct view *v, int count)
{
    int page = page_of(v), last = count > 0 ? count - 1 : 0;
    v->cursor = v->cursor > last ? last : v->cursor < 0 ? 0 : v->cursor;
    if (v->ops->picks) {
        v->top = v->cursor < v->top ? v->cursor : v->top;
        v->top = v->cursor >= v->top + page ? v->cursor - page + 1 : v->top;
    }
    v->top = v->top > count - page ? count - page : v->top;
    v->top = v->top < 0 ? 0 : v->top;
    if (!v->ops->picks)
        v->cursor = v->top;
}

void view_settle(struct view *v)
{
    clamp(v, v->ops->count(v, v->area.cols));
}

bool view_place(struct view *v, char *buf, size_t n)
{
    int count = v->ops->count(v, v->area.cols);
    if (!v->ops->place || count <= 0)
        return false;
    clamp(v, count);
    clamp_element(v);
    return v->ops->place(v, buf, n);
}

static void draw_title(struct view *v, bool focus, int count)
{
    struct area a = v->area;
    char text[TUI_LINE] = "", place[40];
    enum style style = focus ? STYLE_FOCUS : STYLE_TITLE;
    if (v->ops->title)
        v->ops->title(v, text, sizeof text);
    int page = page_of(v);
    area_fill(a, 0, 0, style, ' ');
    int col = area_print(a, 0, 1, style, "%s %s", v->info->key, v->info->name);
    area_print(a, 0, col, style, "%s%s", text[0] ? ": " : "", text);
    if (count > page || v->left) {
        int end = v->top + page < count ? v->top + page : count;
        int n = v->left ? snprintf(place, sizeof place, " from column %d", v->left + 1) : 0;
        if (count > page)
            snprintf(place + n, sizeof place - (size_t)n, " %d-%d/%d", v->top + 1, end, count);
        col = area_text(a, 0, a.cols - (int)strlen(place) - 1, style, place);
        area_fill(a, 0, col, style, ' ');
    }
}

static void draw_rows(struct view *v, bool focus, int count)
{
    int head = head_of(v);
    struct area row = v->area;
    row.rows = 1;
    for (int i = 1; i < v->area.rows; i++) {
        int n = i - 1 - head;
        row.top = v->area.top + i;
        row.shift = 0;
        area_fill(row, 0, 0, STYLE_NORMAL, ' ');
        row.shift = v->left;
        if (n < 0)
            v->ops->row(v, -i, row);
        else if (v->top + n < count)
            v->ops->row(v, v->top + n, row);
        if (n >= 0 && focus && v->ops->picks && v->top + n == v->cursor && v->top + n < count)
            for (int col = 0; col < row.cols; col++) {
                struct cell *c = &row.cells->at[row.top * row.cells->cols + row.left + col];
                if (c->style == STYLE_NORMAL || c->style == STYLE_DIM || c->style == STYLE_COMMENT)
                    c->style = STYLE_CURSOR;
            }
    }
}

/* How far a view can be scrolled to the side if it lacks so many columns. */
static int aside_most(int lacks)
{
    return lacks > 0 ? (lacks + ASIDE - 1) / ASIDE * ASIDE : 0;
}

void view_draw(struct view *v, bool focus)
{
    if (v->area.rows < 1)
        return;
    int count = v->ops->count(v, v->area.cols);
    clamp(v, count);
    v->area.cells->extent = 0;
    v->focused = focus;
    if (count > 0)
        clamp_element(v);
    draw_rows(v, focus, count);
    int most = aside_most(v->area.cells->extent - v->area.cols);
    if (v->left > most) { /* nothing is to the right any more */
        v->left = most;
        draw_rows(v, focus, count);
    }
    draw_title(v, focus, count);
}

void view_show_row(struct view *v, int row)
{
    int page = page_of(v), count = v->ops->count(v, v->area.cols);
    bool seen = row >= v->top && row < v->top + page;
    if (!seen)
        v->top = row - page / 2;
    v->cursor = row;
    if (!v->ops->picks && !seen)
        v->cursor = v->top;
    clamp(v, count);
}

void view_follow(struct view *v)
{
    int row = -1;
    if (v->ops->home && v->ops->count(v, v->area.cols) > 0)
        row = v->ops->home(v);
    if (row >= 0)
        view_show_row(v, row);
}

void view_head(struct view *v, int n)
{
    int count = v->ops->count(v, v->area.cols), page = page_of(v);
    if (n <= page)
        return;
    v->cursor = count - n;
    v->top = v->cursor;
    clamp(v, count);
}

static unsigned scroll(struct view *v, int by)
{
    int count = v->ops->count(v, v->area.cols);
    if (v->ops->picks)
        v->cursor += by;
    else
        v->top += by;
    clamp(v, count);
    return TUI_REDRAW;
}

unsigned view_wheel(struct view *v, int by)
{
    int count = v->ops->count(v, v->area.cols), page = page_of(v);
    v->top += by;
    v->top = v->top > count - page ? count - page : v->top;
    v->top = v->top < 0 ? 0 : v->top;
    v->cursor = v->cursor < v->top ? v->top : v->cursor;
    v->cursor = v->cursor >= v->top + page ? v->top + page - 1 : v->cursor;
    clamp(v, count);
    return TUI_REDRAW;
}

unsigned view_click(struct view *v, int row, int col)
{
    int count = v->ops->count(v, v->area.cols), head = head_of(v), i = row - 1 - head;
    if (row < 1 || i + v->top >= count)
        return TUI_REDRAW;
    if (i >= 0 && v->ops->picks)
        v->cursor = v->top + i;
    int element = i >= 0 && v->ops->element_at ? v->ops->element_at(v, col + v->left) : -1;
    if (element >= 0)
        v->element = element;
    return v->ops->click ? v->ops->click(v, i < 0 ? -row : v->top + i, col + v->left) : TUI_IGNORED;
}

static unsigned scroll_aside(struct view *v, int by)
{
    enum { MOST = 1 << 16 }; /* no limit yet: view_draw() finds it */
    v->left += by;
    v->left = v->left < 0 ? 0 : v->left > MOST ? MOST : v->left;
    return TUI_REDRAW;
}

unsigned view_request(struct view *v, enum tui_request request)
{
    unsigned done = v->ops->request ? v->ops->request(v, request) : TUI_IGNORED;
    if (done)
        return done;
    int count = v->ops->count(v, v->area.cols);
    switch (request) {
    case DO_UP:
        return scroll(v, -1);
    case DO_DOWN:
        return scroll(v, 1);
    case DO_PAGE_UP:
        return scroll(v, -page_of(v));
    case DO_PAGE_DOWN:
        return scroll(v, page_of(v));
    case DO_TOP:
        return scroll(v, -count);
    case DO_BOTTOM:
        return scroll(v, count);
    case DO_LEFT:
    case DO_RIGHT:
        if (!v->ops->elements || count <= 0)
            return TUI_IGNORED;
        v->element += request == DO_LEFT ? -1 : 1;
        clamp_element(v);
        return TUI_REDRAW;
    case DO_SCROLL_LEFT:
        return scroll_aside(v, -ASIDE);
    case DO_SCROLL_RIGHT:
        return scroll_aside(v, ASIDE);
    case DO_FOLLOW:
        view_follow(v);
        return TUI_REDRAW;
    case DO_TYPE:
    case DO_TYPE_PREV:
        if (!v->ops->types)
            return TUI_IGNORED;
        v->type = (v->type + (request == DO_TYPE ? 1 : v->ops->types - 1)) % v->ops->types;
        view_follow(v);
        return TUI_REDRAW;
    default:
        return TUI_IGNORED;
    }
}

/* --- search --- */
enum { SEARCH_MOST = 65536 }; /* limit of rows: memory has too many to wait for */

/* Also searches the part of a row that is wider than the view. */
static bool row_has(struct view *v, int i, struct cells *scratch, const char *text)
{
    char line[512];
    struct area a = cells_all(scratch);
    size_t n = 0;
    scratch->extent = 0;
    do {
        area_clear(a, STYLE_NORMAL);
        v->ops->row(v, i, a);
        for (int col = 0; col < a.cols && n + 1 < sizeof line; col++)
            line[n++] = cell_ascii(scratch->at[col].ch);
        a.shift += a.cols;
    } while (a.shift < scratch->extent && n + 1 < sizeof line);
    line[n] = 0;
    return strcasestr(line, text);
}

bool view_search(struct view *v, const char *text)
{
    struct cells scratch = {0};
    int cols = v->area.cols > 0 ? v->area.cols : 80, count = v->ops->count(v, cols);
    if (!*text || !cells_resize(&scratch, 1, cols))
        return false;
    bool found = false;
    for (int i = 1; i <= count && i <= SEARCH_MOST && !found; i++) {
        int row = (int)(((int64_t)v->cursor + i) % count);
        found = row_has(v, row, &scratch, text);
        if (found)
            view_show_row(v, row);
    }
    cells_fini(&scratch);
    return found;
}

unsigned view_goto(struct view *v, const char *text, char *why, size_t n)
{
    if (!v->ops->find) {
        snprintf(why, n, "%s has no places to go to", v->info->name);
        return TUI_REDRAW;
    }
    (void)v->ops->count(v, v->area.cols);
    int row = v->ops->find(v, text, why, n);
    if (row >= 0)
        view_show_row(v, row);
    return TUI_REDRAW;
}
