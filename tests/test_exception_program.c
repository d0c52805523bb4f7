/* Whole programs: a kernel and a System Routine on the reference engine. */
#include "tests/helpers.h"

#include "exception/exception.h"
#include "isa/program.h"

enum { SIP = 0x80000, BUDGET = 2000 };

struct fixture {
    struct eu *eu;
    struct eu_thread *t;
    struct eu_event ev;
    struct {
        unsigned kind;
        uint32_t ip, aip;
    } seen[8];
    unsigned n;
};

static void saw(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                uint32_t aip)
{
    struct fixture *f = ctx;
    (void)eu;
    (void)t;
    assert_in_range(f->n, 0, 7);
    f->seen[f->n].kind = kind;
    f->seen[f->n].ip = ip;
    f->seen[f->n++].aip = aip;
}

static uint32_t load(struct fixture *f, uint32_t addr, const char *text)
{
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = "test"};
    struct eu_program prog = {0};
    struct eu_diags diags = {0};
    if (eu_assemble(text, strlen(text), &opts, &prog, &diags)) {
        eu_diags_print(&diags, stderr);
        fail();
    }
    assert_int_equal(eu_load_code(f->eu, addr, prog.code, prog.size), 0);
    uint32_t size = prog.size;
    eu_program_fini(&prog);
    eu_diags_fini(&diags);
    return size;
}

/* @sip: NULL, none. The thread ends at the kernel's end. */
static void start(struct fixture *f, const char *kernel, const char *sip, uint32_t dmask,
                  uint32_t enables)
{
    f->eu = eu_new(EU_GEN7, 1);
    f->t = &f->eu->threads[0];
    f->eu->end_ip = load(f, 0, kernel);
    if (sip) {
        load(f, SIP, sip);
        f->eu->sip = SIP;
        f->eu->has_sip = true;
    }
    eu_thread_start(f->eu, 0, 0, dmask, enables);
    f->eu->hooks.on_exception = saw;
    f->eu->hooks.observer_ctx = f;
    exc_install(f->eu);
}

static enum eu_stop run(struct fixture *f)
{
    return eu_run(f->eu, BUDGET, &f->ev);
}

static uint32_t grf(const struct fixture *f, unsigned reg, unsigned dword)
{
    uint32_t v;
    memcpy(&v, f->t->grf[reg] + 4 * dword, 4);
    return v;
}

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    eu_free(f->eu);
    free(f);
    return 0;
}

#define RETURN                                                                                     \
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"                         \
    "nop\n"
#define COUNT "add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\n"
#define CLEAR "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
#define SKIP "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"
#define MARK(reg) "add (8) r" #reg ".0<1>:d r" #reg ".0<8;8,1>:d 1:d\n"

static void run_illegal_enters_and_is_skipped_by_the_routine(void **state)
{
    struct fixture *f = *state;
    start(f, MARK(10) "illegal\n" MARK(10), COUNT SKIP CLEAR RETURN, 0xff, 0x1000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 10, 7), 2);
    assert_int_equal(grf(f, 20, 0), 1);
    assert_int_equal(f->n, 1);
    assert_int_equal(f->seen[0].kind, EXC_ILLEGAL_OPCODE);
    assert_int_equal(f->seen[0].ip, 16);
    assert_int_equal(f->seen[0].aip, 16);
    assert_int_equal(f->t->cr[0], 0);
    assert_int_equal(f->t->cr[1], 0x1000);
    assert_int_equal(f->t->cr[2], 32);
}

static void run_illegal_disabled_is_a_nop(void **state)
{
    struct fixture *f = *state;
    start(f, MARK(10) "illegal\n" MARK(10), COUNT RETURN, 0xff, 0);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 10, 0), 2);
    assert_int_equal(f->n, 0);
    assert_int_equal(f->t->cr[1], 0x10000000);
}

static void run_software_taken_behind_the_last_instruction(void **state)
{
    struct fixture *f = *state;
    start(f, MARK(10) "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n",
          COUNT CLEAR RETURN, 0xff, 0x2000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 20, 0), 1);
    assert_int_equal(f->seen[0].ip, 16);
    assert_int_equal(f->seen[0].aip, 32);
    assert_int_equal(f->t->cr[1], 0x2000);
}

static void run_status_left_set_enters_again_before_the_application(void **state)
{
    struct fixture *f = *state;
    /* The first time the routine returns with bit 29 still set. */
    start(f, "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n" MARK(10),
          COUNT "cmp.e.f0.0 (1) null<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\n"
                "(-f0.0) and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
                "mov (1) r21.0<1>:ud r10.0<0;1,0>:ud {NoMask}\n" RETURN,
          0xff, 0x2000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 2);
    assert_int_equal(f->seen[1].kind, EXC_SOFTWARE);
    assert_int_equal(f->seen[1].ip, 16);
    assert_int_equal(f->seen[1].aip, 16);
    assert_int_equal(grf(f, 21, 0), 0); /* nothing of the application ran between */
    assert_int_equal(grf(f, 10, 0), 1);
}

static void run_nothing_behind_the_return_executes(void **state)
{
    struct fixture *f = *state;
    start(f, "illegal\n" MARK(10), SKIP CLEAR RETURN COUNT COUNT, 0xff, 0x1000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 20, 0), 0);
    assert_int_equal(grf(f, 10, 0), 1);
}

static void run_breakpoint_suppressed_once_on_return(void **state)
{
    struct fixture *f = *state;
    start(f, "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" MARK(10),
          COUNT CLEAR "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n" RETURN,
          0xff, 0x8000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 20, 0), 1);
    assert_int_equal(grf(f, 10, 0), 2);
    assert_int_equal(f->t->cr[0], 0);
    assert_int_equal(f->t->cr[1], 0x8000);
}

static void run_single_step_enters_before_each_instruction(void **state)
{
    struct fixture *f = *state;
    /* The routine leaves bit 31 and sets suppress: one instruction each time. */
    start(f, "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" MARK(10) MARK(10),
          COUNT "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n" RETURN, 0xff,
          0x8000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(f->seen[i].aip, 16 * i);
    assert_int_equal(grf(f, 10, 0), 3);
}

static void run_routine_sees_only_the_channels_on_ip(void **state)
{
    struct fixture *f = *state;
    start(f,
          "mov (8) r2.0<1>:w 0x76543210:v\n"
          "mov (8) r3.0<1>:d r2.0<8;8,1>:w\n"
          "cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 3:d\n"
          "(f0.0) if (8) other join\n"
          "illegal\n"
          "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
          "else (8) join\n"
          "other: add (8) r10.0<1>:d r10.0<8;8,1>:d 16:d\n"
          "join: endif (8) rest\n"
          "rest: nop\n",
          /* the compare without NoMask writes the flags of the channels that run */
          "mov (1) f1.0<1>:uw 0:uw {NoMask}\n"
          "cmp.e.f1.0 (8) null<1>:d r3.0<8;8,1>:d r3.0<8;8,1>:d\n"
          "mov (1) r21.0<1>:ud f1.0<0;1,0>:uw {NoMask}\n" SKIP CLEAR RETURN,
          0xff, 0x1000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 21, 0), 0x07);
    for (unsigned n = 0; n < 8; n++)
        assert_int_equal(grf(f, 10, n), n < 3 ? 1 : 16);
}

static void run_under_spf_enters_and_returns(void **state)
{
    struct fixture *f = *state;
    start(f,
          "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n"
          "jmpi (1) on {NoMask}\nnop\non: illegal\n" MARK(10),
          SKIP CLEAR RETURN, 0xff, 0x1000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(f->seen[0].ip, 48);
    assert_int_equal(grf(f, 10, 7), 1);
    assert_int_equal(f->t->cr[0], EU_CR0_SPF);
}

static void run_spf_cleared_in_the_routine_moves_its_channels(void **state)
{
    struct fixture *f = *state;
    start(f, "illegal\n" MARK(10),
          "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n"
          "jmpi (1) on {NoMask}\nnop\n"
          "on: and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xfffffffb:ud {NoMask, Switch}\n" MARK(22)
              SKIP CLEAR RETURN,
          0x0f, 0x1000);
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 22, 3), 1); /* it runs channels again */
    assert_int_equal(grf(f, 22, 4), 0);
    assert_int_equal(grf(f, 10, 3), 1);
}

static void run_without_sip_goes_on_after_a_software_stop(void **state)
{
    struct fixture *f = *state;
    start(f,
          "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n" MARK(
              10) "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n" MARK(10),
          NULL, 0xff, 0x2000);
    assert_int_equal(run(f), EU_STOP_EXCEPTION);
    assert_int_equal(f->ev.ip, 16);
    assert_int_equal(f->seen[0].ip, 0);
    assert_int_equal(f->t->ip, 16);
    assert_int_equal(run(f), EU_STOP_DONE); /* the bit is set: the second event is lost */
    assert_int_equal(grf(f, 10, 0), 2);
    assert_int_equal(f->n, 1);
}

static void run_halt_breaks_a_wait_unless_held(void **state)
{
    struct fixture *f = *state;
    start(f, "wait n0\n" MARK(10),
          COUNT CLEAR "mov (1) r21.0<1>:ud cr0.2<0;1,0>:ud {NoMask, Switch}\n" RETURN, 0xff, 0);
    assert_int_equal(run(f), EU_STOP_DEADLOCK);
    f->eu->quirks[EU_QUIRK_HALT_WAIT] = 1;
    exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT);
    assert_int_equal(run(f), EU_STOP_DEADLOCK);
    assert_int_equal(f->n, 0);
    f->eu->quirks[EU_QUIRK_HALT_WAIT] = 0;
    assert_int_equal(run(f), EU_STOP_DEADLOCK); /* back in the wait after the routine */
    assert_int_equal(f->n, 1);
    assert_int_equal(f->seen[0].kind, EXC_EXTERNAL_HALT);
    assert_int_equal(f->seen[0].aip, 0);
    assert_int_equal(grf(f, 20, 0), 1);
    f->t->n[0] = 1;
    f->t->status = EU_THREAD_READY;
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 10, 0), 1);
}

static void run_lint_return_without_nop_is_named(void **state)
{
    struct fixture *f = *state;
    start(f, "illegal\n" MARK(10),
          SKIP CLEAR "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n" COUNT,
          0xff, 0x1000);
    f->eu->lint = f->eu->lint_stop = true;
    assert_int_equal(run(f), EU_STOP_LINT);
    assert_non_null(strstr(f->ev.text, "sip-return-nop"));
    assert_int_equal(f->t->ip, 16); /* it has returned */
    f->eu->lint_stop = false;
    assert_int_equal(run(f), EU_STOP_DONE);
    assert_int_equal(grf(f, 10, 0), 1);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(run_illegal_enters_and_is_skipped_by_the_routine),
        CASE(run_illegal_disabled_is_a_nop),
        CASE(run_software_taken_behind_the_last_instruction),
        CASE(run_status_left_set_enters_again_before_the_application),
        CASE(run_nothing_behind_the_return_executes),
        CASE(run_breakpoint_suppressed_once_on_return),
        CASE(run_single_step_enters_before_each_instruction),
        CASE(run_routine_sees_only_the_channels_on_ip),
        CASE(run_under_spf_enters_and_returns),
        CASE(run_spf_cleared_in_the_routine_moves_its_channels),
        CASE(run_without_sip_goes_on_after_a_software_stop),
        CASE(run_halt_breaks_a_wait_unless_held),
        CASE(run_lint_return_without_nop_is_named),
    };
    return cmocka_run_group_tests_name("exception_program", tests, NULL, NULL);
}
