/* The mouse: moves the focus to what it points at, and scrolls. */
#include "ui/tui/tui.h"

enum { WHEEL_ROWS = 3 };

static bool view_at(const struct tui *t, int row, int col, unsigned *id)
{
    for (unsigned i = 0; i < t->nviews; i++) {
        const struct area *a = &t->views[i].area;
        if (row >= a->top && row < a->top + a->rows && col >= a->left && col < a->left + a->cols) {
            *id = i;
            return true;
        }
    }
    return false;
}

/* The key of a tab, or of a word in the bottom row; 0: none is there. */
static int key_at(const struct tui *t, int row, int col)
{
    for (unsigned i = 0; i < t->nhits; i++)
        if (t->hits[i].row == row && col >= t->hits[i].from && col < t->hits[i].end)
            return t->hits[i].key;
    return TUI_KEY_NONE;
}

static unsigned click_view(struct tui *t, unsigned id, int row, int col)
{
    struct view *v = &t->views[id];
    int cursor = v->cursor;
    bool had = t->focus == id;
    t->focus = id;
    row -= v->area.top;
    col -= v->area.left;
    bool again = had && t->clicked.row == row && t->clicked.col == col;
    t->clicked = (struct tui_mouse){row, col, TUI_CLICK};
    unsigned done = view_click(v, row, col);
    if (done & TUI_BREAK)
        return tui_do_BREAK(t);
    if (!done && again && row > 0 && v->cursor == cursor)
        done = tui_request(t, DO_ENTER);
    done |= tui_run_for(t, v);
    return done | TUI_REDRAW;
}

unsigned tui_mouse_views(struct tui *t, struct tui_mouse mouse)
{
    unsigned id;
    int by = mouse.press == TUI_WHEEL_UP     ? -WHEEL_ROWS
             : mouse.press == TUI_WHEEL_DOWN ? WHEEL_ROWS
                                             : 0;
    int key = by ? TUI_KEY_NONE : key_at(t, mouse.row, mouse.col);
    if (key)
        return tui_key(t, key);
    if (!view_at(t, mouse.row, mouse.col, &id))
        return TUI_REDRAW;
    return by ? view_wheel(&t->views[id], by) : click_view(t, id, mouse.row, mouse.col);
}
