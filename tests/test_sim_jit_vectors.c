/* Single operations with exact expected results, by native code where it takes them. */
#include "tests/jit_rig.h"
#include "tests/vector_rows.h"

static void run_table(const char *path, enum eu_gen gen, unsigned must_pass, uint64_t native,
                      const struct vector_dispute *disputes, unsigned ndisputes)
{
    vector_table_run(&(struct vector_table){.path = path,
                                            .gen = gen,
                                            .engine = EU_ENGINE_JIT,
                                            .jit = require_jit(),
                                            .native = native,
                                            .dmask = 0xffff,
                                            .must_pass = must_pass,
                                            .disputes = disputes,
                                            .ndisputes = ndisputes});
}

static void eu_run_corpus_operation_gives_the_expected_result(void **state)
{
    (void)state;
    static const struct vector_dispute disputes[] = {VECTOR_DISPUTES};
    run_table("corpus/exec-vectors.tsv", EU_GEN7, 6524, 3700, disputes,
              sizeof disputes / sizeof *disputes);
}

static void eu_run_gen8_operation_gives_the_expected_result(void **state)
{
    (void)state;
    run_table("gen9/exec.tsv", EU_GEN8, 12943, 6500, NULL, 0);
}

static void eu_run_gen9_operation_gives_the_expected_result(void **state)
{
    (void)state;
    run_table("gen9/exec.tsv", EU_GEN9, 12943, 6500, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_run_corpus_operation_gives_the_expected_result),
        cmocka_unit_test(eu_run_gen8_operation_gives_the_expected_result),
        cmocka_unit_test(eu_run_gen9_operation_gives_the_expected_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
