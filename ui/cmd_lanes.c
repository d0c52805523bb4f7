/* `lanes`: lists every lane of a thread with its masks, what it does with the next instruction, and
 * a value. */
#include "ui/cmd_impl.h"

#include <string.h>

#include "ui/expr.h"

bool cmd_say_lane_value(struct ui_session *s, const struct ui_expr *expr, const char *text,
                        unsigned lane)
{
    struct ui_value v;
    struct ui_expr_error e;
    struct dbg_focus f = {s->focus.thread, lane};
    bool ok = ui_expr_value(expr, s->dbg, f, &v, &e);
    if (!ok &&
        ui_expr_by_channel(expr)) { /* the lane is elsewhere, where the variable is not in scope */
        cmd_say(s, " -");
        return true;
    }
    if (!ok) {
        cmd_say(s, "\n");
        return cmd_caret(s, text + e.at, e.text);
    }
    if (v.n == 1)
        cmd_say_element(s, &v, 0, s->format[0]);
    else if (lane < v.n)
        cmd_say_element(s, &v, lane, s->format[0]);
    else
        cmd_say(s, " -");
    return true;
}

void ui_lane(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info)
{
    static const struct machine_why on = {true, '#', "active", "executes the next instruction"},
                                    off = {false, '.', "off", "does not take part"};
    struct machine_thread t;
    if (m->ops->lane) {
        m->ops->lane(m, thread, lane, info);
        return;
    }
    m->ops->thread(m, thread, &t);
    *info = (struct machine_lane){.ip = m->ops->lane_ip(m, thread, lane),
                                  .why = t.on_ip >> lane & 1 ? &on : &off};
}

bool cmd_MASKS(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    uint32_t first, end;
    if (!cmd_selected_threads(s, argc, argv, 1, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        struct machine_mask masks[MACHINE_MASKS_MAX];
        struct machine_thread info = ui_thread(s, t);
        unsigned n = m->ops->masks ? m->ops->masks(m, t, masks) : 0;
        cmd_say(s, "thread %u ip 0x%08llx: on-ip 0x%0*llx", t, (unsigned long long)info.ip,
                (int)m->traits->lanes / 4, (unsigned long long)info.on_ip);
        for (unsigned i = 0; i < n; i++)
            cmd_say(s, " %s 0x%0*llx", masks[i].name, (int)masks[i].bits / 4,
                    (unsigned long long)masks[i].value);
        cmd_say(s, "\n");
        for (unsigned l = 0; l < m->traits->lanes; l++) {
            if (!(info.dispatched >> l & 1))
                continue;
            struct machine_lane lane;
            ui_lane(m, t, l, &lane);
            cmd_say(s, "  %s%-2u 0x%08llx %s%s\n", m->traits->lane_mark, l,
                    (unsigned long long)lane.ip, lane.why->word, lane.more);
        }
    }
    return true;
}

static bool say_lane(struct ui_session *s, const struct ui_expr *expr, const char *text,
                     unsigned lane)
{
    struct machine_lane info;
    char label[100], place[128];
    ui_lane(dbg_machine(s->dbg), s->focus.thread, lane, &info);
    cmd_label(s, info.ip, label, sizeof label);
    snprintf(place, sizeof place, "0x%08llx%s%s", (unsigned long long)info.ip, label[0] ? " " : "",
             label);
    cmd_say(s, "%4u  %c %-8s %s%s", lane, info.why->letter, info.why->word, place, info.more);
    if (expr && !cmd_say_lane_value(s, expr, text, lane))
        return false;
    cmd_say(s, "\n");
    return true;
}

/* Lists the lanes of the thread in focus. */
static bool say_lanes(struct ui_session *s, const struct ui_expr *expr, const char *text)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_thread info = ui_thread(s, s->focus.thread);
    char insn[200];
    bool ok = true;
    if (info.ended)
        snprintf(insn, sizeof insn, "the thread has ended");
    else if (m->ops->disassemble(m, info.ip, insn, sizeof insn) <= 0)
        snprintf(insn, sizeof insn, "no code");
    cmd_say(s, "thread %u ip 0x%08llx: %s\n", s->focus.thread, (unsigned long long)info.ip, insn);
    cmd_say(s, "lane  why        ip         %s\n", text);
    for (unsigned l = 0; l < m->traits->lanes && ok; l++)
        if (info.dispatched >> l & 1)
            ok = say_lane(s, expr, text, l);
    return ok;
}

bool cmd_lanes_with(struct ui_session *s, int argc, char **argv,
                    bool (*say)(struct ui_session *s, const struct ui_expr *expr, const char *text))
{
    struct dbg_focus focus = s->focus;
    bool all = argc > 1 && strcmp(argv[1], "all") == 0, ok = true;
    const char *text = cmd_rest(s, argc, argv, 1 + all);
    struct ui_expr *expr = NULL;
    struct ui_expr_error e;
    if (!cmd_format(s))
        return false;
    if (argc > 1 + all && !(expr = ui_expr_compile(s, text, NULL, &e)))
        return cmd_caret(s, text + e.at, e.text);
    uint32_t end = all ? dbg_machine(s->dbg)->ops->nthreads(dbg_machine(s->dbg)) : focus.thread + 1;
    for (uint32_t t = all ? 0 : focus.thread; t < end && ok; t++) {
        s->focus.thread = t;
        ok = say(s, expr, text);
    }
    s->focus = focus;
    ui_expr_free(expr);
    return ok;
}

bool cmd_LANES(struct ui_session *s, int argc, char **argv)
{
    return cmd_lanes_with(s, argc, argv, say_lanes);
}
