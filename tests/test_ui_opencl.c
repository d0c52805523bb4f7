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

/* The first and the last number of each type, and the ones beyond. */
static void numbers_end_where_their_type_does(void **state)
{
    static const struct {
        const char *type;
        unsigned size;
        const char *least, *most, *below, *above;
    } rows[] = {
        {"char", 1, "-128", "127", "-129", "128"},
        {"uchar", 1, "0", "255", "-1", "256"},
        {"short", 2, "-32768", "32767", "-32769", "32768"},
        {"ushort", 2, "0", "65535", "-1", "65536"},
        {"int", 4, "-2147483648", "2147483647", "-2147483649", "2147483648"},
        {"uint", 4, "0", "4294967295", "-1", "4294967296"},
        {"long", 8, "-9223372036854775808", "9223372036854775807", "1.5", "\"1\""},
        {"ulong", 8, "0", "\"18446744073709551615\"", "-1", "\"18446744073709551616\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_signed = rows[i].type[0] != 'u';
        for (unsigned k = 0; k < 4; k++) {
            const char *value = (&rows[i].least)[k];
            struct parsed p;
            char text[200], why[80];
            snprintf(text, sizeof text, ARGS("{\"%s\": [%s, %s]}"), rows[i].type, k ? "1" : "0",
                     value);
            snprintf(why, sizeof why, "element 1 is no %s", rows[i].type);
            parse(&p, text);
            if (p.diags.errors != k / 2 || (k > 1 && !strstr(p.diags.items[0].text, why)))
                fail_msg("%s: %s", text, p.diags.errors ? p.diags.items[0].text : "taken");
            uint8_t want[8], first = is_signed ? 0 : 0xff, last = is_signed ? 0x7f : 0xff;
            memset(want, k == 0 ? 0 : is_signed ? 0xff : first, sizeof want);
            want[rows[i].size - 1] = k == 0 ? (is_signed ? 0x80 : 0) : last;
            if (k < 2)
                assert_memory_equal(p.o.args[0].bytes + rows[i].size, want, rows[i].size);
            assert_int_equal(p.o.args[0].n, 2 * rows[i].size);
            parsed_fini(&p);
        }
    }
}

static void vectors_have_the_sizes_of_opencl(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 17; n++) {
        char text[300];
        struct parsed p;
        bool good = n == 2 || n == 3 || n == 4 || n == 8 || n == 16;
        size_t len = (size_t)snprintf(text, sizeof text,
                                      "{\"dispatch\": {\"kind\": \"opencl\", \"global\": [8], "
                                      "\"args\": [{\"short\": [0");
        for (unsigned i = 1; i < n; i++)
            len += (size_t)snprintf(text + len, sizeof text - len, ", %u", i);
        snprintf(text + len, sizeof text - len, "]}]}}");
        parse(&p, text);
        assert_int_equal(p.diags.errors, !good);
        assert_int_equal(p.o.args[0].n, n == 3 ? 8 : 2 * n);
        for (unsigned i = 0; good && i < n; i++)
            assert_int_equal(p.o.args[0].bytes[2 * i], i);
        parsed_fini(&p);
    }
}

static void keys_have_limits(void **state)
{
    static const struct {
        const char *text, *message; /* NULL: it is right */
    } rows[] = {
        {ARGS("{\"local\": 0}"), "not a number from 1 to 65536"},
        {ARGS("{\"local\": 1}"), NULL},
        {ARGS("{\"local\": 65536}"), NULL},
        {ARGS("{\"local\": 65537}"), "not a number from 1 to 65536"},
        {ARGS("{\"buffer\": {\"size\": 1073741824}}"), NULL},
        {ARGS("{\"buffer\": {\"size\": 1073741825}}"), "not a number from 1 to 1073741824"},
        {ARGS("{\"buffer\": {\"size\": 1, \"fill\": 255}}"), NULL},
        {ARGS("{\"buffer\": {\"size\": 1, \"fill\": 256}}"), "not a number from 0 to 255"},
        {ARGS("{\"buffer\": {\"hex\": \"0011\", \"size\": 2}}"), NULL},
        {ARGS("{\"buffer\": {\"hex\": \"0011\", \"size\": 1}}"), "less than the 2 bytes of hex"},
        {ARGS("{\"buffer\": {\"bytes\": 1, \"size\": 1}}"), "unknown key"},
        {ARGS("{\"null\": true}"), NULL},
        {ARGS("{\"null\": false}"), "true, or another key"},
        {ARGS("{\"buffer\": \"f\", \"out\": \"g\", \"expect\": \"h\"}"), NULL},
        {ARGS("{\"image\": {\"format\": \"R8_UINT\", \"width\": 4}, \"out\": \"g\"}"), NULL},
        {ARGS("{\"local\": 4, \"expect\": \"h\"}"), "\"expect\": only a buffer or an image"},
        {ARGS("{\"null\": true, \"out\": \"h\"}"), "\"out\": only a buffer or an image"},
        {ARGS("{\"sampler\": {}}"), NULL},
        {ARGS("{\"sampler\": 7}"), "not an object"},
        {ARGS("{\"image\": 7}"), "not an object"},
        {ARGS("{\"as\": \"x\"}"), "an argument says nothing"},
        {ARGS("{\"float\": [1, \"2\"]}"), "element 1 is no float"},
        {ARGS("{\"buffer\": \"f\", \"as\": \"a\"}, {\"same\": \"a\", \"as\": \"b\"}, {\"same\": "
              "\"b\"}"),
         "no argument with a buffer of its own has the name 'b'"},
        {"{\"dispatch\": {\"global\": []}}", "one to three numbers"},
        {"{\"dispatch\": {\"global\": [1, 2, 3]}}", NULL},
        {"{\"dispatch\": {\"global\": [4294967295]}}", NULL},
        {"{\"dispatch\": {\"global\": [4294967296]}}", "element 0 is no number from 1 on"},
        {"{\"dispatch\": {\"global\": [4, \"x\"]}}", "element 1 is no number from 1 on"},
        {"{\"dispatch\": {\"global\": [4, 4], \"local\": [4, 0]}}", "element 1 is no number"},
        {"{\"dispatch\": {\"global\": [4, 4], \"local\": [4, 1], \"offset\": [0, 9]}}", NULL},
        {"{\"dispatch\": {\"global\": [4], \"local\": [4, 1]}}", "fewer numbers than local"},
        {"{\"dispatch\": {\"global\": [4], \"offset\": [4, 1]}}", "fewer numbers than local"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct parsed p;
        parse(&p, rows[i].text);
        const char *said = p.diags.errors ? p.diags.items[0].text : NULL;
        if (rows[i].message ? !said || !strstr(said, rows[i].message) : said != NULL)
            fail_msg("%s: %s", rows[i].text, said ? said : "taken");
        parsed_fini(&p);
    }
    for (unsigned n = 256; n <= 257; n++) {
        struct parsed p;
        char text[257 * 20 + 100];
        size_t len =
            (size_t)snprintf(text, sizeof text, "{\"dispatch\": {\"global\": [1], \"args\": [");
        for (unsigned i = 0; i < n; i++)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s{\"int\": %u}", i ? ", " : "",
                                    i);
        snprintf(text + len, sizeof text - len, "]}}");
        parse(&p, text);
        assert_int_equal(p.diags.errors, n > 256);
        assert_int_equal(p.o.nargs, n > 256 ? 0 : 256);
        if (n > 256)
            assert_non_null(strstr(p.diags.items[0].text, "\"args\": more than 256"));
        parsed_fini(&p);
    }
}

static void the_range_is_as_it_is_written(void **state)
{
    struct parsed p;
    (void)state;
    parse(&p, "{\"dispatch\": {\"global\": [4, \"0x10\"], \"local\": [2], \"offset\": [7, 8]}}");
    assert_int_equal(p.diags.errors, 0);
    static const uint32_t global[3] = {4, 16, 1}, local[3] = {2, 1, 1}, offset[3] = {7, 8, 0};
    assert_int_equal(p.o.dimensions, 2);
    assert_memory_equal(p.o.global, global, sizeof global);
    assert_memory_equal(p.o.local, local, sizeof local);
    assert_memory_equal(p.o.offset, offset, sizeof offset);
    assert_true(p.o.has_local);
    parsed_fini(&p);
    parse(&p, "{\"dispatch\": {\"global\": [4]}}");
    assert_false(p.o.has_local);
    parsed_fini(&p);
}

/* The next kernel counts on, and finds the buffers of the one before, and of those before that. */
static void a_buffer_is_found_in_the_kernels_before(void **state)
{
    static const char *const texts[] = {
        ARGS("{\"int\": 1}, {\"buffer\": {\"size\": 8}, \"as\": \"a\"}"),
        ARGS("{\"same\": \"a\", \"as\": \"b\"}"),
        ARGS("{\"same\": \"a\"}, {\"same\": \"b\"}, {\"same\": \"c\"}"),
    };
    enum { KERNELS = 3 };
    struct parsed p[KERNELS];
    struct ui_opencl o[KERNELS];
    (void)state;
    for (unsigned i = 0; i < KERNELS; i++) {
        p[i] = (struct parsed){0};
        assert_true(ui_json_parse(&p[i].j, "l.json", texts[i], strlen(texts[i]), &p[i].diags));
        ui_opencl_read(&p[i].j, json_object_get(p[i].j.root, "dispatch"), &o[i], i);
        assert_int_equal(p[i].diags.errors, i == 2);
    }
    assert_non_null(strstr(p[2].diags.items[0].text, "has the name 'c'"));
    assert_int_equal(o[1].first, 2);
    assert_int_equal(o[2].first, 3);
    assert_int_equal(o[2].args[2].number, 5);
    assert_ptr_equal(ui_opencl_owner(&o[1], 1, &o[1].args[0]), &o[0].args[1]);
    assert_ptr_equal(ui_opencl_owner(&o[2], 2, &o[2].args[0]), &o[0].args[1]);
    assert_ptr_equal(ui_opencl_owner(&o[2], 2, &o[2].args[1]), &o[0].args[1]);
    assert_ptr_equal(ui_opencl_owner(&o[0], 0, &o[0].args[0]), &o[0].args[0]);
    for (unsigned i = 0; i < KERNELS; i++) {
        ui_opencl_fini(&o[i]);
        ui_json_fini(&p[i].j);
        diags_fini(&p[i].diags);
    }
}

/* --arg NAME=VALUE: a name or a number, and a value as the parameter's type has it. */
static void arguments_are_set_by_the_type_of_the_parameter(void **state)
{
    static struct cl_arg args[] = {
        {.kind = CL_ARG_BUFFER, .name = "a", .type = "float*"},
        {.kind = CL_ARG_VALUE, .name = "n", .type = "int", .size = 4},
        {.kind = CL_ARG_VALUE, .name = "v", .type = "ushort2", .size = 4},
        {.kind = CL_ARG_LOCAL, .name = "l", .type = "float*"},
        {.kind = CL_ARG_SAMPLER, .name = "s", .type = "sampler_t"},
    };
    static const struct cl_kernel k = {.name = "k", .args = args, .nargs = 5};
    static const struct {
        const char *name, *text, *message; /* NULL: it is right */
        enum cl_given given;
    } rows[] = {
        {"n", "7", NULL, CL_GIVEN_BYTES},
        {"1", "-8", NULL, CL_GIVEN_BYTES},
        {"n", "2147483648", "element 0 is no int", 0},
        {"n", "x", "no JSON", 0},
        {"v", "1,2", NULL, CL_GIVEN_BYTES},
        {"v", "1,65536", "element 1 is no ushort", 0},
        {"l", "64", NULL, CL_GIVEN_LOCAL},
        {"l", "0", "not a number from 1", 0},
        {"a", "file.bin", NULL, CL_GIVEN_BUFFER},
        {"a", "fi\"le.bin", "'fi\"le.bin' is no buffer", 0},
        {"a", "fi\\le.bin", "'fi\\le.bin' is no buffer", 0},
        {"a", "{\"buffer\": {\"size\": 8}}", NULL, CL_GIVEN_BUFFER},
        {"s", "7", "'7' is no sampler", 0},
        {"s", "{\"sampler\": {}}", NULL, CL_GIVEN_SAMPLER},
        {"5", "7", "kernel k has no argument 5", 0},
        {"m", "7", "kernel k has no argument m", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct parsed p;
        char why[256];
        parse(&p, ARGS("{\"null\": true}, {\"int\": 1}"));
        const char *said = ui_opencl_set(&p.o, &k, rows[i].name, rows[i].text, why);
        if (rows[i].message ? !said || !strstr(said, rows[i].message) : said != NULL)
            fail_msg("%s=%s: %s", rows[i].name, rows[i].text, said ? said : "taken");
        struct cl_actual got[5];
        assert_null(ui_opencl_bind(&p.o, &k, NULL, got, NULL, why));
        int at = -1;
        for (int a = 0; a < 5; a++)
            if (!strcmp(args[a].name, rows[i].name) || rows[i].name[0] == '0' + a)
                at = a;
        if (!said)
            assert_int_equal(got[at].given, rows[i].given);
        /* what it replaces is replaced; another is one more */
        assert_int_equal(p.o.nargs, said || at < 2 ? 2 : 3);
        if (at != 1 || said)
            assert_int_equal(got[1].bytes[0], 1);
        if (!strcmp(rows[i].text, "-8"))
            assert_memory_equal(got[1].bytes, "\xf8\xff\xff\xff", 4);
        if (!strcmp(rows[i].text, "1,2"))
            assert_memory_equal(got[2].bytes, "\1\0\2", 4);
        parsed_fini(&p);
    }
}

/* 4095 bytes as a launch file has it; then it is no value at all. */
static void a_value_has_a_limit(void **state)
{
    enum { LIMIT = 4096 };
    static struct cl_arg args[] = {
        {.kind = CL_ARG_BUFFER, .name = "a", .type = "float*"},
        {.kind = CL_ARG_VALUE, .name = "n", .type = "int", .size = 4},
        {.kind = CL_ARG_VALUE, .name = "v", .type = "uint2", .size = 8},
        {.kind = CL_ARG_LOCAL, .name = "l", .type = "float*"},
        {.kind = CL_ARG_SAMPLER, .name = "s", .type = "sampler_t"},
    };
    static const struct cl_kernel k = {.name = "k", .args = args, .nargs = 5};
    static const struct {
        const char *name, *text, *around; /* what a launch file has around it */
    } rows[] = {
        {"a", "f", "{\"buffer\": \"\"}"}, {"n", "7", "{\"int\": }"},
        {"v", "7,8", "{\"uint\": []}"},   {"l", "64", "{\"local\": }"},
        {"s", "{\"sampler\": {}}", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t n = LIMIT - 1; n <= LIMIT; n++) {
            struct parsed p;
            char why[256], text[LIMIT + 1];
            parse(&p, ARGS("{\"null\": true}, {\"int\": 1}"));
            snprintf(text, sizeof text, "%s%*s", rows[i].text,
                     (int)(n - strlen(rows[i].around) - strlen(rows[i].text)), "");
            const char *said = ui_opencl_set(&p.o, &k, rows[i].name, text, why);
            if (n < LIMIT ? said != NULL : said == NULL)
                fail_msg("%s, %zu bytes: %s", rows[i].name, n, said ? said : "taken");
            parsed_fini(&p);
        }
}

/* The file that the argument is written to stays, unless the new one has its own. */
static void a_set_argument_keeps_its_files(void **state)
{
    static struct cl_arg args[] = {{.kind = CL_ARG_BUFFER, .name = "a", .type = "float*"}};
    static const struct cl_kernel k = {.name = "k", .args = args, .nargs = 1};
    (void)state;
    for (unsigned own = 0; own < 2; own++) {
        struct parsed p;
        char why[256];
        parse(&p, ARGS("{\"buffer\": {\"size\": 8}, \"out\": \"was\", \"expect\": \"want\"}"));
        assert_null(ui_opencl_set(
            &p.o, &k, "a", own ? "{\"buffer\": {\"size\": 4}, \"out\": \"own\"}" : "f", why));
        assert_string_equal(p.o.args[0].out, own ? "own" : "was");
        assert_string_equal(p.o.args[0].expect, "want");
        assert_string_equal(p.o.args[0].as, "a");
        assert_null(p.o.args[0].row);
        parsed_fini(&p);
    }
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
        cmocka_unit_test(numbers_end_where_their_type_does),
        cmocka_unit_test(vectors_have_the_sizes_of_opencl),
        cmocka_unit_test(keys_have_limits),
        cmocka_unit_test(the_range_is_as_it_is_written),
        cmocka_unit_test(a_buffer_is_found_in_the_kernels_before),
        cmocka_unit_test(arguments_are_set_by_the_type_of_the_parameter),
        cmocka_unit_test(a_value_has_a_limit),
        cmocka_unit_test(a_set_argument_keeps_its_files),
        cmocka_unit_test(the_launches_of_the_corpus_fit_their_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
