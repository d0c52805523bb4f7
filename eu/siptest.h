/* siptest: does a System Routine give back all it borrowed? The kernel runs once undisturbed; then,
 * at each instruction boundary, an exception is injected, the routine runs, and the machine is
 * compared with what it was. Equal there means equal for ever, since the machine is deterministic.
 * Source: docs/design.md section 5. */
#ifndef EULAB_EU_SIPTEST_H
#define EULAB_EU_SIPTEST_H

#include "eu/mutants.h"
#include "exception/exception.h"
#include "machine/shard.h"
#include "sim/snapshot.h"

enum {
    SIPTEST_FINDINGS = 256, /* places where a rule is broken that are kept */
    SIPTEST_DIFFS = 16,     /* differences kept of the first divergence */
    SIPTEST_TRACE = 256,    /* instructions kept of the routine's last visit */
    SIPTEST_SPARSE = 16,    /* random: one boundary of so many, on the average */
};
/* An instruction that the routine gives a meaning: opcode @opcode in the form of
 * `shl (8) rD.0<1>:ud rS.0<8;8,1>:ud N:ud`, rD and rS from r@first to r@last, N from 0 to 31.
 * @value is what a channel of rD becomes. */
struct siptest_effect {
    uint8_t opcode, first, last;
    uint32_t (*value)(void *ctx, uint32_t src0, uint32_t src1);
    void *ctx;
};
/* What lies in a thread's slot of memory when the routine has left: registers as they were. Slots
 * are of @stride bytes from @at on; @number gives a thread's by its sr0.0, NULL: eight an EU, by
 * sr0.0's EUID and TID. */
struct siptest_image_row {
    uint16_t reg, bytes; /* enum eu_reg_id; SIPTEST_CHANNELS: those that entered */
    uint32_t offset;     /* in the slot */
};
enum { SIPTEST_CHANNELS = UINT16_MAX };
struct siptest_image {
    uint32_t at, stride;
    const struct siptest_image_row *rows;
    size_t nrows;
    uint32_t (*number)(void *ctx, uint32_t sr0);
    void *ctx;
};
/* What the routine keeps of its own in the thread's slot, @stride bytes from @at on: a visit for
 * @kinds (bits: enum exc_kind) makes of dwords @old those of @now; tm0 was @begin before it, and is
 * @end. @holds: condition @i; @text for a message. */
enum { SIPTEST_RECORD = 16 };
struct siptest_record_visit {
    uint32_t old[SIPTEST_RECORD], now[SIPTEST_RECORD], begin, end;
    unsigned kinds;
};
struct siptest_record {
    uint32_t at, stride;
    size_t nholds;
    bool (*holds)(void *ctx, size_t i, const struct siptest_record_visit *visit);
    const char *(*text)(void *ctx, size_t i);
    void *ctx;
};
/* What the host does in a visit, of the thread's slot in the image: each rule once, when the thread
 * waits for its attention to be answered, or else between any two instructions, and the dwords of
 * @when are there. It gives the registers of the image's rows @edits random values, which the
 * routine is to bring to the thread, and writes the dwords of @writes. */
enum { SIPTEST_HOST_RULES = 32 };
struct siptest_words {
    const struct siptest_word {
        uint32_t offset, value;
    } * items;
    size_t n;
};
struct siptest_host_rule {
    bool attention;
    struct siptest_words when, writes;
    const uint32_t *edits;
    size_t nedits;
};
struct siptest_host {
    const struct siptest_host_rule *rules;
    size_t nrules; /* at most SIPTEST_HOST_RULES */
};
/* How much of the routine the injections have exercised, so that a pass says how much it means.
 * A mask, NoMask too: it was executed while it kept a channel from executing, or would have without
 * NoMask; a predicate: it was true and false; an immediate: without it the result would have been
 * another, of a comparison: both outcomes. An instruction that was never executed is missed once.
 */
enum siptest_part {
    SIPTEST_PART_INSTRUCTION,
    SIPTEST_PART_MASK,
    SIPTEST_PART_PREDICATE,
    SIPTEST_PART_IMMEDIATE,
    SIPTEST_PARTS
};
struct siptest_missed {
    uint32_t addr;
    enum siptest_part part;
};
/* An instruction of the routine, and the bits of what is to be seen of it: in all, and for each
 * part; 0: it has no such part. */
struct siptest_insn {
    uint32_t addr;
    uint8_t wants, parts[SIPTEST_PARTS];
};
struct siptest_code {
    struct siptest_insn *insns; /* by address */
    size_t n;
};
struct siptest_cover {
    struct siptest_code code;
    uint8_t *seen; /* by instruction, the bits that were; NULL: nothing is known */
    uint32_t of[SIPTEST_PARTS], hit[SIPTEST_PARTS];
    struct siptest_missed *missed; /* by address */
    size_t nmissed;
};
/* siptest_cover_settle - of, hit and missed from code and seen. False: no memory.
 * siptest_cover_fini - frees all of it. */
bool siptest_cover_settle(struct siptest_cover *cover);
void siptest_cover_fini(struct siptest_cover *cover);
struct siptest_opts {
    unsigned kinds; /* bit k: enum exc_kind; see siptest_can() */
    uint64_t every; /* every N-th boundary from the first; 1: all */
    uint64_t most;  /* 0; else so many boundaries at most, evenly: `every` is not used */
    bool random;    /* boundaries chosen by @seed instead */
    uint64_t seed;
    const struct eu_range *ignore; /* memory outside the comparison: the routine's scratch */
    size_t nignore;
    const uint8_t *lost; /* enum eu_reg_id: what the routine is known not to give back */
    size_t nlost;
    bool lost_status; /* nor cr0.1 31:24, what is pending or latched */
    /* Instructions one visit to the routine may take, and visits that follow one another while the
     * application executes nothing. */
    uint64_t limit;
    uint64_t max_insts; /* instructions the undisturbed run may take */
    /* Every kind is injected into the next thread, too, that is ready and has nothing of its own
     * due, and the routine's instructions alternate, the one or the other thread first: what two
     * threads share shows. Two contexts come back when both have left. */
    bool together;
    /* Beside each kind alone: kinds at the same time, a further one at each instruction inside the
     * routine, and with @slots a thread of another slot that comes and goes meanwhile. */
    bool deep;
    /* The thread's registers have random values at each boundary: GRF, address registers, flags,
     * accumulators with their guard bits, cr0.0, masks, notifications, PcIPs of some channels, and
     * of kinds that are disabled the status. */
    bool salted;
    uint32_t slots; /* thread slots for which the routine has memory; 0: only its own */
    const struct siptest_effect *effect; /* it is injected, too; NULL: none */
    const struct siptest_image *image;   /* NULL: nobody said what is saved where */
    const struct siptest_record *record; /* NULL: none */
    const struct siptest_host *host;     /* with an image; NULL: attention is answered at once */
    const uint32_t
        *services; /* by kind, where the routine serves it; 0: unknown. NULL: none known */
    bool brief;    /* that it fails is enough: why is not said */
    struct siptest_cover *cover; /* of all zeroes: filled in by a PASS or LINT; NULL: not asked */
    unsigned jobs;               /* host threads that test; 0: one. The report is the same */
    struct shard shard;          /* only these of the boundaries; of mutants, of these */
    /* @done of @total instructions of the undisturbed run; may be NULL. Not called by two host
     * threads at a time. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};
#define SIPTEST_NOTHING "nothing was tested: no boundary that was chosen can take the exceptions"
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
/* What is counted: boundaries that were tested; injections, exceptions whose visits were compared;
 * comparisons behind several kinds at the same time, a further one inside, a thread of another slot
 * meanwhile, two threads at a time, and behind context saves that were restored in another slot;
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
    uint64_t total;   /* instructions of the undisturbed run, each with a boundary before it */
    uint64_t longest; /* instructions of the longest visit that was compared */
    uint64_t own;     /* of them, the routine's, about: the kernel raises exceptions by itself */
#define X(name) uint64_t name;
    SIPTEST_COUNTS(X)
#undef X
    /* The first that failed, DIVERGENCE and FAULT. A fault before any visit has kind EXC_COUNT. */
    uint64_t boundary; /* instructions that were executed before it */
    uint32_t thread, ip;
    int64_t beside; /* the other thread; -1: none */
    enum exc_kind kind;
    unsigned also, came_inside; /* bit k: kind k, at the same time, and inside */
    bool instead;     /* an instruction that is none stood in the place of the one there: */
    uint8_t word[16]; /* so it was, @word_bytes long */
    unsigned word_bytes;
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
 * (cr0.1[25:24], docs/exceptions.md 4b): others fail. */
bool siptest_can(enum exc_kind kind);
void siptest_get_counts(const struct siptest_report *r, struct siptest_counts *counts);
void siptest_set_counts(struct siptest_report *r, const struct siptest_counts *counts);
/* siptest_run - @eu is before its first instruction, with a routine; it is left before its first
 * instruction again. Its hooks are borrowed. Outside the
 * comparison: tm0, instruction counts, @ignore, AIP, and what the manual keeps for System Routines,
 * r0.4 (4.2.4). Five snapshots at most are alive for each of opts->jobs. Status: assumed. */
enum siptest_verdict siptest_run(struct eu *eu, const struct siptest_opts *opts,
                                 struct siptest_report *report);

/* What becomes of a mutant of the routine: the proof finds it; it passes, and does the same as what
 * it replaces by eu_mutant_same(); or it passes and does not. */
enum siptest_fate {
    SIPTEST_UNTRIED,
    SIPTEST_FOUND,
    SIPTEST_SAME,
    SIPTEST_SURVIVES,
    SIPTEST_UNKNOWN, /* never told */
};
struct siptest_mutate {
    /* Of each in order, @i of @n. Not called by two host threads at a time. */
    void (*tell)(void *ctx, const struct eu_mutant *mutant, enum siptest_fate fate, size_t i,
                 size_t n);
    void *ctx;
};
/* siptest_mutate - the proof of the routine as it is, then of each of its mutants, opts->jobs at a
 * time. PASS: all were tried, whatever became of them; else how the first proof ended, or that it
 * was interrupted. @eu is left as siptest_run() leaves it. */
enum siptest_verdict siptest_mutate(struct eu *eu, const struct siptest_opts *opts,
                                    const struct siptest_mutate *how,
                                    struct siptest_report *report);

#endif
