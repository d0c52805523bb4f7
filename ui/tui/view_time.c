/* The view of time: a row for each thread, with what it did and what happened to it; a click or
 * Enter goes to a moment. The view replays history to collect this, once for each stop. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/timeline.h"
#include "ui/tui/view.h"

enum {
    LABEL = 10,
    HEAD = 1,
    CLOSEST = 30,
    LEAST = 8
};                             /* LEAST: least number of visible instructions */
enum { RECORD_MOST = 250000 }; /* limit of instructions that are replayed: the last ones */

struct cellular { /* contents of one cell */
    uint8_t doing, what;
};
struct times {
    struct tui_timeline tl;
    /* What the record depends on. */
    uint64_t end;
    size_t inputs, breaks;
    bool known;
    uint32_t *threads; /* n threads that did something, ascending */
    int n;
    unsigned closer;      /* how often the visible range was halved */
    uint64_t middle;      /* middle of the visible range */
    struct cellular *row; /* cells of the row that is drawn, cols of them */
    int cols;
};

static struct times *self(const struct view *v)
{
    return v->state;
}

/* --- the record --- */
static size_t count_breaks(struct dbg *dbg)
{
    const struct dbg_break *b;
    size_t sum = 0;
    for (size_t i = 0; (b = dbg_break_nth(dbg, i)); i++)
        sum += b->number && !b->off ? 1 + b->addr * 31 : 0;
    return sum;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool list_threads(struct times *s, uint32_t nthreads)
{
    uint8_t *seen = calloc(nthreads ? nthreads : 1, 1);
    free(s->threads);
    s->threads = calloc(nthreads ? nthreads : 1, sizeof *s->threads);
    s->n = 0;
    for (size_t i = 0; seen && s->threads && i < s->tl.nspans; i++)
        if (s->tl.spans[i].thread < nthreads && !seen[s->tl.spans[i].thread]++)
            s->threads[s->n++] = s->tl.spans[i].thread;
    free(seen);
    if (s->n)
        qsort(s->threads, (size_t)s->n, sizeof *s->threads, by_number);
    return s->threads;
}

/* Replays the history of the machine's threads. */
static void record(struct view *v, struct dbg_time *time, const struct dbg_time_span *span)
{
    struct times *s = self(v);
    struct tui_model *m = v->model;
    struct machine_when from = span->begin;
    if (span->end.insts - from.insts > RECORD_MOST)
        from = (struct machine_when){.insts = span->end.insts - RECORD_MOST};
    tui_timeline_clear(&s->tl);
    if (!model_hooks(m)->record(m, &s->tl, true))
        return;
    int rc = dbg_time_observe(time, from, span->end);
    model_hooks(m)->record(m, &s->tl, false);
    s->tl.from = from.insts;
    s->tl.until = span->end.insts;
    s->tl.partly |= rc != 0;
    list_threads(s, m->nthreads);
    model_refresh(m);
}

/* Not while the machine runs: the record is then out of date. */
static void update(struct view *v)
{
    struct times *s = self(v);
    struct dbg *dbg = v->model->session.dbg;
    struct dbg_time *time = dbg_time(dbg);
    struct dbg_time_span span;
    if (!time || !model_hooks(v->model)->record || v->model->going || dbg_running(dbg))
        return;
    dbg_time_span(time, &span);
    size_t breaks = count_breaks(dbg);
    if (s->known && s->end == span.end.insts && s->inputs == span.inputs && s->breaks == breaks)
        return;
    s->known = true;
    s->end = span.end.insts;
    s->inputs = span.inputs;
    s->breaks = breaks;
    record(v, time, &span);
}

static int count(struct view *v, int cols)
{
    struct times *s = self(v);
    (void)cols;
    if (v->shown && v->area.rows > 0)
        update(v);
    return s->n;
}

static int head(struct view *v)
{
    (void)v;
    return HEAD;
}

/* --- positions --- */
/* The visible range: *@size instructions from *@from on. */
static void piece(const struct view *v, uint64_t *from, uint64_t *size)
{
    const struct times *s = self(v);
    uint64_t all = s->tl.until - s->tl.from + 1;
    *size = all >> s->closer ? all >> s->closer : 1;
    *from = s->middle > s->tl.from + *size / 2 ? s->middle - *size / 2 : s->tl.from;
    if (*from + *size > s->tl.from + all)
        *from = all > *size ? s->tl.from + all - *size : s->tl.from;
}

static int cells_for(const struct view *v)
{
    return v->area.cols > LABEL + 1 ? v->area.cols - LABEL : 1;
}

static uint64_t moment_of(const struct view *v, int cell)
{
    uint64_t from, size, cols = (uint64_t)cells_for(v);
    piece(v, &from, &size);
    uint64_t at = from + ((uint64_t)cell * size + cols - 1) / cols;
    return at > self(v)->tl.until ? self(v)->tl.until : at;
}

static void put_span(struct cellular *row, int cols, const struct tui_span *p, uint64_t from,
                     uint64_t size)
{
    if (p->until <= from || p->from >= from + size)
        return;
    uint64_t first = p->from > from ? (p->from - from) * (unsigned)cols / size : 0;
    uint64_t end = (p->until - from) * (unsigned)cols / size;
    end = end > first ? end : first + 1;
    for (uint64_t i = first; i < end && i < (unsigned)cols; i++)
        row[i].doing = row[i].doing < p->doing ? p->doing : row[i].doing;
}

/* Fills @s->row with the cells of one thread. */
static bool fill_row(const struct view *v, uint32_t thread, int cols)
{
    struct times *s = self(v);
    uint64_t from, size;
    if (s->cols != cols) {
        struct cellular *row = realloc(s->row, (size_t)cols * sizeof *row);
        if (!row)
            return false;
        s->row = row;
        s->cols = cols;
    }
    memset(s->row, 0, (size_t)cols * sizeof *s->row);
    piece(v, &from, &size);
    for (size_t i = 0; i < s->tl.nspans; i++)
        if (s->tl.spans[i].thread == thread)
            put_span(s->row, cols, &s->tl.spans[i], from, size);
    for (size_t i = 0; i < s->tl.ninstants; i++) {
        const struct tui_instant *p = &s->tl.instants[i];
        if (p->thread != thread || p->at < from || p->at - from >= size)
            continue;
        struct cellular *c = &s->row[(p->at - from) * (unsigned)cols / size];
        c->what = c->what < p->what ? p->what : c->what;
    }
    return true;
}

/* --- drawing --- */
static const struct {
    uint32_t ch;
    enum style style;
} doings[] = {[TUI_NOTHING] = {SYM_OFF, STYLE_OFF},
              [TUI_WAITS] = {SYM_SHADE2, STYLE_DIM},
              [TUI_RUNS] = {SYM_BLOCK, STYLE_ON},
              [TUI_ROUTINE] = {SYM_SHADE3, STYLE_CHANGED}},
  events[] = {[TUI_NO_EVENT] = {' ', STYLE_NORMAL},
              [TUI_BARRIER] = {'b', STYLE_TARGET},
              [TUI_BREAKPOINT] = {SYM_BREAK, STYLE_BREAK},
              [TUI_EXCEPTION] = {'x', STYLE_ERROR}};

static int cell_of_now(const struct view *v, int cols)
{
    uint64_t from, size, now = ui_when(&v->model->session).insts;
    piece(v, &from, &size);
    return now < from || now - from >= size ? -1 : (int)((now - from) * (unsigned)cols / size);
}

static void draw_head(const struct view *v, struct area a)
{
    uint64_t from, size;
    int cols = cells_for(v), now = cell_of_now(v, cols);
    piece(v, &from, &size);
    area_print(a, 0, 0, STYLE_HEAD, "%9" PRIu64, from);
    char end[24];
    int len = snprintf(end, sizeof end, "%" PRIu64, moment_of(v, cols - 1));
    area_text(a, 0, a.cols - len, STYLE_HEAD, end);
    if (now >= 0)
        area_cell(a, 0, LABEL + now, STYLE_IP, SYM_IP);
}

static void row(struct view *v, int i, struct area a)
{
    const struct times *s = self(v);
    int cols = cells_for(v), now = cell_of_now(v, cols);
    if (i < 0) {
        draw_head(v, a);
        return;
    }
    struct machine_thread t = ui_thread(&v->model->session, s->threads[i]);
    bool selected = s->threads[i] == v->model->focus.thread;
    area_cell(a, 0, 0, STYLE_IP, selected ? SYM_IP : ' ');
    area_print(a, 0, 1, selected ? STYLE_ON : STYLE_LABEL, "%u %.6s", s->threads[i], t.name);
    area_fill(a, 0, LABEL - 1, STYLE_NORMAL, ' ');
    if (!fill_row(v, s->threads[i], cols))
        return;
    for (int k = 0; k < cols; k++) {
        const struct cellular *c = &s->row[k];
        uint32_t ch = c->what ? events[c->what].ch : doings[c->doing].ch;
        enum style style = c->what ? events[c->what].style : doings[c->doing].style;
        if (k == now && !c->what && !c->doing)
            ch = SYM_BAR;
        if (v->focused && v->cursor == i && v->element == k)
            style = STYLE_PICK;
        area_cell(a, 0, LABEL + k, style, ch);
    }
}

static void title(struct view *v, char *buf, size_t n)
{
    const struct times *s = self(v);
    if (!dbg_time(v->model->session.dbg))
        snprintf(buf, n, "no history is kept (--history)");
    else if (!s->n)
        snprintf(buf, n, "nothing has run yet");
    else
        snprintf(buf, n,
                 "%" PRIu64
                 "%s; \xe2\x96\x88 runs \xe2\x96\x93 routine \xe2\x96\x92 waits, x exception, "
                 "b barrier, \xe2\x97\x8f breakpoint; Enter goes there, t T closer, farther",
                 moment_of(v, v->element), s->tl.partly ? ", not all" : "");
}

/* --- moving --- */
static int elements(struct view *v)
{
    return cells_for(v);
}

static int element_at(struct view *v, int col)
{
    return col < LABEL || col >= LABEL + cells_for(v) ? -1 : col - LABEL;
}

static unsigned go_there(struct view *v)
{
    struct tui_model *m = v->model;
    if (v->cursor >= self(v)->n)
        return TUI_REDRAW;
    model_select(m, (struct dbg_focus){self(v)->threads[v->cursor], m->focus.channel});
    snprintf(v->command, sizeof v->command, "goto %" PRIu64, moment_of(v, v->element));
    return TUI_REDRAW;
}

static unsigned change_scale(struct view *v, bool closer)
{
    struct times *s = self(v);
    uint64_t at = moment_of(v, v->element), from, size, all = s->tl.until - s->tl.from + 1;
    bool more = all >> s->closer > LEAST;
    if (closer ? more && s->closer < CLOSEST : s->closer > 0)
        s->closer += closer ? 1 : -1u;
    s->middle = at;
    piece(v, &from, &size);
    v->element = (int)((at - from) * (unsigned)cells_for(v) / size);
    return TUI_REDRAW;
}

static unsigned request(struct view *v, enum tui_request r)
{
    switch (r) {
    case DO_ENTER:
        return go_there(v);
    case DO_TYPE:
        return change_scale(v, true);
    case DO_TYPE_PREV:
        return change_scale(v, false);
    default:
        return TUI_IGNORED;
    }
}

static unsigned click(struct view *v, int i, int col)
{
    return i >= 0 && element_at(v, col) >= 0 ? go_there(v) : TUI_IGNORED;
}

/* The cursor is at the present, in the selected thread's row. */
static int home(struct view *v)
{
    const struct times *s = self(v);
    int now = s->n ? cell_of_now(v, cells_for(v)) : -1;
    v->element = now >= 0 ? now : v->element;
    for (int i = 0; i < s->n; i++)
        if (s->threads[i] == v->model->focus.thread)
            return i;
    return -1;
}

static void close_times(struct view *v)
{
    tui_timeline_fini(&self(v)->tl);
    free(self(v)->threads);
    free(self(v)->row);
}

const struct view_ops view_TIME = {.picks = true,
                                   .state = sizeof(struct times),
                                   .head = head,
                                   .count = count,
                                   .row = row,
                                   .title = title,
                                   .home = home,
                                   .elements = elements,
                                   .element_at = element_at,
                                   .request = request,
                                   .click = click,
                                   .close = close_times};
