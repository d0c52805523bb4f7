/* Which registers an instruction reads and writes, as its row and its fields say. */
#ifndef GCN_USES_H
#define GCN_USES_H

#include "gcn/isa.h"

/* One run of registers. */
struct gcn_use {
    bool vgpr;  /* @n is a VGPR; else a scalar register's code (0..127) */
    bool write; /* else read */
    bool data;  /* a store reads it: what goes to memory */
    uint8_t dwords;
    uint16_t n;
};
enum { GCN_USES = 8 }; /* runs that an instruction has at most */
typedef void gcn_use_fn(void *ctx, const struct gcn_use *use);

/* gcn_uses - tell @fn of each run of registers of @in: reads first, then writes. EXEC is no part of
 * it where each vector instruction has it, nor is a register that M0 or the index mode chooses. */
void gcn_uses(const struct gcn_insn *in, gcn_use_fn *fn, void *ctx);

#endif
