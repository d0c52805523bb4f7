/* The real kernels of the corpus from the command line, by tests/siptest_corpus.sh: where they end,
 * and siptest with a few boundaries of each. */
#include "tests/helpers.h"

#include <sys/wait.h>

/* The script's output; @how: its last argument. Skips without the corpus. */
static FILE *corpus_script(const char *how)
{
    char command[1024];
    const char *corpus = shared_path("corpus/kernels/manifest.tsv"), *program = getenv("EULAB");
    require_shared(corpus);
    snprintf(command, sizeof command, "tests/siptest_corpus.sh '%s' '%.*s' %s",
             program ? program : "build/eulab", (int)(strstr(corpus, "/kernels/") - corpus), corpus,
             how);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    return f;
}

/* README.md's list is made of the golden file. */
static void corpus_kernels_end_as_the_list_says(void **state)
{
    char line[512], want[512];
    (void)state;
    FILE *f = corpus_script("ends"), *list = fopen("tests/golden/corpus_ends.tsv", "r");
    assert_non_null(list);
    while (fgets(want, sizeof want, list)) {
        assert_non_null(fgets(line, sizeof line, f));
        assert_string_equal(line, want);
    }
    assert_null(fgets(line, sizeof line, f));
    assert_int_equal(pclose(f), 0);
    fclose(list);
}

static void siptest_corpus_loses_nothing(void **state)
{
    char line[512];
    unsigned passed = 0, ended = 0, total = 0, lost = 1;
    (void)state;
    FILE *f = corpus_script("2");
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(corpus_kernels_end_as_the_list_says),
                                       cmocka_unit_test(siptest_corpus_loses_nothing)};
    return cmocka_run_group_tests_name("ui_siptest", tests, NULL, NULL);
}
