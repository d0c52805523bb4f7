/* Rewrites the positions of clang's variables for stock gdb. */
#ifndef GCN_DWARF_H
#define GCN_DWARF_H

#include <stddef.h>
#include <stdint.h>

/* Three of gdb's core registers hold addresses of windows of the selected lane: its registers
 * (GCN_OWN_BIAS after the first), its group's LDS, and its frame in scratch. */
#define GCN_OWN_REGISTERS "rbx"
#define GCN_OWN_LDS "r12"
#define GCN_OWN_SCRATCH "r13"
/* A lane's window of registers: SGPRs, then VGPRs. rbx points a little after its start, so that
 * one byte of offset reaches s0 to s31. */
enum { GCN_OWN_SGPRS = 0, GCN_OWN_VGPRS = 0x200, GCN_OWN_BYTES = 0x800, GCN_OWN_BIAS = 64 };

/* gcn_dwarf_for_gdb - rewrites, in place and with the same length, the location expressions of a
 * .debug_info or .debug_loclists section that use AMDGPU registers or address spaces, which gdb
 * does not support. Other expressions stay unchanged. Source: clang 16's output; gdb 13.1,
 * tried. */
void gcn_dwarf_for_gdb(uint8_t *section, size_t size);

#endif
