/* The screen: lays out and draws its views, and handles keys, prompts and runs. */
#include "ui/tui/tui.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/listing.h"

static struct view *view_with(struct tui *t, const struct view_ops *ops)
{
    unsigned i = 0;
    while (t->views[i].ops != ops)
        i++;
    return &t->views[i];
}

bool tui_init(struct tui *t, const struct ui_session *s)
{
    *t = (struct tui){0};
    if (!model_init(&t->model, s))
        return false;
    const struct view_row *row;
    for (; t->nviews < TUI_VIEWS_MOST && (row = view_row_nth(s, t->nviews)); t->nviews++)
        if (!view_open(&t->views[t->nviews], row, &t->model))
            return false;
    t->listing = view_with(t, &view_LISTING);
    t->lanes = view_with(t, &view_LANES);
    t->log = view_with(t, &view_LOG);
    t->watch = view_with(t, &view_WATCH);
    t->focus = (unsigned)(t->listing - t->views);
    t->model.session.history = &t->lines;
    return true;
}

void tui_fini(struct tui *t)
{
    for (unsigned i = 0; i < t->nviews; i++)
        view_close(&t->views[i]);
    model_fini(&t->model);
    cells_fini(&t->cells);
    ui_history_fini(&t->lines);
    free(t->page);
}

static bool too_small(const struct tui *t)
{
    return t->cells.rows < TUI_ROWS_LEAST || t->cells.cols < TUI_COLS_LEAST;
}

/* A view whose number of rows has changed keeps its cursor visible, even if it is not drawn before
 * the next key. */
static void lay_out(struct tui *t)
{
    int rows[TUI_VIEWS_MOST];
    if (too_small(t))
        return;
    for (unsigned i = 0; i < t->nviews; i++)
        rows[i] = t->views[i].area.rows;
    tui_layout(t, TUI_ABOVE, t->cells.rows - TUI_ABOVE - TUI_BELOW);
    for (unsigned i = 0; i < t->nviews; i++)
        if (t->views[i].area.rows > 0 && t->views[i].area.rows != rows[i])
            view_settle(&t->views[i]);
}

bool tui_resize(struct tui *t, int rows, int cols)
{
    if (!cells_resize(&t->cells, rows, cols))
        return false;
    lay_out(t);
    for (unsigned i = 0; i < t->nviews; i++)
        view_follow(&t->views[i]);
    return true;
}

void tui_tell(struct tui *t, bool complaint, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(t->message, sizeof t->message, fmt, ap);
    va_end(ap);
    t->complaint = complaint;
}

void tui_follow(struct tui *t)
{
    model_refresh(&t->model);
    lay_out(t);
    for (unsigned i = 0; i < t->nviews; i++)
        view_follow(&t->views[i]);
}

bool tui_slice(struct tui *t, uint64_t budget)
{
    if (!model_slice(&t->model, budget))
        return false;
    tui_tell(t, false, "%s", dbg_why(t->model.session.dbg));
    tui_follow(t);
    return true;
}

void tui_draw(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    if (too_small(t)) {
        area_clear(a, STYLE_NORMAL);
        area_print(a, 0, 0, STYLE_NORMAL, "%dx%d is too small", a.cols, a.rows);
        area_print(a, 1, 0, STYLE_NORMAL, "eulab needs %dx%d", TUI_COLS_LEAST, TUI_ROWS_LEAST);
        return;
    }
    model_refresh(&t->model);
    lay_out(t);
    t->nhits = 0;
    tui_draw_above(t);
    bool edits = t->mode == TUI_PROMPT && t->asker == DO_EDIT;
    for (unsigned i = 0; i < t->nviews; i++)
        t->views[i].edit = edits && i == t->focus ? t->input : NULL;
    for (unsigned i = 0; i < t->nviews && t->mode != TUI_HELP; i++)
        view_draw(&t->views[i], i == t->focus);
    if (t->mode == TUI_HELP)
        tui_help_draw(t);
    tui_draw_below(t);
}

/* --- keys --- */
unsigned tui_run_line(struct tui *t, const char *line)
{
    struct tui_model *m = &t->model;
    struct dbg_focus focus = m->focus;
    uint64_t boundaries = ui_when(&m->session).boundaries;
    bool ok = model_command(m, line);
    bool moved = ui_when(&m->session).boundaries != boundaries;
    bool stop = ok && moved && !dbg_placed(m->session.dbg);
    tui_tell(t, !ok, "%s", stop ? dbg_why(m->session.dbg) : m->answer);
    if (moved || m->focus.thread != focus.thread)
        tui_follow(t);
    else /* the message has room for only one line */
        t->log->shown |= m->answers > 1;
    view_follow(t->log);
    if (!moved && m->answers > 1) {
        lay_out(t);
        view_head(t->log, (int)m->answers + 1); /* including the command itself */
    }
    if (!moved && ok && m->answers > 1)
        tui_tell(t, false, "%u lines in the log (0)", m->answers);
    return m->session.quit ? TUI_QUIT : TUI_REDRAW;
}

unsigned tui_show_view(struct tui *t, struct view *v)
{
    bool was = v->shown && v->area.rows > 0;
    v->shown = true;
    t->focus = (unsigned)(v - t->views);
    lay_out(t);
    if (!was)
        view_follow(v);
    return TUI_REDRAW;
}

static unsigned toggle(struct tui *t, unsigned id)
{
    struct view *v = &t->views[id];
    unsigned shown = 0;
    for (unsigned i = 0; i < t->nviews; i++)
        shown += t->views[i].shown;
    if (v->shown && t->focus == id && !t->zoom) {
        if (shown == 1) {
            tui_tell(t, false, "one view stays");
            return TUI_REDRAW;
        }
        v->shown = false;
        while (!t->views[t->focus].shown)
            t->focus = (t->focus + 1) % t->nviews;
        return TUI_REDRAW;
    }
    return tui_show_view(t, v);
}

unsigned tui_run_for(struct tui *t, struct view *v)
{
    char line[sizeof v->command];
    memcpy(line, v->command, sizeof line);
    v->command[0] = 0;
    return line[0] ? tui_run_line(t, line) : TUI_IGNORED;
}

unsigned tui_request(struct tui *t, enum tui_request request)
{
    static unsigned (*const handlers[DO_COUNT])(struct tui *) = {
#define KEY(id, ...) [DO_##id] = tui_do_##id,
#define RUN_KEY(...)
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY
    };
    struct view *v = &t->views[t->focus];
    unsigned done = view_request(v, request);
    if (!done)
        return handlers[request](t);
    return done | tui_run_for(t, v);
}

static bool is_view_key(const struct tui *t, int key, unsigned *id)
{
    for (unsigned i = 0; i < t->nviews; i++)
        if (t->views[i].info->key[0] == key) {
            *id = i;
            return true;
        }
    return false;
}

/* Shows a channel that was selected, at its place. */
static unsigned show_lane(struct tui *t, struct dbg_focus was, unsigned done)
{
    model_refresh(&t->model);
    lay_out(t);
    if (t->model.focus.thread == was.thread && t->model.focus.channel != was.channel &&
        !(done & TUI_RESUME))
        listing_follow_lane(t->listing);
    return done | TUI_REDRAW;
}

unsigned tui_key(struct tui *t, int key)
{
    char name[16];
    unsigned id;
    struct dbg_focus was = t->model.focus;
    if (t->pasting || key == TUI_KEY_PASTE || key == TUI_KEY_PASTE_END)
        return tui_paste_key(t, key);
    if (too_small(t))
        return key == 'q' ? TUI_QUIT : TUI_REDRAW;
    if (t->model.going) {
        model_interrupt(&t->model);
        return TUI_RESUME;
    }
    if (t->mode == TUI_PROMPT)
        return tui_prompt_key(t, key);
    t->message[0] = 0;
    t->complaint = false;
    if (t->mode == TUI_HELP)
        return tui_help_key(t, key);
    if (is_view_key(t, key, &id))
        return show_lane(t, was, toggle(t, id));
    const struct tui_key_row *r = tui_key_find(key == '\n' ? TUI_KEY_ENTER : key);
    if (!r) {
        if (key == ('C' & 31))
            tui_tell(t, false, "q leaves");
        else if (key != TUI_KEY_RESIZE)
            tui_tell(t, false, "%s does nothing: ? shows the keys",
                     tui_key_name(key, name, sizeof name));
        return TUI_REDRAW;
    }
    unsigned done = r->line ? tui_run_line(t, r->line) : tui_request(t, r->request);
    return show_lane(t, was, done);
}

unsigned tui_mouse(struct tui *t, struct tui_mouse mouse)
{
    struct dbg_focus was = t->model.focus;
    bool wheel = mouse.press != TUI_CLICK;
    if (too_small(t) || (wheel && t->model.going))
        return TUI_REDRAW;
    if (t->model.going) {
        model_interrupt(&t->model);
        return TUI_RESUME;
    }
    if (t->mode == TUI_HELP)
        return tui_help_key(t, !wheel                        ? TUI_KEY_ESC
                               : mouse.press == TUI_WHEEL_UP ? TUI_KEY_UP
                                                             : TUI_KEY_DOWN);
    if (t->mode == TUI_PROMPT)
        return wheel ? TUI_REDRAW : tui_prompt_key(t, TUI_KEY_ESC);
    if (!wheel)
        tui_tell(t, false, "%s", "");
    return show_lane(t, was, tui_mouse_views(t, mouse));
}
