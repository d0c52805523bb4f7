/* Variables in scope at an address, with their values, for shell and screen: evaluates the debug
 * information that opencl/debug.h writes for gdb. */
#ifndef EULAB_OPENCL_VARIABLES_H
#define EULAB_OPENCL_VARIABLES_H

#include "isa/dwarf.h"

/* Gives a lane's registers and memory: @reg is a register number of opencl/location.h. False: not
 * available. */
struct cl_lane {
    void *ctx;
    bool (*reg)(void *ctx, unsigned reg, uint64_t *value);
    bool (*mem)(void *ctx, uint64_t addr, void *buf, size_t n);
};
enum { CL_NAME_MAX = 64, CL_TEXT_MAX = 256 };
struct cl_shown {
    char name[CL_NAME_MAX], text[CL_TEXT_MAX]; /* text: as gdb prints it; "<optimized out>" */
    bool argument, known;                      /* known: all bytes have a value */
    bool number, real;                         /* one number: i, or f if it is real */
    int64_t i;
    double f;
};
struct cl_variables;
/* cl_variables_new - variables of @units, which are borrowed. NULL: no memory, or the units have
 * none. */
struct cl_variables *cl_variables_new(const struct eu_dwarf_units *units);
void cl_variables_free(struct cl_variables *vs);
/* cl_variable_nth - the @i-th variable in scope at @pc: the innermost block's first, without hidden
 * ones. cl_variable_named - the one with that name, or a part of it: `p.x`, `p->x`, `a[1]`, `v.s0`,
 * `*p`, with numbers as indices. False: there is none. cl_variable_known - whether a variable of
 * that name is in any scope; NULL: whether there are any. */
bool cl_variable_nth(const struct cl_variables *vs, uint64_t pc, unsigned i,
                     const struct cl_lane *lane, struct cl_shown *shown);
bool cl_variable_named(const struct cl_variables *vs, uint64_t pc, const char *name,
                       const struct cl_lane *lane, struct cl_shown *shown);
bool cl_variable_known(const struct cl_variables *vs, const char *name);

#endif
