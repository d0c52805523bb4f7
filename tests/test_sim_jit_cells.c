/* An instruction that needs more registers of the host than there are makes no native code, and is
 * named, so that it is called. */
#include "tests/helpers.h"

#include "sim/jit/emit.h"

static void jit_temp_without_a_free_register_names_the_instruction(void **state)
{
    enum { FIXED = 8 };
    static struct emit e;
    struct jit_insn insns[2] = {{.op = 0}};
    (void)state;
    e.nfixed = FIXED;
    for (unsigned i = 0; i < JIT_CELLS; i++)
        e.cells[i].fixed = -1;
    jit_begin(&e);
    e.now = &insns[1];
    for (unsigned i = 0; i < JIT_VECTORS - FIXED; i++)
        assert_true(jit_temp(&e) < JIT_VECTORS - FIXED);
    assert_false(e.c.failed);
    assert_null(e.crowded);
    assert_int_equal(jit_temp(&e), 0);
    assert_true(e.c.failed);
    assert_ptr_equal(e.crowded, &insns[1]);
    host_fini(&e.c);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_temp_without_a_free_register_names_the_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
