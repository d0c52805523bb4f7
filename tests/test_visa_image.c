/* What cannot be linked to an image, and the words for it. */
#include "tests/helpers.h"

#include "visa/exec.h"

#define HEAD                                                                                       \
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=8\n.kernel_attr SimdSize=8\n"

static void must_parse(const char *text, struct visa_routine *r)
{
    struct visa_diags diags = {0};
    if (visa_parse("k.visaasm", text, r, &diags))
        fail_msg("%u: %s", diags.items[0].line, diags.items[0].text);
}

static void what_cannot_be_linked_is_named(void **state)
{
    static const struct {
        const char *text, *why;
        unsigned line;
    } rows[] = {
        {HEAD "fcall (8) g 0 0\n", "no file has the function g that is called here", 5},
        {HEAD, "k has no instructions", 0},
        {".kernel \"k\"\n.kernel_attr SimdSize=3\nbarrier\n",
         "SimdSize is 3: 1, 2, 4, 8, 16 and 32 are known", 0},
        {".kernel \"k\"\n.kernel_attr SimdSize=0\nbarrier\n",
         "SimdSize is 0: 1, 2, 4, 8, 16 and 32 are known", 0},
        {".kernel \"k\"\n.kernel_attr SimdSize=64\nbarrier\n",
         "SimdSize is 64: 1, 2, 4, 8, 16 and 32 are known", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_routine r, *list[] = {&r};
        struct visa_image im;
        struct visa_diags diags = {0};
        must_parse(rows[i].text, &r);
        assert_false(visa_link(&im, list, 1, &diags));
        assert_int_equal(diags.n, 1);
        assert_string_equal(diags.items[0].text, rows[i].why);
        assert_int_equal(diags.items[0].line, rows[i].line);
        assert_int_equal(diags.items[0].col, rows[i].line ? 1 : 0);
        visa_image_fini(&im);
        assert_false(visa_link(&im, list, 0, &diags));
        assert_string_equal(diags.items[1].text, "0 routines: 1 to 64 can be linked");
        assert_int_equal(diags.items[1].line + diags.items[1].col, 0);
        visa_image_fini(&im);
        visa_routine_fini(&r);
    }
}

/* Instructions of all routines one behind the other, in any order; variables have numbers and
 * places of their own. */
static void calls_lead_to_the_first_instruction_of_a_function(void **state)
{
#define DECL(v) ".decl " v " v_type=G type=d num_elts=8\n.kernel_attr SimdSize=8\n"
    static const char *const texts[] = {
        HEAD "fcall (8) g 0 0\nfcall (8) f 0 0\nbarrier\n",
        ".version 4.1\n.global_function \"f\"\n" DECL("B") "barrier\nbarrier\n",
        ".version 4.1\n.global_function \"g\"\n" DECL("C") "barrier\n",
    };
    static const unsigned orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct visa_routine r[3], *list[3];
        struct visa_image im;
        struct visa_diags diags = {0};
        uint32_t first[3], n = 0;
        for (unsigned k = 0; k < 3; k++) {
            must_parse(texts[orders[i][k]], &r[k]);
            list[k] = &r[k];
            first[orders[i][k]] = n;
            n += (uint32_t)r[k].n_insns;
        }
        if (!visa_link(&im, list, 3, &diags))
            fail_msg("order %zu: %s", i, diags.items[0].text);
        assert_int_equal(im.n_units, 3);
        assert_int_equal(im.n_insns, n);
        assert_int_equal(im.simd, 8);
        uint32_t vars = 0;
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(im.units[k].first, first[orders[i][k]]);
            for (size_t pc = 0; pc < r[k].n_insns; pc++) {
                assert_ptr_equal(im.insns[im.units[k].first + pc], &r[k].insns[pc]);
                assert_int_equal(im.unit_of[im.units[k].first + pc], k);
            }
            for (size_t v = 0; v < r[k].vars[VISA_GENERAL].n; v++)
                assert_int_equal(im.units[k].general_ids[v], vars++);
        }
        assert_int_equal(im.n_vars, vars);
        uint32_t at = first[0];
        while (im.insns[at]->op != VISA_OP_FCALL)
            at++;
        assert_int_equal(im.targets[at], first[2]);
        assert_int_equal(im.targets[at + 1], first[1]);
        assert_int_equal(im.targets[at + 2], -1);
        visa_image_fini(&im);
        for (unsigned k = 0; k < 3; k++)
            visa_routine_fini(&r[k]);
    }
}

/* 16 MiB of variables fit, more do not. */
static void variables_have_a_limit(void **state)
{
    char *text;
    size_t n;
    (void)state;
    for (unsigned over = 0; over < 2; over++) {
        struct visa_routine r, *list[] = {&r};
        struct visa_image im;
        struct visa_diags diags = {0};
        FILE *out = open_memstream(&text, &n);
        fputs(".kernel \"k\"\n.kernel_attr SimdSize=8\n", out);
        for (unsigned i = 0; i < 31 + 2 * over; i++)
            fprintf(out, ".decl V%u v_type=G type=q num_elts=65535\n", i);
        fputs("barrier\n", out);
        fclose(out);
        must_parse(text, &r);
        assert_int_equal(visa_link(&im, list, 1, &diags), !over);
        if (over) {
            assert_string_equal(diags.items[0].text, "the variables take too much memory");
            assert_int_equal(diags.items[0].line + diags.items[0].col, 0);
        }
        visa_image_fini(&im);
        visa_routine_fini(&r);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_linked_is_named),
        cmocka_unit_test(calls_lead_to_the_first_instruction_of_a_function),
        cmocka_unit_test(variables_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
