/* 64-bit integers in native code. */
#include "tests/jit_loop.h"

#include "sim/fast/cache.h"
#include "sim/jit/head.h"

/* @taken: native code does it; else it calls the engine's handler. */
struct row {
    const char *text;
    bool taken;
};
static const struct row rows[] = {
    {"mov (8) r10.0<1>:q r2.0<4;4,1>:q\n", true},
    {"mov (8) r10.0<1>:uq r2.0<8;8,1>:ud\n", true},
    {"mov (8) r10.0<1>:q r2.0<8;8,1>:d\n", true},
    {"mov (8) r10.0<1>:q r2.3<8;8,1>:d\n", true},
    {"mov (8) r10.0<1>:q -r2.0<8;8,1>:d\n", true},
    {"mov (8) r10.0<1>:q r2.0<8;8,1>:w\n", true},
    {"mov (8) r10.0<1>:uq r2.5<8;8,1>:uw\n", true},
    {"mov (8) r10.0<1>:uq r2.9<8;8,1>:uw\n", true},
    {"mov (4) r10.0<1>:q r2.0<0;1,0>:q\n", true},
    {"mov (4) r10.0<1>:q r2.7<0;1,0>:d\n", true},
    {"mov (4) r10.0<1>:uq -r2.7<0;1,0>:ud\n", true},
    {"mov (8) r10.0<1>:q r2.1<0;1,0>:w\n", true},
    {"mov (8) r10.0<1>:uq r2.15<0;1,0>:uw\n", true},
    {"mov (8) r10.0<1>:uq 0x123456789abcdef0:uq\n", true},
    {"mov (1) r10.0<1>:uq r3.2<0;1,0>:uq\n", true},
    {"mov (1) r10.1<1>:uq r3.0<0;1,0>:uq\n", true},
    {"mov (1) r11.3<1>:q r3.7<0;1,0>:d\n", true},
    {"(f0.0) mov (1) r10.2<1>:q r3.7<0;1,0>:d\n", true},
    {"mov (2) r10.0<1>:q r3.0<2;2,1>:d\n", true},
    {"mov (1) r10.1<1>:uq r3.1<1;1,0>:uq\n", true},
    {"mov (1) r10.1<1>:uq r3.1<1;1,1>:uq\n", true},
    {"mov (2) r10.1<1>:q r3.0<2;2,1>:d\n", false},
    {"mov (8) r10.1<1>:q r3.0<4;4,1>:q\n", false},
    {"mov (4) r10.1<1>:q r3.0<4;4,1>:q\n", false},
    {"add (8) r10.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q\n", true},
    {"add (8) r10.0<1>:q r2.2<4;4,1>:q -r4.0<0;1,0>:q\n", true},
    {"add (8) r10.0<1>:uq r2.0<0;1,0>:uq r4.0<8;8,1>:ud\n", true},
    {"add (8) r10.0<1>:q -r2.0<4;4,1>:q r4.0<8;8,1>:w\n", true},
    {"add (8) r10.0<1>:q r2.0<4;4,1>:q -5:w\n", true},
    {"add (8) r10.0<1>:uq r2.0<4;4,1>:uq 0xfffffff0:ud\n", true},
    {"add (8) r3.0<1>:q r2.0<4;4,1>:q r3.0<4;4,1>:q\n", true},
    {"(f0.0) add (8) r10.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q {2Q}\n", true},
    {"(-f0.1) add (4) r10.0<1>:q r2.0<4;4,1>:q 7:d {2N}\n", true},
    {"(f1.0) add (8) r10.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q {NoMask}\n", true},
    {"add (4) r10.0<1>:q r2.0<4;4,1>:q 7:d {4N}\n", true},
    {"add (8) r10.0<1>:q r2.0<4;4,1>:q 7:d {4Q}\n", true},
    {"(f0.0) mov (8) r2.0<1>:q r4.0<4;4,1>:q\n", true},
    {"and (8) r10.0<1>:uq r2.0<4;4,1>:uq r4.0<8;8,1>:d\n", true},
    {"or (8) r10.0<1>:uq r2.0<4;4,1>:uq r4.0<0;1,0>:ud\n", true},
    {"xor (8) r10.0<1>:uq r2.0<4;4,1>:uq r4.0<4;4,1>:q\n", true},
    {"shl (8) r10.0<1>:uq r2.0<4;4,1>:uq 2:ud\n", true},
    {"shl (8) r10.0<1>:uq r2.0<4;4,1>:uq 67:ud\n", true},
    {"shl (8) r10.0<1>:q r2.0<8;8,1>:d r4.0<8;8,1>:ud\n", true},
    {"shl (8) r10.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q\n", true},
    {"shr (8) r10.0<1>:uq r2.0<4;4,1>:uq 40:ud\n", true},
    {"shr (8) r10.0<1>:uq r2.0<4;4,1>:uq r4.0<0;1,0>:uw\n", true},
    {"asr (8) r10.0<1>:q r2.0<4;4,1>:q 3:ud\n", true},
    {"asr (8) r10.0<1>:q r2.0<8;8,1>:d r4.0<8;8,1>:d\n", true},
    {"asr (8) r10.0<1>:uq r2.0<4;4,1>:uq r4.0<8;8,1>:w\n", true},
    {"mul (8) r10.0<1>:q r2.0<8;8,1>:d r4.0<8;8,1>:d\n", true},
    {"mul (8) r10.0<1>:uq r2.0<8;8,1>:ud r4.0<0;1,0>:ud\n", true},
    {"mul (8) r10.0<1>:q r2.0<8;8,1>:w r4.0<8;8,1>:d\n", true},
    {"mul (8) r10.0<1>:uq r2.0<8;8,1>:ud 0x89abcdef:ud\n", true},
};

/* Floats before it may leave NaNs that are read as they are; what it gives is read at once. */
static void run_row(const struct row *row, enum eu_gen gen, uint32_t mask)
{
    enum { ROUNDS = 24 };
    char text[2048];
    uint64_t s = mask + (uintptr_t)(row - rows);
    struct eu_program prog = {0};
    snprintf(text, sizeof text,
             "again: mul (16) r2.0<1>:f r6.0<8;8,1>:f r8.0<8;8,1>:f\n%s"
             "add (8) r12.0<1>:q r10.0<4;4,1>:q r12.0<4;4,1>:q\n" AGAIN,
             row->text);
    assemble(gen, text, &prog);
    struct rig r = rig_of(gen, prog.code, (uint32_t)prog.size, mask);
    for (unsigned i = 0; i < ROUNDS; i++) {
        randomise(&r, &s);
        run(&r, 25);
    }
    const struct native *n = r.eu[1]->fast->jit->natives;
    assert_non_null(n);
    unsigned wide = 0;
    for (unsigned i = 0; i < n->region.n; i++)
        wide += n->region.insns[i].kind == JIT_WIDE;
    if (wide != 1u + row->taken)
        fail_msg("%u are native: %s", wide, row->text);
    assert_true(rig_end(&r) > 100);
    eu_program_fini(&prog);
}

static void integers_of_64_bits_are_native(void **state)
{
    static const uint32_t masks[] = {0xffff, 0x5a5a, UINT32_MAX, 0xa5005a01};
    (void)state;
    (void)require_jit();
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < sizeof masks / sizeof *masks; k++)
            run_row(&rows[i], i % 2 ? EU_GEN9 : EU_GEN8, masks[k]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_of_64_bits_are_native),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
