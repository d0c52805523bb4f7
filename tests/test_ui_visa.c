#include "tests/visa_rig.h"

#include <jansson.h>

#include "debug/dbg.h"
#include "ui/cmd.h"
#include "visa/cli/rows.h"
#include "visa/machine.h"

/* Every launch of ../shared/visa: the expected memory, or the named rule in the named line; no lint
 * finds anything that is not meant. */
static const char *in_cases(json_t *row, const char *key)
{
    static char paths[4][512];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    const char *file = json_string_value(json_object_get(row, key));
    snprintf(path, sizeof paths[0], "visa/cases/%s", file ? file : "none");
    snprintf(path, sizeof paths[0], "%s", shared_path(path));
    return path;
}

static json_t *cases(void)
{
    const char *path = shared_path("visa/cases/index.json");
    require_shared(path);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}

static void launch(struct visa_file *f, const char *path)
{
    struct ui_arg item = {OPT_LAUNCH, path};
    struct ui_args args = {.command = UI_RUN, .name = "run", .items = &item, .n = 1};
    if (visa_file_init(f, &args, NULL) || visa_file_build(f))
        fail_msg("%s does not launch", path);
}

static void compare_memory(struct visa_file *f, json_t *row, const char *name)
{
    json_t *expect = json_object_get(json_object_get(row, "expect"), "memory"), *part;
    size_t i, n;
    json_array_foreach(expect, i, part)
    {
        uint64_t addr = strtoull(json_string_value(json_object_get(part, "address")), NULL, 0);
        uint8_t *want = (uint8_t *)read_file(in_cases(part, "file"), &n), *got = malloc(n + 1);
        assert_non_null(want);
        visa_pages_read(f->pages, addr, got, n);
        for (size_t k = 0; k < n; k++)
            if (want[k] != got[k])
                fail_msg("%s: byte 0x%llx is 0x%02x, not 0x%02x", name,
                         (unsigned long long)(addr + k), got[k], want[k]);
        free(want);
        free(got);
    }
}

static void run_case(json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "name"));
    json_t *undefined = json_object_get(row, "undefined");
    struct visa_file f;
    uint64_t budget = 100000;
    launch(&f, in_cases(row, "launch"));
    f.m.lint = !strstr(name, "out_of_surface");
    struct visa_thread *at = f.m.threads;
    enum visa_stop stop = visa_run(&f.m, &budget, &at);
    if (undefined) {
        assert_int_equal(stop, VISA_STOP_UNDEFINED);
        assert_string_equal(visa_rules[f.m.rule].name,
                            json_string_value(json_object_get(undefined, "rule")));
        assert_int_equal(f.im.insns[at->pc]->line,
                         json_integer_value(json_object_get(undefined, "line")));
    } else {
        if (stop != VISA_STOP_DONE)
            fail_msg("%s: line %u: %s", name, f.im.insns[at->pc]->line, f.m.why);
        assert_int_equal(f.lints, 0);
        compare_memory(&f, row, name);
    }
    visa_file_fini(&f);
}

static void every_case_has_its_result(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n = 0;
    (void)state;
    json_array_foreach(root, i, row) if (json_object_get(row, "launch"))
    {
        run_case(row);
        n++;
    }
    assert_true(n > 100);
    json_decref(root);
}

/* --- programs of one's own --- */
/* The first element of A after one program each. */
static void results_of_single_instructions(void **state)
{
    static const struct {
        const char *text;
        int32_t want;
    } rows[] = {
        {"mov (M1, 8) A(0,0)<1> 0x80000000:d\n mov (M1, 8) A(0,0)<1> (-)A(0,0)<1;1,0>\n",
         INT32_MIN},
        {"mov (M1, 8) B(0,0)<1> 0x80000000:d\n add.sat (M1, 8) A(0,0)<1> B(0,0)<1;1,0> "
         "0xffffffff:d\n",
         INT32_MIN},
        {"mov (M1, 8) A(0,0)<1> 2.5:f\n", 2},
        {"mov (M1, 8) A(0,0)<1> -2.5:f\n", -2},
        {"mov (M1, 8) A(0,0)<1> 1e20:f\n", INT32_MAX},
        {"mov (M1, 8) A(0,0)<1> 0x7fc00000:f\n", 0},
        {"mov (M1, 8) A(0,0)<1> 0x30:vf\n", 1},
        {"mov (M1, 8) A(0,0)<1> 0x8:v\n", -8},
        {"mov (M1, 8) A(0,0)<1> 0x8:uv\n", 8},
        {"shl (M1, 8) A(0,0)<1> 0x1:d 0x21:d\n", 2},
        {"asr (M1, 8) A(0,0)<1> 0xfffffff0:d 0x2:d\n", -4},
        {"shr (M1, 8) A(0,0)<1> 0xfffffff0:ud 0x1c:ud\n", 15},
        {"mulh (M1, 8) A(0,0)<1> 0x80000000:d 0x2:d\n", -1},
        {"div (M1, 8) A(0,0)<1> 0xfffffff9:d 0x2:d\n", -3},
        {"mod (M1, 8) A(0,0)<1> 0xfffffff9:d 0x2:d\n", -1},
        {"lzd (M1, 8) A(0,0)<1> 0x1:ud\n", 31},
        {"cbit (M1, 8) A(0,0)<1> 0xff:uw\n", 8},
        {"fbl (M1, 8) A(0,0)<1> 0x0:ud\n", -1},
        {"bfrev (M1, 8) A(0,0)<1> 0x1:ud\n", INT32_MIN},
        {"bfe (M1, 8) A(0,0)<1> 0x4:d 0x4:d 0xf0:d\n", -1},
        {"bfi (M1, 8) A(0,0)<1> 0x4:ud 0x4:ud 0x5:ud 0xff:ud\n", 0x5f},
        {"cmp.lt (M1, 8) A(0,0)<1> 0x1:d 0x2:d\n", -1},
        {"setp (M1, 8) P1 0xfe:ub\n mov (M1, 8) A(0,0)<1> 0x1:d\n (P1) mov (M1, 8) A(0,0)<1> "
         "0x2:d\n",
         1},
        {"setp (M1, 8) P1 0xfe:ub\n (!P1.all) sel (M1, 8) A(0,0)<1> 0x1:d 0x2:d\n", 1},
        {"setp (M1, 8) P1 0x80:ub\n (P1.any) sel (M1, 8) A(0,0)<1> 0x1:d 0x2:d\n", 1},
        {"mov (M1, 8) Q(0,0)<1> 0x100000001:q\n mov (M1, 8) A(0,0)<1> Q(0,0)<1;1,0>\n", 1},
        {"mov (M1, 8) Q(0,0)<1> 0xfffffffffffffff0:q\n asr (M1, 8) A(0,0)<1> Q(0,0)<1;1,0> "
         "0x24:q\n",
         -1},
        {"mov (M1, 8) A(0,0)<1> 0x7:d\n addc (M1, 8) A(0,0)<1> B(0,0)<1> 0xffffffff:ud 0x2:ud\n",
         1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_file f;
        int32_t got;
        run_text(&f, rows[i].text, VISA_STOP_DONE);
        memcpy(&got, bytes_of(&f, "A"), sizeof got);
        if (got != rows[i].want)
            fail_msg("%s: %d, not %d", rows[i].text, got, rows[i].want);
        visa_file_fini(&f);
    }
    (void)state;
}

static void lints_name_what_shows_only_in_a_run(void **state)
{
    static const struct {
        const char *text;
        size_t lints;
    } rows[] = {
        {"mov (M1, 8) A(0,0)<1> 0x1:d\n mov (M1, 8) B(0,0)<1> A(0,0)<1;1,0>\n", 0},
        {"mov (M1, 8) B(0,0)<1> A(0,0)<1;1,0>\n", 8},
        {"mov (M1, 4) A(0,0)<1> 0x1:d\n mov (M1, 8) B(0,0)<1> A(0,0)<1;1,0>\n", 4},
        {"mov (M1, 8) W(0,0)<2> 0x1:w\n mov (M1, 8) B(0,0)<1> W(0,0)<2;1,0>\n", 0},
        {"mov (M1, 8) A(0,0)<1> 0x0:ud\n movs (M1_NM, 1) T6(0) 0x5:ud\n"
         " gather4_scaled.R (M1_NM, 1) T6 0x0:ud A.0 B.0\n",
         2}, /* no surface, and so out of its bounds */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_file f;
        run_text(&f, rows[i].text, VISA_STOP_DONE);
        if (f.lints != rows[i].lints)
            fail_msg("%s: %zu lints", rows[i].text, f.lints);
        visa_file_fini(&f);
    }
}

static void undefined_programs_stop(void **state)
{
    static const struct {
        const char *text;
        enum visa_stop stop;
    } rows[] = {
        {"mov (M1, 8) A(0,4)<1> 0x1:d\n", VISA_STOP_UNDEFINED},
        {"mov (M8, 8) A(0,0)<1> 0x1:d\n", VISA_STOP_UNDEFINED},
        {"(P7) mov (M1, 8) A(0,0)<1> 0x1:d\n", VISA_STOP_UNDEFINED},
        {"mov (M1, 8) 0x1:d 0x1:d\n", VISA_STOP_UNDEFINED},
        {"faddr symbol Q(0,0)<1>\n", VISA_STOP_NOT_SIMULATED},
        {"L:\n goto (M1, 8) L\n", VISA_STOP_LIMIT},
        {"call (M1, 8) f_1\n ret (M1, 1)\n.function \"f_1\"\nf_1:\n call (M1, 8) f_1\n",
         VISA_STOP_NOT_SIMULATED},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_file f;
        run_text(&f, rows[i].text, rows[i].stop);
        visa_file_fini(&f);
    }
}

static void put_said(void *ctx, const char *text)
{
    char *said = ctx;
    snprintf(said + strlen(said), 1000 - strlen(said), "%s", text);
}

/* A client that may only look at the machine asks for variables by name, too. */
static void variables_are_for_those_who_look_on(void **state)
{
    struct visa_file f;
    char said[1000] = "";
    (void)state;
    build_text(&f, "");
    struct machine *m = visa_machine_new(&f.m, &f.rewind);
    struct ui_session s = {.dbg = dbg_new(m, false),
                           .rows = &visa_rows,
                           .own = &f,
                           .puts = put_said,
                           .ctx = said,
                           .controller = "gdb"};
    assert_true(ui_cmd_exec(&s, "vars A P3 none"));
    assert_string_equal(said, "A          d   0 0 0 0 0 0 0 0\nP3             0x0\n");
    assert_false(ui_cmd_exec(&s, "vars none"));
    dbg_free(s.dbg);
    visa_machine_free(m);
    visa_file_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_has_its_result),
        cmocka_unit_test(results_of_single_instructions),
        cmocka_unit_test(lints_name_what_shows_only_in_a_run),
        cmocka_unit_test(undefined_programs_stop),
        cmocka_unit_test(variables_are_for_those_who_look_on),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
