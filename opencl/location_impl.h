/* A location expression as a list of operations. Private to opencl. */
#ifndef EULAB_OPENCL_LOCATION_IMPL_H
#define EULAB_OPENCL_LOCATION_IMPL_H

#include "opencl/location.h"

/* Operations of DWARF that occur, and the compiler's own. Source: DWARF 4, 7.7.1; files of
 * ocloc 22.43. */
enum {
    OP_addr = 0x03,
    OP_deref = 0x06,
    OP_const1u = 0x08,
    OP_const8u = 0x0e,
    OP_const8s = 0x0f,
    OP_constu = 0x10,
    OP_consts = 0x11,
    OP_dup = 0x12,
    OP_drop = 0x13,
    OP_over = 0x14,
    OP_pick = 0x15,
    OP_swap = 0x16,
    OP_abs = 0x19,
    OP_and = 0x1a,
    OP_minus = 0x1c,
    OP_mul = 0x1e,
    OP_neg = 0x1f,
    OP_not = 0x20,
    OP_plus = 0x22,
    OP_plus_uconst = 0x23,
    OP_shr = 0x25,
    OP_bra = 0x28,
    OP_ge = 0x2a,
    OP_ne = 0x2e,
    OP_skip = 0x2f,
    OP_lit0 = 0x30,
    OP_lit31 = 0x4f,
    OP_reg0 = 0x50,
    OP_reg31 = 0x6f,
    OP_breg0 = 0x70,
    OP_breg31 = 0x8f,
    OP_regx = 0x90,
    OP_fbreg = 0x91,
    OP_bregx = 0x92,
    OP_piece = 0x93,
    OP_deref_size = 0x94,
    OP_nop = 0x96,
    OP_bit_piece = 0x9d,
    OP_implicit_value = 0x9e,
    OP_stack_value = 0x9f,
    OP_regs = 0xeb,      /* pops a register's number, pushes where its bits begin */
    OP_push_bits = 0xec, /* register, bit, size -> the value */
    OP_lane = 0xed,      /* pushes the lane's number */
};
enum { CL_OPS_MAX = 1024 };
struct cl_op {
    uint8_t op;
    int64_t a, b;         /* operands; for implicit_value, a is the number of bytes */
    const uint8_t *block; /* for implicit_value */
};
struct cl_ops {
    struct cl_op list[CL_OPS_MAX];
    size_t n;
};
/* cl_location_parse - reads the operations of @expr. The compiler writes some operands with a fixed
 * size instead of LEB128. False: no reading makes sense. */
bool cl_location_parse(const uint8_t *expr, size_t n, struct cl_ops *ops);

/* --- shapes: opencl/location_read.c --- */
enum { CL_HALF = 16, CL_GROUPS_MAX = 64 };
struct cl_cursor {
    const struct cl_op *p, *end;
};
/* `lane [16 minus] n shr +R regs lane m and w mul s bits`: the lane's element of a register. */
struct cl_group {
    unsigned reg;
    uint64_t stride, bits; /* bytes, bits */
    bool half;             /* for lanes from 16 on */
};
/* Consecutive groups, each with or without stack_value. */
struct cl_groups {
    struct cl_group first;
    size_t n;
    bool value;
};
size_t cl_left(const struct cl_cursor *c);
bool cl_is_op(const struct cl_cursor *c, size_t i, uint8_t op);
/* cl_constant - reads an unsigned constant; false: another operation. cl_grf - reads the number of
 * a GRF; false: another operation or register. cl_is_split - SIMD32: one group for the lanes below
 * 16, one for the others. */
bool cl_constant(const struct cl_cursor *c, size_t i, uint64_t *v);
bool cl_grf(const struct cl_cursor *c, size_t i, unsigned *reg);
void cl_take_groups(struct cl_cursor *c, struct cl_groups *g);
bool cl_is_split(const struct cl_cursor *c);

#endif
