/* EU threads: a row each; only those that are seen are looked at. */
#include <stdio.h>
#include <stdlib.h>

#include "exception/exception.h"
#include "eu/cli/run.h"
#include "ui/tui/view.h"

static int count(struct view *v, int cols)
{
    (void)cols;
    return (int)v->model->session.eu->nthreads;
}

static int head(struct view *v)
{
    (void)v;
    return 1;
}

static void row(struct view *v, int i, struct area a)
{
    const struct tui_model *m = v->model;
    if (i < 0) {
        area_text(a, 0, 0, STYLE_HEAD,
                  "     id EU       state       executed ip       ChEn     next instruction");
        return;
    }
    const struct eu_thread *t = &m->session.eu->threads[i];
    const struct eu_thread *was = model_before(m, t->id);
    char name[24], text[EU_DIS_MAX];
    eu_thread_name(t, name, sizeof name);
    ui_insn_text(m->session.eu, t->ip, text, sizeof text);
    bool ran = was && was->insts != t->insts, selected = t->id == m->focus.thread;
    area_cell(a, 0, 0, STYLE_IP, selected ? SYM_IP : ' ');
    int col = area_print(a, 0, 1, selected ? STYLE_ON : STYLE_LABEL, "%6u %-9s", t->id, name);
    col = area_print(a, 0, col, exc_in_routine(t) ? STYLE_CHANGED : STYLE_NORMAL, "%-7s%-4s",
                     eu_thread_status_name(t), exc_in_routine(t) ? " SIP" : "");
    col = area_print(a, 0, col, ran ? STYLE_CHANGED : STYLE_NORMAL, "%9llu",
                     (unsigned long long)t->insts);
    if (eu_thread_lives(t))
        area_print(a, 0, col, STYLE_NORMAL, " %08x %08x %s", t->ip, eu_on_ip(t), text);
}

static void title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%u; Enter selects, { } go through them", v->model->session.eu->nthreads);
}

static int home(struct view *v)
{
    return (int)v->model->focus.thread;
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    uint64_t id;
    if (ui_parse_number(text, v->model->session.eu->nthreads - 1, &id))
        return (int)id;
    snprintf(why, n, "no thread '%.20s': there are %u, from 0", text,
             v->model->session.eu->nthreads);
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

const struct view_ops view_THREADS = {.picks = true,
                                      .head = head,
                                      .count = count,
                                      .row = row,
                                      .title = title,
                                      .home = home,
                                      .find = find,
                                      .request = request};
