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

/* Windows lie from here up: no guest has such addresses. */
#define MACHINE_WINDOWS UINT64_C(0xffff000000000000)

enum { MACHINE_LANES = 64 }; /* of a thread, at most */

/* What is the same all a machine's life. */
struct machine_traits {
    const char *name;      /* "Intel EU" */
    unsigned insn_align;   /* an instruction begins at a multiple of so many bytes */
    unsigned lanes;        /* of a thread, at most; MACHINE_LANES or fewer */
    const char *features;  /* "org.gnu.gdb.intelgt.": what the names of gdb's features begin with */
    const char *lane_word; /* "channel" */
    const char *lane_mark; /* "ch": a lane's name is its thread's, a point, this and its number */
    const char *lane_ip;   /* "PcIP"; NULL: lanes have no addresses of their own */
    const char *executes;  /* the lanes that execute: "ChEn" */
    const char *unit;      /* what runs a thread: "EU" */
    const char *masked;    /* a lane that does not take part: "masked" */
    const char *in_routine; /* a thread in the handler of exceptions: "in SIP" */
    const char *handler;    /* that: "the System Routine" */
    const char *mark;       /* a thread in it, in three letters: "SIP" */
    const char *enables;    /* the register that enables exceptions: "cr0.1" */
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
    /* What debug information of a compiler finds variables by, of the lane: its frame on a private
     * stack, memory of its group, scratch space of its thread, its number, the thread's registers.
     */
    MACHINE_ROLE_FRAME,
    MACHINE_ROLE_LOCAL,
    MACHINE_ROLE_SCRATCH,
    MACHINE_ROLE_INDEX,
    MACHINE_ROLE_REGISTERS,
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
    bool goes_on;             /* its bytes go on in the next register */
    /* What its elements, and one of them by number, are when nobody says it: "uw", as in
     * ui/types.h. NULL: not known; a number of its size, or else dwords. */
    const char *type, *sub_type;
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
    unsigned calls;      /* that have not returned */
    const char *status;  /* in one word, as the machine has it: "ready"; NULL: none */
    const char *modes;   /* that it is in, in capitals: "SPF"; NULL: none */
};
/* A part of the address space as a debugger sees it: memory, or a window of the host onto what is
 * none. The guest cannot reach a window. */
struct machine_space {
    const char *name, *meaning;  /* meaning: goes on from the owner's name */
    uint64_t base, size, stride; /* stride: from one owner to the next */
    const char *owner;           /* "thread", "group"; "": the machine's */
    uint64_t owners, shown;      /* that there are; that lie in the window */
    bool down;                   /* the first owner is the uppermost */
    bool writable, watchable;
    bool listed; /* where registers lie in it is to be listed */
};
/* A program or data that was loaded. */
struct machine_program {
    const char *path;
    uint64_t base, size;
    bool data, handler; /* handler: of exceptions */
};
struct machine_line {
    const char *file;
    unsigned line; /* from 1 */
};
/* A kind of exception, or of trap. */
struct machine_exception {
    const char *name, *text, *section; /* section: of the manual */
    unsigned signal;                   /* gdb's */
    bool can_disable;                  /* it is not enabled always */
};
enum machine_exception_state {
    MACHINE_EXCEPTION_ENABLED = 1,
    MACHINE_EXCEPTION_LATCHED = 2,
    MACHINE_EXCEPTION_PENDING = 4 /* will be taken */
};
/* A mask over the lanes of a thread, by name: bit n modulo bits is lane n's. */
struct machine_mask {
    const char *name;
    uint64_t value;
    uint64_t lanes; /* for which it says something */
    unsigned bits;  /* a multiple of 4 */
    bool next;      /* of the next instruction */
};
enum { MACHINE_MASKS = 32 }; /* of a thread, at most */
/* What a lane does with its thread's next instruction, or why it does nothing. */
struct machine_why {
    bool active;
    char letter;      /* in one column */
    const char *word; /* in six at most */
    const char *text; /* in a sentence that begins behind the lane's name */
};
struct machine_lane {
    uint64_t ip;
    const struct machine_why *why;
    char more[160]; /* what the sentence goes on with; "": nothing */
};
/* Where the next instruction may send lanes. */
struct machine_target {
    char letter;
    const char *name; /* "JIP" */
    uint64_t addr;
};
enum { MACHINE_TARGETS = 4 };
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
    /* What the lane works on, for a person: "item 5,0,0 group 0,0,0"; "" when it is not known. May
     * be NULL. */
    void (*lane_name)(struct machine *m, unsigned thread, unsigned lane, char *buf, size_t n);
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
    /* --- code: none of it is needed to debug, all may be NULL. program: the @i-th; false past the
     * end. label: the address of a name. label_at: the nearest label at or before @addr in its
     * program, and in *past how far behind it. line_at: the source line. label_nth, line_nth: the
     * @i-th of all, in any order that stays; NULL, false past the end. branch: where the
     * instruction at @addr may jump. False: there is none. */
    bool (*program)(struct machine *m, unsigned i, struct machine_program *program);
    bool (*label)(struct machine *m, const char *name, uint64_t *addr);
    bool (*label_at)(struct machine *m, uint64_t addr, char *name, size_t n, uint64_t *past);
    bool (*line_at)(struct machine *m, uint64_t addr, struct machine_line *line);
    const char *(*label_nth)(struct machine *m, unsigned i, uint64_t *addr);
    bool (*line_nth)(struct machine *m, unsigned i, struct machine_line *line, uint64_t *addr);
    bool (*branch)(struct machine *m, uint64_t addr, uint64_t *to);
    /* --- for views; all may be NULL. space: the @i-th, memory first; false past the end. reg_addr:
     * where a register lies in a window; 0: nowhere. reg_at: the register that has byte @addr, or
     * NULL. caller: where the @i-th open call returns to, 0 the innermost; false: not known. masks:
     * at most MACHINE_MASKS, returns how many. why: the @i-th that there is, NULL past the end.
     * targets: at most MACHINE_TARGETS. */
    bool (*space)(struct machine *m, unsigned i, struct machine_space *space);
    uint64_t (*reg_addr)(struct machine *m, unsigned thread, unsigned lane,
                         const struct machine_reg *r);
    const struct machine_reg *(*reg_at)(struct machine *m, uint64_t addr, unsigned *thread,
                                        unsigned *offset);
    bool (*caller)(struct machine *m, unsigned thread, unsigned i, uint64_t *addr);
    unsigned (*masks)(struct machine *m, unsigned thread, struct machine_mask *masks);
    const struct machine_why *(*why)(struct machine *m, unsigned i);
    void (*lane)(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info);
    unsigned (*targets)(struct machine *m, unsigned thread, struct machine_target *targets);
    /* --- exceptions; all NULL where there are none. exception: the @i-th kind, NULL past the end.
     * exception_state: set of enum machine_exception_state. raise: latches it, as an event from
     * outside; 0, or -MACHINE_ERR_UNAVAILABLE: not in this thread. catches: the
     * kinds that stop before the handler's first instruction, bit k for kind k. */
    const struct machine_exception *(*exception)(struct machine *m, unsigned i);
    unsigned (*exception_state)(struct machine *m, unsigned thread, unsigned kind);
    int (*raise)(struct machine *m, unsigned thread, unsigned kind);
    uint64_t (*catches)(struct machine *m);
    void (*set_catches)(struct machine *m, uint64_t kinds);
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
