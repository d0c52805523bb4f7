/* Flags in native code: comparisons of each channel and of one, and branches by groups of channels.
 */
#include "tests/jit_loop.h"

#include "sim/fast/cache.h"
#include "sim/jit/head.h"

/* How many VPMOVMSKB are in the @n bytes at @code: 2 bytes of VEX (66, 256 bits), then 0xd7. */
static unsigned moves_of_bytes(const uint8_t *code, size_t n)
{
    unsigned found = 0;
    for (size_t i = 0; i + 3 <= n; i++)
        found += code[i] == 0xc5 && (code[i + 1] & 0x7f) == 0x7d && code[i + 2] == 0xd7;
    return found;
}

/* @uniform: flags are found at once, for all channels. */
struct row {
    const char *text;
    bool uniform;
};
static const struct row rows[] = {
    {"cmp.l.f0.0 (16) null<1>:d r60.0<0;1,0>:ud 9:uw\n", true},
    {"cmp.l.f0.1 (16) null<1>:ud r60.0<0;1,0>:ud 9:ud\n", true},
    {"cmp.l.f1.0 (16) null<1>:ud r60.0<0;1,0>:ud 9:ud {2H}\n", true},
    {"cmp.ge.f1.0 (8) null<1>:ud r60.0<0;1,0>:ud 5:ud {2Q}\n", true},
    {"cmp.ge.f0.1 (8) null<1>:ud r60.0<0;1,0>:ud 5:ud\n", true},
    {"cmp.z.f0.0 (16) null<1>:d r60.0<0;1,0>:d r61.3<0;1,0>:d {NoMask}\n", true},
    {"cmp.g.f0.0 (16) null<1>:f r62.0<0;1,0>:f r62.1<0;1,0>:f\n", true},
    {"(f0.1) cmp.nz.f0.1 (16) null<1>:d r60.0<0;1,0>:d 7:d {NoMask}\n", true},
    {"(-f0.0) cmp.g.f0.0 (16) null<1>:d r60.0<0;1,0>:d 3:d\n", true},
    {"cmp.l.f0.0 (16) null<1>:d r64.0<8;8,1>:ud 9:uw\n", false},
    {"cmp.l.f0.0 (8) null<1>:ud r64.0<8;8,1>:ud 5:ud {2Q}\n", false},
    {"cmp.l.f0.0 (16) null<1>:ud r60.0<0;1,0>:ud r64.0<8;8,1>:ud\n", false},
    {"cmp.l.f0.0 (16) null<1>:d r64.0<16;8,2>:uw r60.0<0;1,0>:d\n", false},
    {"cmp.l.f0.0 (16) r10.0<1>:d r60.0<0;1,0>:ud 9:ud\n", false},
    {"cmp.l.f0.0 (16) null<1>:d r64.0<8;8,0>:ud 9:uw\n", false},
};

static void run_row(const struct row *row, uint32_t mask)
{
    enum { ROUNDS = 20 };
    char text[2048];
    uint64_t s = mask;
    struct eu_program prog = {0};
    snprintf(
        text, sizeof text,
        "again: add (1) r60.0<1>:ud r60.0<0;1,0>:ud 1:ud {NoMask}\n"
        "and (1) r60.0<1>:ud r60.0<0;1,0>:ud 15:ud {NoMask}\n%sjmpi (1) on {NoMask}\non: " AGAIN,
        row->text);
    assemble(EU_GEN9, text, &prog);
    struct rig r = rig_of(EU_GEN9, prog.code, (uint32_t)prog.size, mask);
    randomise(&r, &s);
    for (unsigned i = 0; i < ROUNDS; i++)
        run(&r, 13);
    const struct native *n = r.eu[1]->fast->jit->natives;
    assert_non_null(n);
    uint32_t from = n->region.insns[0].at[0], to = 0;
    for (unsigned i = 1; i < n->region.n; i++)
        to = n->region.insns[i].at[0] > from ? n->region.insns[i].at[0] : to;
    assert_true(to > from);
    assert_int_equal(moves_of_bytes((const uint8_t *)(uintptr_t)n->code + from, to - from),
                     row->uniform);
    assert_true(rig_end(&r) > 0);
    eu_program_fini(&prog);
}

static void flags_are_those_of_the_reference(void **state)
{
    static const uint32_t masks[] = {0xffff, 0x5a5a, UINT32_MAX, 0xa5005a01};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < sizeof masks / sizeof *masks; k++)
            run_row(&rows[i], masks[k]);
}

static void set_flags(struct rig *r, uint32_t f0, uint32_t f1)
{
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &r->eu[i]->threads[0];
        t->f[0] = f0;
        t->f[1] = f1;
        eu_thread_touch(t);
    }
}

/* A jump, an `if` and a `break` by the predicate @by, all in native code. */
static void run_groups(enum eu_gen gen, const char *by, uint32_t mask)
{
    static const uint32_t flags[] = {0,          UINT32_MAX, 1,          0x80000000, 0xff00ff,
                                     0xff00ff00, 0xfffffffe, 0x12485a5a, 0xffff,     0xffff0000,
                                     0x7fffffff, 0x30f000c3, 0xa5ffc30f};
    enum { FLAGS = sizeof flags / sizeof *flags, INSNS = 17 };
    char text[2048];
    struct eu_program prog = {0};
    snprintf(text, sizeof text,
             "again: (%s) jmpi (1) over {NoMask}\n"
             "add (16) r10.0<1>:ud r10.0<8;8,1>:ud 1:ud\n"
             "over: (%s) jmpi (1) then\n"
             "add (16) r10.0<1>:ud r10.0<8;8,1>:ud 2:ud\n"
             "then: (%s) if (16) out out\n"
             "add (16) r12.0<1>:ud r12.0<8;8,1>:ud 1:ud\n"
             "out: endif (16) inner\n"
             "inner: (%s) break (16) left left\n"
             "add (16) r12.0<1>:ud r12.0<8;8,1>:ud 16:ud\n"
             "left: (%s) while (16) inner\n" AGAIN,
             by, by, by, by, by);
    assemble(gen, text, &prog);
    struct rig r = rig_of(gen, prog.code, (uint32_t)prog.size, mask);
    for (unsigned i = 0; i < FLAGS; i++) {
        set_flags(&r, flags[i], flags[(i + 5) % FLAGS]);
        run(&r, 2 * INSNS + i);
    }
    const struct native *n = r.eu[1]->fast->jit->natives;
    assert_non_null(n);
    assert_int_equal(n->region.n, INSNS);
    assert_true(rig_end(&r) > FLAGS * INSNS);
    eu_program_fini(&prog);
}

static void groups_of_channels_decide_in_native_code(void **state)
{
    static const char *const kinds[] = {"any2h", "all2h",  "any4h",  "all4h",  "any8h",
                                        "all8h", "any16h", "all16h", "any32h", "all32h"};
    static const char *const flags[] = {"f0.0", "-f0.1", "f1.0", "-f1.1"};
    (void)state;
    (void)require_jit();
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned k = 0; k < sizeof flags / sizeof *flags; k++) {
            char by[32];
            snprintf(by, sizeof by, "%s.%s", flags[k], kinds[i]);
            run_groups(k % 2 ? EU_GEN9 : EU_GEN7, by, i % 2 ? 0xffff : 0x5aa5);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_are_those_of_the_reference),
        cmocka_unit_test(groups_of_channels_decide_in_native_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
