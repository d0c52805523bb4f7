/* The architecture that gdb takes any of our machines for. Its core registers must be described; a
 * machine puts them after its own, and gives values to those of a role. */
#ifndef EULAB_MACHINE_PERSONA_H
#define EULAB_MACHINE_PERSONA_H

#include "machine/machine.h"

#define MACHINE_ARCHITECTURE "i386:x86-64" /* gdb's name */
#define MACHINE_CORE_FEATURE "org.gnu.gdb.i386.core"
#define MACHINE_TRIPLE "x86_64-unknown-none" /* lldb's name */
enum {
    MACHINE_POINTER_BYTES = 8,
    /* If gdb reads this byte alone, it takes it for its own breakpoint instruction and steps over
     * it by one byte. MACHINE_NO_TRAP_BYTE is harmless. Source: gdb 13.1, tried. */
    MACHINE_TRAP_BYTE = 0xcc,
    MACHINE_NO_TRAP_BYTE = 0x4c,
};
enum machine_core {
#define CORE(name, ...) MACHINE_CORE_##name,
#include "machine/core.def"
#undef CORE
    MACHINE_CORE_COUNT
};
/* machine_core_find - the core register of that name, or MACHINE_CORE_COUNT. */
enum machine_core machine_core_find(const char *name);
/* machine_core_reg - the @i-th core register, with number @regnum in the protocol. @roles: the
 * roles that the machine fills, a set of 1 << enum machine_role. */
struct machine_reg machine_core_reg(enum machine_core i, int regnum, unsigned roles);

#endif
