/* The view of watched expressions, those of `display`: their values and changes. */
#include <stdio.h>
#include <string.h>

#include "ui/tui/view.h"

enum { MARK = 1, TEXT = 3, VALUE = 28 }; /* columns */

static int count(struct view *v, int cols)
{
    int n = 0;
    (void)cols;
    while (n < UI_DISPLAYS && v->model->session.displays[n].number)
        n++;
    return n;
}

static void row(struct view *v, int i, struct area a)
{
    const struct ui_display *d = &v->model->session.displays[i];
    char now[TUI_LINE];
    const char *was;
    bool ok = model_watch(v->model, d, now, sizeof now, &was);
    bool changed = ok && was && strcmp(now, was) != 0;
    area_cell(a, 0, MARK, STYLE_CHANGED, changed ? '*' : ' ');
    int col = d->format ? area_print(a, 0, TEXT, STYLE_LABEL, "/%c ", d->format) : TEXT;
    col = area_text(a, 0, col, STYLE_LABEL, d->text);
    col = col < VALUE ? VALUE : col + 1;
    col = view_value(v, a, i, 0, col,
                     !ok       ? STYLE_BREAK
                     : changed ? STYLE_CHANGED
                               : STYLE_NORMAL,
                     now);
    if (changed)
        area_print(a, 0, col + 1, STYLE_DIM, "was %s", was);
}

static void title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n,
             count(v, 0) ? "W adds, e writes, d takes away; * changed" : "W adds an expression");
}

static int elements(struct view *v)
{
    (void)v;
    return 1;
}

static bool place(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%s", v->model->session.displays[v->cursor].text);
    return true;
}

static unsigned request(struct view *v, enum tui_request r)
{
    if (r != DO_DELETE || v->cursor >= count(v, 0))
        return TUI_IGNORED;
    snprintf(v->command, sizeof v->command, "undisplay %u",
             v->model->session.displays[v->cursor].number);
    return TUI_REDRAW;
}

const struct view_ops view_WATCH = {.picks = true,
                                    .count = count,
                                    .row = row,
                                    .title = title,
                                    .elements = elements,
                                    .place = place,
                                    .request = request};
