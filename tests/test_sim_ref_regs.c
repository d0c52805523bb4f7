/* Regions, accumulators, architecture registers and the scheduler, on the reference engine. */
#include "sim/lint.h"
#include "tests/ref_fixture.h"

/* GRF word k of each of the @threads threads is k. */
static struct eu *machine(const char *text, uint32_t threads)
{
    struct eu *eu = ref_machine(EU_GEN7, text, threads, 0xffff);
    for (uint32_t i = 0; i < threads; i++)
        for (unsigned k = 0; k < EU_GRF_COUNT * 16; k++) {
            uint16_t v = (uint16_t)k;
            memcpy(&eu->threads[i].grf[k / 16][k % 16 * 2], &v, 2);
        }
    return eu;
}

static uint16_t word(const struct eu *eu, unsigned reg, unsigned n)
{
    uint16_t v;
    memcpy(&v, &eu->threads[0].grf[reg][2 * n], sizeof v);
    return v;
}

static uint32_t dword(const struct eu *eu, unsigned reg, unsigned n)
{
    uint32_t v;
    memcpy(&v, &eu->threads[0].grf[reg][4 * n], sizeof v);
    return v;
}

/* The regions pictured in 3.3.5 and their kin; GRF word k holds k, so an element is its address. */
static void region_of_words_takes_the_elements_of_the_manual(void **state)
{
    (void)state;
    static const struct {
        const char *src;
        unsigned base, vs, w, hs;
    } rows[] = {
        {"r4.1<16;8,2>:w", 4 * 16 + 1, 16, 8, 2}, {"r5.0<1;8,2>:w", 5 * 16, 1, 8, 2},
        {"r6.0<16;16,1>:w", 6 * 16, 16, 16, 1},   {"r6.3<0;1,0>:w", 6 * 16 + 3, 0, 1, 0},
        {"r7.0<4;4,1>:w", 7 * 16, 4, 4, 1},       {"r7.0<8;4,2>:w", 7 * 16, 8, 4, 2},
        {"r8.0<2;4,0>:w", 8 * 16, 2, 4, 0},       {"r127.8<8;8,1>:w", 127 * 16 + 8, 8, 8, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[96];
        snprintf(text, sizeof text, "mov (16) r20.0<1>:w %s\n", rows[i].src);
        struct eu *eu = machine(text, 1);
        ref_run(eu);
        for (unsigned n = 0; n < 16; n++) {
            unsigned want = rows[i].base + n / rows[i].w * rows[i].vs + n % rows[i].w * rows[i].hs;
            assert_int_equal(word(eu, 20, n), want % (EU_GRF_COUNT * 16)); /* wraps in the file */
        }
        eu_free(eu);
    }
}

static void region_align16_swizzles_and_masks_components(void **state)
{
    (void)state;
    struct eu *eu = machine("mov (8) r20.0<1>.xz:ud r4.0<4>.wzyx:ud {Align16}\n", 1);
    ref_run(eu);
    for (unsigned n = 0; n < 8; n++) {
        unsigned c = n / 4 * 4 + 3 - n % 4;
        bool on = n % 4 == 0 || n % 4 == 2;
        assert_int_equal(dword(eu, 20, n),
                         on ? dword(eu, 4, c) : (20 * 16 + 2 * n) | (20 * 16 + 2 * n + 1) << 16);
    }
    eu_free(eu);
}

static void region_indirect_follows_the_address_registers(void **state)
{
    (void)state;
    struct eu *eu = machine("mov (8) r20.0<1>:uw r[a0.0]<8;8,1>:uw\n"  /* 1x1 */
                            "mov (8) r21.0<1>:uw r[a0.0, 4]<4,1>:uw\n" /* Vx: one index a row */
                            "mov (8) r22.0<1>:uw r[a0.0]<1,0>:uw\n"    /* one index a channel */
                            "mov (4) r[a0.7]<1>:uw r6.0<4;4,1>:uw\n",
                            1);
    static const uint16_t a0[8] = {0x80, 0x148, 0x1fe, 0x40, 0x62, 0x100, 0x0, 0x2e4};
    memcpy(eu->threads[0].a0, a0, sizeof a0);
    ref_run(eu);
    for (unsigned n = 0; n < 8; n++) {
        assert_int_equal(word(eu, 20, n), a0[0] / 2 + n);
        assert_int_equal(word(eu, 21, n), (a0[n / 4] + 4) / 2 + n % 4);
        assert_int_equal(word(eu, 22, n), a0[n] / 2);
    }
    for (unsigned n = 0; n < 4; n++)
        assert_int_equal(word(eu, a0[7] / 32, a0[7] % 32 / 2 + n), 6 * 16 + n);
    eu_free(eu);
}

static void acc_keeps_guard_bits_of_a_word_sum(void **state)
{
    (void)state;
    struct eu *eu = machine("mov (16) acc0.0<1>:w 0x7000:w\n"
                            "mac (16) null<1>:w r4.0<0;1,0>:w r4.0<0;1,0>:w {AccWrEn}\n"
                            "mov (8) acc1.0<1>:f 1.0:f\n",
                            1);
    uint16_t v = 0x300; /* 0x300 * 0x300 = 0x90000 */
    memcpy(&eu->threads[0].grf[4][0], &v, 2);
    ref_run(eu);
    assert_int_equal(eu->threads[0].acc[0][0], 0x7000 + 0x90000);
    assert_int_equal(eu->threads[0].acc[0][15], 0x7000 + 0x90000);
    assert_int_equal(eu->threads[0].acc[1][14], 0x3f800000);
    eu_free(eu);
}

static void mul_mach_pair_gives_the_64_bit_product(void **state)
{
    (void)state;
    static const int32_t pairs[][2] = {{0x7fffffff, 0x7fffffff},
                                       {INT32_MIN, INT32_MIN},
                                       {-1, 1},
                                       {123456789, -987654321},
                                       {-1, -1}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct eu *eu = machine("mul (8) acc0.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:d\n"
                                "mach (8) r20.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:d {AccWrEn}\n"
                                "mov (8) r21.0<1>:d acc0.0<8;8,1>:d\n",
                                1);
        memcpy(eu->threads[0].grf[4], &pairs[i][0], 4);
        memcpy(eu->threads[0].grf[5], &pairs[i][1], 4);
        ref_run(eu);
        int64_t want = (int64_t)pairs[i][0] * pairs[i][1];
        assert_int_equal(dword(eu, 20, 7), (uint32_t)((uint64_t)want >> 32));
        assert_int_equal(dword(eu, 21, 7), (uint32_t)want);
        assert_int_equal(eu->threads[0].acc[0][14], want);
        eu_free(eu);
    }
}

static void acc_disable_holds_back_implicit_updates_only(void **state)
{
    (void)state;
    struct eu *eu = machine("add (8) r20.0<1>:d r4.0<8;8,1>:d 1:d {AccWrEn}\n"
                            "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 2:ud {Switch}\n"
                            "add (8) r20.0<1>:d r4.0<8;8,1>:d 2:d {AccWrEn}\n"
                            "addc (8) r21.0<1>:ud r4.0<8;8,1>:ud r4.0<8;8,1>:ud {AccWrEn}\n",
                            1);
    ref_run(eu);
    assert_int_equal((uint32_t)eu->threads[0].acc[0][0], 0x00410040 + 1);
    eu_free(eu);
}

static void arf_reserved_and_read_only_bits_drop_writes(void **state)
{
    (void)state;
    struct eu *eu = machine("mov (1) cr0.1<1>:ud 0x07ff57ff:ud {NoMask, Switch}\n"
                            "mov (1) cr0.2<1>:ud 0x12345677:ud {NoMask, Switch}\n"
                            "mov (1) cr0.3<1>:ud 0xffffffff:ud {NoMask, Switch}\n"
                            "mov (8) a0.0<1>:uw 0xffff:uw {NoMask}\n"
                            "mov (1) n0.0<1>:ud 7:ud {NoMask}\n"
                            "mov (1) tdr0.1<1>:uw 0xffff:uw {NoMask}\n"
                            "mov (1) r20.0<1>:uw cr0.5<0;1,0>:uw {NoMask, Switch}\n"
                            "mov (1) f0.1<1>:uw 0xabcd:uw {NoMask}\n",
                            1);
    struct eu_thread *t = &eu->threads[0];
    t->tdr[0] = 0x80118022;
    ref_run(eu);
    assert_int_equal(t->cr[1], 0x1000);
    assert_int_equal(t->cr[2], 0x12345670);
    assert_int_equal(t->cr[3], 0);
    assert_int_equal(t->a0[1], 0xffff);
    assert_int_equal(t->a0[2], 0x0fff);
    assert_int_equal(t->n[0], 0);
    assert_int_equal(t->tdr[0], 0x00118022);
    assert_int_equal(word(eu, 20, 0), 0x1234); /* the upper half of AIP */
    assert_int_equal(t->f[0], 0xabcd0000);
    eu_free(eu);
}

/* Writes a register from r20 and r21: zeros, and behind its end ones. Returns the thread after it,
 * without the register itself. */
static struct eu_thread *write_behind(enum eu_gen gen, enum eu_engine engine, unsigned channels,
                                      const char *name, size_t at, size_t bytes)
{
    char text[96];
    snprintf(text, sizeof text, "mov (%u) %s<1>:ud r20.0<8;8,1>:ud {NoMask, Switch}\n", channels,
             name);
    struct eu *eu = ref_machine(gen, text, 1, 0xffff);
    struct eu_thread *t = eu->threads, *after = malloc(sizeof *after);
    assert_non_null(after);
    eu->engine = engine;
    memset(t->grf[20] + bytes, 0xff, 2 * EU_GRF_BYTES - bytes);
    eu_written(t, 20 * EU_GRF_BYTES, 22 * EU_GRF_BYTES);
    t->sip_channels = UINT32_MAX;
    ref_run(eu);
    memcpy(after, t, sizeof *t);
    memset((uint8_t *)after + at, 0, bytes);
    eu_free(eu);
    return after;
}

static void arf_written_behind_its_end_leaves_what_follows_alone(void **state)
{
#define ROW(name, member, gens)                                                                    \
    {                                                                                              \
        name, offsetof(struct eu_thread, member), sizeof((struct eu_thread *)0)->member, gens      \
    }
    static const struct {
        const char *name;
        size_t at, bytes;
        unsigned gens;
    } rows[] = {
        {"a0.0", offsetof(struct eu_thread, a0), 16, EU_GEN7},
        ROW("f0.0", f[0], EU_GEN_ALL),
        ROW("f1.0", f[1], EU_GEN_ALL),
        ROW("sr0.0", sr, EU_GEN_ALL),
        ROW("cr0.0", cr, EU_GEN_ALL),
        ROW("tdr0.0", tdr, EU_GEN_ALL),
        ROW("n0.0", n, EU_GEN_ALL),
        ROW("sr1.0", sr1, EU_GEN8),
        ROW("sp.0", sp, EU_GEN8),
        ROW("dbg0.0", dbg, EU_GEN8),
        ROW("msg0.0", msg[0], EU_GEN8),
        ROW("msg7.0", msg[7], EU_GEN8),
    };
#undef ROW
    (void)state;
    for (unsigned n = 0; n < sizeof rows / sizeof rows[0] * 8; n++) {
        size_t i = n / 8, at = rows[i].at, bytes = rows[i].bytes;
        enum eu_gen gen = n & 1 ? EU_GEN8 : EU_GEN7;
        enum eu_engine engine = n & 2 ? EU_ENGINE_FAST : EU_ENGINE_REFERENCE;
        unsigned channels = n & 4 ? 16 : 8;
        if (!(rows[i].gens & gen))
            continue;
        struct eu_thread *t = write_behind(gen, engine, channels, rows[i].name, at, bytes);
        struct eu_thread *other = write_behind(gen, engine, channels, "null", at, bytes);
        if (memcmp(t, other, sizeof *t) != 0)
            fail_msg("Gen%s, engine %u: %u dwords to %s", eu_gen_name(gen), engine, channels,
                     rows[i].name);
        free(t);
        free(other);
    }
}

static void reg_write_drops_reserved_bits_and_derives_vmask(void **state)
{
    (void)state;
    struct eu *eu = machine("nop\n", 1);
    struct eu_thread *t = &eu->threads[0];
    uint32_t ones[4] = {~0u, ~0u, ~0u, ~0u}, sr[4] = {~0u, ~0u, 0x00100001, 0}, buf[32];
    assert_int_equal(eu_reg_write(eu, t, EU_REG_CR0, ones), 0);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(t->cr[i], isa_gen(EU_GEN7)->cr0[i]);
    assert_int_equal(eu_reg_write(eu, t, EU_REG_SR0, sr), 0);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(t->sr[i], isa_gen(EU_GEN7)->sr0[i]);
    assert_int_equal(t->sr[3], 0x00f0000f);
    assert_int_equal(eu_reg_write(eu, t, EU_REG_TDR0, ones), 0);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(t->tdr[i], 0x80ff80ff);
    assert_int_equal(eu_reg_write(eu, t, EU_REG_CE, ones), -EU_ERR_READONLY);
    assert_int_equal(eu_reg_write(eu, t, EU_REG_COUNT, ones), -EU_ERR_UNKNOWN);
    t->tm_event = true;
    assert_int_equal(eu_reg_read(eu, t, EU_REG_TM0, buf), 0);
    assert_true(t->tm_event); /* a peek */
    eu_free(eu);
}

static void eu_run_threads_take_turns_the_same_way_each_time(void **state)
{
    (void)state;
    uint64_t insts[2][4];
    for (unsigned pass = 0; pass < 2; pass++) {
        struct eu_event ev;
        struct eu *eu = machine("loop: add (8) r5.0<1>:d r5.0<8;8,1>:d 1:d\n"
                                "jmpi (1) loop {NoMask}\n",
                                4);
        uint64_t budgets[2][4] = {{1000, 0, 0, 0},
                                  {7, 130, 463, 400}}; /* in one go, or in pieces */
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(eu_run(eu, budgets[pass][i], &ev), EU_STOP_BUDGET);
        for (unsigned i = 0; i < 4; i++)
            insts[pass][i] = eu->threads[i].insts;
        assert_int_equal(eu->insts, 1000);
        eu_request_stop(eu);
        assert_int_equal(eu_run(eu, 1000, &ev), EU_STOP_REQUEST);
        assert_int_equal(eu_run_thread(eu, 2, 10, &ev), EU_STOP_BUDGET);
        assert_int_equal(eu->threads[2].insts, insts[pass][2] + 10);
        eu_free(eu);
    }
    assert_memory_equal(insts[0], insts[1], sizeof insts[0]);
    assert_int_equal(insts[0][0], 256); /* quanta of 64: 1000 = 4 * 4 * 64 - 24 */
    assert_int_equal(insts[0][3], 232);
}

static void eu_run_wait_without_notification_is_a_deadlock(void **state)
{
    (void)state;
    struct eu_event ev;
    struct eu *eu = machine("wait (1) n0.0<1>:ud n0.0<0;1,0>:ud\nmov (8) r4.0<1>:d 1:d\n", 1);
    assert_int_equal(eu_run(eu, 100, &ev), EU_STOP_DEADLOCK);
    assert_int_equal(eu->threads[0].ip, 0);
    static const uint32_t other[3] = {0, 1, 1}, notified[3] = {1, 0, 0};
    assert_int_equal(eu_reg_write(eu, &eu->threads[0], EU_REG_N0, other), 0);
    assert_int_equal(eu_run(eu, 100, &ev), EU_STOP_DEADLOCK);
    assert_int_equal(eu_reg_write(eu, &eu->threads[0], EU_REG_N0, notified), 0);
    ref_run(eu);
    assert_int_equal(eu->threads[0].n[0], 0);
    assert_int_equal(dword(eu, 4, 0), 1);
    eu_free(eu);
}

static void eu_run_off_the_code_without_end_ip_stops_by_name(void **state)
{
    (void)state;
    struct eu_event ev;
    struct eu *eu = machine("nop\n", 1);
    eu->end_ip = UINT32_MAX;
    assert_int_equal(eu_run(eu, 100, &ev),
                     EU_STOP_EXCEPTION); /* no exception logic: stops at once */
    assert_int_equal(ev.ip, 16);
    assert_non_null(strstr(ev.text, "illegal opcode"));
    eu_free(eu);
}

/* Bits of cr0.1 that the hardware would act on stop a machine that has no exception logic. */
static void write_of_cr0_without_exception_logic_stops_when_something_is_due(void **state)
{
    static const struct {
        uint32_t cr1;
        bool stops;
    } rows[] = {
        {0x40000000, true},  /* external halt: always enabled */
        {0x80000000, false}, /* breakpoint, software, illegal opcode without and with enable */
        {0x80008000, true},  {0x20000000, false}, {0x20002000, true},
        {0x10000000, false}, {0x10001000, false}, /* a status that only tells */
        {0x08000800, false}, {0x00003000, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[96];
        struct eu_event ev = {0};
        snprintf(text, sizeof text, "mov (1) cr0.1<1>:ud 0x%x:ud {NoMask}\n", rows[i].cr1);
        struct eu *eu = machine(text, 1);
        enum eu_stop stop = eu_run(eu, 100, &ev);
        assert_int_equal(stop, rows[i].stops ? EU_STOP_EXCEPTION : EU_STOP_DONE);
        if (rows[i].stops)
            assert_non_null(strstr(ev.text, "exception pending"));
        assert_int_equal(eu->threads[0].cr[1], rows[i].cr1 & isa_gen(EU_GEN7)->cr0[1]);
        eu_free(eu);
    }
}

/* What follows cr0 is not cr0: a write there does not look at what the host has made pending. */
static void write_behind_cr0_is_none_of_cr0(void **state)
{
    static const uint32_t halted[4] = {0, 0x40000000};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct eu_event ev = {0};
        struct eu *eu = machine(i & 1 ? "mov (1) cr0.4<1>:ud -1:ud {NoMask, Switch}\n"
                                      : "mov (1) cr0.3<1>:ud -1:ud {NoMask, Switch}\n",
                                1);
        eu->engine = i & 2 ? EU_ENGINE_FAST : EU_ENGINE_REFERENCE;
        assert_int_equal(eu_reg_write(eu, eu->threads, EU_REG_CR0, halted), 0);
        assert_int_equal(eu_run(eu, 100, &ev), i & 1 ? EU_STOP_DONE : EU_STOP_EXCEPTION);
        eu_free(eu);
    }
}

/* The seventeenth call passes a stack of sixteen entries, the first return an empty one. */
static void calls_past_the_stack_without_exception_logic_stop_by_name(void **state)
{
    static const char *const texts[] = {"again: call (2) r20.0<1>:ud again\n",
                                        "ret (2) r20.0<2;2,1>:ud\n"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct eu_event ev = {0};
        struct eu *eu = machine(texts[i], 1);
        eu->quirks[EU_QUIRK_CALL_DEPTH] = 1;
        assert_int_equal(eu_run(eu, 100, &ev), EU_STOP_EXCEPTION);
        assert_non_null(strstr(ev.text, "stack overflow, and no exception logic is installed"));
        assert_int_equal(eu->threads[0].insts, i ? 1 : 17);
        eu_free(eu);
    }
}

static void note(void *ctx, const char *channel, const char *text)
{
    if (strcmp(channel, "lint") == 0)
        snprintf(ctx, 160, "%s", text);
}

static void lint_names_the_rule_and_stops_when_asked(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rule;
    } rows[] = {
        {"mov (8) r20.0<1>:d r127.4<8;8,1>:d\n", "grf-range"},
        {"mov (8) r20.0<1>:d r[a0.0, 8]<8;8,1>:d\n", "address-carry"},
        {"mov (8) r20.0<1>:d r4.0<8;8,1>:d\n", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char seen[160] = "";
        struct eu_event ev;
        struct eu *eu = machine(rows[i].text, 1);
        eu->threads[0].a0[0] = 28;
        eu_written(eu->threads, 0, EU_GRF_COUNT * EU_GRF_BYTES);
        eu->lint = true;
        eu->hooks.on_log = note;
        eu->hooks.observer_ctx = seen;
        ref_run(eu);
        assert_true(rows[i].rule[0] ? strstr(seen, rows[i].rule) != NULL : !seen[0]);
        eu_thread_start(eu, 0, 0, 0xffff, 0);
        eu_written(eu->threads, 0, EU_GRF_COUNT * EU_GRF_BYTES);
        eu_findings_forget(eu);
        eu->threads[0].a0[0] = 28;
        eu->lint_stop = true;
        assert_int_equal(eu_run(eu, 10, &ev), rows[i].rule[0] ? EU_STOP_LINT : EU_STOP_DONE);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(region_of_words_takes_the_elements_of_the_manual),
        cmocka_unit_test(region_align16_swizzles_and_masks_components),
        cmocka_unit_test(region_indirect_follows_the_address_registers),
        cmocka_unit_test(acc_keeps_guard_bits_of_a_word_sum),
        cmocka_unit_test(mul_mach_pair_gives_the_64_bit_product),
        cmocka_unit_test(acc_disable_holds_back_implicit_updates_only),
        cmocka_unit_test(arf_reserved_and_read_only_bits_drop_writes),
        cmocka_unit_test(arf_written_behind_its_end_leaves_what_follows_alone),
        cmocka_unit_test(reg_write_drops_reserved_bits_and_derives_vmask),
        cmocka_unit_test(eu_run_threads_take_turns_the_same_way_each_time),
        cmocka_unit_test(eu_run_wait_without_notification_is_a_deadlock),
        cmocka_unit_test(eu_run_off_the_code_without_end_ip_stops_by_name),
        cmocka_unit_test(write_of_cr0_without_exception_logic_stops_when_something_is_due),
        cmocka_unit_test(write_behind_cr0_is_none_of_cr0),
        cmocka_unit_test(calls_past_the_stack_without_exception_logic_stop_by_name),
        cmocka_unit_test(lint_names_the_rule_and_stops_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
