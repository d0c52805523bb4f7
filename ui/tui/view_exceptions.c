/* The view of the selected thread's exceptions: enabled, latched, pending, and what happened last.
 */
#include <stdio.h>

#include "ui/tui/view.h"

enum { EVENTS = 10 };
enum { STATE, NAMES, KINDS }; /* the first rows; after them comes one for each kind */
enum { COL_ENABLED = 22, COL_LATCHED = 31, COL_PENDING = 40, COL_CATCH = 49 }; /* columns */

static int kinds_of(const struct view *v)
{
    struct machine *m = model_machine(v->model);
    int n = 0;
    while (m->ops->exception && n < TUI_EXCEPTIONS && m->ops->exception(m, (unsigned)n))
        n++;
    return n;
}

static int shown_events(const struct view *v)
{
    return v->model->events.n < EVENTS ? (int)v->model->events.n : EVENTS;
}

static int count(struct view *v, int cols)
{
    (void)cols;
    if (!kinds_of(v))
        return 1;
    return KINDS + kinds_of(v) + (v->model->events.n ? 1 + shown_events(v) : 0);
}

static void draw_flag(struct area a, int col, unsigned now, unsigned was, unsigned bit,
                      const char *on)
{
    area_text(a, 0, col,
              (now ^ was) & bit ? STYLE_CHANGED
              : now & bit       ? STYLE_ON
                                : STYLE_OFF,
              now & bit ? on : "\xc2\xb7");
}

static void draw_kind(const struct view *v, unsigned kind, struct area a)
{
    struct machine *m = model_machine(v->model);
    unsigned thread = v->model->focus.thread;
    const struct tui_past *past = model_before(v->model, thread);
    unsigned now = m->ops->exception_state ? m->ops->exception_state(m, thread, kind)
                                           : MACHINE_EXCEPTION_ENABLED;
    unsigned was = past && m->ops->exception_state ? past->exceptions[kind] : now;
    area_print(a, 0, 0, now & MACHINE_EXCEPTION_PENDING ? STYLE_CHANGED : STYLE_LABEL, "%.20s",
               m->ops->exception(m, kind)->name);
    draw_flag(a, COL_ENABLED, now, was, MACHINE_EXCEPTION_ENABLED, "enabled");
    draw_flag(a, COL_LATCHED, now, was, MACHINE_EXCEPTION_LATCHED, "latched");
    draw_flag(a, COL_PENDING, now, was, MACHINE_EXCEPTION_PENDING, "pending");
    if (m->ops->catches && m->ops->catches(m) >> kind & 1)
        area_text(a, 0, COL_CATCH, STYLE_BREAK, "catch");
}

static void draw_event(const struct view *v, int i, struct area a)
{
    const struct tui_log *log = &v->model->events;
    const struct tui_line *line = tui_log_at(log, log->n - 1 - (size_t)i);
    int col = area_print(a, 0, 0, STYLE_LABEL, "%7llu ", (unsigned long long)line->insts);
    area_text(a, 0, col, STYLE_NORMAL, line->text);
}

static void row(struct view *v, int i, struct area a)
{
    const struct machine_traits *traits = model_machine(v->model)->traits;
    int kinds = kinds_of(v);
    if (!kinds)
        area_text(a, 0, 0, STYLE_NORMAL, "this machine has no exceptions");
    else if (i == STATE)
        area_print(a, 0, 0, v->model->thread.in_routine ? STYLE_FOCUS : STYLE_NORMAL, "%s%s",
                   v->model->thread.in_routine ? "in " : "not in ", traits->handler);
    else if (i == NAMES) {
        area_text(a, 0, 0, STYLE_HEAD, "exception");
        area_text(a, 0, COL_ENABLED, STYLE_HEAD, "enabled");
        area_text(a, 0, COL_LATCHED, STYLE_HEAD, "latched");
        area_text(a, 0, COL_PENDING, STYLE_HEAD, "pending");
    } else if (i < KINDS + kinds)
        draw_kind(v, (unsigned)(i - KINDS), a);
    else if (i == KINDS + kinds)
        area_text(a, 0, 0, STYLE_HEAD, "instruction, event: the last first");
    else
        draw_event(v, i - KINDS - kinds - 1, a);
}

const struct view_ops view_EXCEPTIONS = {.count = count, .row = row};
