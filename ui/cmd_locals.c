/* `locals`: source variables at the place of the lane, or for every lane of its thread. */
#include <string.h>

#include "ui/cmd_impl.h"

void ui_lane_variables(struct machine *m, unsigned thread, unsigned lane, char *text, size_t n)
{
    struct machine_variable v;
    size_t at = 0;
    text[0] = '\0';
    for (unsigned i = 0; m->ops->variable && m->ops->variable(m, thread, lane, i, NULL, &v); i++) {
        int more = snprintf(text + at, n - at, "%s%s = %s", i ? "  " : "", v.name, v.text);
        at += more > 0 ? (size_t)more : 0;
        if (at >= n)
            break;
    }
}

static bool say_lanes(struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_thread info = ui_thread(s, s->focus.thread);
    for (unsigned lane = 0; lane < m->traits->lanes; lane++) {
        char text[2048], item[UI_ITEM_NAME] = "", line[160];
        if (!(info.dispatched >> lane & 1))
            continue;
        if (m->ops->lane_name)
            m->ops->lane_name(m, s->focus.thread, lane, item, sizeof item);
        ui_lane_variables(m, s->focus.thread, lane, text, sizeof text);
        cmd_source_line(s, m->ops->lane_ip(m, s->focus.thread, lane), line, sizeof line);
        cmd_say(s, "%s%-2u %s%s%s: %s\n", m->traits->lane_mark, lane, item, *item ? " " : "", line,
                *text ? text : "no variable is in scope");
    }
    return true;
}

bool cmd_LOCALS(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_variable v;
    unsigned i = 0;
    if (argc > 2 || (argc == 2 && strcmp(argv[1], "all") != 0))
        return cmd_usage(s, argv[0]);
    if (argc == 2)
        return say_lanes(s);
    while (m->ops->variable &&
           m->ops->variable(m, s->focus.thread, s->focus.channel, i, NULL, &v)) {
        cmd_say(s, "%s = %s\n", v.name, v.text);
        i++;
    }
    if (!i)
        cmd_say(s, "no variable of the source is in scope here\n");
    return true;
}
