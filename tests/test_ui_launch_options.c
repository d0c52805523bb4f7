/* Options of a launch: limits of numbers on both sides, words, and what is so without an option. */
#include "tests/helpers.h"

#include "eu/cli/launch.h"
#include "sim/jobs.h"

enum { WORDS = 12 };

/* The launch of a command's arguments, which end with NULL; messages go to no one. */
static int launch_of(enum ui_command command, const char *const *words, struct launch *l)
{
    char name[] = "eulab", *argv[WORDS] = {name};
    int argc = 1;
    struct ui_args args;
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)(uintptr_t)words[argc - 1];
    int status = ui_args_parse(&args, command, argc, argv);
    *l = (struct launch){0};
    if (status == UI_OK)
        status = launch_init(l, &args);
    ui_args_fini(&args);
    return status;
}

struct number {
    const char *option;
    uint64_t min, max, step; /* step: it is a multiple of that */
    size_t at, bytes;        /* in struct launch */
};
#define FIELD(f) offsetof(struct launch, f), sizeof((struct launch *)0)->f

static uint64_t field(const struct launch *l, const struct number *n)
{
    uint64_t v = 0;
    memcpy(&v, (const char *)l + n->at, n->bytes);
    return v;
}

static void take(const struct number *n, uint64_t v, bool fits)
{
    struct launch l;
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    int status = launch_of(UI_RUN, (const char *const[]){n->option, text, "k.asm", NULL}, &l);
    if ((status == UI_OK) != fits || (fits && field(&l, n) != v))
        fail_msg("%s %s: status %d, %llu", n->option, text, status,
                 (unsigned long long)field(&l, n));
    launch_fini(&l);
}

static void numbers_have_limits_on_both_sides(void **state)
{
    static const struct number rows[] = {
        {"--kernel-at", 0, 0xfffffff8, 8, FIELD(kernel_at)},
        {"--sip-at", 0, 0xfffffff0, 16, FIELD(sip_at)},
        {"--csr", 0, UINT32_MAX, 1, FIELD(csr)},
        {"--threads", 1, 65536, 1, FIELD(dispatch.grid[0])},
        {"--eus", 1, 32, 1, FIELD(dispatch.eus)},
        {"--eu-threads", 1, 8, 1, FIELD(dispatch.eu_threads)},
        {"--quantum", 1, UINT32_MAX, 1, FIELD(dispatch.quantum)},
        {"--dmask", 1, UINT32_MAX, 1, FIELD(dispatch.dmask)},
        {"--max-insts", 1, UINT64_MAX, 1, FIELD(max_insts)},
        {"--jobs", 1, 256, 1, FIELD(jobs)},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct number *n = &rows[i];
        take(n, n->min, true);
        take(n, n->min + n->step, true);
        take(n, n->max - n->step, true);
        take(n, n->max, true);
        if (n->max < UINT64_MAX)
            take(n, n->max + n->step, false);
        for (uint64_t k = 1; k < n->step; k++)
            take(n, n->max - k, false);
        if (n->min && strcmp(n->option, "--jobs"))
            take(n, n->min - 1, false);
    }
    struct launch l;
    assert_int_equal(launch_of(UI_RUN, (const char *const[]){"--jobs", "0", "k.asm", NULL}, &l),
                     UI_OK);
    assert_int_equal(l.jobs, eu_jobs_host());
    launch_fini(&l);
}

static void words_are_known_or_refused(void **state)
{
    static const struct {
        enum ui_command command;
        const char *words[4];
        int status;
        size_t at, bytes; /* bytes 0: nothing is looked at */
        uint64_t value;
    } rows[] = {
        {UI_RUN, {"--trace", "exec", "k.asm"}, 0, FIELD(trace), 1},
        {UI_RUN, {"--trace", "exc", "k.asm"}, 0, FIELD(trace), 2},
        {UI_RUN, {"--trace", "mem", "k.asm"}, 0, FIELD(trace), 4},
        {UI_RUN, {"--trace", "rsp", "k.asm"}, 0, FIELD(trace), 8},
        {UI_RUN, {"--trace", "regs", "k.asm"}, 0, FIELD(trace), 16},
        {UI_RUN, {"--trace", "regs,exec,mem", "k.asm"}, 0, FIELD(trace), 21},
        {UI_RUN, {"--trace", "exe", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--trace", "exec,", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_SHELL, {"--trace", "regs", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_SHELL, {"--trace", "rsp", "k.asm"}, 0, FIELD(trace), 8},
        {UI_RUN, {"--engine", "both", "k.asm"}, 0, FIELD(engine.lockstep), 1},
        {UI_RUN, {"--engine", "both", "k.asm"}, 0, FIELD(engine.kind), EU_ENGINE_FAST},
        {UI_RUN, {"--engine", "both=jit", "k.asm"}, 0, FIELD(engine.kind), EU_ENGINE_JIT},
        {UI_RUN, {"--engine", "both=jit", "k.asm"}, 0, FIELD(engine.lockstep), 1},
        {UI_RUN, {"--engine", "both=reference", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--engine", "bothjit", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--engine", "reference", "k.asm"}, 0, FIELD(engine.lockstep), 0},
        {UI_RUN, {"--engine", "reference", "k.asm"}, 0, FIELD(engine.kind), EU_ENGINE_REFERENCE},
        {UI_SHELL, {"--engine", "both", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--engine", "jit=1", "k.asm"}, 0, FIELD(engine.jit_hot), 1},
        {UI_RUN, {"--engine", "jit=4294967295", "k.asm"}, 0, FIELD(engine.jit_hot), UINT32_MAX},
        {UI_RUN, {"--engine", "jit=7", "k.asm"}, 0, FIELD(engine.kind), EU_ENGINE_JIT},
        {UI_RUN, {"--engine", "jit=0", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--engine", "jit=4294967296", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--engine", "jit", "k.asm"}, 0, FIELD(engine.jit_hot), EU_JIT_HOT},
        {UI_RUN, {"--lint", "k.asm"}, 0, FIELD(lint), 1},
        {UI_RUN, {"--lint", "k.asm"}, 0, FIELD(lint_stop), 0},
        {UI_RUN, {"--lint=stop", "k.asm"}, 0, FIELD(lint), 1},
        {UI_RUN, {"--lint=stop", "k.asm"}, 0, FIELD(lint_stop), 1},
        {UI_RUN, {"--lint=stop", "--lint", "k.asm"}, 0, FIELD(lint_stop), 1},
        {UI_RUN, {"--lint=sto", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_SERVE, {"--gdb-threads", "eu", "k.asm"}, 0, FIELD(eu_threads), 1},
        {UI_SERVE, {"--gdb-threads", "channels", "k.asm"}, 0, FIELD(eu_threads), 0},
        {UI_SERVE, {"--gdb-threads", "channel", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--sip-at", "8", "k.asm"}, UI_BAD_INPUT, 0, 0, 0},
        {UI_SIPTEST, {"--sip-at", "8", "k.asm"}, 0, FIELD(sip_at), 8},
        {UI_RUN, {"--set", "r1.0:ud=5", "k.asm"}, 0, FIELD(nsets), 1},
        {UI_RUN, {"--set", "r1", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--load", "=x", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--load", "0=", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--load", "0x", "k.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"--load", "0=x", "k.asm"}, 0, FIELD(loads.n), 1},
        {UI_RUN, {"k.asm", "l.asm"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {"k.json"}, UI_USAGE, 0, 0, 0},
        {UI_RUN, {NULL}, UI_USAGE, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct number n = {.at = rows[i].at, .bytes = rows[i].bytes};
        struct launch l;
        int status = launch_of(rows[i].command, rows[i].words, &l);
        if (status != rows[i].status || (n.bytes && field(&l, &n) != rows[i].value))
            fail_msg("row %zu, %s %s: status %d, %llu", i, rows[i].words[0], rows[i].words[1],
                     status, (unsigned long long)field(&l, &n));
        launch_fini(&l);
    }
}

static void without_options_a_launch_is_one_thread(void **state)
{
    struct launch l;
    (void)state;
    assert_int_equal(launch_of(UI_RUN, (const char *const[]){"k.asm", NULL}, &l), UI_OK);
    assert_int_equal(l.gen, EU_GEN7);
    assert_int_equal(l.sip_at, 0x80000);
    assert_int_equal(l.csr, 0xfe000000u);
    assert_int_equal(l.max_insts, 1000000000);
    assert_int_equal(l.jobs, 1);
    assert_int_equal(l.history, 64 << 20);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(l.dispatch.grid[i], 1);
    assert_int_equal(l.dispatch.threads_per_group, 1);
    assert_int_equal(l.dispatch.dmask, 0xffff);
    assert_int_equal(l.dispatch.simd, 16);
    assert_int_equal(l.scratch.bti, 253);
    assert_int_equal(l.scratch.fill, -1);
    assert_true(l.scratch.s.present);
    assert_int_equal(l.scratch.s.height, 1);
    assert_int_equal(l.scratch.s.width, 65536);
    assert_int_equal(l.scratch.s.pitch, 65536);
    assert_int_equal(l.scratch.s.address, 0x800000);
    assert_string_equal(l.kernel, "k.asm");
    launch_fini(&l);
}

/* 16 KiB for each slot that a thread may have; slots of an EU are eight apart. */
static void scratch_space_has_room_for_each_slot(void **state)
{
    static const unsigned eus[] = {1, 2, 3, 32}, per_eu[] = {1, 3, 7, 8};
    (void)state;
    for (unsigned e = 0; e < 4; e++)
        for (unsigned p = 0; p < 4; p++)
            for (unsigned threads = 1; threads <= 300; threads += threads < 20 ? 1 : 37) {
                char words[3][8];
                unsigned slots = eus[e] * per_eu[p], last = 0;
                struct launch l;
                snprintf(words[0], 8, "%u", eus[e]);
                snprintf(words[1], 8, "%u", per_eu[p]);
                snprintf(words[2], 8, "%u", threads);
                for (unsigned t = 0; t < threads && t < slots; t++)
                    last = t / per_eu[p] * 8 + t % per_eu[p];
                unsigned bytes = (last + 1) * 16384;
                assert_int_equal(
                    launch_of(UI_RUN,
                              (const char *const[]){"--eus", words[0], "--eu-threads", words[1],
                                                    "--threads", words[2], "k.asm", NULL},
                              &l),
                    UI_OK);
                assert_int_equal(l.scratch.s.width, bytes > 65536 ? bytes : 65536);
                assert_int_equal(l.scratch.s.pitch, l.scratch.s.width);
                launch_fini(&l);
            }
}

/* All channels that the width has; without one, sixteen. */
static void the_dispatch_mask_has_the_width(void **state)
{
    static const struct {
        uint32_t kind, simd, dmask, want_dmask, want_simd;
    } rows[] = {
        {EU_DISPATCH_RAW, 0, 0, 0xffff, 16}, {EU_DISPATCH_RAW, 1, 0, 1, 1},
        {EU_DISPATCH_RAW, 8, 0, 0xff, 8},    {EU_DISPATCH_RAW, 16, 0, 0xffff, 16},
        {EU_DISPATCH_RAW, 32, 0, ~0u, 32},   {EU_DISPATCH_RAW, 8, 5, 5, 8},
        {EU_DISPATCH_GPGPU, 0, 0, 0, 16},    {EU_DISPATCH_MEDIA, 0, 0, 0, 16},
        {EU_DISPATCH_VS, 0, 0, 0, 0},        {EU_DISPATCH_GS, 0, 0, 0, 0},
        {EU_DISPATCH_PS, 0, 0, 0, 16},       {EU_DISPATCH_PS, 8, 0, 0, 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_dispatch d = {.kind = rows[i].kind, .simd = rows[i].simd, .dmask = rows[i].dmask};
        launch_complete(&d);
        assert_int_equal(d.dmask, rows[i].want_dmask);
        assert_int_equal(d.simd, rows[i].want_simd);
        assert_int_equal(d.walker, rows[i].kind == EU_DISPATCH_MEDIA);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_limits_on_both_sides),
        cmocka_unit_test(words_are_known_or_refused),
        cmocka_unit_test(without_options_a_launch_is_one_thread),
        cmocka_unit_test(scratch_space_has_room_for_each_slot),
        cmocka_unit_test(the_dispatch_mask_has_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
