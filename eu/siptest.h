/* siptest: does a System Routine give back all it borrowed? The kernel runs once undisturbed; then,
 * at each instruction boundary, an exception is injected, the routine runs, and the machine is
 * compared with what it was. Equal there means equal for ever, since the machine is deterministic.
 * Source: docs/design.md section 5. */
#ifndef EULAB_EU_SIPTEST_H
#define EULAB_EU_SIPTEST_H

#include "exception/exception.h"
#include "sim/snapshot.h"

enum {
    SIPTEST_FINDINGS = 256, /* places where a rule is broken that are kept */
    SIPTEST_DIFFS = 16,     /* differences kept of the first divergence */
    SIPTEST_TRACE = 256,    /* instructions kept of the routine's last visit */
    SIPTEST_SPARSE = 16,    /* random: one boundary of so many, on the average */
};
struct siptest_opts {
    unsigned kinds; /* bit k: enum exc_kind; see siptest_can() */
    uint64_t every; /* every N-th boundary from the first; 1: all */
    bool random;    /* boundaries chosen by @seed instead */
    uint64_t seed;
    const struct eu_range *ignore; /* memory outside the comparison: the routine's scratch */
    size_t nignore;
    /* Instructions one visit to the routine may take, and visits that follow one another while the
     * application executes nothing. */
    uint64_t limit;
    uint64_t max_insts; /* instructions the undisturbed run may take */
    /* Every kind but context save is injected into the next thread, too, that is ready and has
     * nothing of its own due, and the routine's instructions alternate, the one or the other thread
     * first: what two threads share shows. */
    bool together;
    /* Beside each kind alone: kinds at the same time, a further one at each instruction inside the
     * routine, and with @slots a thread of another slot that comes and goes meanwhile. */
    bool deep;
    /* The thread's registers have random values at each boundary: GRF, address registers, flags,
     * accumulators with their guard bits, cr0.0, masks, notifications, PcIPs of some channels, and
     * of kinds that are disabled the status. */
    bool salted;
    uint32_t slots;      /* thread slots for which the routine has memory; 0: only its own */
    unsigned own_opcode; /* that the routine gives a meaning: not injected; 0: none */
    const uint32_t
        *services; /* by kind, where the routine serves it; 0: unknown. NULL: none known */
    unsigned jobs; /* host threads that test; 0: one. The report is the same */
    /* @done of @total instructions of the undisturbed run; may be NULL. Not called by two host
     * threads at a time. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};
enum siptest_verdict {
    SIPTEST_PASS,
    SIPTEST_DIVERGENCE,  /* the routine returned to another state */
    SIPTEST_FAULT,       /* it did not return, or not so that the application goes on */
    SIPTEST_LINT,        /* it gives back all, and breaks rules of the manual: @findings */
    SIPTEST_KERNEL,      /* the undisturbed run does not end by EOT: @ev says how */
    SIPTEST_INTERRUPTED, /* by eu_request_stop() */
    SIPTEST_NOMEM,
};
/* --lint: a rule (enum eu_lint_id) that is broken at @ip, each place once. */
struct siptest_finding {
    uint32_t rule, ip, thread; /* the first thread */
    bool routine;              /* @ip is the routine's: that fails the test */
    bool injected;             /* else the kernel breaks it by itself, with nothing injected */
    uint64_t boundary;         /* injected: the first */
};
/* What is counted: boundaries that were tested; injections, visits that were compared; of them
 * those of several kinds at the same time, with a further one inside, with a thread of another slot
 * meanwhile, in two threads at a time, and context saves that were restored in another slot;
 * instructions of the routine in all of them. */
#define SIPTEST_COUNTS(X)                                                                          \
    X(boundaries)                                                                                  \
    X(injections) X(pairs) X(inside) X(strangers) X(together) X(moved) X(routine_insts)
struct siptest_counts {
#define X(name) uint64_t name;
    SIPTEST_COUNTS(X)
#undef X
};
struct siptest_report {
    enum siptest_verdict verdict;
    uint64_t total; /* instructions of the undisturbed run, each with a boundary before it */
    uint64_t own;   /* of them, the routine's, about: the kernel raises exceptions by itself */
#define X(name) uint64_t name;
    SIPTEST_COUNTS(X)
#undef X
    /* The first that failed, DIVERGENCE and FAULT. A fault before any visit has kind EXC_COUNT. */
    uint64_t boundary; /* instructions that were executed before it */
    uint32_t thread, ip;
    int64_t beside; /* the other thread; -1: none */
    enum exc_kind kind;
    unsigned also, came_inside; /* bit k: kind k, at the same time, and inside */
    bool stranger, salted; /* a thread of another slot was inside meanwhile; random registers */
    uint64_t at;           /* instructions of the routine before that came */
    char why[256];         /* one line */
    struct eu_diff diffs[SIPTEST_DIFFS];
    size_t ndiffs;
    char outcome[256];             /* DIVERGENCE: what the difference comes to at the end */
    uint32_t trace[SIPTEST_TRACE]; /* addresses, the oldest first */
    size_t ntrace;
    struct siptest_finding findings[SIPTEST_FINDINGS];
    size_t nfindings;
    uint64_t visit; /* instructions of that visit; more than ntrace: only the last are kept */
    struct eu_event ev;
};

/* siptest_can - can it be injected at a boundary. Context save is for routines that know of it
 * (cr0.3, docs/exceptions.md 4b): others fail. */
bool siptest_can(enum exc_kind kind);
void siptest_get_counts(const struct siptest_report *r, struct siptest_counts *counts);
void siptest_set_counts(struct siptest_report *r, const struct siptest_counts *counts);
/* siptest_run - @eu is before its first instruction, with a routine; it is left before its first
 * instruction again. Its hooks are borrowed. Outside the
 * comparison: tm0, instruction counts, @ignore, AIP, and what the manual keeps for System Routines,
 * r0.4 (4.2.4). Five snapshots at most are alive for each of opts->jobs. Status: assumed. */
enum siptest_verdict siptest_run(struct eu *eu, const struct siptest_opts *opts,
                                 struct siptest_report *report);

#endif
