/* The view of the selected thread's exceptions: state, enables, status, and what happened last. */
#include <stdio.h>
#include <string.h>

#include "eu/cli/screen.h"
#include "exception/exception.h"

enum { EVENTS = 10 };
enum { STATE, ADDRESSES, NAMES, KINDS }; /* the first rows; after them comes one for each kind */
enum { COL_ENABLED = 18, COL_STATUS = 29, COL_PENDING = 37 }; /* columns */

static int shown_events(const struct view *v)
{
    return v->model->events.n < EVENTS ? (int)v->model->events.n : EVENTS;
}

static int count_rows(struct view *v, int cols)
{
    (void)cols;
    return KINDS + EXC_COUNT + 1 + shown_events(v);
}

static void draw_state(const struct eu_thread *t, bool has_sip, struct area a)
{
    bool inside = exc_in_routine(t), saved = exc_saved(t), over = t->status == EU_THREAD_ENDED;
    bool waits = t->status == EU_THREAD_WAITING;
    int col = area_text(a, 0, 0, !inside && !saved && !over ? STYLE_FOCUS : STYLE_OFF,
                        waits ? "[application, in wait]" : "[application]");
    col = area_text(a, 0, col, exc_pending(t) ? STYLE_CHANGED : STYLE_DIM, " exception> ");
    col = area_text(a, 0, col, inside ? STYLE_FOCUS : STYLE_OFF,
                    !has_sip                                 ? "[stop: no SIP]"
                    : t->exception.save == EU_SAVE_SAVING    ? "[SIP: saves context]"
                    : t->exception.save == EU_SAVE_RESTORING ? "[SIP: restores context]"
                                                             : "[System Routine]");
    col = area_text(a, 0, col, STYLE_DIM, " cr0.0[31]=0> ");
    area_text(a, 0, col, over || saved ? STYLE_FOCUS : STYLE_OFF,
              saved  ? "[saved, left]"
              : over ? "[ended]"
                     : "[application]");
}

static void draw_addresses(const struct view *v, const struct eu_thread *t, struct area a)
{
    const struct eu *eu = screen_eu(v);
    uint32_t was[4];
    char place[120];
    screen_before(v, "cr0", was, sizeof was);
    int col = area_print(a, 0, 0, was[2] != t->cr[2] ? STYLE_CHANGED : STYLE_NORMAL, "AIP %s",
                         model_place(v->model, t->cr[2], place, sizeof place));
    if (eu->has_sip)
        col = area_print(a, 0, col + 2, STYLE_NORMAL, "SIP %s",
                         model_place(v->model, eu->sip, place, sizeof place));
    if (t->cr[0] & EU_CR0_SUPPRESS)
        col = area_text(a, 0, col + 2, STYLE_CHANGED, "suppress");
    if (exc_attention(t))
        col = area_text(a, 0, col + 2, STYLE_ERROR, "attention");
    if (exc_in_routine(t))
        area_print(a, 0, col + 2, STYLE_NORMAL, "entered by %08x", t->sip_channels);
}

/* Reads bit @n of cr0.1. */
static bool cr0_bit(const uint32_t *cr, int n)
{
    return n >= 0 && cr[1] >> n & 1;
}

static void draw_flag(struct area a, int col, bool now, bool was, const char *on)
{
    area_text(a, 0, col,
              now != was ? STYLE_CHANGED
              : now      ? STYLE_ON
                         : STYLE_OFF,
              now ? on : "\xc2\xb7");
}

static void draw_kind(const struct view *v, unsigned kind, struct area a)
{
    const struct eu_thread *t = screen_thread(v);
    const struct tui_past *past = model_before(v->model, t->id);
    const struct exc_info *e = &exc_table[kind];
    uint32_t was[4];
    bool pending = exc_pending(t) >> kind & 1;
    bool before = past ? past->exceptions[kind] & MACHINE_EXCEPTION_PENDING : pending;
    screen_before(v, "cr0", was, sizeof was);
    area_text(a, 0, 0, pending ? STYLE_CHANGED : STYLE_LABEL, e->name);
    if (e->enable_bit < 0)
        area_text(a, 0, COL_ENABLED, STYLE_DIM, "always");
    else
        draw_flag(a, COL_ENABLED, cr0_bit(t->cr, e->enable_bit), cr0_bit(was, e->enable_bit),
                  "enabled");
    draw_flag(a, COL_STATUS, cr0_bit(t->cr, e->status_bit), cr0_bit(was, e->status_bit), "set");
    draw_flag(a, COL_PENDING, pending, before, "pending");
    if (screen_eu(v)->catches >> kind & 1)
        area_text(a, 0, COL_PENDING + 9, STYLE_BREAK, "catch");
}

static void draw_event(const struct view *v, int i, struct area a)
{
    const struct tui_log *log = &v->model->events;
    const struct tui_line *line = tui_log_at(log, log->n - 1 - (size_t)i);
    int col = area_print(a, 0, 0, STYLE_LABEL, "%7llu ", (unsigned long long)line->insts);
    area_text(a, 0, col, STYLE_NORMAL, line->text);
}

static void draw_row(struct view *v, int i, struct area a)
{
    const struct eu_thread *t = screen_thread(v);
    if (i == STATE)
        draw_state(t, screen_eu(v)->has_sip, a);
    else if (i == ADDRESSES)
        draw_addresses(v, t, a);
    else if (i == NAMES) {
        area_text(a, 0, 0, STYLE_HEAD, "by priority");
        area_text(a, 0, COL_ENABLED, STYLE_HEAD, "enable");
        area_text(a, 0, COL_STATUS, STYLE_HEAD, "status");
        area_text(a, 0, COL_PENDING, STYLE_HEAD, "pending");
    } else if (i < KINDS + EXC_COUNT)
        draw_kind(v, (unsigned)(i - KINDS), a);
    else if (i == KINDS + EXC_COUNT)
        area_text(a, 0, 0, STYLE_HEAD,
                  v->model->events.n ? "instruction, event: the last first" : "no exception yet");
    else
        draw_event(v, i - KINDS - EXC_COUNT - 1, a);
}

static void write_title(struct view *v, char *buf, size_t n)
{
    const struct eu_thread *t = screen_thread(v);
    snprintf(buf, n, "cr0 %08x %08x %08x", t->cr[0], t->cr[1], t->cr[2]);
}

const struct view_ops view_EU_EXCEPTIONS = {
    .count = count_rows, .row = draw_row, .title = write_title};
