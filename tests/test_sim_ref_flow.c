/* Masks, predicates and flow control of the reference engine, on small assembled programs. */
#include "tests/ref_fixture.h"

static struct eu *machine(const char *text, uint32_t dmask)
{
    return ref_machine(EU_GEN7, text, 1, dmask);
}

static int32_t dword(const struct eu *eu, unsigned reg, unsigned n)
{
    int32_t v;
    memcpy(&v, &eu->threads[0].grf[reg][4 * n], sizeof v);
    return v;
}

/* r3 = channel number */
#define CHANNELS                                                                                   \
    "mov (8) r2.0<1>:w 0x76543210:v {NoMask}\n"                                                    \
    "mov (8) r3.0<1>:d r2.0<8;8,1>:w {NoMask}\n"

static const uint32_t masks[] = {0xff, 0x5a, 0x01, 0x80, 0xf0, 0x13};
enum { NMASKS = sizeof masks / sizeof masks[0] };

static void if_nested_under_any_mask_runs_each_side_for_its_channels(void **state)
{
    (void)state;
    for (unsigned m = 0; m < NMASKS; m++) {
        struct eu *eu = machine(CHANNELS "cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 4:d\n"
                                         "(f0.0) if (8) outer_else outer_end\n"
                                         "and.z.f0.0 (8) null<1>:d r3.0<8;8,1>:d 1:d\n"
                                         "(f0.0) if (8) inner_else inner_end\n"
                                         "add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                         "else (8) inner_end\n"
                                         "inner_else: add (8) r4.0<1>:d r4.0<8;8,1>:d 2:d\n"
                                         "inner_end: endif (8) after\n"
                                         "after: add (8) r4.0<1>:d r4.0<8;8,1>:d 10:d\n"
                                         "else (8) outer_end\n"
                                         "outer_else: add (8) r4.0<1>:d r4.0<8;8,1>:d 4:d\n"
                                         "outer_end: endif (8) last\n"
                                         "last: add (8) r4.0<1>:d r4.0<8;8,1>:d 100:d\n",
                                masks[m]);
        ref_run(eu);
        for (int n = 0; n < 8; n++) {
            int want = n < 4 ? (n & 1 ? 2 : 1) + 10 + 100 : 104;
            assert_int_equal(dword(eu, 4, (unsigned)n), masks[m] >> n & 1 ? want : 0);
        }
        eu_free(eu);
    }
}

static void loop_with_break_and_cont_counts_each_channel_by_itself(void **state)
{
    (void)state;
    for (unsigned m = 0; m < NMASKS; m++) {
        struct eu *eu = machine(CHANNELS "mul (8) r6.0<1>:d r3.0<8;8,1>:d 3:w\n"
                                         "loop: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                         "cmp.l.f0.1 (8) null<1>:d r4.0<8;8,1>:d 9:d\n"
                                         "and.nz.f0.0 (8) null<1>:d r4.0<8;8,1>:d 1:d\n"
                                         "(f0.0) cont (8) end end\n"
                                         "add (8) r5.0<1>:d r5.0<8;8,1>:d r4.0<8;8,1>:d\n"
                                         "cmp.g.f0.0 (8) null<1>:d r5.0<8;8,1>:d r6.0<8;8,1>:d\n"
                                         "(f0.0) if (8) endi endi\n"
                                         "add (8) r7.0<1>:d r7.0<8;8,1>:d 1:d\n"
                                         "break (8) endi end\n"
                                         "endi: endif (8) end\n"
                                         "end: (f0.1) while (8) loop\n"
                                         "add (8) r8.0<1>:d r8.0<8;8,1>:d 1:d\n",
                                masks[m]);
        ref_run(eu);
        for (int n = 0; n < 8; n++) {
            int i = 0, s = 0, broke = 0;
            do {
                i++;
                if (i & 1)
                    continue;
                s += i;
                if (s > 3 * n) {
                    broke = 1;
                    break;
                }
            } while (i < 9);
            bool on = masks[m] >> n & 1;
            assert_int_equal(dword(eu, 4, (unsigned)n), on ? i : 0);
            assert_int_equal(dword(eu, 5, (unsigned)n), on ? s : 0);
            assert_int_equal(dword(eu, 7, (unsigned)n), on ? broke : 0);
            assert_int_equal(dword(eu, 8, (unsigned)n), on);
        }
        eu_free(eu);
    }
}

static void break_unpredicated_while_leaves_behind_the_while(void **state)
{
    (void)state;
    struct eu *eu = machine(CHANNELS "loop: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                     "cmp.ge.f0.0 (8) null<1>:d r4.0<8;8,1>:d r3.0<8;8,1>:d\n"
                                     "(f0.0) break (8) end end\n"
                                     "end: while (8) loop\n",
                            0xff);
    ref_run(eu);
    for (int n = 0; n < 8; n++)
        assert_int_equal(dword(eu, 4, (unsigned)n), n < 1 ? 1 : n);
    eu_free(eu);
}

static void halt_in_a_block_waits_at_the_final_halt(void **state)
{
    (void)state;
    struct eu *eu = machine(CHANNELS "cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 3:d\n"
                                     "(f0.0) if (8) endi endi\n"
                                     "halt (8) endi final\n"
                                     "endi: endif (8) next\n"
                                     "next: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                     "final: halt (8) meet meet\n"
                                     "meet: add (8) r5.0<1>:d r5.0<8;8,1>:d 1:d\n",
                            0xff);
    ref_run(eu);
    for (int n = 0; n < 8; n++) {
        assert_int_equal(dword(eu, 4, (unsigned)n), n >= 3);
        assert_int_equal(dword(eu, 5, (unsigned)n), 1);
    }
    eu_free(eu);
}

static void call_predicated_runs_the_callee_for_those_channels_and_all_meet(void **state)
{
    (void)state;
    struct eu *eu = machine(CHANNELS "cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 2:d\n"
                                     "(f0.0) call (2) r20.0<1>:ud callee\n"
                                     "add (8) r5.0<1>:d r5.0<8;8,1>:d 1:d\n"
                                     "jmpi (1) done {NoMask}\n"
                                     "callee: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                     "ret (2) r20.0<2;2,1>:ud\n"
                                     "done: add (8) r6.0<1>:d r6.0<8;8,1>:d 1:d\n",
                            0xff);
    ref_run(eu);
    for (int n = 0; n < 8; n++) {
        assert_int_equal(dword(eu, 4, (unsigned)n), n < 2);
        assert_int_equal(dword(eu, 5, (unsigned)n), 1);
        assert_int_equal(dword(eu, 6, (unsigned)n), 1);
    }
    assert_int_equal(dword(eu, 20, 0), 4 * 16); /* NEXT of the call */
    assert_int_equal(dword(eu, 20, 1), 3);      /* the channels that jumped */
    eu_free(eu);
}

static void spf_branches_by_one_ip_and_leaves_pcips_alone(void **state)
{
    (void)state;
    struct eu *eu = machine("or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {Switch}\n"
                            "cmp.e.f0.0 (1) null<1>:d r3.0<0;1,0>:d 1:d\n"
                            "(f0.0) if (1) other other\n"
                            "mov (1) r4.0<1>:d 1:d\n"
                            "else (1) end\n"
                            "other: mov (1) r4.0<1>:d 2:d\n"
                            "end: endif (1) loop\n"
                            "loop: add (1) r5.0<1>:d r5.0<0;1,0>:d 1:d\n"
                            "cmp.l.f0.0 (1) null<1>:d r5.0<0;1,0>:d 5:d\n"
                            "(f0.0) while (1) loop\n"
                            "mov (1) r6.0<1>:d 7:d\n",
                            1);
    ref_run(eu);
    assert_int_equal(dword(eu, 4, 0), 2);
    assert_int_equal(dword(eu, 5, 0), 5);
    assert_int_equal(dword(eu, 6, 0), 7);
    assert_int_equal(eu->threads[0].pcip[0], 16); /* it has not changed since SPF was set */
    eu_free(eu);
}

static void ip_written_skips_like_a_jump(void **state)
{
    (void)state;
    struct eu *eu = machine("add (1) ip<1>:ud ip<0;1,0>:ud 32:ud {NoMask}\n"
                            "mov (8) r4.0<1>:d 1:d\n"
                            "mov (8) r5.0<1>:d 1:d\n"
                            "jmpi (1) over {NoMask}\n"
                            "mov (8) r6.0<1>:d 1:d\n"
                            "over: mov (8) r7.0<1>:d 1:d\n",
                            0xff);
    ref_run(eu);
    for (unsigned n = 0; n < 8; n++) {
        assert_int_equal(dword(eu, 4, n), 0);
        assert_int_equal(dword(eu, 5, n), 1);
        assert_int_equal(dword(eu, 6, n), 0);
        assert_int_equal(dword(eu, 7, n), 1);
    }
    eu_free(eu);
}

static void nomask_executes_with_every_channel_elsewhere(void **state)
{
    (void)state;
    struct eu *eu = machine("mov (8) r4.0<1>:d 1:d\n"
                            "mov (8) r5.0<1>:d 1:d {NoMask}\n",
                            0);
    ref_run(eu);
    assert_int_equal(dword(eu, 4, 0), 0);
    assert_int_equal(dword(eu, 5, 7), 1);
    eu_free(eu);
}

/* Section 1.4: for each name, f0 before, and the channels that must execute in SIMD16. */
static void predicate_control_selects_channels(void **state)
{
    (void)state;
    static const struct {
        const char *pred;
        uint32_t f0, f1, channels;
    } rows[] = {
        {"f0.0", 0x8421, 0, 0x8421},           {"-f0.0", 0x8421, 0, 0x7bde},
        {"f0.1", 0x12340000, 0, 0x1234},       {"f0.0.anyv", 0x00f0, 0x0f00, 0x0ff0},
        {"f0.0.allv", 0x0ff0, 0x0f00, 0x0f00}, {"f0.0.any2h", 0x8401, 0, 0xcc03},
        {"f0.0.all2h", 0xc3f1, 0, 0xc3f0},     {"f0.0.any4h", 0x0110, 0, 0x0ff0},
        {"f0.0.all4h", 0xf7ef, 0, 0xf00f},     {"f0.0.any8h", 0x0100, 0, 0xff00},
        {"f0.0.all8h", 0xfeff, 0, 0x00ff},     {"f0.0.any16h", 0x0001, 0, 0xffff},
        {"f0.0.all16h", 0xfffe, 0, 0x0000},    {"f0.0.any32h", 0x00010000, 0, 0xffff},
        {"-f0.0.all32h", 0xffff, 0, 0xffff},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "(%s) mov (16) r4.0<1>:w 1:w\n", rows[i].pred);
        struct eu *eu = machine(text, 0xffff);
        eu->threads[0].f[0] = rows[i].f0;
        eu->threads[0].f[1] = rows[i].f1;
        ref_run(eu);
        uint32_t got = 0;
        for (unsigned n = 0; n < 16; n++)
            got |= (uint32_t)eu->threads[0].grf[4][2 * n] << n;
        if (got != rows[i].channels)
            print_message("(%s): %04x\n", rows[i].pred, got);
        assert_int_equal(got, rows[i].channels);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(if_nested_under_any_mask_runs_each_side_for_its_channels),
        cmocka_unit_test(loop_with_break_and_cont_counts_each_channel_by_itself),
        cmocka_unit_test(break_unpredicated_while_leaves_behind_the_while),
        cmocka_unit_test(halt_in_a_block_waits_at_the_final_halt),
        cmocka_unit_test(call_predicated_runs_the_callee_for_those_channels_and_all_meet),
        cmocka_unit_test(spf_branches_by_one_ip_and_leaves_pcips_alone),
        cmocka_unit_test(ip_written_skips_like_a_jump),
        cmocka_unit_test(nomask_executes_with_every_channel_elsewhere),
        cmocka_unit_test(predicate_control_selects_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
