/* The flame graph: rows that add up, names that XML can hold. */
#include "tests/helpers.h"

#include "eu/cli/flame.h"

static char *picture(const struct flame *f)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_true(flame_print(f, out));
    fclose(out);
    return text;
}

/* 1200 wide, and rows of 17 from the bottom up; callees beside one another by name, each as wide as
 * its share. A letter takes 7: a name is cut to its box, and there is none where four letters have
 * no room. */
static void flame_rows_add_up(void **state)
{
    (void)state;
    static const char *const a[] = {"kernel", "b"}, *const b[] = {"kernel", "a"},
                             *const c[] = {"kernel"},
                             *const d[] = {"sip", "a<b>&\"c\"\xc3\xa4", "low"};
    struct flame *f = flame_new();
    flame_add(f, a, 2, 50);
    flame_add(f, b, 2, 20);
    flame_add(f, c, 1, 10);
    flame_add(f, d, 3, 100);
    flame_add(f, a, 2, 20);
    char *text = picture(f);
    assert_string_equal(
        text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"92\" "
        "font-family=\"monospace\" font-size=\"11\">\n"
        "<text x=\"3\" y=\"15\">instructions by function: 200 in all</text>\n"
        "<g><title>all: 200 instructions, 100.00 %</title><rect x=\"0.0\" y=\"75\" "
        "width=\"1200.0\" height=\"16\" fill=\"#ed8306\" rx=\"2\"/><text x=\"3.0\" "
        "y=\"87\">all</text></g>\n"
        "<g><title>kernel: 100 instructions, 50.00 %</title><rect x=\"0.0\" y=\"58\" "
        "width=\"600.0\" height=\"16\" fill=\"#dd9607\" rx=\"2\"/><text x=\"3.0\" "
        "y=\"70\">kernel</text></g>\n"
        "<g><title>a: 20 instructions, 10.00 %</title><rect x=\"0.0\" y=\"41\" width=\"120.0\" "
        "height=\"16\" fill=\"#e17919\" rx=\"2\"/><text x=\"3.0\" y=\"53\">a</text></g>\n"
        "<g><title>b: 70 instructions, 35.00 %</title><rect x=\"120.0\" y=\"41\" width=\"420.0\" "
        "height=\"16\" fill=\"#e88517\" rx=\"2\"/><text x=\"123.0\" y=\"53\">b</text></g>\n"
        "<g><title>sip: 100 instructions, 50.00 %</title><rect x=\"600.0\" y=\"58\" "
        "width=\"600.0\" height=\"16\" fill=\"#e2432e\" rx=\"2\"/><text x=\"603.0\" "
        "y=\"70\">sip</text></g>\n"
        "<g><title>a&lt;b&gt;&amp;&quot;c&quot;?\?: 100 instructions, 50.00 %</title><rect "
        "x=\"600.0\" y=\"41\" width=\"600.0\" height=\"16\" fill=\"#e70e05\" rx=\"2\"/><text "
        "x=\"603.0\" y=\"53\">a&lt;b&gt;&amp;&quot;c&quot;?\?</text></g>\n"
        "<g><title>low: 100 instructions, 50.00 %</title><rect x=\"600.0\" y=\"24\" "
        "width=\"600.0\" height=\"16\" fill=\"#faba0a\" rx=\"2\"/><text x=\"603.0\" "
        "y=\"36\">low</text></g>\n"
        "</svg>\n");
    free(text);
    flame_free(f);
}

static void flame_without_counts_is_empty(void **state)
{
    (void)state;
    struct flame *f = flame_new();
    char *text = picture(f);
    assert_string_equal(text,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"41\" "
                        "font-family=\"monospace\" font-size=\"11\">\n"
                        "<text x=\"3\" y=\"15\">instructions by function: 0 in all</text>\n"
                        "<g><title>all: 0 instructions, 0.00 %</title><rect x=\"0.0\" y=\"24\" "
                        "width=\"0.0\" height=\"16\" fill=\"#ed8306\" rx=\"2\"/></g>\n"
                        "</svg>\n");
    free(text);
    flame_free(f);
    flame_free(NULL);
}

/* The text is there from just above four letters on. */
static void flame_names_need_room(void **state)
{
    (void)state;
    for (unsigned share = 7; share <= 8; share++) { /* of 300: 28 or 32 wide */
        static const char *const name[] = {"abcdefgh"};
        struct flame *f = flame_new();
        flame_add(f, name, 1, share);
        flame_add(f, NULL, 0, 300 - share);
        char *text = picture(f);
        assert_int_equal(strstr(text, ">abcd</text>") != NULL, share == 8);
        assert_non_null(strstr(text, share == 8 ? "width=\"32.0\"" : "width=\"28.0\""));
        free(text);
        flame_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flame_rows_add_up),
        cmocka_unit_test(flame_without_counts_is_empty),
        cmocka_unit_test(flame_names_need_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
