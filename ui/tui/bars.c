/* Draws the rows above and below the views: status and tabs, message and keys. */
#include <stdio.h>
#include <string.h>

#include "ui/tui/tui.h"

static const char *state_of(const struct tui *t)
{
    const struct machine_thread *th = &t->model.thread;
    return t->model.going || t->watching     ? "running"
           : dbg_ended(t->model.session.dbg) ? "the program has ended"
           : th->ended && !th->queued        ? "ended"
           : th->waiting                     ? th->status ? th->status : "waiting"
                         : machine_stops[dbg_last(t->model.session.dbg)->event.stop].name;
}

/* Draws the address for gdb, or that gdb is connected, if there is room in columns [@col, @end). */
static void draw_listens(struct tui *t, int col, int end)
{
    char text[200];
    snprintf(text, sizeof text, "%s %s", t->driver ? "gdb is at" : "gdb: target remote",
             t->listens);
    if (col + (int)strlen(text) > end)
        snprintf(text, sizeof text, "%s", t->listens);
    if (t->listens[0] && col + (int)strlen(text) <= end)
        area_text(cells_all(&t->cells), 0, end - (int)strlen(text), STYLE_KEY, text);
}

/* Writes the machine's state and progress in @n bytes; @brief: only what is not obvious. */
static void write_state(const struct tui *t, bool brief, char *buf, size_t n)
{
    const struct tui_model *m = &t->model;
    unsigned long long insts = ui_when(&m->session).insts;
    const char *state = state_of(t);
    bool none = strcmp(state, "none") == 0;
    state = none ? "at the start" : state;
    if (t->rate > 0 && m->going)
        snprintf(buf, n, " %s, %.3g %s instructions/s, %llu ", state, t->rate,
                 model_machine(m)->traits->unit, insts);
    else if (brief && none)
        snprintf(buf, n, " %s ", state);
    else
        snprintf(buf, n, brief ? " %s, %llu " : " %s, %llu instructions ", state, insts);
}

static void draw_status(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    const struct tui_model *m = &t->model;
    const struct machine_thread *th = &m->thread;
    const struct machine_traits *traits = model_machine(m)->traits;
    char label[80], right[120];
    const char *who = *th->name ? th->name : th->status ? th->status : th->queued;
    model_label(m, th->ip, label, sizeof label);
    area_fill(a, 0, 0, STYLE_BAR, ' ');
    int col = area_print(a, 0, 1, STYLE_KEY, "%s %s%u", who ? who : "thread", traits->lane_mark,
                         m->focus.channel);
    col = area_print(a, 0, col, STYLE_BAR, " ip 0x%08llx ", (unsigned long long)th->ip);
    int room = a.cols - col - (th->in_routine ? (int)strlen(traits->in_routine) + 1 : 0);
    write_state(t, false, right, sizeof right);
    if ((int)(strlen(label) + strlen(right)) > room)
        write_state(t, true, right, sizeof right);
    if ((int)(strlen(label) + strlen(right)) <= room)
        col = area_text(a, 0, col, STYLE_BAR, label);
    if (th->in_routine)
        col = area_text(a, 0, col + 1, STYLE_ERROR, traits->in_routine);
    int at = a.cols - (int)strlen(right);
    area_text(a, 0, at > col ? at : col, STYLE_BAR, right);
    draw_listens(t, col + 1, at);
}

/* A click on columns [@from, @end) of @row stands for this key. */
static void add_hit(struct tui *t, int row, int from, int end, int key)
{
    if (t->nhits < TUI_HITS)
        t->hits[t->nhits++] = (struct tui_hit){row, from, end, key};
}

static int letters_of(const struct tui *t, unsigned i, int shown, int hidden)
{
    int len = (int)strlen(t->views[i].info->name), most = t->views[i].shown ? shown : hidden;
    return len < most ? len : most;
}

/* Width of the tabs, with so many letters for views that are shown and that are hidden. */
static int tabs_width(const struct tui *t, int shown, int hidden)
{
    int width = 0;
    for (unsigned i = 0; i < t->nviews; i++)
        width += 2 + letters_of(t, i, shown, hidden);
    return width;
}

static void draw_tabs(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    int col = 1, shown = 12, hidden = 9;
    area_fill(a, 1, 0, STYLE_NORMAL, ' ');
    while (shown && tabs_width(t, shown, hidden) > a.cols)
        *(hidden ? &hidden : &shown) -= 1;
    for (unsigned i = 0; i < t->nviews; i++) {
        const struct view *v = &t->views[i];
        enum style style = i == t->focus          ? STYLE_FOCUS
                           : v->area.rows > 0     ? STYLE_TITLE
                           : v->shown && !t->zoom ? STYLE_CHANGED
                                                  : STYLE_DIM;
        int from = col;
        col = area_print(a, 1, col, style, "%s%.*s", v->info->key, letters_of(t, i, shown, hidden),
                         v->info->name);
        add_hit(t, 1, from, col++, v->info->key[0]);
    }
}

/* "KEY WORD " */
static int bar_width(const struct tui_key_row *r)
{
    return (int)(strcspn(r->keys, " ") + 1 + strlen(r->bar) + 1);
}

/* Users who are lost need these keys, however narrow the screen is. */
static bool always_in_bar(const struct tui_key_row *r)
{
    return r->request == DO_COMMAND || r->request == DO_HELP || r->request == DO_QUIT;
}

static void draw_keys(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    int row = a.rows - 1, col = 1;
    int kept = 0; /* columns for the keys that are always there and not drawn yet */
    const struct tui_key_row *r;
    area_fill(a, row, 0, STYLE_BAR, ' ');
    for (size_t i = 0; (r = tui_key_row(i)); i++)
        kept += always_in_bar(r) ? bar_width(r) : 0;
    for (size_t i = 0; (r = tui_key_row(i)); i++) {
        int key = (int)strcspn(r->keys, " ");
        kept -= always_in_bar(r) ? bar_width(r) : 0;
        if (!r->bar[0] || col + bar_width(r) + kept > a.cols + 1)
            continue;
        int from = col;
        col = area_print(a, row, col, STYLE_KEY, "%.*s", key, r->keys);
        col = area_print(a, row, col, STYLE_BAR, " %s", r->bar) + 1;
        add_hit(t, row, from, col - 1, tui_key_parse(r->keys, (size_t)key));
    }
}

static void draw_message(struct tui *t)
{
    struct area a = cells_all(&t->cells);
    int row = a.rows - TUI_BELOW;
    area_fill(a, row, 0, STYLE_NORMAL, ' ');
    if (t->mode == TUI_PROMPT) {
        int col = area_text(a, row, 0, STYLE_HEAD, t->label);
        size_t room = a.cols > col + 1 ? (size_t)(a.cols - col - 1) : 0;
        size_t from = t->ninput > room ? t->ninput - room : 0;
        col = area_text(a, row, col, STYLE_NORMAL, t->input + from);
        area_cell(a, row, col, STYLE_FOCUS, ' ');
        area_text(a, row, col + 1, STYLE_DIM, t->hint);
    } else
        area_text(a, row, 0, t->complaint ? STYLE_ERROR : STYLE_NORMAL, t->message);
}

void tui_draw_above(struct tui *t)
{
    draw_status(t);
    draw_tabs(t);
}

void tui_draw_below(struct tui *t)
{
    draw_message(t);
    draw_keys(t);
}
