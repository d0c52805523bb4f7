/* siptest: sample System Routines under real kernels. */
#include "tests/siptest_rig.h"

#include "sim/dispatch.h"

enum { IMAGE = 0x100000, COUNTS = 0x200000, WINDOW = 0x4000, GUARD = 0x1000 };

struct job {
    const char *kernel;
    enum eu_gen gen;
    struct eu_dispatch d;
    struct eu_surface surfaces[2];
};

static struct eu_surface bytes_2d(uint32_t address, uint32_t width, uint32_t height, uint32_t pitch)
{
    return (struct eu_surface){.present = true,
                               .is_2d = true,
                               .format = EU_FORMAT_R8_UINT,
                               .width = width,
                               .height = height,
                               .pitch = pitch,
                               .address = address};
}

static void check_sip(const struct job *job, const char *routine, unsigned kinds)
{
    char name[128];
    const char *why;
    size_t size;
    struct siptest_report r;
    struct siptest_opts opts = options(kinds);
    snprintf(name, sizeof name, "corpus/kernels/%s", job->kernel);
    const char *path = shared_path(name);
    require_shared(path);
    char *code = read_file(path, &size);
    assert_non_null(code);
    struct eu *eu = eu_new(job->gen, (uint32_t)eu_dispatch_count(&job->d, &why));
    assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, (uint32_t)size), 0);
    for (unsigned i = 0; i < 2; i++)
        if (job->surfaces[i].present) {
            eu->surfaces[i] = job->surfaces[i];
            assert_int_equal(eu_memory_map(eu->mem, job->surfaces[i].address - GUARD, WINDOW), 0);
        }
    eu_dispatch(eu, &job->d);
    rig_sip(eu, routine);
    exc_install(eu);
    siptest_run(eu, &opts, &r);
    assert_pass(&r);
    assert_int_equal(r.boundaries, r.total);
    assert_int_equal(r.injections, (unsigned)__builtin_popcount(kinds) * r.boundaries);
    print_message("%s, %s: %u injections at %u boundaries\n", job->kernel, routine,
                  (unsigned)r.injections, (unsigned)r.boundaries);
    eu_free(eu);
    free(code);
}

static void check_job(const struct job *job)
{
    check_sip(job, "samples/sip_save_restore.asm", ALL);
    check_sip(job, "samples/sip_preempt.asm", 1u << EXC_CONTEXT_SAVE | 1u << EXC_SOFTWARE);
}

static void save_restore_fills_lose_nothing_anywhere(void **state)
{
    static const uint8_t colour[4] = {0x4c, 1, 2, 3};
    static const uint32_t corners[4][2] = {{0, 0}, {16, 0}, {0, 16}, {16, 16}};
    struct job media = {.kernel = "igt-media_fill.g7.bin",
                        .gen = EU_GEN7,
                        .d = {.kind = EU_DISPATCH_MEDIA,
                              .curbe = colour,
                              .curbe_bytes = sizeof colour,
                              .inline_data = (const uint8_t *)corners,
                              .inline_bytes = sizeof corners[0],
                              .objects = 4},
                        .surfaces = {bytes_2d(IMAGE, 64, 64, 64)}};
    struct job gpgpu = {.kernel = "igt-gpgpu_fill.g7.bin",
                        .gen = EU_GEN7,
                        .d = {.kind = EU_DISPATCH_GPGPU,
                              .grid = {2, 32, 1},
                              .threads_per_group = 1,
                              .simd = 16,
                              .curbe = colour,
                              .curbe_bytes = sizeof colour},
                        .surfaces = {bytes_2d(IMAGE, 64, 64, 64)}};
    (void)state;
    check_job(&media);
    check_job(&gpgpu);
}

/* As the kernel reads r1; see tests/test_sim_kernels.c. */
struct clear_args {
    uint16_t x, y, word, pad;
    uint32_t delay, count;
    uint16_t pad2[2], scale, pad3[5];
};
enum { CLEARS = 3 };

static void save_restore_clear_kernels_lose_nothing_anywhere(void **state)
{
    struct clear_args args[CLEARS];
    (void)state;
    for (unsigned i = 0; i < CLEARS; i++)
        args[i] = (struct clear_args){.x = (uint16_t)(i * 32),
                                      .word = (uint16_t)(0x1100 + i),
                                      .delay = i,
                                      .count = 1,
                                      .scale = 2};
    for (unsigned gen = 0; gen < 2; gen++)
        for (uint32_t simd = 0; simd <= 16; simd += 16) {
            struct job job = {
                .kernel = gen ? "linux-clear_kernel.g75.bin" : "linux-clear_kernel.g7.bin",
                .gen = gen ? EU_GEN75 : EU_GEN7,
                .d = {.kind = EU_DISPATCH_MEDIA,
                      .simd = simd,
                      .inline_data = (const uint8_t *)args,
                      .inline_bytes = sizeof args[0],
                      .objects = CLEARS},
                .surfaces = {bytes_2d(IMAGE, 128, 64, 128), bytes_2d(COUNTS, 32, 32, 32)}};
            check_job(&job);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(save_restore_fills_lose_nothing_anywhere),
        cmocka_unit_test(save_restore_clear_kernels_lose_nothing_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
