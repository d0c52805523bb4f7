/* siptest: sample System Routines under real kernels. */
#include "tests/kernel_jobs.h"
#include "tests/siptest_rig.h"

static void check_sip(const struct job *job, const char *routine, unsigned kinds)
{
    struct siptest_report r;
    struct siptest_opts opts = options(kinds);
    struct eu *eu = load_job(job);
    rig_sip(eu, routine);
    exc_install(eu);
    siptest_run(eu, &opts, &r);
    assert_pass(&r);
    assert_int_equal(r.boundaries, r.total);
    assert_int_equal(r.injections, (unsigned)__builtin_popcount(kinds) * r.boundaries);
    print_message("%s, %s: %u injections at %u boundaries\n", job->kernel, routine,
                  (unsigned)r.injections, (unsigned)r.boundaries);
    eu_free(eu);
}

static void check_job(const struct job *job)
{
    check_sip(job, "samples/sip_save_restore.asm", ALL);
    check_sip(job, "samples/sip_preempt.asm", 1u << EXC_CONTEXT_SAVE | 1u << EXC_SOFTWARE);
}

static void save_restore_fills_lose_nothing_anywhere(void **state)
{
    (void)state;
    struct job media = media_fill(), gpgpu = gpgpu_fill();
    check_job(&media);
    check_job(&gpgpu);
}

static void save_restore_clear_kernels_lose_nothing_anywhere(void **state)
{
    enum { CLEARS = 3 };
    struct clear_args args[CLEARS];
    (void)state;
    clear_args(args, CLEARS, true);
    for (unsigned gen = 0; gen < 2; gen++)
        for (uint32_t simd = 0; simd <= 16; simd += 16) {
            struct job job = clear_job(gen ? EU_GEN75 : EU_GEN7, args, CLEARS);
            job.d.simd = simd;
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
