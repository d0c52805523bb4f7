#include "ui/tui/tui.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/complete.h"

/* Rows beside the views: status and tabs above, message and keys below. */
enum { ABOVE = 2, BELOW = 2 };

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
}

static bool too_small(const struct tui *t)
{
    return t->cells.rows < TUI_ROWS_LEAST || t->cells.cols < TUI_COLS_LEAST;
}

static void lay_out(struct tui *t)
{
    if (!too_small(t))
        tui_layout(t, ABOVE, t->cells.rows - ABOVE - BELOW);
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

/* --- drawing --- */
static const char *state_of(const struct tui *t)
{
    const struct machine_thread *th = &t->model.thread;
    return t->model.going || t->watching     ? "running"
           : dbg_ended(t->model.session.dbg) ? "the program has ended"
           : th->ended && !th->queued        ? "ended"
           : th->waiting                     ? th->status ? th->status : "waiting"
                         : machine_stops[dbg_last(t->model.session.dbg)->event.stop].name;
}

static void draw_status(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    const struct tui_model *m = &t->model;
    const struct machine_thread *th = &m->thread;
    const struct machine_traits *traits = model_machine(m)->traits;
    uint64_t insts = ui_when(&m->session).insts;
    char label[80], right[120];
    const char *who = *th->name ? th->name : th->status ? th->status : th->queued;
    model_label(m, th->ip, label, sizeof label);
    area_fill(a, 0, 0, STYLE_BAR, ' ');
    int col = area_print(a, 0, 1, STYLE_KEY, "%s %s%u", who ? who : "thread", traits->lane_mark,
                         m->focus.channel);
    col = area_print(a, 0, col, STYLE_BAR, " ip 0x%08llx %s", (unsigned long long)th->ip, label);
    if (th->in_routine)
        col = area_text(a, 0, col + 1, STYLE_ERROR, traits->in_routine);
    const char *state = state_of(t);
    if (t->rate > 0 && m->going)
        snprintf(right, sizeof right, " %s, %.3g %s instructions/s, %llu ", state, t->rate,
                 traits->unit, (unsigned long long)insts);
    else
        snprintf(right, sizeof right, " %s, %llu instructions ",
                 strcmp(state, "none") == 0 ? "at the start" : state, (unsigned long long)insts);
    int at = a.cols - (int)strlen(right);
    area_text(a, 0, at > col ? at : col, STYLE_BAR, right);
}

static void draw_tabs(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    int col = 1;
    area_fill(a, 1, 0, STYLE_NORMAL, ' ');
    for (unsigned i = 0; i < t->nviews; i++) {
        const struct view *v = &t->views[i];
        enum style style = i == t->focus          ? STYLE_FOCUS
                           : v->area.rows > 0     ? STYLE_TITLE
                           : v->shown && !t->zoom ? STYLE_CHANGED
                                                  : STYLE_DIM;
        col = area_print(a, 1, col, style, "%s%s", v->info->key, v->info->name) + 1;
    }
}

/* "KEY WORD " */
static int bar_width(const struct tui_key_row *r)
{
    return (int)(strcspn(r->keys, " ") + 1 + strlen(r->bar) + 1);
}

/* Whoever is lost needs these, however narrow the screen is. */
static bool always_in_bar(const struct tui_key_row *r)
{
    return r->request == DO_COMMAND || r->request == DO_HELP || r->request == DO_QUIT;
}

static void draw_keys(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    int row = a.rows - 1, col = 1;
    int kept = 0; /* columns for those that are always there, and not drawn yet */
    const struct tui_key_row *r;
    area_fill(a, row, 0, STYLE_BAR, ' ');
    for (size_t i = 0; (r = tui_key_row(i)); i++)
        kept += always_in_bar(r) ? bar_width(r) : 0;
    for (size_t i = 0; (r = tui_key_row(i)); i++) {
        int key = (int)strcspn(r->keys, " ");
        kept -= always_in_bar(r) ? bar_width(r) : 0;
        if (!r->bar[0] || col + bar_width(r) + kept > a.cols + 1)
            continue;
        col = area_print(a, row, col, STYLE_KEY, "%.*s", key, r->keys);
        col = area_print(a, row, col, STYLE_BAR, " %s", r->bar) + 1;
    }
}

static void draw_message(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    int row = a.rows - BELOW;
    area_fill(a, row, 0, STYLE_NORMAL, ' ');
    if (t->mode == TUI_PROMPT) {
        const char *ask = t->asker == DO_COMMAND ? ":" : t->asker == DO_SEARCH ? "/" : "go to ";
        int col = area_text(a, row, 0, STYLE_HEAD, ask);
        size_t room = a.cols > col + 1 ? (size_t)(a.cols - col - 1) : 0;
        size_t from = t->ninput > room ? t->ninput - room : 0;
        col = area_text(a, row, col, STYLE_NORMAL, t->input + from);
        area_cell(a, row, col, STYLE_FOCUS, ' ');
        area_text(a, row, col + 1, STYLE_DIM, t->hint);
    } else
        area_text(a, row, 0, t->complaint ? STYLE_ERROR : STYLE_NORMAL, t->message);
}

/* A page of help is drawn row by row, on a wide screen in two columns, of @page rows each; what is
 * above the top of it, and below, is dropped. */
struct help {
    struct area a;
    int row; /* 0: the title's */
    int page, cols;
};
enum { HELP_INDENT = 16 }; /* one, the longest list of keys, two */

static void help_row(struct help *h, const char *keys, const char *text)
{
    int room = h->cols - HELP_INDENT - 1 > 8 ? h->cols - HELP_INDENT - 1 : 8;
    bool first = true;
    while (*text) {
        int len = (int)strlen(text);
        if (len > room) {
            for (len = room; len > 1 && text[len] != ' '; len--)
                ;
            len = len > 1 ? len : room;
        }
        bool right = h->cols < h->a.cols && h->row > h->page;
        int row = right ? h->row - h->page : h->row, col = right ? h->cols : 0;
        if (row > 0 && row <= h->page && first)
            area_text(h->a, row, col + 1, STYLE_HEAD, keys);
        if (row > 0 && row <= h->page)
            area_print(h->a, row, col + HELP_INDENT, STYLE_NORMAL, "%.*s", len, text);
        text += len + (text[len] == ' ');
        first = false;
        h->row++;
    }
}

static void help_rows(struct help *h, const struct tui *t)
{
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

/* The help of this screen from its top on. */
static struct help help_of(struct tui *t)
{
    int page = t->cells.rows - ABOVE - BELOW - 1;
    struct area all = cells_all(&t->cells), a = {&t->cells, ABOVE, 0, page + 1, all.cols};
    return (struct help){a, 1 - t->help_top, page, all.cols >= TUI_WIDE ? all.cols / 2 : all.cols};
}

/* Rows that are seen at a time. */
static int help_shown(const struct help *h)
{
    return h->cols < h->a.cols ? 2 * h->page : h->page;
}

static void draw_help(struct tui *t)
{
    struct help h = help_of(t);
    area_clear(h.a, STYLE_NORMAL);
    help_rows(&h, t);
    int rows = h.row - 1 + t->help_top, page = help_shown(&h);
    area_fill(h.a, 0, 0, STYLE_FOCUS, ' ');
    area_print(h.a, 0, 1, STYLE_FOCUS, "keys: j and k scroll, any other key goes back  %d-%d/%d",
               t->help_top + 1, t->help_top + page < rows ? t->help_top + page : rows, rows);
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
    draw_status(t);
    draw_tabs(t);
    for (unsigned i = 0; i < t->nviews && t->mode != TUI_HELP; i++)
        view_draw(&t->views[i], i == t->focus);
    if (t->mode == TUI_HELP)
        draw_help(t);
    draw_message(t);
    draw_keys(t);
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
    else /* the message has room for one line */
        t->log->shown |= m->answers > 1;
    view_follow(t->log);
    if (!moved && m->answers > 1) {
        lay_out(t);
        view_head(t->log, (int)m->answers + 1); /* with the command's own */
    }
    if (!moved && ok && m->answers > 1)
        tui_tell(t, false, "%u lines in the log (0)", m->answers);
    return m->session.quit ? TUI_QUIT : TUI_REDRAW;
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
    } else {
        bool was = v->shown && v->area.rows > 0;
        v->shown = true;
        t->focus = id;
        lay_out(t);
        if (!was)
            view_follow(v);
    }
    return TUI_REDRAW;
}

static unsigned do_request(struct tui *t, enum tui_request request)
{
    static unsigned (*const handlers[DO_COUNT])(struct tui *) = {
#define KEY(id, ...) [DO_##id] = tui_do_##id,
#define RUN_KEY(...)
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY
    };
    unsigned done = view_request(&t->views[t->focus], request);
    return done ? done : handlers[request](t);
}

static unsigned help_key(struct tui *t, int key)
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
    h.a.rows = 0; /* counted, not drawn */
    help_rows(&h, t);
    t->help_top += by;
    t->help_top = t->help_top > h.row - page ? h.row - page : t->help_top;
    t->help_top = t->help_top < 0 ? 0 : t->help_top;
    if (!by)
        t->mode = TUI_VIEWS;
    return TUI_REDRAW;
}

static unsigned answer(struct tui *t)
{
    char why[TUI_LINE] = "";
    struct view *v = &t->views[t->focus];
    t->mode = TUI_VIEWS;
    if (t->asker == DO_COMMAND && t->input[strspn(t->input, " ")]) {
        ui_history_add(&t->lines, t->input);
        return tui_run_line(t, t->input);
    }
    if (t->asker == DO_SEARCH) {
        if (t->input[0])
            snprintf(t->search, sizeof t->search, "%s", t->input);
        if (!view_search(v, t->search))
            tui_tell(t, true, "not found: %s", t->search);
    }
    if (t->asker == DO_GOTO && t->input[0]) {
        view_goto(v, t->input, why, sizeof why);
        tui_tell(t, true, "%s", why);
    }
    return TUI_REDRAW;
}

static void recall(struct tui *t, bool earlier)
{
    if (t->asker != DO_COMMAND)
        return;
    if (earlier && t->recall < t->lines.n)
        t->recall++;
    else if (!earlier && t->recall)
        t->recall--;
    snprintf(t->input, sizeof t->input, "%s",
             t->recall ? t->lines.lines[t->lines.n - t->recall] : "");
    t->ninput = strlen(t->input);
}

static void type(struct tui *t, int key)
{
    if (key >= ' ' && key <= '~' && t->ninput + 1 < sizeof t->input)
        t->input[t->ninput++] = (char)key;
    t->input[t->ninput] = 0;
}

/* Tab: what all that may follow have in common; where that is nothing, the message lists them. */
static void complete(struct tui *t)
{
    struct ui_candidates c;
    if (t->asker != DO_COMMAND)
        return;
    t->model.session.focus = t->model.focus;
    ui_complete(&t->model.session, t->input, t->ninput, &c);
    size_t common = ui_candidates_common(&c), had = t->ninput - c.start;
    if (c.n && common >= had && c.start + common + 1 < sizeof t->input) {
        memcpy(t->input + c.start, c.items[0], common);
        t->ninput = c.start + common;
        if (c.n == 1)
            t->input[t->ninput++] = ' ';
        t->input[t->ninput] = 0;
    }
    t->hint[0] = 0;
    for (size_t i = 0, n = 0; c.n > 1 && i < c.n && n < sizeof t->hint; i++)
        n += (size_t)snprintf(t->hint + n, sizeof t->hint - n, " %s", c.items[i]);
    ui_candidates_fini(&c);
}

static unsigned prompt_key(struct tui *t, int key)
{
    t->hint[0] = 0;
    switch (key) {
    case TUI_KEY_TAB:
        complete(t);
        break;
    case TUI_KEY_ENTER:
    case '\n':
        return answer(t);
    case TUI_KEY_ESC:
    case 'C' & 31:
        t->mode = TUI_VIEWS;
        break;
    case TUI_KEY_BKSP:
    case '\b':
    case 0x7f:
        if (!t->ninput)
            t->mode = TUI_VIEWS;
        else
            t->input[--t->ninput] = 0;
        break;
    case 'U' & 31:
        t->input[t->ninput = 0] = 0;
        break;
    case TUI_KEY_UP:
    case TUI_KEY_DOWN:
        recall(t, key == TUI_KEY_UP);
        break;
    default:
        type(t, key);
    }
    return TUI_REDRAW;
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

unsigned tui_key(struct tui *t, int key)
{
    unsigned id;
    if (too_small(t))
        return key == 'q' ? TUI_QUIT : TUI_REDRAW;
    if (t->model.going) {
        model_interrupt(&t->model);
        return TUI_RESUME;
    }
    if (t->mode == TUI_PROMPT)
        return prompt_key(t, key);
    t->message[0] = 0;
    t->complaint = false;
    if (t->mode == TUI_HELP)
        return help_key(t, key);
    if (is_view_key(t, key, &id))
        return toggle(t, id);
    const struct tui_key_row *r = tui_key_find(key == '\n' ? TUI_KEY_ENTER : key);
    if (!r) {
        if (key == ('C' & 31))
            tui_tell(t, false, "q leaves");
        return TUI_REDRAW;
    }
    unsigned done = r->line ? tui_run_line(t, r->line) : do_request(t, r->request);
    model_refresh(&t->model);
    return done | TUI_REDRAW;
}
