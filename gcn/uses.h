/* Which registers an instruction reads and writes, by its row and its fields. */
#ifndef GCN_USES_H
#define GCN_USES_H

#include "gcn/isa.h"

/* A range of consecutive registers. */
struct gcn_use {
    bool vgpr;  /* @n is a VGPR; otherwise the code of a scalar register (0..127) */
    bool write; /* written; otherwise read */
    bool data;  /* a store reads it as the data for memory */
    uint8_t dwords;
    uint16_t n;
};
enum { GCN_USES = 8 }; /* at most, in one instruction */
typedef void gcn_use_fn(void *ctx, const struct gcn_use *use);

/* gcn_uses - calls @fn for each range of registers that @in uses: reads first, then writes. EXEC is
 * not reported where every vector instruction uses it, nor registers that M0 or the index mode
 * selects. */
void gcn_uses(const struct gcn_insn *in, gcn_use_fn *fn, void *ctx);

#endif
