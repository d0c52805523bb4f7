/* Rewrites locations of variables from the compiler's own operators for lanes and registers to
 * those of DWARF 4. A location that cannot be rewritten correctly is left out, and the variable
 * reads <optimized out>.  Registers in the result, by the numbers of x86-64: rdx 1 scratch space of
 * the EU thread, rcx 2 local memory of the group, rbx 3 frame on the private stack (r127.2:uq) or,
 * in kernels without one, private memory of the EU thread, rsi 4 lane in the EU thread, rdi 5
 * window on the thread's registers, r0 first. Source: files of ocloc 22.43; gdb 13.1, tried.
 * Status: inferred. */
#ifndef EULAB_OPENCL_LOCATION_H
#define EULAB_OPENCL_LOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/flow.h"
#include "opencl/private.h"

enum { CL_LOCATION_MAX = 2048 };
struct cl_location {
    uint8_t bytes[CL_LOCATION_MAX];
    size_t n;
    bool over; /* the result does not fit */
    /* left out because it is a fragment: the compiler describes each fragment as the first */
    bool fragment;
    bool memory; /* in private memory: nothing is there before the function's prologue has ended */
    unsigned frame; /* in a frame on the private stack: bytes from r0 to the frame pointer */
};
/* Lane N has the variable at @offset + N * its size, from the beginning of private memory or of a
 * frame. */
struct cl_place {
    bool known;
    int64_t offset;
};
/* The variable whose location it is. */
struct cl_variable {
    uint32_t size,
        element; /* bytes of the whole variable, and of an element of a vector or array */
    unsigned simd;
    bool listed;           /* it comes from a location list */
    int64_t local;         /* a local argument: its offset in local memory; -1: not known */
    unsigned frame;        /* as in struct cl_location, for its kernel; 0: not known yet */
    struct cl_place place; /* in private memory */
    uint32_t lo, hi;       /* range of its function, bytes after the kernel's first instruction */
    bool array;            /* an array, not a vector */
    bool parts;            /* it has members or elements */
    unsigned pitch;        /* if it has 8 or 16 bits: bytes from lane to lane; 0: not known */
    uint64_t lacks; /* elements of an array in registers that have no value: bit i is element i */
};
/* cl_location_rewrite - rewrites @expr of @v to @out. False: it is left out. */
bool cl_location_rewrite(const struct cl_variable *v, const uint8_t *expr, size_t n,
                         struct cl_location *out);

/* cl_location_array - whether @expr has an array's elements in registers. *@reg is where element 0
 * of all lanes begins, *@high where that of lanes from 16 on begins (0: together with the others),
 * and *@bytes the size of one element for these lanes. */
bool cl_location_array(const struct cl_variable *v, const uint8_t *expr, size_t n, unsigned *reg,
                       unsigned *high, unsigned *bytes);

/* cl_location_register - whether @expr is the value of one register for all lanes: *@bytes bytes at
 * *@at, counted from r0. */
bool cl_location_register(const uint8_t *expr, size_t n, unsigned *at, unsigned *bytes);

/* cl_location_pitch - whether @expr is a number of 8 or 16 bits in a register. The compiler always
 * says 32 bits from lane to lane; the code uses that or fewer. *@own and *@said are bytes. */
bool cl_location_pitch(const uint8_t *expr, size_t n, unsigned *own, unsigned *said);

/* cl_location_address - if registers from *@reg on hold the variable's addresses of all lanes: the
 * bytes from lane to lane; else 0. */
unsigned cl_location_address(const uint8_t *expr, size_t n, unsigned *reg);
/* cl_location_local_pointer - whether @expr is a pointer to local memory, for which the compiler
 * gives only the register *@reg. */
bool cl_location_local_pointer(const uint8_t *expr, size_t n, unsigned *reg);
/* cl_location_room - bytes that a variable takes in memory: a vector of 3 takes the room of 4. */
uint32_t cl_location_room(const struct cl_variable *v);

/* cl_location_spans - the register bytes, for all lanes, that hold the value or its address.
 * Returns how many spans there are; 0: no register. */
unsigned cl_location_spans(const struct cl_variable *v, const uint8_t *expr, size_t n,
                           struct cl_span spans[CL_SPANS]);

/* Reads LEB128 of at most 10 bytes at @*at and advances it. False: it is incomplete. */
bool cl_uleb(const uint8_t *p, size_t n, size_t *at, uint64_t *v);
bool cl_sleb(const uint8_t *p, size_t n, size_t *at, int64_t *v);
/* cl_put_uleb, cl_put_sleb - write LEB128 to @to, which has 10 bytes; return its length. */
size_t cl_put_uleb(uint8_t *to, uint64_t v);
size_t cl_put_sleb(uint8_t *to, int64_t v);

#endif
