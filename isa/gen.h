/* A generation as data: its encodings and the traits in which generations differ. Other rooms ask
 * for a trait by name and never compare generations. */
#ifndef EULAB_ISA_GEN_H
#define EULAB_ISA_GEN_H

#include "isa/isa.h"

/* How a distance is encoded: signed, @bits wide, in units of @unit bytes. */
struct isa_step {
    uint8_t unit, bits;
};
/* A kind of architecture register: isa/arfs.def. */
struct isa_arf {
    const char *name; /* NULL: reserved */
    bool numbered;    /* the name ends with the number */
    uint8_t count;    /* how many registers exist */
    bool by_byte;     /* a subregister counts bytes, whatever the type is */
    uint8_t bytes;    /* of one register */
};
/* Codes of operand types: in a register operand, in an immediate, with three sources. */
enum isa_codes { ISA_CODE_REG, ISA_CODE_IMM, ISA_CODE_TRI, ISA_CODES };
enum { ISA_HW_OPCODES = 128, ISA_ENCODINGS_MAX = 128, ISA_ARF_KINDS = 16, ISA_ARF_ROWS = 32 };

struct isa_gen {
    enum eu_gen id;
    const char *name;
    const struct isa_layout *layout; /* isa/layout.h */

    /* branch distances: JIP and UIP of structured flow; immediate and register of jmpi; the
     * immediate of call; JIP and UIP in the register of brd and brc */
    struct isa_step jip, jmpi, jmpi_register, call, branch_register;

    bool half_float;  /* hf is a type, and mixes with f */
    bool math_macros; /* has madm, math.invm, math.rsqtm and their registers */
    bool any_nibble;  /* NibCtrl works for four channels of any type */
    bool later_rules; /* isa/rules_later.def applies */
    bool logic_not;   /* the sign of a source of and, or, xor, not is a bitwise not */
    bool has_iga;     /* Intel's assembler iga64 supports it */
    bool wide_values; /* has types Q, UQ, HF, and DF like any other type; a lane of acc has 33 bits,
                         and the high half of a dword lane is eight lanes further on */
    bool full_multiply; /* mul takes all 32 bits of src1 */
    /* SIMD32 has its own execution mask; if not, channels 0 to 15 are used twice */
    bool mask_of_32;
    bool index_by_half;    /* an indirect operand takes the next index for the second destination
                              register */
    bool pcip_in_fc;       /* a routine that saves or restores a context finds the PcIPs in fc0 */
    bool eu_rows;          /* sr0.0 numbers the EUs of a subslice by row */
    uint16_t a0_high;      /* the bits that a0.2, a0.4 and so on can hold */
    uint32_t sr0[4];       /* bits that exist: others read 0 and ignore writes */
    uint32_t sr0_guest[4]; /* bits that instructions can write */
    uint32_t cr0[4];
    bool writable_n;    /* instructions can write n0: kernels clear it before a barrier */
    bool extended_send; /* send has bits 31:16 of the extended descriptor */
    bool wide_offsets;  /* JIP and UIP are 32 bits each: src[].imm is UIP << 32 | JIP */
    bool mixed_3src; /* in an instruction with three sources, src1 and src2 may be HF when src0 is F
                        or HF */
    bool df_halves;  /* a double is written as two floats: regions and channels count halves */
    bool align16_df; /* doubles use VertStride 2 in Align16 */
    bool align16_3src_16; /* three sources of dwords are allowed in SIMD16 */
    bool typed_simd4x2;   /* in typed messages, slot group 0 is SIMD4x2 */
    bool page_faults;     /* a message to memory that is not mapped stops the thread */
    bool block_masks;     /* OWord and scratch blocks obey the execution mask */
    uint8_t block_unit;   /* bytes of an element of a buffer, for the bounds of OWord blocks and of
                             scattered dwords: SNB 3.9.3; from Gen8 on inferred from code of IGC,
                             which reads an OWord where a buffer ends with its first dwords */
    bool call_mask;       /* call and ret keep the channels apart that the call disabled: E23 */
    bool scratch_log2;    /* a scratch block's size is encoded as log2 of registers; otherwise as
                             registers - 1 */
    bool states64;        /* surface and sampler states hold 64-bit addresses */
    bool qpitch_1d;       /* QPitch of a 1D surface counts elements, not rows */
    bool ld_level_last;   /* `ld` has its level after v; otherwise between u and v */
    uint8_t bti_special;  /* binding table indices from this one on have special meanings */
    uint32_t slm_offset;  /* bits of an offset in SLM that are used; 0: all, with a bounds check */
    uint32_t barrier_id;  /* its bits in M0.2 of a barrier message */
    uint32_t descriptor;  /* bits that exist in a message descriptor */
    uint8_t urb_opcodes;  /* highest opcode of a URB message */

    uint8_t address_registers; /* words of a0 */
    uint8_t address_bits;      /* of a stateless or flat memory address */

    /* by enum eu_arf; after ISA_ARF_KINDS are rows of other generations */
    struct isa_arf arf[ISA_ARF_KINDS + ISA_ARF_ROWS];
    /* by bits 6:0; after ISA_HW_OPCODES are rows of other generations */
    const struct eu_op *by_hw[ISA_HW_OPCODES + ISA_ENCODINGS_MAX];
};
/* isa_gen - the row of one generation; NULL if @gen is not exactly one. */
const struct isa_gen *isa_gen(enum eu_gen gen);

/* The row of an opcode; NULL: no instruction has it. Bit 7, which is reserved, belongs to its
 * field. */
static inline const struct eu_op *isa_op(const struct isa_gen *g, unsigned hw)
{
    return hw < ISA_HW_OPCODES ? g->by_hw[hw] : NULL;
}

/* The code of an enum eu_type in a generation; -1: the type cannot be used so. */
int isa_type_code(enum eu_gen gen, enum isa_codes which, unsigned type);

/* The bytes of a distance that is encoded as @step says; bits above it are ignored. */
static inline int32_t isa_step_bytes(struct isa_step step, uint32_t value)
{
    return (int32_t)((uint32_t)((int32_t)(value << (32 - step.bits)) >> (32 - step.bits)) *
                     step.unit);
}

#endif
