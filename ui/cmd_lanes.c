/* `lanes`: every channel of a thread, what the next instruction does with it, and a value. */
#include "ui/cmd_impl.h"

#include <string.h>

#include "sim/peek.h"
#include "ui/expr.h"

struct lanes {
    const struct eu_thread *thread;
    struct eu_peek peek;
    struct ui_expr *expr; /* NULL: none was asked for */
    const char *text;
};

static char mark(uint32_t mask, unsigned ch)
{
    return mask >> ch & 1 ? '#' : '.';
}

/* The element of @ch; a single one is every channel's. False: it was said why there is none. */
static bool say_lane_value(struct ui_session *s, const struct lanes *l, unsigned ch)
{
    struct ui_value v;
    struct ui_expr_error e;
    struct dbg_focus f = {s->focus.thread, ch};
    if (!ui_expr_value(l->expr, s->dbg, f, &v, &e)) {
        cmd_say(s, "\n");
        return cmd_caret(s, l->text + e.at, e.text);
    }
    if (v.n == 1)
        cmd_say_element(s, &v, 0, s->format[0]);
    else if (ch < v.n)
        cmd_say_element(s, &v, ch, s->format[0]);
    else
        cmd_say(s, " -");
    return true;
}

static bool say_lane(struct ui_session *s, const struct lanes *l, unsigned ch)
{
    const struct eu_thread *t = l->thread;
    const struct eu_peek *p = &l->peek;
    bool in = p->channels >> ch & 1;
    char label[100], place[128];
    cmd_label(s, t->pcip[ch], label, sizeof label);
    snprintf(place, sizeof place, "0x%08x%s%s", t->pcip[ch], label[0] ? " " : "", label);
    cmd_say(s, "%4u %5c %5c %9c %5c %2c%c%c%c  %s", ch, mark(p->emask, ch), mark(p->active, ch),
            in ? mark(p->pred, ch) : '-', in ? mark(p->write, ch) : '-', mark(t->f[0], ch & 15),
            mark(t->f[0] >> 16, ch & 15), mark(t->f[1], ch & 15), mark(t->f[1] >> 16, ch & 15),
            place);
    if (!l->expr) {
        cmd_say(s, "\n");
        return true;
    }
    cmd_say(s, "%*s", strlen(place) < 24 ? (int)(24 - strlen(place)) : 0, "");
    bool ok = say_lane_value(s, l, ch);
    if (ok)
        cmd_say(s, "\n");
    return ok;
}

bool cmd_LANES(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    struct lanes l = {.thread = &s->eu->threads[s->focus.thread]};
    struct ui_expr_error e;
    char insn[200];
    bool ok = true;
    if (!cmd_format(s))
        return false;
    l.text = cmd_rest(s, argc, argv, 1);
    if (argc > 1 && !(l.expr = ui_expr_compile(s, l.text, NULL, &e)))
        return cmd_caret(s, l.text + e.at, e.text);
    eu_peek(s->eu, l.thread, &l.peek);
    if (l.thread->status == EU_THREAD_ENDED)
        snprintf(insn, sizeof insn, "the thread has ended");
    else if (m->ops->disassemble(m, l.thread->ip, insn, sizeof insn) <= 0)
        snprintf(insn, sizeof insn, "no code");
    cmd_say(s, "thread %u ip 0x%08x: %s\n", s->focus.thread, l.thread->ip, insn);
    cmd_say(s, "lane  mask on-ip predicate write flags PcIP%s%s\n",
            l.expr ? "                     " : "", l.text);
    for (unsigned ch = 0; ch < EU_CHANNELS && ok; ch++)
        if (l.thread->dispatched >> ch & 1)
            ok = say_lane(s, &l, ch);
    ui_expr_free(l.expr);
    return ok;
}
