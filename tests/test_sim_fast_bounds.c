/* Writes to cr0.0 and the end of a thread: the fast engine, which has some of them in its chain,
 * must do what the reference does. */
#include "tests/ref_fixture.h"

#include "exception/exception.h"
#include "sim/snapshot.h"

enum { LIMIT = 100 };

static bool print_diff(void *ctx, const struct eu_diff *d)
{
    print_message("%s: %s\n", (const char *)ctx, d->text);
    return true;
}

/* r2: the smallest denormals of f, df and hf. */
static struct eu *machine(enum eu_gen gen, const char *text, enum eu_engine engine, uint32_t cr1,
                          bool logic)
{
    static const uint32_t small[8] = {1, 0x80000001, 0x3f800000, 1, 0, 1, 0x3ff00000, 0x00010001};
    struct eu *eu = ref_machine(gen, text, 1, 0xffff);
    eu->end_ip = UINT32_MAX;
    eu->engine = engine;
    memcpy(eu->threads[0].grf[2], small, sizeof small);
    eu->threads[0].cr[1] = cr1;
    if (logic)
        exc_install(eu);
    return eu;
}

static void same_in_both(enum eu_gen gen, const char *text, uint32_t cr1, bool logic)
{
    struct eu_event ev[2];
    struct eu *eu[2];
    struct eu_snapshot *end[2];
    enum eu_stop stop[2];
    for (int i = 0; i < 2; i++) {
        eu[i] = machine(gen, text, i ? EU_ENGINE_FAST : EU_ENGINE_REFERENCE, cr1, logic);
        stop[i] = eu_run(eu[i], LIMIT, &ev[i]);
        end[i] = eu_snapshot_take(eu[i]);
        assert_non_null(end[i]);
    }
    assert_int_equal(stop[0], stop[1]);
    assert_string_equal(ev[0].text, ev[1].text);
    assert_true(eu[0]->insts == eu[1]->insts);
    assert_true(eu[0]->boundaries == eu[1]->boundaries);
    assert_int_equal(eu[0]->threads[0].sent_eot, eu[1]->threads[0].sent_eot);
    assert_int_equal(eu_snapshot_diff(end[0], end[1], NULL, print_diff, (void *)(uintptr_t)text),
                     0);
    for (int i = 0; i < 2; i++) {
        eu_snapshot_free(end[i]);
        eu_free(eu[i]);
    }
}

static void each_bit_of_cr0_is_set_and_cleared(void **state)
{
    static const char form[] = "%s (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x%08x:ud {NoMask, Switch}\n"
                               "nop\n"
                               "mul (8) r10.0<1>:f r2.0<8;8,1>:f r2.2<0;1,0>:f\n"
                               "add (8) r11.0<1>:f r2.0<8;8,1>:f r2.0<8;8,1>:f\n"
                               "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x%08x:ud {NoMask, Switch}\n"
                               "nop\n"
                               "mul (8) r12.0<1>:f r2.0<8;8,1>:f r2.2<0;1,0>:f\n"
                               "mov (1) r13.0<1>:ud cr0.0<0;1,0>:ud {NoMask}\n"
                               "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                               "send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n";
    static const uint32_t cr1s[] = {0, 1 << 13, 1u << 29, 1u << 29 | 1 << 13, 1 << 15, 1u << 24};
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN8, EU_GEN9};
    (void)state;
    for (unsigned g = 0; g < 3; g++)
        for (unsigned bit = 0; bit < 33; bit++)
            for (unsigned i = 0; i < sizeof cr1s / sizeof *cr1s; i++) {
                uint32_t bits = bit == 32 ? 1216 : UINT32_C(1) << bit;
                char text[1024];
                snprintf(text, sizeof text, form, "or", bits, ~bits);
                same_in_both(gens[g], text, cr1s[i], true);
                same_in_both(gens[g], text, cr1s[i], false);
                snprintf(text, sizeof text, form, "xor", bits, bits);
                same_in_both(gens[g], text, cr1s[i], true);
            }
}

static void words_and_other_places(void **state)
{
    static const char *const texts[] = {
        "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:uw {NoMask}\n",
        "or (1) cr0.0<1>:d cr0.0<0;1,0>:d -1:w {NoMask}\n",
        "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xfb3f:uw {NoMask}\n",
        "or (1) cr0.1<1>:ud cr0.0<0;1,0>:ud 1216:ud {NoMask}\n",
        "or (1) cr0.0<1>:ud cr0.1<0;1,0>:ud 1216:ud {NoMask}\n",
        "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:ud\n",
        "(f0.0) or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:ud {NoMask}\n",
        "or.nz.f0.0 (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:ud {NoMask}\n",
        "or (2) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:ud {NoMask}\n",
        "or (1) cr0.0<1>:ud -cr0.0<0;1,0>:ud 1216:ud {NoMask}\n",
        "or (1) cr0.0<1>:uw cr0.0<0;1,0>:uw 1216:uw {NoMask}\n",
    };
    char text[512];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(text, sizeof text,
                 "%snop\nmul (8) r10.0<1>:f r2.0<8;8,1>:f r2.2<0;1,0>:f\n"
                 "send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n",
                 texts[i]);
        same_in_both(EU_GEN9, text, 0, true);
    }
}

/* n0: counts that exist and that do not, all that is no plain move; a wait with and without one. */
static void counts_and_waits(void **state)
{
    static const char *const texts[] = {
        "mov (1) n0.0<1>:ud 0:ud {NoMask, Switch}\n",
        "mov (1) n0.0<1>:ud 0x12345:ud {NoMask, Switch}\nwait n0.0\n",
        "mov (1) n0.0<1>:d -1:w {NoMask, Switch}\nwait n0.0\nwait n0.0\n",
        "mov (1) n0.1<1>:ud 3:ud {NoMask, Switch}\nwait n0.1\nwait n0.1\n",
        "mov (1) n0.2<1>:ud 2:uw {NoMask, Switch}\nwait n0.2\nwait n0.2\nwait n0.2\n",
        "mov (1) n0.0<1>:ud 2:ud\nwait n0.0\n",
        "(f0.0) mov (1) n0.0<1>:ud 2:ud {NoMask}\n",
        "mov (1) n0.0<1>:ud 1.5:f {NoMask}\nwait n0.0\n",
        "mov (2) n0.0<1>:ud 2:ud {NoMask}\nwait n0.1\n",
        "mov.z.f0.0 (1) n0.0<1>:ud 0:ud {NoMask}\n",
        "mov (1) n0.0<1>:uw 2:uw {NoMask}\n",
        "mov (1) n1.0<1>:ud 2:ud {NoMask}\n",
    };
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN8, EU_GEN9};
    (void)state;
    for (unsigned g = 0; g < 3; g++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            char text[512];
            snprintf(text, sizeof text,
                     "%smov (8) r12.0<1>:ud 0:ud\n"
                     "send (8) null<1>:ud r12.0<8;8,1>:ud 0x3 0x02000004\n" /* a barrier of one */
                     "wait n0.0\n"
                     "mov (4) r13.0<1>:ud n0.0<4;4,1>:ud {NoMask}\n"
                     "send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n",
                     texts[i]);
            same_in_both(gens[g], text, 0, true);
        }
}

/* Of another shared function, with a predicate, spawning, by a register. */
static void ends_of_threads(void **state)
{
    static const char *const texts[] = {
        "send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n",
        "send (16) null<1>:uw r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n",
        "(f0.0) send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n",
        "send (8) r20.0<1>:uw r112.0<8;8,1>:ud 0x27 0x02100010 {EOT}\n",
        "send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x02000011 {EOT}\n",
        "send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x020c0010 {EOT}\n",
        "send (8) null<1>:uw r112.0<8;8,1>:ud 0x20 0x02000010 {EOT}\n",
        "send (8) null<1>:uw r112.0<8;8,1>:ud 0x23 0x02000000 {EOT}\n",
    };
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    (void)state;
    for (unsigned g = 0; g < 4; g++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            char text[256];
            snprintf(text, sizeof text, "add (8) r5.0<1>:f r2.0<8;8,1>:f 1.5:f\n%snop\n", texts[i]);
            same_in_both(gens[g], text, 0, true);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bit_of_cr0_is_set_and_cleared),
        cmocka_unit_test(words_and_other_places),
        cmocka_unit_test(counts_and_waits),
        cmocka_unit_test(ends_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
