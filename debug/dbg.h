/* Run control for the host: what the clients of one machine (stub, shell, screen) share. */
#ifndef EULAB_DEBUG_DBG_H
#define EULAB_DEBUG_DBG_H

#include "machine/machine.h"
#include "debug/time.h"

struct dbg;

/* The focus is a thread and one of its channels. */
struct dbg_focus {
    unsigned thread, channel;
};
struct dbg_stop {
    struct machine_event event;
    struct dbg_focus focus; /* on which it is reported: docs/design.md section 4, `rip` */
    bool masked;     /* no channel is at IP: the rip of the focus reads IP until the next resume */
    bool past;       /* found while going back in time */
    bool client;     /* a client's breakpoint or watchpoint is among those that fired */
    unsigned number; /* number of the first user's point that fired; 0: none */
    uint64_t
        /* at a client's breakpoint: lanes for which it fired and that were not reported yet */
        rest;
};

/* NULL: out of memory. @m is borrowed. */
struct dbg *dbg_new(struct machine *m, bool eu_threads);
void dbg_free(struct dbg *dbg);
struct machine *dbg_machine(struct dbg *dbg);
bool dbg_eu_threads(const struct dbg *dbg); /* --gdb-threads=eu */

/* dbg_outdated - says of the first program whose file was changed after dbg_new() that it is not
 * loaded again. Returns whether there is one. */
bool dbg_outdated(struct dbg *dbg, char *buf, size_t n);

/* The last stop. Before the first resume it is NONE, at the first instruction. */
const struct dbg_stop *dbg_last(const struct dbg *dbg);
unsigned dbg_signal(const struct dbg_stop *stop); /* gdb's number */
bool dbg_ended(const struct dbg *dbg);
/* dbg_why - the last stop in words; never NULL. The text is valid until the next stop. dbg_placed -
 * whether it was not a real stop: the machine is at its start, or dbg_goto() moved it. */
const char *dbg_why(struct dbg *dbg);
bool dbg_placed(const struct dbg *dbg);

/* dbg_pc - `rip` of a channel: IP if SPF=1, with eu threads, or if the masked stop is on this
 * channel; otherwise PcIP. */
uint64_t dbg_pc(struct dbg *dbg, struct dbg_focus f);
/* dbg_frame_lane - the lane to which the frame belongs; MACHINE_LANES if dbg_pc() gives the
 * thread's address. */
unsigned dbg_frame_lane(const struct dbg *dbg, struct dbg_focus f);
/* dbg_set_pc - sets the channel's PcIP (SPF, eu threads: IP). Returns 0, or -MACHINE_ERR_RANGE
 * unless it is a multiple of 8. */
int dbg_set_pc(struct dbg *dbg, struct dbg_focus f, uint64_t pc);
/* Writes "active", "masked", "waiting" or "ended", with "in SIP", simd width and ip. Returns the
 * length. */
size_t dbg_describe(struct dbg *dbg, struct dbg_focus f, char *buf, size_t n);

/* The condition of a breakpoint. It is the first member of its owner's structure. */
struct dbg_condition {
    /* Returns those of @channels for which the condition holds; 0: the thread continues. It is
     * called once for each visit, before the instruction is issued. @channels are those at IP or,
     * if none is, the one on which the stop would be reported. @past: time is searched backwards,
     * so the condition must not change anything. */
    uint64_t (*holds)(struct dbg_condition *c, unsigned thread, uint64_t channels, bool past);
    void (*free)(struct dbg_condition *c);
    const char *text; /* in words: "if any r4 > 2" */
};
struct dbg_break {
    uint64_t addr;
    unsigned number;            /* 0: a client's own; otherwise the user's, from 1 */
    struct dbg_condition *cond; /* NULL: it always fires */
    /* how often a thread reached it, and how often it fired; only going forward */
    uint64_t visits, hits;
    uint64_t ignore; /* as often it does not fire, although it would; only going forward */
    bool off, once;  /* off: it never fires; once: it is deleted after its first stop */
    bool fired;      /* at the last visit */
};
/* Host breakpoints, of any number; several may be at one address. dbg_break_insert,
 * dbg_break_remove: a client's. @cond (NULL: none) then belongs to the set and is freed with the
 * breakpoint. dbg_break_add: the user's; returns its number, by which dbg_break_delete deletes it,
 * dbg_break_once limits it to a single stop, dbg_break_condition replaces its condition, and
 * dbg_break_ignore lets it not fire @times.
 * dbg_break_clear: deletes the clients' only.
 * Errors: -MACHINE_ERR_RANGE (not the address of an instruction) and -MACHINE_ERR_NOMEM (the caller
 * keeps @cond in both cases), -MACHINE_ERR_UNKNOWN. */
int dbg_break_insert(struct dbg *dbg, uint64_t addr, struct dbg_condition *cond);
int dbg_break_remove(struct dbg *dbg, uint64_t addr, const struct dbg_condition *cond);
int dbg_break_add(struct dbg *dbg, uint64_t addr, struct dbg_condition *cond);
int dbg_break_delete(struct dbg *dbg, unsigned number);
int dbg_break_once(struct dbg *dbg, unsigned number);
int dbg_break_condition(struct dbg *dbg, unsigned number, struct dbg_condition *cond);
int dbg_break_ignore(struct dbg *dbg, unsigned number, uint64_t times);
void dbg_break_clear(struct dbg *dbg);
/* whether there is one that is not off */
bool dbg_break_at(const struct dbg *dbg, uint64_t addr);
/* The @i-th breakpoint by address; valid until one is added or deleted. NULL past the last. */
const struct dbg_break *dbg_break_nth(const struct dbg *dbg, size_t i);
/* dbg_break_cannot - whether no breakpoint at @addr can ever fire; then @buf says why. */
bool dbg_break_cannot(struct dbg *dbg, uint64_t addr, char *buf, size_t n);
struct dbg_watch {
    struct machine_watch watch;
    /* 0: a client's own; otherwise the user's, from 1; breakpoints use the same numbers */
    unsigned number;
    uint64_t hits; /* number of stops */
    bool off;
};
/* A limit, because every access is compared with all of them. */
enum { DBG_WATCHES = 1024 };
/* Watchpoints on memory and windows, of any size, up to DBG_WATCHES of them. The event of the stop
 * has the address and the access. The same watchpoint may be set several times. dbg_watch_insert,
 * dbg_watch_remove: a client's. dbg_watch_add: the user's, returns its number; dbg_watch_delete
 * deletes it.
 * Errors: -MACHINE_ERR_RANGE (no bytes, or past 4 GiB), -MACHINE_ERR_UNAVAILABLE (this cannot be
 * watched), -MACHINE_ERR_BUSY (DBG_WATCHES are set), -MACHINE_ERR_NOMEM, -MACHINE_ERR_UNKNOWN
 * (there is no such watchpoint). */
bool dbg_can_watch(const struct dbg *dbg);
int dbg_watch_insert(struct dbg *dbg, struct machine_watch w);
int dbg_watch_remove(struct dbg *dbg, struct machine_watch w);
int dbg_watch_add(struct dbg *dbg, struct machine_watch w);
int dbg_watch_delete(struct dbg *dbg, unsigned number);
/* The @i-th watchpoint; valid until one is added or deleted. NULL past the last. */
const struct dbg_watch *dbg_watch_nth(const struct dbg *dbg, size_t i);
/* dbg_point_set - switches the user's break- or watchpoint @number on or off. Returns 0,
 * -MACHINE_ERR_UNKNOWN, or the machine's error about a watchpoint. */
int dbg_point_set(struct dbg *dbg, unsigned number, bool on);
/* --- host inputs: clients change the machine only through these, so that history records it. They
 * return 0 or a negative enum machine_err. dbg_changed: the caller must call it after any other
 * change. */
int dbg_reg_write(struct dbg *dbg, struct dbg_focus f, const struct machine_reg *r,
                  const void *buf);
int dbg_mem_write(struct dbg *dbg, uint64_t addr, const void *buf, size_t n);
void dbg_changed(struct dbg *dbg);

/* dbg_resume - begins to run. @step: step the focus; otherwise continue. @locked: only its thread
 * runs. @lo, @hi: range step. The next stop is reported on the focus if possible. A breakpoint at
 * the resumed thread's own address does not fire before the thread has moved, unless the client
 * moved the thread there (dbg_set_pc) or has not seen that stop (dbg_unseen).
 * dbg_step_over - whether a step of one instruction also passes over the visit to the exception
 * handler that begins with it, or going back, that ends with it; a range step always does.
 * dbg_step_thread - runs one instruction of the focus' thread, whatever its lanes do.
 * dbg_run - runs a slice of @budget instructions; true: the machine has stopped.
 * dbg_interrupt - asks for a stop at the next slice; signal handlers may call it. */
void dbg_resume(struct dbg *dbg, struct dbg_focus focus, bool step, bool locked, uint64_t lo,
                uint64_t hi);
void dbg_unseen(struct dbg *dbg);
void dbg_step_over(struct dbg *dbg, bool over);
void dbg_step_thread(struct dbg *dbg, struct dbg_focus focus);
bool dbg_run(struct dbg *dbg, uint64_t budget);
/* dbg_stop_at_loads - whether libraries that come make a stop, CAME, for a client that reads them.
 */
void dbg_stop_at_loads(struct dbg *dbg, bool on);
bool dbg_running(const struct dbg *dbg); /* it was resumed and has not stopped since */
void dbg_interrupt(struct dbg *dbg);
/* dbg_next_channel - reports the last stop, which was at a client's breakpoint, on the next of the
 * remaining lanes. Nothing runs. Returns false if no lane is left. */
bool dbg_next_channel(struct dbg *dbg);
/* Resumes with a goal: dbg_run() resumes the machine until the goal is reached, and then reports
 * STEP. Anything else that stops the machine ends the goal. All are about the focus' thread.
 * dbg_next - one instruction of the lane, including the calls and the visit to the exception
 * handler that begin with it.
 * dbg_finish - until the innermost call, or the handler, has returned. -MACHINE_ERR_UNAVAILABLE:
 * the thread is in neither. dbg_reverse_finish - back to before that call or that visit.
 * dbg_until - until the thread is at @addr. -MACHINE_ERR_RANGE: no instruction has this address.
 * All may return -MACHINE_ERR_NOMEM. */
void dbg_next(struct dbg *dbg, struct dbg_focus focus);
int dbg_finish(struct dbg *dbg, struct dbg_focus focus);
int dbg_reverse_finish(struct dbg *dbg, struct dbg_focus focus);
int dbg_until(struct dbg *dbg, struct dbg_focus focus, uint64_t addr);
/* dbg_stepped - the last resume already did the step that the client asks for: reports the stop on
 * @focus without running anything. */
void dbg_stepped(struct dbg *dbg, struct dbg_focus focus);
/* dbg_reset - reloads: back before the first instruction; history begins anew. dbg_kill - the same,
 * but a program outside of this process ends, and begins with the next dbg_reset(). */
int dbg_reset(struct dbg *dbg);
int dbg_kill(struct dbg *dbg);

/* --- time: debug/time.h
 * dbg_history - keeps history from now on, in about @bytes; 0: keeps none. Returns 0,
 * -MACHINE_ERR_NOMEM or -MACHINE_ERR_UNAVAILABLE: the machine cannot.
 * dbg_time - NULL without history.
 * dbg_reverse - begins to go back: to where the focus was about to execute the previous instruction
 * (@step; dbg_step_over applies), or to a breakpoint; dbg_run() continues this. At the beginning of
 * history the stop is BEGIN. dbg_reverse_next - a step back with a goal, like dbg_next: over calls
 * that ended with that instruction to before them, and over a visit to the exception handler.
 * dbg_goto - goes to a moment; if @when.boundaries is 0, to the first instruction that follows
 * @when.insts others. From the end of history the machine runs on, by at most DBG_GOTO_MOST
 * instructions, and may stop earlier. -MACHINE_ERR_RANGE: history does not reach back so far, or it
 * is too far ahead. */
enum { DBG_GOTO_MOST = 10000000 };
int dbg_history(struct dbg *dbg, size_t bytes);
struct dbg_time *dbg_time(struct dbg *dbg);
void dbg_reverse(struct dbg *dbg, struct dbg_focus focus, bool step);
void dbg_reverse_next(struct dbg *dbg, struct dbg_focus focus);
int dbg_goto(struct dbg *dbg, struct machine_when when);

#endif
