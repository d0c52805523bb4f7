/* Command lines, sizes of the history, what was meant, and the places of keys in JSON. */
#include "tests/helpers.h"

#include "ui/json.h"
#include "ui/near.h"
#include "ui/options.h"

static void history_size_has_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int status;
        size_t bytes;
    } rows[] = {
        {"0", UI_OK, 0},
        {"1", UI_OK, 1},
        {"1K", UI_OK, 1024},
        {"1k", UI_OK, 1024},
        {"3M", UI_OK, 3 << 20},
        {"3m", UI_OK, 3 << 20},
        {"2G", UI_OK, (size_t)2 << 30},
        {"0x10", UI_OK, 16},
        {"18446744073709551615", UI_OK, SIZE_MAX},
        {"18014398509481983K", UI_OK, SIZE_MAX - 1023},
        {"18014398509481984K", UI_USAGE, 7},
        {"17179869183G", UI_OK, SIZE_MAX - (1 << 30) + 1},
        {"17179869184G", UI_USAGE, 7},
        {"", UI_USAGE, 7},
        {"K", UI_USAGE, 7},
        {"1T", UI_USAGE, 7},
        {"1KK", UI_USAGE, 7},
        {"-1", UI_USAGE, 7},
        {"1 K", UI_USAGE, 7},
        {"00000000000000000000001", UI_OK, 1},
        {"000000000000000000000001", UI_USAGE, 7},
    };
    const struct ui_args args = {.command = UI_SHELL, .name = "shell"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t bytes = 7;
        int status = ui_history_size(&args, rows[i].text, &bytes);
        if (status != rows[i].status || bytes != rows[i].bytes)
            fail_msg("%s: %d %zu", rows[i].text, status, bytes);
    }
}

static void args_are_options_and_operands(void **state)
{
    (void)state;
    static const struct {
        enum ui_command command;
        const char *words[8];
        int status, nrest, ntail;
        const char *printed; /* without --json */
    } rows[] = {
        {UI_RUN, {"k.asm"}, UI_OK, 1, 0, "run k.asm"},
        {UI_RUN, {"k.asm", "--lint", "--json"}, UI_USAGE, 0, 0, NULL},
        {UI_RUN, {"k.asm", "--lint", "--dmask", "3"}, UI_OK, 1, 0, "run --lint --dmask=3 k.asm"},
        {UI_RUN,
         {"--lint=stop", "--dma=3", "a", "b"},
         UI_OK,
         2,
         0,
         "run --lint=stop --dmask=3 a b"},
        {UI_RUN, {"--dump=r1", "--dump", "r2"}, UI_OK, 0, 0, "run --dump=r1 --dump=r2"},
        {UI_RUN, {"--", "--lint"}, UI_OK, 1, 0, "run --lint"},
        {UI_RUN, {"--dmask"}, UI_USAGE, 0, 0, NULL},
        {UI_RUN, {"--dump-json=1"}, UI_USAGE, 0, 0, NULL},
        {UI_RUN, {"-q"}, UI_USAGE, 0, 0, NULL},
        {UI_RUN, {"-lint"}, UI_USAGE, 0, 0, NULL},
        {UI_RUN, {"--d"}, UI_USAGE, 0, 0, NULL},
        {UI_RUN, {"--kinds", "software"}, UI_USAGE, 0, 0, NULL},
        {UI_GDB, {"k.asm", "--", "-nx", "-q"}, UI_OK, 1, 2, "gdb k.asm"},
        {UI_GDB, {"--", "-nx"}, UI_OK, 0, 1, "gdb"},
        {UI_GDB, {"k.asm", "--"}, UI_OK, 1, 0, "gdb k.asm"},
        {UI_CL, {"prog", "--stats"}, UI_OK, 2, 0, "cl prog --stats"},
        {UI_CL, {"--stats", "--", "prog", "-x"}, UI_OK, 0, 2, "cl --stats"},
        {UI_SIPTEST, {"--json", "--every=2", "k"}, UI_OK, 1, 0, "siptest --every=2 k"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *argv[10] = {(char *)"x"};
        int argc = 1;
        for (; rows[i].words[argc - 1]; argc++)
            argv[argc] = (char *)rows[i].words[argc - 1];
        struct ui_args args;
        int status = ui_args_parse(&args, rows[i].command, argc, argv);
        assert_int_equal(status, rows[i].status);
        if (status == UI_OK) {
            char *text = ui_args_print(&args, OPT_JSON);
            assert_int_equal(args.nrest, rows[i].nrest);
            assert_int_equal(args.ntail, rows[i].ntail);
            assert_string_equal(text, rows[i].printed);
            free(text);
        }
        ui_args_fini(&args);
    }
}

static void the_last_value_counts(void **state)
{
    (void)state;
    char *argv[] = {(char *)"run",         (char *)"--dmask=1", (char *)"--dmask=2",
                    (char *)"--lint=stop", (char *)"--lint",    NULL};
    struct ui_args args;
    assert_int_equal(ui_args_parse(&args, UI_RUN, 5, argv), UI_OK);
    assert_string_equal(ui_value(&args, OPT_DMASK), "2");
    assert_null(ui_value(&args, OPT_LINT));
    assert_true(ui_has(&args, OPT_LINT));
    assert_false(ui_has(&args, OPT_SIP));
    assert_null(ui_value(&args, OPT_SIP));
    static const enum ui_option none[] = {OPT_SIP, OPT_DMASK};
    assert_int_equal(ui_refuse(&args, none, 1, "this"), UI_OK);
    assert_int_equal(ui_refuse(&args, none, 2, "this"), UI_USAGE);
    ui_args_fini(&args);
}

static void commands_have_names(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UI_COMMANDS; i++)
        assert_int_equal(ui_command_by_name(ui_command_name(i)), i);
    assert_null(ui_command_name(UI_COMMANDS));
    assert_int_equal(ui_command_by_name("rnu"), -1);
    assert_int_equal(ui_command_unknown("rnu"), UI_USAGE);
}

/* The line and the column of a key's quote, from 1; of the object that is meant, and not what a
 * text has. */
static void json_keys_have_their_place(void **state)
{
    (void)state;
    static const char text[] = "{\"a\": 1,\n"
                               " \"b\" : {\"a\": \"x\\\"\\\\\", \"c\":[{\"a\": 2}, {\"a\": 3}]},\n"
                               "\t\"s\": \"\\\"a\\\": \", \"d\"\n"
                               "  : {\"a\": {}}}";
    struct diags diags = {0};
    struct ui_json j;
    unsigned col;
    assert_true(ui_json_parse(&j, "f", text, strlen(text), &diags));
    const json_t *b = json_object_get(j.root, "b"), *c = json_object_get(b, "c");
    const struct {
        const json_t *object;
        const char *key;
        unsigned line, col;
    } rows[] = {
        {j.root, "a", 1, 2},
        {j.root, "b", 2, 2},
        {b, "a", 2, 9},
        {b, "c", 2, 23},
        {json_array_get(c, 0), "a", 2, 29},
        {json_array_get(c, 1), "a", 2, 39},
        {j.root, "s", 3, 2},
        {j.root, "d", 3, 18},
        {json_object_get(j.root, "d"), "a", 4, 6},
        {j.root, "nothing", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned line = ui_json_line(&j, rows[i].object, rows[i].key, &col);
        if (line != rows[i].line || col != rows[i].col)
            fail_msg("%s: %u, %u", rows[i].key, line, col);
    }
    ui_json_fini(&j);
    /* the 20 first complaints are enough */
    assert_true(ui_json_parse(&j, "f", "{\"a\": 1}", 8, &diags));
    for (unsigned i = 0; i < 30; i++)
        ui_json_error(&j, j.root, "a", "%u", i);
    assert_int_equal(diags.errors, 20);
    ui_json_fini(&j);
    diags_fini(&diags);
}

static const char *name_of(unsigned i)
{
    static const char *const names[] = {"one", "two", "three"};
    return i < 3 ? names[i] : NULL;
}

static void json_values_are_checked(void **state)
{
    (void)state;
    static const char text[] =
        "{\"n\": 5, \"minus\": -1, \"hex\": \"0x10\", \"word\": \"two\", \"slip\": "
        "\"tow\", \"real\": 1.5, \"yes\": true, \"list\": [], \"bytes\": \"00fF\"}";
    struct diags diags = {0};
    struct ui_json j;
    uint64_t v = 99;
    size_t n;
    assert_true(ui_json_parse(&j, "f", text, strlen(text), &diags));
    assert_true(ui_json_range(&j, j.root, "n", 5, 5, &v));
    assert_int_equal(v, 5);
    v = 99;
    assert_false(ui_json_range(&j, j.root, "n", 6, 9, &v));
    assert_false(ui_json_range(&j, j.root, "n", 0, 4, &v));
    assert_false(ui_json_range(&j, j.root, "minus", 0, 9, &v));
    assert_false(ui_json_range(&j, j.root, "real", 0, 9, &v));
    assert_int_equal(diags.errors, 4);
    assert_string_equal(diags.items[0].text, "\"n\": not a number from 6 to 9");
    assert_false(ui_json_range(&j, j.root, "none", 0, 9, &v));
    assert_int_equal(diags.errors, 4);
    assert_int_equal(v, 99);
    assert_true(ui_json_number(&j, j.root, "hex", 16, &v));
    assert_int_equal(v, 16);
    assert_false(ui_json_number(&j, j.root, "hex", 15, &v));
    assert_int_equal(ui_json_word(&j, j.root, "word", json_object_get(j.root, "word"), name_of), 1);
    assert_int_equal(ui_json_word(&j, j.root, "slip", json_object_get(j.root, "slip"), name_of),
                     -1);
    assert_string_equal(diags.items[5].text,
                        "\"slip\": 'tow' is none of one, two, three; did you mean 'two'?");
    assert_true(ui_json_bool(&j, j.root, "yes"));
    assert_false(ui_json_bool(&j, j.root, "none"));
    assert_int_equal(diags.errors, 6);
    assert_false(ui_json_bool(&j, j.root, "n"));
    assert_int_equal(diags.errors, 7);
    char *number = ui_json_text(&j, j.root, "minus"), *word = ui_json_text(&j, j.root, "word");
    assert_string_equal(number, "-1");
    assert_string_equal(word, "two");
    free(number);
    free(word);
    assert_null(ui_json_text(&j, j.root, "none"));
    assert_null(ui_json_text(&j, j.root, "real"));
    assert_int_equal(diags.errors, 8);
    assert_non_null(ui_json_array(&j, j.root, "list"));
    assert_null(ui_json_object(&j, j.root, "list"));
    assert_null(ui_json_string(&j, j.root, "list"));
    assert_int_equal(diags.errors, 10);
    uint8_t *bytes = ui_json_hex(&j, j.root, "bytes", &n);
    assert_int_equal(n, 2);
    assert_memory_equal(bytes, "\0\xff", 2);
    free(bytes);
    assert_null(ui_json_hex(&j, j.root, "hex", &n));
    assert_int_equal(n, 0);
    const json_t *seen[20] = {NULL};
    assert_true(ui_json_once(&j, j.root, "n", 5, seen));
    assert_true(ui_json_once(&j, j.root, "n", 6, seen));
    assert_false(ui_json_once(&j, j.root, "n", 5, seen));
    assert_string_equal(diags.items[11].text, "\"n\": 5 is taken at line 1, column 2");
    ui_json_fini(&j);
    diags_fini(&diags);
}

static void json_path_starts_at_the_documents_folder(void **state)
{
    (void)state;
    static const char text[] = "{\"a\": \"b.bin\", \"whole\": \"/b.bin\", \"n\": 1}";
    static const struct {
        const char *document, *key, *path; /* NULL: there is none */
    } rows[] = {
        {"x/y/l.json", "a", "x/y/b.bin"}, {"l.json", "a", "b.bin"}, {NULL, "a", "b.bin"},
        {"x/l.json", "whole", "/b.bin"},  {"x/l.json", "n", NULL},  {"x/l.json", "none", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct diags diags = {0};
        struct ui_json j;
        assert_true(ui_json_parse(&j, rows[i].document, text, strlen(text), &diags));
        char *path = ui_json_path(&j, j.root, rows[i].key);
        if (rows[i].path)
            assert_string_equal(path, rows[i].path);
        else
            assert_null(path);
        assert_int_equal(diags.errors, strcmp(rows[i].key, "n") == 0);
        free(path);
        ui_json_fini(&j);
        diags_fini(&diags);
    }
}

/* A slip is a letter more, less or another, or two that are swapped. */
static void near_words_are_few_slips_away(void **state)
{
    (void)state;
#define A31 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    static const struct {
        const char *word, *names[3], *best; /* NULL: none */
        unsigned most;
    } rows[] = {
        {"brek", {"break"}, "break", 0},
        {"breaak", {"break"}, "break", 0},
        {"xreak", {"break"}, "break", 0},
        {"breax", {"break"}, "break", 0},
        {"brxxk", {"break"}, "break", 0},
        {"bxxxk", {"break"}, NULL, 0},
        {"brxxk", {"break"}, NULL, 1},
        {"brxak", {"break"}, "break", 1},
        {"bxxxk", {"break"}, NULL, 3}, /* most of the word */
        {"bxxxking", {"breaking"}, "breaking", 3},
        {"berak", {"break"}, "break", 1}, /* swapped: one slip */
        {"rbeak", {"break"}, "break", 1},
        {"breka", {"break"}, "break", 1},
        {"rbeka", {"break"}, "break", 2},
        {"rbeka", {"break"}, NULL, 1},
        {"reabk", {"break"}, "break", 2},
        {"reabk", {"break"}, NULL, 1},
        {"ba", {"ab"}, "ab", 0},
        {"ac", {"ab"}, "ab", 0},
        {"cd", {"ab"}, NULL, 0}, /* another word */
        {"a", {"abc"}, NULL, 0},
        {"abc", {"a"}, NULL, 0},
        {"ab", {"abcd"}, NULL, 0},
        {"abc", {"abcde"}, NULL, 0},
        {"abcd", {"abcdef"}, "abcdef", 0},
        {"abcde", {"abc"}, "abc", 0},
        {"break", {"break"}, NULL, 0},
        {"lixt", {"list", "lint"}, "list", 0}, /* the first of those as near */
        {"liste", {"lint", "list", "lost"}, "list", 0},
        {A31 "b", {A31 "c"}, A31 "c", 0},
        {A31 "bb", {A31 "cb"}, NULL, 0}, /* too long */
        {A31 "bb", {A31 "b"}, NULL, 0},
        {A31 "b", {A31 "bb"}, NULL, 0},
        {"", {"a"}, NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ui_near near = {.word = rows[i].word, .most = rows[i].most};
        for (size_t k = 0; k < 3 && rows[i].names[k]; k++)
            ui_near_try(&near, rows[i].names[k]);
        if (!near.best != !rows[i].best || (near.best && strcmp(near.best, rows[i].best) != 0))
            fail_msg("%s: %s", rows[i].word, near.best ? near.best : "none");
    }
    struct ui_near near = {.word = "lixt"};
    ui_near_try(&near, "other");
    assert_string_equal(ui_near_none(&near), "'lixt' is none of other");
    ui_near_try(&near, "list");
    assert_string_equal(ui_near_none(&near), "'lixt' is none of other, list; did you mean 'list'?");
    for (unsigned i = 0; i < 40; i++) /* more than there is room for */
        ui_near_try(&near, i == 39 ? "lit" : "something");
    ui_near_try(&near, "li");
    assert_int_equal(strlen(near.names), sizeof near.names - 1);
    assert_string_equal(ui_near_hint(&near), "; did you mean 'list'?");
    assert_int_equal(strlen(ui_near_none(&near)), 6 + 12 + sizeof near.names - 1 + 22);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_size_has_units),
        cmocka_unit_test(args_are_options_and_operands),
        cmocka_unit_test(the_last_value_counts),
        cmocka_unit_test(commands_have_names),
        cmocka_unit_test(near_words_are_few_slips_away),
        cmocka_unit_test(json_keys_have_their_place),
        cmocka_unit_test(json_values_are_checked),
        cmocka_unit_test(json_path_starts_at_the_documents_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
