/* Keeps the stops of the machine, and compares the machine with one of them. */
#include <string.h>

#include "ui/tui/model.h"

static int compare_moments(struct machine_when a, struct machine_when b)
{
    if (a.insts != b.insts)
        return a.insts < b.insts ? -1 : 1;
    return (a.boundaries > b.boundaries) - (a.boundaries < b.boundaries);
}

static void drop_stop(struct tui_model *m, unsigned i)
{
    memmove(&m->stops[i], &m->stops[i + 1], (m->nstops - i - 1) * sizeof *m->stops);
    m->nstops--;
}

void model_trim_stops(struct tui_model *m)
{
    struct dbg_time *time = dbg_time(m->session.dbg);
    struct dbg_time_span span = {0};
    if (time)
        dbg_time_span(time, &span);
    for (unsigned i = 0; i < m->nstops;)
        if (!time || compare_moments(m->stops[i].when, span.begin) < 0 ||
            compare_moments(m->stops[i].when, span.end) > 0)
            drop_stop(m, i);
        else
            i++;
}

void model_note_stop(struct tui_model *m)
{
    struct machine_when now = ui_when(&m->session);
    unsigned i = 0;
    while (i < m->nstops && compare_moments(m->stops[i].when, now) < 0)
        i++;
    if (i < m->nstops && compare_moments(m->stops[i].when, now) == 0)
        return;
    if (m->nstops == TUI_STOPS) {
        drop_stop(m, 0);
        i -= i > 0;
    }
    memmove(&m->stops[i + 1], &m->stops[i], (m->nstops - i) * sizeof *m->stops);
    m->nstops++;
    m->stops[i].when = now;
    snprintf(m->stops[i].text, sizeof m->stops[i].text, "%s", dbg_why(m->session.dbg));
}

const char *model_compare(struct tui_model *m, const struct machine_when *when)
{
    struct dbg_time *time = dbg_time(m->session.dbg);
    struct machine_when now = ui_when(&m->session);
    m->compares = false;
    if (!when)
        return NULL;
    if (!time)
        return "no history is kept (--history)";
    if (m->going || dbg_running(m->session.dbg))
        return "the machine runs";
    int rc = dbg_time_seek(time, *when);
    if (!rc)
        model_keep(m, true);
    int back = dbg_time_seek(time, now);
    model_refresh(m);
    if (rc || back)
        return machine_strerror(rc ? rc : back);
    m->compares = true;
    m->compared = *when;
    return NULL;
}
