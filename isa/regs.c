/* Finds registers and their fields by name and by number. */
#include "isa/regs.h"

#include <string.h>

#include "isa/isa.h"

static const struct eu_reg rows[] = {
#define G(n) {"r" #n, -1, EU_GRF_BYTES, n, 0, EU_GEN_ALL, "grf", "general register"},
#define G10(t) G(t##0) G(t##1) G(t##2) G(t##3) G(t##4) G(t##5) G(t##6) G(t##7) G(t##8) G(t##9)
    G(0) G(1) G(2) G(3) G(4) G(5) G(6) G(7) G(8) G(9) G10(1) G10(2) G10(3) G10(4) G10(5) G10(6)
        G10(7) G10(8) G10(9) G10(10) G10(11) G(120) G(121) G(122) G(123) G(124) G(125) G(126) G(127)
#undef G10
#undef G
#define REG(id, name, arf, bytes, regnum, type, flags, gens, meaning)                              \
    {name, arf, bytes, regnum, flags, gens, type, meaning},
#include "isa/regs.def"
#undef REG
};
_Static_assert(sizeof rows / sizeof *rows == EU_REG_COUNT, "a row for every id");

static const struct eu_reg_field fields[] = {
#define REGFIELD(reg, dword, gens, name, hi, lo, type, meaning)                                    \
    {EU_REG_##reg, dword, gens, hi, lo, name, type, meaning},
#include "isa/regfields.def"
#undef REGFIELD
};

const struct eu_reg *eu_reg_info(unsigned id)
{
    return id < EU_REG_COUNT ? &rows[id] : NULL;
}

int eu_reg_by_name(unsigned gens, const char *name, size_t len)
{
    for (int i = 0; i < EU_REG_COUNT; i++)
        if (rows[i].gens & gens && strlen(rows[i].name) == len && !memcmp(rows[i].name, name, len))
            return i;
    return -EU_ERR_UNKNOWN;
}

const struct eu_reg_field *eu_reg_field_at(unsigned gens, unsigned reg, unsigned i)
{
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        if (fields[f].reg == reg && fields[f].gens & gens && i-- == 0)
            return &fields[f];
    return NULL;
}
