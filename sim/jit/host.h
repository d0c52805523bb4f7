/* Instructions of x86-64 hosts with AVX2, as native code needs them: bytes in a buffer that grows,
 * jumps to labels, and constants behind the code. What the EU does is not known here. */
#ifndef EULAB_SIM_JIT_HOST_H
#define EULAB_SIM_JIT_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum host_gpr { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

/* An operand: a register (vector or general, as the instruction has it), memory at @disp from the
 * register, or from the sum of that and another one, or a constant at @disp of the pool. */
struct host_at {
    enum { HOST_REG, HOST_MEM, HOST_POOL } kind;
    uint8_t reg;
    int32_t disp;
    uint8_t index; /* 0: none */
};
static inline struct host_at host_reg(unsigned reg)
{
    return (struct host_at){HOST_REG, (uint8_t)reg, 0, 0};
}
static inline struct host_at host_mem(unsigned base, int32_t disp)
{
    return (struct host_at){HOST_MEM, (uint8_t)base, disp, 0};
}
static inline struct host_at host_sum(unsigned base, unsigned index)
{
    return (struct host_at){HOST_MEM, (uint8_t)base, 0, (uint8_t)index};
}

/* Vector instructions: prefix, map and opcode of the VEX encoding. L: 256 bits, W: 64-bit. */
enum {
    VEX_66 = 1 << 8,
    VEX_F3 = 2 << 8,
    VEX_F2 = 3 << 8,
    VEX_0F = 1 << 10,
    VEX_0F38 = 2 << 10,
    VEX_0F3A = 3 << 10,
    VEX_W = 1 << 13,
    VEX_128 = 1 << 14, /* L is 0 */
};
enum host_vector {
    VMOVUPS_LOAD = VEX_0F | 0x10,
    VMOVUPS_STORE = VEX_0F | 0x11,
    VMOVUPS_LOAD_128 = VEX_128 | VMOVUPS_LOAD,
    VMOVUPS_STORE_128 = VEX_128 | VMOVUPS_STORE,
    VMOVAPS = VEX_0F | 0x28,
    VBROADCASTSS = VEX_66 | VEX_0F38 | 0x18,
    VPBROADCASTQ = VEX_66 | VEX_0F38 | 0x59,
    VMOVD = VEX_128 | VEX_66 | VEX_0F | 0x6e,    /* to a vector register */
    VMOVD_TO = VEX_128 | VEX_66 | VEX_0F | 0x7e, /* the vector register is the first operand */
    VMOVQ_TO = VMOVD_TO | VEX_W,
    VPINSRD = VEX_128 | VEX_66 | VEX_0F3A | 0x22,
    VMOVMSKPS = VEX_0F | 0x50,
    VPMOVMSKB = VEX_66 | VEX_0F | 0xd7,
    VPTEST = VEX_66 | VEX_0F38 | 0x17,
    VBLENDVPS = VEX_66 | VEX_0F3A | 0x4a,
    VBLENDPS = VEX_66 | VEX_0F3A | 0x0c,
    VCMPPS = VEX_0F | 0xc2,
    VCVTDQ2PS = VEX_0F | 0x5b,
    VCVTTPS2DQ = VEX_F3 | VEX_0F | 0x5b,
    VMAXPS = VEX_0F | 0x5f,
    VADDPS = VEX_0F | 0x58,
    VDIVPS = VEX_0F | 0x5e,
    VSQRTPS = VEX_0F | 0x51,
    VADDPD = VEX_66 | VEX_0F | 0x58,
    VMULPD = VEX_66 | VEX_0F | 0x59,
    VCMPPD = VEX_66 | VEX_0F | 0xc2,
    VFMADD213PD = VEX_66 | VEX_0F38 | VEX_W | 0xa8,
    VBROADCASTSD = VEX_66 | VEX_0F38 | 0x19,
    VDIVPD = VEX_66 | VEX_0F | 0x5e,
    VSQRTPD = VEX_66 | VEX_0F | 0x51,
    VCVTPS2PD = VEX_0F | 0x5a,
    VCVTPD2PS = VEX_66 | VEX_0F | 0x5a,
    VEXTRACTF128 = VEX_66 | VEX_0F3A | 0x19, /* from the first operand to the third */
    VINSERTF128 = VEX_66 | VEX_0F3A | 0x18,
    VSHUFPS = VEX_0F | 0xc6,
    VUNPCKLPS = VEX_0F | 0x14,
    VUNPCKHPS = VEX_0F | 0x15,
    VPERMQ = VEX_66 | VEX_0F3A | VEX_W | 0x00,
    VPERM2F128 = VEX_66 | VEX_0F3A | 0x06,
    VPCMPEQQ = VEX_66 | VEX_0F38 | 0x29,
    VPERMILPS = VEX_66 | VEX_0F3A | 0x04,
    VMULPS = VEX_0F | 0x59,
    VSUBPS = VEX_0F | 0x5c,
    VANDPS = VEX_0F | 0x54,
    VORPS = VEX_0F | 0x56,
    VXORPS = VEX_0F | 0x57,
    VFMADD213PS = VEX_66 | VEX_0F38 | 0xa8, /* + 2: - the sum's, + 4: - the product, + 6: both */
    VFMADD231PS = VEX_66 | VEX_0F38 | 0xb8,
    VPAND = VEX_66 | VEX_0F | 0xdb,
    VPOR = VEX_66 | VEX_0F | 0xeb,
    VPXOR = VEX_66 | VEX_0F | 0xef,
    VPANDN = VEX_66 | VEX_0F | 0xdf, /* ~second & third */
    VPABSD = VEX_66 | VEX_0F38 | 0x1e,
    VPSHUFD = VEX_66 | VEX_0F | 0x70,
    VPSUBUSW = VEX_66 | VEX_0F | 0xd9,
    VPMADDUBSW = VEX_66 | VEX_0F38 | 0x04,
    VPMADDWD = VEX_66 | VEX_0F | 0xf5,
    VPADDD = VEX_66 | VEX_0F | 0xfe,
    VPADDQ = VEX_66 | VEX_0F | 0xd4,
    VPSUBQ = VEX_66 | VEX_0F | 0xfb,
    VPCMPGTQ = VEX_66 | VEX_0F38 | 0x37,
    VPSLLVQ = VEX_66 | VEX_0F38 | VEX_W | 0x47,
    VPSRLVQ = VEX_66 | VEX_0F38 | VEX_W | 0x45,
    VPMULDQ = VEX_66 | VEX_0F38 | 0x28,
    VPMULUDQ = VEX_66 | VEX_0F | 0xf4,
    VPMOVSXWQ = VEX_66 | VEX_0F38 | 0x24,
    VPMOVSXDQ = VEX_66 | VEX_0F38 | 0x25,
    VPMOVZXWQ = VEX_66 | VEX_0F38 | 0x34,
    VPMOVZXDQ = VEX_66 | VEX_0F38 | 0x35,
    VPBROADCASTW = VEX_66 | VEX_0F38 | 0x79,
    VPSUBD = VEX_66 | VEX_0F | 0xfa,
    VPERMD = VEX_66 | VEX_0F38 | 0x36, /* the second operand says which dwords of the third */
    VPSHUFB = VEX_66 | VEX_0F38 | 0x00,
    VPBLENDVB = VEX_66 | VEX_0F3A | 0x4c,
    VROUNDPS = VEX_66 | VEX_0F3A | 0x08,
    VPCMPEQD = VEX_66 | VEX_0F | 0x76,
    VPCMPGTD = VEX_66 | VEX_0F | 0x66,
    VPMASKMOVD_STORE = VEX_66 | VEX_0F38 | 0x8e, /* the second operand says which dwords */
    VPMOVZXBD = VEX_66 | VEX_0F38 | 0x31,
    VPMOVZXWD = VEX_66 | VEX_0F38 | 0x33,
    VPMULLD = VEX_66 | VEX_0F38 | 0x40,
    VPMINSD = VEX_66 | VEX_0F38 | 0x39,
    VPMINUD = VEX_66 | VEX_0F38 | 0x3b,
    VPMAXSD = VEX_66 | VEX_0F38 | 0x3d,
    VPMAXUD = VEX_66 | VEX_0F38 | 0x3f,
    VPSRLVD = VEX_66 | VEX_0F38 | 0x45,
    VPSRAVD = VEX_66 | VEX_0F38 | 0x46,
    VPSLLVD = VEX_66 | VEX_0F38 | 0x47,
    VPSHIFTD = VEX_66 | VEX_0F | 0x72,        /* by a number: 2 >>, 4 >> of signed, 6 << */
    ANDN = VEX_128 | VEX_0F38 | 0xf2,         /* general registers: ~second & third */
    KMOVB = VEX_128 | VEX_66 | VEX_0F | 0x92, /* to an opmask, from a general register */
    RORX = VEX_128 | VEX_F2 | VEX_0F3A | 0xf0,
};

/* General ones of two operands, the first one a register; + 1 with REX.W. */
enum host_general {
    OR_ = 0x0b,
    AND_ = 0x23,
    SUB_ = 0x2b,
    XOR_ = 0x33,
    CMP_ = 0x3b,
    ADD_ = 0x03,
    TEST_ = 0x85,
    MOV_ = 0x8b,
    ADD_TO_ = 0x01, /* the register to memory, as the next ones */
    OR_TO_ = 0x09,
    AND_TO_ = 0x21,
    SUB_TO_ = 0x29,
    XOR_TO_ = 0x31,
    STORE_ = 0x89,
};
enum host_cc { CC_B = 2, CC_AE = 3, CC_E = 4, CC_NE = 5, CC_BE = 6, CC_A = 7, CC_NS = 9 };

struct host_fix;
struct host_label;
/* Bytes that lie side by side. */
struct host_part {
    uint8_t *bytes;
    size_t n, room;
    struct host_fix *fixes;
    size_t nfixes, fix_room;
    size_t bound; /* the last label's place: what is in front of it stays */
};
struct host_code {
    struct host_part part, other; /* what is written to now, what is not */
    bool cold;                    /* @part is what is run seldom, which comes behind the rest */
    struct host_label *labels;
    size_t nlabels, label_room;
    uint32_t (*pool)[8];
    size_t npool, pool_room;
    bool failed; /* no memory, or something cannot be encoded */
};

void host_fini(struct host_code *c);

/* host_v - a vector instruction: @reg, @vvvv (0 if it has none), @rm; @imm: -1, or the byte behind.
 * Also ANDN and RORX, of general registers. */
void host_v(struct host_code *c, enum host_vector op, unsigned reg, unsigned vvvv,
            struct host_at rm, int imm);
/* AVX-512, by the opmask @k: host_blend - lanes of @rm where a bit is set, of @old elsewhere; a
 * lane is a dword. host_only - lanes of @reg where no bit is set become 0. */
void host_blend(struct host_code *c, unsigned reg, unsigned old, struct host_at rm, unsigned k);
void host_only(struct host_code *c, unsigned reg, unsigned k);
/* host_gather - a dword into each lane of @reg, from @index bytes behind what @base, not RBP or
 * R13, points to, where @mask is negative; that becomes 0. Three registers. */
void host_gather(struct host_code *c, unsigned reg, unsigned base, unsigned index, unsigned mask);
/* host_g - @reg op @rm, of 64 bits if @wide. */
void host_g(struct host_code *c, enum host_general op, bool wide, unsigned reg, struct host_at rm);
/* host_gi - @reg op a number; @op: OR_, AND_, SUB_, XOR_, CMP_, ADD_, TEST_, MOV_. */
void host_gi(struct host_code *c, enum host_general op, bool wide, unsigned reg, uint32_t v);
/* host_merge - the low @bytes, 1 or 2, of @reg become those of @from, one of the first four. */
void host_merge(struct host_code *c, unsigned reg, unsigned from, unsigned bytes);
void host_mov64(struct host_code *c, unsigned reg, uint64_t v);
void host_shift(struct host_code *c, bool wide, bool right, unsigned reg, unsigned by);
void host_not(struct host_code *c, unsigned reg); /* 32 bits */
void host_store8(struct host_code *c, unsigned base, int32_t disp, uint8_t v);
void host_mode(struct host_code *c, struct host_at from);     /* MXCSR becomes what is in memory */
void host_prefetch(struct host_code *c, struct host_at from); /* a line, to the second cache */
void host_push(struct host_code *c, unsigned reg);
void host_pop(struct host_code *c, unsigned reg);
void host_call(struct host_code *c, unsigned reg);
void host_call_label(struct host_code *c, unsigned label);
void host_return(struct host_code *c);
void host_jump_to(struct host_code *c, unsigned reg); /* where the register says */
/* A number of 1, 2 or 4 bytes, zeros above it; the low bytes of a register to memory (one byte: of
 * rax to rbx); where a label is. */
void host_load(struct host_code *c, unsigned reg, struct host_at from, unsigned bytes);
void host_store(struct host_code *c, unsigned reg, struct host_at to, unsigned bytes);
void host_address(struct host_code *c, unsigned reg, unsigned label);

unsigned host_label(struct host_code *c); /* a new one */
void host_bind(struct host_code *c, unsigned label);
size_t host_place(const struct host_code *c, unsigned label); /* its byte, once all is made */
void host_align(struct host_code *c);                         /* of a loop's head */
void host_jump(struct host_code *c, unsigned label);
void host_if(struct host_code *c, enum host_cc cc, unsigned label);
/* host_cold - from here on code that is run seldom, if @cold: it lies behind all the other. What
 * is in front of it ends with a jump, or is entered by labels. Returns what was so before. */
bool host_cold(struct host_code *c, bool cold);

/* host_const - eight lanes of the pool; host_all: of one value. */
struct host_at host_const(struct host_code *c, const uint32_t lanes[8]);
struct host_at host_all(struct host_code *c, uint32_t v);

/* host_finish - the code in memory that can be executed, its labels resolved, for host_free(); the
 * first instruction is the first byte. NULL: it failed. */
void *host_finish(struct host_code *c, size_t *size);
void host_free(void *code, size_t size);

#endif
