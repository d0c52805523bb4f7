/* The reference engine on Gen8 and Gen9, as far as the table of operations does not cover it. */
#include "tests/ref_fixture.h"

#include "sim/message.h"

#include <string.h>

static uint32_t dword(const struct eu *eu, unsigned reg, unsigned n)
{
    uint32_t v;
    memcpy(&v, eu->threads[0].grf[reg] + 4 * n, sizeof v);
    return v;
}

/* Runs @text with 32 channels; from r2 and r3 on lie the channel numbers as words. */
static struct eu *run_on(enum eu_engine engine, const char *text, uint32_t dmask)
{
    struct eu *eu = ref_machine(EU_GEN9, text, 1, dmask);
    eu->engine = engine;
    for (unsigned n = 0; n < EU_CHANNELS; n++) {
        uint16_t id = (uint16_t)n;
        memcpy(eu->threads[0].grf[2] + 2 * n, &id, sizeof id);
    }
    ref_run(eu);
    return eu;
}

static struct eu *run_text(const char *text, uint32_t dmask)
{
    return run_on(EU_ENGINE_REFERENCE, text, dmask);
}

static void goto_forward_takes_the_channels_without_the_predicate(void **state)
{
    (void)state;
    /* Channels below 5 go through, and the others wait at the join. */
    struct eu *eu = run_text("mov (16) r10.0<1>:uw 1:uw {NoMask}\n"
                             "cmp.l.f0.0 (16) null<1>:uw r2.0<16;16,1>:uw 5:uw\n"
                             "(f0.0) goto (16) L1 L1\n"
                             "add (16) r10.0<1>:uw r10.0<16;16,1>:uw 1:uw\n"
                             "L1:\n"
                             "join (16) L2\n"
                             "L2:\n"
                             "add (16) r10.0<1>:uw r10.0<16;16,1>:uw 0x10:uw\n",
                             0xffff);
    for (unsigned n = 0; n < 16; n++)
        assert_int_equal(dword(eu, 10, n / 2) >> n % 2 * 16 & 0xffff, n < 5 ? 0x12 : 0x11);
    eu_free(eu);
}

/* Channels that wait at the else of an outer call must be left alone when an inner call comes
 * there: f(n) { if (n > 0) f(n - 1); else r10 += 0x100; r10 += 1; } */
static void a_function_that_calls_itself_leaves_waiting_channels_alone(void **state)
{
    static const char text[] = "mov (8) r10.0<1>:ud 0:ud\n"
                               "and (8) r20.0<1>:ud r2.0<8;8,1>:uw 3:uw\n"
                               "mov (1) a0.0<1>:uw 1280:uw {NoMask}\n"
                               "call (8) r30.0<1>:ud F\n"
                               "jmpi (1) END {NoMask}\n"
                               "F:\n"
                               "cmp.g.f0.0 (8) null<1>:d r20.0<8;8,1>:d 0:w\n"
                               "(f0.0) if (8) ELSE ENDIF\n"
                               "mov (2) r[a0.0, 0]<1>:ud r30.0<2;2,1>:ud {NoMask}\n"
                               "add (1) a0.0<1>:uw a0.0<0;1,0>:uw 32:uw {NoMask}\n"
                               "add (8) r20.0<1>:d r20.0<8;8,1>:d -1:w\n"
                               "call (8) r30.0<1>:ud F\n"
                               "add (1) a0.0<1>:uw a0.0<0;1,0>:uw -32:w {NoMask}\n"
                               "mov (2) r30.0<1>:ud r[a0.0, 0]<2;2,1>:ud {NoMask}\n"
                               "else (8) ENDIF ENDIF\n"
                               "ELSE:\n"
                               "add (8) r10.0<1>:ud r10.0<8;8,1>:ud 0x100:uw\n"
                               "ENDIF:\n"
                               "endif (8) NEXT\n"
                               "NEXT:\n"
                               "add (8) r10.0<1>:ud r10.0<8;8,1>:ud 1:uw\n"
                               "ret (8) r30.0<2;2,1>:ud\n"
                               "END:\n"
                               "mov (8) r11.0<1>:ud r10.0<8;8,1>:ud\n";
    (void)state;
    for (enum eu_engine engine = EU_ENGINE_REFERENCE; engine <= EU_ENGINE_FAST; engine++) {
        struct eu *eu = run_on(engine, text, 0xff);
        for (unsigned n = 0; n < 8; n++)
            assert_int_equal(dword(eu, 11, n), 0x101 + n % 4);
        assert_int_equal(eu->threads[0].uncalled, 0);
        eu_free(eu);
    }
}

static void goto_without_channels_left_skips_to_jip(void **state)
{
    (void)state;
    /* No channel's predicate is true, so the NoMask instruction between is not executed. */
    struct eu *eu = run_text("mov (1) f0.0<1>:uw 0:uw {NoMask}\n"
                             "(f0.0) goto (16) L1 L1\n"
                             "mov (1) r11.0<1>:ud 1:ud {NoMask}\n"
                             "L1:\n"
                             "join (16) L2\n"
                             "L2:\n"
                             "mov (1) r12.0<1>:ud 2:ud\n",
                             0xffff);
    assert_int_equal(dword(eu, 11, 0), 0);
    assert_int_equal(dword(eu, 12, 0), 2);
    eu_free(eu);
}

static void goto_backward_loops_for_the_channels_with_the_predicate(void **state)
{
    (void)state;
    /* Each channel goes round once more than its number says. */
    struct eu *eu = run_text("mov (16) r10.0<1>:uw 0:uw {NoMask}\n"
                             "L0:\n"
                             "join (16) L1\n"
                             "L1:\n"
                             "add (16) r10.0<1>:uw r10.0<16;16,1>:uw 1:uw\n"
                             "cmp.le.f0.0 (16) null<1>:uw r10.0<16;16,1>:uw r2.0<16;16,1>:uw\n"
                             "(f0.0) goto.b (16) L2 L0\n"
                             "L2:\n"
                             "join (16) L3\n"
                             "L3:\n"
                             "nop\n",
                             0xffff);
    for (unsigned n = 0; n < 16; n++)
        assert_int_equal(dword(eu, 10, n / 2) >> n % 2 * 16 & 0xffff, n + 1);
    eu_free(eu);
}

static void simd32_has_the_masks_and_flags_of_32_channels(void **state)
{
    (void)state;
    struct eu *eu = run_text("cmp.ge.f0.0 (32) null<1>:uw r2.0<16;16,1>:uw 20:uw\n"
                             "(f0.0) mov (32) r10.0<1>:uw r2.0<16;16,1>:uw\n"
                             "(f0.0.any32h) mov (32) r12.0<1>:uw 7:uw\n"
                             "(f0.0.all32h) mov (32) r14.0<1>:uw 7:uw\n",
                             0xfffffffe & ~0x00400000u);
    const struct eu_thread *t = &eu->threads[0];
    assert_int_equal(t->f[0], 0xfff00000 & ~0x00400000u);
    for (unsigned n = 0; n < 32; n++) {
        bool on = n && n != 22;
        assert_int_equal(dword(eu, 10 + n / 16, n % 16 / 2) >> n % 2 * 16 & 0xffff,
                         on && n >= 20 ? n : 0);
        assert_int_equal(dword(eu, 12 + n / 16, n % 16 / 2) >> n % 2 * 16 & 0xffff, on ? 7 : 0);
        assert_int_equal(dword(eu, 14 + n / 16, n % 16 / 2), 0);
    }
    eu_free(eu);
}

/* sends (8) null:ud r2 r3 0x4C 0x02026004, and with the extended descriptor in a0.2 */
static void sends_names_both_parts_of_the_payload(void **state)
{
    (void)state;
    static const uint8_t bytes[16] = {0x33, 0x00, 0x60, 0x0c, 0x10, 0x30, 0x00, 0x00,
                                      0x41, 0x00, 0x00, 0x00, 0x04, 0x60, 0x02, 0x02};
    struct eu_insn insn;
    struct eu_message msg;
    assert_int_equal(isa_decode(EU_GEN9, bytes, sizeof bytes, &insn), 16);
    struct eu_thread *t = calloc(1, sizeof *t);
    assert_non_null(t);
    eu_message_of(isa_gen(EU_GEN9), t, &insn, 0xff, &msg);
    assert_int_equal(msg.sfid, 0xc);
    assert_int_equal(msg.src, 2);
    assert_int_equal(msg.mlen, 1);
    assert_int_equal(msg.src1, 3);
    assert_int_equal(msg.len1, 1);
    assert_int_equal(msg.dst, 128);
    insn.ex_indirect = true; /* a0.2 as a dword */
    insn.ex_sub = 2;
    t->a0[4] = 3 << 6;
    t->a0[5] = 0x1234;
    eu_message_of(isa_gen(EU_GEN9), t, &insn, 0xff, &msg);
    assert_int_equal(msg.len1, 3);
    free(t);
    assert_int_equal(msg.ex_desc >> 16, 0x1234);
}

static void sixteen_address_registers_hold_sixteen_bits(void **state)
{
    (void)state;
    struct eu *eu = run_text("mov (16) a0.0<1>:uw r2.0<16;16,1>:uw {NoMask}\n"
                             "shl (16) a0.0<1>:uw a0.0<16;16,1>:uw 1:uw {NoMask}\n"
                             "add (16) a0.0<1>:uw a0.0<16;16,1>:uw 64:uw {NoMask}\n"
                             "mov (16) r10.0<1>:uw r[a0.0]<1,0>:uw {NoMask}\n"
                             "mov (1) a0.15<1>:uw 0xffff:uw {NoMask}\n"
                             "mov (1) r12.0<1>:uw a0.15<0;1,0>:uw {NoMask}\n",
                             0xffff);
    for (unsigned n = 0; n < 16; n++)
        assert_int_equal(dword(eu, 10, n / 2) >> n % 2 * 16 & 0xffff, n);
    assert_int_equal(dword(eu, 12, 0), 0xffff);
    eu_free(eu);
}

static void accumulators_are_sixteen_lanes_of_33_bits(void **state)
{
    (void)state;
    /* Float lanes of acc1 lie eight lanes on. SIPCSR saves all 33 bits as words and shifts. */
    struct eu *eu = run_text("mov (8) acc0.0<1>:f 1.0:f {NoMask}\n"
                             "mov (8) acc1.0<1>:f 2.0:f {NoMask}\n"
                             "mov (16) r10.0<1>:uw acc0.0<16;16,1>:uw {NoMask}\n"
                             "shr (16) acc0.0<1>:uw acc0.0<16;16,1>:uw 16:uw {NoMask}\n"
                             "mov (16) r11.0<1>:uw acc0.0<16;16,1>:uw {NoMask}\n",
                             0xffff);
    for (unsigned n = 0; n < 16; n++) {
        assert_int_equal(dword(eu, 10, n / 2) >> n % 2 * 16 & 0xffff, 0);
        assert_int_equal(dword(eu, 11, n / 2) >> n % 2 * 16 & 0xffff, n < 8 ? 0x3f80 : 0x4000);
    }
    eu_free(eu);
}

/* Moves a vector's element for each channel, as the compiler writes it: two channels of eight. */
static void smov_moves_the_channels_in_src1(void **state)
{
    (void)state;
    struct eu *eu = run_text("mov (8) a0.0<1>:uw 0x140:uw {NoMask}\n"
                             "add (1) a0.5<1>:uw a0.5<0;1,0>:uw 0x40:uw {NoMask}\n"
                             "mov (8) r4.0<1>:df r2.0<8;8,1>:uw\n"
                             "smov (8) r[a0.2]<1>:df r4.2<0;1,0>:df 0x4:uw\n"
                             "smov (8) r[a0.5]<1>:df r5.1<0;1,0>:df 0x20:uw\n"
                             "smov (8) r[a0.3]<1>:df r5.3<0;1,0>:df 0x8:uw\n",
                             0xf7);
    const uint8_t *at = eu->threads[0].grf[10];
    for (unsigned n = 0; n < 16; n++) {
        double v, want = n == 2 ? 2 : n == 8 + 5 ? 5 : 0; /* channel 3 is off */
        memcpy(&v, at + 8 * n, sizeof v);
        assert_true(v == want);
    }
    eu_free(eu);
}

static void counts_are_written_by_kernels(void **state)
{
    (void)state;
    struct eu *eu = ref_machine(EU_GEN9,
                                "mov (1) n0.0<1>:ud 0:ud {NoMask}\n"
                                "mov (1) n0.1<1>:ud 0xff:ud {NoMask}\n",
                                1, 0xff);
    eu->threads[0].n[0] = 3;
    ref_run(eu);
    assert_int_equal(eu->threads[0].n[0], 0);
    assert_int_equal(eu->threads[0].n[1], 1); /* the host's count has one bit */
    eu_free(eu);
}

static void madm_tells_of_overflow(void **state)
{
    (void)state;
    struct eu *eu = run_text("mov (8) r4.0<1>:ud 0x7f000000:ud {NoMask}\n"
                             "mov (8) r5.0<1>:ud 0:ud {NoMask}\n"
                             "mov (1) r4.4<1>:ud 0:ud {NoMask}\n"
                             "madm.o.f0.0 (8) r10.nomme:f r5.nomme:f r4.nomme:f r4.nomme:f "
                             "{Align16, NoMask}\n",
                             0xff);
    assert_int_equal(eu->threads[0].f[0] & 0xff, 0xef);
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smov_moves_the_channels_in_src1),
        cmocka_unit_test(counts_are_written_by_kernels),
        cmocka_unit_test(goto_forward_takes_the_channels_without_the_predicate),
        cmocka_unit_test(a_function_that_calls_itself_leaves_waiting_channels_alone),
        cmocka_unit_test(goto_without_channels_left_skips_to_jip),
        cmocka_unit_test(madm_tells_of_overflow),
        cmocka_unit_test(goto_backward_loops_for_the_channels_with_the_predicate),
        cmocka_unit_test(simd32_has_the_masks_and_flags_of_32_channels),
        cmocka_unit_test(sends_names_both_parts_of_the_payload),
        cmocka_unit_test(sixteen_address_registers_hold_sixteen_bits),
        cmocka_unit_test(accumulators_are_sixteen_lanes_of_33_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
