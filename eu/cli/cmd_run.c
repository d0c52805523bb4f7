/* Commands of an EU that change what it does next: contexts, comparators, the System Routine. */
#include <stdio.h>
#include <string.h>

#include "eu/cli/cmds.h"
#include "eu/cli/regkeys.h"
#include "eu/cli/trace.h"
#include "exception/exception.h"

/* An exception without a status bit has a command of its own, which takes one thread. */
static bool of_context(struct ui_session *s, int argc, char **argv, const char *name,
                       bool (*command)(struct ui_session *s, int argc, char **argv))
{
    char first[] = "0", word[16];
    snprintf(word, sizeof word, "%s", name);
    return command(s, 2, (char *[]){word, argc > 2 ? argv[2] : first, NULL});
}

bool eu_cmd_RAISE(struct ui_session *s, int argc, char **argv)
{
    int kind = argc > 1 ? exc_by_name(argv[1]) : -1;
    if (kind == EXC_CONTEXT_SAVE)
        return of_context(s, argc, argv, "preempt", eu_cmd_PREEMPT);
    if (kind == EXC_CONTEXT_RESTORE)
        return of_context(s, argc, argv, "restore", eu_cmd_RESTORE);
    return cmd_RAISE(s, argc, argv);
}

bool eu_cmd_HALT(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!cmd_threads(s, argc, argv, 1, &first, &end))
        return false;
    return cmd_raise_in(s, EXC_EXTERNAL_HALT, first, end);
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

/* Reads "group N" into *@group. False: it is something else, or N is wrong and a message was
 * printed. */
static bool of_group(struct ui_session *s, int argc, char **argv, uint32_t *group)
{
    const struct eu *eu = eu_of(s);
    uint32_t last = eu->nthreads ? eu->threads[eu->nthreads - 1].group : 0;
    uint64_t v;
    if (argc != 3 || strcmp(argv[1], "group") != 0)
        return false;
    *group = UINT32_MAX;
    if (ui_parse_number(argv[2], last, &v))
        *group = (uint32_t)v;
    else
        cmd_say(s, "no thread group '%.20s': there are %u, from 0\n", argv[2], last + 1);
    return true;
}

/* Saves the group's living threads. SLM and barriers stay with the group meanwhile. */
static bool preempt_group(struct ui_session *s, uint32_t group)
{
    struct eu *eu = eu_of(s);
    unsigned n = 0, stay = 0;
    const char *why = NULL;
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        struct eu_thread *t = &eu->threads[i];
        if (t->group != group || !eu_thread_lives(t))
            continue;
        int err = exc_preempt(eu, t);
        why = err ? why_not_preempted(eu, t, err) : why;
        n += !err;
        stay += err != 0;
    }
    dbg_changed(s->dbg);
    if (n || stay)
        cmd_say(s, "group %u: %u threads are preempted; each leaves its slot when it is saved\n",
                group, n);
    else
        cmd_say(s, "group %u: no thread of it runs\n", group);
    if (stay)
        cmd_say(s, "%u cannot be: %s\n", stay, why ? why : "not now");
    return n && !stay;
}

bool eu_cmd_PREEMPT(struct ui_session *s, int argc, char **argv)
{
    struct eu *eu = eu_of(s);
    uint32_t t, end, group;
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    if (of_group(s, argc, argv, &group))
        return group != UINT32_MAX && preempt_group(s, group);
    if (!cmd_threads(s, argc, argv, 1, &t, &end))
        return false;
    const struct eu_thread *th = &eu->threads[t];
    int err = exc_preempt(eu, &eu->threads[t]);
    if (err) {
        const char *why = why_not_preempted(eu, th, err);
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
    struct eu *eu = eu_of(s);
    uint64_t slot;
    uint32_t slots = eu_slot_count(eu);
    if (argc < 3) {
        *err = exc_restore(eu, t);
        return true;
    }
    if (!ui_parse_number(argv[2], slots - 1, &slot)) {
        cmd_say(s, "no slot '%.20s': there are %u, from 0\n", argv[2], slots);
        return false;
    }
    *err = exc_restore_in(eu, t, (uint32_t)slot);
    return true;
}

/* Restores the group's saved threads, each to the slot that it left or else to the lowest free
 * one. */
static bool restore_group(struct ui_session *s, uint32_t group)
{
    struct eu *eu = eu_of(s);
    unsigned n = 0, stay = 0;
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        struct eu_thread *t = &eu->threads[i];
        if (t->group != group || !exc_saved(t))
            continue;
        int err = exc_restore(eu, t);
        n += !err;
        stay += err != 0;
    }
    dbg_changed(s->dbg);
    cmd_say(s, "group %u: %u contexts start to come back\n", group, n);
    if (stay)
        cmd_say(s, "%u wait: no slot is free\n", stay);
    return n && !stay;
}

bool eu_cmd_RESTORE(struct ui_session *s, int argc, char **argv)
{
    struct eu *eu = eu_of(s);
    uint32_t t, end, group;
    char name[24];
    int err;
    if (argc < 2 || argc > 3)
        return cmd_usage(s, argv[0]);
    if (of_group(s, argc, argv, &group))
        return group != UINT32_MAX && restore_group(s, group);
    if (!cmd_threads(s, 2, argv, 1, &t, &end) ||
        !restore_slot(s, argc, argv, &eu->threads[t], &err))
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
            eu_thread_name(&eu->threads[t], name, sizeof name), cmd_flush(s));
    return true;
}

bool eu_cmd_ATTENTION(struct ui_session *s, int argc, char **argv)
{
    struct eu *eu = eu_of(s);
    uint32_t first, end, n = 0;
    bool clear = argc > 1 && strcmp(argv[1], "clear") == 0;
    if (argc > 1 && !clear)
        return cmd_usage(s, argv[0]);
    if (!cmd_threads(s, argc, argv, 2, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        struct eu_thread *th = &eu->threads[t];
        char name[24];
        if (!exc_attention(th))
            continue;
        eu_thread_name(th, name, sizeof name);
        cmd_say(s, "thread %u %s: attention%s, `wait n1` at 0x%08x\n", t, name,
                clear ? " cleared" : "", th->ip);
        if (clear)
            exc_notify(eu, th, 1);
        n++;
    }
    if (clear && n)
        dbg_changed(s->dbg);
    if (!n)
        cmd_say(s, "no attention\n");
    return true;
}

bool eu_cmd_MATCH(struct ui_session *s, int argc, char **argv)
{
    struct eu *eu = eu_of(s);
    char why[160], *equals = argc == 2 ? strchr(argv[1], '=') : NULL;
    if (argc == 2 && strcmp(argv[1], "off") == 0)
        eu->match_on = 0;
    else if (!equals)
        return cmd_usage(s, argv[0]);
    else {
        *equals = 0;
        if (!ui_machine_match(((struct eu_session *)s->own)->machine, argv[1], equals + 1, why,
                              sizeof why)) {
            cmd_say(s, "%s\n", why);
            return false;
        }
    }
    for (uint32_t t = 0; t < eu->nthreads; t++)
        exc_update_attention(eu, &eu->threads[t]);
    dbg_changed(s->dbg);
    return true;
}

/* Steps one instruction at a time. A visit that is entered again at once does not count as over. */
bool eu_cmd_SIP_RETURN(struct ui_session *s, int argc, char **argv)
{
    struct eu *eu = eu_of(s);
    enum { MOST = 1000000 };
    uint32_t thread = s->focus.thread, end;
    if (argc > 1 && !cmd_threads(s, argc, argv, 1, &thread, &end))
        return false;
    const struct eu_thread *t = &eu->threads[thread];
    if (!exc_in_routine(t)) {
        cmd_say(s, "thread %u is not in the System Routine\n", thread);
        return false;
    }
    for (unsigned i = 0; i < MOST && exc_in_routine(t); i++)
        if (!cmd_step_thread(s, thread))
            break;
    bool out = !exc_in_routine(t);
    cmd_say(s, "thread %u is %s at 0x%08x%s%s%s\n", thread,
            out ? "back" : "still in the System Routine", t->ip, out ? "" : ": ",
            out ? "" : dbg_why(s->dbg), cmd_flush(s));
    cmd_stood(s);
    return out;
}

/* --- logs --- */
bool eu_cmd_TRACE(struct ui_session *s, int argc, char **argv)
{
    struct eu *eu = eu_of(s);
    struct launch *launch = ((struct eu_session *)s->own)->launch;
    const char *name;
    for (int i = 1; i < argc; i++) {
        unsigned bit = launch_trace_bit(argv[i], strlen(argv[i]));
        bool off = strcmp(argv[i], "off") == 0;
        if ((!bit || bit == TRACE_REGS) && !off) /* only `run` traces registers */
            return cmd_usage(s, argv[0]);
        launch->trace = off ? 0 : launch->trace | bit;
    }
    ui_trace(eu, launch);
    cmd_say(s, "trace:");
    for (unsigned k = 0; (name = launch_trace_name(k)); k++)
        if (launch->trace >> k & 1)
            cmd_say(s, " %s", name);
    cmd_say(s, launch->trace ? "\n" : " off\n");
    return true;
}
