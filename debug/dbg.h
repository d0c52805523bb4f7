/* Run control for the host: what clients (stub, shell, screen) share over one machine. */
#ifndef EULAB_DEBUG_DBG_H
#define EULAB_DEBUG_DBG_H

#include "machine/machine.h"
#include "debug/time.h"

struct dbg;

/* The focus is a thread and a channel of it. */
struct dbg_focus {
    unsigned thread, channel;
};
struct dbg_stop {
    struct machine_event event;
    struct dbg_focus focus; /* that it is reported on: docs/design.md section 4, `rip` */
    bool masked;            /* no channel on IP: the focus' rip reads IP until the next resume */
    bool past;              /* found while going back in time */
    bool client;            /* a client's breakpoint or watchpoint is among those that fired */
    unsigned number;        /* the first of the user's that fired; 0: none */
    uint64_t
        rest; /* a client's breakpoint: lanes that it fired for and that were not reported yet */
};

struct dbg *dbg_new(struct machine *m, bool eu_threads); /* NULL: no memory. @m is borrowed. */
void dbg_free(struct dbg *dbg);
struct machine *dbg_machine(struct dbg *dbg);
bool dbg_eu_threads(const struct dbg *dbg); /* --gdb-threads=eu */

/* The last stop; before the first resume: NONE, at the first instruction. */
const struct dbg_stop *dbg_last(const struct dbg *dbg);
unsigned dbg_signal(const struct dbg_stop *stop); /* gdb's number */
bool dbg_ended(const struct dbg *dbg);
/* dbg_why - the last stop in words; never NULL. The text is valid until the next stop.
 * dbg_placed - whether it was no stop: the machine stands at the start, or dbg_goto() put it there.
 */
const char *dbg_why(struct dbg *dbg);
bool dbg_placed(const struct dbg *dbg);

/* dbg_pc - `rip` of a channel: IP when SPF=1 or with eu threads or when the masked stop is on it,
 * else PcIP. */
uint64_t dbg_pc(struct dbg *dbg, struct dbg_focus f);
/* dbg_frame_lane - the lane that the frame belongs to; MACHINE_LANES when dbg_pc() is the thread's.
 */
unsigned dbg_frame_lane(const struct dbg *dbg, struct dbg_focus f);
/* dbg_set_pc - moves the channel's PcIP (SPF, eu threads: IP). -MACHINE_ERR_RANGE unless a multiple
 * of 8. */
int dbg_set_pc(struct dbg *dbg, struct dbg_focus f, uint64_t pc);
/* "active", "masked", "waiting", "ended", with "in SIP", simd width and ip. Returns the length. */
size_t dbg_describe(struct dbg *dbg, struct dbg_focus f, char *buf, size_t n);

/* The condition of a breakpoint: the first member of its owner's structure. */
struct dbg_condition {
    /* Returns those of @channels that the condition holds for; 0: the thread goes on. It is asked
     * once for each visit, before the instruction is issued. @channels are those on IP, or, when
     * none is, the one that the stop would be reported on. @past: time is being searched backwards,
     * so the condition must change nothing. */
    uint64_t (*holds)(struct dbg_condition *c, unsigned thread, uint64_t channels, bool past);
    void (*free)(struct dbg_condition *c);
    const char *text; /* for a person: "if any r4 > 2" */
};
struct dbg_break {
    uint64_t addr;
    unsigned number;            /* 0: a client's own; else the user's, from 1 */
    struct dbg_condition *cond; /* NULL: it always fires */
    uint64_t visits, hits;      /* how often a thread came to it and it fired, going forward */
    bool off, once;             /* it never fires; it is gone after the stop that it makes */
    bool fired;                 /* at the last visit */
};
/* Host breakpoints, of any number; several may be at one address. dbg_break_insert,
 * dbg_break_remove: a client's; @cond (NULL: none) then belongs to the set and is freed with the
 * breakpoint. dbg_break_add: the user's, known by its number, which is returned;
 * dbg_break_delete takes it away; dbg_break_once makes it one for a single stop. 0, a number, or
 * -MACHINE_ERR_RANGE (no instruction's address), -MACHINE_ERR_NOMEM - @cond is still the caller's -
 * or -MACHINE_ERR_UNKNOWN. dbg_break_clear: the client's alone. */
int dbg_break_insert(struct dbg *dbg, uint64_t addr, struct dbg_condition *cond);
int dbg_break_remove(struct dbg *dbg, uint64_t addr, const struct dbg_condition *cond);
int dbg_break_add(struct dbg *dbg, uint64_t addr, struct dbg_condition *cond);
int dbg_break_delete(struct dbg *dbg, unsigned number);
int dbg_break_once(struct dbg *dbg, unsigned number);
void dbg_break_clear(struct dbg *dbg);
bool dbg_break_at(const struct dbg *dbg, uint64_t addr); /* one that is not off */
/* The @i-th breakpoint by address, until one comes or goes; NULL past the end. */
const struct dbg_break *dbg_break_nth(const struct dbg *dbg, size_t i);
/* dbg_break_cannot - whether no breakpoint at @addr can ever fire; then @buf says why. */
bool dbg_break_cannot(struct dbg *dbg, uint64_t addr, char *buf, size_t n);
struct dbg_watch {
    struct machine_watch watch;
    unsigned number; /* 0: a client's own; else the user's, from 1, among his breakpoints' */
    uint64_t hits;   /* stops */
    bool off;
};
/* A client that sets more watchpoints than a person does is at fault: each access asks them all. */
enum { DBG_WATCHES = 1024 };
/* Watchpoints on memory and windows, of any size, DBG_WATCHES of them; the stop's event has address
 * and access. The same may be set again: there are two then. dbg_watch_insert, dbg_watch_remove: a
 * client's. dbg_watch_add: the user's, returns its number; dbg_watch_delete takes it away. 0, a
 * number, or -MACHINE_ERR_RANGE for no bytes or past 4 GiB, -MACHINE_ERR_UNAVAILABLE: this cannot
 * be watched, -MACHINE_ERR_BUSY: DBG_WATCHES are set, -MACHINE_ERR_NOMEM, -MACHINE_ERR_UNKNOWN:
 * none is like this. */
bool dbg_can_watch(const struct dbg *dbg);
int dbg_watch_insert(struct dbg *dbg, struct machine_watch w);
int dbg_watch_remove(struct dbg *dbg, struct machine_watch w);
int dbg_watch_add(struct dbg *dbg, struct machine_watch w);
int dbg_watch_delete(struct dbg *dbg, unsigned number);
/* The @i-th, until one comes or goes; NULL past the end. */
const struct dbg_watch *dbg_watch_nth(const struct dbg *dbg, size_t i);
/* dbg_point_set - the user's break- or watchpoint @number is on, or off until it is set on again: 0
 * or -MACHINE_ERR_UNKNOWN, and what the machine says of a watchpoint. */
int dbg_point_set(struct dbg *dbg, unsigned number, bool on);
/* --- host inputs: clients change the machine only through these, so that history records it. They
 * return 0 or a negative enum machine_err. dbg_changed: must be called after any other change that
 * the caller has made. */
int dbg_reg_write(struct dbg *dbg, struct dbg_focus f, const struct machine_reg *r,
                  const void *buf);
int dbg_mem_write(struct dbg *dbg, uint64_t addr, const void *buf, size_t n);
void dbg_changed(struct dbg *dbg);

/* dbg_resume - begin to run. @step: the focus to step, or NULL to continue; @locked: run that
 * thread alone. @lo, @hi: range step. The next stop is reported on the focus where that is
 * possible. A breakpoint at the resumed thread's own address does not fire before the thread has
 * moved, unless the client moved the thread there (dbg_set_pc) or has not seen that stop
 * (dbg_unseen). dbg_step_over - whether a step of one instruction also passes over the visit to the
 * handler of exceptions that begins with it; a range step always does. dbg_step_thread - runs one
 * instruction of the focus' thread, whatever its lanes do. dbg_run - runs a slice of @budget
 * instructions; true: the machine has stopped. dbg_interrupt - asks for a stop at the next slice;
 * signal handlers may call it. */
void dbg_resume(struct dbg *dbg, struct dbg_focus focus, bool step, bool locked, uint64_t lo,
                uint64_t hi);
void dbg_unseen(struct dbg *dbg);
void dbg_step_over(struct dbg *dbg, bool over);
void dbg_step_thread(struct dbg *dbg, struct dbg_focus focus);
bool dbg_run(struct dbg *dbg, uint64_t budget);
bool dbg_running(const struct dbg *dbg); /* resumed, and no stop since */
void dbg_interrupt(struct dbg *dbg);
/* dbg_next_channel - reports the last stop, which was at a client's breakpoint, on the next lane of
 * its rest. Nothing runs. False: no lane is left. */
bool dbg_next_channel(struct dbg *dbg);
/* Resumes with a goal: dbg_run() resumes the machine until the goal is reached, and reports STEP
 * then. Anything else that stops the machine ends the goal. All three are about the focus' thread.
 * dbg_next - one instruction of the lane, with the calls and the visit to the handler of exceptions
 * that begin with it. dbg_finish - until the innermost call, or the handler, has returned;
 * -MACHINE_ERR_UNAVAILABLE: the thread is in neither. dbg_until - until the thread stands at @addr;
 * -MACHINE_ERR_RANGE: no instruction's address. All may return -MACHINE_ERR_NOMEM. */
void dbg_next(struct dbg *dbg, struct dbg_focus focus);
int dbg_finish(struct dbg *dbg, struct dbg_focus focus);
int dbg_until(struct dbg *dbg, struct dbg_focus focus, uint64_t addr);
/* dbg_stepped - the last resume already did the step that is asked for: the stop is reported on
 * @focus, and nothing runs. */
void dbg_stepped(struct dbg *dbg, struct dbg_focus focus);
int dbg_reset(struct dbg *dbg); /* reload: before the first instruction; history begins anew */

/* --- time: debug/time.h
 * dbg_history - keeps history from now on, in about @bytes; 0: none is kept. Returns 0,
 * -MACHINE_ERR_NOMEM or -MACHINE_ERR_UNAVAILABLE: the machine cannot. dbg_time: NULL without
 * history. dbg_reverse - begin to go back: to where the focus was about to execute the instruction
 * before
 * (@step), or to a breakpoint; dbg_run() goes on with it. At the end of history the stop is
 * BEGIN. dbg_goto - stand before the first instruction that follows @when.insts others
 * (boundaries 0), or at a moment. From the end of history the machine runs on, at most
 * DBG_GOTO_MOST, and may stop before. -MACHINE_ERR_RANGE: history does not reach, or it is too far.
 */
enum { DBG_GOTO_MOST = 10000000 };
int dbg_history(struct dbg *dbg, size_t bytes);
struct dbg_time *dbg_time(struct dbg *dbg);
void dbg_reverse(struct dbg *dbg, struct dbg_focus focus, bool step);
int dbg_goto(struct dbg *dbg, struct machine_when when);

#endif
