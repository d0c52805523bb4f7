/* Single operations with exact expected results, by the reference engine. */
#include "tests/vector_rows.h"

static void eu_run_corpus_operation_gives_the_expected_result(void **state)
{
    (void)state;
    static const struct vector_dispute disputes[] = {VECTOR_DISPUTES};
    vector_table_run(&(struct vector_table){.path = "corpus/exec-vectors.tsv",
                                            .gen = EU_GEN7,
                                            .dmask = 0xffff,
                                            .must_pass = 6524,
                                            .disputes = disputes,
                                            .ndisputes = sizeof disputes / sizeof *disputes});
}

/* No row of the table has a form that Gen9 alone has. */
static void eu_run_gen8_and_gen9_operation_gives_the_expected_result(void **state)
{
    (void)state;
    static const enum eu_gen gens[] = {EU_GEN8, EU_GEN9};
    for (size_t i = 0; i < sizeof gens / sizeof *gens; i++)
        vector_table_run(&(struct vector_table){
            .path = "gen9/exec.tsv", .gen = gens[i], .dmask = 0xffff, .must_pass = 12943});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_run_corpus_operation_gives_the_expected_result),
        cmocka_unit_test(eu_run_gen8_and_gen9_operation_gives_the_expected_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
