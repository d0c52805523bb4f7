/* The labels of programs that are no code objects, as an ELF file for gdb. */
#ifndef GCN_SYMBOLS_H
#define GCN_SYMBOLS_H

#include "gcn/machine.h"

/* gcn_symbols_for_gdb - makes a file with a section without contents for each program, and symbols
 * for its labels; its first instruction has the name of the program's file if it has no label.
 * Addresses count from @origin. The caller frees it. NULL: out of memory. */
uint8_t *gcn_symbols_for_gdb(const struct gcn_program *progs, size_t n, uint64_t origin,
                             size_t *size);

#endif
