/* Commands that change what the machine does next, or move it to another moment. */
#include "ui/cmd_impl.h"

#include <stdio.h>
#include <string.h>

#include "ui/near.h"

/* --- exceptions --- */
/* Finds the kind of that name; -1: a message lists the kinds, or says that there are none. */
static int kind_of(struct ui_session *s, const char *word)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_exception *e;
    struct ui_near near = {.word = word};
    if (!m->ops->exception) {
        cmd_say(s, "this machine has no exceptions\n");
        return -1;
    }
    for (unsigned k = 0; (e = m->ops->exception(m, k)); k++) {
        if (strcmp(e->name, word) == 0)
            return (int)k;
        ui_near_try(&near, e->name);
    }
    cmd_say(s, "%s\n", ui_near_none(&near));
    return -1;
}

bool cmd_raise_in(struct ui_session *s, unsigned kind, uint32_t first, uint32_t end)
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned n = 0;
    for (uint32_t t = first; m->ops->raise && t < end; t++)
        n += !m->ops->raise(m, t, kind);
    dbg_changed(s->dbg);
    cmd_say(s, "%s latched in %u thread%s\n", m->ops->exception(m, kind)->name, n,
            n == 1 ? "" : "s");
    return true;
}

bool cmd_RAISE(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    int kind = kind_of(s, argv[1]);
    return kind >= 0 && cmd_threads(s, argc, argv, 2, &first, &end) &&
           cmd_raise_in(s, (unsigned)kind, first, argc > 2 ? end : 1);
}

bool cmd_CATCH(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_exception *e;
    if (!m->ops->set_catches) {
        cmd_say(s, "this machine has no handler of exceptions\n");
        return false;
    }
    uint64_t kinds = m->ops->catches(m);
    for (int i = 1; i < argc; i++) {
        int kind = -1;
        if (strcmp(argv[i], "all") == 0)
            for (unsigned k = 0; m->ops->exception(m, k); k++)
                kinds |= UINT64_C(1) << k;
        else if (strcmp(argv[i], "none") == 0)
            kinds = 0;
        else if ((kind = kind_of(s, argv[i])) >= 0)
            kinds |= UINT64_C(1) << kind;
        else
            return false;
        m->ops->set_catches(m, kinds);
    }
    cmd_say(s, "catch:%s", kinds ? "" : " none");
    for (unsigned k = 0; (e = m->ops->exception(m, k)); k++)
        if (kinds >> k & 1)
            cmd_say(s, " %s", e->name);
    cmd_say(s, "\n");
    return true;
}

/* --- moments --- */
bool cmd_has_history(struct ui_session *s)
{
    if (!dbg_time(s->dbg))
        cmd_say(s, "no history is kept (--history)\n");
    return dbg_time(s->dbg);
}

bool cmd_CHECKPOINT(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    if (!cmd_has_history(s))
        return false;
    int n = dbg_time_checkpoint(dbg_time(s->dbg));
    if (n < 0)
        cmd_say(s, "%s\n", machine_strerror(n));
    else
        cmd_say(s, "checkpoint %d after %llu instructions\n", n,
                (unsigned long long)ui_when(s).insts);
    return n > 0;
}

static bool go_to(struct ui_session *s, struct machine_when when)
{
    int rc = dbg_goto(s->dbg, when);
    struct dbg_time_span span;
    dbg_time_span(dbg_time(s->dbg), &span);
    if (rc == -MACHINE_ERR_RANGE)
        cmd_say(s, "history is from %llu to %llu, and runs on by at most %d\n",
                (unsigned long long)span.begin.insts, (unsigned long long)span.end.insts,
                DBG_GOTO_MOST);
    else if (rc)
        cmd_say(s, "%s\n", machine_strerror(rc));
    else
        cmd_say(s, "%llu instructions; thread %u at 0x%08llx%s%s%s\n",
                (unsigned long long)span.now.insts, dbg_last(s->dbg)->event.thread,
                (unsigned long long)dbg_last(s->dbg)->event.ip, dbg_placed(s->dbg) ? "" : ": ",
                dbg_placed(s->dbg) ? "" : dbg_why(s->dbg), cmd_flush(s));
    if (rc == 0)
        cmd_stood(s);
    return rc == 0;
}

bool cmd_RESTART(struct ui_session *s, int argc, char **argv)
{
    uint64_t n;
    struct machine_when when;
    if (argc != 2 || !ui_parse_number(argv[1], UINT32_MAX, &n))
        return cmd_usage(s, argv[0]);
    if (!cmd_has_history(s))
        return false;
    if (dbg_time_checkpoint_at(dbg_time(s->dbg), (unsigned)n, &when) == 0)
        return go_to(s, when);
    cmd_say(s, "no checkpoint %u, or what was ahead then has been changed\n", (unsigned)n);
    return false;
}

bool cmd_GOTO(struct ui_session *s, int argc, char **argv)
{
    struct machine_when when = {0};
    if (argc != 2 || !ui_parse_number(argv[1], UINT64_MAX, &when.insts))
        return cmd_usage(s, argv[0]);
    return cmd_has_history(s) && go_to(s, when);
}

bool cmd_RESET(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    if (dbg_reset(s->dbg)) {
        cmd_say(s, "out of memory\n");
        return false;
    }
    char text[512];
    if (dbg_outdated(s->dbg, text, sizeof text))
        cmd_say(s, "%s", text);
    cmd_say(s, "at the first instruction%s\n", cmd_flush(s));
    cmd_stood(s);
    return true;
}
