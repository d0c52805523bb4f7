/* What the files of the proof share. */
#ifndef GCN_PROOF_IMPL_H
#define GCN_PROOF_IMPL_H

#include "gcn/proof.h"
#include "gcn/snapshot.h"

/* Where contexts are saved. A wave's area begins some bytes below a multiple of 4 GiB, each time at
 * another address, so that a missing carry in an address is noticed. */
#define GCN_SAVE_AT 0x7b0000000000ull
enum { GCN_SAVE_WAVES = 16, GCN_SAVE_BYTES = 0x40000 };

struct gcn_proof {
    struct gcn *m;
    const struct gcn_proof_plan *plan;
    struct gcn_proof_report *r;
    const struct gcn_snapshot *expect; /* the machine before the visit */
    uint32_t wave;                     /* the wave at which the trap is injected */
};

/* gcn_proof_compare - adds differences to the report. */
void gcn_proof_compare(struct gcn_proof *p);
/* gcn_proof_compare_lds - compares only the LDS of the group. */
void gcn_proof_compare_lds(struct gcn_proof *p, uint32_t group);

#endif
