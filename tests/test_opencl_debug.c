/* Debug information of kernels: single locations, and every file of the corpus, which other tools
 * check. */
#include "tests/helpers.h"

#include <unistd.h>

#include "isa/dwarf.h"
#include "opencl/debug.h"
#include "opencl/location.h"

static size_t bytes_of(const char *from, uint8_t *expr)
{
    size_t n = strlen(from) / 2;
    for (size_t i = 0; i < n; i++) {
        unsigned byte;
        assert_int_equal(sscanf(from + 2 * i, "%2x", &byte), 1);
        expr[i] = (uint8_t)byte;
    }
    return n;
}

static void rewritten(const char *from, const struct cl_variable *v, const char *to)
{
    uint8_t expr[256];
    char text[2 * CL_LOCATION_MAX + 1] = "";
    struct cl_location out;
    size_t n = bytes_of(from, expr);
    bool ok = cl_location_rewrite(v, expr, n, &out);
    for (size_t i = 0; ok && i < out.n; i++)
        snprintf(text + 2 * i, 3, "%02x", out.bytes[i]);
    assert_string_equal(ok ? text : "given up", to);
}

static const struct cl_variable in = {.size = 4, .element = 4, .simd = 8, .local = -1};

static void a_lane_finds_its_value_in_registers(void **state)
{
    (void)state;
    /* Lane 3, shr, +76, regs, lane 7 and 32, mul, 32 bits, value: r60, with 4 bytes for each
     * lane. */
    rewritten("ed332523"
              "4c"
              "ebed371a"
              "0820"
              "1e"
              "0820"
              "ec9f",
              &in,
              "75800f"
              "7400"
              "34"
              "1e"
              "22");
}

/* A number has the same value in each of the forms without a sign. */
static void constants_have_many_forms(void **state)
{
    static const struct {
        const char *form;
        bool is_32;
    } rows[] = {
        {"0820", true},
        {"0920", false},
        {"0a2000", true},
        {"0b2000", false},
        {"0c20000000", true},
        {"0d20000000", false},
        {"0e2000000000000000", true},
        {"0f2000000000000000", false},
        {"1020", true},
        {"1120", false},
        {"50", false},
        {"0821", false},
        {"09e0", false},
        {"0a2080", false},
        {"0b2080", false},
        {"0c20000080", false},
        {"0d20000080", false},
        {"0e2000000000000080", false},
        {"1160", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char from[128];
        snprintf(from, sizeof from, "ed3325234cebed371a%s1e%sec9f", rows[i].form, rows[i].form);
        rewritten(from, &in, rows[i].is_32 ? "75800f7400341e22" : "given up");
    }
}

/* Only what says where the variable lies has addresses: of 8 bytes each. */
static void addresses_are_8_bytes_from_lane_to_lane(void **state)
{
    static const struct {
        const char *expr;
        unsigned bytes;
    } rows[] = {
        {"ed32252338ebed331a08401e0840ec", 8},
        {"ed32252338ebed331a08401e0840ec9f", 0},
        {"ed3325234cebed371a08201e0820ec9f", 0},
        {"65", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t expr[64];
        size_t n = bytes_of(rows[i].expr, expr);
        unsigned reg;
        assert_int_equal(cl_location_address(expr, n, &reg), rows[i].bytes);
        if (rows[i].bytes)
            assert_int_equal(reg, 40);
    }
}

static void a_vector_has_its_elements_in_several_registers(void **state)
{
    static const struct cl_variable vec = {.size = 8, .element = 4, .simd = 8, .local = -1};
    (void)state;
    /* Two groups: a vector whose second element lies 8 lanes behind the first. */
    rewritten("ed332523"
              "4c"
              "ebed371a"
              "0820"
              "1e"
              "0820"
              "ec9f"
              "ed332523"
              "4c"
              "ebed371a"
              "0820"
              "1e"
              "0820"
              "ec9f",
              &vec,
              "75800f"
              "7400"
              "341e22"
              "9304"
              "75a00f"
              "7400"
              "341e22"
              "9304");
}

static void the_upper_lanes_of_simd32_have_registers_of_their_own(void **state)
{
    static const struct cl_variable wide = {.size = 4, .element = 4, .simd = 32, .local = -1};
    (void)state;
    /* SIMD32: the lanes below 16, and those from 16 on. */
    rewritten("ed402a28"
              "1300"
              "ed332523"
              "4c"
              "ebed371a"
              "0820"
              "1e"
              "0820"
              "ec9f"
              "2f"
              "1500"
              "ed401c332523"
              "4e"
              "ebed371a"
              "0820"
              "1e"
              "0820"
              "ec9f",
              &wide,
              "7400402a28"
              "0b00"
              "75800f7400341e22"
              "2f"
              "0800"
              "7580"
              "0f"
              "7400341e22");
}

#define GROUP(reg) "ed332523" reg "ebed371a08201e0820ec9f"
#define PLACE(reg) "ed332523" reg "ebed371a08201e0820ec" /* of what lies elsewhere */
#define NARROW(reg, pitch, bits) "ed332523" reg "ebed371a08" pitch "1e08" bits "ec9f"
#define SPLIT "ed402a281300"
#define SKIP "2f1500"

static void arrays_in_registers_have_a_part_for_lanes_from_16_on(void **state)
{
    static const struct {
        const char *expr;
        unsigned simd, reg, high, bytes; /* 0: none */
    } rows[] = {
        {GROUP("4c") GROUP("4d"), 8, 60, 0, 32},
        {GROUP("4c") GROUP("4d"), 15, 60, 0, 60},
        {GROUP("4c") GROUP("4d"), 16, 60, 0, 64},
        {GROUP("4c") GROUP("4d"), 32, 60, 0, 64},
        {GROUP("4c"), 16, 0, 0, 0},             /* one element is none */
        {PLACE("4c") PLACE("4d"), 16, 0, 0, 0}, /* addresses */
        {SPLIT GROUP("4c") GROUP("4d") SKIP GROUP("4e") GROUP("4f"), 32, 60, 62, 64},
        {SPLIT GROUP("4c") GROUP("4d") SKIP GROUP("4e"), 32, 0, 0, 0},
        {SPLIT GROUP("4c") SKIP GROUP("4e"), 32, 0, 0, 0},
        {SPLIT GROUP("4c") GROUP("4d") SKIP PLACE("4e") PLACE("4f"), 32, 0, 0, 0},
        {SPLIT GROUP("4c") GROUP("4d"), 32, 0, 0, 0},
        {"904c", 16, 0, 0, 0},
        {"ff", 16, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_variable v = {.element = 4, .simd = rows[i].simd, .array = true};
        uint8_t expr[128];
        size_t n = bytes_of(rows[i].expr, expr);
        unsigned reg, high, bytes;
        bool is = cl_location_array(&v, expr, n, &reg, &high, &bytes);
        if (is != (rows[i].reg > 0) ||
            (is && (reg != rows[i].reg || high != rows[i].high || bytes != rows[i].bytes)))
            fail_msg("row %zu: %d r%u r%u %u", i, is, reg, high, bytes);
        v.array = false; /* a vector */
        assert_false(cl_location_array(&v, expr, n, &reg, &high, &bytes));
        v = (struct cl_variable){.simd = 16, .array = true}; /* of elements without bytes */
        assert_false(cl_location_array(&v, expr, n, &reg, &high, &bytes));
    }
}

/* What one register has for all lanes, where lanes of 8 and 16 bits are, and all bytes of either.
 */
static void values_have_spans_of_registers(void **state)
{
    static const struct {
        const char *expr;
        unsigned simd, at, bytes, own; /* at and bytes 0: no register; own 0: no narrow lanes */
        struct cl_span spans[3];
    } rows[] = {
        {"904c", 8, 1920, 8, 0, {{1920, 8}}},
        {"904c9d2040", 8, 1928, 4, 0, {{1928, 4}}},
        {"904c9d20ff01", 8, 1951, 4, 0, {{1951, 4}}}, /* to the last bit of it */
        {"904c9d0000", 8, 0, 0, 0, {{0, 0}}},
        {"904c08400820", 8, 1928, 4, 0, {{1928, 4}}},
        {"904c0840", 8, 0, 0, 0, {{0, 0}}},
        {"904c9d2040904d9d2020904e9d0840", 8, 1928, 4, 0, {{1928, 4}, {1956, 4}, {1992, 1}}},
        {"9005", 8, 0, 0, 0, {{0, 0}}}, /* no GRF */
        {"ff", 8, 0, 0, 0, {{0, 0}}},
        {GROUP("4c"), 8, 0, 0, 0, {{1920, 32}}},
        {PLACE("4c"), 8, 0, 0, 0, {{1920, 32}}},
        {GROUP("4c") GROUP("4d"), 8, 0, 0, 0, {{1920, 64}}},
        {GROUP("4c"), 15, 0, 0, 0, {{1920, 60}}},
        {GROUP("4c"), 16, 0, 0, 0, {{1920, 64}}},
        {GROUP("4c"), 32, 0, 0, 0, {{1920, 64}}},
        {SPLIT GROUP("4c") SKIP GROUP("4e"), 32, 0, 0, 0, {{1920, 64}, {1984, 64}}},
        {SPLIT GROUP("4c") GROUP("4d") SKIP GROUP("4e") GROUP("4f"),
         32,
         0,
         0,
         0,
         {{1920, 128}, {1984, 128}}},
        {NARROW("4c", "20", "10"), 8, 0, 0, 2, {{1920, 32}}},
        {NARROW("4c", "20", "08"), 8, 0, 0, 1, {{1920, 32}}},
        {NARROW("4c", "20", "18"), 8, 0, 0, 0, {{1920, 32}}},
        {NARROW("4c", "10", "10"), 8, 0, 0, 0, {{1920, 16}}}, /* it is said already */
        {NARROW("4c", "20", "10") NARROW("4d", "20", "10"), 8, 0, 0, 0, {{1920, 64}}},
        {"ed3325234cebed371a08201e0810ec", 8, 0, 0, 0, {{1920, 32}}}, /* no value */
        {SPLIT NARROW("4c", "20", "10") SKIP NARROW("4e", "20", "10"),
         32,
         0,
         0,
         2,
         {{1920, 64}, {1984, 64}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_variable v = {.size = 8, .element = 4, .simd = rows[i].simd};
        struct cl_span spans[CL_SPANS] = {{0, 0}};
        uint8_t expr[128];
        size_t n = bytes_of(rows[i].expr, expr);
        unsigned at = 0, bytes = 0, own = 0, said = 0;
        bool is = cl_location_register(expr, n, &at, &bytes);
        if (is != (rows[i].bytes > 0) || (is && (at != rows[i].at || bytes != rows[i].bytes)))
            fail_msg("row %zu: register %d %u %u", i, is, at, bytes);
        is = cl_location_pitch(expr, n, &own, &said);
        if (is != (rows[i].own > 0) || (is && (own != rows[i].own || said != 4)))
            fail_msg("row %zu: pitch %d %u %u", i, is, own, said);
        unsigned count = cl_location_spans(&v, expr, n, spans);
        for (unsigned k = 0; k < 3; k++) {
            const struct cl_span *want = &rows[i].spans[k];
            if (k >= count && !want->bytes)
                break;
            if (k >= count || spans[k].at != want->at || spans[k].bytes != want->bytes)
                fail_msg("row %zu: span %u of %u: %u %u", i, k, count, spans[k].at, spans[k].bytes);
        }
    }
}

static void registers_frames_and_local_memory_have_places(void **state)
{
    static const struct cl_variable arg = {.size = 8, .element = 8, .simd = 8, .local = 64},
                                    framed = {.size = 4,
                                              .element = 4,
                                              .simd = 8,
                                              .local = -1,
                                              .frame = 127 * 32 + 16};
    (void)state;
    /* A whole register, a part of one, and a register that is no GRF. */
    rewritten("904c", &in, "75800f");
    rewritten("904c9d2040", &in, "75880f");
    rewritten("9005", &in, "given up");
    /* The private frame: regx 143, bit 128, 64 bits, +16. */
    rewritten("908f0108800840ec2310", &in, "73002310");
    rewritten("908d0108800840ec2310", &in, "73002310"); /* older code has the frame in r125 */
    /* here the kernel has a frame */
    rewritten("908d0108800840ec2310", &framed, "75b01f94082310");
    /* A local argument: only the loader knows its offset. */
    rewritten("904c94040cffff00001a0e000000000000000a22", &arg, "72c0009f");
    rewritten("904c94040cffff00001a0e000000000000000a22", &in, "given up");
    /* A static local variable. */
    rewritten("0e200000000000000a", &in, "7220");
}

static void constants_are_of_their_types_size_and_the_rest_is_given_up(void **state)
{
    static const struct cl_variable half = {.size = 2, .element = 2, .simd = 8, .local = -1};
    static const struct cl_variable pair = {
        .size = 8, .element = 8, .simd = 8, .local = -1, .parts = true};
    (void)state;
    /* An implicit_value of 8 bytes is cut to the type's size. */
    rewritten("9e082a00000000000000", &in, "9e042a000000");
    rewritten("9e082a00000000000000", &half, "9e022a00");
    /* of a structure it is one member, and nothing says which */
    rewritten("9e080000000000000000", &pair, "given up");
    /* constu with a fixed operand: 0x6a09e667, no LEB128 */
    rewritten("ed332523"
              "4c"
              "ebed371a"
              "0820"
              "1e"
              "0820"
              "ec"
              "9f"
              "1067e6096a"
              "22",
              &in,
              "75800f"
              "7400341e22"
              "9404"
              "10e7cca7d006"
              "22"
              "9f");
    rewritten("", &in, "given up");
    rewritten("ff", &in, "given up");
    rewritten("ed", &in, "given up");
}

static void operands_of_any_bytes_are_read_or_given_up(void **state)
{
    static const struct cl_variable v = {
        .size = 4, .element = 4, .simd = 16, .listed = true, .local = -1};
    uint8_t expr[40];
    uint32_t seed = 1;
    struct cl_location out;
    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        size_t n = 1 + i % sizeof expr;
        for (size_t k = 0; k < n; k++) {
            seed = seed * 1103515245 + 12345;
            expr[k] = (uint8_t)(seed >> 16);
        }
        if (cl_location_rewrite(&v, expr, n, &out))
            assert_true(out.n > 0 && out.n <= CL_LOCATION_MAX);
    }
}

/* The register of a pointer to local memory has the variable's addresses. */
static void pointers_to_local_memory_are_read_where_they_lie(void **state)
{
    struct cl_variable v = {.size = 8, .element = 8, .simd = 8, .local = 64, .place = {true, 80}};
    static const char expr[] = "905994040affff1a0e000000000000000a229f"; /* r73 */
    unsigned reg = 0;
    uint8_t bytes[64];
    (void)state;
    assert_true(cl_location_local_pointer(bytes, bytes_of(expr, bytes), &reg));
    assert_int_equal(reg, 73);
    assert_false(cl_location_local_pointer(bytes, bytes_of("9059", bytes), &reg));
    rewritten(expr, &v,
              "73d00074"
              "00381e22"
              "9404"
              "10ffff031a"
              "7200"
              "22"
              "9f");
    v.place.known = false; /* the argument that came with the launch */
    rewritten(expr, &v, "72c0009f");
    v.local = -1;
    rewritten(expr, &v, "given up");
}

/* Of what is not on the stack, the compiler says a register that has its addresses at some time. */
static void a_variable_lies_in_its_place_or_nobody_knows_where(void **state)
{
    struct cl_variable v = {.size = 4, .element = 4, .simd = 8, .local = -1, .place = {true, 80}};
    static const char expr[] = "ed322523"
                               "4c"
                               "ebed331a"
                               "0840"
                               "1e"
                               "0840"
                               "ec";
    (void)state;
    rewritten(expr, &v, "73d0007400341e22");
    v.size = 12; /* a vector of three has the room of four, an array has not */
    rewritten(expr, &v, "73d0007400401e22");
    v.array = true;
    rewritten(expr, &v, "73d00074003c1e22");
    v.place.known = false;
    rewritten(expr, &v, "given up");
    v.listed = true; /* there it is said when */
    rewritten(expr, &v, "75800f7400381e229408");
}

/* --- the corpus --- */
static const char build[] = "build/opencl-corpus"; /* tests/test_opencl_read.c */
struct counts {
    unsigned files, kernels, variables, located, shown, rewritten, given_up;
};

static void verify(const char *path, const uint8_t *image, size_t n)
{
    char name[] = "/tmp/eulab-debug-XXXXXX", command[300];
    int fd = mkstemp(name);
    assert_true(fd >= 0 && write(fd, image, n) == (ssize_t)n);
    close(fd);
    snprintf(command, sizeof command, "llvm-dwarfdump --verify %s >%s.log 2>&1", name, name);
    int status = system(command);
    if (status) {
        snprintf(command, sizeof command, "head -20 %s.log", name);
        (void)!system(command);
    }
    unlink(name);
    strcat(strcpy(command, name), ".log");
    unlink(command);
    if (status)
        fail_msg("%s: llvm-dwarfdump has complaints", path);
}

static void one_file(const char *path, bool check, struct counts *c)
{
    size_t n, size;
    uint8_t *image;
    struct cl_file file;
    struct diags diags = {0};
    struct eu_program code;
    struct cl_debug d;
    char *bytes = read_file(path, &n);
    assert_non_null(bytes);
    assert_int_equal(cl_read(path, (uint8_t *)bytes, n, (enum eu_gen)0, &file, &diags), 0);
    assert_int_equal(cl_program(&file, NULL, &code), 0);
    code.base = 0x10000;
    assert_int_equal(cl_debug_open(&d, &file, &code), 0);
    assert_true(cl_debug_add(&d, (uint8_t *)bytes, n) >= 0);
    assert_int_equal(eu_elf_image(&code, 1, &d.units, &image, &size), 0);
    eu_elf_call_x86_64(image, size);
    if (check)
        verify(path, image, size);
    c->files++;
    c->kernels += d.kernels;
    c->variables += d.variables;
    c->located += d.located;
    c->shown += d.shown;
    c->rewritten += d.rewritten;
    c->given_up += d.given_up;
    if (d.kernels)
        assert_true(code.nlines > 0);
    free(image);
    cl_debug_close(&d);
    eu_program_fini(&code);
    cl_file_fini(&file);
    free(bytes);
}

static void print_counts(const char *what, const struct counts *c)
{
    print_message("%s: %u files, %u kernels; %u variables, %u have a location, %u a value; %u "
                  "locations, %u given up\n",
                  what, c->files, c->kernels, c->variables, c->located, c->shown, c->rewritten,
                  c->given_up);
}

static void every_file_of_the_corpus_becomes_dwarf_that_verifies(void **state)
{
    static const char *const folders[] = {"skl-O2", "skl-O0", "bdw-O2", "bdw-O0"};
    const char *corpus = shared_path("gen9/opencl");
    char command[700], path[600];
    struct counts c = {0}, plain = {0};
    (void)state;
    require_tool("ocloc", "intel-opencl-icd");
    require_tool("llvm-dwarfdump", "llvm");
    if (!corpus)
        skip_because("no corpus of OpenCL kernels");
    snprintf(command, sizeof command, "tests/opencl.sh '%s' %s", corpus, build);
    assert_int_equal(system(command), 0);
    for (unsigned f = 0; f < 4; f++) {
        char line[300];
        snprintf(command, sizeof command, "ls %s/%s/*.zebin %s/%s/*.bin", build, folders[f], build,
                 folders[f]);
        FILE *list = popen(command, "r");
        assert_non_null(list);
        while (fgets(line, sizeof line, list)) {
            line[strcspn(line, "\n")] = 0;
            snprintf(path, sizeof path, "%s", line);
            one_file(path, true, strstr(folders[f], "-O0") ? &plain : &c);
        }
        pclose(list);
    }
    print_counts("optimised", &c);
    print_counts("not optimised", &plain);
    assert_true(c.files + plain.files >= 8 * 41);
    assert_true(c.kernels + plain.kernels >= 300);
    assert_true(c.given_up * 100 <= c.rewritten);
    /* each has a location, and a value, whatever launches it */
    assert_true(plain.variables >= 800);
    assert_int_equal(plain.located, plain.variables);
    assert_int_equal(plain.shown, plain.variables);
    assert_int_equal(plain.given_up, 0);
}

/* As long as it must be: 7 bits a byte, and the sign. */
static void one_number(int64_t v)
{
    uint8_t bytes[11] = {0};
    uint64_t u;
    int64_t i;
    size_t need = 1, at = 0, n = cl_put_uleb(bytes, (uint64_t)v);
    for (u = (uint64_t)v; u > 127; u >>= 7)
        need++;
    assert_int_equal(n, need);
    assert_true(cl_uleb(bytes, sizeof bytes, &at, &u));
    assert_int_equal(at, n);
    assert_true(u == (uint64_t)v);
    at = 0;
    assert_false(cl_uleb(bytes, n - 1, &at, &u));
    n = cl_put_sleb(bytes + 1, v);
    need = 1;
    for (i = v; i < -64 || i > 63; i >>= 7)
        need++;
    assert_int_equal(n, need);
    at = 1;
    assert_true(cl_sleb(bytes, sizeof bytes, &at, &i));
    assert_int_equal(at, 1 + n);
    assert_true(i == v);
    at = 1;
    assert_false(cl_sleb(bytes, n, &at, &i));
}

static void numbers_of_dwarf_at_every_limit(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++)
        for (int near = -2; near <= 2; near++) {
            uint64_t v = (UINT64_C(1) << bit) + (uint64_t)(int64_t)near;
            one_number((int64_t)v);
            one_number((int64_t)-v);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lane_finds_its_value_in_registers),
        cmocka_unit_test(constants_have_many_forms),
        cmocka_unit_test(addresses_are_8_bytes_from_lane_to_lane),
        cmocka_unit_test(a_vector_has_its_elements_in_several_registers),
        cmocka_unit_test(the_upper_lanes_of_simd32_have_registers_of_their_own),
        cmocka_unit_test(arrays_in_registers_have_a_part_for_lanes_from_16_on),
        cmocka_unit_test(values_have_spans_of_registers),
        cmocka_unit_test(registers_frames_and_local_memory_have_places),
        cmocka_unit_test(constants_are_of_their_types_size_and_the_rest_is_given_up),
        cmocka_unit_test(pointers_to_local_memory_are_read_where_they_lie),
        cmocka_unit_test(a_variable_lies_in_its_place_or_nobody_knows_where),
        cmocka_unit_test(operands_of_any_bytes_are_read_or_given_up),
        cmocka_unit_test(numbers_of_dwarf_at_every_limit),
        cmocka_unit_test(every_file_of_the_corpus_becomes_dwarf_that_verifies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
