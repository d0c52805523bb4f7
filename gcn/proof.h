/* siptest of GCN: traps at instruction boundaries, and whether the handler gives back all that it
 * borrowed. */
#ifndef GCN_PROOF_H
#define GCN_PROOF_H

#include "gcn/wave.h"

struct gcn_proof_plan {
    unsigned
        kinds; /* set of 1 << enum gcn_trap_kind: INSTRUCTION, FLOAT, DEBUG, CONTEXT_SAVE, HOST */
    uint64_t every;     /* only every so many boundaries; from 1 */
    uint64_t limit;     /* instructions that one visit may take */
    uint64_t max_insts; /* of the kernel */
    uint32_t salt;      /* what registers of a new wave hold before it is restored */
    uint8_t trap_id;    /* of INSTRUCTION */
    uint8_t *ran;       /* a byte a dword of the handler, set to 1 where it was executed; or NULL */
};
enum gcn_verdict {
    GCN_PROOF_PASS,
    GCN_PROOF_DIVERGENCE, /* something is not as it was */
    GCN_PROOF_FAULT,      /* the handler did not come back */
    GCN_PROOF_KERNEL,     /* the kernel itself does not end: report.stop */
    GCN_PROOF_NOMEM
};
enum { GCN_PROOF_DIFFS = 16, GCN_PROOF_TRACE = 16 };
struct gcn_proof_diff {
    uint32_t wave;
    int lane; /* of a VGPR; -1 */
    char name[24];
    uint64_t expected, found;
};
struct gcn_proof_report {
    enum gcn_verdict verdict;
    uint64_t total, boundaries, injections, handler_insts; /* total: boundaries of the whole run */
    enum gcn_trap_kind kind;                               /* of the failure, and where */
    uint64_t boundary, pc;
    uint32_t wave;
    char why[256];
    struct gcn_proof_diff diffs[GCN_PROOF_DIFFS];
    unsigned n_diffs;
    uint64_t trace[GCN_PROOF_TRACE]; /* the last instructions of the handler, oldest first */
    unsigned n_trace;
    enum gcn_stop stop;
    struct gcn_wave *at;
};

/* gcn_prove - run the launch that @m stands before to its end; at the chosen boundaries inject each
 * kind, let the handler run, and compare the machine with what it was. A context save ends the wave
 * - of a group, all of them -; new waves, salted, begin at TBA + 4 and restore it. Before each
 * injection, what no kernel sets by itself gets a value, too: bits of MODE, STATUS, TRAPSTS and
 * IB_STS. A register that the handler uses before the s_waitcnt that it needs is a fault. Stops at
 * the first failure. What the handler owns is not compared: TTMPs, TMA, the area, SPI_PRIO. */
void gcn_prove(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report);

/* gcn_mutate - the same proof once for each instruction of the handler, with that instruction made
 * s_nop: the proof is as good as the mutants that it finds. @tell hears of each. First the handler
 * is proven as it is: if that fails, @report says so, and nothing else is done. 0, or -1: no
 * memory. */
struct gcn_mutant {
    uint64_t pc;
    uint32_t offset; /* from the handler's start, in bytes */
    bool found;
    bool ran; /* the handler as it is executes it */
};
typedef void gcn_mutant_fn(void *ctx, const struct gcn_mutant *mutant);
int gcn_mutate(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report,
               gcn_mutant_fn *tell, void *ctx);

#endif
