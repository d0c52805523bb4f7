/* What is counted of each kernel that a GPU has run. */
#include "tests/gpu_code_rig.h"

#include "gpu/cli/uses.h"

static char *printed(const struct ui_uses *uses)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    ui_uses_print(uses, out);
    fclose(out);
    return text;
}

static void uses_are_counted_by_kernel_and_width(void **state)
{
    struct rig *r = *state;
    struct ui_uses uses = {0};
    struct ui_names none = {0};
    struct gpu_walker w = {.kernel = CODE, .simd = 16};
    uint8_t byte = 0;
    put_asm(r->gpu, 0, MOV EOT);
    struct ui_use *a = ui_uses_of(&uses, &none, r->gpu, &w);
    assert_ptr_equal(ui_uses_of(&uses, &none, r->gpu, &w), a);
    assert_null(ui_use_name(a));
    w.simd = 8;
    struct ui_use *b = ui_uses_of(&uses, &none, r->gpu, &w);
    assert_ptr_not_equal(b, a);
    w.kernel += 16;
    assert_ptr_not_equal(ui_uses_of(&uses, &none, r->gpu, &w), b);
    w.kernel -= 16;
    static const struct {
        uint32_t at;
        bool counts;
    } bytes[] = {{256, false}, {0, true}, {255, true}};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        const struct ui_use *before = ui_uses_of(&uses, &none, r->gpu, &w);
        byte = 0xa5;
        put_code(r->gpu, bytes[i].at, &byte, 1);
        assert_int_equal(ui_uses_of(&uses, &none, r->gpu, &w) != before, bytes[i].counts);
    }
    assert_int_equal(uses.n, 5);
    const struct gpu_work before = {.groups = 1, .threads = 10, .insts = 100},
                          after = {.groups = 4, .threads = 15, .insts = 3000100};
    ui_use_add(a, &before, &after, 200000000);
    ui_use_add(a, &before, &after, 300000000);
    char *text = printed(&uses);
    static const char want[] =
        "stats: a kernel at 0x7f1234600000, SIMD16: 2 walkers, 6 groups, 10 threads, 6000000 "
        "instructions, 0.500 s, 12.0 million/s\n"
        "stats: a kernel at 0x7f1234600000, SIMD8: 0 walkers, 0 groups, 0 threads, 0 "
        "instructions, 0.000 s, 0.0 million/s\n";
    assert_true(strlen(text) > sizeof want);
    text[sizeof want - 1] = 0;
    assert_string_equal(text, want);
    free(text);
    ui_uses_fini(&uses);
    assert_true(!uses.items && !uses.n);
}

static void a_profile_is_of_the_kernel_that_runs(void **state)
{
    struct rig *r = *state;
    struct ui_uses uses = {0};
    struct ui_names none = {0};
    const struct gpu_walker w = {.kernel = CODE, .simd = 8};
    char *text = NULL;
    size_t n;
    struct eu *eu = eu_new(EU_GEN9, 1);
    assert_non_null(eu);
    put_asm(r->gpu, 0, MOV EOT);
    ui_uses_profile(&uses, eu);
    assert_null(eu->hooks.on_insn); /* nothing runs that is counted */
    struct eu_program p;
    assemble_text(EU_GEN9, "code.asm", MOV MOV EOT, &p);
    eu->bases.instruction = CODE - 0x1000;
    assert_int_equal(eu_load_code(eu, 0x1000, p.code, p.size), 0);
    uses.current = ui_uses_of(&uses, &none, r->gpu, &w);
    for (unsigned turn = 0; turn < 2; turn++) {
        struct eu_event ev;
        eu->nthreads = 1;
        eu_thread_start(eu, 0, 0x1000, 0xff, 0);
        ui_uses_profile(&uses, eu);
        assert_non_null(eu->hooks.on_insn);
        assert_ptr_equal(eu->hooks.observer_ctx, &uses);
        (void)eu_run(eu, 2, &ev);
    }
    const struct gpu_work before = {0}, after = {.insts = 4};
    ui_use_add(uses.current, &before, &after, 0);
    FILE *out = open_memstream(&text, &n);
    ui_uses_print_profile(&uses, EU_GEN9, PROFILE_FOLDED, out);
    fclose(out);
    assert_string_equal(text, "kernel 4\n"); /* two instructions twice */
    free(text);
    uses.current = NULL;
    ui_uses_profile(&uses, eu);
    assert_null(eu->hooks.on_insn);
    eu_program_fini(&p);
    eu_free(eu);
    ui_uses_fini(&uses);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_code, close_code)
    const struct CMUnitTest tests[] = {
        CASE(uses_are_counted_by_kernel_and_width),
        CASE(a_profile_is_of_the_kernel_that_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
