#include "tests/helpers.h"

#include <limits.h>

#include "machine/machine.h"

static void strerror_has_a_text_for_each_error(void **state)
{
    static const char *const texts[] = {
#define ERR(id, text) [MACHINE_ERR_##id] = text,
#include "machine/err.def"
#undef ERR
    };
    (void)state;
    for (int i = 1; i < (int)(sizeof texts / sizeof *texts); i++) {
        assert_string_equal(machine_strerror(i), texts[i]);
        assert_string_equal(machine_strerror(-i), texts[i]);
    }
    assert_string_equal(machine_strerror((int)(sizeof texts / sizeof *texts)), "unknown error");
    assert_string_equal(machine_strerror(0), "no error");
}

static void strerror_of_no_error_of_ours_says_so(void **state)
{
    (void)state;
    assert_string_equal(machine_strerror(1000), "unknown error");
    assert_string_equal(machine_strerror(INT_MIN), "unknown error");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strerror_has_a_text_for_each_error),
        cmocka_unit_test(strerror_of_no_error_of_ours_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
