/* Registers as rows: isa/regs.def, isa/regfields.def. */
#ifndef EULAB_ISA_REGS_H
#define EULAB_ISA_REGS_H

#include <stddef.h>
#include <stdint.h>

enum { EU_GRF_COUNT = 128, EU_GRF_BYTES = 32 };
enum eu_reg_flags { REG_RO = 1 << 0 };
enum eu_reg_id { /* EU_REG_GRF0 + n is rn; after them are the rows in order */
                 EU_REG_GRF0 = 0,
                 EU_REG_GRF_LAST = EU_GRF_COUNT - 1,
#define REG(id, ...) EU_REG_##id,
#include "isa/regs.def"
#undef REG
                 EU_REG_COUNT
};
struct eu_reg {
    const char *name;
    int16_t arf; /* RegNum byte, -1: none */
    uint16_t bytes;
    int16_t regnum; /* gdb's, -1: none */
    uint8_t flags;
    uint8_t gens; /* set of enum eu_gen */
    const char *gdb_type, *meaning;
};
struct eu_reg_field {
    uint8_t reg;   /* enum eu_reg_id */
    uint8_t dword; /* inside the register */
    uint8_t gens;  /* set of enum eu_gen */
    uint8_t hi, lo;
    const char *name, *type, *meaning;
};
/* The row of a register; NULL if there is no such id. */
const struct eu_reg *eu_reg_info(unsigned id);
/* The id of "r12", "cr0" in one of the generations @gens, or -EU_ERR_UNKNOWN. @len: how many
 * characters of @name are used. */
int eu_reg_by_name(unsigned gens, const char *name, size_t len);
/* The @i-th field (from 0) that a register has in one of the generations @gens; NULL after the
 * last. */
const struct eu_reg_field *eu_reg_field_at(unsigned gens, unsigned reg, unsigned i);

#endif
