/* siptest from the command line on the real kernels of the corpus: tests/siptest_corpus.sh with a
 * few boundaries of each. */
#include "tests/helpers.h"

#include <sys/wait.h>

static void siptest_corpus_loses_nothing(void **state)
{
    char command[1024], line[512];
    unsigned passed = 0, ended = 0, total = 0, lost = 1;
    const char *corpus = shared_path("corpus/kernels/manifest.tsv"), *program = getenv("EULAB");
    (void)state;
    require_shared(corpus);
    snprintf(command, sizeof command, "tests/siptest_corpus.sh '%s' '%.*s' 2",
             program ? program : "build/eulab", (int)(strstr(corpus, "/kernels/") - corpus),
             corpus);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        bool both = strstr(line, "save_restore: 8 at 2  preempt: 4 at 2\n");
        passed += both;
        if (!both)
            print_message("%s", line);
        sscanf(line, "%u of %u kernels run to their ends; %u", &ended, &total, &lost);
    }
    assert_int_equal(WEXITSTATUS(pclose(f)), 0);
    assert_int_equal(lost, 0);
    assert_int_equal(passed, ended);
    assert_true(ended >= 50 && ended <= total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(siptest_corpus_loses_nothing)};
    return cmocka_run_group_tests_name("ui_siptest", tests, NULL, NULL);
}
