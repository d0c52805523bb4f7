/* The view of threads, one row for each; only visible ones are examined. */
#include <stdio.h>
#include <stdlib.h>

#include "ui/tui/view.h"

static int count(struct view *v, int cols)
{
    (void)cols;
    return (int)v->model->nthreads;
}

static int head(struct view *v)
{
    (void)v;
    return 1;
}

static void row(struct view *v, int i, struct area a)
{
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    int mask = (int)machine->traits->lanes / 4, address = m->thread.ip >> 32 ? 12 : 8;
    if (i < 0) {
        area_print(a, 0, 0, STYLE_HEAD,
                   "     id %-9sstate       executed %-*s %-*s next instruction",
                   machine->traits->unit, address, "ip", mask, machine->traits->executes);
        return;
    }
    struct machine_thread t = ui_thread(&m->session, (unsigned)i);
    const struct tui_past *was = model_before(m, (unsigned)i);
    char text[200], mark[8] = "";
    bool ran = was && was->insts != t.insts, selected = (unsigned)i == m->focus.thread;
    if (t.in_routine)
        snprintf(mark, sizeof mark, " %.3s", machine->traits->mark);
    area_cell(a, 0, 0, STYLE_IP, selected ? SYM_IP : ' ');
    int col = area_print(a, 0, 1, selected ? STYLE_ON : STYLE_LABEL, "%6d %-9s", i, t.name);
    col = area_print(a, 0, col, t.in_routine ? STYLE_CHANGED : STYLE_NORMAL, "%-7s%-4s",
                     ui_status(&t), mark);
    col = area_print(a, 0, col, ran ? STYLE_CHANGED : STYLE_NORMAL, "%9llu",
                     (unsigned long long)t.insts);
    if (!t.ended && machine->ops->disassemble(machine, t.ip, text, sizeof text) > 0)
        area_print(a, 0, col, STYLE_NORMAL, " %0*llx %0*llx %s", address, (unsigned long long)t.ip,
                   mask, (unsigned long long)t.on_ip, text);
}

static void title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%u; Enter selects, { } go through them", v->model->nthreads);
}

static int home(struct view *v)
{
    return (int)v->model->focus.thread;
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    uint64_t id;
    if (ui_parse_number(text, v->model->nthreads - 1, &id))
        return (int)id;
    snprintf(why, n, "no thread '%.20s': there are %u, from 0", text, v->model->nthreads);
    return -1;
}

static unsigned request(struct view *v, enum tui_request r)
{
    struct dbg_focus f = {(unsigned)v->cursor, v->model->focus.channel};
    if (r != DO_ENTER)
        return TUI_IGNORED;
    model_select(v->model, f);
    return TUI_REDRAW;
}

static unsigned click(struct view *v, int i, int col)
{
    (void)col;
    return i < 0 ? TUI_IGNORED : request(v, DO_ENTER);
}

const struct view_ops view_THREADS = {.picks = true,
                                      .head = head,
                                      .count = count,
                                      .row = row,
                                      .title = title,
                                      .home = home,
                                      .find = find,
                                      .request = request,
                                      .click = click};
