/* siptest checks whether a System Routine restores everything that it uses. The kernel runs once
 * undisturbed. Then, at each instruction boundary, an exception is injected, the routine runs, and
 * the machine is compared with its earlier state. If both are equal, the rest of the run is equal,
 * because the machine is deterministic. Source: docs/design.md section 5. */
#ifndef EULAB_EU_SIPTEST_H
#define EULAB_EU_SIPTEST_H

#include "eu/mutants.h"
#include "exception/exception.h"
#include "machine/shard.h"
#include "sim/snapshot.h"

enum {
    SIPTEST_FINDINGS = 256, /* limit of broken rules that are kept, each at a place */
    SIPTEST_DIFFS = 16,     /* limit of kept differences of the first divergence */
    SIPTEST_TRACE = 256,    /* limit of kept instructions of the routine's last visit */
    SIPTEST_SPARSE = 16,    /* random: one boundary in so many, on average */
};
/* An instruction that the routine emulates: opcode @opcode in the form `shl (8) rD.0<1>:ud
 * rS.0<8;8,1>:ud N:ud`, with rD and rS from r@first to r@last, and N from 0 to 31. @value computes
 * a channel of rD. */
struct siptest_effect {
    uint8_t opcode, first, last;
    uint32_t (*value)(void *ctx, uint32_t src0, uint32_t src1);
    void *ctx;
};
/* What a thread's slot of memory must contain when the routine has left: saved registers. Slots
 * have @stride bytes and begin at @at. @number computes a thread's slot number from its sr0.0;
 * NULL: eight slots for each EU, by EUID and TID of sr0.0. */
struct siptest_image_row {
    uint16_t reg, bytes; /* enum eu_reg_id; SIPTEST_CHANNELS: those that entered */
    uint32_t offset;     /* offset in the slot */
};
enum { SIPTEST_CHANNELS = UINT16_MAX };
struct siptest_image {
    uint32_t at, stride;
    const struct siptest_image_row *rows;
    size_t nrows;
    uint32_t (*number)(void *ctx, uint32_t sr0);
    void *ctx;
};
/* The routine's own record in the thread's slot, @stride bytes for each, from @at on. A visit for
 * @kinds (bits: enum exc_kind) changes dwords @old to @now; tm0 was @begin before the visit and is
 * @end after it. @holds: condition @i; @text for a message. */
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
/* What the host does during a visit, in the thread's slot of the image. Each rule is applied once,
 * when the dwords of @when are there: when the thread waits for its attention to be answered, or
 * between any two instructions. The host then gives the registers of the image's rows @edits random
 * values, which the routine must load into the thread, and writes the dwords of @writes. */
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
/* How much of the routine the injections have exercised: this says how much a pass means. A mask
 * (also NoMask) is covered if it kept a channel from executing, or would have done so without
 * NoMask; a predicate if it was true and false; an immediate if the result without it would have
 * been another, and for a comparison if both outcomes occurred. An instruction that was never
 * executed is missed once. */
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
/* An instruction of the routine, and the bits that cover it, as a whole and for each part; 0: it
 * has no such part. */
struct siptest_insn {
    uint32_t addr;
    uint8_t wants, parts[SIPTEST_PARTS];
};
struct siptest_code {
    struct siptest_insn *insns; /* sorted by address */
    size_t n;
};
struct siptest_cover {
    struct siptest_code code;
    uint8_t *seen; /* by instruction: the bits that were seen; NULL: not recorded */
    uint32_t of[SIPTEST_PARTS], hit[SIPTEST_PARTS];
    struct siptest_missed *missed; /* sorted by address */
    size_t nmissed;
};
/* siptest_cover_settle - computes of, hit and missed from code and seen. False: no memory.
 * siptest_cover_fini - frees everything. */
bool siptest_cover_settle(struct siptest_cover *cover);
void siptest_cover_fini(struct siptest_cover *cover);
struct siptest_opts {
    unsigned kinds; /* bit k: enum exc_kind; see siptest_can() */
    uint64_t every; /* every N-th boundary from the first; 1: all */
    uint64_t most;  /* 0: no limit; else at most so many boundaries, evenly distributed: `every` is
                       not used */
    bool random;    /* boundaries chosen by @seed instead */
    uint64_t seed;
    const struct eu_range
        *ignore; /* memory outside the comparison, besides the routine's scratch */
    size_t nignore;
    const uint8_t *lost; /* enum eu_reg_id: registers that the routine is known not to restore */
    size_t nlost;
    bool lost_status; /* it does not restore cr0.1 31:24 either: pending and latched exceptions */
    /* Limit of instructions for one visit to the routine, and of consecutive visits while the
     * application executes nothing. */
    uint64_t limit;
    uint64_t max_insts; /* limit of instructions for the undisturbed run */
    /* Every kind is also injected into the next thread that is ready and has no exception of its
     * own due. The two threads execute the routine's instructions alternately, starting with the
     * one or the other: this finds what the two share. Two contexts are restored after both have
     * left. */
    bool together;
    /* Besides each kind alone: several kinds at the same time, a further one at each instruction
     * inside the routine, and with @slots a thread of another slot that enters and leaves
     * meanwhile. */
    bool deep;
    /* The thread gets random values at each boundary: GRF, address registers, flags, accumulators
     * with their guard bits, cr0.0, masks, notifications, PcIPs of some channels, and the status of
     * disabled kinds. */
    bool salted;
    uint32_t slots; /* thread slots for which the routine has memory; 0: only the thread's own */
    const struct siptest_effect *effect; /* injected, too; NULL: none */
    const struct siptest_image *image;   /* NULL: the layout of saved registers is not known */
    const struct siptest_record *record; /* NULL: none */
    const struct siptest_host *host;     /* needs an image; NULL: attention is answered at once */
    const uint32_t
        *services; /* by kind: address where the routine serves it; 0: unknown. NULL: none known */
    bool brief;    /* stop at the first failure, without finding its reason */
    struct siptest_cover
        *cover;         /* zero at first, filled in by a PASS or LINT; NULL: not asked for */
    unsigned jobs;      /* host threads that test; 0: one. The report does not depend on it */
    struct shard shard; /* only this part of the boundaries, or of the mutants */
    /* @done of @total instructions of the undisturbed run; may be NULL. Only one host thread calls
     * it at a time. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};
#define SIPTEST_NOTHING "nothing was tested: no boundary that was chosen can take the exceptions"
enum siptest_verdict {
    SIPTEST_PASS,
    SIPTEST_DIVERGENCE,  /* the routine returned with another state */
    SIPTEST_FAULT,       /* the routine did not return, or the application cannot continue */
    SIPTEST_LINT,        /* it restores everything, but breaks rules of the manual: @findings */
    SIPTEST_KERNEL,      /* the undisturbed run does not end by EOT: see @ev */
    SIPTEST_INTERRUPTED, /* by eu_request_stop() */
    SIPTEST_NOMEM,
};
/* --lint: a rule (enum eu_lint_id) that is broken at @ip; each place is listed once. */
struct siptest_finding {
    uint32_t rule, ip, thread; /* the first thread that broke it */
    bool routine;              /* @ip is in the routine: the test fails */
    bool injected;     /* false: the kernel breaks the rule by itself, with nothing injected */
    uint64_t boundary; /* injected: the first boundary */
};
/* Counts: tested boundaries; injections; exceptions whose visits were compared; comparisons after
 * several kinds at the same time, after a further one inside the routine, with a thread of another
 * slot meanwhile, after two threads at a time, and after context saves that were restored in
 * another slot; instructions of the routine in all of these. */
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
    uint64_t total;   /* instructions of the undisturbed run; there is a boundary before each */
    uint64_t longest; /* instructions of the longest compared visit */
    uint64_t own; /* of these, about how many are the routine's: the kernel also raises exceptions
                     by itself */
#define X(name) uint64_t name;
    SIPTEST_COUNTS(X)
#undef X
    /* For DIVERGENCE and FAULT: the first failure. A fault before any visit has kind EXC_COUNT. */
    uint64_t boundary; /* instructions executed before it */
    uint32_t thread, ip;
    int64_t beside; /* the other thread; -1: none */
    enum exc_kind kind;
    unsigned also,
        came_inside;  /* bit k: kind k, injected at the same time; and inside the routine */
    bool instead;     /* the instruction was replaced by an invalid one: */
    uint8_t word[16]; /* its bytes, @word_bytes long */
    unsigned word_bytes;
    bool stranger,
        salted;    /* a thread of another slot was inside meanwhile; registers were random */
    uint64_t at;   /* instructions of the routine before the further exception */
    char why[256]; /* one line */
    struct eu_diff diffs[SIPTEST_DIFFS];
    size_t ndiffs;
    char outcome[256]; /* DIVERGENCE: the consequence of the difference at the end of the run */
    uint32_t trace[SIPTEST_TRACE]; /* addresses, oldest first */
    size_t ntrace;
    struct siptest_finding findings[SIPTEST_FINDINGS];
    size_t nfindings;
    uint64_t visit; /* instructions of that visit; if more than ntrace, only the last are kept */
    struct eu_event ev;
};

/* siptest_can - whether the kind can be injected at a boundary. Context save is only for routines
 * that support it (cr0.1[25:24], docs/exceptions.md 4b): others fail. */
bool siptest_can(enum exc_kind kind);
void siptest_get_counts(const struct siptest_report *r, struct siptest_counts *counts);
void siptest_set_counts(struct siptest_report *r, const struct siptest_counts *counts);
/* siptest_run - @eu must be before its first instruction, with a routine; it is left in that state
 * again. Its hooks are borrowed. The comparison leaves out tm0, instruction counts, @ignore, AIP,
 * and r0.4, which the manual reserves for System Routines (4.2.4). At most five snapshots exist for
 * each of opts->jobs. Status: assumed. */
enum siptest_verdict siptest_run(struct eu *eu, const struct siptest_opts *opts,
                                 struct siptest_report *report);

/* The fate of a mutant of the routine: the proof finds it; it passes and does the same as the
 * original (eu_mutant_same()); or it passes and does not. */
enum siptest_fate {
    SIPTEST_UNTRIED,
    SIPTEST_FOUND,
    SIPTEST_SAME,
    SIPTEST_SURVIVES,
    SIPTEST_UNKNOWN, /* never reported */
};
struct siptest_mutate {
    /* Called for each mutant in order, @i of @n. Only one host thread calls it at a time. */
    void (*tell)(void *ctx, const struct eu_mutant *mutant, enum siptest_fate fate, size_t i,
                 size_t n);
    void *ctx;
};
/* siptest_mutate - proves the routine as it is, then each of its mutants, opts->jobs at a time.
 * Returns PASS if all were tried, whatever their fate; otherwise how the first proof ended, or that
 * it was interrupted. @eu is left as siptest_run() leaves it. */
enum siptest_verdict siptest_mutate(struct eu *eu, const struct siptest_opts *opts,
                                    const struct siptest_mutate *how,
                                    struct siptest_report *report);

#endif
