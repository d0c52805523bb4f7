/* What a debugger sees of any machine: how debug/, stub/ and ui/ reach its threads, lanes,
 * registers, memory and stops. This room includes no other; a machine's room fills the table
 * (eu/machine.c for the EU). Addresses and lane masks have 64 bits, even if the machine has
 * fewer. */
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
const char *machine_strerror(int err); /* accepts either sign; never NULL */

/* Windows lie at this address and above; the guest cannot use such addresses. Instructions lie
 * below 1 << 48, so that their texts have addresses, too (stub/memory.c). */
#define MACHINE_WINDOWS UINT64_C(0xffff000000000000)

enum { MACHINE_LANES = 64 }; /* of a thread, at most */

/* Properties that never change during a machine's life. */
struct machine_traits {
    const char *name;      /* "Intel EU" */
    unsigned insn_align;   /* every instruction begins at a multiple of so many bytes */
    unsigned lanes;        /* of a thread, at most; not more than MACHINE_LANES */
    const char *features;  /* "org.gnu.gdb.intelgt.": how the names of gdb's features begin */
    const char *lane_word; /* "channel" */
    /* "ch": a lane's name is its thread's name, a point, this and its number */
    const char *lane_mark;
    const char *lane_ip;    /* "PcIP"; NULL: lanes have no addresses of their own */
    const char *executes;   /* name of the mask of lanes that execute: "ChEn" */
    const char *unit;       /* what executes a thread: "EU" */
    const char *masked;     /* word for a lane that does not take part: "masked" */
    const char *in_routine; /* word for a thread in the exception handler: "in SIP" */
    const char *handler;    /* name of the exception handler: "the System Routine"; NULL: none */
    const char *mark;       /* marks a thread in the handler, in three letters: "SIP" */
    const char *enables;    /* the register that enables exceptions: "cr0.1" */
    /* for gdb's `info os`: the word that names the table of threads, its title, its contents */
    const char *os_word, *os_title, *os_meaning;
};
/* The purpose of a register, where a debugger must know it. */
enum machine_role {
    MACHINE_ROLE_NONE,
    MACHINE_ROLE_PC,        /* the lane's own address; writing it moves the lane */
    MACHINE_ROLE_THREAD_PC, /* the thread's address */
    MACHINE_ROLE_SP,        /* top of the call stack by which gdb unwinds */
    MACHINE_ROLE_FP,        /* end of that call stack */
    MACHINE_ROLE_FLAGS,     /* reads 0; gdb's own unwinder needs it */
    MACHINE_ROLE_LANE,      /* the lane's number */
    MACHINE_ROLE_MASK,      /* the lanes that are at the thread's address and enabled */
    /* Where a compiler's debug information finds variables of the lane: its frame on a private
     * stack, memory of its group, scratch space of its thread, its number, the thread's
     * registers. */
    MACHINE_ROLE_FRAME,
    MACHINE_ROLE_LOCAL,
    MACHINE_ROLE_SCRATCH,
    MACHINE_ROLE_INDEX,
    MACHINE_ROLE_REGISTERS,
    MACHINE_ROLE_RETURN, /* the result of 4 bytes that a function has returned to the lane */
    MACHINE_ROLE_COUNT
};
/* The feature with gdb's own registers, and the group of those that are no register of a machine:
 * machine/persona.h */
#define MACHINE_CORE "core"
#define MACHINE_CORE_GROUP "x86"
struct machine_reg {
    const char *name;
    unsigned bytes;
    int regnum;          /* number in gdb's protocol */
    const char *feature; /* follows traits->features; or MACHINE_CORE */
    const char *gdb_type, *group, *meaning;
    enum machine_role role;
    bool readonly, available; /* unavailable: a register that only gdb requires */
    bool per_lane;            /* its value depends on the selected lane */
    bool code;                /* it holds addresses of code */
    bool goes_on;             /* its bytes continue in the next register */
    /* Types of its elements, and of a single element, if the user names none: "uw", as in
     * ui/types.h. NULL: unknown; then it is a number of the register's size, or dwords. */
    const char *type, *sub_type;
};
struct machine_thread {
    bool ended, waiting, in_routine; /* ended: it has ended, or is not dispatched yet */
    bool uniform;                    /* all lanes are at the thread's address */
    const char *queued; /* not dispatched yet: "queued", "not spawned"; otherwise NULL */
    uint64_t ip;
    uint64_t dispatched; /* lanes enabled at dispatch */
    uint64_t on_ip;      /* lanes that are at ip and enabled */
    unsigned width;      /* number of the highest dispatched lane, + 1 */
    char name[24];       /* "EU0.T0"; "" before it is dispatched */
    uint64_t insts;      /* instructions that it has executed */
    unsigned calls;      /* calls that have not returned */
    const char *status;  /* its state in the machine's own word: "ready"; NULL: none */
    const char *modes;   /* modes that are on, in capitals: "SPF"; NULL: none */
};
/* A part of the address space as a debugger sees it: memory, or a window through which the host
 * sees something else. The guest cannot access a window. */
struct machine_space {
    const char *name, *meaning;  /* meaning: continues the owner's name */
    uint64_t base, size, stride; /* stride: bytes from one owner's part to the next owner's */
    const char *owner;           /* "thread", "group"; "": the machine itself */
    uint64_t owners, shown;      /* number of owners; how many of them lie in the window */
    bool down;                   /* the first owner has the highest address */
    bool writable, watchable;
    bool listed; /* a listing shows where registers lie in it */
};
/* A program, or data, that was loaded. */
struct machine_program {
    const char *path;
    uint64_t base, size;
    bool data, handler; /* handler: it handles exceptions */
};
struct machine_line {
    const char *file;
    unsigned line; /* from 1 */
    bool prologue; /* of a function, whose arguments are not in their places yet */
};
/* A kind of exception or trap. */
struct machine_exception {
    const char *name, *text, *section; /* section: of the machine's manual */
    unsigned signal;                   /* gdb's number */
    bool can_disable;                  /* false: it is always enabled */
};
enum machine_exception_state {
    MACHINE_EXCEPTION_ENABLED = 1,
    MACHINE_EXCEPTION_LATCHED = 2,
    MACHINE_EXCEPTION_PENDING = 4 /* will be taken */
};
/* A named mask of a thread's lanes. Bit n % bits is for lane n. */
struct machine_mask {
    const char *name;
    uint64_t value;
    uint64_t lanes; /* lanes to which it applies */
    unsigned bits;  /* a multiple of 4 */
    bool next;      /* belongs to the next instruction */
};
enum { MACHINE_MASKS_MAX = 32 }; /* of a thread, at most */
/* What a lane will do with its thread's next instruction, or why it will do nothing. */
struct machine_why {
    bool active;
    char letter;      /* for a column of one character */
    const char *word; /* six characters at most */
    const char *text; /* continues a sentence that begins with the lane's name */
};
struct machine_lane {
    uint64_t ip;
    const struct machine_why *why;
    char more[160]; /* continues the sentence; "": nothing */
};
/* An address to which the next instruction may send lanes. */
struct machine_target {
    char letter;
    const char *name; /* "JIP" */
    uint64_t addr;
};
enum { MACHINE_TARGETS_MAX = 4 };
/* A frame outside of the innermost one of a lane, or of a thread. */
struct machine_caller {
    uint64_t addr;    /* where it continues */
    bool interrupted; /* by an exception, whose handler returns to @addr; else it made a call */
    unsigned further; /* open calls further out */
};
/* Ranges of memory, or of the machine's windows, that the host watches. */
enum machine_access { MACHINE_READ = 1, MACHINE_WRITE = 2 };
struct machine_watch {
    uint64_t addr, len; /* len at least 1 */
    unsigned access;    /* set of enum machine_access */
};
/* One instruction's access to one watched range; addr is the first address that it accessed. */
struct machine_touch {
    struct machine_watch watch;
    uint64_t addr;
};
enum { MACHINE_TOUCHES_MAX = 8 }; /* how many are recorded for one instruction */
/* Why a machine has stopped: machine/stops.def. */
enum machine_stop {
#define STOP(id, ...) MACHINE_STOP_##id,
#include "machine/stops.def"
#undef STOP
    MACHINE_STOP_COUNT
};
struct machine_stop_info {
    const char *name, *text;
    unsigned signal; /* gdb's number */
    bool placed, words, fault;
};
extern const struct machine_stop_info machine_stops[MACHINE_STOP_COUNT];

/* A stop with its details. Where the threads are then must be asked of the machine. */
struct machine_event {
    enum machine_stop stop;
    unsigned signal; /* gdb's number; 0: that of the stop's row */
    unsigned thread; /* the thread on which it is reported */
    uint64_t ip;
    union {
        struct {
            uint64_t addr;   /* the first address that was accessed */
            unsigned access; /* kind of access that the range is watched for */
        } watch;             /* WATCH */
        struct {
            unsigned kind; /* index of the machine's exception */
            bool caught;   /* the user asked to stop at it; the guest has a handler */
        } exception;       /* EXCEPTION */
        unsigned gone;     /* THREAD_END: the thread that ended */
        bool loaded;       /* CAME: new libraries are loaded */
    };
    char why[192]; /* what only the machine can explain, in words; "": nothing */
};
/* Code that is loaded while a machine runs, such as a kernel: a file that a debugger reads. */
struct machine_library {
    const char *name;   /* unique, also among later libraries */
    uint64_t base;      /* address of its one section of code, which is at 0 in the file */
    uint64_t code;      /* size of that section */
    const uint8_t *elf; /* the machine's */
    size_t size;
    bool gone; /* its address is free again, or has another library */
};
/* A moment in time. insts: instructions executed by all threads. boundaries: instruction boundaries
 * passed; these are more, because an entry into the routine, or a wait, passes one without
 * executing an instruction. Both only grow. */
struct machine_when {
    uint64_t insts, boundaries;
};
/* What a replay looks for: its last boundary at which the plan's step lane was about to execute or,
 * if there is none, a breakpoint would fire or the instruction accesses a watched range. `from` is
 * where the thread is at the end; that place itself does not count. */
struct machine_hit {
    struct machine_standing {
        unsigned thread;
        uint64_t ip;
        uint64_t insts;
    } from, at;
    struct machine_when when;
    bool found;
    /* 0: a step or a breakpoint; otherwise the instruction at `at` makes these accesses */
    unsigned ntouches;
    struct machine_touch touches[MACHINE_TOUCHES_MAX];
};
/* What a run is to do, and where to stop. Lanes are numbered within a thread. */
struct machine_run {
    bool fresh;         /* this is the first slice of a resume: steps and passes begin here */
    int resumed_thread; /* the thread that the client resumes; -1: none */
    bool pass;          /* a breakpoint at its ip does not fire before it has moved */
    int only_thread;    /* runs only this thread; -1: all */
    int step_thread;    /* stops when this thread's lane has executed one instruction; -1: none */
    unsigned step_lane; /* ignored with step_any */
    bool step_any;      /* one instruction of the thread counts, whichever lanes execute it */
    uint64_t range_lo,
        /* keeps stepping while the step lane's ip is in [lo, hi); if they are equal, this is off */
        range_hi;
    /* a step passes over a visit to the System Routine that begins during it; a search: over all */
    bool over;
    bool eager;   /* the step ends before another thread runs */
    bool bounded; /* returns, as if the budget were used up, when `until` is reached */
    struct machine_when until;
    bool quiet;    /* replay: no stops, breakpoints or observers; if the run stops, it is stuck */
    bool observed; /* with quiet: the machine's observers see it nevertheless */
    struct machine_hit *hit; /* with quiet: what to look for; or NULL */
    /* Asked once for each visit whether a breakpoint at @thread's ip stops it; NULL: it does. */
    bool (*judge)(void *ctx, unsigned thread, uint64_t ip);
    void *judge_ctx;
};
/* A variable of the source as a lane has it. */
struct machine_variable {
    char name[64], text[256]; /* text: "{1, 2}", "<optimized out>" */
    bool argument, known;     /* known: it has a value */
    bool number, real;        /* it is one number: i, or f where it is real */
    int64_t i;
    double f;
};
struct machine;
struct machine_snapshot; /* private to the implementation */
struct machine_ops {
    unsigned (*nthreads)(struct machine *m);
    void (*thread)(struct machine *m, unsigned thread, struct machine_thread *info);
    /* The address of a lane; the thread's address if the thread is uniform. */
    uint64_t (*lane_ip)(struct machine *m, unsigned thread, unsigned lane);
    /* What the lane works on, in words: "item 5,0,0 group 0,0,0"; "" if unknown. May be NULL. */
    void (*lane_name)(struct machine *m, unsigned thread, unsigned lane, char *buf, size_t n);
    /* Says where a work item is that no thread has: "item 1000,0,0 group 62,0,0: queued", or ended.
     * False: there is no such item. May be NULL: the threads have all items. */
    bool (*item_elsewhere)(struct machine *m, const unsigned id[3], char *buf, size_t n);
    /* The registers in wire order, @i from 0; NULL past the last. */
    const struct machine_reg *(*reg)(struct machine *m, unsigned i);
    /* Read and write a register's bytes in memory order; return 0 or a negative enum machine_err.
     * @lane matters for registers that depend on it. */
    int (*reg_read)(struct machine *m, unsigned thread, unsigned lane, const struct machine_reg *r,
                    void *buf);
    int (*reg_write)(struct machine *m, unsigned thread, unsigned lane, const struct machine_reg *r,
                     const void *buf);
    /* Reads all registers, one after the other. The bytes of unavailable registers stay as they
     * are. */
    void (*regs_read)(struct machine *m, unsigned thread, unsigned lane, void *buf);
    /* The host's view of memory. Both fail for unmapped memory (-MACHINE_ERR_UNAVAILABLE). */
    int (*mem_read)(struct machine *m, uint64_t addr, void *buf, size_t len);
    /* Translates the address @addr in the code of @thread to the host's address: a compiler's
     * pointers to memory of a thread or a group have values that mean something else in other
     * threads. May be NULL: both are the same. */
    uint64_t (*mem_place)(struct machine *m, unsigned thread, uint64_t addr);
    int (*mem_write)(struct machine *m, uint64_t addr, const void *buf, size_t len);
    /* Writes the text of the instruction at @addr; returns its size in bytes or a negative enum
     * machine_err. */
    int (*disassemble)(struct machine *m, uint64_t addr, char *buf, size_t n);
    /* Finds the beginning of the instruction that contains the byte at @addr, counting from the
     * start of its program. Returns 0, or -MACHINE_ERR_UNAVAILABLE: no program is there. May be
     * NULL. */
    int (*insn_start)(struct machine *m, uint64_t addr, uint64_t *start);
    /* --- variables of the source, may be NULL. variable: the @i-th in scope where the lane is, or,
     * with @name, that one; false: there is none. variable_known: whether any has that name or,
     * with NULL, whether there are any. */
    bool (*variable)(struct machine *m, unsigned thread, unsigned lane, unsigned i,
                     const char *name, struct machine_variable *v);
    bool (*variable_known)(struct machine *m, const char *name);
    /* --- code. Debugging works without these, so all may be NULL.
     * program: the @i-th; false past the last. label: the address of a name. label_at: the
     * nearest label at or before @addr in its program; *past: how far @addr is after it. line_at:
     * the source line. label_nth, line_nth: the @i-th of all, in any order that does not change;
     * NULL or false past the last. branch: where the instruction at @addr may jump. False: there
     * is none. ends: whether the instruction at @addr ends its thread. */
    bool (*program)(struct machine *m, unsigned i, struct machine_program *program);
    bool (*label)(struct machine *m, const char *name, uint64_t *addr);
    bool (*label_at)(struct machine *m, uint64_t addr, char *name, size_t n, uint64_t *past);
    bool (*line_at)(struct machine *m, uint64_t addr, struct machine_line *line);
    const char *(*label_nth)(struct machine *m, unsigned i, uint64_t *addr);
    bool (*line_nth)(struct machine *m, unsigned i, struct machine_line *line, uint64_t *addr);
    bool (*branch)(struct machine *m, uint64_t addr, uint64_t *to);
    bool (*ends)(struct machine *m, uint64_t addr);
    /* --- for views; all may be NULL. space: the @i-th, memory first; false past the last.
     * reg_addr: the address of a register in a window; 0: it is in none. reg_at: the register that
     * contains the byte at @addr, or NULL. caller: the @i-th frame outside of the one in which
     * @lane is, 0 the innermost; MACHINE_LANES: outside of the thread's; false: unknown. masks:
     * returns how many, at most MACHINE_MASKS_MAX. why: the @i-th kind, NULL past the last.
     * targets: at most MACHINE_TARGETS_MAX. */
    bool (*space)(struct machine *m, unsigned i, struct machine_space *space);
    uint64_t (*reg_addr)(struct machine *m, unsigned thread, unsigned lane,
                         const struct machine_reg *r);
    const struct machine_reg *(*reg_at)(struct machine *m, uint64_t addr, unsigned *thread,
                                        unsigned *offset);
    bool (*caller)(struct machine *m, unsigned thread, unsigned lane, unsigned i,
                   struct machine_caller *caller);
    unsigned (*masks)(struct machine *m, unsigned thread, struct machine_mask *masks);
    const struct machine_why *(*why)(struct machine *m, unsigned i);
    void (*lane)(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info);
    unsigned (*targets)(struct machine *m, unsigned thread, struct machine_target *targets);
    /* --- exceptions; all NULL if the machine has none. exception: the @i-th kind, NULL after the
     * last. exception_state: a set of enum machine_exception_state. raise: latches it, like an
     * event from outside; 0, or -MACHINE_ERR_UNAVAILABLE: not possible in this thread. catches: the
     * kinds that stop the machine before the handler's first instruction, bit k for kind k. */
    const struct machine_exception *(*exception)(struct machine *m, unsigned i);
    unsigned (*exception_state)(struct machine *m, unsigned thread, unsigned kind);
    int (*raise)(struct machine *m, unsigned thread, unsigned kind);
    uint64_t (*catches)(struct machine *m);
    void (*set_catches)(struct machine *m, uint64_t kinds);
    /* XML text of the types that a feature of the target description uses; "" for none. */
    const char *(*xml_types)(struct machine *m, const char *feature);
    /* Sets the host's breakpoints: the whole set, sorted; it is copied. They are checked before an
     * instruction is issued. Each stops a thread once, until the thread has moved. Returns 0, or
     * -MACHINE_ERR_NOMEM: nothing changed. */
    int (*set_breakpoints)(struct machine *m, const uint64_t *addrs, size_t n);
    /* Sets the watchpoints: the whole set; it is copied. The run stops after the instruction.
     * Returns 0, -MACHINE_ERR_NOMEM, or -MACHINE_ERR_UNAVAILABLE: some of it cannot be watched; in
     * case of an error nothing changed. May be NULL. */
    int (*set_watches)(struct machine *m, const struct machine_watch *watches, size_t n);
    /* Runs at most @budget instructions. True: the machine stopped, and @ev says why; false: the
     * budget is used up, call again. */
    bool (*run)(struct machine *m, const struct machine_run *plan, uint64_t budget,
                struct machine_event *ev);
    /* Goes back to the state before the first instruction. Returns 0 or a negative enum
     * machine_err. */
    int (*reset)(struct machine *m);
    /* Ends the program until reset(); returns the same. NULL: as reset(). */
    int (*kill)(struct machine *m);
    /* An ELF file of all loaded programs, owned by the machine; NULL if it cannot be made. */
    const uint8_t *(*elf)(struct machine *m, size_t *size);
    /* The @i-th library, in the order of loading; false past the end. NULL: all code is in the file
     * of elf(); otherwise that file has what the libraries share. */
    bool (*library)(struct machine *m, unsigned i, struct machine_library *library);
    uint64_t (*insts)(struct machine *m);
    /* Time travel: all of these, or none; NULL: the machine cannot go back. when: the present
     * moment. take: copies the whole state, NULL: out of memory. restore: 0 or a negative enum
     * machine_err. bytes: what @snap needs in addition to @before, which may be NULL. */
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
    void *state; /* private to the implementation */
};
static inline uint64_t machine_mem_place(struct machine *m, unsigned thread, uint64_t addr)
{
    return m->ops->mem_place ? m->ops->mem_place(m, thread, addr) : addr;
}

#endif
