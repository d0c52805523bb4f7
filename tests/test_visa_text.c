#include "tests/helpers.h"

#include <jansson.h>

#include "visa/visa.h"

/* Text and binary of every case of ../shared/visa, one to the other and back; each broken rule by
 * its name; hostile files; what a damaged file has left. */
static json_t *cases(void)
{
    const char *path = shared_path("visa/cases/index.json");
    require_shared(path);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}

static char *case_file(json_t *row, const char *key, size_t *n)
{
    char name[256];
    const char *file = json_string_value(json_object_get(row, key));
    if (!file)
        return NULL;
    snprintf(name, sizeof name, "visa/cases/%s", file);
    return read_file(shared_path(name), n);
}

static void must_parse(const char *path, const char *text, struct visa_routine *r)
{
    struct visa_diags diags = {0};
    if (visa_parse(path, text, r, &diags))
        fail_msg("%s:%u:%u: %s", path, diags.items[0].line, diags.items[0].col,
                 diags.items[0].text);
}

static char *printed(const struct visa_routine *r)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    visa_print(out, r);
    fclose(out);
    return text;
}

static void print_parses_to_the_same(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n;
    (void)state;
    json_array_foreach(root, i, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        struct visa_routine r, again;
        char *text = case_file(row, "visa", &n);
        must_parse(name, text, &r);
        char *once = printed(&r);
        must_parse(name, once, &again);
        char *twice = printed(&again);
        assert_string_equal(once, twice);
        assert_int_equal(r.n_insns, again.n_insns);
        visa_routine_fini(&r);
        visa_routine_fini(&again);
        free(text);
        free(once);
        free(twice);
    }
    json_decref(root);
}

static void encode_gives_each_files_bytes(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n, size, want, files = 0;
    (void)state;
    json_array_foreach(root, i, row)
    {
        struct visa_diags diags = {0};
        struct visa_routine r;
        char *text = case_file(row, "visa", &n), *isa = case_file(row, "isa", &want);
        must_parse(json_string_value(json_object_get(row, "name")), text, &r);
        uint8_t *bytes = isa ? visa_encode(&r, &size, &diags) : NULL;
        if (isa) {
            assert_non_null(bytes);
            assert_int_equal(size, want);
            assert_memory_equal(bytes, isa, size);
            files++;
        }
        visa_routine_fini(&r);
        free(bytes);
        free(text);
        free(isa);
    }
    assert_true(files > 100);
    json_decref(root);
}

static void binary_reads_as_the_text(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n, size;
    (void)state;
    json_array_foreach(root, i, row)
    {
        struct visa_diags diags = {0};
        struct visa_routine r, b;
        char *text = case_file(row, "visa", &n), *isa = case_file(row, "isa", &size);
        if (isa) {
            must_parse("text", text, &r);
            assert_int_equal(visa_binary("isa", (uint8_t *)isa, size, 0, &b, &diags), 0);
            char *one = printed(&r), *other = printed(&b);
            assert_string_equal(one, other);
            free(one);
            free(other);
            visa_routine_fini(&r);
            visa_routine_fini(&b);
        }
        free(text);
        free(isa);
    }
    json_decref(root);
}

/* --- rules --- */
struct found {
    json_t *row;
    bool named;
};

static void on_breach(void *ctx, const struct visa_insn *in, enum visa_rule rule, const char *text)
{
    struct found *f = ctx;
    const char *want = json_string_value(json_object_get(f->row, "rule"));
    json_t *also = json_object_get(f->row, "also"), *word;
    bool known = false;
    size_t i;
    (void)text;
    json_array_foreach(also, i, word) known |=
        !strcmp(json_string_value(word), visa_rules[rule].name);
    assert_int_equal(in->line, json_integer_value(json_object_get(f->row, "line")));
    if (want && !strcmp(want, visa_rules[rule].name))
        f->named = true;
    else if (!known)
        fail_msg("%s: %s, too", json_string_value(json_object_get(f->row, "name")),
                 visa_rules[rule].name);
}

static void check_names_each_broken_rule_and_no_other(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n;
    (void)state;
    json_array_foreach(root, i, row)
    {
        struct found f = {.row = row};
        struct visa_routine r;
        const char *name = json_string_value(json_object_get(row, "name"));
        char *text = case_file(row, "visa", &n);
        must_parse(name, text, &r);
        visa_check(&r, on_breach, &f);
        if (json_object_get(row, "rule") && !f.named)
            fail_msg("%s: the rule is not named", name);
        visa_routine_fini(&r);
        free(text);
    }
    json_decref(root);
}

#define HEAD                                                                                       \
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=32 align=GRF\n"                 \
    ".decl W v_type=G type=w num_elts=32 align=GRF\n.decl A0 v_type=A num_elts=4\n"                \
    ".decl P1 v_type=P num_elts=16\n.kernel_attr SimdSize=32\n.function \"main_0\"\nmain_0:\n"

static void note_rule(void *ctx, const struct visa_insn *in, enum visa_rule rule, const char *text)
{
    (void)in, (void)text;
    *(uint64_t *)ctx |= UINT64_C(1) << rule;
}

/* One breach a row, also of rules that the corpus has no case for. */
static void check_of_one_instruction(void **state)
{
    static const struct {
        const char *text;
        uint64_t rules;
    } rows[] = {
#define ONE(id) UINT64_C(1) << VISA_RULE_##id
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1>", 0},
        {"mov (M1, 16) W(0,0)<1> W(0,0)<16;16,1>", 0},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<3;4,1>", ONE(VERTSTRIDE)},
        {"mov (M1, 8) A(0,0)<0> A(0,0)<8;8,1>", ONE(DESTINATION_STRIDE)},
        {"mov (M1, 8) A(3,4)<1> A(0,0)<8;8,1>", ONE(OUT_OF_BOUND)},
        {"mov (M1, 1) A(0,8)<1> A(0,0)<0;1,0>", ONE(COLUMN_OFFSET)},
        {"mov (M1, 1) A(0,7)<1> A(0,0)<0;1,0>", 0},
        {"mov (M1, 8) 0x1:d A(0,0)<8;8,1>", ONE(IMMEDIATE_DESTINATION)},
        {"(P1) mov (M5, 8) A(0,0)<1> A(0,0)<8;8,1>", ONE(PREDICATE_RANGE)},
        {"(P1) mov (M3, 8) A(0,0)<1> A(0,0)<8;8,1>", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),512]<8;8,1>:d", ONE(INDIRECT_OFFSET)},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),511]<8;8,1>:b", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<1,0>:d", ONE(OUT_OF_BOUND)}, /* 8 addresses of 4 */
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<2,1>:d", 0},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:uv", ONE(INDIRECT_TYPE)},
        {"not (M1, 8) A(0,0)<1> (abs)A(0,0)<8;8,1>", ONE(ARITHMETIC_MODIFIER)},
        {"not (M1, 8) A(0,0)<1> (~)A(0,0)<8;8,1>", 0},
        {"(P1) movs (M1_NM, 1) %bss(0) 0x1:ud", ONE(NO_PREDICATE)},
        {"mov (M8, 8) A(0,0)<1> A(0,0)<8;8,1>", ONE(MASK_RANGE) | ONE(MASK_ALIGNMENT)},
#undef ONE
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        uint64_t rules = 0;
        struct visa_routine r;
        snprintf(text, sizeof text, HEAD "%s\n", rows[i].text);
        must_parse(rows[i].text, text, &r);
        visa_check(&r, note_rule, &rules);
        if (rules != rows[i].rules)
            fail_msg("%s: rules 0x%llx", rows[i].text, (unsigned long long)rules);
        visa_routine_fini(&r);
    }
}

/* --- what is no vISA --- */
static void parse_refuses_with_line_and_column(void **state)
{
    static const struct {
        const char *text, *why;
        unsigned col;
    } rows[] = {
        {"move (M1, 8) A(0,0)<1> A(0,0)<8;8,1>", "no instruction 'move'", 1},
        {"mov (M9, 8) A(0,0)<1> A(0,0)<8;8,1>", "the number is not in 1 to 8", 7},
        {"mov (M1, 3) A(0,0)<1> A(0,0)<8;8,1>", "a size is 1, 2, 4, 8, 16 or 32", 11},
        {"mov (M1, 8) A(0,0)<1>", "an operand is wanted here", 22},
        {"mov (M1, 8) A(0,0)<1> B(0,0)<8;8,1>", "no variable 'B' is declared", 23},
        {"mov (M1, 8) A(0,0)<1> 0x1:x", "no type 'x'", 27},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 7", "'7' is more than mov takes", 37},
        {"goto (M1, 8) nowhere", "there is no label nowhere", 1},
        {"cmp (M1, 8) P1 A(0,0)<8;8,1> 0x1:d", "what cmp does is wanted behind its name", 5},
        {"cmp.gr (M1, 8) P1 A(0,0)<8;8,1> 0x1:d", "cmp has no .gr", 5},
        {".decl A v_type=G type=d", "'A' is declared already", 7},
        {".decl C v_type=G type=d alias=<D, 0>", "no variable 'D' is declared before this one", 32},
        {".nonsense", "no directive .nonsense", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        struct visa_routine r;
        struct visa_diags diags = {0};
        snprintf(text, sizeof text, HEAD "%s\n", rows[i].text);
        assert_int_equal(visa_parse("x", text, &r, &diags), -1);
        assert_int_equal(diags.n, 1);
        assert_string_equal(diags.items[0].text, rows[i].why);
        assert_int_equal(diags.items[0].line, 10);
        if (diags.items[0].col != rows[i].col)
            fail_msg("%s: column %u", rows[i].text, diags.items[0].col);
        visa_routine_fini(&r);
    }
}

/* Nothing in it has a name but the kernel, which is empty. */
static void an_empty_kernel_goes_both_ways(void **state)
{
    struct visa_routine r;
    struct visa_diags diags = {0};
    size_t size;
    (void)state;
    must_parse("empty", ".kernel \"k\"\n", &r);
    uint8_t *bytes = visa_encode(&r, &size, &diags);
    assert_non_null(bytes);
    visa_routine_fini(&r);
    assert_int_equal(visa_binary("empty", bytes, size, 0, &r, &diags), 0);
    assert_string_equal(r.name, "k");
    assert_int_equal(r.n_insns, 0);
    visa_routine_fini(&r);
    free(bytes);
}

/* A file cut anywhere is refused with a message. */
static void binary_cut_short_is_refused(void **state)
{
    size_t size;
    (void)state;
    char *isa = read_file(shared_path("visa/cases/goto_loop.isa"), &size);
    require_shared(isa);
    for (size_t n = 0; n < size; n++) {
        struct visa_diags diags = {0};
        struct visa_routine r;
        uint8_t *part = malloc(n + 1);
        memcpy(part, isa, n);
        assert_int_equal(visa_binary("cut", part, n, 0, &r, &diags), -1);
        assert_true(diags.n);
        visa_routine_fini(&r);
        free(part);
    }
    free(isa);
}

static void put(uint8_t *bytes, size_t *n, const char *hex)
{
    *n += unhex(hex, bytes + *n, 64);
}

/* The code of a file made damaged as the compiler does it: it is called so, with what is left. */
static void binary_with_lost_operands_is_called_damaged(void **state)
{
    static const char text[] = HEAD "mov (M1, 8) A(0,0)<1> A(1,0)<8;8,1>\n"
                                    "add (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 0x1:d\n"
                                    "barrier\nret (M1, 1)\n";
    struct visa_routine r;
    struct visa_diags diags = {0};
    size_t size;
    (void)state;
    must_parse("whole", text, &r);
    uint8_t *bytes = visa_encode(&r, &size, &diags);
    assert_non_null(bytes);
    visa_routine_fini(&r);
    size_t n = 0, all = size;
    while (n + 4 < size && memcmp(bytes + n, "\x30\0\0\x29", 4) != 0)
        n++;
    assert_true(n + 30 < size);
    put(bytes, &n, "300000"); /* main */
    put(bytes, &n, "29030000");
    put(bytes, &n,
        "01030000"
        "00200000000000"
        "0002"); /* add and its destination */
    put(bytes, &n, "59");
    put(bytes, &n, "34");
    memset(bytes + n, 0xee, all - n);
    assert_int_equal(visa_binary("damaged", bytes, all, 0, &r, &diags), 1);
    assert_int_equal(r.n_insns, 4);
    assert_int_equal(visa_lost_operands(r.insns[0].op), 2);
    assert_int_equal(r.insns[1].line, 7);
    assert_int_equal(visa_lost_operands(r.insns[2].op), 0);
    visa_routine_fini(&r);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(print_parses_to_the_same),
        cmocka_unit_test(encode_gives_each_files_bytes),
        cmocka_unit_test(binary_reads_as_the_text),
        cmocka_unit_test(check_names_each_broken_rule_and_no_other),
        cmocka_unit_test(check_of_one_instruction),
        cmocka_unit_test(parse_refuses_with_line_and_column),
        cmocka_unit_test(an_empty_kernel_goes_both_ways),
        cmocka_unit_test(binary_cut_short_is_refused),
        cmocka_unit_test(binary_with_lost_operands_is_called_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
