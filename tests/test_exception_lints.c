/* --lint: for each row of sip_lints.def, a pair of programs breaks that rule and no other. */
#include "tests/exception_rig.h"

#include "sim/lint.h"

struct seen {
    unsigned n;
    char first[256];
};

static void saw(void *ctx, const char *channel, const char *text)
{
    struct seen *seen = ctx;
    if (strcmp(channel, "lint") != 0)
        return;
    if (!seen->n++)
        snprintf(seen->first, sizeof seen->first, "%s", text);
}

/* Runs @kernel with the routine @sip, which illegal opcodes enter; the thread ends at the kernel's
 * end. */
static enum eu_stop run(const char *kernel, const char *sip, bool lint, bool stop,
                        struct seen *seen, struct eu_event *ev)
{
    struct rig f;
    rig_start(&f, kernel, sip, 1, 0xff, 0x1000);
    eu_written(f.eu->threads, 0, EU_GRF_COUNT * EU_GRF_BYTES);
    f.eu->lint = lint;
    f.eu->lint_stop = stop;
    f.eu->hooks.on_exception = NULL;
    f.eu->hooks.on_log = saw;
    f.eu->hooks.observer_ctx = seen;
    enum eu_stop why = eu_run(f.eu, 200, ev);
    rig_end(&f);
    return why;
}

#define LEAVE_SPF "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7ffffffb:ud {NoMask, Switch}\n"
#define SET_SPF "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n"
#define DONE SKIP CLEAR RETURN
#define FLOW "brd (1) 16\n"

#define OPEN(es, reg) "mov (" #es ") r" #reg ".0<1>:ud 0:ud {NoDDClr}\n"
#define DONE_WITH(es, reg) "mov (" #es ") r" #reg ".0<1>:ud 0:ud {NoDDChk}\n"
#define READ_R20 "send (16) r20.0<1>:uw r2.0<8;8,1>:ud 0xa 0x021802fd {NoMask}\n"
#define INDIRECT "mov (8) r[a0.0, 0]<1>:ud 0:ud {NoDDChk}\n"

static const struct {
    enum eu_sip_lint_id rule;
    const char *kernel, *sip;           /* these break the rule */
    const char *good_kernel, *good_sip; /* these do not */
} rows[] = {
    {EU_SIP_LINT_RETURN, "illegal\n", SKIP CLEAR LEAVE "mov (1) r1.0<1>:ud 0:ud {NoMask}\n",
     "illegal\n", DONE},
    {EU_SIP_LINT_NODDCLR,
     "mov (8) r20.0<1>:ud 0:ud {NoDDClr}\nillegal\nmov (8) r20.0<1>:ud 0:ud {NoDDChk}\n", DONE,
     "mov (8) r20.0<1>:ud 0:ud {NoDDClr}\nmov (8) r20.0<1>:ud 0:ud {NoDDChk}\nillegal\n", DONE},
    /* The block of r20 is still open although that of r21 is over. The upper half of r21 in a
     * SIMD16 write is not a block. */
    {EU_SIP_LINT_NODDCLR, OPEN(8, 20) OPEN(8, 21) DONE_WITH(8, 21) "illegal\n" DONE_WITH(8, 20),
     DONE, OPEN(8, 20) OPEN(8, 21) DONE_WITH(8, 21) DONE_WITH(8, 20) "illegal\n", DONE},
    {EU_SIP_LINT_NODDCLR, OPEN(16, 20) DONE_WITH(8, 20) "illegal\n", DONE,
     OPEN(16, 20) DONE_WITH(8, 20) DONE_WITH(8, 21) "illegal\n", DONE},
    /* A response ends a block as a result does, and so does an indirect write. */
    {EU_SIP_LINT_NODDCLR, OPEN(8, 20) OPEN(8, 21) READ_R20 "illegal\n", DONE,
     OPEN(8, 20) READ_R20 "illegal\n", DONE},
    {EU_SIP_LINT_NODDCLR, "mov (1) a0.0<1>:uw 672:uw {NoMask}\n" OPEN(8, 20) INDIRECT "illegal\n",
     DONE, "mov (1) a0.0<1>:uw 640:uw {NoMask}\n" OPEN(8, 20) INDIRECT "illegal\n", DONE},
    {EU_SIP_LINT_SWITCH, "illegal\n", "mov (1) r1.0<1>:ud cr0.1<0;1,0>:ud {NoMask}\n" DONE,
     "illegal\n", "mov (1) r1.0<1>:ud cr0.1<0;1,0>:ud {NoMask, Switch}\n" DONE},
    {EU_SIP_LINT_SPF, "illegal\n", FLOW DONE, "illegal\n",
     SET_SPF FLOW SKIP CLEAR LEAVE_SPF "nop\n"},
    {EU_SIP_LINT_HIGH, "illegal\n", "mov (16) r15.0<1>:ud 0:ud {NoMask}\n" DONE, "illegal\n",
     "mov (16) r14.0<1>:ud 0:ud {NoMask}\n" DONE},
    {EU_SIP_LINT_RESERVED, "mov (1) r0.4<1>:ud 0:ud {NoMask}\nillegal\n", DONE,
     "mov (4) r0.0<1>:ud 0:ud\nmov (1) r0.5<1>:ud 0:ud\nillegal\n",
     "mov (1) r0.4<1>:ud 0:ud {NoMask}\n" DONE},
    {EU_SIP_LINT_EOT, "illegal\n" EOT, EOT, "illegal\n" EOT, DONE},
};
static const char *const names[] = {
#define SIP_LINT(id, seen, name, text, section) name,
#include "sim/sip_lints.def"
#undef SIP_LINT
};

static void lint_each_rule_is_named_alone(void **state)
{
    (void)state;
    bool had[EU_SIP_LINT_COUNT] = {false};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct seen seen = {0};
        struct eu_event ev;
        assert_int_equal(run(rows[i].kernel, rows[i].sip, true, false, &seen, &ev), EU_STOP_DONE);
        print_message("%s\n", seen.first);
        assert_int_equal(seen.n, 1);
        assert_non_null(strstr(seen.first, names[rows[i].rule]));
        had[rows[i].rule] = true;
    }
    for (unsigned i = 0; i < EU_SIP_LINT_COUNT; i++)
        assert_true(had[i]);
}

static void lint_a_kept_rule_is_silent(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct seen seen = {0};
        struct eu_event ev;
        assert_int_equal(run(rows[i].good_kernel, rows[i].good_sip, true, false, &seen, &ev),
                         EU_STOP_DONE);
        assert_string_equal(seen.first, "");
    }
}

static void lint_stop_ends_the_run_at_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct seen seen = {0};
        struct eu_event ev;
        assert_int_equal(run(rows[i].kernel, rows[i].sip, false, true, &seen, &ev), EU_STOP_LINT);
        assert_non_null(strstr(ev.text, names[rows[i].rule]));
    }
}

static void lint_off_is_silent(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct seen seen = {0};
        struct eu_event ev;
        assert_int_equal(run(rows[i].kernel, rows[i].sip, false, false, &seen, &ev), EU_STOP_DONE);
        assert_int_equal(seen.n, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lint_each_rule_is_named_alone),
        cmocka_unit_test(lint_a_kept_rule_is_silent),
        cmocka_unit_test(lint_stop_ends_the_run_at_the_rule),
        cmocka_unit_test(lint_off_is_silent),
    };
    return cmocka_run_group_tests_name("exception_lints", tests, NULL, NULL);
}
