/* What the files of the proof share. */
#ifndef GCN_PROOF_IMPL_H
#define GCN_PROOF_IMPL_H

#include "gcn/proof.h"
#include "gcn/snapshot.h"

/* Where contexts are saved: a wave's area ends some bytes behind a multiple of 4 GiB, at another
 * place each time, so that no carry of an address is left out. */
#define GCN_SAVE_AT 0x7b0000000000ull
enum { GCN_SAVE_WAVES = 16, GCN_SAVE_BYTES = 0x40000 };

struct gcn_proof {
    struct gcn *m;
    const struct gcn_proof_plan *plan;
    struct gcn_proof_report *r;
    const struct gcn_snapshot *expect; /* the machine as it was */
    uint32_t wave;                     /* that the injection is at */
};

/* gcn_proof_compare - note in the report what is not as it was. */
void gcn_proof_compare(struct gcn_proof *p);
/* gcn_proof_compare_lds - LDS of the group alone. */
void gcn_proof_compare_lds(struct gcn_proof *p, uint32_t group);

#endif
