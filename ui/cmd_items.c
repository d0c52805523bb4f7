/* Commands about work items: finds the lane of one, and lists the resident ones. */
#include "ui/cmd_impl.h"

#include <stdlib.h>
#include <string.h>

static void lane_name(struct machine *m, unsigned thread, unsigned lane, char name[UI_ITEM_NAME])
{
    name[0] = '\0';
    if (m->ops->lane_name)
        m->ops->lane_name(m, thread, lane, name, UI_ITEM_NAME);
}

/* Finds the next dispatched lane of a thread. */
static bool next_lane(const struct machine_thread *t, unsigned *lane)
{
    for (; *lane < MACHINE_LANES; ++*lane)
        if (t->dispatched >> *lane & 1)
            return true;
    return false;
}

static void say_item(struct ui_session *s, unsigned thread, unsigned lane, const char *name)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_thread t = ui_thread(s, thread);
    struct dbg_focus f = {thread, lane};
    char line[256] = "";
    if (t.queued) {
        cmd_say(s, "%s: %s\n", name, t.queued);
        return;
    }
    cmd_source_line(s, m->ops->lane_ip(m, thread, lane), line, sizeof line);
    cmd_say(s, "%s: %s.%s%u%s", name, t.name, m->traits->lane_mark, lane, t.ended ? ", ended" : "");
    if (!t.ended)
        cmd_say(s, " at 0x%08llx%s%s", (unsigned long long)m->ops->lane_ip(m, thread, lane),
                *line ? " " : "", line);
    cmd_say(s, "\n");
    if (!t.ended)
        s->focus = f;
}

bool cmd_item_name(const char *word, char name[UI_ITEM_NAME])
{
    unsigned id[3] = {0, 0, 0};
    char more;
    if (!*word || sscanf(word, "%u,%u,%u%c", &id[0], &id[1], &id[2], &more) > 3 ||
        strspn(word, "0123456789,") != strlen(word))
        return false;
    snprintf(name, UI_ITEM_NAME, "item %u,%u,%u ", id[0], id[1], id[2]);
    return true;
}

/* If several kernels have the item, that of the running kernel is preferred, then one that will
 * run. */
static int item_rank(const struct machine_thread *t)
{
    enum { ENDED = 1, WAITS, RUNS };
    return t->queued ? WAITS : t->ended ? ENDED : RUNS;
}

/* Finds the thread and lane whose name begins with @name; @full is its whole name. */
static bool find_item(struct ui_session *s, const char *name, struct dbg_focus *f,
                      char full[UI_ITEM_NAME])
{
    struct machine *m = dbg_machine(s->dbg);
    struct dbg_focus at;
    int best = 0;
    for (at.thread = 0; at.thread < m->ops->nthreads(m); at.thread++) {
        struct machine_thread info = ui_thread(s, at.thread);
        for (at.channel = 0; item_rank(&info) > best && next_lane(&info, &at.channel);
             at.channel++) {
            lane_name(m, at.thread, at.channel, full);
            if (strncmp(full, name, strlen(name)) != 0)
                continue;
            best = item_rank(&info);
            *f = at;
        }
    }
    lane_name(m, best ? f->thread : 0, best ? f->channel : 0, full);
    return best;
}

/* The item is in no thread: prints where it is instead, or that there is none. */
static bool is_elsewhere(struct ui_session *s, const char *name, const char *full,
                         char place[UI_ITEM_NAME])
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned id[3];
    if (m->ops->item_elsewhere && sscanf(name, "item %u,%u,%u", &id[0], &id[1], &id[2]) == 3 &&
        m->ops->item_elsewhere(m, id, place, UI_ITEM_NAME))
        return true;
    if (*full)
        cmd_say(s, "there is no work %.*s\n", (int)strlen(name) - 1, name);
    else
        cmd_say(s, "this is no launch of an OpenCL kernel: it has no work items\n");
    return false;
}

bool cmd_item_is_there(struct ui_session *s, const char *name)
{
    struct dbg_focus f;
    char full[UI_ITEM_NAME], place[UI_ITEM_NAME];
    return find_item(s, name, &f, full) || is_elsewhere(s, name, full, place);
}

bool cmd_ITEM(struct ui_session *s, int argc, char **argv)
{
    struct dbg_focus f;
    char name[UI_ITEM_NAME], full[UI_ITEM_NAME], place[UI_ITEM_NAME];
    if (argc != 2 || !cmd_item_name(argv[1], name))
        return cmd_usage(s, argv[0]);
    if (find_item(s, name, &f, full))
        say_item(s, f.thread, f.channel, full);
    else if (is_elsewhere(s, name, full, place))
        cmd_say(s, "%s\n", place);
    else
        return !*full; /* for a machine without work items this is no error */
    return true;
}

bool cmd_ITEMS(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned queued = 0, ended = 0;
    bool said = false;
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    for (unsigned t = 0; t < m->ops->nthreads(m); t++) {
        struct machine_thread info = ui_thread(s, t);
        char first[UI_ITEM_NAME], last[UI_ITEM_NAME];
        unsigned lane = 0;
        queued += info.queued != NULL;
        ended += info.ended && !info.queued;
        if (info.queued || info.ended || !next_lane(&info, &lane))
            continue;
        lane_name(m, t, lane, first);
        lane_name(m, t, info.width - 1, last);
        if (!*first)
            break;
        last[strcspn(last + 5, " ") + 5] = '\0';
        cmd_say(s, "%s %s to %s%s\n", info.name, first, last + 5, info.waiting ? ", waits" : "");
        said = true;
    }
    if (!said)
        cmd_say(s, "no work item is resident\n");
    if (queued || ended)
        cmd_say(s, "threads that wait for a slot: %u; ended: %u\n", queued, ended);
    return true;
}
