#include "tests/helpers.h"

#include "sim/dispatch.h"

static uint32_t dword(const struct eu_thread *t, unsigned reg, unsigned i)
{
    uint32_t v;
    memcpy(&v, t->grf[reg] + i * 4, sizeof v);
    return v;
}

static struct eu *run_dispatch(const struct eu_dispatch *d, uint32_t want)
{
    const char *why;
    assert_int_equal(eu_dispatch_count(d, &why), want);
    assert_null(why);
    struct eu *eu = eu_new(EU_GEN7, want);
    eu_dispatch(eu, d);
    return eu;
}

static void count_contradiction_gives_zero_and_a_reason(void **state)
{
    (void)state;
    static const struct eu_dispatch bad[] = {
        {.kind = EU_DISPATCH_RAW},
        {.kind = EU_DISPATCH_RAW, .grid = {1}, .simd = 4},
        {.kind = EU_DISPATCH_RAW, .grid = {65537}},
        {.kind = EU_DISPATCH_RAW, .grid = {1}, .objects = 1},
        {.kind = EU_DISPATCH_RAW, .grid = {1}, .curbe_bytes = 127 * 32 + 1},
        {.kind = EU_DISPATCH_GPGPU, .grid = {1, 1, 1}, .simd = 16},
        {.kind = EU_DISPATCH_GPGPU, .grid = {1, 0, 1}, .simd = 16, .threads_per_group = 1},
        {.kind = EU_DISPATCH_GPGPU, .grid = {1, 1, 1}, .threads_per_group = 1},
        {.kind = EU_DISPATCH_GPGPU,
         .grid = {0xffffffff, 0xffffffff, 0xffffffff},
         .simd = 8,
         .threads_per_group = 0xffffffff},
        {.kind = EU_DISPATCH_GPGPU, .grid = {1, 1, 1}, .local = {8, 0, 1}, .simd = 8},
        {.kind = EU_DISPATCH_GPGPU, .grid = {1, 1, 1}, .local = {8, 1, 1}},
        {.kind = EU_DISPATCH_GPGPU,
         .grid = {1, 1, 1},
         .local = {0x10000, 0x10000, 0x10000},
         .simd = 8},
        {.kind = EU_DISPATCH_RAW, .grid = {1}, .eus = 33},
        {.kind = EU_DISPATCH_RAW, .grid = {1}, .eu_threads = 9},
        {.kind = EU_DISPATCH_VS, .objects = SIZE_MAX, .inline_bytes = 16, .urb_size = UINT32_MAX},
        {.kind = EU_DISPATCH_VS, .objects = 1, .inline_bytes = SIZE_MAX & ~(size_t)15},
        {.kind = EU_DISPATCH_GS, .objects = 3, .inline_bytes = 16, .primitive = 0},
        {.kind = EU_DISPATCH_GS, .objects = 6, .inline_bytes = 12 * 32, .primitive = 6},
        {.kind = EU_DISPATCH_PS, .objects = 3, .inline_bytes = 16, .simd = 16},
        {.kind = EU_DISPATCH_PS, .objects = 3, .inline_bytes = 16, .simd = 16, .screen = {8, 4097}},
        {.kind = EU_DISPATCH_MEDIA},
        {.kind = EU_DISPATCH_MEDIA, .objects = SIZE_MAX},
        {.kind = EU_DISPATCH_MEDIA, .objects = 1, .curbe_bytes = 126 * 32 + 1, .inline_bytes = 1},
        {.kind = EU_DISPATCH_MEDIA, .objects = 1, .curbe_bytes = SIZE_MAX, .inline_bytes = 64},
        {.kind = EU_DISPATCH_MEDIA, .objects = 1, .inline_bytes = SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *why = NULL;
        assert_int_equal(eu_dispatch_count(&bad[i], &why), 0);
        assert_non_null(why);
    }
}

static void raw_without_mask_has_sixteen_channels(void **state)
{
    (void)state;
    static const struct {
        uint32_t simd, dmask, want;
    } rows[] = {{0, 0, 0xffff}, {8, 0, 0xff}, {16, 0, 0xffff}, {32, 0, 0xffffffff}, {8, 0x5, 0x5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct eu_dispatch d = {.kind = EU_DISPATCH_RAW,
                                .start = 0x40,
                                .enables = 0x1000,
                                .grid = {2},
                                .simd = rows[i].simd,
                                .dmask = rows[i].dmask};
        struct eu *eu = run_dispatch(&d, 2);
        assert_int_equal(eu->threads[1].sr[2], rows[i].want);
        assert_int_equal(eu->threads[1].pcip[31], 0x40);
        assert_int_equal(eu->threads[1].cr[1], 0x1000);
        assert_int_equal(eu->threads[1].cr[0], 0);
        assert_int_equal(dword(&eu->threads[1], 0, 5), 0);
        eu_free(eu);
    }
}

static void gpgpu_header_names_each_group(void **state)
{
    (void)state;
    uint8_t curbe[33];
    memset(curbe, 0xab, sizeof curbe);
    struct eu_dispatch d = {.kind = EU_DISPATCH_GPGPU,
                            .grid = {3, 2, 4},
                            .simd = 16,
                            .threads_per_group = 2,
                            .curbe = curbe,
                            .curbe_bytes = sizeof curbe};
    struct eu *eu = run_dispatch(&d, 48);
    for (uint32_t i = 0; i < 48; i++) {
        const struct eu_thread *t = &eu->threads[i];
        assert_int_equal(dword(t, 0, 1), i / 2 % 3);
        assert_int_equal(dword(t, 0, 6), i / 6 % 2);
        assert_int_equal(dword(t, 0, 7), i / 12);
        assert_int_equal(dword(t, 0, 5), i);
        assert_int_equal(t->sr[2], 0xffff);
        assert_int_equal(dword(t, 1, 7), 0xabababab);
        assert_int_equal(dword(t, 2, 0), 0xab);
        assert_int_equal(t->status, EU_THREAD_READY);
    }
    eu_free(eu);
}

/* A group of 5 x 3 x 2 items on SIMD16 threads: the X, Y and Z of each item, and the last thread's
 * mask. */
static void gpgpu_items_follow_the_constants(void **state)
{
    (void)state;
    for (uint32_t simd = 8; simd <= 32; simd *= 2) {
        uint8_t curbe[33] = {0x77};
        uint32_t threads = (30 + simd - 1) / simd, regs = simd / 8;
        struct eu_dispatch d = {.kind = EU_DISPATCH_GPGPU,
                                .grid = {2, 1, 1},
                                .local = {5, 3, 2},
                                .simd = simd,
                                .curbe = curbe,
                                .curbe_bytes = sizeof curbe};
        struct eu *eu = run_dispatch(&d, 2 * threads);
        for (uint32_t item = 0; item < 60; item++) {
            uint32_t i = item % 30, n = i % simd, reg = 3 + n / 8;
            const struct eu_thread *t = &eu->threads[item / 30 * threads + i / simd];
            assert_int_equal(dword(t, 0, 1), item / 30);
            assert_int_equal(dword(t, reg, n % 8), i % 5);
            assert_int_equal(dword(t, reg + regs, n % 8), i / 5 % 3);
            assert_int_equal(dword(t, reg + 2 * regs, n % 8), i / 15);
            assert_true(t->sr[2] >> n & 1);
        }
        const struct eu_thread *last = &eu->threads[threads - 1];
        assert_int_equal(last->sr[2], UINT32_MAX >> (32 - (30 - (threads - 1) * simd)));
        assert_int_equal(last->dispatched, last->sr[2]);
        eu_free(eu);
    }
}

static void media_walker_tells_each_object_its_place(void **state)
{
    (void)state;
    struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA, .walker = true, .grid = {7, 3, 1}};
    struct eu *eu = run_dispatch(&d, 21);
    for (uint32_t i = 0; i < 21; i++)
        assert_int_equal(dword(&eu->threads[i], 0, 1), i / 7 << 16 | i % 7);
    eu_free(eu);
}

static void media_inline_data_follows_whole_curbe_registers(void **state)
{
    (void)state;
    uint8_t curbe[4] = {1, 2, 3, 4}, objects[3 * 8];
    for (unsigned i = 0; i < sizeof objects; i++)
        objects[i] = (uint8_t)(0x10 + i);
    struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA,
                            .curbe = curbe,
                            .curbe_bytes = 4,
                            .inline_data = objects,
                            .inline_bytes = 8,
                            .objects = 3};
    struct eu *eu = run_dispatch(&d, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const struct eu_thread *t = &eu->threads[i];
        assert_int_equal(dword(t, 1, 0), 0x04030201);
        assert_int_equal(dword(t, 1, 1), 0);
        assert_memory_equal(t->grf[2], objects + i * 8, 8);
        assert_int_equal(dword(t, 2, 2), 0);
        assert_int_equal(t->sr[2], 0xffffffff);
        assert_int_equal(t->cr[0], EU_CR0_SPF);
        assert_int_equal(dword(t, 0, 5), i);
    }
    eu_free(eu);
    d.simd = 8;
    eu = run_dispatch(&d, 3);
    assert_int_equal(eu->threads[0].sr[2], 0xff);
    assert_int_equal(eu->threads[0].cr[0], 0);
    eu_free(eu);
}

static void dispatch_fills_r127_and_no_more(void **state)
{
    (void)state;
    static uint8_t curbe[126 * 32], last[32];
    memset(curbe, 0x11, sizeof curbe);
    memset(last, 0x22, sizeof last);
    struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA,
                            .curbe = curbe,
                            .curbe_bytes = sizeof curbe,
                            .inline_data = last,
                            .inline_bytes = 32,
                            .objects = 1};
    struct eu *eu = run_dispatch(&d, 1);
    assert_int_equal(eu->threads[0].grf[126][31], 0x11);
    assert_int_equal(eu->threads[0].grf[127][31], 0x22);
    assert_int_equal(eu->threads[0].a0[0], 0);
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(count_contradiction_gives_zero_and_a_reason),
        cmocka_unit_test(raw_without_mask_has_sixteen_channels),
        cmocka_unit_test(gpgpu_header_names_each_group),
        cmocka_unit_test(gpgpu_items_follow_the_constants),
        cmocka_unit_test(media_walker_tells_each_object_its_place),
        cmocka_unit_test(media_inline_data_follows_whole_curbe_registers),
        cmocka_unit_test(dispatch_fills_r127_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
