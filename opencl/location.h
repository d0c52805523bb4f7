/* Locations of variables: from the compiler's operators for lanes and registers to those of
 * DWARF 4. What cannot be told truthfully is given up, and reads <optimized out>.
 *
 * Registers that the result names, in the numbers of x86-64: rdx 1 scratch space of the EU thread,
 * rcx 2 local memory of the group, rbx 3 frame on the private stack (r127.2:uq) or, of kernels
 * without one, private memory of the EU thread, rsi 4 lane in the EU thread, rdi 5 window on the
 * thread's registers, r0 first. Source: files of ocloc 22.43; gdb 13.1, tried. Status: inferred. */
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
    bool over; /* it would have been longer */
    /* given up as a part of a variable: which part it is the compiler says wrongly, each as the
     * first */
    bool fragment;
    bool memory; /* of private memory: nothing is there before the function's prologue has ended */
    unsigned frame; /* of a frame on the private stack: bytes from r0 to the frame pointer */
};
/* Lane N has the variable @offset + N * its room behind where private memory begins, or a frame. */
struct cl_place {
    bool known;
    int64_t offset;
};
/* Whose location it is. */
struct cl_variable {
    uint32_t size, element; /* bytes of the whole, of a vector's or array's element */
    unsigned simd;
    bool listed;           /* it comes from a location list */
    int64_t local;         /* a local argument: its offset in local memory; -1: not known */
    unsigned frame;        /* struct cl_location's of its kernel; 0: not known yet */
    struct cl_place place; /* in private memory */
    uint32_t lo, hi;       /* code of its function, bytes behind the kernel's first instruction */
    bool array;            /* no vector */
    bool parts;            /* it has members or elements */
    unsigned pitch;        /* of 8 or 16 bits: bytes from lane to lane; 0: not known */
    uint64_t lacks; /* elements of an array in registers that have no value: element i is bit i */
};
/* cl_location_rewrite - @expr of @v to @out. False: given up. */
bool cl_location_rewrite(const struct cl_variable *v, const uint8_t *expr, size_t n,
                         struct cl_location *out);

/* cl_location_array - whether @expr has an array's elements in registers: *@reg is where element 0
 * of all lanes begins, *@high where that of lanes from 16 on does (0: these lanes are not apart),
 * and
 * *@bytes what one element of such lanes has together. */
bool cl_location_array(const struct cl_variable *v, const uint8_t *expr, size_t n, unsigned *reg,
                       unsigned *high, unsigned *bytes);

/* cl_location_register - whether @expr is what one register has for all lanes: *@at bytes from r0
 * on,
 * *@bytes of them. */
bool cl_location_register(const uint8_t *expr, size_t n, unsigned *at, unsigned *bytes);

/* cl_location_pitch - whether @expr is a number of 8 or 16 bits in a register, of which the
 * compiler says 32 bits from lane to lane and the code has that or fewer: *@own and *@said are
 * bytes. */
bool cl_location_pitch(const uint8_t *expr, size_t n, unsigned *own, unsigned *said);

/* cl_location_address - of lanes that have the variable's addresses in registers, from *@reg on:
 * the bytes from lane to lane; 0: it lies elsewhere. */
unsigned cl_location_address(const uint8_t *expr, size_t n, unsigned *reg);
/* cl_location_local_pointer - whether @expr is a pointer to local memory, of which the compiler
 * says the register *@reg alone. */
bool cl_location_local_pointer(const uint8_t *expr, size_t n, unsigned *reg);
/* cl_location_room - bytes of a variable in memory: a vector of 3 lies in the room of 4. */
uint32_t cl_location_room(const struct cl_variable *v);

/* cl_location_spans - the bytes of registers that the value, or what says where it is, has for all
 * lanes; how many there are, 0: no register. */
unsigned cl_location_spans(const struct cl_variable *v, const uint8_t *expr, size_t n,
                           struct cl_span spans[CL_SPANS]);

/* LEB128, of at most 10 bytes, from @*at on. False: it is not whole. */
bool cl_uleb(const uint8_t *p, size_t n, size_t *at, uint64_t *v);
bool cl_sleb(const uint8_t *p, size_t n, size_t *at, int64_t *v);
/* cl_put_uleb, cl_put_sleb - to @to, which has 10 bytes; how many they are. */
size_t cl_put_uleb(uint8_t *to, uint64_t v);
size_t cl_put_sleb(uint8_t *to, int64_t v);

#endif
