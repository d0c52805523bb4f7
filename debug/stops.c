/* Stops: the lane on which a stop is reported, its text, and the address of a lane. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "debug/dbg_impl.h"

struct machine_thread dbg_thread(struct dbg *dbg, unsigned thread)
{
    struct machine_thread info;
    dbg->m->ops->thread(dbg->m, thread, &info);
    return info;
}

unsigned dbg_lowest_lane(uint64_t channels)
{
    return channels ? (unsigned)__builtin_ctzll(channels) : 0;
}

/* Records which breakpoint fired. Returns those lanes of @on on which the stop may be reported. */
static uint64_t tell_fired(struct dbg *dbg, uint64_t on)
{
    struct dbg_stop *stop = &dbg->stop;
    uint64_t yes = dbg->verdict.channels & on;
    stop->client = dbg->verdict.client;
    stop->rest = dbg->eu_threads ? 0 : dbg->verdict.clients & on;
    stop->number = dbg->verdict.number;
    if (stop->number)
        breaks_say(&dbg->breaks, stop->number, yes, dbg_thread(dbg, stop->event.thread).name,
                   dbg->text, sizeof dbg->text);
    if (breaks_spend(&dbg->breaks, stop->event.ip))
        (void)dbg_tell_breaks(dbg); /* there are fewer than before, so this needs no memory */
    return yes ? yes : on;
}

/* Records whose watchpoint was accessed: the client's, or the number of the user's. */
static void tell_touched(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    stop->number =
        watches_hit(&dbg->watches, stop->event.watch.addr, stop->event.watch.access, &stop->client);
}

void dbg_report(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    struct machine_thread info = dbg_thread(dbg, stop->event.thread);
    bool own = stop->event.thread == dbg->focus.thread && dbg->focus.channel < info.width;
    unsigned selected = own ? dbg->focus.channel : dbg_lowest_lane(info.dispatched);
    bool step = own && stop->event.stop == MACHINE_STOP_STEP;
    uint64_t on = info.on_ip;

    stop->focus = (struct dbg_focus){stop->event.thread, selected};
    stop->masked = stop->client = stop->past = false;
    stop->number = stop->rest = 0;
    dbg->text[0] = 0;
    if (stop->event.stop == MACHINE_STOP_BREAKPOINT)
        on = tell_fired(dbg, on);
    else if (stop->event.stop == MACHINE_STOP_WATCH)
        tell_touched(dbg);
    if (!dbg->eu_threads && !step && !(on >> (selected & 63) & 1)) {
        stop->masked = !on;
        if (on)
            stop->focus.channel = dbg_lowest_lane(on);
    }
    stop->rest &= ~(UINT64_C(1) << (stop->focus.channel & 63));
}

bool dbg_next_channel(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    if (!stop->rest)
        return false;
    stop->focus.channel = dbg_lowest_lane(stop->rest);
    stop->rest &= stop->rest - 1;
    return true;
}

const struct dbg_stop *dbg_last(const struct dbg *dbg)
{
    return &dbg->stop;
}

/* Writes ": " and the text of the instruction at @addr; a comment that makes it too long is cut.
 * Writes nothing if there is no instruction. */
static void insn_text(struct dbg *dbg, uint64_t addr, char *buf, size_t n)
{
    enum { MOST = 70, WHOLE = 256 };
    char text[WHOLE] = "";
    if (dbg->m->ops->disassemble(dbg->m, addr, text, sizeof text) <= 0)
        return;
    char *comment = strlen(text) > MOST ? strstr(text, " // ") : NULL;
    if (comment)
        *comment = 0;
    snprintf(buf, n, ": %.70s", text);
}

/* Writes what stopped, where, at which instruction, and why. */
static void describe_stop(struct dbg *dbg)
{
    const struct dbg_stop *stop = &dbg->stop;
    const struct machine_event *ev = &stop->event;
    const struct machine_stop_info *row = &machine_stops[ev->stop];
    const char *subject = stop->past ? row->name : row->text;
    char watch[40], insn[80] = "";
    if (stop->number) {
        snprintf(watch, sizeof watch, "%s %u", row->name, stop->number);
        subject = watch;
    }
    if (!stop->past)
        insn_text(dbg, ev->ip, insn, sizeof insn);
    snprintf(dbg->text, sizeof dbg->text, "%s at 0x%08llx (thread %u)%s%s%s%s", subject,
             (unsigned long long)ev->ip, ev->thread, stop->past ? ", back in time" : "", insn,
             ev->why[0] ? ": " : "", ev->why);
}

const char *dbg_why(struct dbg *dbg)
{
    const struct machine_event *ev = &dbg->stop.event;
    const struct machine_stop_info *row = &machine_stops[ev->stop];
    if (dbg->text[0])
        return dbg->text;
    if (row->placed)
        describe_stop(dbg);
    else if (ev->stop == MACHINE_STOP_THREAD_END)
        snprintf(dbg->text, sizeof dbg->text, "thread %u ended at 0x%08llx", ev->gone,
                 (unsigned long long)dbg_thread(dbg, ev->gone).ip);
    else if (ev->stop == MACHINE_STOP_GOTO)
        snprintf(dbg->text, sizeof dbg->text, "thread %u at 0x%08llx", ev->thread,
                 (unsigned long long)ev->ip);
    else
        snprintf(dbg->text, sizeof dbg->text, "%s", ev->why[0] ? ev->why : row->text);
    return dbg->text;
}

unsigned dbg_signal(const struct dbg_stop *stop)
{
    return stop->event.signal ? stop->event.signal : machine_stops[stop->event.stop].signal;
}

bool dbg_placed(const struct dbg *dbg)
{
    enum machine_stop stop = dbg->stop.event.stop;
    return stop == MACHINE_STOP_NONE || stop == MACHINE_STOP_GOTO;
}

bool dbg_ended(const struct dbg *dbg)
{
    return dbg->stop.event.stop == MACHINE_STOP_DONE;
}

/* --- files that have changed --- */
static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

bool dbg_outdated(struct dbg *dbg, char *buf, size_t n)
{
    struct machine_program p;
    struct stat st;
    for (unsigned i = 0; dbg->m->ops->program && dbg->m->ops->program(dbg->m, i, &p); i++)
        if (p.path && stat(p.path, &st) == 0 && S_ISREG(st.st_mode) &&
            is_later(st.st_mtim, dbg->made)) {
            snprintf(buf, n, "%s has changed since it was read; start eulab again to run it\n",
                     p.path);
            return true;
        }
    return false;
}

/* --- the address of a channel --- */
bool dbg_same_focus(struct dbg_focus a, struct dbg_focus b)
{
    return a.thread == b.thread && a.channel == b.channel;
}

uint64_t dbg_pc(struct dbg *dbg, struct dbg_focus f)
{
    struct machine_thread info = dbg_thread(dbg, f.thread);
    bool ended = info.ended && !info.queued;
    if (!ended && (dbg->eu_threads || (dbg->stop.masked && dbg_same_focus(dbg->stop.focus, f))))
        return info.ip;
    return dbg->m->ops->lane_ip(dbg->m, f.thread, f.channel);
}

unsigned dbg_frame_lane(const struct dbg *dbg, struct dbg_focus f)
{
    bool of_thread = dbg->eu_threads || (dbg->stop.masked && dbg_same_focus(dbg->stop.focus, f));
    return of_thread ? MACHINE_LANES : f.channel;
}

int dbg_set_pc(struct dbg *dbg, struct dbg_focus f, uint64_t pc)
{
    const struct machine_reg *r = dbg->eu_threads ? dbg->thread_pc : dbg->lane_pc;
    if (!r)
        return -MACHINE_ERR_UNKNOWN;
    int rc = dbg_reg_write(dbg, f, r, &pc);
    if (rc)
        return rc;
    dbg->stop.masked &= !dbg_same_focus(dbg->stop.focus, f);
    dbg->stop.rest = 0;
    return 0;
}

size_t dbg_describe(struct dbg *dbg, struct dbg_focus f, char *buf, size_t n)
{
    struct machine_thread info = dbg_thread(dbg, f.thread);
    bool active = dbg->eu_threads || info.on_ip >> (f.channel & 63) & 1;
    const char *state = info.queued    ? info.queued
                        : info.ended   ? "ended"
                        : info.waiting ? "waiting"
                        : active       ? "active"
                                       : dbg->m->traits->masked;
    snprintf(buf, n, "%s%s%s simd%u ip=0x%llx", state, info.in_routine ? " " : "",
             info.in_routine ? dbg->m->traits->in_routine : "", info.width,
             (unsigned long long)info.ip);
    return strlen(buf);
}
