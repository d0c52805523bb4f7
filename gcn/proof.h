/* siptest for GCN: traps at instruction boundaries test whether the handler restores everything
 * that it uses. */
#ifndef GCN_PROOF_H
#define GCN_PROOF_H

#include "gcn/wave.h"
#include "machine/shard.h"

struct gcn_proof_range {
    uint64_t at, bytes;
};
struct gcn_proof_plan {
    unsigned
        /* set of 1 << enum gcn_trap_kind: INSTRUCTION, FLOAT, DEBUG, CONTEXT_SAVE, HOST */
        kinds;
    uint64_t every;     /* injects only at every so many boundaries; from 1 */
    uint64_t limit;     /* instructions that one visit to the handler may take */
    uint64_t max_insts; /* of the kernel */
    uint32_t salt;      /* random contents of a new wave's registers before it is restored */
    uint8_t trap_id;    /* for INSTRUCTION */
    const struct gcn_proof_range *ignore; /* memory outside the comparison */
    size_t n_ignore;
    struct shard shard; /* only these of the boundaries; of mutants, of these */
    /* one byte for each dword of the handler, set to 1 where it was executed; or NULL */
    uint8_t *ran;
};
enum gcn_verdict {
    GCN_PROOF_PASS,
    GCN_PROOF_DIVERGENCE, /* the state differs from before */
    GCN_PROOF_FAULT,      /* the handler did not return */
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
    /* total: boundaries of the whole run */
    uint64_t total, boundaries, injections, handler_insts;
    enum gcn_trap_kind kind; /* which injection failed, and where */
    uint64_t boundary, pc;
    uint32_t wave;
    char why[256];
    struct gcn_proof_diff diffs[GCN_PROOF_DIFFS];
    unsigned n_diffs;
    /* the last instructions of the handler, the oldest first */
    uint64_t trace[GCN_PROOF_TRACE];
    unsigned n_trace;
    enum gcn_stop stop;
    struct gcn_wave *at;
};

/* gcn_prove - runs the launch in @m from its start to its end. At the chosen boundaries it injects
 * each kind of trap, lets the handler run, and compares the machine with its state before. A
 * context save ends the wave (of a group, all of them); new waves, filled with random values, begin
 * at TBA + 4 and restore the context. Before each injection, state that no kernel sets by itself
 * gets random values, too: bits of MODE, STATUS, TRAPSTS and IB_STS. A register that the handler
 * uses before the s_waitcnt that it needs is a fault. The proof stops at the first failure. What
 * belongs to the handler is not compared: TTMPs, TMA, the save area, SPI_PRIO, plan.ignore. */
void gcn_prove(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report);

/* gcn_mutate - repeats the proof for each instruction of the handler, with that instruction
 * replaced by s_nop: the more of these mutants it finds, the better is the proof. @tell is called
 * for each mutant. First the unchanged handler is proven; if that fails, @report says so, and
 * nothing else is done. Returns 0, or -1: out of memory. */
struct gcn_mutant {
    uint64_t pc;
    uint32_t offset; /* from the handler's start, in bytes */
    bool found;
    bool ran; /* the unchanged handler executes it */
};
typedef void gcn_mutant_fn(void *ctx, const struct gcn_mutant *mutant);
int gcn_mutate(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report,
               gcn_mutant_fn *tell, void *ctx);

#endif
