/* Commands that run the machine, or change what it does next. */
#include "ui/cmd_impl.h"

#include <stdio.h>
#include <string.h>

#include "exception/exception.h"
#include "ui/near.h"
#include "eu/cli/run.h"

static void raise_in(struct ui_session *s, enum exc_kind kind, uint32_t first, uint32_t end)
{
    unsigned n = 0;
    for (uint32_t t = first; t < end; t++)
        n += !exc_raise(s->eu, &s->eu->threads[t], kind);
    dbg_changed(s->dbg);
    cmd_say(s, "%s latched in %u thread%s\n", exc_table[kind].name, n, n == 1 ? "" : "s");
}

static void say_kinds(struct ui_session *s, const char *word)
{
    struct ui_near near = {.word = word};
    for (unsigned k = 0; k < EXC_COUNT; k++)
        ui_near_try(&near, exc_table[k].name);
    cmd_say(s, "%s\n", ui_near_none(&near));
}

/* What has no status bit to latch is a command of its own, for one thread. */
static bool of_context(struct ui_session *s, int argc, char **argv, const char *name,
                       bool (*command)(struct ui_session *s, int argc, char **argv))
{
    char first[] = "0", word[16];
    snprintf(word, sizeof word, "%s", name);
    return command(s, 2, (char *[]){word, argc > 2 ? argv[2] : first, NULL});
}

bool cmd_RAISE(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    int kind = argc > 1 ? exc_by_name(argv[1]) : -1;
    if (argc > 1 && kind < 0)
        say_kinds(s, argv[1]);
    if (kind < 0)
        return cmd_usage(s, argv[0]);
    if (kind == EXC_CONTEXT_SAVE)
        return of_context(s, argc, argv, "preempt", cmd_PREEMPT);
    if (kind == EXC_CONTEXT_RESTORE)
        return of_context(s, argc, argv, "restore", cmd_RESTORE);
    if (!cmd_threads(s, argc, argv, 2, &first, &end))
        return false;
    raise_in(s, (enum exc_kind)kind, first, argc > 2 ? end : 1);
    return true;
}

bool cmd_HALT(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!cmd_threads(s, argc, argv, 1, &first, &end))
        return false;
    raise_in(s, EXC_EXTERNAL_HALT, first, end);
    return true;
}

bool cmd_CATCH(struct ui_session *s, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int kind = exc_by_name(argv[i]);
        if (strcmp(argv[i], "all") == 0)
            s->eu->catches = (1u << EXC_COUNT) - 1;
        else if (strcmp(argv[i], "none") == 0)
            s->eu->catches = 0;
        else if (kind >= 0)
            s->eu->catches |= 1u << kind;
        else
            return cmd_usage(s, argv[0]);
    }
    cmd_say(s, "catch:%s", s->eu->catches ? "" : " none");
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (s->eu->catches >> k & 1)
            cmd_say(s, " %s", exc_table[k].name);
    cmd_say(s, "\n");
    return true;
}

static const char *why_not_preempted(const struct eu *eu, const struct eu_thread *t, int err)
{
    return !eu->has_sip ? "there is no System Routine to save its context"
           : err == -EU_ERR_BUSY
               ? "a saved context has its slot's save area, or a thread depends on it"
           : exc_saved(t)      ? "it is saved"
           : exc_preempting(t) ? "it is being preempted"
                               : NULL;
}

bool cmd_PREEMPT(struct ui_session *s, int argc, char **argv)
{
    uint32_t t, end;
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    if (!cmd_threads(s, argc, argv, 1, &t, &end))
        return false;
    const struct eu_thread *th = &s->eu->threads[t];
    int err = exc_preempt(s->eu, &s->eu->threads[t]);
    if (err) {
        const char *why = why_not_preempted(s->eu, th, err);
        cmd_say(s, "thread %u cannot be preempted: %s%s\n", t, why ? "" : "it is ",
                why ? why : eu_thread_status_name(th));
        return false;
    }
    dbg_changed(s->dbg);
    cmd_say(s, "thread %u is preempted; it leaves slot %u when its context is saved\n", t,
            th->slot);
    return true;
}

static bool restore_slot(struct ui_session *s, int argc, char **argv, struct eu_thread *t, int *err)
{
    uint64_t slot;
    uint32_t slots = eu_slot_count(s->eu);
    if (argc < 3) {
        *err = exc_restore(s->eu, t);
        return true;
    }
    if (!ui_parse_number(argv[2], slots - 1, &slot)) {
        cmd_say(s, "no slot '%.20s': there are %u, from 0\n", argv[2], slots);
        return false;
    }
    *err = exc_restore_in(s->eu, t, (uint32_t)slot);
    return true;
}

bool cmd_RESTORE(struct ui_session *s, int argc, char **argv)
{
    uint32_t t, end;
    char name[24];
    int err;
    if (argc < 2 || argc > 3)
        return cmd_usage(s, argv[0]);
    if (!cmd_threads(s, 2, argv, 1, &t, &end) ||
        !restore_slot(s, argc, argv, &s->eu->threads[t], &err))
        return false;
    if (err) {
        cmd_say(s,
                err == -EU_ERR_BUSY ? "thread %u cannot be restored: the slot is taken\n"
                                    : "thread %u has no saved context\n",
                t);
        return false;
    }
    dbg_changed(s->dbg);
    cmd_say(s, "thread %u starts as %s in the System Routine to restore its context%s\n", t,
            eu_thread_name(&s->eu->threads[t], name, sizeof name), cmd_flush(s));
    return true;
}

bool cmd_ATTENTION(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end, n = 0;
    bool clear = argc > 1 && strcmp(argv[1], "clear") == 0;
    if (argc > 1 && !clear)
        return cmd_usage(s, argv[0]);
    if (!cmd_threads(s, argc, argv, 2, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        struct eu_thread *th = &s->eu->threads[t];
        char name[24];
        if (!exc_attention(th))
            continue;
        eu_thread_name(th, name, sizeof name);
        cmd_say(s, "thread %u %s: attention%s, `wait n1` at 0x%08x\n", t, name,
                clear ? " cleared" : "", th->ip);
        if (clear)
            exc_notify(s->eu, th, 1);
        n++;
    }
    if (clear && n)
        dbg_changed(s->dbg);
    if (!n)
        cmd_say(s, "no attention\n");
    return true;
}

bool cmd_MATCH(struct ui_session *s, int argc, char **argv)
{
    char why[160], *equals = argc == 2 ? strchr(argv[1], '=') : NULL;
    if (argc == 2 && strcmp(argv[1], "off") == 0)
        s->eu->match_on = 0;
    else if (!equals)
        return cmd_usage(s, argv[0]);
    else {
        *equals = 0;
        if (!ui_machine_match(s->machine, argv[1], equals + 1, why, sizeof why)) {
            cmd_say(s, "%s\n", why);
            return false;
        }
    }
    for (uint32_t t = 0; t < s->eu->nthreads; t++)
        exc_update_attention(s->eu, &s->eu->threads[t]);
    dbg_changed(s->dbg);
    return true;
}

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
        cmd_say(s, "%s\n", eu_strerror(n));
    else
        cmd_say(s, "checkpoint %d after %llu instructions\n", n, (unsigned long long)s->eu->insts);
    return n > 0;
}

static bool go_to(struct ui_session *s, struct machine_when when)
{
    int rc = dbg_goto(s->dbg, when);
    struct dbg_time_span span;
    dbg_time_span(dbg_time(s->dbg), &span);
    if (rc == -EU_ERR_RANGE)
        cmd_say(s, "history is from %llu to %llu, and runs on by at most %d\n",
                (unsigned long long)span.begin.insts, (unsigned long long)span.end.insts,
                DBG_GOTO_MOST);
    else if (rc)
        cmd_say(s, "%s\n", eu_strerror(rc));
    else
        cmd_say(s, "%llu instructions; thread %u at 0x%08llx%s%s%s\n",
                (unsigned long long)span.now.insts, dbg_last(s->dbg)->event.thread,
                (unsigned long long)dbg_last(s->dbg)->event.ip, dbg_placed(s->dbg) ? "" : ": ",
                dbg_placed(s->dbg) ? "" : dbg_why(s->dbg), cmd_flush(s));
    if (rc == 0)
        cmd_stood(s);
    return rc == 0;
}

/* Instruction by instruction, as a client's step: breakpoints and catches stop it, and history
 * knows. A visit that is entered again at once is not over. */
bool cmd_SIP_RETURN(struct ui_session *s, int argc, char **argv)
{
    enum { MOST = 1000000, SLICE = 100000, SLICES = 100 };
    const struct dbg_stop *last = dbg_last(s->dbg);
    uint32_t thread = s->focus.thread, end;
    if (argc > 1 && !cmd_threads(s, argc, argv, 1, &thread, &end))
        return false;
    const struct eu_thread *t = &s->eu->threads[thread];
    if (!exc_in_routine(t)) {
        cmd_say(s, "thread %u is not in the System Routine\n", thread);
        return false;
    }
    for (unsigned i = 0; i < MOST && exc_in_routine(t); i++) {
        unsigned slices = 0;
        dbg_resume(s->dbg, cmd_on_ip(s, thread), true, false, 0, 0);
        while (slices < SLICES && !dbg_run(s->dbg, SLICE))
            slices++;
        if (slices == SLICES) /* it waits for the others, who do not come to an end */
            dbg_interrupt(s->dbg), (void)dbg_run(s->dbg, 1);
        if (last->event.stop != MACHINE_STOP_STEP)
            break;
    }
    bool out = !exc_in_routine(t);
    cmd_say(s, "thread %u is %s at 0x%08x%s%s%s\n", thread,
            out ? "back" : "still in the System Routine", t->ip, out ? "" : ": ",
            out ? "" : dbg_why(s->dbg), cmd_flush(s));
    cmd_stood(s);
    return out;
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
    cmd_say(s, "at the first instruction%s\n", cmd_flush(s));
    cmd_stood(s);
    return true;
}
