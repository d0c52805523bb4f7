/* Where clang's variables are, in words that stock gdb understands. */
#ifndef GCN_DWARF_H
#define GCN_DWARF_H

#include <stddef.h>
#include <stdint.h>

/* Three of gdb's core registers hold addresses of the selected lane's windows: its registers
 * (GCN_OWN_REGS behind the first), its group's LDS, its frame in scratch. */
#define GCN_OWN_REGISTERS "rbx"
#define GCN_OWN_LDS "r12"
#define GCN_OWN_SCRATCH "r13"
/* A lane's window of registers: SGPRs, then VGPRs; rbx stands a little behind its start, so that
 * one byte reaches s0 to s31. */
enum { GCN_OWN_SGPRS = 0, GCN_OWN_VGPRS = 0x200, GCN_OWN_BYTES = 0x800, GCN_OWN_BIAS = 64 };

/* gcn_dwarf_for_gdb - rewrite, in place and in the same length, the location expressions of a
 * .debug_info or .debug_loclists section that name AMDGPU registers or address spaces: gdb takes
 * neither. Others stay as they are. Source: clang 16's output; gdb 13.1, tried. */
void gcn_dwarf_for_gdb(uint8_t *section, size_t size);

#endif
