/* Launch files of kind opencl: what is read, what is complained about, and every launch of the
 * corpus against every compilation of its kernel. */
#include "tests/helpers.h"

#include "eu/cli/opencl.h"

static const char build[] = "build/opencl-corpus"; /* tests/test_opencl_read.c */

struct parsed {
    struct ui_json j;
    struct diags diags;
    struct ui_opencl o;
};

static void parse(struct parsed *p, const char *text)
{
    *p = (struct parsed){0};
    if (!ui_json_parse(&p->j, "l.json", text, strlen(text), &p->diags))
        fail_msg("%s", text);
    ui_opencl_read(&p->j, json_object_get(p->j.root, "dispatch"), &p->o, 0);
}

static void parsed_fini(struct parsed *p)
{
    ui_opencl_fini(&p->o);
    ui_json_fini(&p->j);
    diags_fini(&p->diags);
}

#define ARGS(text) "{\"dispatch\": {\"kind\": \"opencl\", \"global\": [8],\n\"args\": [" text "]}}"

static void mistakes_are_named(void **state)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"{\"dispatch\": {\"kind\": \"opencl\"}}", "needs global"},
        {"{\"dispatch\": {\"kind\": \"opencl\", \"global\": [0]}}",
         "element 0 is no number from 1"},
        {"{\"dispatch\": {\"kind\": \"opencl\", \"global\": [1,2,3,4]}}", "one to three"},
        {"{\"dispatch\": {\"kind\": \"opencl\", \"global\": [8], \"local\": [2, 2]}}",
         "fewer numbers"},
        {"{\"dispatch\": {\"kind\": \"opencl\", \"global\": [8], \"locl\": [8]}}",
         "did you mean 'local'?"},
        {ARGS("5"), "an argument is an object"},
        {ARGS("{}"), "an argument says nothing"},
        {ARGS("{\"int\": 5, \"float\": 1}"), "\"float\": the argument is a int already"},
        {ARGS("{\"itn\": 5}"), "did you mean 'int'?"},
        {ARGS("{\"uchar\": 256}"), "element 0 is no uchar"},
        {ARGS("{\"char\": -129}"), "element 0 is no char"},
        {ARGS("{\"float\": \"x\"}"), "element 0 is no float"},
        {ARGS("{\"int\": [1, 2, 3, 4, 5]}"), "a vector has 2, 3, 4, 8 or 16"},
        {ARGS("{\"buffer\": 5}"), "a file's name"},
        {ARGS("{\"buffer\": {}}"), "neither size nor hex"},
        {ARGS("{\"buffer\": {\"size\": 0}}"), "\"size\": not a number from 1"},
        {ARGS("{\"buffer\": {\"hex\": \"00112233\", \"size\": 2}}"), "less than the 4 bytes"},
        {ARGS("{\"bytes\": \"0g\"}"), "not pairs of hex digits"},
        {ARGS("{\"local\": 70000}"), "not a number from 1 to 65536"},
        {ARGS("{\"same\": \"a\"}"), "no argument with a buffer"},
        {ARGS("{\"int\": 1, \"as\": \"a\"}, {\"same\": \"a\"}"), "no argument with a buffer"},
        {ARGS("{\"int\": 1, \"as\": \"a\"}, {\"int\": 1, \"as\": \"a\"}"), "two arguments"},
        {ARGS("{\"int\": 1, \"out\": \"f\"}"), "only a buffer or an image"},
        {ARGS("{\"image\": {}}"), "an image needs \"format\" and \"width\""},
        {ARGS("{\"image\": {\"format\": \"R8_UNORM\", \"width\": 4, \"hight\": 4}}"),
         "did you mean 'height'?"},
        {ARGS("{\"sampler\": {\"index\": 0}}"), "index"},
        {ARGS("{\"same\": \"c\", \"as\": \"c\"}"), "no argument with a buffer"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct parsed p;
        parse(&p, rows[i].text);
        if (p.diags.errors != 1 || !strstr(p.diags.items[0].text, rows[i].message)) {
            diags_print(&p.diags, stderr);
            fail_msg("%s: not '%s'", rows[i].text, rows[i].message);
        }
        parsed_fini(&p);
    }
}

static void values_have_the_bytes_of_their_type(void **state)
{
    static const struct {
        const char *text;
        size_t n;
        uint8_t bytes[16];
    } rows[] = {
        {ARGS("{\"int\": -2}"), 4, {0xfe, 0xff, 0xff, 0xff}},
        {ARGS("{\"ushort\": [1, 2, 3]}"), 8, {1, 0, 2, 0, 3, 0, 0, 0}},
        {ARGS("{\"ulong\": \"0x8000000000000001\"}"), 8, {1, 0, 0, 0, 0, 0, 0, 0x80}},
        {ARGS("{\"long\": -9223372036854775808}"), 8, {0, 0, 0, 0, 0, 0, 0, 0x80}},
        {ARGS("{\"half\": 1.5}"), 2, {0x00, 0x3e}},
        {ARGS("{\"float\": [1, -2.5]}"), 8, {0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0}},
        {ARGS("{\"double\": 1}"), 8, {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}},
        {ARGS("{\"bytes\": \"0a0B\"}"), 2, {10, 11}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct parsed p;
        parse(&p, rows[i].text);
        diags_print(&p.diags, stderr);
        assert_int_equal(p.diags.errors, 0);
        assert_int_equal(p.o.nargs, 1);
        assert_int_equal(p.o.args[0].given, CL_GIVEN_BYTES);
        assert_int_equal(p.o.args[0].n, rows[i].n);
        assert_memory_equal(p.o.args[0].bytes, rows[i].bytes, rows[i].n);
        parsed_fini(&p);
    }
}

static void arguments_go_by_name_or_by_place(void **state)
{
    static struct cl_arg args[] = {{.kind = CL_ARG_BUFFER, .name = "a"},
                                   {.kind = CL_ARG_VALUE, .name = "n", .size = 4},
                                   {.kind = CL_ARG_BUFFER, .name = "b"}};
    static const struct cl_kernel k = {.name = "k", .args = args, .nargs = 3};
    static const struct cl_actual ready[] = {{.given = CL_GIVEN_BUFFER, .address = 0x2000},
                                             {.given = CL_GIVEN_BUFFER, .address = 0x2000},
                                             {.given = CL_GIVEN_BYTES, .size = 4}};
    const struct ui_opencl_arg *from[3];
    struct cl_actual got[3];
    struct parsed p;
    char why[256];
    (void)state;
    parse(&p, ARGS("{\"same\": \"b\"}, {\"buffer\": {\"size\": 8}, \"as\": \"b\"}, {\"int\": 7}"));
    assert_int_equal(p.diags.errors, 0);
    assert_null(ui_opencl_bind(&p.o, &k, ready, got, from, why));
    assert_ptr_equal(from[0], &p.o.args[0]);
    assert_ptr_equal(from[2], &p.o.args[1]);
    assert_int_equal(got[2].address, 0x2000);
    assert_int_equal(got[0].address, 0x2000);
    assert_int_equal(got[1].given, CL_GIVEN_BYTES);
    assert_null(ui_opencl_bind(&p.o, &k, NULL, got, NULL, why));
    assert_int_equal(got[1].bytes[0], 7);
    assert_ptr_equal(ui_opencl_owner(&p.o, 0, &p.o.args[0]), &p.o.args[1]);
    parsed_fini(&p);
    parse(&p, ARGS("{\"null\": true}, {\"int\": 7}, {\"null\": true}, {\"int\": 7}"));
    assert_string_equal(ui_opencl_bind(&p.o, &k, NULL, got, NULL, why),
                        "kernel k has 3 arguments, and 4 were given");
    parsed_fini(&p);
}

/* --- the corpus --- */
/* A launch file of a row of the corpus: its "name" is "as", what is for a test goes. */
static char *launch_text(const json_t *kernel)
{
    json_t *dispatch = json_deep_copy(json_object_get(kernel, "dispatch")), *arg;
    json_t *args = json_object_get(dispatch, "args");
    size_t i;
    json_array_foreach(args, i, arg)
    {
        json_object_set(arg, "as", json_object_get(arg, "name"));
        json_object_del(arg, "name");
        json_object_del(arg, "type");
        json_object_del(arg, "expect");
    }
    json_t *root = json_pack("{s:o}", "dispatch", dispatch);
    char *text = json_dumps(root, 0);
    json_decref(root);
    return text;
}

static void check_against(const struct parsed *p, const char *source, const char *folder,
                          const char *suffix)
{
    char path[300], why[512] = "";
    size_t n;
    struct cl_file file;
    struct diags diags = {0};
    struct cl_actual actuals[16];
    snprintf(path, sizeof path, "%s/%s/%.*s.%s", build, folder, (int)strcspn(source, "."), source,
             suffix);
    char *bytes = read_file(path, &n);
    assert_non_null(bytes);
    assert_int_equal(cl_read(path, (uint8_t *)bytes, n, (enum eu_gen)0, &file, &diags), 0);
    const struct cl_kernel *k = cl_kernel_find(&file, p->o.kernel);
    assert_non_null(k);
    struct cl_launch l = {
        .kernel = k, .dimensions = p->o.dimensions, .actuals = actuals, .nactuals = k->nargs};
    memcpy(l.global, p->o.global, sizeof l.global);
    memcpy(l.local, p->o.local, sizeof l.local);
    if (ui_opencl_bind(&p->o, k, NULL, actuals, NULL, why) || !cl_launch_check(&l, why, sizeof why))
        fail_msg("%s: %s", path, why);
    assert_true(cl_launch_threads(&l) >= 1);
    cl_file_fini(&file);
    free(bytes);
}

static void the_launches_of_the_corpus_fit_their_kernels(void **state)
{
    static const char *const folders[] = {"skl-O2", "skl-O0", "bdw-O2", "bdw-O0"};
    const char *corpus = shared_path("gen9/opencl");
    char command[700], path[600];
    unsigned launches = 0;
    (void)state;
    require_tool("ocloc", "intel-opencl-icd");
    if (!corpus)
        skip_because("no corpus of OpenCL kernels");
    snprintf(path, sizeof path, "%s/index.json", corpus);
    snprintf(command, sizeof command, "tests/opencl.sh '%s' %s", corpus, build);
    assert_int_equal(system(command), 0);
    json_t *root = json_load_file(path, 0, NULL), *row;
    size_t i;
    json_array_foreach(json_object_get(root, "kernels"), i, row)
    {
        const char *source = json_string_value(json_object_get(row, "source"));
        struct parsed p;
        char *text = launch_text(row);
        parse(&p, text);
        diags_print(&p.diags, stderr);
        assert_int_equal(p.diags.errors, 0);
        for (unsigned f = 0; f < 4; f++) {
            check_against(&p, source, folders[f], "zebin");
            check_against(&p, source, folders[f], "bin");
            launches += 2;
        }
        parsed_fini(&p);
        free(text);
    }
    json_decref(root);
    assert_true(launches >= 8 * 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(values_have_the_bytes_of_their_type),
        cmocka_unit_test(arguments_go_by_name_or_by_place),
        cmocka_unit_test(the_launches_of_the_corpus_fit_their_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
