/* Commands that resume the machine, forward and back, and select a thread and a channel. */
#include "ui/cmd_impl.h"

#include <string.h>

enum { SLICE = 65536 }; /* instructions between two checks for Ctrl-C */

void ui_run_on(struct ui_session *s)
{
    const struct ui_fellow *f = s->fellow;
    if (s->interrupts &&
        *s->interrupts != s->seen) /* an interrupt before the run could be stopped */
        dbg_interrupt(s->dbg);
    do {
        if (f && f->called(f->ctx))
            dbg_interrupt(s->dbg);
    } while (!dbg_run(s->dbg, SLICE));
}

/* --- stops --- */
const char *cmd_flush(const struct ui_session *s)
{
    return s->run ? "" : "; without eulab-gdb.py: maint flush register-cache";
}

void cmd_stood(struct ui_session *s)
{
    s->next_x = s->next_dis = s->next_list = 0;
    s->focus = dbg_last(s->dbg)->focus;
    if (s->run && !dbg_ended(s->dbg)) {
        ui_show_place(s);
        cmd_say_displays(s);
    }
}

bool cmd_alive(struct ui_session *s)
{
    if (dbg_ended(s->dbg))
        cmd_say(s, "all threads have ended; `run` begins again\n");
    return !dbg_ended(s->dbg);
}

static const struct machine_event *last_event(struct ui_session *s)
{
    return &dbg_last(s->dbg)->event;
}

static bool stopped_by(struct ui_session *s, enum machine_stop stop)
{
    return last_event(s)->stop == stop;
}

/* Whether the guest ended in another way than by EOT. With a System Routine, `catch` causes an
 * exception's stop: the guest can continue. */
static bool is_fault(struct ui_session *s)
{
    const struct machine_event *ev = last_event(s);
    if (ev->stop == MACHINE_STOP_EXCEPTION)
        return !ev->exception.caught;
    return machine_stops[ev->stop].fault;
}

/* Prints why the machine stopped, unless that was the command's aim, and where. */
static bool tell_stop(struct ui_session *s, bool reached)
{
    s->fault = is_fault(s);
    if (!reached && !stopped_by(s, MACHINE_STOP_STEP))
        cmd_say(s, "%s\n", dbg_why(s->dbg));
    cmd_stood(s);
    return true;
}

void ui_show_stop(struct ui_session *s)
{
    tell_stop(s, false);
    s->fault = false;
}

static void run(struct ui_session *s)
{
    s->run(s);
    s->focus = dbg_last(s->dbg)->focus;
}

static void resume(struct ui_session *s, bool step)
{
    dbg_resume(s->dbg, s->focus, step, false, 0, 0);
    run(s);
}

/* --- forward --- */
bool cmd_CONTINUE(struct ui_session *s, int argc, char **argv)
{
    uint64_t n;
    if (!cmd_count_arg(s, argc, argv, 1, &n) || !cmd_alive(s))
        return false;
    while (n--) {
        resume(s, false);
        if (is_fault(s) || dbg_ended(s->dbg) || stopped_by(s, MACHINE_STOP_INTERRUPT))
            break;
    }
    return tell_stop(s, false);
}

bool cmd_RUN(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    if (!stopped_by(s, MACHINE_STOP_NONE) && dbg_reset(s->dbg)) {
        cmd_say(s, "out of memory\n");
        return false;
    }
    s->again[0] = '\0';
    s->focus = dbg_last(s->dbg)->focus;
    resume(s, false);
    return tell_stop(s, false);
}

struct dbg_focus cmd_on_ip(struct ui_session *s, unsigned thread)
{
    uint64_t on = ui_thread(s, thread).on_ip;
    if (thread == s->focus.thread && (!on || on >> s->focus.channel & 1))
        return s->focus;
    return (struct dbg_focus){thread, on ? (unsigned)__builtin_ctzll(on) : 0};
}

/* Steps the channel in focus or, with @thread, a channel on IP. */
static bool steps(struct ui_session *s, uint64_t n, bool thread, bool (*one)(struct ui_session *s))
{
    struct dbg_focus chosen = s->focus;
    while (n--) {
        if (thread)
            s->focus = cmd_on_ip(s, s->focus.thread);
        if (!one(s))
            break;
    }
    bool own = s->focus.thread == chosen.thread;
    tell_stop(s, n == UINT64_MAX);
    if (thread && own) /* the selected channel stays selected */
        s->focus = chosen;
    return true;
}

/* Steps as a client does: breakpoints and catches stop it, and history records it. */
bool cmd_step_thread(struct ui_session *s, unsigned thread)
{
    enum { MOST = 100000, SLICES = 100 };
    unsigned slices = 0;
    dbg_resume(s->dbg, cmd_on_ip(s, thread), true, false, 0, 0);
    while (slices < SLICES && !dbg_run(s->dbg, MOST))
        slices++;
    if (slices == SLICES) /* this thread waits for threads that never finish */
        dbg_interrupt(s->dbg), (void)dbg_run(s->dbg, 1);
    return stopped_by(s, MACHINE_STOP_STEP) && !ui_thread(s, thread).ended;
}

/* Whether an instruction begins another line than @was. Instructions without a line belong to the
 * line before. Prologues of functions are skipped, as in gdb. */
static bool begins_other_line(struct ui_session *s, uint64_t ip, const struct machine_line *was)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_line now;
    return m->ops->line_at(m, ip, &now) && now.line && !now.prologue &&
           (now.line != was->line || strcmp(now.file, was->file) != 0);
}

/* gdb cannot be told that a thread has ended by itself. */
static bool at_last_instruction(struct ui_session *s, unsigned thread)
{
    struct machine *m = dbg_machine(s->dbg);
    return m->ops->ends && m->ops->ends(m, ui_thread(s, thread).ip);
}

static void say_thread_at(struct ui_session *s, unsigned thread, const char *why)
{
    struct machine_thread info = ui_thread(s, thread);
    char line[160] = "";
    cmd_source_line(s, info.ip, line, sizeof line);
    cmd_say(s, "thread %u is at 0x%08llx%s%s, lanes 0x%llx%s%s%s\n", thread,
            (unsigned long long)info.ip, *line ? ", " : "", line, (unsigned long long)info.on_ip,
            *why ? ": " : "", why, cmd_flush(s));
}

bool cmd_STEP_LINE(struct ui_session *s, int argc, char **argv)
{
    enum { MOST = 1000000 };
    struct machine *m = dbg_machine(s->dbg);
    uint32_t thread = s->focus.thread, end;
    struct dbg_focus chosen = s->focus;
    struct machine_line was = {.file = ""};
    if ((argc > 1 && !cmd_threads(s, argc, argv, 1, &thread, &end)) || !cmd_alive(s))
        return false;
    if (ui_thread(s, thread).ended) {
        cmd_say(s, "thread %u has ended\n", thread);
        return false;
    }
    bool source = m->ops->line_at && m->ops->line_at(m, ui_thread(s, thread).ip, &was);
    bool on = true, last = at_last_instruction(s, thread);
    for (unsigned i = 0; i < MOST && on && !last; i++) {
        on = cmd_step_thread(s, thread);
        if (!source || begins_other_line(s, ui_thread(s, thread).ip, &was))
            break;
        last = at_last_instruction(s, thread);
    }
    say_thread_at(s, thread, !on ? dbg_why(s->dbg) : last ? "its last instruction" : "");
    cmd_stood(s);
    if (chosen.thread == thread)
        s->focus = chosen;
    return on;
}

static bool step_one(struct ui_session *s)
{
    resume(s, true);
    return stopped_by(s, MACHINE_STOP_STEP);
}

bool cmd_STEP(struct ui_session *s, int argc, char **argv)
{
    uint64_t n;
    size_t len = argc > 1 ? strlen(argv[1]) : 0;
    bool thread = len && strncmp("thread", argv[1], len) == 0;
    bool channel = len && strncmp("channel", argv[1], len) == 0;
    if (!cmd_count_arg(s, argc, argv, thread || channel ? 2 : 1, &n) || !cmd_alive(s))
        return false;
    return steps(s, n, thread, step_one);
}

static bool next_one(struct ui_session *s)
{
    unsigned thread = s->focus.thread;
    dbg_next(s->dbg, s->focus);
    run(s);
    return stopped_by(s, MACHINE_STOP_STEP) && s->focus.thread == thread;
}

bool cmd_NEXT(struct ui_session *s, int argc, char **argv)
{
    uint64_t n;
    if (!cmd_count_arg(s, argc, argv, 1, &n) || !cmd_alive(s))
        return false;
    return steps(s, n, false, next_one);
}

static bool finish(struct ui_session *s, int (*begin)(struct dbg *dbg, struct dbg_focus focus))
{
    unsigned thread = s->focus.thread;
    const char *handler = dbg_machine(s->dbg)->traits->handler;
    bool routine = ui_thread(s, thread).in_routine;
    int rc = begin(s->dbg, s->focus);
    if (rc == -MACHINE_ERR_UNAVAILABLE)
        cmd_say(s, "thread %u is in no call%s%s\n", s->focus.thread, handler ? ", nor in " : "",
                handler ? handler : "");
    else if (rc)
        cmd_say(s, "%s\n", machine_strerror(rc));
    if (rc)
        return false;
    run(s);
    if (routine && stopped_by(s, MACHINE_STOP_STEP) && !ui_thread(s, thread).in_routine)
        cmd_say(s, "thread %u is back at 0x%08llx\n", thread,
                (unsigned long long)last_event(s)->ip);
    return tell_stop(s, false);
}

bool cmd_FINISH(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    return cmd_alive(s) && finish(s, dbg_finish);
}

bool cmd_UNTIL(struct ui_session *s, int argc, char **argv)
{
    uint64_t addr;
    unsigned line;
    if (argc != 2)
        return cmd_usage(s, argv[0]);
    if (!cmd_location(s, argv[1], &addr, &line) || !cmd_alive(s))
        return false;
    unsigned align = dbg_machine(s->dbg)->traits->insn_align;
    if (addr % align) {
        cmd_say(s, "0x%08llx is no multiple of %u: no instruction begins there\n",
                (unsigned long long)addr, align);
        return false;
    }
    char why[96];
    if (dbg_break_cannot(s->dbg, addr, why, sizeof why)) {
        cmd_say(s, "0x%08llx: %s\n", (unsigned long long)addr, why);
        return false;
    }
    int rc = dbg_until(s->dbg, s->focus, addr);
    if (rc) {
        cmd_say(s, "0x%08llx: %s\n", (unsigned long long)addr, machine_strerror(rc));
        return false;
    }
    run(s);
    return tell_stop(s, false);
}

/* --- back --- */
enum how_back { BACK_STEP, BACK_NEXT, BACK_RUN };

/* After the end of the program, the first step back goes to its last instruction. */
static bool reverse(struct ui_session *s, uint64_t n, enum how_back how)
{
    const uint64_t insts = ui_when(s).insts;
    if (how != BACK_RUN && dbg_ended(s->dbg) && insts) {
        int rc = dbg_goto(s->dbg, (struct machine_when){insts - 1, 0});
        if (rc) {
            cmd_say(s, "%s\n", machine_strerror(rc));
            return false;
        }
        s->focus = dbg_last(s->dbg)->focus;
        if (!--n)
            return tell_stop(s, true);
    }
    while (n--) {
        if (how == BACK_NEXT)
            dbg_reverse_next(s->dbg, s->focus);
        else
            dbg_reverse(s->dbg, s->focus, how == BACK_STEP);
        s->run(s);
        s->focus = dbg_last(s->dbg)->focus;
        if (!stopped_by(s, MACHINE_STOP_STEP))
            break;
    }
    return tell_stop(s, false);
}

static bool reverse_steps(struct ui_session *s, int argc, char **argv, enum how_back how)
{
    uint64_t n;
    return cmd_count_arg(s, argc, argv, 1, &n) && cmd_has_history(s) && reverse(s, n, how);
}

bool cmd_BACK(struct ui_session *s, int argc, char **argv)
{
    return reverse_steps(s, argc, argv, BACK_STEP);
}

bool cmd_REVERSE_NEXT(struct ui_session *s, int argc, char **argv)
{
    return reverse_steps(s, argc, argv, BACK_NEXT);
}

bool cmd_REVERSE_CONTINUE(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    return cmd_has_history(s) && reverse(s, 1, BACK_RUN);
}

bool cmd_REVERSE_FINISH(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    return cmd_has_history(s) && finish(s, dbg_reverse_finish);
}

/* --- the focus --- */
static bool select_channel(struct ui_session *s, struct dbg_focus f)
{
    uint64_t all = ui_thread(s, f.thread).dispatched;
    if (!(all >> f.channel & 1)) {
        cmd_say(s, "no channel %u: 0x%08llx were enabled at dispatch\n", f.channel,
                (unsigned long long)all);
        return false;
    }
    s->focus = f;
    s->next_dis = s->next_list = 0;
    ui_show_place(s);
    return true;
}

bool cmd_THREAD(struct ui_session *s, int argc, char **argv)
{
    uint32_t t = s->focus.thread, end;
    if (argc == 2 && strchr(argv[1], '.')) {
        struct dbg_focus f;
        return cmd_focus(s, argv[1], &f) && select_channel(s, f);
    }
    if (argc > 1 && !cmd_threads(s, argc, argv, 1, &t, &end))
        return false;
    if (t != s->focus.thread) {
        struct machine_thread info = ui_thread(s, t);
        uint64_t from = info.on_ip ? info.on_ip : info.dispatched;
        s->focus = (struct dbg_focus){t, from ? (unsigned)__builtin_ctzll(from) : 0};
        s->next_dis = s->next_list = 0;
    }
    ui_show_place(s);
    return true;
}

bool cmd_CHANNEL(struct ui_session *s, int argc, char **argv)
{
    uint64_t n = s->focus.channel;
    if (argc > 2 ||
        (argc == 2 && !ui_parse_number(argv[1], dbg_machine(s->dbg)->traits->lanes - 1, &n)))
        return cmd_usage(s, argv[0]);
    if (argc == 2)
        return select_channel(s, (struct dbg_focus){s->focus.thread, (unsigned)n});
    ui_show_place(s);
    return true;
}

bool cmd_QUIT(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    s->quit = true;
    return true;
}
