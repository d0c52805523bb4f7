/* What vISA and AMD GCN add to the shell: the names that complete a word, and help on them. */
#include "tests/helpers.h"

#include "gcn/asm.h"
#include "gcn/cli/cli.h"
#include "gcn/cli/launch.h"
#include "ui/cmd.h"
#include "ui/rows.h"
#include "visa/cli/rows.h"
#include "visa/visa.h"

static void names_of_visa_are_all_there(void **state)
{
    struct ui_session s = {.own = NULL};
    (void)state;
    for (unsigned i = 0; i < VISA_OPS; i++) {
        char want[300], *help = visa_rows.help(&s, visa_ops[i].name);
        assert_string_equal(visa_rows.opcode(&s, i), visa_ops[i].name);
        snprintf(want, sizeof want, "%s: %s\n", visa_ops[i].name, visa_ops[i].meaning);
        assert_string_equal(help, want);
        free(help);
    }
    assert_null(visa_rows.opcode(&s, VISA_OPS));
    assert_null(visa_rows.help(&s, "ad"));
    assert_null(visa_rows.help(&s, "adds"));
}

static void names_of_gcn_are_those_of_the_generation(void **state)
{
    (void)state;
    for (int gen = GCN_GFX600; gen <= GCN_GFX803; gen++) {
        struct gcn_file f = {.m = gcn_new((enum gcn_gen)gen)};
        struct ui_session s = {.own = &f};
        unsigned n = 0;
        assert_non_null(f.m);
        for (int id = 0; id < GCN_OPS; id++) {
            const struct gcn_op *op = gcn_op(id);
            char *help = gcn_rows.help(&s, op->name), number[12];
            if (op->n[gen] >= 0) {
                assert_string_equal(gcn_rows.opcode(&s, n++), op->name);
                snprintf(number, sizeof number, " %d ", op->n[gen]);
                assert_non_null(strstr(help, op->name));
                assert_non_null(strstr(help, number));
            }
            free(help);
        }
        assert_null(gcn_rows.opcode(&s, n));
        assert_null(gcn_rows.help(&s, "v_nothing"));
        gcn_free(f.m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_visa_are_all_there),
        cmocka_unit_test(names_of_gcn_are_those_of_the_generation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
