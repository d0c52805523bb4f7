/* Memory that runs out while kernels of a GPU are looked at: there is no kernel, or a whole one,
 * and the next time there is one. */
#include "tests/alloc_rig.h"
#include "tests/gpu_code_rig.h"

#include "gpu/cli/kernels.h"
#include "gpu/cli/uses.h"

enum { MOST = 1000 };

static struct ui_names names_of(void)
{
    struct ui_names names = {.symbols = NULL};
    snprintf(names.folder, sizeof names.folder, "%s", folder_path(NULL));
    folder_put("p.bin", "no program");
    return names;
}

/* Whether the @n-th allocation failed. */
static bool ran_out(void)
{
    bool failed = alloc_left == 0;
    alloc_left = 0;
    return failed && ALLOC_CAN_FAIL;
}

static void a_kernel_is_whole_or_not_there(void **state)
{
    struct rig *r = *state;
    const struct gpu_walker w = {.kernel = CODE};
    bool failed = true;
    put_asm(r->gpu, 0, MOV MOV EOT);
    for (unsigned n = 1; failed; n++) {
        struct ui_kernels ks = {0};
        struct ui_names names = names_of();
        assert_true(n < MOST);
        alloc_left = n;
        struct ui_kernel *k = ui_kernels_at(&ks, &names, r->gpu, &w);
        failed = ran_out();
        assert_true(k || failed);
        assert_int_equal(ks.n, k != NULL);
        for (unsigned again = 0; again < 2; again++) {
            assert_true(!k || (k->at == CODE && k->is.code.size == 48 && k->fresh));
            if (k) {
                assert_string_equal(k->name, "kernel_7f1234600000");
                assert_string_equal(k->is.code.path, k->name);
                assert_string_equal(k->library.name, "kernel_7f1234600000.1.elf");
                assert_int_equal(eu_program_find(&k->is.code, k->name), 0);
            }
            k = ui_kernels_at(&ks, &names, r->gpu, &w);
            assert_non_null(k);
            assert_int_equal(ks.n, 1);
        }
        ui_kernels_fini(&ks);
        ui_names_fini(&names);
    }
}

static void uses_are_counted_or_not(void **state)
{
    struct rig *r = *state;
    const struct gpu_walker w = {.kernel = CODE, .simd = 8};
    bool failed = true;
    put_asm(r->gpu, 0, MOV EOT);
    for (unsigned n = 1; failed; n++) {
        struct ui_uses uses = {0};
        struct ui_names names = names_of();
        assert_true(n < MOST);
        alloc_left = n;
        struct ui_use *use = ui_uses_of(&uses, &names, r->gpu, &w);
        failed = ran_out();
        assert_true(use || failed);
        assert_int_equal(uses.n, use != NULL);
        assert_true(!use || ui_uses_of(&uses, &names, r->gpu, &w) == use);
        assert_non_null(ui_uses_of(&uses, &names, r->gpu, &w));
        assert_int_equal(uses.n, 1);
        ui_uses_fini(&uses);
        ui_names_fini(&names);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_kernel_is_whole_or_not_there, open_code, close_code),
        cmocka_unit_test_setup_teardown(uses_are_counted_or_not, open_code, close_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
