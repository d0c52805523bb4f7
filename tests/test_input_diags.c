/* Messages about input: what is kept, and what of it is printed. */
#include "tests/helpers.h"

#include "input/diags.h"

/* What diags_print() writes, in a static buffer. */
static const char *printed(const struct diags *d)
{
    static char text[1 << 16];
    FILE *out = tmpfile();
    assert_non_null(out);
    diags_print(d, out);
    rewind(out);
    size_t n = fread(text, 1, sizeof text - 1, out);
    assert_true(n < sizeof text - 1);
    text[n] = '\0';
    fclose(out);
    return text;
}

/* One error at @col of line 1 of @source. */
static const char *shown(unsigned col, const char *source)
{
    struct diags d = {0};
    diags_add(&d, false, "f", 1, col, source, "x");
    const char *text = printed(&d);
    diags_fini(&d);
    return text;
}

static void places_are_as_exact_as_they_are_known(void **state)
{
    struct diags d = {0};
    (void)state;
    diags_add(&d, false, "f", 3, 5, NULL, "both %d", 1);
    diags_add(&d, true, "f", 3, 0, NULL, "line");
    diags_add(&d, false, "f", 0, 5, NULL, "file");
    diags_add(&d, true, NULL, 0, 0, NULL, "none");
    assert_int_equal(d.n, 4);
    assert_int_equal(d.errors, 2);
    assert_string_equal(printed(&d), "f:3:5: error: both 1\n"
                                     "f:3: warning: line\n"
                                     "eulab: f: file\n"
                                     "eulab: -: warning: none\n");
    diags_fini(&d);
    assert_int_equal(d.n | d.errors, 0);
}

/* Nothing that a terminal obeys, and no bytes that are no character. */
static void source_lines_are_shown_as_far_as_they_are_text(void **state)
{
    static const struct {
        const char *source, *shown;
    } rows[] = {{"a\tb ~", "a\tb ~"},
                {"\x1f\x7f\x1b[2J", "???[2J"},
                {"\xc2\x9f\xc2\xa0", "??\xc2\xa0"}, /* the last of C1, and what follows */
                {"\xc1\xbf", "??"},
                {"\xdf\xbf", "\xdf\xbf"},
                {"\xe0\xa4\x85", "\xe0\xa4\x85"},
                {"\xef\xbb\xbf", "\xef\xbb\xbf"},
                {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
                {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
                {"\xf5\x80\x80\x80", "????"},
                {"\x80\xbf", "??"},
                {"\xc3", "?"},
                {"\xc3z", "?z"},
                {"\xe2\x82", "??"},
                {"\xe2\x82z\xe2\xc3\xbf", "??z?\xc3\xbf"},
                {"\xe2\x82\xff", "???"}};
    char want[64];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(want, sizeof want, "f:1: error: x\n    %s\n", rows[i].shown);
        assert_string_equal(shown(0, rows[i].source), want);
    }
    assert_string_equal(shown(1, "ab"), "f:1:1: error: x\n    ab\n    ^\n");
    assert_string_equal(shown(5, "\t\xc3\xa9\xe2\x82\xac"), /* a caret below the third character */
                        "f:1:5: error: x\n    \t\xc3\xa9\xe2\x82\xac\n    \t  ^\n");
    assert_string_equal(shown(4, "\xff\xff\xffx"), /* a blank for each byte that is none */
                        "f:1:4: error: x\n    ???x\n       ^\n");
    char text[] = "\x1f \t\n~\x7f\xc3\xa9";
    text_clean(text);
    assert_string_equal(text, "? \t\n~?\xc3\xa9");
}

/* A line of @n digits, in a static buffer. */
static const char *digits(size_t n)
{
    static char text[2000];
    for (size_t i = 0; i < n; i++)
        text[i] = (char)('0' + i % 10);
    text[n] = '\0';
    return text;
}

static void long_lines_are_cut_around_the_caret(void **state)
{
    enum { WIDTH = 120 };
    char want[4096];
    (void)state;
    snprintf(want, sizeof want, "f:1:1: error: x\n    %s\n    ^\n", digits(WIDTH));
    assert_string_equal(shown(1, digits(WIDTH)), want);
    snprintf(want, sizeof want, "f:1:1: error: x\n    %s...\n    ^\n", digits(WIDTH));
    assert_string_equal(shown(1, digits(WIDTH + 1)), want);
    /* half of it before the caret */
    snprintf(want, sizeof want, "f:1:61: error: x\n    %s...\n    %60s^\n", digits(WIDTH), "");
    assert_string_equal(shown(61, digits(1000)), want);
    snprintf(want, sizeof want, "f:1:71: error: x\n    ...%s...\n       %60s^\n", digits(WIDTH),
             "");
    assert_string_equal(shown(71, digits(1000)), want);
    /* what fits is whole, wherever the caret is; the beginning, as long as the caret is in it */
    snprintf(want, sizeof want, "f:1:120: error: x\n    %s\n    %119s^\n", digits(WIDTH), "");
    assert_string_equal(shown(120, digits(WIDTH)), want);
    snprintf(want, sizeof want, "f:1:51: error: x\n    %s...\n    %50s^\n", digits(WIDTH), "");
    assert_string_equal(shown(51, digits(1000)), want);
    snprintf(want, sizeof want, "f:1: error: x\n    %s...\n", digits(WIDTH));
    assert_string_equal(shown(0, digits(WIDTH + 1)), want); /* without a caret */
    /* the end */
    snprintf(want, sizeof want, "f:1:191: error: x\n    ...%.70s\n       %60s^\n", digits(WIDTH),
             "");
    assert_string_equal(shown(191, digits(200)), want);
    assert_string_equal(shown(500, digits(200)), "f:1:500: error: x\n    ...\n       ^\n");
    /* not in the middle of a character */
    char source[200];
    snprintf(source, sizeof source, "123456789\xc3\xa9%.120s", digits(WIDTH));
    snprintf(want, sizeof want, "f:1:71: error: x\n    ...%.119s...\n       %59s^\n", digits(WIDTH),
             "");
    assert_string_equal(shown(71, source), want);
    memset(source, 0x80, sizeof source - 1); /* nor in the middle of nothing but middles */
    source[sizeof source - 1] = 0;
    assert_string_equal(shown(71, source), "f:1:71: error: x\n    ......\n       ^\n");
}

static void many_errors_are_counted_and_the_first_are_shown(void **state)
{
    enum { MANY = 1010, KEPT = 1000 };
    struct diags d = {0};
    const char *at;
    char want[200];
    (void)state;
    for (unsigned i = 1; i <= DIAGS_SHOWN; i++)
        diags_add(&d, false, "f", i, 0, NULL, "e");
    assert_null(strstr(printed(&d), "more"));
    diags_add(&d, true, "f", 21, 0, NULL, "w");
    for (unsigned i = 22; i <= MANY; i++)
        diags_add(&d, false, "f", i, 0, i % 2 ? digits(121) : digits(120), "e");
    assert_int_equal(d.n, KEPT);
    assert_int_equal(d.errors, MANY - 1);
    /* a long source line is kept of those that are shown */
    assert_non_null(d.items[22].line == 23 ? d.items[23].source : NULL);
    assert_null(d.items[22].source);
    at = strstr(printed(&d), "f:20: ");
    assert_non_null(at);
    snprintf(want, sizeof want, "f:20: error: e\nf:21: warning: w\n%d more errors\n",
             MANY - 1 - DIAGS_SHOWN);
    assert_string_equal(at, want);
    /* warnings behind the errors that are not shown are */
    diags_cut(&d, DIAGS_SHOWN + 5, DIAGS_SHOWN + 4);
    diags_add(&d, true, "f", 99, 0, NULL, "w");
    assert_non_null(strstr(printed(&d), "f:21: warning: w\nf:99: warning: w\n4 more errors\n"));
    diags_cut(&d, 3, 2);
    assert_int_equal(d.n, 3);
    assert_int_equal(d.errors, 2);
    assert_string_equal(printed(&d), "f:1: error: e\nf:2: error: e\nf:3: error: e\n");
    diags_cut(&d, 5, 2); /* there are fewer */
    assert_int_equal(d.n, 3);
    diags_fini(&d);
}

/* Of as many messages as are printed a long source line is kept, of others only a short one. */
static void long_lines_are_kept_of_what_is_printed(void **state)
{
    (void)state;
    struct diags d = {0};
    for (unsigned i = 1; i <= DIAGS_SHOWN + 2; i++)
        diags_add(&d, true, "f", i, 0, digits(i <= DIAGS_SHOWN + 1 ? 121 : 120), "w");
    for (unsigned i = 1; i <= DIAGS_SHOWN + 2; i++)
        assert_int_equal(d.items[i - 1].source != NULL, i != DIAGS_SHOWN + 1);
    diags_fini(&d);
    assert_int_equal(d.n + d.errors, 0);
    assert_null(d.items);
    diags_add(&d, false, "f", 1, 0, NULL, "%s", ""); /* an empty text is one, too */
    assert_string_equal(printed(&d), "f:1: error: \n");
    diags_fini(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_as_exact_as_they_are_known),
        cmocka_unit_test(source_lines_are_shown_as_far_as_they_are_text),
        cmocka_unit_test(long_lines_are_cut_around_the_caret),
        cmocka_unit_test(many_errors_are_counted_and_the_first_are_shown),
        cmocka_unit_test(long_lines_are_kept_of_what_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
