/* `lanes`: lists every channel of a thread, what the next instruction does with it, and a value. */
#include <string.h>

#include "eu/cli/cmds.h"
#include "sim/peek.h"
#include "ui/expr.h"

struct lanes {
    const struct eu_thread *thread;
    struct eu_peek peek;
    const struct ui_expr *expr; /* the expression of the command; NULL: none */
    const char *text;
};

static char mark_of(uint32_t mask, unsigned ch)
{
    return mask >> ch & 1 ? '#' : '.';
}

static bool say_lane(struct ui_session *s, const struct lanes *l, unsigned ch)
{
    const struct eu_thread *t = l->thread;
    const struct eu_peek *p = &l->peek;
    bool in = p->channels >> ch & 1;
    char label[100], place[128];
    cmd_label(s, t->pcip[ch], label, sizeof label);
    snprintf(place, sizeof place, "0x%08x%s%s", t->pcip[ch], label[0] ? " " : "", label);
    cmd_say(s, "%4u %5c %5c %9c %5c %2c%c%c%c  %s", ch, mark_of(p->emask, ch),
            mark_of(p->active, ch), in ? mark_of(p->pred, ch) : '-',
            in ? mark_of(p->write, ch) : '-', mark_of(t->f[0], ch & 15),
            mark_of(t->f[0] >> 16, ch & 15), mark_of(t->f[1], ch & 15),
            mark_of(t->f[1] >> 16, ch & 15), place);
    if (!l->expr) {
        cmd_say(s, "\n");
        return true;
    }
    cmd_say(s, "%*s", strlen(place) < 24 ? (int)(24 - strlen(place)) : 0, "");
    bool ok = cmd_say_lane_value(s, l->expr, l->text, ch);
    if (ok)
        cmd_say(s, "\n");
    return ok;
}

static bool say_lanes(struct ui_session *s, const struct ui_expr *expr, const char *text)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct eu *eu = eu_of(s);
    struct lanes l = {.thread = &eu->threads[s->focus.thread], .expr = expr, .text = text};
    char insn[200];
    bool ok = true;
    eu_peek(eu, l.thread, &l.peek);
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
    return ok;
}

bool eu_cmd_LANES(struct ui_session *s, int argc, char **argv)
{
    return cmd_lanes_with(s, argc, argv, say_lanes);
}

bool eu_cmd_MASKS(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!cmd_selected_threads(s, argc, argv, 1, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        const struct eu_thread *th = &eu_of(s)->threads[t];
        cmd_say(s,
                "thread %u ip 0x%08x: on-ip 0x%08x dmask 0x%08x vmask 0x%08x%s%s, f0 0x%08x f1 "
                "0x%08x\n",
                t, th->ip, eu_on_ip(th), th->sr[2], th->sr[3], th->cr[0] & EU_CR0_VME ? " VME" : "",
                th->cr[0] & EU_CR0_SPF ? " SPF" : "", th->f[0], th->f[1]);
        for (unsigned ch = 0; ch < EU_CHANNELS; ch++)
            if (eu_emask(th) >> ch & 1)
                cmd_say(s, "  ch%-2u 0x%08x %s\n", ch, th->pcip[ch],
                        eu_on_ip(th) >> ch & 1 ? "active" : "");
    }
    return true;
}
