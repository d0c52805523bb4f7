/* Traps of one wave at a time: a kernel at 0x1000 and a handler, both from text. */
#include "tests/gcn_run.h"

enum { TTMP = GCN_S_TTMP };

static struct gcn *make(enum gcn_gen gen, const char *kernel, const char *handler, unsigned waves)
{
    struct gcn *m = gcn_with(gen, kernel);
    if (handler)
        gcn_put(m, gen, 0, handler);
    gcn_begin(m, (struct gcn_kernel){.lds = 1024, .rsrc1 = 1 | 12 << 6 | 0xc0 << 12}, waves, 0);
    return m;
}

static enum gcn_stop run(struct gcn *m)
{
    uint64_t budget = 10000;
    struct gcn_wave *w;
    return gcn_run(m, &budget, &w);
}

/* Keeps what the entry set: s20 ttmp0, s21 ttmp1, s22 STATUS, s23 TRAPSTS; s24 counts entries.
 * Returns to the PC plus s25. */
#define HANDLER                                                                                    \
    "s_mov_b32 s20, ttmp0\n"                                                                       \
    "s_mov_b32 s21, ttmp1\n"                                                                       \
    "s_getreg_b32 s22, hwreg(HW_REG_STATUS)\n"                                                     \
    "s_getreg_b32 s23, hwreg(HW_REG_TRAPSTS)\n"                                                    \
    "s_add_i32 s24, s24, 1\n"                                                                      \
    "s_add_u32 ttmp0, ttmp0, s25\n"                                                                \
    "s_addc_u32 ttmp1, ttmp1, 0\n"                                                                 \
    "s_and_b32 ttmp1, ttmp1, 0xffff\n"                                                             \
    "s_rfe_b64 ttmp[0:1]\n"

static const enum gcn_gen gens[] = {GCN_GFX600, GCN_GFX700, GCN_GFX803};
#define EACH_GEN(g)                                                                                \
    for (unsigned i_ = 0; i_ < 3; i_++)                                                            \
        for (enum gcn_gen g = gens[i_], o_ = (enum gcn_gen)1; o_; o_ = (enum gcn_gen)0)

static void s_trap_enters_with_its_own_pc_and_id(void **state)
{
    (void)state;
    EACH_GEN(g)
    {
        struct gcn *m =
            make(g, "s_mov_b32 s25, 4\ns_trap 7\ns_mov_b32 s1, 1\ns_endpgm", HANDLER, 1);
        struct gcn_wave *w = gcn_done(m);
        assert_int_equal(w->s[20], CODE_AT + 4);
        assert_int_equal(w->s[21], 7 << 16);
        assert_true(w->s[22] & GCN_ST_PRIV);
        assert_int_equal(w->s[24], 1);
        assert_int_equal(w->s[1], 1);
        assert_false(w->status & GCN_ST_PRIV);
        gcn_free(m);
    }
}

static void s_trap_without_a_handler_is_a_nop(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, "s_trap 7\ns_mov_b32 s1, 1\ns_endpgm", NULL, 1);
    assert_int_equal(gcn_done(m)->s[1], 1);
    gcn_free(m);
}

static void s_trap_in_the_handler_is_a_nop(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 s25, 4\ns_trap 7\ns_endpgm", "s_trap 3\n" HANDLER, 1);
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(w->s[24], 1);
    assert_int_equal(w->s[21], 7 << 16);
    gcn_free(m);
}

static void the_handler_alone_sees_ttmp_and_tba(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803,
             "s_mov_b32 s25, 4\ns_mov_b32 ttmp3, 5\ns_mov_b32 s1, tba_lo\ns_trap 1\n"
             "s_mov_b32 s2, ttmp3\ns_endpgm",
             "s_mov_b32 s3, ttmp3\ns_mov_b32 ttmp3, 9\ns_mov_b32 s4, tba_lo\n" HANDLER, 1);
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(w->s[1], 0);
    assert_int_equal(w->s[2], 0);
    assert_int_equal(w->s[3], 0);
    assert_int_equal(w->s[4], GCN_HANDLER_AT);
    assert_int_equal(w->s[TTMP + 3], 9);
    gcn_free(m);
}

#define ILLEGAL "s_mov_b32 s25, 4\n.long 0xffffffff\ns_mov_b32 s1, 1\ns_endpgm"
static void an_illegal_instruction_enters_with_its_pc_and_id_0(void **state)
{
    (void)state;
    EACH_GEN(g)
    {
        struct gcn *m = make(g, ILLEGAL, HANDLER, 1);
        struct gcn_wave *w = gcn_done(m);
        assert_int_equal(w->s[20], CODE_AT + 4);
        assert_int_equal(w->s[21], 0);
        assert_int_equal(w->s[1], 1);
        gcn_free(m);
    }
}
static void an_illegal_instruction_without_a_handler_stops(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, ILLEGAL, NULL, 1);
    assert_int_equal(run(m), GCN_STOP_ILLEGAL);
    assert_string_equal(m->why, "at 0x1004");
    assert_int_equal(m->waves->pc, CODE_AT + 4);
    gcn_free(m);
}

/* MODE.EXCP_EN bit 8 enables memory violations, on GCN 1.1 and 1.2. */
#define VIOLATE                                                                                    \
    "s_mov_b32 s25, 0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 20, 1), 1\n"                          \
    "s_mov_b32 s2, 0x66660000\ns_mov_b32 s3, 0\ns_load_dword s5, s[2:3], 0x0\ns_mov_b32 s1, "      \
    "1\ns_endpgm"
static void a_memory_violation_that_is_enabled_enters_behind_the_access(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, VIOLATE, HANDLER, 1);
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(w->s[24], 1);
    assert_int_equal(w->s[20], CODE_AT + 4 + 8 + 8 + 4 + 8);
    assert_int_equal(w->s[23] & 0x1ff, GCN_EXCP_MEM_VIOL);
    assert_int_equal(w->s[5], 0);
    assert_int_equal(w->s[1], 1);
    gcn_free(m);
}
static void a_memory_violation_without_a_handler_stops_with_its_address(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, VIOLATE, NULL, 1);
    assert_int_equal(run(m), GCN_STOP_MEMORY);
    assert_string_equal(m->why, "at 0x66660000");
    gcn_free(m);
}
static void a_memory_violation_that_is_not_enabled_is_noted_only(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803,
             "s_mov_b32 s2, 0x66660000\ns_mov_b32 s3, 0\ns_load_dword s5, s[2:3], 0x0\ns_endpgm",
             HANDLER, 1);
    assert_int_equal(gcn_done(m)->trapsts, GCN_EXCP_MEM_VIOL);
    assert_int_equal(m->waves->s[24], 0);
    gcn_free(m);
}

struct float_case {
    const char *insn;
    uint32_t a, b, excp;
};
/* v0 op v1 raises in lane 3 only; denormals are kept. */
static void float_exceptions_are_noted_and_enter_when_enabled(void **state)
{
    static const struct float_case cases[] = {
        {"v_rcp_f32 v2, v0", 0, 0, GCN_EXCP_DIV0},
        {"v_mul_f32 v2, v0, v1", 0x7f000000, 0x7f000000, GCN_EXCP_OVERFLOW | GCN_EXCP_INEXACT},
        {"v_mul_f32 v2, v0, v1", 0x00800001, 0x3f000001, GCN_EXCP_UNDERFLOW | GCN_EXCP_INEXACT},
        {"v_add_f32 v2, v0, v1", 0x3f800000, 0x33000000, GCN_EXCP_INEXACT},
        {"v_mul_f32 v2, v0, v1", 0x7f800000, 0, GCN_EXCP_INVALID},
        {"v_add_f32 v2, v0, v1", 0x7f800001, 0, GCN_EXCP_INVALID},
        {"v_add_f32 v2, v0, v1", 1, 0, GCN_EXCP_DENORMAL},
        {"v_rcp_iflag_f32 v2, v0", 0, 0, GCN_EXCP_INT_DIV0},
        {"v_sqrt_f32 v2, v0", 0xbf800000, 0, GCN_EXCP_INVALID},
        {"v_add_f32 v2, v0, v1", 0x3f800000, 0x3f800000, 0},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const struct float_case *c = &cases[i / 2];
        bool enabled = i & 1;
        char text[500];
        snprintf(text, sizeof text,
                 "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15\ns_setreg_imm32_b32 "
                 "hwreg(HW_REG_MODE, 12, 9), %d\n"
                 "v_mov_b32 v0, 1.0\nv_mov_b32 v1, 1.0\ns_mov_b64 exec, 8\nv_mov_b32 v0, "
                 "0x%x\nv_mov_b32 v1, 0x%x\n"
                 "%s\ns_mov_b32 s1, 1\ns_endpgm",
                 enabled ? 0x1ff : 0, c->a | 0x0, c->b, c->insn);
        struct gcn *m = make(GCN_GFX803, text, HANDLER, 1);
        enum gcn_stop stop = run(m);
        if (stop != GCN_STOP_DONE || (m->waves->trapsts & 0x1ff) != c->excp)
            fail_msg("%s 0x%x, 0x%x: stop %d, EXCP 0x%x", c->insn, c->a, c->b, stop,
                     m->waves->trapsts & 0x1ff);
        assert_int_equal(m->waves->s[24], enabled && c->excp);
        assert_int_equal(m->waves->s[1], 1);
        gcn_free(m);
    }
}
static void a_float_exception_without_a_handler_stops(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX700,
                         "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 9), 4\nv_mov_b32 v0, "
                         "0\nv_rcp_f32 v2, v0\ns_endpgm",
                         NULL, 1);
    assert_int_equal(run(m), GCN_STOP_EXCEPTION);
    assert_string_equal(m->why, "TRAPSTS.EXCP 0x4");
    gcn_free(m);
}

static void debug_en_enters_after_each_instruction_outside_the_handler(void **state)
{
    (void)state;
    EACH_GEN(g)
    {
        struct gcn *m = make(
            g,
            "s_mov_b32 s24, 0\ns_mov_b32 s25, 0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1\n"
            "s_nop 0\ns_nop 0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 0\ns_mov_b32 s1, "
            "1\ns_endpgm",
            HANDLER, 1);
        struct gcn_wave *w = gcn_done(m);
        assert_int_equal(w->s[24],
                         3); /* behind the instruction that turns it on, and the two s_nop */
        assert_int_equal(w->s[20], CODE_AT + 8 + 8 + 8);
        assert_int_equal(w->s[1], 1);
        gcn_free(m);
    }
}

static void a_host_trap_enters_between_two_instructions_with_its_sign(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 s25, 0\ns_nop 0\ns_mov_b32 s1, 1\ns_endpgm", HANDLER, 1);
    uint64_t budget = 2;
    struct gcn_wave *w;
    assert_int_equal(gcn_run(m, &budget, &w), GCN_STOP_LIMIT);
    w->host_trap = 1;
    gcn_done(m);
    assert_int_equal(w->s[20], CODE_AT + 8);
    assert_int_equal(w->s[21], 1 << 24);
    assert_int_equal(w->s[24], 1);
    gcn_free(m);
}

static void in_the_handler_nothing_enters_and_all_stays_pending(void **state)
{
    (void)state;
    /* The handler's first visit asks for a context save, which is taken after the visit returns. */
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 s25, 4\ns_mov_b32 s24, 0\ns_trap 1\ns_nop 0\ns_endpgm",
             "s_cmp_eq_u32 s24, 0\ns_cbranch_scc0 second\n"
             "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 10, 1), 1\ns_branch on\n"
             "second: s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 10, 1), 0\ns_mov_b32 s25, "
             "0\non:\n" HANDLER,
             1);
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(w->s[24], 2);
    assert_int_equal(w->s[20], CODE_AT + 12);
    gcn_free(m);
}

static void halt_stops_the_wave_and_is_ignored_in_the_handler(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, "s_mov_b32 s25, 4\ns_trap 1\ns_sethalt 1\ns_endpgm",
                         "s_sethalt 1\n" HANDLER, 1);
    assert_int_equal(run(m), GCN_STOP_HALTED);
    assert_int_equal(m->waves->s[24], 1);
    assert_int_equal(m->waves->pc, CODE_AT + 12);
    gcn_free(m);
}

static void status_bits_that_are_computed_or_private_are_not_written(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803,
                         "s_mov_b32 s2, -1\ns_setreg_b32 hwreg(HW_REG_STATUS, 5, 1), s2\n"
                         "s_setreg_b32 hwreg(HW_REG_STATUS, 9, 2), s2\ns_getreg_b32 s1, "
                         "hwreg(HW_REG_STATUS)\ns_endpgm",
                         HANDLER, 1);
    assert_false(gcn_done(m)->s[1] & (GCN_ST_PRIV | GCN_ST_EXECZ));
    gcn_free(m);
}

static void a_wave_that_waits_in_a_barrier_traps_and_goes_there_again(void **state)
{
    (void)state;
    /* The second wave arrives late; meanwhile the first is trapped while it waits in its
     * barrier. */
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 s25, 0\ns_barrier\ns_mov_b32 s1, 1\ns_endpgm", HANDLER, 2);
    enum gcn_stop stop;
    struct gcn_wave *w = gcn_pick(m, &stop);
    assert_ptr_equal(w, &m->waves[0]);
    assert_int_equal(gcn_step(m, w), GCN_GO);
    assert_int_equal(gcn_step(m, w), GCN_STOP_BARRIER);
    assert_int_equal(w->pc, CODE_AT + 4);
    w->host_trap = 1;
    gcn_done(m);
    assert_int_equal(m->waves[0].s[24], 1);
    assert_int_equal(m->waves[0].s[20], CODE_AT + 4);
    assert_int_equal(m->waves[0].s[1], 1);
    assert_int_equal(m->waves[1].s[24], 0);
    assert_int_equal(m->waves[1].s[1], 1);
    gcn_free(m);
}

static void s_rfe_restore_takes_inst_atc_from_its_second_source(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, "s_trap 1\ns_getreg_b32 s1, hwreg(HW_REG_STATUS)\ns_endpgm",
             "s_add_u32 ttmp0, ttmp0, 4\ns_and_b32 ttmp1, ttmp1, 0xffff\ns_mov_b32 ttmp2, 1\n"
             "s_rfe_restore_b64 ttmp[0:1], ttmp2",
             1);
    uint32_t status = gcn_done(m)->s[1];
    assert_true(status & GCN_ST_INST_ATC);
    assert_false(status & GCN_ST_PRIV);
    gcn_free(m);
}

static void vcc_flat_scratch_and_xnack_mask_are_the_last_sgprs(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803,
             "s_mov_b32 m0, 106\ns_mov_b32 vcc_lo, 11\ns_mov_b32 vcc_hi, 12\ns_mov_b32 "
             "flat_scratch_lo, 13\n"
             "s_movrels_b32 s1, s4\ns_movrels_b32 s2, s5\ns_mov_b32 m0, 106\ns_movrels_b32 s3, s0\n"
             "s_mov_b32 m0, 109\ns_mov_b32 s7, 5\ns_movreld_b32 s0, s7\ns_mov_b32 s8, "
             "xnack_mask_hi\ns_endpgm",
             NULL, 1);
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(w->sgprs, 112);
    assert_int_equal(w->s[1], 11);
    assert_int_equal(w->s[2], 12);
    assert_int_equal(w->s[3], 13);
    assert_int_equal(w->s[8], 5);
    gcn_free(m);
}

static void waves_that_all_wait_are_a_deadlock(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803,
                         "v_readfirstlane_b32 s2, v0\ns_cmp_eq_u32 s2, 0\ns_cbranch_scc1 wait\n"
                         "s_sethalt 1\ns_endpgm\nwait: s_barrier\ns_endpgm",
                         NULL, 2);
    assert_int_equal(run(m), GCN_STOP_HALTED);
    gcn_free(m);
}

static void what_is_not_simulated_stops_by_name(void **state)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"image_load v0, v1, s[0:7] dmask:0x1\ns_endpgm", "an image access (image_load)"},
        {"exp mrt0 v0, v0, v0, v0\ns_endpgm", "an export (exp)"},
        {"ds_read_b32 v0, v1 gds\ns_endpgm", "GDS (ds_read_b32)"},
        {"s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 0)\ns_endpgm", "message 2"},
        {"v_interp_mov_f32 v0, p0, attr0.x\ns_endpgm", "interpolation of attributes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn *m = make(GCN_GFX803, rows[i].text, NULL, 1);
        assert_int_equal(run(m), GCN_STOP_UNKNOWN);
        assert_string_equal(m->why, rows[i].why);
        gcn_free(m);
    }
}

/* Random words run, whatever they do, without a crash. */
static void random_code_never_crashes(void **state)
{
    uint64_t seed = 7;
    (void)state;
    for (int round = 0; round < 3000; round++) {
        enum gcn_gen g = gens[round % 3];
        struct gcn *m = make(g, "s_nop 0", round & 1 ? HANDLER : NULL, 1);
        uint32_t words[64];
        for (int i = 0; i < 64; i++) {
            seed = seed * 6364136223846793005ull + 1442695040888963407ull;
            words[i] = (uint32_t)(seed >> 32);
            if (i % 3 == 0)
                words[i] =
                    (words[i] & 0x03ffffff) | 0x80000000 | (uint32_t)(seed >> 5 & 0x7c000000);
        }
        gcn_memory_map(m->memory, 0, 0x2000);
        gcn_memory_write(m->memory, CODE_AT, words, sizeof words);
        uint64_t budget = 200;
        struct gcn_wave *w;
        gcn_run(m, &budget, &w);
        gcn_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s_trap_enters_with_its_own_pc_and_id),
        cmocka_unit_test(s_trap_without_a_handler_is_a_nop),
        cmocka_unit_test(s_trap_in_the_handler_is_a_nop),
        cmocka_unit_test(the_handler_alone_sees_ttmp_and_tba),
        cmocka_unit_test(an_illegal_instruction_enters_with_its_pc_and_id_0),
        cmocka_unit_test(an_illegal_instruction_without_a_handler_stops),
        cmocka_unit_test(a_memory_violation_that_is_enabled_enters_behind_the_access),
        cmocka_unit_test(a_memory_violation_without_a_handler_stops_with_its_address),
        cmocka_unit_test(a_memory_violation_that_is_not_enabled_is_noted_only),
        cmocka_unit_test(float_exceptions_are_noted_and_enter_when_enabled),
        cmocka_unit_test(a_float_exception_without_a_handler_stops),
        cmocka_unit_test(debug_en_enters_after_each_instruction_outside_the_handler),
        cmocka_unit_test(a_host_trap_enters_between_two_instructions_with_its_sign),
        cmocka_unit_test(in_the_handler_nothing_enters_and_all_stays_pending),
        cmocka_unit_test(halt_stops_the_wave_and_is_ignored_in_the_handler),
        cmocka_unit_test(status_bits_that_are_computed_or_private_are_not_written),
        cmocka_unit_test(a_wave_that_waits_in_a_barrier_traps_and_goes_there_again),
        cmocka_unit_test(s_rfe_restore_takes_inst_atc_from_its_second_source),
        cmocka_unit_test(vcc_flat_scratch_and_xnack_mask_are_the_last_sgprs),
        cmocka_unit_test(waves_that_all_wait_are_a_deadlock),
        cmocka_unit_test(what_is_not_simulated_stops_by_name),
        cmocka_unit_test(random_code_never_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
