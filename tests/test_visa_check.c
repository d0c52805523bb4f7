/* What `check` finds in one instruction: each rule, on both sides of its limits. */
#include "tests/helpers.h"

#include "visa/visa.h"

#define HEAD                                                                                       \
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=32 align=GRF\n"                 \
    ".decl W v_type=G type=w num_elts=32 align=GRF\n.decl A0 v_type=A num_elts=4\n"                \
    ".decl P1 v_type=P num_elts=16\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=32\n"      \
    ".function \"main_0\"\nmain_0:\n"

static void must_parse(const char *path, const char *text, struct visa_routine *r)
{
    struct visa_diags diags = {0};
    if (visa_parse(path, text, r, &diags))
        fail_msg("%s: %s", path, diags.items[0].text);
}

static void note_rule(void *ctx, const struct visa_insn *in, enum visa_rule rule, const char *text)
{
    (void)in, (void)text;
    *(uint64_t *)ctx |= UINT64_C(1) << rule;
}

/* One breach a row, also of rules that the corpus has no case for. */
static void check_of_one_instruction(void **state)
{
    static const struct {
        const char *text;
        uint64_t rules;
    } rows[] = {
#define ONE(id) UINT64_C(1) << VISA_RULE_##id
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1>", 0},
        {"mov (M1, 16) W(0,0)<1> W(0,0)<16;16,1>", 0},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<3;4,1>", ONE(VERTSTRIDE)},
        {"mov (M1, 8) A(0,0)<0> A(0,0)<8;8,1>", ONE(DESTINATION_STRIDE)},
        {"mov (M1, 8) A(3,4)<1> A(0,0)<8;8,1>", ONE(OUT_OF_BOUND)},
        {"mov (M1, 1) A(0,8)<1> A(0,0)<0;1,0>", ONE(COLUMN_OFFSET)},
        {"mov (M1, 1) A(0,7)<1> A(0,0)<0;1,0>", 0},
        {"mov (M1, 8) 0x1:d A(0,0)<8;8,1>", ONE(IMMEDIATE_DESTINATION)},
        {"(P1) mov (M5, 8) A(0,0)<1> A(0,0)<8;8,1>", ONE(PREDICATE_RANGE)},
        {"(P1) mov (M3, 8) A(0,0)<1> A(0,0)<8;8,1>", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),512]<8;8,1>:d", ONE(INDIRECT_OFFSET)},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),511]<8;8,1>:b", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<1,0>:d", ONE(OUT_OF_BOUND)}, /* 8 addresses of 4 */
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<2,1>:d", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:uv", ONE(INDIRECT_TYPE)},
        {"not (M1, 8) A(0,0)<1> (abs)A(0,0)<8;8,1>", ONE(ARITHMETIC_MODIFIER)},
        {"not (M1, 8) A(0,0)<1> (~)A(0,0)<8;8,1>", 0},
        {"(P1) movs (M1_NM, 1) %bss(0) 0x1:ud", ONE(NO_PREDICATE)},
        {"mov (M8, 8) A(0,0)<1> A(0,0)<8;8,1>", ONE(MASK_RANGE) | ONE(MASK_ALIGNMENT)},
        {"mov (M7, 8) A(0,0)<1> A(0,0)<8;8,1>", 0},
        {"mov (M8, 4) A(0,0)<1> A(0,0)<4;4,1>", 0},
        {"mov (M2, 8) A(0,0)<1> A(0,0)<8;8,1>", ONE(MASK_ALIGNMENT)},
        {"mov (M6, 16) A(0,0)<1> A(0,0)<8;8,1>", ONE(MASK_RANGE) | ONE(MASK_ALIGNMENT)},
        {"(P1) mov (M1, 16) A(0,0)<1> A(0,0)<8;8,1>", 0},
        {"(P9) mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1>", ONE(PREDICATE_UNDECLARED)},
        {"cmp.eq (M1, 8) P9 A(0,0)<8;8,1> 1:d", ONE(PREDICATE_UNDECLARED)},
        /* regions */
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;3,1>", ONE(WIDTH)},
        {"mov (M1, 16) A(0,0)<1> A(0,0)<16;16,1>", 0},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<16;16,1>", ONE(WIDTH_EXECSIZE)},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<32;32,1>", ONE(WIDTH) | ONE(WIDTH_EXECSIZE)},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<0;1,3>", ONE(HORZSTRIDE)},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<0;1,4>", 0},
        {"mov (M1, 8) A(0,0)<3> A(0,0)<0;1,0>", ONE(HORZSTRIDE)},
        {"mov (M1, 2) A(0,0)<1> A(0,0)<31;1,0>", ONE(VERTSTRIDE)},
        {"mov (M1, 2) A(0,0)<1> W(0,0)<16;1,0>", 0},
        {"mov (M1, 2) A(0,0)<1> W(0,0)<32;1,0>", ONE(OUT_OF_BOUND) | ONE(TWO_REGISTERS)},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8,1>", ONE(MULTI_ADDRESS_GENERAL)},
        {"mov (M1, 16) A(0,0)<1> A(0,1)<1;1,0>", ONE(TWO_REGISTERS)},
        {"mov (M1, 8) A(0,0)<2> A(0,0)<1;1,0>", 0},
        {"mov (M1, 8) A(0,1)<2> A(0,0)<1;1,0>", 0},
        {"mov (M1, 8) A(0,2)<2> A(0,0)<1;1,0>", ONE(TWO_REGISTERS)},
        {"mov (M1, 8) A(3,0)<1> A(0,0)<1;1,0>", 0},
        {"mov (M1, 8) A(3,1)<1> A(0,0)<1;1,0>", ONE(OUT_OF_BOUND)},
        {"mov (M1, 1) W(0,15)<1> A(0,0)<0;1,0>", 0},
        {"mov (M1, 1) W(0,16)<1> A(0,0)<0;1,0>", ONE(COLUMN_OFFSET)},
        {"setp (M1, 8) P1 A(3,7)<1;1,0>", 0}, /* its first element alone */
        /* addresses */
        {"addr_add (M1, 4) A0(0)<4> &A 0:uw", 0},
        {"addr_add (M1, 4) A0(1)<4> &A 0:uw", ONE(OUT_OF_BOUND)},
        {"addr_add (M1, 1) A0(0)<1> A0(3)<1> 0:uw", 0},
        {"addr_add (M1, 1) A0(0)<1> A0(1)<4> 0:uw", ONE(OUT_OF_BOUND)},
        {"addr_add (M1, 1) A0(0)<1> A0(0)<0> 0:uw", ONE(WIDTH)},
        {"addr_add (M1, 1) A0(0)<1> A0(0)<17> 0:uw", ONE(WIDTH) | ONE(OUT_OF_BOUND)},
        {"addr_add (M1, 1) A0(0)<1> A0(0)<16> 0:uw", ONE(OUT_OF_BOUND)},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),-512]<8;8,1>:d", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),-513]<8;8,1>:d", ONE(INDIRECT_OFFSET)},
        {"mov (M1, 8) r[A0(0),0]<8,1>:d A(0,0)<8;8,1>", ONE(MULTI_ADDRESS_DESTINATION)},
        {"mov (M1, 8) A(0,0)<1> r[A0(3),0]<8;8,1>:d", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(4),0]<8;8,1>:d", ONE(OUT_OF_BOUND)},
        {"mov (M1, 8) A(0,0)<1> r[A0(1),0]<2,1>:d", ONE(OUT_OF_BOUND)},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:v", ONE(INDIRECT_TYPE)},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:bool", ONE(INDIRECT_TYPE)},
        /* modifiers */
        {"add (M1, 8) A(0,0)<1> (-)1:d A(0,0)<8;8,1>", ONE(MODIFIER_OPERAND)},
        {"add (M1, 8) A(0,0)<1> (~)A(0,0)<8;8,1> 1:d", ONE(NOT_MODIFIER)},
        {"add (M1, 8) A(0,0)<1> (-)A(0,0)<8;8,1> 1:d", 0},
        {"cbit (M1, 8) A(0,0)<1> (-)A(0,0)<8;8,1>", ONE(ARITHMETIC_MODIFIER)},
        {"xor (M1, 8) A(0,0)<1> (-abs)A(0,0)<8;8,1> 1:d", ONE(ARITHMETIC_MODIFIER)},
        /* data of messages: 128 bytes are there */
        {"svm_gather.4.1 (M1, 8) A.127 A.96", 0},
        {"svm_gather.4.1 (M1, 8) A.128 A.96", ONE(OUT_OF_BOUND)},
        {"svm_gather.4.1 (M1, 8) A.0 A.97", ONE(OUT_OF_BOUND)},
        {"svm_gather.4.2 (M1, 8) A.0 A.64", 0},
        {"svm_gather.4.2 (M1, 8) A.0 A.65", ONE(OUT_OF_BOUND)},
        {"svm_gather.8.2 (M1, 8) A.0 A.0", 0},
        {"svm_gather.8.2 (M1, 8) A.0 A.1", ONE(OUT_OF_BOUND)},
        {"svm_gather.1.4 (M1, 8) A.0 A.97", ONE(OUT_OF_BOUND)},
        {"gather4_scaled.RB (M1, 16) T6 0:ud A.0 A.0", 0},
        {"gather4_scaled.RB (M1, 16) T6 0:ud A.0 A.1", ONE(OUT_OF_BOUND)},
        {"gather_scaled.4 (M1, 16) T6 0:ud A.0 A.64", 0},
        {"gather_scaled.4 (M1, 16) T6 0:ud A.0 A.65", ONE(OUT_OF_BOUND)},
        {"oword_ld (8) T6 0:ud A.0", 0},
        {"oword_ld (8) T6 0:ud A.1", ONE(OUT_OF_BOUND)},
        {"oword_ld (8) T6 0:ud %null.99", 0},
        {"dword_atomic.inc (M1, 8) T6 A.0 %null.0 %null.0 A.97", ONE(OUT_OF_BOUND)},
#undef ONE
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        uint64_t rules = 0;
        struct visa_routine r;
        snprintf(text, sizeof text, HEAD "%s\n", rows[i].text);
        must_parse(rows[i].text, text, &r);
        visa_check(&r, note_rule, &rules);
        if (rules != rows[i].rules)
            fail_msg("%s: rules 0x%llx", rows[i].text, (unsigned long long)rules);
        visa_routine_fini(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(check_of_one_instruction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
