/* Runs kernels to their end and compares every byte that they may have written with what C
 * computes. */
#include "tests/kernel_jobs.h"

#include "sim/snapshot.h"

static void run_to_end(struct eu *eu)
{
    struct eu_event ev = {0};
    enum eu_stop stop = eu_run(eu, 1000000, &ev);
    if (stop != EU_STOP_DONE)
        print_message("%s at 0x%x: %s\n", eu_stop_name(stop), ev.ip, ev.text);
    assert_int_equal(stop, EU_STOP_DONE);
}

static void assert_window(struct eu *eu, uint32_t surface, const uint8_t *want)
{
    uint8_t *got = malloc(WINDOW);
    assert_true(eu_memory_read(eu->mem, surface - GUARD, got, WINDOW));
    assert_memory_equal(got, want, WINDOW);
    free(got);
}

static void check_fill(const struct job *job)
{
    struct eu *eu = load_job(job);
    run_to_end(eu);
    uint8_t *want = malloc(WINDOW);
    memset(want, job->preset, WINDOW);
    for (unsigned y = 0; y < 32; y++)
        memset(want + GUARD + y * 64, 0x4c, 32);
    assert_window(eu, IMAGE, want);
    free(want);
    eu_free(eu);
}

static void media_fill_writes_the_square_and_nothing_else(void **state)
{
    (void)state;
    struct job job = media_fill();
    check_fill(&job);
}

static void gpgpu_fill_writes_the_square_and_nothing_else(void **state)
{
    (void)state;
    struct job job = gpgpu_fill();
    check_fill(&job);
}

/* --- the clear kernel --- */

enum { CLEARS = 12 };

/* The instructions of one thread, counted by hand in the listing. */
static uint64_t clear_insts(const struct clear_args *a)
{
    return 4 + (a->count ? 22 : 0) + 2 * (a->delay + 1) + 19 + 4 * 127 + 1;
}

static void check_registers(const struct eu_thread *t, const struct clear_args *a, uint32_t fftid)
{
    for (unsigned r = 0; r < 127; r++) {
        for (unsigned i = 0; i < EU_GRF_BYTES; i += 2) {
            uint16_t word;
            memcpy(&word, t->grf[r] + i, sizeof word);
            assert_int_equal(word, a->word);
        }
    }
    uint32_t r0[8] = {0, 0, 0, 0, 0, fftid};
    assert_memory_equal(t->grf[127], r0, sizeof r0);
    assert_int_equal(t->insts, clear_insts(a));
}

static void check_clear(enum eu_gen gen, bool count, uint32_t simd)
{
    struct clear_args args[CLEARS];
    clear_args(args, CLEARS, count);
    struct job job = clear_job(gen, args, CLEARS);
    job.d.simd = simd;
    struct eu *eu = load_job(&job);
    uint8_t *image = malloc(WINDOW), *counts = malloc(WINDOW);
    memset(image, job.preset, WINDOW);
    memset(counts, job.preset, WINDOW);
    for (unsigned i = 0; i < CLEARS; i++) {
        for (unsigned row = 0; row < 16; row++)
            memset(image + GUARD + (args[i].y + row) * PITCH + args[i].x, 0, 32);
        uint32_t id = eu->threads[i].sr[0], slices = id >> 13 & 3;
        uint32_t row = (id >> 8 & 15) + 16 * ((id >> 12 & 1) + slices * args[i].scale);
        if (count)
            counts[GUARD + row * COUNT_PITCH + (id & 7) * 4]++; /* 0x77 + 1 carries nowhere */
    }
    run_to_end(eu);
    assert_window(eu, IMAGE, image);
    assert_window(eu, COUNTS, counts);
    for (uint32_t i = 0; i < CLEARS; i++)
        check_registers(&eu->threads[i], &args[i], i);
    free(image);
    free(counts);
    eu_free(eu);
}

static void clear_kernel_gen7_zeroes_counts_and_fills_registers(void **state)
{
    (void)state;
    check_clear(EU_GEN7, true, 0);
    check_clear(EU_GEN7, false, 0);
    check_clear(EU_GEN7, true, 16); /* SPF = 0 */
}

static void clear_kernel_gen75_zeroes_counts_and_fills_registers(void **state)
{
    (void)state;
    check_clear(EU_GEN75, true, 0);
    check_clear(EU_GEN75, false, 0);
    check_clear(EU_GEN75, true, 16); /* SPF = 0 */
}

/* --- time --- */

static bool print_difference(void *ctx, const struct eu_diff *d)
{
    (void)ctx;
    print_message("%s\n", d->text);
    return false;
}

static void assert_same(const struct eu_snapshot *a, const struct eu_snapshot *b)
{
    assert_int_equal(eu_snapshot_diff(a, b, NULL, print_difference, NULL), 0);
    assert_int_equal(eu_snapshot_insts(a), eu_snapshot_insts(b));
}

/* Goes back to each moment twice: the end must be that of the undisturbed run. */
static void check_round_trips(const struct job *job)
{
    static const uint64_t moments[] = {0, 1, 7, 64, 65, 300, 1000, 3000};
    struct eu *eu = load_job(job);
    struct eu_snapshot *start = eu_snapshot_take(eu);
    run_to_end(eu);
    struct eu_snapshot *end = eu_snapshot_take(eu);
    for (unsigned i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        if (moments[i] >= eu_snapshot_insts(end))
            continue;
        struct eu_event ev;
        eu_snapshot_restore(eu, start);
        assert_int_equal(eu_run(eu, moments[i], &ev), EU_STOP_BUDGET);
        assert_int_equal(eu->insts, moments[i]);
        struct eu_snapshot *then = eu_snapshot_take(eu);
        for (unsigned pass = 0; pass < 2; pass++) {
            run_to_end(eu);
            struct eu_snapshot *again = eu_snapshot_take(eu);
            assert_same(end, again);
            eu_snapshot_free(again);
            eu_snapshot_restore(eu, then);
        }
        struct eu_snapshot *back = eu_snapshot_take(eu);
        assert_same(then, back);
        eu_snapshot_free(back);
        eu_snapshot_free(then);
    }
    eu_snapshot_free(start);
    eu_snapshot_free(end);
    eu_free(eu);
}

static void snapshot_in_the_fills_ends_the_same(void **state)
{
    (void)state;
    struct job media = media_fill(), gpgpu = gpgpu_fill();
    check_round_trips(&media);
    check_round_trips(&gpgpu);
}

static void snapshot_in_the_clear_kernel_ends_the_same(void **state)
{
    (void)state;
    struct clear_args args[CLEARS];
    clear_args(args, CLEARS, true);
    struct job ivb = clear_job(EU_GEN7, args, CLEARS);
    struct job hsw = clear_job(EU_GEN75, args, CLEARS);
    check_round_trips(&ivb);
    check_round_trips(&hsw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(media_fill_writes_the_square_and_nothing_else),
        cmocka_unit_test(gpgpu_fill_writes_the_square_and_nothing_else),
        cmocka_unit_test(clear_kernel_gen7_zeroes_counts_and_fills_registers),
        cmocka_unit_test(clear_kernel_gen75_zeroes_counts_and_fills_registers),
        cmocka_unit_test(snapshot_in_the_fills_ends_the_same),
        cmocka_unit_test(snapshot_in_the_clear_kernel_ends_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
