/* Reports of parts, merged: sums, lists, the part that failed, coverage; and what is no part. */
#include "tests/helpers.h"

#include <jansson.h>

#include "eu/cli/merge.h"
#include "eu/siptest.h"

enum { PARTS = 3 };

/* The merged report as text, keys sorted, or why there is none; the caller's. */
static char *merged(const char *const texts[PARTS], enum report_tale *tale)
{
    json_t *parts[PARTS];
    size_t n = 0;
    char why[160] = "";
    for (; n < PARTS && texts[n]; n++) {
        parts[n] = json_loads(texts[n], 0, NULL);
        assert_non_null(parts[n]);
    }
    json_t *all = report_merge(parts, n, why, sizeof why);
    char *said = all ? json_dumps(all, JSON_SORT_KEYS | JSON_COMPACT) : strdup(why);
    *tale = all ? report_tells(all) : REPORT_BAD;
    json_decref(all);
    while (n-- > 0)
        json_decref(parts[n]);
    return said;
}

#define PASS "{\"verdict\":\"pass\",\"total\":9,"
#define FAIL "{\"verdict\":\"differ\",\"at\":7,"
#define SEEN(wants)                                                                                \
    "\"coverage\":{\"code\":[{\"offset\":16,\"place\":\"p\",\"text\":\"t\",\"wants\":" wants       \
    ",\"seen\":"
#define CODE(wants, seen) SEEN(wants) #seen "}]}}"

static void parts_become_the_whole(void **state)
{
    (void)state;
    static const struct {
        const char *parts[PARTS], *all;
        enum report_tale tale;
    } rows[] = {
        {{PASS "\"boundaries\":3}", PASS "\"boundaries\":4}", PASS "\"boundaries\":0}"},
         "{\"boundaries\":7,\"total\":9,\"verdict\":\"pass\"}",
         REPORT_GOOD},
        {{PASS "\"pairs\":3,\"inside\":1}", PASS "\"pairs\":4,\"inside\":2}"},
         "{\"inside\":3,\"pairs\":7,\"total\":9,\"verdict\":\"pass\"}",
         REPORT_GOOD},
        /* What comes behind a failure does not count, and the failure is told of. */
        {{PASS "\"boundaries\":3}", FAIL "\"boundaries\":1}", PASS "\"boundaries\":5}"},
         "{\"at\":7,\"boundaries\":4,\"verdict\":\"differ\"}",
         REPORT_BAD},
        {{FAIL "\"boundaries\":1}", PASS "\"boundaries\":5}"},
         "{\"at\":7,\"boundaries\":1,\"verdict\":\"differ\"}",
         REPORT_BAD},
        /* A broken rule in one part is one of the whole. */
        {{PASS "\"injections\":2}", "{\"verdict\":\"lint\",\"total\":9,\"injections\":1}"},
         "{\"injections\":3,\"total\":9,\"verdict\":\"lint\"}",
         REPORT_BAD},
        {{PASS "\"findings\":[{\"rule\":\"a\",\"ip\":1,\"n\":1},{\"rule\":\"a\",\"ip\":2}]}",
          PASS "\"findings\":[{\"rule\":\"a\",\"ip\":1,\"n\":2},{\"rule\":\"b\",\"ip\":1}]}"},
         "{\"findings\":[{\"ip\":1,\"n\":1,\"rule\":\"a\"},{\"ip\":2,\"rule\":\"a\"},"
         "{\"ip\":1,\"rule\":\"b\"}],\"total\":9,\"verdict\":\"pass\"}",
         REPORT_GOOD},
        {{PASS "\"injections\":0,\"coverage\":{\"code\":[]}}", PASS "\"injections\":0}"},
         "{\"injections\":0,\"total\":9,\"verdict\":\"fault\",\"why\":\"" SIPTEST_NOTHING "\"}",
         REPORT_BAD},
        {{PASS "\"injections\":0}", PASS "\"injections\":0}"},
         "{\"injections\":0,\"total\":9,\"verdict\":\"fault\",\"why\":\"" SIPTEST_NOTHING "\"}",
         REPORT_BAD},
        {{"{\"file\":\"k\",\"verdict\":\"pass\",\"injections\":0}"},
         "{\"file\":\"k\",\"injections\":0,\"verdict\":\"fault\",\"why\":\"" SIPTEST_NOTHING "\"}",
         REPORT_NOT_TESTED},
        {{"{\"file\":\"k\",\"verdict\":\"kernel\"}"},
         "{\"file\":\"k\",\"verdict\":\"kernel\"}",
         REPORT_NOT_TESTED},
        {{"{\"verdict\":\"kernel\"}"}, "{\"verdict\":\"kernel\"}", REPORT_BAD},
        /* siptest --mutate and the fuzzer have no verdict. */
        {{"{\"mutants\":3,\"survivors\":[1]}", "{\"mutants\":4,\"survivors\":[2,3]}"},
         "{\"mutants\":7,\"survivors\":[1,2,3]}",
         REPORT_GOOD},
        {{"{\"programs\":3,\"differ\":[]}", "{\"programs\":4,\"differ\":[]}"},
         "{\"differ\":[],\"programs\":7}",
         REPORT_GOOD},
        {{"{\"programs\":3,\"differ\":[8]}", "{\"programs\":4,\"differ\":[9]}"},
         "{\"differ\":[8,9],\"programs\":7}",
         REPORT_BAD},
        /* no parts of one thing */
        {{PASS "\"pairs\":3}", PASS "\"x\":4}"}, "'pairs' is missing in part 2", REPORT_BAD},
        {{PASS "\"pairs\":3}", PASS "\"pairs\":\"4\"}"},
         "'pairs' is missing in part 2",
         REPORT_BAD},
        {{PASS "\"pairs\":9223372036854775807}", PASS "\"pairs\":1}"},
         "'pairs' is too large",
         REPORT_BAD},
        {{"{\"mutants\":3,\"survivors\":[1]}", "{\"mutants\":4,\"survivors\":2}"},
         "'survivors' is no list in part 2",
         REPORT_BAD},
        {{PASS "\"pairs\":3}", "{\"pairs\":3}"}, "part 2 is no report that merges", REPORT_BAD},
        {{PASS "\"pairs\":3}", "{\"verdict\":\"pass\",\"total\":8,\"pairs\":3}"},
         "part 2 is of another kernel",
         REPORT_BAD},
        {{PASS CODE("[1,0,0,0]", 1), PASS CODE("[2,0,0,0]", 1)},
         "the coverage of part 2 is of another routine",
         REPORT_BAD},
        {{PASS CODE("[1,0,0]", 1)}, "the coverage of part 1 is of another routine", REPORT_BAD},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum report_tale tale;
        char *all = merged(rows[i].parts, &tale);
        assert_string_equal(all, rows[i].all);
        assert_int_equal(tale, rows[i].tale);
        free(all);
    }
}

/* One instruction that is to be executed: whichever part has seen it. */
static void coverage_is_what_all_have_seen(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 2; first++) {
        for (unsigned second = 0; second < 2; second++) {
            char texts[2][256];
            for (unsigned i = 0; i < 2; i++)
                snprintf(texts[i], sizeof texts[i], "%s%u}]}}", PASS SEEN("[1,0,0,0]"),
                         i ? second : first);
            enum report_tale tale;
            char *all = merged((const char *const[PARTS]){texts[0], texts[1]}, &tale);
            json_t *whole = json_loads(all, 0, NULL);
            json_t *missed = json_object_get(json_object_get(whole, "coverage"), "missed");
            assert_int_equal(json_array_size(missed), first || second ? 0 : 1);
            json_decref(whole);
            free(all);
        }
    }
}

/* Places where a rule is broken are kept up to a limit. */
static void findings_have_a_limit(void **state)
{
    (void)state;
    for (size_t n = SIPTEST_FINDINGS - 1; n <= SIPTEST_FINDINGS + 1; n++) {
        json_t *part = json_pack("{ss s[]}", "verdict", "pass", "findings"), *all;
        char why[80];
        for (size_t i = 0; i < n; i++)
            json_array_append_new(json_object_get(part, "findings"),
                                  json_pack("{ss si}", "rule", "a", "ip", (int)i));
        all = report_merge(&part, 1, why, sizeof why);
        assert_int_equal(json_array_size(json_object_get(all, "findings")),
                         n < SIPTEST_FINDINGS ? n : SIPTEST_FINDINGS);
        json_decref(all);
        json_decref(part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_become_the_whole),
        cmocka_unit_test(coverage_is_what_all_have_seen),
        cmocka_unit_test(findings_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
