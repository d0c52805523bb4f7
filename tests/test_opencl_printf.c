/* printf of OpenCL kernels: records made by hand, and the text that OpenCL C 6.15.14 asks for. */
#include "tests/helpers.h"

#include "opencl/launch.h"
#include "opencl/printf.h"

enum { BUFFER = 0x100000, TEXTS = 0x80000, TEXT_BYTES = 64 };
/* the numbers of types: opencl/printf.def */
enum { CHAR = 1, SHORT, INT, FLOAT, STRING, LONG, POINTER, DOUBLE, CHARS, SHORTS, INTS, LONGS };
enum { FLOATS = 13, DOUBLES, BEYOND };

struct value {
    unsigned type, n; /* n: elements, of a vector */
    uint64_t bits[3]; /* of a string: which of `texts` */
};
static const char *const texts[] = {"", "one", "a longer text"};

/* A buffer that is being filled, and the file with the texts; of tokens they have numbers. */
struct rig {
    struct eu *eu;
    struct cl_file file;
    char *strings[16];
    size_t nstrings, at;
};

static void rig_init(struct rig *r, bool tokens)
{
    *r = (struct rig){.eu = eu_new(EU_GEN9, 1), .at = 4};
    assert_non_null(r->eu);
    assert_int_equal(eu_memory_map(r->eu->mem, BUFFER, CL_PRINTF_BYTES), 0);
    assert_int_equal(eu_memory_map(r->eu->mem, TEXTS, 4096), 0);
    r->file.tokens = tokens;
    r->file.strings = r->strings;
}

static void put(struct rig *r, const void *bytes, size_t n)
{
    uint32_t used = (uint32_t)(r->at + n);
    assert_true(eu_memory_write(r->eu->mem, BUFFER + r->at, bytes, n));
    assert_true(eu_memory_write(r->eu->mem, BUFFER, &used, sizeof used));
    r->at += n;
}

static void put_string(struct rig *r, const char *text)
{
    uint64_t address = TEXTS + r->nstrings * TEXT_BYTES;
    uint32_t number = (uint32_t)r->nstrings;
    assert_true(eu_memory_write(r->eu->mem, address, text, strlen(text) + 1));
    r->strings[r->nstrings++] = (char *)text;
    r->file.nstrings = r->nstrings;
    put(r, r->file.tokens ? (void *)&number : &address, r->file.tokens ? 4 : 8);
}

static void put_value(struct rig *r, const struct value *v)
{
    static const unsigned bytes[] = {0, 4, 4, 4, 4, 0, 8, 8, 8, 4, 4, 4, 8, 4, 8, 4};
    put(r, &v->type, 4);
    if (v->type == STRING) {
        put_string(r, texts[v->bits[0]]);
        return;
    }
    if (v->n)
        put(r, &v->n, 4);
    if (!v->n)
        put(r, &v->bits[0], bytes[v->type]);
    unsigned each = v->type == CHARS ? 1 : v->type == SHORTS ? 2 : bytes[v->type];
    for (unsigned i = 0; i < v->n; i++)
        put(r, &v->bits[i % 3], each);
    put(r, (char[64]){0}, v->n * (bytes[v->type] - each)); /* as kernels do */
}

/* What the buffer prints, the caller's; it is empty then. */
static char *printed(struct rig *r)
{
    char *text = NULL;
    size_t n;
    uint32_t used;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    cl_printf(r->eu, &r->file, BUFFER, out);
    fclose(out);
    assert_true(eu_memory_read(r->eu->mem, BUFFER, &used, sizeof used));
    assert_int_equal(used, 4);
    return text;
}

static void rig_fini(struct rig *r)
{
    eu_free(r->eu);
}

#define ZEROS "00000000000000000000000000000000000000000000000000000000000000" /* 62 */
static void conversions_are_opencls(void **state)
{
    (void)state;
    static const struct {
        const char *format, *text;
        struct value values[3];
    } rows[] = {
        {"plain\n", "plain\n", {{0}}},
        {"100%%\n", "100%\n", {{0}}},
        {"%d|%5d|%-5d|", "-7|   -7|-7   |", {{INT, 0, {-7}}, {INT, 0, {-7}}, {INT, 0, {-7}}}},
        {"%i %+d %05d", "7 +7 00007", {{INT, 0, {7}}, {INT, 0, {7}}, {INT, 0, {7}}}},
        {"%u %x %X",
         "4294967289 fffffff9 FFFFFFF9",
         {{INT, 0, {(uint32_t)-7}}, {INT, 0, {(uint32_t)-7}}, {INT, 0, {(uint32_t)-7}}}},
        {"%o %#x %c", "10 0x8 A", {{INT, 0, {8}}, {INT, 0, {8}}, {INT, 0, {'A'}}}},
        {"%hhd %hd %d",
         "-1 -1 -1",
         {{CHAR, 0, {0xff}}, {SHORT, 0, {0xffff}}, {INT, 0, {UINT32_MAX}}}},
        {"%hhu %hu %d",
         "255 65535 127",
         {{CHAR, 0, {0xff}}, {SHORT, 0, {0xffff}}, {CHAR, 0, {0x7f}}}},
        {"%ld %lu %lx",
         "-2 18446744073709551614 8000000000000000",
         {{LONG, 0, {(uint64_t)-2}}, {LONG, 0, {(uint64_t)-2}}, {LONG, 0, {UINT64_C(1) << 63}}}},
        {"%f %.2f %e",
         "1.500000 -0.25 1.000000e+03",
         {{FLOAT, 0, {0x3fc00000}}, {FLOAT, 0, {0xbe800000}}, {FLOAT, 0, {0x447a0000}}}},
        {"%g %8.3f %a",
         "0.1    2.000 0x1p+0",
         {{DOUBLE, 0, {0x3fb999999999999a}},
          {DOUBLE, 0, {0x4000000000000000}},
          {DOUBLE, 0, {0x3ff0000000000000}}}},
        {"%G %E %F",
         "1.5 1.500000E+00 INF",
         {{FLOAT, 0, {0x3fc00000}}, {FLOAT, 0, {0x3fc00000}}, {FLOAT, 0, {0x7f800000}}}},
        {"[%s] [%5s] [%-5s]",
         "[one] [  one] [one  ]",
         {{STRING, 0, {1}}, {STRING, 0, {1}}, {STRING, 0, {1}}}},
        {"[%.4s] [%6.2s] [%s]",
         "[a lo] [    a ] []",
         {{STRING, 0, {2}}, {STRING, 0, {2}}, {STRING, 0, {0}}}},
        {"%p", "0x123456789abc", {{POINTER, 0, {0x123456789abc}}}},
        {"[%18p] [%-18p] %lx",
         "[    0x123456789abc] [0x123456789abc    ] 123456789abc",
         {{POINTER, 0, {0x123456789abc}},
          {POINTER, 0, {0x123456789abc}},
          {POINTER, 0, {0x123456789abc}}}},
        {"[%5s]", "[     ]", {{POINTER, 0, {TEXTS + 4000}}}}, /* there is an empty text */
        {"[%5c] [%-3c] %v2c",
         "[    A] [B  ] C,D",
         {{INT, 0, {'A'}}, {INT, 0, {'B'}}, {CHARS, 2, {'C', 'D'}}}},
        {"%5%|%zd %jd", "%|5 6", {{LONG, 0, {5}}, {LONG, 0, {6}}}},
        {"%v4hhd %v3hd %d",
         "-1,2,3,-1 -2,4,5 7",
         {{CHARS, 4, {0xff, 2, 3}}, {SHORTS, 3, {0xfffe, 4, 5}}, {INT, 0, {7}}}},
        {"%v3d %v2hhx",
         "1,-2,3 ff,7f",
         {{INTS, 3, {1, (uint32_t)-2, 3}}, {CHARS, 2, {0xff, 0x7f}}}},
        {"%v2hd %v2ld", "-1,5 -1,5", {{SHORTS, 2, {0xffff, 5}}, {LONGS, 2, {UINT64_MAX, 5}}}},
        {"%v2hlf %.1v2hlf|%v2lf",
         "1.500000,2.000000 1.5,2.0|0.500000,1.000000",
         {{FLOATS, 2, {0x3fc00000, 0x40000000}},
          {FLOATS, 2, {0x3fc00000, 0x40000000}},
          {DOUBLES, 2, {0x3fe0000000000000, 0x3ff0000000000000}}}},
        /* 63 characters of flags, width and precision, and no more */
        {"%" ZEROS "9d|", "-00000007|", {{INT, 0, {-7}}}},
        {"%" ZEROS "9f|", "01.500000|", {{FLOAT, 0, {0x3fc00000}}}},
        {"%0" ZEROS "9d|", "-7d|", {{INT, 0, {-7}}}},
        /* undefined: each as what it is */
        {"%d %f", "1.500000 7", {{FLOAT, 0, {0x3fc00000}}, {INT, 0, {7}}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned tokens = 0; tokens < 2; tokens++) {
            struct rig r;
            rig_init(&r, tokens);
            put_string(&r, rows[i].format);
            for (unsigned k = 0; k < 3 && rows[i].values[k].type; k++)
                put_value(&r, &rows[i].values[k]);
            char *text = printed(&r);
            assert_string_equal(text, rows[i].text);
            free(text);
            text = printed(&r); /* the buffer is empty now */
            assert_string_equal(text, "");
            free(text);
            rig_fini(&r);
        }
    }
}

/* Records that were complete before are printed. */
static void what_is_damaged_ends_the_buffer(void **state)
{
    (void)state;
    static const struct value seven = {INT, 0, {7}}, many = {INTS, 17, {1, 1, 1}},
                              most = {INTS, 16, {1, 1, 1}}, none = {0, 0, {0}},
                              beyond = {BEYOND, 0, {0}};
    static const struct {
        const struct value *value;
        unsigned cut; /* so many bytes are missing at the end */
        const char *text;
    } rows[] = {
        {&seven, 0, "first 7 second 7 third"},
        {&seven, 1, "first 7 "},
        {&seven, 4, "first 7 "},
        {&seven, 5, "first 7 "},
        {&none, 0, "first 7 "},
        {&beyond, 0, "first 7 "},
        {&many, 0, "first 7 "},
        {&most, 1, "first 7 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r;
        rig_init(&r, i % 2);
        put_string(&r, "first %d ");
        put_value(&r, &seven);
        put_string(&r, "second %d ");
        put_value(&r, rows[i].value);
        if (!rows[i].cut)
            put_string(&r, "third");
        uint32_t used = (uint32_t)r.at - rows[i].cut;
        assert_true(eu_memory_write(r.eu->mem, BUFFER, &used, sizeof used));
        char *text = printed(&r);
        assert_string_equal(text, rows[i].text);
        free(text);
        rig_fini(&r);
    }
}

/* A text without a number has its address in its place. */
static void texts_are_there_or_end_the_buffer(void **state)
{
    static const struct {
        bool tokens;
        uint64_t none;
        const char *text;
    } rows[] = {{false, TEXTS + 4000, "first second"},
                {true, TEXTS + 4000, "first second"},
                {true, TEXTS + 1, "first irst second"},
                {false, 0, "first "},
                {true, 9, "first "},
                {true, UINT64_MAX, "first "},
                {false, UINT64_MAX, "first "}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r;
        rig_init(&r, rows[i].tokens);
        put_string(&r, "first ");
        put(&r, &rows[i].none, 8);
        put_string(&r, "second");
        char *text = printed(&r);
        assert_string_equal(text, rows[i].text);
        free(text);
        rig_fini(&r);
    }
}

/* The counter goes on where the buffer has ended. */
static void lost_records_are_reported(void **state)
{
    (void)state;
    struct rig r;
    char *text = NULL;
    size_t n;
    uint32_t used = CL_PRINTF_BYTES + 8;
    rig_init(&r, true);
    put_string(&r, "%d ");
    put_value(&r, &(struct value){INT, 0, {7}});
    FILE *out = open_memstream(&text, &n);
    assert_true(cl_printf(r.eu, &r.file, BUFFER, out));
    assert_true(cl_printf(r.eu, &r.file, BUFFER, out));
    assert_true(eu_memory_write(r.eu->mem, BUFFER, &used, sizeof used));
    assert_false(cl_printf(r.eu, &r.file, BUFFER, out));
    fclose(out);
    assert_string_equal(text, "7 7 "); /* behind it, the buffer is empty */
    free(text);
    rig_fini(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conversions_are_opencls),
        cmocka_unit_test(what_is_damaged_ends_the_buffer),
        cmocka_unit_test(texts_are_there_or_end_the_buffer),
        cmocka_unit_test(lost_records_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
