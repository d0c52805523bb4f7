/* Location expressions of AMDGPU code, rewritten for stock gdb. An expression has its length in the
 * byte before it, and is recognised by its whole form; what is not recognised stays as it is.
 *
 * clang 16 says of a variable in private memory, or in a register, that it is in address space 1,
 * and of one in LDS that it is in 2: `DW_OP_fbreg +8, DW_OP_lit1, DW_OP_swap, DW_OP_xderef`. */
#include "gcn/dwarf.h"

#include <stdbool.h>
#include <string.h>

enum {
    OP_ADDR = 0x03,
    OP_SWAP = 0x16,
    OP_XDEREF = 0x18,
    OP_PLUS = 0x22,
    OP_LIT0 = 0x30,
    OP_LIT31 = 0x4f,
    OP_BREG3 = 0x73, /* rbx */
    OP_BREG12 = 0x7c,
    OP_BREG13 = 0x7d,
    OP_REGX = 0x90,
    OP_FBREG = 0x91,
    OP_BREGX = 0x92,
    OP_NOP = 0x96,
    OP_STACK_VALUE = 0x9f,
    OP_ADDRX = 0xa1
};
enum { PRIVATE = 1, LOCAL = 2, SPACE_BYTES = 3 };
/* AMDGPU's DWARF numbers. Source: L. */
enum {
    SGPR0 = 32,
    SGPRS = 64,
    SGPR64 = 1088,
    SGPRS_MORE = 40,
    VGPR0 = 2560,
    VGPRS = 256,
    SGPR33 = 65
};

/* Reads a LEB128 at @p. Returns its size, at most @n; 0: it does not end. */
static size_t read_leb(const uint8_t *p, size_t n, unsigned *v)
{
    *v = 0;
    for (size_t i = 0; i < n && i < 4; i++) {
        *v |= (p[i] & 0x7fu) << 7 * i;
        if (!(p[i] & 0x80))
            return i + 1;
    }
    return 0;
}

/* Finds the register's position in the lane's window, relative to rbx; returns false if it has
 * none. */
static bool place_of(unsigned reg, int *place)
{
    if (reg >= VGPR0 && reg < VGPR0 + VGPRS)
        *place = GCN_OWN_VGPRS + 4 * (int)(reg - VGPR0) - GCN_OWN_BIAS;
    else if (reg >= SGPR0 && reg < SGPR0 + SGPRS)
        *place = GCN_OWN_SGPRS + 4 * (int)(reg - SGPR0) - GCN_OWN_BIAS;
    else if (reg >= SGPR64 && reg < SGPR64 + SGPRS_MORE)
        *place = GCN_OWN_SGPRS + 4 * (int)(reg - SGPR64 + 64) - GCN_OWN_BIAS;
    else
        return false;
    return true;
}

/* The address space at the end of the expression; 0: none. */
static unsigned space_of(const uint8_t *e, size_t n)
{
    const uint8_t *end = e + n - SPACE_BYTES;
    if (n <= SPACE_BYTES || end[1] != OP_SWAP || end[2] != OP_XDEREF)
        return 0;
    return end[0] == OP_LIT0 + PRIVATE ? PRIVATE : end[0] == OP_LIT0 + LOCAL ? LOCAL : 0;
}

/* Rewrites `regx N` or `bregx N, 0` in @n bytes to the register's address in memory. There are at
 * least three bytes of @room; two hold every place. */
static void rewrite_register(uint8_t *e, size_t n, size_t room)
{
    unsigned reg, zero = 0;
    int place;
    size_t used = read_leb(e + 1, n - 1, &reg);
    if (used && e[0] == OP_BREGX)
        used = read_leb(e + 1 + used, n - 1 - used, &zero) == n - 1 - used ? n - 1 : 0;
    if (used != n - 1 || zero || !place_of(reg, &place))
        return;
    memset(e, OP_NOP, room);
    e[0] = OP_BREG3;
    e[1] = (uint8_t)(place | 0x80); /* SLEB128 */
    e[2] = place >> 7 & 0x7f;
}

/* Rewrites an expression of @n bytes that ends with an address space. */
static void rewrite_space(uint8_t *e, size_t n, unsigned space)
{
    size_t own = n - SPACE_BYTES;
    unsigned v;
    bool frame = e[0] == OP_FBREG && read_leb(e + 1, own - 1, &v) == own - 1;
    bool address = (e[0] == OP_ADDRX && read_leb(e + 1, own - 1, &v) == own - 1) ||
                   (e[0] == OP_ADDR && own == 9);
    if (space == PRIVATE && frame) {
        memset(e + own, OP_NOP, SPACE_BYTES);
    } else if (space == LOCAL && address) {
        e[own] = OP_BREG12;
        e[own + 1] = 0;
        e[own + 2] = OP_PLUS;
    } else if (space == PRIVATE && (e[0] == OP_BREGX || e[0] == OP_REGX)) {
        rewrite_register(e, own, n);
    }
}

static void rewrite_expression(uint8_t *e, size_t n)
{
    static const uint8_t frame_base[] = {OP_REGX, SGPR33};
    unsigned space = space_of(e, n);
    if (space)
        rewrite_space(e, n, space);
    else if (n == 5 && e[4] == OP_STACK_VALUE && e[0] >= OP_LIT0 && e[0] <= OP_LIT31 &&
             space_of(e, 4))
        memset(e + 1, OP_NOP, SPACE_BYTES);
    else if (n == sizeof frame_base && !memcmp(e, frame_base, n))
        memcpy(e, (const uint8_t[]){OP_BREG13, 0}, n);
    else if (n == 3 && e[0] == OP_REGX)
        rewrite_register(e, n, n);
}

void gcn_dwarf_for_gdb(uint8_t *section, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++) {
        size_t n = section[i];
        if (n >= 2 && n <= 16 && n <= size - i - 1)
            rewrite_expression(section + i + 1, n);
    }
}
