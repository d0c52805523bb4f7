/* The view of source variables at the selected lane's place: a row for each variable, a column for
 * each lane. */
#include <stdio.h>
#include <string.h>

#include "input/hash.h"
#include "ui/tui/view.h"

enum { ROWS = 48, WIDEST = 24, AGGREGATE = 8, NAME = 14 };

struct cell_of { /* a variable of a lane */
    char text[WIDEST + 1];
    bool there, known, changed;
};
struct variable {
    char name[sizeof((struct machine_variable *)0)->name];
    uint64_t now[MACHINE_LANES]; /* hashes of its values; 0: it has none */
    struct cell_of cells[MACHINE_LANES];
};
/* The values of the stop before are kept to find changes. */
struct locals {
    struct variable rows[ROWS];
    char items[MACHINE_LANES][WIDEST + 1];
    unsigned nrows, nlanes, width;
    struct {
        char name[sizeof((struct machine_variable *)0)->name];
        uint64_t values[MACHINE_LANES];
    } before[ROWS];
    unsigned nbefore, thread;
    uint64_t insts; /* instructions executed when @rows were read */
    bool read;
};

static struct locals *locals_of(const struct view *v)
{
    return v->state;
}

static bool has_variables(const struct ui_session *s)
{
    struct machine *m = s->dbg ? dbg_machine(s->dbg) : NULL;
    return !m || (m->ops->variable_known && m->ops->variable_known(m, NULL));
}

/* --- values --- */
static uint64_t hash_text(const char *text)
{
    uint64_t hash = hash_more(HASH_NONE, text, strlen(text));
    return hash ? hash : 1;
}

static void keep_before(struct locals *l)
{
    for (unsigned i = 0; i < l->nrows; i++) {
        memcpy(l->before[i].name, l->rows[i].name, sizeof l->rows[i].name);
        memcpy(l->before[i].values, l->rows[i].now, sizeof l->rows[i].now);
    }
    l->nbefore = l->nrows;
}

static uint64_t value_before(const struct locals *l, const char *name, unsigned lane)
{
    for (unsigned i = 0; i < l->nbefore; i++)
        if (strcmp(l->before[i].name, name) == 0)
            return l->before[i].values[lane];
    return 0;
}

static void read_cell(const struct view *v, struct variable *row, unsigned lane)
{
    struct machine *m = model_machine(v->model);
    struct machine_variable value;
    struct cell_of *cell = &row->cells[lane];
    bool dispatched = v->model->thread.dispatched >> lane & 1;
    *cell = (struct cell_of){.there = false};
    row->now[lane] = 0;
    if (!dispatched || !m->ops->variable(m, v->model->focus.thread, lane, 0, row->name, &value))
        return;
    cell->there = true;
    cell->known = value.known;
    snprintf(cell->text, sizeof cell->text, "%.*s", WIDEST, value.known ? value.text : "-");
    row->now[lane] = value.known ? hash_text(value.text) : 0;
    uint64_t before = value_before(locals_of(v), row->name, lane);
    cell->changed = before && row->now[lane] && before != row->now[lane];
}

/* Whether the variable has the same value in all lanes that have it: such a row, for example a
 * pointer's, does not widen the columns. */
static bool is_uniform(const struct locals *l, unsigned row)
{
    uint64_t value = 0;
    for (unsigned lane = 0; lane < l->nlanes; lane++) {
        uint64_t now = l->rows[row].now[lane];
        if (l->rows[row].cells[lane].there && (!now || (value && now != value)))
            return false;
        value = now ? now : value;
    }
    return value;
}

/* Columns are as wide as numbers need, but limited for structures and arrays: the first row shows
 * all of the selected one. */
static void widen(struct locals *l, const char *text)
{
    size_t n = strlen(text);
    n = *text == '{' && n > AGGREGATE ? AGGREGATE : n;
    l->width = n > l->width ? (unsigned)n : l->width;
}

static void read_rows(struct view *v)
{
    struct locals *l = locals_of(v);
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    struct machine_variable value;
    l->nlanes = view_lanes(m, m->thread.dispatched);
    l->width = 1;
    for (l->nrows = 0;
         l->nrows < ROWS &&
         machine->ops->variable(machine, m->focus.thread, m->focus.channel, l->nrows, NULL, &value);
         l->nrows++)
        memcpy(l->rows[l->nrows].name, value.name, sizeof value.name);
    for (unsigned lane = 0; lane < l->nlanes; lane++) {
        model_item(m, lane, l->items[lane], sizeof l->items[lane]);
        for (unsigned i = 0; i < l->nrows; i++)
            read_cell(v, &l->rows[i], lane);
    }
    for (unsigned lane = 0; lane < l->nlanes; lane++) {
        widen(l, l->items[lane]);
        for (unsigned i = 0; i < l->nrows; i++)
            if (!is_uniform(l, i))
                widen(l, l->rows[i].cells[lane].text);
    }
    l->width = l->width < 3 ? 4 : l->width + 1;
}

static int count(struct view *v, int cols)
{
    struct locals *l = locals_of(v);
    struct machine *m = model_machine(v->model);
    uint64_t insts = m->ops->insts ? m->ops->insts(m) : 0;
    (void)cols;
    if (!v->shown || v->model->going || !m->ops->variable)
        return (int)l->nrows;
    if (l->read && (l->insts != insts || l->thread != v->model->focus.thread))
        keep_before(l);
    if (l->thread != v->model->focus.thread)
        l->nbefore = 0;
    l->read = true;
    l->insts = insts;
    l->thread = v->model->focus.thread;
    read_rows(v);
    return (int)l->nrows;
}

/* --- cells --- */
enum { HEAD_SENTENCE = -1, HEAD_LANES = -2, HEAD_ITEMS = -3 };

static bool has_items(const struct view *v)
{
    return locals_of(v)->items[v->model->focus.channel][0];
}

static int head(struct view *v)
{
    return has_items(v) ? -HEAD_ITEMS : -HEAD_LANES;
}

/* The first column stays when the others are scrolled. */
static void draw_name(struct area a, enum style style, const char *name)
{
    a.shift = 0;
    area_print(a, 0, 0, style, "%-*.*s", NAME, NAME - 1, name);
}

static void put(const struct view *v, struct area a, unsigned lane, enum style style,
                const char *text)
{
    int width = (int)locals_of(v)->width, len = (int)strlen(text), from = NAME + (int)lane * width;
    if (len < width)
        area_text(a, 0, from + width - len - 1, style, text);
    else
        area_print(a, 0, from, style, "%.*s.. ", width - 3, text);
}

static void draw_sentence(const struct view *v, struct area a)
{
    const struct locals *l = locals_of(v);
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    struct machine_variable value;
    a.shift = 0;
    if ((unsigned)v->cursor < l->nrows &&
        machine->ops->variable(machine, m->focus.thread, m->focus.channel, 0,
                               l->rows[v->cursor].name, &value))
        area_print(a, 0, 0, STYLE_NORMAL, "%s%u%s%s: %s = %s", machine->traits->lane_mark,
                   m->focus.channel, has_items(v) ? " item " : "", l->items[m->focus.channel],
                   value.name, value.text);
}

static void draw_lanes(const struct view *v, struct area a, bool items)
{
    const struct locals *l = locals_of(v);
    for (unsigned lane = 0; lane < l->nlanes; lane++) {
        char number[12];
        snprintf(number, sizeof number, "%u", lane);
        put(v, a, lane, lane == v->model->focus.channel ? STYLE_FOCUS : STYLE_HEAD,
            items ? l->items[lane] : number);
    }
    draw_name(a, STYLE_HEAD, items ? "item" : model_machine(v->model)->traits->lane_word);
}

static enum style style_of(const struct view *v, const struct cell_of *cell, unsigned lane)
{
    bool here = v->model->thread.on_ip >> lane & 1;
    return cell->changed ? STYLE_CHANGED : cell->known && here ? STYLE_NORMAL : STYLE_OFF;
}

static void draw_values(const struct view *v, unsigned i, struct area a)
{
    const struct locals *l = locals_of(v);
    const struct cell_of *cells = l->rows[i].cells;
    bool once = is_uniform(l, i);
    unsigned lane = 0;
    while (once && !cells[lane].there)
        lane++;
    if (once && strlen(cells[lane].text) >= l->width) {
        a.shift = 0;
        area_print(a, 0, NAME + 1, style_of(v, &cells[lane], lane), "%s in all", cells[lane].text);
    } else {
        for (lane = 0; lane < l->nlanes; lane++)
            put(v, a, lane, style_of(v, &cells[lane], lane),
                cells[lane].there ? cells[lane].text : "");
    }
    draw_name(a, STYLE_LABEL, l->rows[i].name);
}

static void row(struct view *v, int i, struct area a)
{
    if (i == HEAD_SENTENCE)
        draw_sentence(v, a);
    else if (i < 0)
        draw_lanes(v, a, i == HEAD_ITEMS);
    else
        draw_values(v, (unsigned)i, a);
}

static void title(struct view *v, char *buf, size_t n)
{
    struct machine *m = model_machine(v->model);
    struct machine_line line;
    uint64_t pc = model_pc(v->model);
    char label[81] = "";
    const char *name;
    *buf = '\0';
    if (!m->ops->line_at || !m->ops->line_at(m, pc, &line) || !line.file) {
        snprintf(buf, n, "no source is known here");
        return;
    }
    model_label(v->model, pc, label, sizeof label);
    name = strrchr(line.file, '/');
    snprintf(buf, n, "%.*s %s:%u%s", (int)strcspn(label, "+"), label, name ? name + 1 : line.file,
             line.line, locals_of(v)->nrows ? "" : ", no variable is in scope");
}

static unsigned click(struct view *v, int i, int col)
{
    const struct locals *l = locals_of(v);
    unsigned lane = col < NAME || !l->width ? MACHINE_LANES : (unsigned)(col - NAME) / l->width;
    (void)i;
    if (lane >= l->nlanes)
        return TUI_REDRAW;
    model_select(v->model, (struct dbg_focus){v->model->focus.thread, lane});
    return TUI_REDRAW;
}

const struct view_ops view_LOCALS = {.picks = true,
                                     .fits = has_variables,
                                     .state = sizeof(struct locals),
                                     .count = count,
                                     .head = head,
                                     .row = row,
                                     .title = title,
                                     .click = click};
