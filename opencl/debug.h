/* Debug information of kernels as stock gdb takes it: DWARF 4 whose locations are of the registers
 * that opencl/location.h names. It comes from the compiler's files: a zebin, a program with its
 * debug section, a .dbg. Source: files of ocloc 22.43. Status: inferred. */
#ifndef EULAB_OPENCL_DEBUG_H
#define EULAB_OPENCL_DEBUG_H

#include "isa/dwarf.h"
#include "opencl/kernels.h"

struct cl_debug {
    const struct cl_file *file;
    struct eu_program
        *code; /* of all kernels (cl_program()), placed; gets labels and source lines */
    /* Offset in local memory of a kernel's local argument; -1: not known. May be NULL. */
    int64_t (*local)(void *ctx, const char *kernel, const char *name);
    void *ctx;
    struct eu_dwarf_units units;
    bool *known;     /* by kernel: it has its information already; owned */
    unsigned *frame; /* by kernel: bytes from r0 to its frame pointer; 0: it has no stack; owned */
    unsigned kernels, variables, rewritten, given_up; /* counts; locations: the last two */
};
/* cl_debug_open - 0 or -EU_ERR_NOMEM; to be given to cl_debug_close() in any case, which leaves the
 * units to the caller when it has taken them (and made the field zero). */
int cl_debug_open(struct cl_debug *d, const struct cl_file *file, struct eu_program *code);
/* cl_debug_add - what @bytes have of kernels that are not known yet and have the same code. Returns
 * how many kernels these are, or -EU_ERR_NOMEM; a file that has none, or is damaged: 0. */
int cl_debug_add(struct cl_debug *d, const uint8_t *bytes, size_t n);
void cl_debug_close(struct cl_debug *d);

#endif
