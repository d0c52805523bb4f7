/* What a thread starts with, by its interface descriptor: each field alone, those too that no
 * compiler of OpenCL sets. */
#include "tests/helpers.h"

#include "gpu/dispatch.h"

enum { KERNEL = 0x4000, GROUPS = 3 };

/* Of each thread of the batch, instead of a run. */
struct seen {
    unsigned n;
    uint32_t cr0, cr1, r0[8], dispatched[4];
    uint32_t binding_table, sampler_table;
};

static enum eu_stop look(void *ctx, struct eu *eu, const struct gpu_walker *w, struct eu_event *ev)
{
    struct seen *s = ctx;
    const struct eu_thread *t = &eu->threads[eu->nthreads - 1];
    (void)w, (void)ev;
    s->n = eu->nthreads;
    s->cr0 = t->cr[0];
    s->cr1 = t->cr[1];
    memcpy(s->r0, t->grf[0], sizeof s->r0);
    for (uint32_t i = 0; i < eu->nthreads && i < 4; i++)
        s->dispatched[i] = eu->threads[i].dispatched;
    s->binding_table = t->binding_table;
    s->sampler_table = t->sampler_table;
    return EU_STOP_DONE;
}

static struct seen dispatch(struct gpu_walker w, struct gpu_state st)
{
    struct seen s = {0};
    struct gpu *gpu = gpu_new(gpu_device_by_name("skl"), NULL);
    struct gpu_dispatcher d = {.run = look, .ctx = &s};
    assert_non_null(gpu);
    assert_int_equal(gpu_dispatch(&d, gpu, &st, &w), GPU_DONE);
    gpu_dispatcher_fini(&d);
    gpu_free(gpu);
    return s;
}

static struct gpu_walker walker(unsigned dw, uint32_t value)
{
    struct gpu_walker w = {.simd = 16,
                           .end = {GROUPS, 1, 1},
                           .threads = 1,
                           .right_mask = UINT32_MAX,
                           .bottom_mask = UINT32_MAX,
                           .kernel = KERNEL};
    w.words[dw] = value;
    return w;
}

/* INTERFACE_DESCRIPTOR_DATA of Gen8 and 9, against cr0.0 and cr0.1 (volume 7, Control Register). */
static void each_field_of_the_descriptor_reaches_its_place(void **state)
{
    static const struct {
        unsigned dw, bit;
        uint32_t cr0, cr1, r02;
    } fields[] = {
        {2, 7, 0, 1 << 13, 0},  {2, 11, 0, 1 << 11, 0},
        {2, 13, 0, 1 << 12, 0}, {2, 16, 1 << 0, 0, 0},
        {2, 18, 1 << 2, 0, 0},  {6, 22, 1 << 4, 0, 0},
        {6, 23, 1 << 5, 0, 0},  {6, 21, 0, 0, (GROUPS - 1) << 24},
    };
    (void)state;
    const struct seen none = dispatch(walker(2, 0), (struct gpu_state){0});
    assert_int_equal(none.n, GROUPS);
    assert_int_equal(none.cr1 & 0xfc00, 0);
    for (unsigned dw = 2; dw < 7; dw += dw == 2 ? 4 : 1)
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t cr0 = 0, cr1 = 0, r02 = 0;
            for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
                if (fields[i].dw == dw && fields[i].bit == bit)
                    cr0 = fields[i].cr0, cr1 = fields[i].cr1, r02 = fields[i].r02;
            struct seen s = dispatch(walker(dw, UINT32_C(1) << bit), (struct gpu_state){0});
            assert_int_equal(s.cr0 ^ none.cr0, cr0);
            assert_int_equal(s.cr1 ^ none.cr1, cr1);
            assert_int_equal(s.r0[2], r02);
        }
}

static void tables_and_scratch_space_stand_in_r0(void **state)
{
    (void)state;
    struct seen s = dispatch(walker(3, 0x12345fff), (struct gpu_state){.scratch_size = 4096});
    assert_int_equal(s.sampler_table, 0x12345fe0);
    assert_int_equal(s.r0[3], 0x12345fe0 | 2);
    s = dispatch(walker(4, 0xffffffff),
                 (struct gpu_state){.scratch = 0x10000, .scratch_size = 1024});
    assert_int_equal(s.binding_table, 0xffe0);
    assert_int_equal(s.r0[4], 0xffe0);
    assert_int_equal(s.r0[3], 0);
    assert_int_equal(s.r0[5] & ~0x3ffu, 0x10000 + (GROUPS - 1) * 1024);
}

static void right_mask_is_of_the_last_thread_in_a_group(void **state)
{
    static const unsigned simds[] = {8, 16, 32};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct gpu_walker w = walker(2, 0);
        w.simd = simds[i];
        w.threads = 2;
        w.right_mask = 0x80000005;
        struct seen s = dispatch(w, (struct gpu_state){0});
        uint32_t full = (uint32_t)((UINT64_C(1) << simds[i]) - 1);
        assert_int_equal(s.n, 2 * GROUPS);
        assert_int_equal(s.dispatched[0], full);
        assert_int_equal(s.dispatched[1], full & 0x80000005);
        assert_int_equal(s.dispatched[2], full);
        assert_int_equal(s.dispatched[3], full & 0x80000005);
    }
}

static void group_numbers_count_from_the_first(void **state)
{
    (void)state;
    struct gpu_walker w = walker(2, 0);
    memcpy(w.first, (uint32_t[]){1, 2, 3}, sizeof w.first);
    memcpy(w.end, (uint32_t[]){3, 5, 7}, sizeof w.end);
    struct seen s = dispatch(w, (struct gpu_state){0});
    assert_int_equal(s.n, 2 * 3 * 4);
    assert_int_equal(s.r0[1], 2);
    assert_int_equal(s.r0[6], 4);
    assert_int_equal(s.r0[7], 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_the_descriptor_reaches_its_place),
        cmocka_unit_test(tables_and_scratch_space_stand_in_r0),
        cmocka_unit_test(right_mask_is_of_the_last_thread_in_a_group),
        cmocka_unit_test(group_numbers_count_from_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
