/* The checks of instructions and programs: each rule broken, and kept. */
#include "tests/helpers.h"

#include "isa/check.h"
#include "isa/optypes.h"

/* An instruction that breaks one rule and no other: its text, and bits of its 128 that are set by
 * hand where the assembler cannot say it. A value of 0 is possible: n says whether there is a
 * patch. */
struct row {
    enum eu_rule rule;
    const char *text;
    struct {
        unsigned lo, n;
        uint64_t value;
    } patch[2];
    enum eu_gen gen; /* 0: Ivy Bridge */
};

static void set_bits(uint8_t *code, unsigned lo, unsigned n, uint64_t value)
{
    for (unsigned i = 0; i < n; i++) {
        uint8_t bit = (uint8_t)(1u << ((lo + i) % 8));
        code[(lo + i) / 8] =
            (uint8_t)(value >> i & 1 ? code[(lo + i) / 8] | bit : code[(lo + i) / 8] & ~bit);
    }
}

static void check_row(const struct row *r, struct eu_findings *found)
{
    enum eu_gen gen = r->gen ? r->gen : EU_GEN7;
    struct eu_program prog = {0};
    struct eu_insn insn;
    assemble_text(gen, "test", r->text, &prog);
    assert_int_equal(prog.size, 16);
    for (unsigned i = 0; i < 2; i++)
        set_bits(prog.code, r->patch[i].lo, r->patch[i].n, r->patch[i].value);
    assert_int_equal(isa_decode(gen, prog.code, prog.size, &insn), 16);
    memset(found, 0, sizeof *found);
    assert_int_equal(eu_check_insn(gen, &insn, 0x40, 7, found), 0);
    eu_program_fini(&prog);
}

static void print_findings(const struct eu_findings *found)
{
    char text[256];
    for (size_t i = 0; i < found->n; i++)
        print_message("  %s: %s\n", eu_rule_info(found->items[i].rule)->name,
                      eu_finding_text(&found->items[i], text, sizeof text));
}

/* The text, then the patches, then the generation. */
#define BAD(id, ...)                                                                               \
    {                                                                                              \
        .rule = EU_RULE_##id, .text = __VA_ARGS__                                                  \
    }
#define GOOD(...)                                                                                  \
    {                                                                                              \
        .text = __VA_ARGS__                                                                        \
    }
static const struct row rows[] = {
    /* encoding */
    BAD(OPCODE, "nop", {{0, 7, 0x26}}),
    BAD(EXEC_SIZE, "add (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f", {{21, 3, 6}}),
    BAD(FILE, "mov (8) r10<1>:f r12<8;8,1>:f", {{32, 2, 2}}),
    BAD(FILE, "mov (8) r10<1>:f r12<8;8,1>:f", {{32, 2, 3}}),
    BAD(FILE, "add (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f", {{42, 2, 2}}),
    BAD(REGION_CODE, "mov (8) r10<1>:f r12<8;8,1>:f", {{85, 4, 7}}),
    BAD(REGION_CODE, "mov (8) r10<1>:f r12<8;8,1>:f", {{82, 3, 5}}),
    BAD(PRED_CODE, "mov (8) r10<1>:f r12<8;8,1>:f", {{16, 4, 14}}),
    BAD(PRED_CODE, "mov (8) r10<1>:f r12<4>:f {Align16}", {{16, 4, 8}}),
    BAD(CMOD_CODE, "mov (8) r10<1>:f r12<8;8,1>:f", {{24, 4, 7}}),
    BAD(CMOD_CODE, "mov (8) r10<1>:f r12<8;8,1>:f", {{24, 4, 10}}),
    BAD(THREAD_CODE, "mov (8) r10<1>:f r12<8;8,1>:f", {{14, 2, 3}}),
    BAD(NO_OPTIONS, "nop", {{21, 3, 3}}),
    BAD(NO_OPTIONS, "illegal", {{30, 1, 1}}),
    BAD(NO_OPTIONS, "illegal", {{96, 1, 1}}),
    BAD(RESERVED_BITS, "mov (8) r10<1>:f r12<8;8,1>:f", {{91, 1, 1}}),
    BAD(NIBCTRL, "mov (4) r10<1>:f r12<4;4,1>:f", {{47, 1, 1}}),
    /* options */
    BAD(PREDICATE, "endif (8) +16", {{16, 4, 1}}),
    BAD(SATURATE, "frc (8) r10<1>:f r12<8;8,1>:f", {{31, 1, 1}}),
    BAD(CMOD, "fbl (8) r10<1>:ud r12<8;8,1>:ud", {{24, 4, 1}}),
    BAD(CMOD_LOGIC, "and (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:d", {{24, 4, 3}}),
    BAD(CMOD_MISSING, "cmp.z.f0.0 (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:d", {{24, 4, 0}}),
    BAD(CMOD_SIMD32, "mov.z.f0.0 (32) r10<1>:w r12<16;16,1>:w"),
    BAD(SRCMOD, "addc (8) r10<1>:ud r12<8;8,1>:ud r14<8;8,1>:ud {AccWrEn}", {{78, 1, 1}}),
    BAD(ALIGN16_FLOW, "endif (8) +16 {Align16}"),
    BAD(CR_SWITCH, "mov (1) r10<1>:ud cr0.0<0;1,0>:ud"),
    BAD(CR_SWITCH, "mov (1) cr0.0<1>:ud r10.0<0;1,0>:ud"),
    /* operands */
    BAD(SRC_NULL, "mov (8) r10<1>:f null<8;8,1>:f"),
    BAD(SRC_NULL, "add (8) r10<1>:f r12<8;8,1>:f null<8;8,1>:f"),
    BAD(SRC_ABSENT, "mov (8) r10<1>:f r12<8;8,1>:f", {{42, 2, 1}, {117, 4, 0}}),
    BAD(SRC_ABSENT, "mov (8) r10<1>:f r12<8;8,1>:f", {{42, 2, 3}}),
    BAD(IMM_LAST, "mov (8) r10<1>:d 5:d", {{0, 7, 0x40}, {42, 5, 0x5}}),
    BAD(IMM_WORD, "mov (8) r10<1>:w 5:w", {{112, 16, 9}}),
    BAD(GRF_NUMBER, "mov (8) r10<1>:f r12<8;8,1>:f", {{69, 8, 128}}),
    BAD(GRF_NUMBER, "mad (8) r10:f r12:f r14:f r16:f {Align16}", {{76, 8, 200}}),
    BAD(PAIR_EXISTS, "mov (16) r127<1>:f r12<8;8,1>:f"),
    BAD(PAIR_EXISTS, "mov (16) r10<1>:f r127<8;8,1>:f"),
    BAD(ARF_NUMBER, "mov (8) acc0<1>:f r12<8;8,1>:f", {{53, 8, 0x22}}),
    BAD(ARF_NUMBER, "mov (8) acc0<1>:f r12<8;8,1>:f", {{53, 8, 0x50}}),
    BAD(ARF_SRC1, "add (1) r10<1>:uw r12<0;1,0>:uw r14<0;1,0>:uw", {{42, 2, 0}, {101, 8, 0x10}}),
    BAD(ARF_SPAN, "mov (16) r10<1>:uw a0.0<16;16,1>:uw"),
    BAD(ARF_SPAN, "mov (4) f0.0<1>:uw r10<4;4,1>:uw"),
    BAD(ARF_READ_ONLY, "mov (1) n0.0<1>:ud r10.0<0;1,0>:ud"),
    BAD(TYPES, "and (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f"),
    BAD(TYPES, "add (8) r10<1>:d r12<8;8,1>:f r14<8;8,1>:f"),
    BAD(TYPES, "mul (8) r10<1>:f r12<8;8,1>:d r14<8;8,1>:d"),
    BAD(TYPES, "mad (8) r10:d r12:d r14:d r16:d {Align16}"),
    BAD(TYPES, "mov (8) r10<1>:df r12<8;8,1>:b"),
    BAD(TYPES, "mach (8) r10<1>:d r12<8;8,1>:ud r14<8;8,1>:d {AccWrEn}"),
    BAD(TYPES_MIXED, "add (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:d"),
    BAD(TYPES_MIXED, "add (8) r10<1>:f r12<8;8,1>:d 0x12345678:vf"),
    BAD(VECTOR_SRC0, "add (1) r10<1>:w r12.0<0;1,0>:d 0x12345678:v"),
    BAD(VECTOR_ALIGN, "mov (8) r10.4<1>:w 0x12345678:v"),
    BAD(VECTOR_ALIGN, "mov (4) r10.2<1>:f 0x12345678:vf"),
    BAD(VECTOR_STRIDE, "mov (8) r10.0<1>:f 0x12345678:v"),
    BAD(VECTOR_STRIDE, "mov (8) r10.0<2>:w 0x12345678:uv"),
    BAD(VECTOR_STRIDE, "mov (8) r10.0<2>:f 0x12345678:vf"),
    BAD(SUBREG_ALIGN, "mov (1) r10.0<1>:f r12.0<0;1,0>:f", {{64, 5, 2}}),
    BAD(SUBREG_ALIGN, "mov (2) r10.0<1>:df r12.0<2;2,1>:df", {{64, 5, 4}}),
    BAD(REP_SWIZZLE, "mad (8) r10:f r12:f r14.0<0>.z:f r16:f {Align16}"),
    BAD(REP_SWIZZLE, "bfe (8) r10:ud r12:ud r14:ud r16.6<0>.xyzz:ud {Align16}"),
    BAD(TRI_ALIGN1, "mad (8) r10:f r12:f r14:f r16:f {Align16}", {{8, 1, 0}}),
    /* regions */
    BAD(SIZE_64, "mov (32) null<1>:f r12<0;1,0>:f"),
    BAD(DST_RATIO, "mov (8) r10.0<1>:w r12<8;8,1>:d"),
    BAD(DST_RATIO, "mov (4) r10.0<4>:w r12<4;4,1>:d"),
    BAD(DST_RATIO, "add (8) r10.0<4>:b r12<8;8,1>:w r14<8;8,1>:w"),
    BAD(DST_ALIGN, "mov (8) r10.1<2>:w r12<8;8,1>:d"),
    BAD(DST_ALIGN, "mov (8) r10.2<4>:b r12<8;8,1>:d"),
    BAD(DST_ALIGN, "mov (1) r10.1<1>:w r12.0<0;1,0>:d"),
    BAD(BYTE_PACKED, "mov (8) r10.0<2>:ub r12<8;8,1>:ub", {{61, 2, 1}, {31, 1, 1}}),
    BAD(ES_WIDTH, "mov (4) r10<1>:f r12<8;8,1>:f"),
    BAD(VS_ROW, "mov (8) r10<1>:f r12<4;8,1>:f"),
    BAD(HS_WIDTH1, "mov (8) r10<1>:f r12<1;1,1>:f"),
    BAD(SCALAR, "mov (1) r10<1>:f r12<1;1,0>:f"),
    BAD(WIDTH_STRIDE0, "mov (8) r10<1>:f r12<0;8,0>:f"),
    BAD(DST_STRIDE0, "mov (8) r10<0>:f r12<0;1,0>:f"),
    BAD(ROW_CROSS, "mov (8) r10<1>:f r12.4<8;8,1>:f"),
    BAD(SRC_SPAN, "mov (16) r10<1>:w r12<16;4,1>:w"),
    BAD(DST_SPAN, "mov (16) r10<2>:f r12<0;1,0>:f"),
    BAD(OWORD_SPLIT, "mov (8) r10.6<1>:w r12.12<4;4,1>:w"),
    BAD(DST_SPLIT, "mov (8) r10.6<1>:d r12<0;1,0>:d"),
    BAD(ONE_SOURCE_REG, "mov (8) r10.4<1>:f r12.2<2;2,1>:f"),
    BAD(SOURCE_OFFSET, "mov (8) r10<2>:f r12.4<4;4,1>:f"),
    BAD(SOURCE_ONE, "mov (16) r10<2>:w r12<8;8,1>:w"),
    BAD(ALIGN16_DST, "mov (8) r10<1>:f r12<4>:f {Align16}", {{61, 2, 0}}),
    BAD(ALIGN16_SRC, "mov (8) r10<1>:f r12<4>:f {Align16}", {{85, 4, 4}}),
    BAD(ALIGN16_SRC, "mov (8) r10<1>:f r12<4>:f {Align16}", {{85, 4, 2}}),
    BAD(ALIGN16_SIZE, "mov (16) r10<1>:f r12<4>:f {Align16}"),
    BAD(ALIGN16_SIZE, "mad (16) r10:f r12:f r14:f r16:f {Align16}"),
    BAD(VS_TYPE, "mov (4) r10<1>:f r12<16;4,0>:f"),
    BAD(ALIGN16_CONVERT, "mov (8) r10<1>:df r12<4>:f {Align16}", .gen = EU_GEN75),
    /* indirect */
    BAD(VXH_DIRECT, "mov (8) r10<1>:f r12<8;8,1>:f", {{85, 4, 15}}),
    BAD(VXH_ALIGN16, "mov (4) r10<1>:f r[a0.0, 0]<4>:f {Align16}", {{85, 4, 15}}),
    BAD(VXH_SRC1, "add (8) r10<1>:f r12<8;8,1>:f r[a0.0, 0]<8,1>:f"),
    BAD(VXH_DST_SPAN, "mov (16) r10<1>:f r[a0.0, 0]<4,1>:f"),
    BAD(VXH_GROUP, "mov (8) r10<1>:d r[a0.3, 0]<4,1>:d"),
    BAD(VXH_GROUP, "mov (16) r10<1>:w r[a0.0, 0]<1,0>:w"),
    BAD(INDEX_CROSS, "mov (8) r10<1>:f r[a0.0, 0]<8;4,1>:f", {{80, 2, 2}}),
    BAD(INDEX_CROSS, "mov (16) r10<1>:w r[a0.0, 0]<16,2>:w"),
    BAD(INDIRECT_SRC1, "add (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f", {{111, 1, 1}}),
    /* accumulators */
    BAD(ACC_FLOW, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02100000:ud", {{28, 1, 1}}),
    BAD(ACC_NONE, "rndd (8) r10<1>:f acc0<8;8,1>:f"),
    BAD(ACC_NONE, "rndd (8) r10<1>:f r12<8;8,1>:f {AccWrEn}"),
    BAD(ACC_NONE, "bfe (8) r10:d r12:d r14:d r16:d {Align16, AccWrEn}"),
    BAD(ACC_SOURCE, "mul (8) r10<1>:f acc0<8;8,1>:f r14<8;8,1>:f"),
    BAD(ACC_IMPLICIT, "mac (8) r10<1>:f acc0<8;8,1>:f r14<8;8,1>:f"),
    BAD(ACC_MODIFIER, "and (8) r10<1>:d -acc0<8;8,1>:d r14<8;8,1>:d"),
    BAD(ACC_DST, "shl (8) acc0<1>:d r12<8;8,1>:d 4:d"),
    BAD(ACC_DST, "shl (8) r10<1>:d r12<8;8,1>:d 4:d {AccWrEn}"),
    BAD(ACC_WREN, "addc (8) r10<1>:ud r12<8;8,1>:ud r14<8;8,1>:ud"),
    BAD(ACC_WREN, "mach (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:d"),
    BAD(ACC_TWICE, "add (8) acc0<1>:f r12<8;8,1>:f r14<8;8,1>:f {AccWrEn}"),
    BAD(ACC_MOV, "mov (8) acc0<1>:f acc0<8;8,1>:f"),
    BAD(ACC_SAME, "add (8) acc1<1>:f acc0<8;8,1>:f r14<8;8,1>:f"),
    BAD(ACC_REGION, "mov (4) r10<1>:f acc0<4;2,2>:f", {{85, 4, 2}}),
    BAD(ACC_SIMD16, "mov (16) acc0<1>:d r12<8;8,1>:d"),
    BAD(ACC_SIMD16_F, "mov (16) acc0<1>:f r12<8;8,1>:f"),
    BAD(ACC_BYTE, "mov (8) acc0<1>:b r12<8;8,1>:b"),
    BAD(ACC_SWIZZLE, "mov (8) r10<1>:f acc0<4>.yyyy:f {Align16}"),
    BAD(ACC_SUBREG, "mov (4) acc0.4<1>:f r12<4;4,1>:f"),
    /* half floats of Gen8 and Gen9 */
    BAD(MIXED_SIMD16, "add (16) r10.0<1>:f r12.0<16;16,1>:hf r14.0<8;8,1>:f", {{0}}, EU_GEN9),
    BAD(MIXED_INDIRECT, "add (8) r10.0<1>:f r[a0.0, 0]<8;8,1>:hf r14.0<8;8,1>:f", {{0}}, EU_GEN9),
    BAD(MIXED_ALIGN16, "add (8) r10<1>:f acc0<4>:f r12<4>:hf {Align16}", {{0}}, EU_GEN9),
    BAD(HALF_OWORD, "mov (8) r10.4<1>:hf r12.0<8;8,1>:f", {{0}}, EU_GEN9),
    BAD(HALF_INTEGER, "mov (8) r10.0<1>:hf r12.0<8;8,1>:w", {{0}}, EU_GEN9),
    BAD(MATH_HALF, "math.inv (8) r10.0<1>:f r12.0<8;8,1>:hf", {{0}}, EU_GEN9),
    /* single instructions */
    BAD(CMP_DST, "cmp.z.f0.0 (1) a0.0<1>:uw r12.0<0;1,0>:uw r14.0<0;1,0>:uw"),
    BAD(CMP_SWITCH, "cmp.z.f0.0 (8) null<1>:f r12<8;8,1>:f r14<8;8,1>:f"),
    BAD(CMP_SIMD16, "cmp.z.f0.0 (16) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f"),
    BAD(SEL_SIZE, "(f0.0) sel (32) r10<1>:w r12<16;16,1>:w r14<16;16,1>:w"),
    BAD(SEL_CONDITION, "(f0.0) sel (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f", {{16, 4, 0}}),
    BAD(SEL_CONDITION, "(f0.0) sel (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f", {{24, 4, 5}}),
    BAD(MOV_CMOD, "mov.z.f0.0 (8) r10<1>:f r12<8;8,1>:d"),
    BAD(MOVI_SRC, "movi (8) r10<1>:w r[a0.1, 0]<8;8,1>:w"),
    BAD(MOVI_SRC, "movi (8) r10<1>:w r[a0.0, 0]<8;8,1>:w", {{79, 1, 0}}),
    BAD(MOVI_SIZE, "movi (16) r10<1>:w r[a0.0, 0]<16;16,1>:w"),
    BAD(NO_ALIGN16, "movi (8) r10<1>:w r[a0.0, 0]<8;8,1>:w", {{8, 1, 1}, {80, 9, 0x6e}}),
    BAD(MOVI_DST, "movi (8) r10.2<1>:w r[a0.0, 0]<8;8,1>:w"),
    BAD(MOVI_DST, "movi (8) r10.0<2>:w r[a0.0, 0]<8;8,1>:w"),
    BAD(MUL_FLAGS, "mul.sat (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:w"),
    BAD(MUL_FLAGS, "mul.z.f0.0 (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:w"),
    BAD(MUL_ORDER, "mul (8) r10<1>:d r12<8;8,1>:w r14<8;8,1>:d"),
    BAD(LZD_ABS, "lzd (8) r10<1>:ud r12<8;8,1>:d"),
    BAD(F32TO16_DST, "f32to16 (1) r10.0<1>:w r12.0<0;1,0>:f"),
    BAD(LRP_OVERFLOW, "lrp.z.f0.0 (8) r10:f r12:f r14:f r16:f {Align16}", {{24, 4, 8}}),
    BAD(DP_SIZE, "dp4 (2) r10<1>:f r12<2;2,1>:f r14<2;2,1>:f"),
    BAD(DP_STRIDE, "dp4 (8) r10<1>:f r12<8;8,1>:f r14<0;1,0>:f"),
    BAD(SAD_SIZE, "sad2 (1) r10<1>:uw r12<0;1,0>:ub r14<0;1,0>:ub"),
    BAD(PLANE_SIZE, "line (4) r10<1>:f r12<0;1,0>:f r14<4;4,1>:f"),
    BAD(PLANE_SCALAR, "pln (8) r10<1>:f r12<8;8,1>:f r14<8;8,1>:f"),
    BAD(PLANE_IMM, "line (8) r10<1>:f r12<0;1,0>:f 1.0:f", {{0, 7, 0x5a}}),
    BAD(PLANE_SUBREG, "pln (8) r10<1>:f r12.2<0;1,0>:f r14<8;8,1>:f"),
    BAD(MATH_FUNCTION, "math.inv (8) r10<1>:f r12<8;8,1>:f null<8;8,1>:f", {{24, 4, 8}}),
    BAD(MATH_GRF, "math.inv (8) null<1>:f r12<8;8,1>:f null<8;8,1>:f"),
    BAD(MATH_INDIRECT, "math.inv (8) r10<1>:f r[a0.0, 0]<8;8,1>:f null<8;8,1>:f"),
    BAD(MATH_TYPES, "math.inv (8) r10<1>:d r12<8;8,1>:d null<8;8,1>:d"),
    BAD(INTDIV_SIZE, "math.idiv (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:d", {{21, 3, 4}}),
    BAD(INTDIV_MODIFIER, "math.idiv (8) r10<1>:d r12<8;8,1>:d r14<8;8,1>:d", {{78, 1, 1}}),
    BAD(JMPI_SIZE, "jmpi (1) +16 {NoMask}", {{21, 3, 1}}),
    BAD(JMPI_NOMASK, "jmpi (1) +16"),
    BAD(BRANCH_SWITCH, "brd (8) +16"),
    BAD(BRANCH_REGISTER, "brd (8) r10.0<0;1,0>:d {Switch}"),
    BAD(HALT_OPERANDS, "halt (8) +16 +16", {{32, 2, 1}}),
    BAD(CALL_SIZE, "call (2) r10.0<1>:d +16", {{21, 3, 3}}),
    BAD(CALL_DST, "call (2) r10.1<1>:d +16"),
    BAD(CALL_REGION, "call (2) r10.0<1>:d +16", {{85, 4, 3}}),
    BAD(CALL_REGION, "ret (2) r10.0<2;2,1>:ud", {{85, 4, 3}}),
    BAD(WAIT_SIZE, "wait (1) n0", {{21, 3, 3}}),
    BAD(WAIT_REGISTER, "wait (1) n0", {{48, 5, 4}}),
    BAD(SEND_SRC, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02100000:ud", {{64, 5, 16}}),
    BAD(SEND_SRC, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02100000:ud", {{79, 1, 1}}),
    BAD(SEND_DESCRIPTOR, "send (8) r10<1>:f r12<8;8,1>:f 0x3 a0.0<0;1,0>:ud", {{96, 5, 8}}),
    BAD(SEND_FUNCTION, "send (8) r10<1>:f r12<8;8,1>:f 0x1 0x02100000:ud"),
    BAD(SEND_THREAD, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02100000:ud {Switch}"),
    BAD(SEND_NODD, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02100000:ud {NoDDChk}"),
    BAD(SEND_DST, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02000000:ud", {{32, 2, 0}, {53, 8, 0x10}}),
    BAD(SEND_LENGTH, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x00100000:ud"),
    BAD(SEND_LENGTH, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x03100000:ud"),
    BAD(SEND_NO_RESPONSE, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x02000000:ud"),
    BAD(SEND_RESPONSE, "send (8) null<1>:f r12<8;8,1>:f 0x3 0x02100000:ud"),
    BAD(SEND_MBZ, "send (8) r10<1>:f r12<8;8,1>:f 0x3 0x22100000:ud"),
    BAD(SEND_RANGE, "send (8) r10<1>:f r126<8;8,1>:f 0x3 0x06100000:ud"),
    BAD(SEND_RANGE, "send (8) r126<1>:f r12<8;8,1>:f 0x3 0x02300000:ud"),
    BAD(EOT_DST, "send (8) r10<1>:f r112<8;8,1>:f 0x27 0x02000000:ud {EOT}"),
    BAD(EOT_PAYLOAD, "send (8) null<1>:f r111<8;8,1>:f 0x27 0x02000000:ud {EOT}"),
    BAD(EOT_FUNCTION, "send (8) null<1>:f r112<8;8,1>:f 0x22 0x02000000:ud {EOT}"),
    BAD(URB_MESSAGE, "send (8) null<1>:f r12<8;8,1>:f 0x6 0x04000000:ud"),
    BAD(URB_MESSAGE, "send (8) null<1>:f r12<8;8,1>:f 0x6 0x04080006:ud"),
};
#undef BAD
enum { NROWS = sizeof rows / sizeof *rows };

static void check_insn_each_row_breaks_just_its_rule(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (unsigned i = 0; i < NROWS; i++) {
        const struct eu_rule_info *info = eu_rule_info(rows[i].rule);
        struct eu_findings found;
        check_row(&rows[i], &found);
        if (found.n != 1 || found.items[0].rule != rows[i].rule) {
            wrong++;
            print_message("row %u, %s: %s\n", i, info->name, rows[i].text);
            print_findings(&found);
        } else {
            assert_int_equal(found.items[0].severity, info->severity);
            assert_int_equal(found.errors, info->severity == EU_ERROR);
            assert_int_equal(found.items[0].addr, 0x40);
            assert_int_equal(found.items[0].line, 7);
            assert_true(*found.items[0].section);
        }
        eu_findings_fini(&found);
    }
    assert_int_equal(wrong, 0);
}

static void check_insn_every_rule_has_a_row(void **state)
{
    static const enum eu_rule of_insns[] = {
#define RULE(id, ...) EU_RULE_##id,
#define PROGRAM(id, ...)
#define DISPATCH(id, ...)
#define ROUTINE(id, ...)
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE
    };
    (void)state;
    for (unsigned k = 0; k < sizeof of_insns / sizeof *of_insns; k++) {
        bool seen = false;
        for (unsigned i = 0; i < NROWS; i++)
            seen |= rows[i].rule == of_insns[k];
        if (!seen)
            fail_msg("no test of rule %s", eu_rule_info(of_insns[k])->name);
    }
}

static void check_insn_names_of_rules_differ(void **state)
{
    (void)state;
    for (unsigned rule = 0; rule < EU_RULE_COUNT; rule++)
        for (unsigned other = 0; other < rule; other++)
            assert_string_not_equal(eu_rule_info(other)->name, eu_rule_info(rule)->name);
}

/* The manual's own examples, and instructions that almost break the rules above. */
static void check_insn_allowed_instructions_find_nothing(void **state)
{
    static const struct row good[] = {
        GOOD("mov (1) n0.0<1>:ud r10.0<0;1,0>:ud", {{0}}, EU_GEN9),
        GOOD("mov (16) r10.0<1>:f r12.0<16;8,2>:hf", {{0}}, EU_GEN9),
        GOOD("mov (8) r10.0<1>:hf r12.0<8;8,1>:f", {{0}}, EU_GEN9),
        GOOD("mov (8) r10.0<2>:hf r12.0<8;8,1>:d", {{0}}, EU_GEN9),
        GOOD("mov (16) r10.0<2>:w r12<16;8,1>:w"),
        GOOD("mov (16) r10.0<2>:w r12.8<16;8,1>:w"),
        GOOD("mov (16) r10.0<2>:w r12.0<0;1,0>:w"),
        GOOD("mov (16) r10.0<1>:d r12<8;8,1>:w"),
        GOOD("mov (8) r10.0<2>:b r11<8;8,1>:w"),
        GOOD("mov (8) r10.1<2>:b r11<8;8,1>:w"),
        GOOD("mov (8) r10.0<4>:b r11<8;8,1>:d"),
        GOOD("mov (16) r10.0<1>:ub r11<16;16,1>:ub"),
        GOOD("mov (8) r10.0<1>:df r11<8;8,1>:df"),
        GOOD("mov (16) r10.0<1>:df r11.0<0;2,1>:df"),
        GOOD("mov (8) r1.0<1>:d r[a0.2, 0]<4,1>:d"),
        GOOD("mov (16) r10.0<1>:w r[a0.0, 0]<2,2>:w"),
        GOOD("mov (1) r10.0<1>:w r11.0<0;1,0>:d"),
        GOOD("mov (4) r10.4<1>:f 0x12345678:vf"),
        GOOD("add (8) r10.0<1>:f r12<8;8,1>:f 0x12345678:vf"),
        GOOD("mov (8) r10<1>:f r12<4>.xxxx:f {Align16}"),
        GOOD("mov (8) r10<1>:f r12<4>:f {Align16}", {{85, 4, 2}}, .gen = EU_GEN75),
        GOOD("mad (8) r10:f r12.6<0>.zzzz:f r14.7<0>.x:f r16.1<0>.xyzw:f {Align16}"),
        GOOD("cmp.z.f0.0 (8) null<1>:f r12<8;8,1>:f r14<8;8,1>:f {Switch}"),
        GOOD("mov (8) r120<1>:f r127<8;8,1>:f"),
        GOOD("nop", {{30, 1, 1}}),
        GOOD("illegal"),
        GOOD("wait (1) n1"),
        GOOD("send (8) null<1>:f r112<8;8,1>:f 0x27 0x02000010:ud {EOT}"),
    };
    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        struct eu_findings found;
        check_row(&good[i], &found);
        print_findings(&found);
        if (found.n)
            fail_msg("finding in: %s", good[i].text);
        eu_findings_fini(&found);
    }
}

static void check_insn_several_broken_rules_are_all_found(void **state)
{
    struct row r = {.text = "add (4) r10<0>:f r12<4;8,1>:f r14<1;1,1>:d"};
    static const enum eu_rule want[] = {EU_RULE_TYPES_MIXED, EU_RULE_ES_WIDTH, EU_RULE_HS_WIDTH1,
                                        EU_RULE_DST_STRIDE0};
    struct eu_findings found;
    char text[200];
    (void)state;
    check_row(&r, &found);
    assert_int_equal(found.n, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(found.items[i].rule, want[i]);
    assert_string_equal(eu_finding_text(&found.items[1], text, sizeof text),
                        "src0: ExecSize must not be less than Width");
    assert_string_equal(eu_finding_text(&found.items[3], text, 9), "dst: Hor");
    eu_findings_fini(&found);
}

#define EOT "send (8) null<1>:f r112<8;8,1>:f 0x27 0x02000010:ud {EOT}\n"
static void check_program_rules_are_errors_only_when_asked(void **state)
{
    static const struct {
        const char *text;
        int rule; /* -1: no finding */
        uint32_t addr;
    } t[] = {
        {"nop\n" EOT, -1, 0},
        {"nop\nnop\n", EU_RULE_PROGRAM_EOT, 16},
        /* This could end a System Routine, but does not: it changes rounding modes, or is a return
         * without its nop. */
        {"and (1) cr0<1>:ud cr0<0;1,0>:ud 0x7fffffff:ud {Switch}\nnop\njmpi (1) -32 {NoMask}\n", -1,
         0},
        {"mov (1) cr0<1>:ud r1<0;1,0>:ud {Switch}\nnop\n", -1, 0},
        {"and (1) cr0<1>:ud cr0<0;1,0>:ud 0xffffffcf:ud {Switch}\nnop\n", EU_RULE_PROGRAM_EOT, 16},
        {"or (1) cr0<1>:ud cr0<0;1,0>:ud r1<0;1,0>:ud {Switch}\nnop\n", EU_RULE_PROGRAM_EOT, 16},
        {"mov (1) cr0.1<1>:ud 0:ud {Switch}\nnop\n", EU_RULE_PROGRAM_EOT, 16},
        {"and (1) cr0<1>:ud cr0<0;1,0>:ud 0x7fffffff:ud {Switch}\n", EU_RULE_PROGRAM_EOT, 0},
        {"if (8) +32 +32\nnop\nendif (8) +16\n" EOT, -1, 0},
        {"if (8) +400 +32\nnop\nendif (8) +16\n" EOT, EU_RULE_PROGRAM_TARGET, 0},
        {"nop\njmpi (1) -64 {NoMask}\n" EOT, EU_RULE_PROGRAM_TARGET, 16},
        {"nop\njmpi (1) +24 {NoMask}\n" EOT, EU_RULE_PROGRAM_TARGET, 16},
        {"wait (1) n0\nnop\nwait (1) n0\n" EOT, -1, 0},
        {"wait (1) n0\nwait (1) n0\n" EOT, EU_RULE_PROGRAM_WAIT, 16},
        {"if (8) +16 +32\nelse (8) +16\nendif (8) +16\n" EOT, EU_RULE_PROGRAM_IF_ELSE, 0},
        {"if (8) +32 +32\nnop\nendif (16) +16\n" EOT, EU_RULE_PROGRAM_BLOCK, 32},
        {"break (8) +16 +16\nwhile (8) -16\n" EOT, -1, 0},
        {"break (16) +16 +16\nwhile (8) -16\n" EOT, EU_RULE_PROGRAM_BLOCK, 0},
        {"if (8) +32 +32\nbrc (8) +16 +16 {Switch}\nendif (8) +16\n" EOT, EU_RULE_PROGRAM_BRC, 16},
        {"nop\nbrc (8) +16 +16 {Switch}\n" EOT, -1, 0},
        {"endif (8) +16\nbrc (8) +16 +16 {Switch}\n" EOT, -1, 0},
        {"if (8) +16 +16\nendif (8) +16\nbrc (8) +16 +16 {Switch}\n" EOT, -1, 0},
        {"if (8) +64 +64\nif (8) +16 +16\nendif (8) +16\nbrc (8) +16 +16 {Switch}\n"
         "endif (8) +16\n" EOT,
         EU_RULE_PROGRAM_BRC, 48},
        {"mov (8) r1<1>:f r2<8;8,1>:f {NoDDClr}\n"
         "(f0.0) mov (8) r1<1>:f r3<8;8,1>:f {NoDDChk}\n" EOT,
         EU_RULE_PROGRAM_DEPENDENCY, 16},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        for (unsigned whole = 0; whole < 2; whole++) {
            struct eu_program prog = {0};
            struct eu_findings found = {0};
            assemble_text(EU_GEN7, "test", t[i].text, &prog);
            assert_int_equal(eu_check(EU_GEN7, &prog, whole, &found), 0);
            assert_int_equal(found.n, t[i].rule >= 0);
            assert_int_equal(found.errors, t[i].rule >= 0 && whole);
            if (found.n) {
                assert_int_equal(found.items[0].rule, t[i].rule);
                assert_int_equal(found.items[0].addr, t[i].addr);
                assert_int_equal(found.items[0].line, t[i].addr / 16 + 1);
            }
            eu_findings_fini(&found);
            eu_program_fini(&prog);
        }
    }
}

/* --- neighbours --- */
struct tally {
    unsigned found[4], operands; /* by generation; sum of the sets of operands at fault */
};

static void judge_neighbours(enum eu_gen gen, unsigned g, const char *text, struct tally *tallies)
{
    struct eu_asm_opts opts = {.gen = gen, .path = "row"};
    struct eu_program prog = {0};
    struct diags diags = {0};
    bool known = !eu_assemble(text, strlen(text), &opts, &prog, &diags) && prog.size == 16;
    for (unsigned bit = 0; known && bit < 128; bit++) {
        struct eu_insn insn;
        struct eu_findings found = {0};
        prog.code[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (isa_decode(gen, prog.code, prog.size, &insn) == 16)
            assert_int_equal(eu_check_insn(gen, &insn, 0, 0, &found), 0);
        for (size_t i = 0; i < found.n; i++) {
            tallies[found.items[i].rule].found[g]++;
            tallies[found.items[i].rule].operands += found.items[i].operands;
        }
        prog.code[bit / 8] ^= (uint8_t)(1u << bit % 8);
        eu_findings_fini(&found);
    }
    diags_fini(&diags);
    eu_program_fini(&prog);
}

/* All that differs from one of the instructions above in one bit, in each generation that has it:
 * how often each rule is broken is in a golden file, so that a change of a rule is seen. */
static void check_insn_neighbours_are_judged_as_the_golden_file_says(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    static const char path[] = "tests/golden/check_neighbours.txt";
    static struct tally tallies[EU_RULE_COUNT];
    char *text = NULL;
    size_t n;
    (void)state;
    for (unsigned i = 0; i < NROWS; i++)
        for (unsigned g = 0; g < 4; g++)
            judge_neighbours(gens[g], g, rows[i].text, tallies);
    FILE *out = open_memstream(&text, &n);
    for (unsigned rule = 0; rule < EU_RULE_COUNT; rule++) {
        const struct tally *t = &tallies[rule];
        const unsigned *f = t->found;
        if (f[0] | f[1] | f[2] | f[3])
            fprintf(out, "%s: %u %u %u %u, operands %u\n", eu_rule_info(rule)->name, f[0], f[1],
                    f[2], f[3], t->operands);
    }
    fclose(out);
    assert_golden(path, text);
    free(text);
}

static void check_insn_random_words_are_judged(void **state)
{
    uint64_t seed = 0x9e3779b97f4a7c15;
    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        uint8_t code[16];
        struct eu_insn insn;
        struct eu_findings found = {0};
        for (unsigned k = 0; k < 16; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            code[k] = (uint8_t)(seed >> 56);
        }
        if (i % 2) /* every second word gets an opcode that exists, compact or native */
            code[0] = (uint8_t)eu_op_at(i / 2 % 76)->hw;
        enum eu_gen gen = (enum eu_gen)(EU_GEN7 << (i >> 2 & 3));
        assert_true(isa_decode(gen, code, sizeof code, &insn) > 0);
        assert_int_equal(eu_check_insn(gen, &insn, 0, 0, &found), 0);
        eu_findings_fini(&found);
    }
}

static void op_types_every_pair_has_real_types(void **state)
{
    const unsigned vectors = 1u << EU_TYPE_UV | 1u << EU_TYPE_V | 1u << EU_TYPE_VF;
    const struct eu_op *op;
    (void)state;
    for (unsigned i = 0; (op = eu_op_at(i)); i++)
        for (const struct eu_type_pair *p =
                 eu_op_types((enum eu_gen)(op->gens & -op->gens), op->id);
             p->dst || p->src; p++) {
            assert_false((p->dst | p->src) & vectors);
            assert_true(!p->dst == !op->ndst);
        }
    assert_int_equal(eu_op_types(EU_GEN7, EU_OP_IF)->dst | eu_op_types(EU_GEN7, EU_OP_IF)->src, 0);
    assert_int_equal(eu_op_types(EU_GEN7, EU_OP_FBL)->dst, 1 << EU_TYPE_UD);
    assert_int_equal(eu_op_types(EU_GEN7, 200)->dst, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_insn_each_row_breaks_just_its_rule),
        cmocka_unit_test(check_insn_every_rule_has_a_row),
        cmocka_unit_test(check_insn_names_of_rules_differ),
        cmocka_unit_test(check_insn_allowed_instructions_find_nothing),
        cmocka_unit_test(check_insn_several_broken_rules_are_all_found),
        cmocka_unit_test(check_program_rules_are_errors_only_when_asked),
        cmocka_unit_test(check_insn_neighbours_are_judged_as_the_golden_file_says),
        cmocka_unit_test(check_insn_random_words_are_judged),
        cmocka_unit_test(op_types_every_pair_has_real_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
