/* The core registers of the architecture that gdb takes any machine for: their names, sizes and
 * roles. */
#include "machine/persona.h"

#include <string.h>

static const struct {
    const char *name, *type;
    unsigned bytes;
    enum machine_role role;
} rows[MACHINE_CORE_COUNT] = {
#define CORE(name, type, bytes, role) {#name, type, bytes, MACHINE_ROLE_##role},
#include "machine/core.def"
#undef CORE
};

enum machine_core machine_core_find(const char *name)
{
    unsigned i = 0;
    while (i < MACHINE_CORE_COUNT && strcmp(rows[i].name, name) != 0)
        i++;
    return (enum machine_core)i;
}

struct machine_reg machine_core_reg(enum machine_core i, int regnum, unsigned roles)
{
    static const char *const meanings[MACHINE_ROLE_COUNT] = {
        [MACHINE_ROLE_PC] = "address of the lane",
        [MACHINE_ROLE_SP] = "innermost return address",
        [MACHINE_ROLE_FP] = "end of return addresses",
        [MACHINE_ROLE_FRAME] = "frame on the private stack",
        [MACHINE_ROLE_LOCAL] = "local memory of the group",
        [MACHINE_ROLE_SCRATCH] = "scratch space of the thread",
        [MACHINE_ROLE_INDEX] = "number of the lane",
        [MACHINE_ROLE_RETURN] = "what a function has returned",
        [MACHINE_ROLE_REGISTERS] = "window on the thread's registers",
    };
    enum machine_role role = rows[i].role;
    bool has = role != MACHINE_ROLE_NONE && roles >> role & 1;
    return (struct machine_reg){.name = rows[i].name,
                                .bytes = rows[i].bytes,
                                .regnum = regnum,
                                .feature = MACHINE_CORE,
                                .gdb_type = rows[i].type,
                                .group = MACHINE_CORE_GROUP,
                                .meaning = has && meanings[role] ? meanings[role] : "",
                                .role = has ? role : MACHINE_ROLE_NONE,
                                .readonly = role != MACHINE_ROLE_PC && role != MACHINE_ROLE_SP,
                                .available = has,
                                .per_lane = role == MACHINE_ROLE_PC || role == MACHINE_ROLE_SP ||
                                            role == MACHINE_ROLE_INDEX ||
                                            role == MACHINE_ROLE_RETURN};
}
