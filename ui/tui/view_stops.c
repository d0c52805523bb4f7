/* The view of stops, and of the differences between the present and the chosen one: registers of
 * the selected thread, other threads, memory. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/tui/view.h"

enum { ROWS = 512, MEMORY_MOST = 128, CHUNK = 16 };

enum kind { HEAD, REGISTER, THREAD, MEMORY };
struct difference {
    enum kind kind;
    uint64_t at; /* byte of the registers, number of a thread, or address */
};
struct stops {
    struct difference rows[ROWS];
    int n;
};

static struct stops *stops_of(const struct view *v)
{
    return v->state;
}

static void add_row(struct stops *s, enum kind kind, uint64_t at)
{
    if (s->n < ROWS)
        s->rows[s->n++] = (struct difference){kind, at};
}

/* Adds a row for each dword that differs, or for the rest of a register. */
static void list_registers(const struct view *v)
{
    const struct tui_model *m = v->model;
    const struct tui_past *was = model_before(m, m->focus.thread);
    struct machine *machine = model_machine(m);
    for (unsigned i = 0; was && i < m->nregs; i++) {
        uint32_t end = ui_reg_own(machine->ops->reg(machine, i)) ? m->reg_at[i + 1] : 0;
        for (uint32_t at = m->reg_at[i]; at < end; at += 4) {
            uint32_t n = end - at < 4 ? end - at : 4;
            if (memcmp(m->regs + at, was->regs + at, n) != 0)
                add_row(stops_of(v), REGISTER, at);
        }
    }
}

static void list_threads(const struct view *v)
{
    const struct tui_model *m = v->model;
    for (unsigned i = 0; i < m->nthreads; i++) {
        const struct tui_past *was = model_before(m, i);
        if (was && i != m->focus.thread && was->insts != ui_thread(&m->session, i).insts)
            add_row(stops_of(v), THREAD, i);
    }
}

static void list_memory(const struct view *v)
{
    const struct tui_model *m = v->model;
    uint64_t at = 0;
    if (!model_hooks(m)->memory_differs)
        return;
    for (int i = 0; i < MEMORY_MOST && model_hooks(m)->memory_differs(m, at, &at); i++) {
        at &= ~(uint64_t)(CHUNK - 1);
        add_row(stops_of(v), MEMORY, at);
        at += CHUNK;
    }
}

static int count_rows(struct view *v, int cols)
{
    struct stops *s = stops_of(v);
    const struct tui_model *m = v->model;
    (void)cols;
    model_trim_stops(v->model);
    s->n = 0;
    if (m->moved && v->shown) {
        add_row(s, HEAD, 0);
        list_registers(v);
        list_threads(v);
        list_memory(v);
    }
    return (int)m->nstops + s->n;
}

/* --- drawing --- */
static bool is_moment(struct machine_when a, struct machine_when b)
{
    return a.insts == b.insts && a.boundaries == b.boundaries;
}

static void draw_stop(const struct view *v, const struct tui_stop *stop, struct area a)
{
    const struct tui_model *m = v->model;
    bool now = is_moment(stop->when, ui_when(&m->session));
    bool compared = m->compares && is_moment(stop->when, m->compared);
    area_cell(a, 0, 0, STYLE_IP, now ? SYM_IP : ' ');
    area_cell(a, 0, 1, STYLE_CHANGED, compared ? '=' : ' ');
    int col = area_print(a, 0, 2, now ? STYLE_ON : STYLE_LABEL, "%9" PRIu64 " ", stop->when.insts);
    area_text(a, 0, col, compared ? STYLE_CHANGED : STYLE_NORMAL, stop->text);
}

static void draw_register(const struct view *v, uint32_t at, struct area a)
{
    const struct tui_model *m = v->model;
    const struct tui_past *was = model_before(m, m->focus.thread);
    struct machine *machine = model_machine(m);
    unsigned i = 0;
    while (m->reg_at[i + 1] <= at)
        i++;
    uint32_t n = m->reg_at[i + 1] - at < 4 ? m->reg_at[i + 1] - at : 4, old = 0, new = 0;
    memcpy(&new, m->regs + at, n);
    if (was)
        memcpy(&old, was->regs + at, n);
    int col = area_print(a, 0, 2, STYLE_LABEL, "%s.%u", machine->ops->reg(machine, i)->name,
                         (at - m->reg_at[i]) / 4);
    col = area_print(a, 0, col < 12 ? 12 : col, STYLE_NORMAL, "%0*x ", (int)n * 2, old);
    area_print(a, 0, col, STYLE_CHANGED, "%0*x", (int)n * 2, new);
}

static void draw_thread(const struct view *v, unsigned thread, struct area a)
{
    const struct tui_model *m = v->model;
    const struct tui_past *was = model_before(m, thread);
    struct machine_thread t = ui_thread(&m->session, thread);
    area_print(a, 0, 2, STYLE_LABEL, "thread %u %s: %" PRIu64 " instructions, then %" PRIu64,
               thread, t.name, was ? was->insts : 0, t.insts);
}

static void draw_memory(const struct view *v, uint64_t addr, struct area a)
{
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    uint8_t now[CHUNK] = {0}, was[CHUNK] = {0};
    int col = area_print(a, 0, 2, STYLE_LABEL, "%08" PRIx64, addr);
    if (machine->ops->mem_read(machine, addr, now, CHUNK) || !model_hooks(m)->memory_before)
        return;
    model_hooks(m)->memory_before(m, addr, was, CHUNK);
    for (int side = 0; side < 2; side++, col++)
        for (int i = 0; i < CHUNK; i++)
            col = area_print(a, 0, col + (i % 4 == 0), now[i] != was[i] ? STYLE_CHANGED : STYLE_OFF,
                             "%02x", side ? now[i] : was[i]);
}

static void draw_row(struct view *v, int i, struct area a)
{
    const struct tui_model *m = v->model;
    if (i < (int)m->nstops) {
        draw_stop(v, &m->stops[i], a);
        return;
    }
    const struct difference *d = &stops_of(v)->rows[i - (int)m->nstops];
    if (d->kind == HEAD && m->compares)
        area_print(a, 0, 0, STYLE_HEAD, "at instruction %" PRIu64 ", then now", m->compared.insts);
    else if (d->kind == HEAD)
        area_text(a, 0, 0, STYLE_HEAD, "when it was resumed, then now");
    else if (d->kind == REGISTER)
        draw_register(v, (uint32_t)d->at, a);
    else if (d->kind == THREAD)
        draw_thread(v, (unsigned)d->at, a);
    else
        draw_memory(v, d->at, a);
}

static void write_title(struct view *v, char *buf, size_t n)
{
    (void)v;
    snprintf(buf, n, "Enter compares with it, or no more; H goes there");
}

/* --- keys --- */
static unsigned take_request(struct view *v, enum tui_request r)
{
    struct tui_model *m = v->model;
    if ((r != DO_ENTER && r != DO_HERE) || v->cursor >= (int)m->nstops)
        return TUI_IGNORED;
    struct machine_when when = m->stops[v->cursor].when;
    if (r == DO_HERE) {
        snprintf(v->command, sizeof v->command, "goto %" PRIu64, when.insts);
        return TUI_REDRAW;
    }
    bool again = m->compares && is_moment(when, m->compared);
    const char *why = model_compare(m, again ? NULL : &when);
    if (why)
        model_say(m, "%s", why);
    return TUI_REDRAW;
}

static unsigned click_row(struct view *v, int i, int col)
{
    (void)col;
    return i >= 0 ? take_request(v, DO_ENTER) : TUI_IGNORED;
}

static int find_present(struct view *v)
{
    const struct tui_model *m = v->model;
    for (unsigned i = 0; i < m->nstops; i++)
        if (is_moment(m->stops[i].when, ui_when(&m->session)))
            return (int)i;
    return -1;
}

const struct view_ops view_STOPS = {.picks = true,
                                    .state = sizeof(struct stops),
                                    .count = count_rows,
                                    .row = draw_row,
                                    .title = write_title,
                                    .home = find_present,
                                    .request = take_request,
                                    .click = click_row};
