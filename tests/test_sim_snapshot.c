#include "tests/helpers.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/snapshot.h"

#ifdef __SANITIZE_ADDRESS__
#define UNDER_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN
#endif
#endif

struct seen {
    struct eu_diff d[8];
    size_t n, limit;
};

static bool note(void *ctx, const struct eu_diff *d)
{
    struct seen *s = ctx;
    s->d[s->n < 8 ? s->n : 7] = *d;
    s->n++;
    return s->n < s->limit;
}

static int setup(void **state)
{
    struct eu *eu = eu_new(EU_GEN7, 2);
    eu_memory_map(eu->mem, 0, 0x4000);
    eu_thread_start(eu, 0, 0, 0xffff, 0);
    eu_thread_start(eu, 1, 0, 0xff, 0x1000);
    *state = eu;
    return 0;
}

static int teardown(void **state)
{
    eu_free(*state);
    return 0;
}

/* Differences between @then and the machine as it is. */
static struct seen compare(const struct eu_snapshot *then, const struct eu *eu,
                           const struct eu_diff_ignore *ignore)
{
    struct seen s = {.limit = 100};
    struct eu_snapshot *now = eu_snapshot_take(eu);
    size_t n = eu_snapshot_diff(then, now, ignore, note, &s);
    eu_snapshot_free(now);
    assert_int_equal(n, s.n);
    return s;
}

static void poke(struct eu *eu, uint32_t addr, uint8_t v)
{
    assert_true(eu_memory_write(eu->mem, addr, &v, 1));
}

static void slm_fill(struct eu *eu, uint32_t at, uint8_t v, uint32_t n)
{
    assert_int_equal(eu_memory_map(eu->slm, at, n), 0);
    for (uint32_t i = 0; i < n; i++)
        assert_true(eu_memory_write(eu->slm, at + i, &v, 1));
}

static void restore_after_writes_gives_the_same_machine(void **state)
{
    struct eu *eu = *state;
    struct eu_memory *mem = eu->mem;
    poke(eu, 0x1001, 7);
    slm_fill(eu, 5, 9, 1);
    struct eu_snapshot *then = eu_snapshot_take(eu);
    assert_int_equal(compare(then, eu, NULL).n, 0);
    memset(eu->threads, 1, 2 * sizeof eu->threads[0]); /* a byte that a bool may have */
    eu->threads[0].attention = EU_ATT_HOST | EU_ATT_EXCEPTION;
    eu->threads[1].attention = 0;
    poke(eu, 0x1001, 8);
    poke(eu, 0x3fff, 8);
    slm_fill(eu, 0, 1, EU_SLM_BYTES);
    eu->next_slot = 1;
    eu->insts = 1000;
    eu->lint = true;
    atomic_store(&eu->stop_request, true);
    assert_true(compare(then, eu, NULL).n > 10);
    assert_int_equal(eu_snapshot_restore(eu, then), 0);
    assert_int_equal(compare(then, eu, NULL).n, 0);
    assert_int_equal(eu->threads[0].attention, EU_ATT_HOST);
    assert_int_equal(eu->threads[1].attention, 0);
    assert_int_equal(eu->threads[1].cr[1], 0x1000);
    assert_int_equal(eu->insts, eu_snapshot_insts(then));
    assert_int_equal(eu->next_slot, 0);
    assert_ptr_equal(eu->mem, mem);
    assert_true(eu->lint && atomic_load(&eu->stop_request));
    poke(eu, 0x1001, 99); /* what is restored is not the snapshot's own */
    eu_snapshot_restore(eu, then);
    assert_int_equal(compare(then, eu, NULL).n, 0);
    eu_snapshot_free(then);
    uint8_t v;
    eu_memory_read(eu->mem, 0x1001, &v, 1);
    assert_int_equal(v, 7);
}

static void diff_one_change_names_its_place(void **state)
{
    struct eu *eu = *state;
    struct eu_thread *t = &eu->threads[1];
    const struct {
        void *byte;
        unsigned what, thread, reg, offset;
        const char *text;
    } rows[] = {
        {&t->grf[12][5], EU_DIFF_REGISTER, 1, 12, 5,
         "thread 1 r12 byte 5: 0x00000100, expected 0x00000000"},
        {&t->grf[127][31], EU_DIFF_REGISTER, 1, 127, 31,
         "thread 1 r127 byte 31: 0x01000000, expected 0x00000000"},
        {&t->a0[7], EU_DIFF_REGISTER, 1, EU_REG_A0, 14,
         "thread 1 a0 byte 14: 0x00010000, expected 0x00000000"},
        {&t->acc[0][15], EU_DIFF_REGISTER, 1, EU_REG_ACCX0, 120,
         "thread 1 accx0 byte 120: 0x00000001, expected 0x00000000"},
        {&t->acc[1][0], EU_DIFF_REGISTER, 1, EU_REG_ACCX1, 0,
         "thread 1 accx1 byte 0: 0x00000001, expected 0x00000000"},
        {&t->f[0], EU_DIFF_REGISTER, 1, EU_REG_F0, 0,
         "thread 1 f0 byte 0: 0x00000001, expected 0x00000000"},
        {&t->f[1], EU_DIFF_REGISTER, 1, EU_REG_F1, 0,
         "thread 1 f1 byte 0: 0x00000001, expected 0x00000000"},
        {&t->cr[1], EU_DIFF_REGISTER, 1, EU_REG_CR0, 4,
         "thread 1 cr0 byte 4: 0x00001001, expected 0x00001000"},
        {&t->n[2], EU_DIFF_REGISTER, 1, EU_REG_N0, 8,
         "thread 1 n0 byte 8: 0x00000001, expected 0x00000000"},
        {&t->tdr[3], EU_DIFF_REGISTER, 1, EU_REG_TDR0, 12,
         "thread 1 tdr0 byte 12: 0x00000001, expected 0x00000000"},
        {&t->ip, EU_DIFF_REGISTER, 1, EU_REG_IP, 0,
         "thread 1 ip byte 0: 0x00000001, expected 0x00000000"},
        {&t->pcip[17], EU_DIFF_CHANNEL, 1, EU_REG_PCIP, 17,
         "thread 1 channel 17 pcip: 0x00000001, expected 0x00000000"},
        {&t->sip_channels, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 channels in the routine: 0x1, expected 0x0"},
        {&t->barrier, EU_DIFF_MACHINE, 1, 0, 0, "thread 1 barrier: 0x1, expected 0x0"},
        {&t->gateway_base, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 gateway's first register: 0x1, expected 0x0"},
        {&t->gateway_regs, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 gateway's registers: 0x1, expected 0x0"},
        {(uint8_t *)&t->exception.told + 3, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 exceptions that were told: 0x1000000, expected 0x0"},
        {(uint8_t *)&t->exception.raised + 3, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 exceptions that the host raised: 0x1000000, expected 0x0"},
        {&t->exception.step_over, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 breakpoint to be passed: 0x1, expected 0x0"},
        {&t->exception.entered, EU_DIFF_MACHINE, 1, 0, 0,
         "thread 1 entry by the hardware: 0x1, expected 0x0"},
        {&t->exception.save, EU_DIFF_MACHINE, 1, 0, 0, "thread 1 context save: 0x1, expected 0x0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct eu_snapshot *then = eu_snapshot_take(eu);
        uint8_t *byte = rows[i].byte;
        *byte += 1;
        eu_thread_touch(t);
        struct seen s = compare(then, eu, NULL);
        assert_int_equal(s.n, 1);
        assert_int_equal(s.d[0].what, rows[i].what);
        assert_int_equal(s.d[0].thread, rows[i].thread);
        assert_int_equal(s.d[0].reg, rows[i].reg);
        assert_int_equal(s.d[0].offset, rows[i].offset);
        assert_string_equal(s.d[0].text, rows[i].text);
        eu_snapshot_restore(eu, then);
        eu_snapshot_free(then);
    }
}

static void diff_of_slm_names_its_byte(void **state)
{
    struct eu *eu = *state;
    struct eu_snapshot *then = eu_snapshot_take(eu);
    slm_fill(eu, 0x1235, 1, 1);
    struct seen s = compare(then, eu, NULL);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.d[0].what, EU_DIFF_MACHINE);
    assert_int_equal(s.d[0].offset, 0x1235);
    assert_string_equal(s.d[0].text, "SLM 0x00001235: 0x00000100, expected 0x00000000");
    eu_snapshot_free(then);
}

/* Of machines with another number of threads nothing else is compared. */
static void diff_of_other_numbers_of_threads_is_one(void **state)
{
    struct eu *eu = *state, *other = eu_new(EU_GEN7, 3);
    eu_memory_map(other->mem, 0, 0x4000);
    poke(other, 0x100, 7);
    struct eu_snapshot *then = eu_snapshot_take(other);
    struct seen s = compare(then, eu, NULL);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.d[0].what, EU_DIFF_MACHINE);
    assert_string_equal(s.d[0].text, "2 threads, expected 3");
    eu_snapshot_free(then);
    eu_free(other);
}

static void diff_sr0_and_status_are_reported(void **state)
{
    struct eu *eu = *state;
    struct eu_snapshot *then = eu_snapshot_take(eu);
    eu->threads[0].sr[3] ^= 0x80000000;
    eu->threads[0].status = EU_THREAD_ENDED;
    eu_thread_touch(&eu->threads[0]);
    struct seen s = compare(then, eu, NULL);
    assert_int_equal(s.n, 2);
    assert_int_equal(s.d[0].reg, EU_REG_SR0);
    assert_int_equal(s.d[0].offset, 15);
    assert_string_equal(s.d[1].text, "thread 0 status: 0x3, expected 0x1");
    eu_snapshot_free(then);
}

static void diff_memory_gives_each_dword_once(void **state)
{
    struct eu *eu = *state;
    struct eu_snapshot *then = eu_snapshot_take(eu);
    poke(eu, 0x1001, 1);
    poke(eu, 0x1003, 2);
    poke(eu, 0x2ffe, 3);
    struct seen s = compare(then, eu, NULL);
    assert_int_equal(s.n, 2);
    assert_int_equal(s.d[0].what, EU_DIFF_MEMORY);
    assert_int_equal(s.d[0].offset, 0x1001);
    assert_string_equal(s.d[0].text, "memory 0x00001001: 0x02000100, expected 0x00000000");
    assert_int_equal(s.d[1].offset, 0x2ffe);
    struct eu_range skip[] = {{0x1001, 1}, {0x2000, 0x1000}};
    struct eu_diff_ignore ignore = {skip, 2};
    s = compare(then, eu, &ignore);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.d[0].offset, 0x1003);
    eu_snapshot_free(then);
}

static void diff_counts_and_tm0_are_no_difference(void **state)
{
    struct eu *eu = *state;
    struct eu_snapshot *then = eu_snapshot_take(eu);
    eu->insts = eu->threads[0].insts = 55;
    eu->quantum_used = 3;
    eu->next_slot = 1;
    eu_thread_touch(&eu->threads[0]);
    eu->threads[0].tm_event = true;
    eu->threads[0].attention = EU_ATT_HOST | EU_ATT_EXCEPTION;
    assert_int_equal(compare(then, eu, NULL).n, 0);
    eu_snapshot_free(then);
}

static void diff_stops_when_the_report_says_so(void **state)
{
    struct eu *eu = *state;
    struct eu_snapshot *then = eu_snapshot_take(eu);
    memset(eu->threads, 1, 2 * sizeof eu->threads[0]);
    slm_fill(eu, 0, 1, EU_SLM_BYTES);
    poke(eu, 0, 1);
    struct eu_snapshot *now = eu_snapshot_take(eu);
    for (size_t limit = 1; limit < 200; limit += 30) {
        struct seen s = {.limit = limit};
        assert_int_equal(eu_snapshot_diff(then, now, NULL, note, &s), limit);
        assert_int_equal(s.n, limit);
    }
    eu_snapshot_free(now);
    eu_snapshot_free(then);
}

static void snapshots_of_many_moments_stay_apart(void **state)
{
    struct eu *eu = *state;
    struct eu_snapshot *chain[32];
    for (uint8_t i = 0; i < 32; i++) {
        chain[i] = eu_snapshot_take(eu);
        poke(eu, i * 8u, (uint8_t)(i + 1));
        eu->insts++;
    }
    for (int i = 31; i >= 0; i -= 3) {
        eu_snapshot_restore(eu, chain[i]);
        assert_int_equal(eu->insts, i);
        for (int k = 0; k < 32; k++) {
            uint8_t v;
            eu_memory_read(eu->mem, (uint32_t)k * 8, &v, 1);
            assert_int_equal(v, k < i ? k + 1 : 0);
        }
    }
    for (int i = 0; i < 32; i++)
        eu_snapshot_free(chain[i]);
}

/* What nobody touched is no cost, and comes back without one. */
static void snapshots_share_the_threads_that_nobody_touched(void **state)
{
    struct eu *eu = *state;
    const size_t one = sizeof(struct eu_thread);
    struct eu_snapshot *a = eu_snapshot_take(eu), *b = eu_snapshot_take(eu);
    size_t bare = eu_snapshot_bytes(b, a);
    assert_true(bare < eu_snapshot_bytes(b, NULL) - 2 * one);
    eu->threads[1].f[0] = 3;
    eu_thread_touch(&eu->threads[1]);
    struct eu_snapshot *c = eu_snapshot_take(eu);
    assert_in_range(eu_snapshot_bytes(c, b), bare + one, bare + 2 * one - 1);
    eu->threads[0].f[0] = 4;
    eu_thread_touch(&eu->threads[0]);
    eu_snapshot_restore(eu, b);
    assert_int_equal(eu->threads[0].f[0], 0);
    assert_int_equal(eu->threads[1].f[0], 0);
    assert_int_equal(compare(a, eu, NULL).n, 0);
    assert_int_equal(compare(c, eu, NULL).n, 1);
    eu_snapshot_free(a);
    eu_snapshot_free(b);
    eu_snapshot_restore(eu, c);
    assert_int_equal(eu->threads[1].f[0], 3);
    struct eu_snapshot *d = eu_snapshot_take(eu);
    assert_int_equal(eu_snapshot_bytes(d, c), bare);
    eu_snapshot_free(c);
    eu_snapshot_free(d);
}

/* A machine keeps its own threads when another has put back the same snapshot and runs on. */
static void snapshots_of_two_machines_stay_apart(void **state)
{
    struct eu *eu = *state, *twin = eu_new(EU_GEN7, 2);
    struct eu_snapshot *then = eu_snapshot_take(eu);
    eu_snapshot_restore(twin, then);
    twin->threads[0].grf[3][0] = 1;
    eu_thread_touch(&twin->threads[0]);
    assert_int_equal(compare(then, twin, NULL).n, 1);
    assert_int_equal(compare(then, eu, NULL).n, 0);
    eu_snapshot_free(then);
    then = eu_snapshot_take(twin);
    eu_free(twin);
    eu_snapshot_restore(eu, then);
    assert_int_equal(eu->threads[0].grf[3][0], 1);
    eu_snapshot_free(then);
}

static void take_without_host_memory_gives_null(void **state)
{
    (void)state;
#ifdef UNDER_ASAN
    skip_because("a memory limit and AddressSanitizer exclude each other");
#endif
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {256 << 20, 256 << 20};
        setrlimit(RLIMIT_AS, &limit);
        struct eu *eu = eu_new(EU_GEN7, 32768); /* over 128 MiB of threads: no room for two */
        struct eu_snapshot *snap = eu ? eu_snapshot_take(eu) : NULL;
        int rc = !eu ? 1 : snap ? 2 : 0;
        eu_free(eu);
        _exit(rc);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Where states and contexts lie is part of the machine. */
static void bases_are_those_of_the_snapshot(void **state)
{
    struct eu *eu = *state;
    const struct eu_bases then = {.general = 0x1000,
                                  .surface = 0x2000,
                                  .dynamic = 0x3000,
                                  .bindless = 0x4000,
                                  .instruction = 0x5000,
                                  .tables = true};
    eu->bases = then;
    eu->csr = 0x6000;
    eu->has_csr = true;
    struct eu_snapshot *snap = eu_snapshot_take(eu);
    struct eu *twin = eu_twin(eu);
    assert_true(snap && twin);
    memset(&eu->bases, 0, sizeof eu->bases);
    eu->csr = eu->has_csr = 0;
    assert_int_equal(eu_snapshot_restore(eu, snap), 0);
    for (unsigned i = 0; i < 2; i++) {
        const struct eu *x = i ? twin : eu;
        assert_memory_equal(&x->bases, &then, sizeof then);
        assert_int_equal(x->csr, 0x6000);
        assert_true(x->has_csr);
    }
    eu_snapshot_free(snap);
    eu_free(twin);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
static void restore_code_loaded_since_is_none(void **state)
{
    static const uint8_t nop[16] = {0x7e};
    struct eu *eu = *state;
    struct eu_event ev;
    assert_true(eu_memory_write(eu->mem, 0, nop, sizeof nop));
    struct eu_snapshot *then = eu_snapshot_take(eu);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eu_load_code(eu, 0, nop, sizeof nop), 0);
        assert_int_equal(eu_run_thread(eu, 0, 1, &ev), EU_STOP_BUDGET);
        assert_int_equal(eu_snapshot_restore(eu, then), 0);
        assert_int_equal(eu_run_thread(eu, 0, 1, &ev), EU_STOP_EXCEPTION);
        assert_int_equal(eu_snapshot_restore(eu, then), 0);
    }
    eu_snapshot_free(then);
}

/* What was decoded of the code stays when nothing of it changes. */
static void restore_of_the_same_code_keeps_what_is_decoded(void **state)
{
    struct eu *eu = *state;
    uint32_t settings = eu->settings;
    struct eu_snapshot *then = eu_snapshot_take(eu);
    assert_int_equal(eu_snapshot_restore(eu, then), 0);
    assert_int_equal(eu->settings, settings);
    eu_snapshot_free(then);
}

/* A loop of COUNT rounds over three pages. It ends by a `break`, which leads to the `while` in the
 * last page, or by that. */
enum { COUNT = 3, LOOP_AT = 0xf00, LOOP_SIZE = 0x1400, TO_WHILE = LOOP_SIZE - 0x60 };

static void put_loop(struct eu *eu, uint32_t start, bool breaks)
{
    struct eu_program prog;
    uint8_t code[LOOP_SIZE];
    char text[160];
    for (uint32_t at = 0; at < LOOP_SIZE; at += 16)
        memcpy(code + at, (const uint8_t[16]){0x7e}, 16);
    snprintf(text, sizeof text,
             "add (8) r11.0<1>:d r11.0<8;8,1>:d 1:d\n"
             "cmp.%s.f0.0 (8) null<1>:d r11.0<8;8,1>:d %d:d\n",
             breaks ? "ge" : "l", COUNT);
    size_t len = strlen(text);
    if (breaks)
        snprintf(text + len, sizeof text - len, "(f0.0) break (8) %d %d\n", TO_WHILE - 0x20,
                 TO_WHILE - 0x20);
    assemble_text(EU_GEN7, "test", text, &prog);
    memcpy(code, prog.code, prog.size);
    eu_program_fini(&prog);
    snprintf(text, sizeof text,
             "%swhile (8) -%d\nnop\n"
             "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n",
             breaks ? "" : "(f0.0) ", TO_WHILE);
    assemble_text(EU_GEN7, "test", text, &prog);
    memcpy(code + TO_WHILE, prog.code, prog.size);
    eu_program_fini(&prog);
    assert_int_equal(eu_load_code(eu, start, code, sizeof code), 0);
}

/* A sum of r10 of a thread that runs the loop from @start on @engine. */
static uint32_t run_loop(struct eu *eu, enum eu_engine engine, uint32_t start,
                         const struct eu_snapshot *then)
{
    struct eu_event ev;
    uint32_t v = 0;
    eu->engine = engine;
    assert_int_equal(eu_run_thread(eu, 0, 100000, &ev), EU_STOP_DONE);
    for (unsigned i = 0; i < 32; i++)
        v = v * 31 + eu->threads[0].grf[10][i];
    uint8_t code[LOOP_SIZE];
    eu_memory_read(eu->mem, start, code, sizeof code);
    eu_snapshot_restore(eu, then);
    assert_true(eu_memory_write(eu->mem, start, code, sizeof code));
    return v;
}

static void code_that_changes_in_one_page_or_another_runs_as_it_is(void **state)
{
    enum { ROUNDS = 400 };
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        const uint32_t start = LOOP_AT + (k & 1 ? 8 : 0); /* then one is in two pages */
        struct eu *eu = eu_new(EU_GEN7, 1);
        struct eu_program add;
        uint64_t seed = 5 + k;
        eu_memory_map(eu->mem, 0, 0x4000);
        put_loop(eu, start, k & 2);
        eu_thread_start(eu, 0, start, 0xff, 0);
        for (uint32_t n = 0; n < 8; n++)
            memcpy(&eu->threads[0].grf[11][4 * n], &n, sizeof n);
        struct eu_snapshot *then = eu_snapshot_take(eu);
        uint8_t end[16];
        eu_memory_read(eu->mem, start + TO_WHILE, end, sizeof end);
        assemble_text(EU_GEN7, "test", "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n", &add);
        for (unsigned round = 0; round < ROUNDS; round++) {
            seed = seed * 0x5851f42d4c957f2du + 1;
            uint32_t at = 0x30 + (uint32_t)(seed >> 40) % ((TO_WHILE - 0x30) / 16) * 16;
            uint32_t imm = (uint32_t)(seed >> 32) & 0xff;
            at = seed >> 61 ? at : (0x1000 - LOOP_AT - 16) + 16 * (seed >> 60 & 1);
            assert_true(eu_memory_write(eu->mem, start + TO_WHILE, end, sizeof end));
            at = round % 7 ? at : TO_WHILE; /* no loop */
            memcpy(add.code + 12, &imm, sizeof imm);
            assert_true(eu_memory_write(eu->mem, start + at, add.code, 16));
            uint32_t want = run_loop(eu, EU_ENGINE_REFERENCE, start, then);
            assert_int_equal(run_loop(eu, EU_ENGINE_FAST, start, then), want);
        }
        eu_program_fini(&add);
        eu_snapshot_free(then);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(restore_after_writes_gives_the_same_machine),
        CASE(restore_code_loaded_since_is_none),
        CASE(restore_of_the_same_code_keeps_what_is_decoded),
        cmocka_unit_test(code_that_changes_in_one_page_or_another_runs_as_it_is),
        CASE(diff_one_change_names_its_place),
        CASE(diff_of_slm_names_its_byte),
        CASE(diff_of_other_numbers_of_threads_is_one),
        CASE(diff_sr0_and_status_are_reported),
        CASE(diff_memory_gives_each_dword_once),
        CASE(diff_counts_and_tm0_are_no_difference),
        CASE(diff_stops_when_the_report_says_so),
        CASE(snapshots_of_many_moments_stay_apart),
        CASE(snapshots_share_the_threads_that_nobody_touched),
        CASE(snapshots_of_two_machines_stay_apart),
        CASE(bases_are_those_of_the_snapshot),
        cmocka_unit_test(take_without_host_memory_gives_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
