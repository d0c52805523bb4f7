/* What native code does itself, and does not call the engine for: 64-bit integers, conversions. */
#include "tests/jit_loop.h"

#include "sim/fast/cache.h"
#include "sim/jit/head.h"

/* @taken: native code does it; else it calls the engine's handler. */
struct row {
    const char *text;
    bool taken;
};
static const struct row quads[] = {
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

static const struct row conversions[] = {
    {"mov (8) r10.0<1>:d r2.0<8;8,1>:f\n", true},
    {"mov (16) r10.0<1>:d -r2.0<8;8,1>:f\n", true},
    {"mov (16) r10.0<1>:ud r2.0<8;8,1>:f\n", true},
    {"mov (8) r2.0<1>:f 4294967296.0:f\nmov (8) r10.0<1>:ud r2.0<8;8,1>:f\n", true},
    {"(f0.0) mov (8) r10.0<1>:ud (abs)r2.0<8;8,1>:f {2Q}\n", true},
    {"(-f0.1) mov (16) r2.0<1>:d r2.0<8;8,1>:f\n", true},
    {"mov (1) r10.3<1>:d r2.5<0;1,0>:f\n", true},
    {"mov (8) r10.0<2>:w r2.0<8;8,1>:f\n", true},
    {"mov (8) r10.0<2>:uw r2.0<8;8,1>:f\n", true},
    {"mov (8) r10.0<4>:b r2.0<8;8,1>:f\n", true},
    {"mov (8) r10.0<4>:ub -r2.0<8;8,1>:f\n", true},
    {"rndd (8) r10.0<1>:d r2.0<8;8,1>:f\n", true},
    {"mul (8) r10.0<1>:d r2.0<8;8,1>:f r4.0<8;8,1>:f\n", true},
    {"mov.sat (8) r10.0<1>:f r2.0<8;8,1>:f\n", true},
    {"mul.sat (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f\n", true},
    {"(f0.0) add.sat (16) r10.0<1>:f r2.0<8;8,1>:f -r4.0<0;1,0>:f\n", true},
    {"mad.sat (8) r10.0<1>.xyzw:f r2.0<4>.xyzw:f r3.0<4>.xyzw:f r4.0<4>.xyzw:f {Align16}\n", true},
    {"mov.sat (8) r10.0<1>:d r2.0<8;8,1>:ud\n", true},
    {"mov.sat (8) r10.0<1>:ud r2.0<8;8,1>:d\n", true},
    {"mov.sat (8) r10.0<2>:w r2.0<8;8,1>:d\n", true},
    {"mov.sat (8) r10.0<4>:b r2.0<8;8,1>:ud\n", true},
    {"add.sat (8) r10.0<1>:w r2.0<8;8,1>:w r3.0<8;8,1>:w\n", true},
    {"(f1.0) add.sat (16) r10.0<1>:uw r2.0<16;16,1>:uw -r3.0<16;16,1>:w\n", true},
    {"mov.sat.l.f0.0 (8) r10.0<1>:d r2.0<8;8,1>:ud {Switch}\n", false},
    {"mov.g.f0.1 (8) r10.0<1>:d r2.0<8;8,1>:f {Switch}\n", false},
};

/* Floats before it may leave NaNs that are read as they are; what it gives is read at once. */
static void run_row(const struct row *row, enum eu_gen gen, uint32_t mask, const char *behind)
{
    enum { ROUNDS = 24 };
    char text[2048];
    uint64_t s = mask;
    struct eu_program prog = {0};
    snprintf(text, sizeof text, "again: mul (16) r2.0<1>:f r6.0<8;8,1>:f r8.0<8;8,1>:f\n%s%s" AGAIN,
             row->text, behind);
    assemble(gen, text, &prog);
    struct rig r = rig_of(gen, prog.code, (uint32_t)prog.size, mask);
    for (unsigned i = 0; i < ROUNDS; i++) {
        randomise(&r, &s);
        run(&r, 25);
    }
    const struct native *n = r.eu[1]->fast->jit->natives;
    assert_non_null(n);
    unsigned calls = 0;
    for (unsigned i = 0; i < n->region.n; i++)
        calls += n->region.insns[i].kind == JIT_CALL;
    if (calls != !row->taken)
        fail_msg("%u calls: %s", calls, row->text);
    assert_true(rig_end(&r) > 100);
    eu_program_fini(&prog);
}

static void run_rows(const struct row *rows, size_t n, const enum eu_gen gens[2],
                     const char *behind)
{
    static const uint32_t masks[] = {0xffff, 0x5a5a, UINT32_MAX, 0xa5005a01};
    (void)require_jit();
    require_rounding();
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < sizeof masks / sizeof *masks; k++)
            run_row(&rows[i], gens[i % 2], masks[k], behind);
}

static void integers_of_64_bits_are_native(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN8, EU_GEN9};
    (void)state;
    run_rows(quads, sizeof quads / sizeof *quads, gens,
             "add (8) r12.0<1>:q r10.0<4;4,1>:q r12.0<4;4,1>:q\n");
}

static void conversions_are_native(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN9}, others[] = {EU_GEN8, EU_GEN75};
    (void)state;
    run_rows(conversions, sizeof conversions / sizeof *conversions, gens, "");
    run_rows(conversions, sizeof conversions / sizeof *conversions, others, "");
}

/* Channels come to wait in the middle of native code that knows nothing of it: it is not to be used
 * any more, however often somebody asks. */
static void native_code_ends_where_channels_come_to_wait(void **state)
{
    struct eu_program prog = {0};
    uint64_t s = 4;
    (void)state;
    (void)require_jit();
    assemble(EU_GEN9,
             "again: add (16) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
             "add (16) r12.0<1>:d r12.0<8;8,1>:d 1:d\n" AGAIN,
             &prog);
    struct rig r = rig_of(EU_GEN9, prog.code, (uint32_t)prog.size, 0xffff);
    randomise(&r, &s);
    run(&r, 100);
    struct fast_ctx x = {.eu = r.eu[1], .cache = r.eu[1]->fast};
    struct native *n = x.cache->jit->natives;
    assert_non_null(n);
    assert_true(jit_holds(&x, n));
    assert_true(fast_mark(x.cache, x.eu, CODE + 16, FAST_JOIN));
    for (unsigned i = 0; i < 3; i++)
        assert_false(jit_holds(&x, n));
    run(&r, 100);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_of_64_bits_are_native),
        cmocka_unit_test(conversions_are_native),
        cmocka_unit_test(native_code_ends_where_channels_come_to_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
