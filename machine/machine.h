/* What a debugger sees of any machine: how debug/, stub/ and ui/ reach its threads, lanes,
 * registers, memory and stops. This room includes no other; eu/machine.c fills the table for
 * the EU. Addresses and lane masks have 64 bits, whatever the machine has. */
#ifndef EULAB_MACHINE_MACHINE_H
#define EULAB_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum machine_err {
    MACHINE_ERR_NONE,
#define ERR(id, text) MACHINE_ERR_##id,
#include "machine/err.def"
#undef ERR
};
const char *machine_strerror(int err); /* either sign; never NULL */

enum { MACHINE_LANES = 64 }; /* of a thread, at most */

/* What is the same all a machine's life. */
struct machine_traits {
    const char *name;      /* "Gen7 EU" */
    unsigned insn_align;   /* an instruction begins at a multiple of so many bytes */
    unsigned lanes;        /* of a thread, at most; MACHINE_LANES or fewer */
    const char *features;  /* "org.gnu.gdb.intelgt.": what the names of gdb's features begin with */
    const char *lane_mark; /* "ch": a lane's name is its thread's, a point, this and its number */
    const char *masked;    /* a lane that does not take part: "masked" */
    const char *in_routine; /* a thread in the handler of exceptions: "in SIP" */
    /* gdb's `info os`: the word for its table of threads, the table's title, what it has. */
    const char *os_word, *os_title, *os_meaning;
};
/* What a register is for, where a debugger must know. */
enum machine_role {
    MACHINE_ROLE_NONE,
    MACHINE_ROLE_PC,        /* the lane's own address; writing it moves the lane */
    MACHINE_ROLE_THREAD_PC, /* the thread's */
    MACHINE_ROLE_SP,        /* the call stack that gdb unwinds by: its top */
    MACHINE_ROLE_FP,        /* and its end */
    MACHINE_ROLE_FLAGS,     /* 0: gdb's own unwinder wants to have them */
    MACHINE_ROLE_LANE,      /* the lane's number */
    MACHINE_ROLE_MASK,      /* the lanes that are on the thread's address and enabled */
    MACHINE_ROLE_COUNT
};
#define MACHINE_CORE "core" /* the feature of gdb's own registers: machine/persona.h */
struct machine_reg {
    const char *name;
    unsigned bytes;
    int regnum;          /* on gdb's wire */
    const char *feature; /* behind traits->features; or MACHINE_CORE */
    const char *gdb_type, *group, *meaning;
    enum machine_role role;
    bool readonly, available; /* unavailable: registers that only gdb wants */
    bool per_lane;            /* its value is the selected lane's */
};
struct machine_thread {
    bool ended, waiting, in_routine; /* ended: or not dispatched yet */
    bool uniform;                    /* all lanes are where the thread is */
    const char *queued;              /* not dispatched yet: "queued", "not spawned"; else NULL */
    uint64_t ip;
    uint64_t dispatched; /* lanes enabled at dispatch */
    uint64_t on_ip;      /* lanes on IP and enabled */
    unsigned width;      /* highest dispatched lane + 1 */
    char name[24];       /* "EU0.T0"; "" before it is dispatched */
    uint64_t insts;      /* executed by it */
};
/* Memory, and what lies in the machine's windows, that the host watches. */
enum machine_access { MACHINE_READ = 1, MACHINE_WRITE = 2 };
struct machine_watch {
    uint64_t addr, len; /* len at least 1 */
    unsigned access;    /* set of enum machine_access */
};
/* One instruction's touch of one watch: the first address that was. */
struct machine_touch {
    struct machine_watch watch;
    uint64_t addr;
};
enum { MACHINE_TOUCHES = 8 }; /* that are noted of one instruction */
/* Why a machine stands: machine/stops.def. */
enum machine_stop {
#define STOP(id, ...) MACHINE_STOP_##id,
#include "machine/stops.def"
#undef STOP
    MACHINE_STOP_COUNT
};
struct machine_stop_info {
    const char *name, *text;
    unsigned signal; /* gdb's */
    bool placed, words, fault;
};
extern const struct machine_stop_info machine_stops[MACHINE_STOP_COUNT];

/* A stop with its details. Where a thread stands after it is asked of the machine. */
struct machine_event {
    enum machine_stop stop;
    unsigned signal; /* gdb's; 0: the stop's own */
    unsigned thread; /* that it is reported on */
    uint64_t ip;
    union {
        struct {
            uint64_t addr;   /* the first that was accessed */
            unsigned access; /* what its watch is for */
        } watch;             /* WATCH */
        struct {
            unsigned kind; /* row of the machine's exceptions */
            bool caught;   /* a stop that was asked for: the guest has a handler */
        } exception;       /* EXCEPTION */
        unsigned gone;     /* THREAD_END: the thread */
    };
    char why[192]; /* what only the machine can say, for a person; "": nothing */
};
/* A moment: instructions executed by all threads, and instruction boundaries passed, which are
 * more: an entry into the routine or a wait passes one and executes nothing. Both only grow. */
struct machine_when {
    uint64_t insts, boundaries;
};
/* The last boundary of a replay where the plan's step lane was about to execute or, with none, a
 * breakpoint fires or the instruction accesses what is watched. What the thread does from where it
 * stands at the end is not wanted: `from`. */
struct machine_hit {
    struct machine_standing {
        unsigned thread;
        uint64_t ip;
        uint64_t insts;
    } from, at;
    struct machine_when when;
    bool found;
    unsigned ntouches; /* 0: a step or a breakpoint; else at the instruction that touches these */
    struct machine_touch touches[MACHINE_TOUCHES];
};
/* What a run may be asked to stop at. Lanes count inside a thread. */
struct machine_run {
    bool fresh;         /* the first slice of a resume: steps and passes begin here */
    int resumed_thread; /* the client's choice; -1 none */
    bool pass;          /* a breakpoint under its ip does not fire before it has moved */
    int only_thread;    /* run just this thread; -1 all */
    int step_thread;    /* stop when this thread's lane has executed one instruction; -1 none */
    unsigned step_lane; /* not with step_any */
    bool step_any;      /* one instruction of the thread, whatever its lanes */
    uint64_t range_lo,
        range_hi; /* go on stepping while the step lane's ip is in [lo, hi); equal: off */
    bool over;    /* a step passes over a visit to the System Routine that began during it */
    bool eager;   /* the step is over before another thread runs */
    bool bounded; /* come back as if the budget were used when `until` is reached */
    struct machine_when until;
    bool quiet;              /* replay: no stop, no breakpoint, no observer; stopped means stuck */
    struct machine_hit *hit; /* quiet: look for it; or NULL */
    /* Whether a breakpoint under @thread's ip is to stop it, asked once a visit; NULL: it is. */
    bool (*judge)(void *ctx, unsigned thread, uint64_t ip);
    void *judge_ctx;
};
struct machine;
struct machine_snapshot; /* the implementation's */
struct machine_ops {
    unsigned (*nthreads)(struct machine *m);
    void (*thread)(struct machine *m, unsigned thread, struct machine_thread *info);
    /* Where a lane is; the thread's address where it is uniform. */
    uint64_t (*lane_ip)(struct machine *m, unsigned thread, unsigned lane);
    /* Registers in wire order, @i from 0; NULL past the end. */
    const struct machine_reg *(*reg)(struct machine *m, unsigned i);
    /* Bytes in memory order; returns 0 or a negative enum machine_err. @lane: for those that
     * depend on it. */
    int (*reg_read)(struct machine *m, unsigned thread, unsigned lane, const struct machine_reg *r,
                    void *buf);
    int (*reg_write)(struct machine *m, unsigned thread, unsigned lane, const struct machine_reg *r,
                     const void *buf);
    /* All registers, one behind another; the bytes of those not available are left alone. */
    void (*regs_read)(struct machine *m, unsigned thread, unsigned lane, void *buf);
    /* Host view of memory. Reading what is not mapped fails (-MACHINE_ERR_UNAVAILABLE), as does
     * writing.
     */
    int (*mem_read)(struct machine *m, uint64_t addr, void *buf, size_t len);
    int (*mem_write)(struct machine *m, uint64_t addr, const void *buf, size_t len);
    /* Text of the instruction at @addr; returns its size in bytes or a negative enum machine_err.
     */
    int (*disassemble)(struct machine *m, uint64_t addr, char *buf, size_t n);
    /* Where the instruction of a loaded program begins that @addr is a byte of, going from the
     * program's start. 0 or -MACHINE_ERR_UNAVAILABLE: no program is there. May be NULL. */
    int (*insn_start)(struct machine *m, uint64_t addr, uint64_t *start);
    /* Types of the target description of a feature, XML text; "" for none. */
    const char *(*xml_types)(struct machine *m, const char *feature);
    /* Host breakpoints: the whole set, sorted, copied. Checked before the instruction is issued. A
     * thread is stopped by each once, until it has moved. 0, or -MACHINE_ERR_NOMEM: nothing
     * changed. */
    int (*set_breakpoints)(struct machine *m, const uint64_t *addrs, size_t n);
    /* Watchpoints: the whole set, copied. The run stops after the instruction. 0,
     * -MACHINE_ERR_NOMEM or -MACHINE_ERR_UNAVAILABLE: some of it cannot be watched; then nothing
     * changed. May be NULL. */
    int (*set_watches)(struct machine *m, const struct machine_watch *watches, size_t n);
    /* Run at most @budget instructions. True: stopped, @ev says why; false: budget used, call
     * again. */
    bool (*run)(struct machine *m, const struct machine_run *plan, uint64_t budget,
                struct machine_event *ev);
    /* Back to the state before the first instruction. 0 or a negative enum machine_err. */
    int (*reset)(struct machine *m);
    /* An ELF file of all loaded programs, owned by the machine; NULL when it cannot be made. */
    const uint8_t *(*elf)(struct machine *m, size_t *size);
    uint64_t (*insts)(struct machine *m);
    /* Time, all or none of these; NULL: the machine cannot go back. when: the present moment. take:
     * the whole state, NULL: no memory. restore: 0 or a negative enum machine_err. bytes: what
     * @snap costs beside @before, which may be NULL. */
    void (*when)(struct machine *m, struct machine_when *when);
    struct machine_snapshot *(*take)(struct machine *m);
    int (*restore)(struct machine *m, const struct machine_snapshot *snap);
    void (*drop)(struct machine *m, struct machine_snapshot *snap);
    size_t (*bytes)(struct machine *m, const struct machine_snapshot *snap,
                    const struct machine_snapshot *before);
};
struct machine {
    const struct machine_ops *ops;
    const struct machine_traits *traits;
    void *state; /* the implementation's */
};

#endif
