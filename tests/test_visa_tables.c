/* The tables of vISA, by the numbers that the binary form has for them; variables that every
 * routine has; attributes, names and aliases of a routine. */
#include "tests/helpers.h"

#include "visa/visa.h"

/* Source: the vISA specification: the chapters on types, on predefined variables and on
 * instructions. */
static void types_have_their_numbers_sizes_and_kinds(void **state)
{
    static const struct {
        const char *name;
        unsigned bytes;
        int kind;
    } rows[] = {{"ud", 4, VISA_KIND_U}, {"d", 4, VISA_KIND_S},    {"uw", 2, VISA_KIND_U},
                {"w", 2, VISA_KIND_S},  {"ub", 1, VISA_KIND_U},   {"b", 1, VISA_KIND_S},
                {"df", 8, VISA_KIND_F}, {"f", 4, VISA_KIND_F},    {"v", 4, VISA_KIND_S},
                {"vf", 4, VISA_KIND_F}, {"bool", 1, VISA_KIND_U}, {"uq", 8, VISA_KIND_U},
                {"uv", 4, VISA_KIND_U}, {"q", 8, VISA_KIND_S},    {"hf", 2, VISA_KIND_F}};
    (void)state;
    assert_int_equal(VISA_TYPES, sizeof rows / sizeof *rows);
    for (int i = 0; i < VISA_TYPES; i++) {
        assert_string_equal(visa_types[i].name, rows[i].name);
        assert_int_equal(visa_types[i].bytes, rows[i].bytes);
        assert_int_equal(visa_types[i].kind, rows[i].kind);
        assert_int_equal(visa_type_by_name(rows[i].name, strlen(rows[i].name)), i);
    }
    assert_true(visa_type_by_name("u", 1) < 0);
    assert_true(visa_type_by_name("uds", 3) < 0);
    assert_int_equal(visa_type_by_name("uds", 2), 0);
}

static void words_have_their_numbers(void **state)
{
    static const char *const relations[] = {"eq", "ne", "gt", "ge", "lt", "le", NULL};
    static const char *const atomics[] = {"add", "sub",     "inc",     "dec", "min",
                                          "max", "xchg",    "cmpxchg", "and", "or",
                                          "xor", "minsint", "maxsint", NULL};
    static const struct {
        const char *name;
        unsigned bytes;
    } aligns[] = {{"byte", 1}, {"word", 2},   {"dword", 4},  {"qword", 8},    {"oword", 16},
                  {"GRF", 32}, {"GRFx2", 64}, {"hword", 32}, {"wordx32", 64}, {"wordx64", 128}};
    (void)state;
    for (unsigned i = 0; i < sizeof relations / sizeof *relations; i++)
        if (relations[i])
            assert_string_equal(visa_relation_name(i), relations[i]);
        else
            assert_null(visa_relation_name(i));
    for (unsigned i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (atomics[i])
            assert_string_equal(visa_atomic_name(i), atomics[i]);
        else
            assert_null(visa_atomic_name(i));
    for (unsigned i = 0; i < sizeof aligns / sizeof *aligns; i++) {
        unsigned bytes = 0;
        assert_string_equal(visa_align_name(i, &bytes), aligns[i].name);
        assert_int_equal(bytes, aligns[i].bytes);
        assert_string_equal(visa_align_name(i, NULL), aligns[i].name);
    }
    assert_null(visa_align_name(sizeof aligns / sizeof *aligns, NULL));
}

static const struct {
    const char *name;
    int code, sub;
} codes[] = {
    {"add", 0x01, -1},
    {"avg", 0x02, -1},
    {"div", 0x03, -1},
    {"exp", 0x08, -1},
    {"frc", 0x09, -1},
    {"log", 0x0b, -1},
    {"mad", 0x0c, -1},
    {"mulh", 0x0d, -1},
    {"lrp", 0x0e, -1},
    {"mod", 0x0f, -1},
    {"mul", 0x10, -1},
    {"pow", 0x11, -1},
    {"rndd", 0x12, -1},
    {"rndu", 0x13, -1},
    {"rnde", 0x14, -1},
    {"rndz", 0x15, -1},
    {"sin", 0x17, -1},
    {"cos", 0x18, -1},
    {"sqrt", 0x19, -1},
    {"rsqrt", 0x1a, -1},
    {"inv", 0x1b, -1},
    {"lzd", 0x1f, -1},
    {"and", 0x20, -1},
    {"or", 0x21, -1},
    {"xor", 0x22, -1},
    {"not", 0x23, -1},
    {"shl", 0x24, -1},
    {"shr", 0x25, -1},
    {"asr", 0x26, -1},
    {"cbit", 0x27, -1},
    {"addr_add", 0x28, -1},
    {"mov", 0x29, -1},
    {"sel", 0x2a, -1},
    {"setp", 0x2b, -1},
    {"cmp", 0x2c, -1},
    {"movs", 0x2d, -1},
    {"fbl", 0x2e, -1},
    {"fbh", 0x2f, -1},
    {"jmp", 0x32, -1},
    {"call", 0x33, -1},
    {"ret", 0x34, -1},
    {"oword_ld", 0x35, -1},
    {"oword_st", 0x36, -1},
    {"oword_ld_unaligned", 0x3c, -1},
    {"min", 0x45, 0},
    {"max", 0x45, 1},
    {"bfe", 0x46, -1},
    {"bfi", 0x47, -1},
    {"bfrev", 0x48, -1},
    {"addc", 0x49, -1},
    {"subb", 0x4a, -1},
    {"gather4_typed", 0x4b, -1},
    {"scatter4_typed", 0x4c, -1},
    {"svm_block_ld", 0x4e, 1},
    {"svm_block_st", 0x4e, 2},
    {"svm_gather", 0x4e, 3},
    {"svm_scatter", 0x4e, 4},
    {"svm_atomic", 0x4e, 5},
    {"svm_gather4scaled", 0x4e, 6},
    {"svm_scatter4scaled", 0x4e, 7},
    {"faddr", 0x50, -1},
    {"barrier", 0x59, -1},
    {"fence", 0x5c, -1},
    {"fcall", 0x67, -1},
    {"fret", 0x68, -1},
    {"goto", 0x6c, -1},
    {"gather4_scaled", 0x74, -1},
    {"scatter4_scaled", 0x75, -1},
    {"gather_scaled", 0x78, -1},
    {"scatter_scaled", 0x79, -1},
    {"lifetime", 0x7b, -1},
    {"dword_atomic", 0x7d, -1},
    {"sqrtm", 0x7e, -1},
    {"divm", 0x7f, -1},
    {".function", 0x30, -1},
    {"label", 0x31, -1},
    {"FILE", 0x51, -1},
    {"LOC", 0x52, -1},
    {"sample", 0x6d, -1},
};

/* The opcodes of the binary form; those with a part of their own share one. */
static void instructions_have_their_numbers(void **state)
{
    (void)state;
    assert_int_equal(VISA_OPS, sizeof codes / sizeof *codes);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        unsigned found = 0;
        for (int k = 0; k < VISA_OPS; k++)
            if (!strcmp(visa_ops[k].name, codes[i].name)) {
                if (visa_ops[k].code != codes[i].code || visa_ops[k].sub != codes[i].sub)
                    fail_msg("%s is 0x%02x.%d", codes[i].name, visa_ops[k].code, visa_ops[k].sub);
                found++;
            }
        assert_int_equal(found, 1);
    }
}

/* --- a routine --- */
static void every_routine_begins_with_the_same_variables(void **state)
{
    static const struct {
        const char *name;
        enum visa_type type;
        uint32_t n;
    } rows[] = {{"%null", VISA_UD, 0},
                {"%thread_x", VISA_UW, 1},
                {"%thread_y", VISA_UW, 1},
                {"%group_id_x", VISA_UD, 1},
                {"%group_id_y", VISA_UD, 1},
                {"%group_id_z", VISA_UD, 1},
                {"%tsc", VISA_UD, 5},
                {"%r0", VISA_UD, 8},
                {"%arg", VISA_UD, 256},
                {"%retval", VISA_UD, 96},
                {"%sp", VISA_UQ, 1},
                {"%fp", VISA_UQ, 1},
                {"%hw_id", VISA_UD, 1},
                {"%sr0", VISA_UD, 4},
                {"%cr0", VISA_UD, 3},
                {"%ce0", VISA_UD, 1},
                {"%dbg0", VISA_UD, 2},
                {"%color", VISA_UW, 1},
                {"%impl_arg_buf_ptr", VISA_UQ, 1},
                {"%local_id_buf_ptr", VISA_UQ, 1},
                {"%msg0", VISA_UD, 3}};
    static const char *const surfaces[] = {"%slm", "T1", "T2", "TSS", "%bss", "%scratch"};
    enum { KNOWN = sizeof rows / sizeof *rows };
    struct visa_routine r;
    (void)state;
    assert_true(visa_routine_begin(&r, "k.visaasm"));
    assert_int_equal(r.major, 4);
    assert_int_equal(r.minor, 1);
    assert_string_equal(r.path, "k.visaasm");
    assert_int_equal(r.vars[VISA_GENERAL].n, 32);
    for (unsigned i = 0; i < 32; i++) {
        const struct visa_var *v = &r.vars[VISA_GENERAL].items[i];
        char reserved[20];
        snprintf(reserved, sizeof reserved, "%%reserved%u", i);
        assert_string_equal(v->name, i < KNOWN ? rows[i].name : reserved);
        assert_int_equal(v->type, i < KNOWN ? rows[i].type : VISA_UD);
        assert_int_equal(v->n, i < KNOWN ? rows[i].n : 0);
        assert_true(v->predefined);
        assert_int_equal(visa_var_find(&r, VISA_GENERAL, v->name, strlen(v->name)), i);
    }
    assert_int_equal(r.vars[VISA_SURFACE].n, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(r.vars[VISA_SURFACE].items[i].name, surfaces[i]);
        assert_true(r.vars[VISA_SURFACE].items[i].predefined);
    }
    assert_int_equal(r.vars[VISA_PREDICATE].n, 1);
    assert_string_equal(r.vars[VISA_PREDICATE].items[0].name, "%p0");
    assert_true(r.vars[VISA_PREDICATE].items[0].predefined);
    assert_int_equal(r.vars[VISA_ADDRESS].n + r.vars[VISA_SAMPLER].n, 0);
    visa_routine_fini(&r);
}

static void names_are_whole_and_the_last_one_counts(void **state)
{
    struct visa_routine r;
    (void)state;
    assert_true(visa_routine_begin(&r, "k.visaasm"));
    for (unsigned i = 0; i < 100; i++) { /* lists grow, and keep what they have */
        char name[8];
        struct visa_var *v;
        snprintf(name, sizeof name, "V%u", i % 50);
        assert_non_null(v = visa_var_add(&r, VISA_ADDRESS, name, strlen(name)));
        assert_int_equal(v->n, 1);
        assert_int_equal(v->class, VISA_ADDRESS);
        assert_false(v->predefined);
        assert_non_null(visa_label_add(&r, name, strlen(name)));
        assert_int_equal(r.n_labels, i < 50 ? i + 1 : 50);
        assert_int_equal(visa_insn_add(&r)->size, 1);
    }
    assert_int_equal(r.n_insns, 100);
    assert_int_equal(visa_var_find(&r, VISA_ADDRESS, "V7", 2), 57);
    assert_int_equal(visa_var_find(&r, VISA_ADDRESS, "V0", 2), 50);
    assert_int_equal(visa_var_find(&r, VISA_ADDRESS, "V77", 2), 57);
    assert_int_equal(visa_var_find(&r, VISA_ADDRESS, "V", 1), VISA_UNDECLARED);
    assert_int_equal(visa_var_find(&r, VISA_SAMPLER, "V7", 2), VISA_UNDECLARED);
    for (unsigned i = 0; i < 50; i++) {
        char name[8];
        snprintf(name, sizeof name, "V%u", i);
        assert_string_equal(r.labels[i].name, name);
        assert_string_equal(r.vars[VISA_ADDRESS].items[50 + i].name, name);
    }
    visa_routine_fini(&r);
}

static void attributes_are_as_wide_as_their_values(void **state)
{
    static const struct {
        uint32_t value;
        unsigned size;
    } rows[] = {{0, 1}, {255, 1}, {256, 2}, {65535, 2}, {65536, 4}, {UINT32_MAX, 4}};
    struct visa_routine r;
    (void)state;
    assert_true(visa_routine_begin(&r, "k.visaasm"));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[] = {'A', (char)('0' + i), 'Z', '\0'};
        assert_true(visa_attr_add(&r.attrs, name, 2, NULL, 0, rows[i].value));
        assert_int_equal(r.attrs.items[i].size, rows[i].size);
        name[2] = '\0';
        assert_string_equal(r.attrs.items[i].name, name);
        assert_null(r.attrs.items[i].text);
        assert_int_equal(visa_attr_value(&r.attrs, name, 9), rows[i].value);
    }
    assert_true(visa_attr_add(&r.attrs, "T", 1, "3dx", 2, 7));
    assert_string_equal(r.attrs.items[6].text, "3d");
    assert_int_equal(r.attrs.items[6].size, 2);
    assert_int_equal(visa_attr_value(&r.attrs, "T", 9), 9); /* a text is no value */
    assert_int_equal(visa_attr_value(&r.attrs, "A", 9), 9);
    visa_routine_fini(&r);
}

static void messages_beyond_the_room_are_counted(void **state)
{
    struct visa_diags d = {.n = 0};
    (void)state;
    for (unsigned i = 0; i < VISA_DIAGS + 2; i++)
        visa_diag(&d, i + 1, i + 2, "message %u", i);
    assert_int_equal(d.n, VISA_DIAGS);
    assert_int_equal(d.lost, 2);
    for (unsigned i = 0; i < VISA_DIAGS; i++) {
        char text[30];
        snprintf(text, sizeof text, "message %u", i);
        assert_string_equal(d.items[i].text, text);
        assert_int_equal(d.items[i].line, i + 1);
        assert_int_equal(d.items[i].col, i + 2);
    }
}

/* --- aliases --- */
static void aliases_lie_within_what_they_alias(void **state)
{
    static const struct {
        const char *decls;
        const char *why; /* NULL: the last variable begins at @offset of the first */
        unsigned line, offset;
    } rows[] = {
        {".decl B v_type=G type=d num_elts=8 alias=<A, 0>\n", NULL, 0, 0},
        {".decl B v_type=G type=d num_elts=7 alias=<A, 4>\n", NULL, 0, 4},
        {".decl B v_type=G type=w num_elts=16 alias=<A, 0>\n", NULL, 0, 0},
        {".decl B v_type=G type=b num_elts=1 alias=<A, 31>\n", NULL, 0, 31},
        {".decl B v_type=G type=b num_elts=1 alias=<A, 32>\n",
         "B reaches beyond A, that it is an alias of", 4, 0},
        {".decl B v_type=G type=d num_elts=9 alias=<A, 0>\n",
         "B reaches beyond A, that it is an alias of", 4, 0},
        {".decl B v_type=G type=d num_elts=4 alias=<A, 8>\n"
         ".decl C v_type=G type=d num_elts=2 alias=<B, 16>\n",
         NULL, 0, 24},
        {".decl B v_type=G type=d num_elts=4 alias=<A, 8>\n"
         ".decl C v_type=G type=d num_elts=3 alias=<B, 16>\n",
         "C reaches beyond A, that it is an alias of", 5, 0},
        {".decl B v_type=G type=d num_elts=4 alias=<A, 8>\n"
         ".decl C v_type=G type=d num_elts=2 alias=<B, 8>\n"
         ".decl D v_type=G type=b num_elts=1 alias=<C, 15>\n",
         NULL, 0, 31},
        /* what the machine has may be longer than its declaration */
        {".decl B v_type=G type=d num_elts=64 alias=<%r0, 4>\n", NULL, 0, 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_routine r;
        struct visa_diags diags = {.n = 0};
        char text[500];
        snprintf(text, sizeof text,
                 ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=8 align=GRF\n%s"
                 ".kernel_attr SimdSize=8\n.function \"k_0\"\nret (1)\n",
                 rows[i].decls);
        int rc = visa_parse("k.visaasm", text, &r, &diags);
        const struct visa_vars *v = &r.vars[VISA_GENERAL];
        if (rc != (rows[i].why ? -1 : 0))
            fail_msg("%s: %s", rows[i].decls, diags.items[0].text);
        if (rows[i].why) {
            assert_int_equal(diags.n, 1);
            assert_string_equal(diags.items[0].text, rows[i].why);
            assert_int_equal(diags.items[0].line, rows[i].line);
            assert_int_equal(diags.items[0].col, 1);
        } else {
            assert_int_equal(v->items[v->n - 1].offset, rows[i].offset);
            assert_string_equal(v->items[v->items[v->n - 1].root].name,
                                strstr(rows[i].decls, "%r0") ? "%r0" : "A");
        }
        assert_int_equal(v->items[VISA_USER_VARIABLE].bytes, 32);
        assert_int_equal(v->items[VISA_USER_VARIABLE].root, VISA_USER_VARIABLE);
        visa_routine_fini(&r);
    }
}

/* The binary form may have aliases that lead back to themselves. */
static void aliases_in_a_circle_are_refused(void **state)
{
    struct visa_routine r;
    struct visa_diags diags = {.n = 0};
    (void)state;
    assert_true(visa_routine_begin(&r, "k.isa"));
    for (unsigned i = 0; i < 3; i++) {
        struct visa_var *v = visa_var_add(&r, VISA_GENERAL, &"ABC"[i], 1);
        v->type = VISA_D;
        v->line = i + 5;
        v->aliased = i > 0;
        v->alias = VISA_USER_VARIABLE + (i == 1 ? 2 : 1);
    }
    assert_false(visa_layout(&r, &diags));
    assert_int_equal(diags.n, 2);
    for (unsigned i = 0; i < 2; i++) {
        char text[60];
        snprintf(text, sizeof text, "the alias of %c leads to no variable", "BC"[i]);
        assert_string_equal(diags.items[i].text, text);
        assert_int_equal(diags.items[i].line, i + 6);
        assert_int_equal(diags.items[i].col, 1);
    }
    diags.n = 0;
    r.vars[VISA_GENERAL].items[VISA_USER_VARIABLE + 1].alias = VISA_USER_VARIABLE + 3; /* none */
    assert_false(visa_layout(&r, &diags));
    diags.n = 0;
    r.vars[VISA_GENERAL].items[VISA_USER_VARIABLE + 1].alias = VISA_USER_VARIABLE;
    assert_true(visa_layout(&r, &diags));
    assert_int_equal(diags.n, 0);
    visa_routine_fini(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_their_numbers_sizes_and_kinds),
        cmocka_unit_test(words_have_their_numbers),
        cmocka_unit_test(instructions_have_their_numbers),
        cmocka_unit_test(every_routine_begins_with_the_same_variables),
        cmocka_unit_test(names_are_whole_and_the_last_one_counts),
        cmocka_unit_test(attributes_are_as_wide_as_their_values),
        cmocka_unit_test(messages_beyond_the_room_are_counted),
        cmocka_unit_test(aliases_lie_within_what_they_alias),
        cmocka_unit_test(aliases_in_a_circle_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
