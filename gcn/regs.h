/* Registers by name, for people, launch files and gdb. */
#ifndef GCN_REGS_H
#define GCN_REGS_H

#include "gcn/wave.h"

enum gcn_reg_kind {
    GCN_REG_VGPR,  /* a lane's own 32 bits */
    GCN_REG_CODE,  /* identified by the code that instructions use, with its aliases */
    GCN_REG_PLACE, /* identified by its index in gcn_wave.s */
    GCN_REG_HWREG,
    GCN_REG_SCC,
    GCN_REG_PC,
    GCN_REG_LANE
};
struct gcn_reg {
    char name[16];
    uint8_t bytes, kind;
    uint16_t n;
    const char *gdb_type, *meaning;
};

/* gcn_reg_at - the @i-th register of a generation: v0..v255, s0.., the rows of regs.def. Returns
 * false past the last. */
bool gcn_reg_at(enum gcn_gen gen, unsigned i, struct gcn_reg *reg);
/* gcn_reg_find - finds a register by its name; returns false if there is none. */
bool gcn_reg_find(enum gcn_gen gen, const char *name, struct gcn_reg *reg);
/* gcn_reg_get - reads its bytes in memory order; for a VGPR, those of @lane. Returns false if the
 * wave has no such register (beyond its allocation, not started, or its registers were not
 * kept). */
bool gcn_reg_get(const struct gcn *m, const struct gcn_wave *w, unsigned lane,
                 const struct gcn_reg *reg, void *buf);
/* gcn_reg_put - writes it for the host, whatever PRIV is. Returns false if it cannot be written. */
bool gcn_reg_put(struct gcn *m, struct gcn_wave *w, unsigned lane, const struct gcn_reg *reg,
                 const void *buf);

/* gcn_flag - the name of a bit of STATUS, MODE or TRAPSTS, given as a hardware register; NULL:
 * none. */
enum { GCN_HW_MODE = 1, GCN_HW_STATUS, GCN_HW_TRAPSTS };
const char *gcn_flag(unsigned hwreg, unsigned bit);

#endif
