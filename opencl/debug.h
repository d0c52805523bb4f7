/* Debug information of kernels for stock gdb: DWARF 4, whose locations use the registers that
 * opencl/location.h lists. It comes from the compiler's files: a zebin, a program with its debug
 * section, or a .dbg. Source: files of ocloc 22.43. Status: inferred. */
#ifndef EULAB_OPENCL_DEBUG_H
#define EULAB_OPENCL_DEBUG_H

#include "isa/dwarf.h"
#include "opencl/frames.h"

struct cl_debug {
    const struct cl_file *file;
    struct eu_program
        *code; /* of all kernels (cl_program()), placed; it gets labels and source lines */
    /* Gives the offset in local memory of a kernel's local argument; -1: unknown. May be NULL. */
    int64_t (*local)(void *ctx, const char *kernel, const char *name);
    void *ctx;
    struct eu_dwarf_units units;
    bool *known;              /* by kernel: whether it has its information already; owned */
    struct cl_frames *frames; /* by kernel; owned */
    /* Counts. Of the variables in code, each in each function that it was inlined into: all, those
     * that the compiler gives a location or a value, and those that have one here. The last three
     * count locations; fragments are those that are parts of a variable. */
    unsigned kernels, variables, located, shown, rewritten, given_up, fragments;
};
/* cl_debug_open - returns 0 or -EU_ERR_NOMEM. Call cl_debug_close() in any case; a caller that
 * takes over the units, or the frames of a kernel, first sets these to zero. */
int cl_debug_open(struct cl_debug *d, const struct cl_file *file, struct eu_program *code);
/* cl_debug_add - takes from @bytes the information about kernels that have none yet and have the
 * same code. Returns how many kernels these are, or -EU_ERR_NOMEM; 0 for a file without
 * information, or a damaged one. */
int cl_debug_add(struct cl_debug *d, const uint8_t *bytes, size_t n);
void cl_debug_close(struct cl_debug *d);

#endif
