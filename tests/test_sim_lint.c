/* The findings of --lint: one for each place, kept in the machine's state. */
#include "sim/lint.h"
#include "sim/snapshot.h"
#include "tests/ref_fixture.h"

/* Two threads write dword 0 of SLM and read it; @between stands between. */
#define CLASH(between)                                                                             \
    "mov (8) r6.0<1>:ud 0:ud\n"                                                                    \
    "mov (8) r7.0<1>:ud 1:ud\n"                                                                    \
    "send (8) null<1>:ud r6.0<8;8,1>:ud 0xa 0x04036efe\n" between                                  \
    "send (8) r8.0<1>:ud r6.0<8;8,1>:ud 0xa 0x02116efe\n"
#define MEET "send (8) null<1>:ud r6.0<8;8,1>:ud 0x3 0x02000004\nwait n0.0\n"

static struct eu *linted(const char *text, uint32_t threads)
{
    struct eu *eu = ref_machine(EU_GEN7, text, threads, 0xff);
    eu->lint = true;
    return eu;
}

static uint64_t count(const struct eu *eu, unsigned rule, uint32_t ip)
{
    size_t n;
    const struct eu_lint_finding *f = eu_findings(eu, &n);
    for (size_t i = 0; i < n; i++)
        if (f[i].rule == rule && f[i].ip == ip)
            return f[i].count;
    return 0;
}

static void findings_are_one_a_place_with_a_count(void **state)
{
    (void)state;
    struct eu *eu = linted("add (8) r6.0<1>:ud r5.0<8;8,1>:ud r4.0<8;8,1>:ud\n"
                           "add (8) r6.0<1>:ud r5.0<8;8,1>:ud r3.0<8;8,1>:ud\n",
                           3);
    size_t n;
    ref_run(eu);
    (void)eu_findings(eu, &n);
    assert_int_equal(n, 2);
    /* each thread reads r5 and r4 */
    assert_int_equal(count(eu, EU_LINT_UNWRITTEN_REGISTER, 0), 6);
    assert_int_equal(count(eu, EU_LINT_UNWRITTEN_REGISTER, 16), 3);
    eu_findings_forget(eu);
    (void)eu_findings(eu, &n);
    assert_int_equal(n, 0);
    eu_free(eu);
}

/* Another program at the same place, of which only the beginning differs, breaks rules anew. */
static void findings_end_with_their_program(void **state)
{
    (void)state;
    struct eu *eu = linted("mov (8) r7.0<1>:ud 1:ud\n"
                           "mov (8) r7.0<1>:ud 2:ud\n"
                           "add (8) r6.0<1>:ud r5.0<8;8,1>:ud r0.0<8;8,1>:ud\n",
                           1);
    const uint32_t three = 3;
    size_t n;
    ref_run(eu);
    eu_findings_renew(eu);
    assert_int_equal(count(eu, EU_LINT_UNWRITTEN_REGISTER, 32), 1);
    assert_true(eu_memory_write(eu->mem, eu->code[0].addr + 48, &three, sizeof three));
    eu_findings_renew(eu); /* what is behind it does not matter */
    assert_int_equal(count(eu, EU_LINT_UNWRITTEN_REGISTER, 32), 1);
    assert_true(eu_memory_write(eu->mem, eu->code[0].addr + 12, &three, sizeof three));
    eu_findings_renew(eu);
    (void)eu_findings(eu, &n);
    assert_int_equal(n, 0);
    eu_free(eu);
}

static void registers_have_the_values_that_somebody_wrote(void **state)
{
    (void)state;
    struct eu *eu = linted("add (8) r6.0<1>:ud r5.0<8;8,1>:ud r0.0<8;8,1>:ud\n"
                           "(f0.0) mov (8) r7.0<1>:ud 1:ud\n"
                           "mov (8) r8.0<1>:ud r7.0<8;8,1>:ud\n",
                           1);
    uint8_t value[EU_GRF_BYTES] = {0};
    assert_int_equal(eu_reg_write(eu, eu->threads, EU_REG_GRF0 + 5, value), 0);
    eu->threads[0].f[0] = 0x7f; /* channel 7 does not write r7 */
    ref_run(eu);
    assert_int_equal(count(eu, EU_LINT_UNWRITTEN_REGISTER, 0), 0);
    assert_int_equal(count(eu, EU_LINT_UNWRITTEN_REGISTER, 32), 1);
    eu_free(eu);
}

/* The channels without f0.0 skip both blocks: JIP should be the instruction behind the else. */
static void if_to_the_else_itself_is_found(void **state)
{
    (void)state;
    struct eu *eu = linted("mov (1) f0.0<1>:uw 15:uw {NoMask}\n"
                           "(f0.0) if (8) wrong end\n"
                           "mov (8) r5.0<1>:ud 1:ud\n"
                           "wrong: else (8) end\n"
                           "mov (8) r5.0<1>:ud 2:ud\n"
                           "end: endif (8) +16\n"
                           "(f0.0) if (8)\n"
                           "mov (8) r6.0<1>:ud 1:ud\n"
                           "else (8)\n"
                           "mov (8) r6.0<1>:ud 2:ud\n"
                           "endif (8)\n",
                           1);
    ref_run(eu);
    assert_int_equal(count(eu, EU_LINT_IF_ELSE, 16), 1);
    assert_int_equal(count(eu, EU_LINT_IF_ELSE, 96), 0);
    assert_int_equal(eu->threads[0].grf[5][16], 0);
    assert_int_equal(eu->threads[0].grf[6][0], 1);
    assert_int_equal(eu->threads[0].grf[6][16], 2);
    eu_free(eu);
}

/* Stateless memory begins at 0, and so does the code. */
static void writing_over_code_is_found(void **state)
{
    (void)state;
    struct eu *eu = linted("mov (8) r6.0<1>:ud 32:ud\n"
                           "mov (8) r7.0<1>:ud 126:ud\n"
                           "send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=254 simd8 x\n"
                           "send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=255 simd8 x\n",
                           1);
    ref_run(eu);
    assert_int_equal(count(eu, EU_LINT_CODE_OVERWRITTEN, 32), 0);
    assert_true(count(eu, EU_LINT_CODE_OVERWRITTEN, 48) > 0);
    eu_free(eu);
}

static void lint_off_keeps_nothing(void **state)
{
    (void)state;
    size_t n;
    struct eu *eu = linted(CLASH(""), 2);
    eu->lint = false;
    ref_run(eu);
    (void)eu_findings(eu, &n);
    assert_int_equal(n, 0);
    assert_null(eu->lints);
    eu_free(eu);
}

static void races_are_ordered_by_barriers(void **state)
{
    (void)state;
    struct eu *eu = linted(CLASH(MEET), 2);
    ref_run(eu);
    assert_true(count(eu, EU_LINT_DATA_RACE, 32) > 0); /* both threads write it */
    assert_int_equal(count(eu, EU_LINT_DATA_RACE, 80), 0);
    eu_free(eu);
}

/* Going back removes findings that came later; running again finds them again. */
static void snapshot_has_what_was_found(void **state)
{
    (void)state;
    struct eu *eu = linted(CLASH(MEET) "add (8) r9.0<1>:ud r20.0<8;8,1>:ud 1:ud\n", 2);
    struct eu_event ev;
    size_t n, early;
    eu->quantum = 1;
    assert_int_equal(eu_run(eu, 6, &ev), EU_STOP_BUDGET); /* both threads have written */
    (void)eu_findings(eu, &early);
    assert_int_equal(early, 1);
    struct eu_snapshot *snap = eu_snapshot_take(eu), *end;
    assert_non_null(snap);
    assert_true(eu_snapshot_bytes(snap, NULL) > sizeof *eu);
    ref_run(eu);
    (void)eu_findings(eu, &n);
    assert_int_equal(n, 2);
    end = eu_snapshot_take(eu);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(eu_snapshot_restore(eu, snap), 0);
        (void)eu_findings(eu, &n);
        assert_int_equal(n, early);
        ref_run(eu);
        (void)eu_findings(eu, &n);
        assert_int_equal(n, 2);
        assert_int_equal(count(eu, EU_LINT_DATA_RACE, 80), 0);
    }
    assert_int_equal(eu_snapshot_restore(eu, end), 0);
    (void)eu_findings(eu, &n);
    assert_int_equal(n, 2);
    eu_snapshot_free(snap);
    eu_snapshot_free(end);
    eu_free(eu);
}

/* The registers past r127 are not there. */
static void messages_past_the_last_register_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned rule;
    } cases[] = {
        {"send (8) null<1>:ud r127.0<8;8,1>:ud 0xa 0x04036efe\n", EU_LINT_PAYLOAD_PAST_R127},
        {"sends (8) null<1>:ud r6.0:ud r127.0:ud 0x8c 0x02036efe\n", EU_LINT_PAYLOAD_PAST_R127},
        {"send (8) r127.0<1>:ud r6.0<8;8,1>:ud 0xa 0x02216efe\n", EU_LINT_RESPONSE_PAST_R127},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct eu *eu = ref_machine(EU_GEN9, cases[i].text, 1, 0xff);
        struct eu_event ev;
        eu->lint = true;
        assert_int_equal(eu_run(eu, 100, &ev), EU_STOP_DONE);
        if (!count(eu, cases[i].rule, 0))
            fail_msg("%s", cases[i].text);
        eu_free(eu);
    }
}

static void both_engines_find_the_same(void **state)
{
    (void)state;
    uint64_t found[2];
    for (unsigned e = 0; e < 2; e++) {
        struct eu *eu = linted(CLASH(""), 4);
        eu->engine = (enum eu_engine)e;
        ref_run(eu);
        found[e] = count(eu, EU_LINT_DATA_RACE, 32) * 1000 + count(eu, EU_LINT_DATA_RACE, 48);
        eu_free(eu);
    }
    assert_true(found[0] > 0);
    assert_int_equal(found[0], found[1]);
}

/* What finds no room any more is not kept, and nothing else is written. */
static void findings_have_an_end(void **state)
{
    struct eu *eu = linted("nop\n", 1);
    struct eu_thread *t = &eu->threads[0];
    size_t n;
    (void)state;
    for (unsigned round = 0; round < 2; round++)
        for (t->ip = 0; t->ip < 16 * (EU_FINDINGS_MAX + 5); t->ip += 16)
            assert_false(eu_lint(eu, t, NULL, EU_LINT_DATA_RACE, "at %u", t->ip));
    const struct eu_lint_finding *f = eu_findings(eu, &n);
    assert_int_equal(n, EU_FINDINGS_MAX);
    assert_int_equal(f[n - 1].ip, 16 * (EU_FINDINGS_MAX - 1));
    assert_int_equal(f[n - 1].count, 2);
    eu_free(eu);
}

static void lints_have_names_texts_and_sections(void **state)
{
    (void)state;
    for (unsigned id = 0; id < EU_LINT_COUNT; id++) {
        assert_true(strlen(eu_lint_name(id)) > 3 && strlen(eu_lint_text(id)) > 10);
        assert_true(*eu_lint_section(id));
        for (unsigned other = 0; other < id; other++)
            assert_string_not_equal(eu_lint_name(id), eu_lint_name(other));
    }
    assert_string_equal(eu_lint_name(EU_LINT_DATA_RACE), "data-race");
    assert_string_equal(eu_lint_name(EU_LINT_COUNT), "?");
    assert_string_equal(eu_lint_text(EU_LINT_COUNT), "?");
    assert_string_equal(eu_lint_section(EU_LINT_COUNT), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_have_an_end),
        cmocka_unit_test(lints_have_names_texts_and_sections),
        cmocka_unit_test(findings_are_one_a_place_with_a_count),
        cmocka_unit_test(findings_end_with_their_program),
        cmocka_unit_test(registers_have_the_values_that_somebody_wrote),
        cmocka_unit_test(if_to_the_else_itself_is_found),
        cmocka_unit_test(writing_over_code_is_found),
        cmocka_unit_test(lint_off_keeps_nothing),
        cmocka_unit_test(races_are_ordered_by_barriers),
        cmocka_unit_test(snapshot_has_what_was_found),
        cmocka_unit_test(messages_past_the_last_register_are_found),
        cmocka_unit_test(both_engines_find_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
