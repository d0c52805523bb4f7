/* Files of patch tokens: what each token says of a kernel, the least that each takes, and what is
 * refused. */
#include "tests/tokens_rig.h"
#include "opencl/read_impl.h"

/* --- what tokens say --- */

static void put_surfaces(struct part *k)
{
    /* the table at 192: states at 128, 64, 0 */
    for (unsigned i = 0; i < 48; i++)
        put_dword(&k->surfaces, 0);
    for (unsigned i = 0; i < 3; i++)
        put_dword(&k->surfaces, 128 - 64 * i);
    TOKEN(&k->list, 8, NULL, 192, 3);
}

static void arguments_are_of_their_kind(void **state)
{
    (void)state;
    struct made *m = new_file(1);
    struct bytes *l = &m->kernels[0].list;
    TOKEN(l, 30, NULL, 0, 64, 16, 8);         /* global, surface 1 */
    TOKEN(l, 31, NULL, 1, UINT32_MAX, 24, 8); /* constant, no surface */
    TOKEN(l, 30, NULL, 2, 4, 32, 8);          /* a state that is in no table */
    TOKEN(l, 17, NULL, 43, 2, 0, 0, 0);       /* whose address nobody uses */
    TOKEN(l, 12, NULL, 3, 0, 128, 0, 0, 0);   /* an image that is read */
    TOKEN(l, 12, NULL, 4, 0, 0, 0, 0, 1);     /* written */
    TOKEN(l, 17, NULL, 8, 5, 40, 4, 16);      /* local memory, aligned to 16 */
    TOKEN(l, 17, NULL, 1, 6, 44, 4, 8);       /* a value's third dword */
    TOKEN(l, 17, NULL, 9, 3, 48, 4, 0);       /* an image's width */
    TOKEN(l, 17, NULL, 42, 1, 52, 4, 0);      /* a buffer's offset */
    TOKEN(l, 17, NULL, 4, 77, 56, 12, 4);     /* of no argument */
    TOKEN(l, 17, NULL, 99, 77, 68, 4, 0);     /* nobody knows what */
    TOKEN(l, 26, "__globalread_writenfloat*;8cccc", 0, 8, 10, 1, 8, 4);
    TOKEN(l, 26, "z", 6, 0, 0, 1, 0, 0);
    put_surfaces(&m->kernels[0]);
    must_be_read(m);
    const struct cl_kernel *k = &m->file.kernels[0];
    static const struct {
        enum cl_arg_kind kind;
        int bti;
        enum cl_access access;
        bool stateless;
        const char *name, *type, *space;
    } args[] = {
        {CL_ARG_BUFFER, 1, CL_READ_WRITE, true, "n", "float*", "__global"},
        {CL_ARG_BUFFER, -1, CL_READ_WRITE, true, "", "", "__constant"},
        {CL_ARG_BUFFER, -1, CL_READ_WRITE, false, "", "", "__global"},
        {CL_ARG_IMAGE, 0, CL_READ, false, "", "", ""},
        {CL_ARG_IMAGE, 2, CL_WRITE, false, "", "", ""},
        {CL_ARG_LOCAL, -1, CL_READ_WRITE, false, "", "", ""},
        {CL_ARG_VALUE, -1, CL_READ_WRITE, false, "z", "", ""},
    };
    assert_int_equal(k->nargs, sizeof args / sizeof *args);
    for (size_t i = 0; i < k->nargs; i++) {
        const struct cl_arg *a = &k->args[i];
        assert_int_equal(a->kind, args[i].kind);
        assert_int_equal(a->bti, args[i].bti);
        assert_int_equal(a->access, args[i].access);
        assert_int_equal(a->stateless, args[i].stateless);
        assert_int_equal(a->sampler, -1);
        assert_string_equal(a->name, args[i].name);
        assert_string_equal(a->type, args[i].type);
        assert_string_equal(a->space, args[i].space);
    }
    assert_int_equal(k->args[0].bytes, 8);
    assert_int_equal(k->args[5].align, 16);
    assert_int_equal(k->args[6].size, 12);
    static const struct cl_entry entries[] = {
        {CL_VALUE_ARG_BYPOINTER, 0, 16, 8, 0, -1, NULL},
        {CL_VALUE_ARG_BYPOINTER, 1, 24, 8, 0, -1, NULL},
        {CL_VALUE_BUFFER_ADDRESS, 2, 32, 8, 0, -1, NULL},
        {CL_VALUE_ARG_BYPOINTER, 5, 40, 4, 0, -1, NULL},
        {CL_VALUE_ARG_BYVALUE, 6, 44, 4, 8, -1, NULL},
        {CL_VALUE_IMAGE_WIDTH, 3, 48, 4, 0, -1, NULL},
        {CL_VALUE_BUFFER_OFFSET, 1, 52, 4, 0, -1, NULL},
        {CL_VALUE_GROUP_COUNT, -1, 56, 12, 4, -1, NULL},
        {CL_VALUE_OTHER, -1, 68, 4, 0, -1, "data parameter 99"},
    };
    assert_int_equal(k->nentries, sizeof entries / sizeof *entries);
    for (size_t i = 0; i < k->nentries; i++) {
        const struct cl_entry *e = &k->entries[i], *want = &entries[i];
        assert_int_equal(e->value, want->value);
        assert_int_equal(e->arg, want->arg);
        assert_int_equal(e->offset, want->offset);
        assert_int_equal(e->size, want->size);
        assert_int_equal(e->source, want->source);
        assert_int_equal(e->bti, want->bti);
        assert_int_equal(!e->name, !want->name);
        if (e->name)
            assert_string_equal(e->name, want->name);
    }
    assert_int_equal(k->cross_thread, 96); /* 72 bytes, in whole registers */
    free_made(m);
}

static void memory_and_sizes_are_the_kernels(void **state)
{
    (void)state;
    for (unsigned simd = 8; simd <= 32; simd *= 2) {
        struct made *m = new_file(1);
        struct bytes *l = &m->kernels[0].list;
        l->n = 0;
        uint32_t d[21] = {4, 5, 6, simd, 0, 2, [20] = 127};
        put_token(l, 23, d, 21, NULL);
        TOKEN(l, 15, NULL, 9, 1000);              /* local memory */
        TOKEN(l, 18, NULL, 9, 2048);              /* scratch space */
        TOKEN(l, 22, NULL, 1, 1, 0, 7);           /* ids of X and Z */
        TOKEN(l, 38, NULL, 128, 0, 8, 296, 1);    /* private memory */
        TOKEN(l, 33, NULL, 9, 64, 8, 8);          /* printf */
        TOKEN(l, 44, NULL, 9, 0, 16, 8);          /* constants */
        TOKEN(l, 43, NULL, 9, UINT32_MAX, 24, 8); /* variables */
        TOKEN(l, 12345, NULL, 9);                 /* others are skipped */
        put_surfaces(&m->kernels[0]);
        must_be_read(m);
        const struct cl_kernel *k = &m->file.kernels[0];
        assert_string_equal(k->name, "first");
        assert_int_equal(k->simd, simd);
        assert_int_equal(k->barriers, 2);
        assert_int_equal(k->registers, 127);
        assert_memory_equal(k->required_local, d, 12);
        assert_int_equal(k->slm, 1000);
        assert_int_equal(k->scratch, 2048);
        assert_int_equal(k->private_bytes, 296);
        assert_true(k->private_per_item);
        assert_int_equal(k->local_ids, simd == 32 ? 128 : 64); /* 16 bits a lane */
        static const struct {
            enum cl_value value;
            int bti;
        } bases[] = {{CL_VALUE_PRIVATE_BASE, 0},
                     {CL_VALUE_PRINTF_BUFFER, 1},
                     {CL_VALUE_CONST_BASE, 2},
                     {CL_VALUE_GLOBAL_BASE, -1}};
        assert_int_equal(k->nentries, 4);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(k->entries[i].value, bases[i].value);
            assert_int_equal(k->entries[i].bti, bases[i].bti);
            assert_int_equal(k->entries[i].offset, 8 * i);
            assert_int_equal(k->entries[i].size, 8);
            assert_int_equal(k->entries[i].arg, -1);
        }
        assert_int_equal(k->code.size, 48);
        assert_true(m->file.tokens);
        assert_string_equal(m->file.device, "Gen9");
        free_made(m);
    }
}

static void private_memory_is_a_work_items_or_a_threads(void **state)
{
    (void)state;
    for (uint32_t item = 0; item < 3; item++) {
        struct made *m = new_file(1);
        uint32_t d[21] = {4, 5, 6, 8, 1, 2, 3};
        put_token(&m->kernels[0].list, 23, d, 21, NULL);
        TOKEN(&m->kernels[0].list, 38, NULL, 0, 0, 8, 64, item);
        must_be_read(m);
        assert_int_equal(m->file.kernels[0].private_per_item, item > 0);
        free_made(m);
    }
}

static void samplers_are_those_of_the_source_and_of_arguments(void **state)
{
    (void)state;
    struct made *m = new_file(1);
    struct part *k = &m->kernels[0];
    put_dword(&k->dynamic, 77);
    for (unsigned i = 0; i < 12; i++)
        put_dword(&k->dynamic, 100 + i);
    TOKEN(&k->list, 16, NULL, 1, 0, 4 + 32); /* before the table that it refers to */
    TOKEN(&k->list, 16, NULL, 0, 0, 4);
    TOKEN(&k->list, 5, NULL, 4, 3, 0);
    must_be_read(m);
    const struct cl_kernel *got = &m->file.kernels[0];
    assert_int_equal(got->nsamplers, 3);
    for (unsigned i = 0; i < 12; i++) /* where the border colour lies is a launch's */
        assert_int_equal(got->samplers[i / 4][i % 4], i % 4 == 2 ? 0 : 100 + i);
    assert_int_equal(got->samplers[3][0], 0);
    assert_int_equal(got->args[0].kind, CL_ARG_SAMPLER);
    assert_int_equal(got->args[0].sampler, 0);
    assert_int_equal(got->args[1].sampler, 2);
    free_made(m);
    static const struct {
        uint32_t at, n, state;
        const char *why;
    } rows[] = {
        {4, 3, 4 + 48, "truncated or damaged: a sampler reaches past the end"},
        {4, 3, 0, "a sampler reaches past the end"},
        {8, 3, 8, "a table of samplers reaches past the end"},
        {53, 0, 8, "a table of samplers reaches past the end"},
        {0, 17, 8, "kernel first: 17 samplers are too many"},
        {0, 16, 8, "a table of samplers reaches past the end"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        m = new_file(1);
        for (unsigned n = 0; n < 13; n++)
            put_dword(&m->kernels[0].dynamic, n);
        TOKEN(&m->kernels[0].list, 5, NULL, rows[i].at, rows[i].n, 0);
        TOKEN(&m->kernels[0].list, 16, NULL, 0, 0, rows[i].state);
        must_be_refused(m, rows[i].why);
    }
}

static void strings_of_printf_are_unescaped_by_number(void **state)
{
    (void)state;
    struct made *m = new_file(2);
    TOKEN(&m->kernels[0].list, 28, "a\\n\\t\\\\\\\"\\\33\\", 2, 12);
    TOKEN(&m->kernels[1].list, 28, "longer than it says", 0, 6);
    TOKEN(&m->kernels[1].list, 28, NULL, 3, 0);
    TOKEN(&m->kernels[1].list, 28, "\\a\\b\\f\\r\\v\\'\\?", 4, 14);
    must_be_read(m);
    static const char *const want[] = {"longer", NULL, "a\n\t\\\"\33\\", "", "\a\b\f\r\v'?"};
    assert_int_equal(m->file.nstrings, 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(!m->file.strings[i], !want[i]);
        if (want[i])
            assert_string_equal(m->file.strings[i], want[i]);
    }
    free_made(m);
    m = new_file(1);
    TOKEN(&m->kernels[0].list, 28, "abc", 4095, 3);
    must_be_read(m);
    assert_int_equal(m->file.nstrings, 4096);
    free_made(m);
    m = new_file(1);
    TOKEN(&m->kernels[0].list, 28, "abc", 4096, 3);
    must_be_refused(m, "a string of printf reaches past the end");
    m = new_file(1);
    TOKEN(&m->kernels[0].list, 28, "abc", 1, 4);
    must_be_refused(m, "a string of printf reaches past the end");
}

/* --- the least that a token takes --- */

static void tokens_that_are_too_short_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t number, dwords;
    } rows[] = {{5, 3},  {8, 2},  {12, 6}, {15, 2}, {16, 3}, {17, 5}, {18, 2}, {22, 4}, {23, 21},
                {26, 6}, {28, 2}, {30, 4}, {31, 4}, {33, 4}, {38, 5}, {43, 4}, {44, 4}};
    static const uint32_t none[21], simd16[21] = {[3] = 16};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned less = 0; less < 2; less++) {
            struct made *m = new_file(1);
            char why[80];
            if (rows[i].number == 16) /* a sampler's */
                put(&m->kernels[0].dynamic, none, 16);
            if (rows[i].number == 16)
                TOKEN(&m->kernels[0].list, 5, NULL, 0, 1, 0);
            put_token(&m->kernels[0].list, rows[i].number, rows[i].number == 23 ? simd16 : none,
                      rows[i].dwords - less, NULL);
            snprintf(why, sizeof why, "truncated or damaged: patch token %u has %u bytes",
                     rows[i].number, 8 + 4 * (rows[i].dwords - 1));
            if (less) {
                must_be_refused(m, why);
            } else {
                must_be_read(m);
                free_made(m);
            }
        }
}

static void what_reaches_past_the_end_is_refused(void **state)
{
    (void)state;
    struct made *m = new_file(1);
    put_dword(&m->kernels[0].list, 12345);
    must_be_refused(m, "truncated or damaged: a list of patch tokens reaches past the end");
    for (uint32_t size = 7; size < 10; size++) {
        m = new_file(1);
        put_dword(&m->kernels[0].list, 12345);
        put_dword(&m->kernels[0].list, size);
        if (size == 8) {
            must_be_read(m);
            free_made(m);
        } else {
            char why[80];
            snprintf(why, sizeof why, "damaged: patch token 12345 has %u bytes", size);
            must_be_refused(m, why);
        }
    }
    static const struct {
        uint32_t table, entries;
    } tables[] = {{0, 4}, {16, 0}, {8, 2}, {4, 3}};
    for (unsigned bad = 0; bad < 2; bad++)
        for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
            m = new_file(1);
            for (unsigned k = 0; k < 4; k++)
                put_dword(&m->kernels[0].surfaces, 0);
            TOKEN(&m->kernels[0].list, 8, NULL, tables[i].table + (tables[i].entries ? 0 : bad),
                  tables[i].entries + (tables[i].entries ? bad : 0));
            if (bad) {
                must_be_refused(m, "a binding table reaches past the end");
            } else {
                must_be_read(m);
                free_made(m);
            }
        }
    m = new_file(1);
    m->kernels[0].unpadded = 49;
    must_be_refused(m, "the code of a kernel reaches past the end");
    m = new_file(1);
    m->kernels[0].code = m->kernels[0].unpadded = 0;
    must_be_refused(m, "kernel first has no code");
    static const uint32_t args[][7] = {
        {30, 4096}, {12, 4096}, {16, 4096}, {17, 1, 4096}, {26, 4096}};
    for (size_t i = 0; i < sizeof args / sizeof *args; i++) {
        m = new_file(1);
        put_token(&m->kernels[0].list, args[i][0], args[i] + 1, 6, NULL);
        must_be_refused(m, "kernel first: argument 4096 is too many");
    }
    for (unsigned i = 1; i <= 5; i++) { /* each text of an argument */
        uint32_t d[6] = {0, 1, 1, 1, 1, 1};
        m = new_file(1);
        d[i]++;
        put_token(&m->kernels[0].list, 26, d, 6, "abcde");
        must_be_refused(m, "the name of an argument reaches past the end");
    }
}

/* Trailing zeros are no code, but for whole instructions. */
static void code_ends_where_its_bytes_do(void **state)
{
    (void)state;
    static const struct {
        uint32_t code, unpadded, size;
    } rows[] = {{128, 48, 104}, {96, 48, 48}, {101, 8, 101}, {48, 16, 48}, {40, 8, 8}, {30, 0, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made *m = new_file(1);
        m->kernels[0].code = rows[i].code;
        m->kernels[0].unpadded = rows[i].unpadded;
        must_be_read(m);
        assert_int_equal(m->file.kernels[0].code.size, rows[i].size);
        free_made(m);
    }
}

/* --- the header --- */

static void headers_are_checked(void **state)
{
    (void)state;
    struct made *m = new_file(1);
    must_be_read(m);
    static const struct {
        uint32_t at, value;
        const char *why;
    } rows[] = {
        {8, 15, "compiled for Gen11, which is not simulated; Gen8 (bdw) and Gen9 (skl) are"},
        {8, 1, "compiled for a device that is not known here (core family 1)"},
        {16, 1025, "damaged: 1025 kernels"},
        {16, 1024, "the header of a kernel reaches past the end"},
        {16, 2, "the header of a kernel reaches past the end"},
        {16, 0, "there is no kernel in this file"},
        {24, 1 << 20, "the list of program scope reaches past the end"},
        {28 + 12, 1 << 20, "truncated or damaged: a kernel reaches past the end"},
        {28 + 24, 1 << 20, "a kernel reaches past the end"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bytes b = m->all;
        struct cl_file file;
        struct diags diags = {0};
        memcpy(b.p + rows[i].at, &rows[i].value, 4);
        assert_true(cl_read("f.bin", b.p, b.n, 0, &file, &diags) != 0);
        if (diags.errors != 1 || !strstr(diags.items[0].text, rows[i].why))
            fail_msg("%s, not '%s'", diags.items[0].text, rows[i].why);
        cl_file_fini(&file);
        diags_fini(&diags);
    }
    for (size_t cut = 4; cut < m->all.n; cut++) {
        struct cl_file file;
        struct diags diags = {0};
        uint8_t *copy = malloc(cut);
        memcpy(copy, m->all.p, cut);
        assert_true(cl_read("f.bin", copy, cut, 0, &file, &diags) != 0);
        assert_non_null(strstr(diags.items[0].text, cut < 28   ? "the header of the device binary"
                                                    : cut < 68 ? "the header of a kernel"
                                                               : "a kernel reaches past the end"));
        cl_file_fini(&file);
        diags_fini(&diags);
        free(copy);
    }
    free_made(m);
    m = new_file(1);
    m->kernels[0].list.n = 0;
    put_environment(&m->kernels[0].list, 4);
    must_be_refused(m, "kernel first: SIMD4; 8, 16 and 32 exist");
}

/* "short;2": a type and its bytes. */
static void types_have_sizes(void **state)
{
    static const struct {
        const char *text, *type;
        uint32_t bytes;
    } rows[] = {
        {"short;2", "short", 2},
        {"short", "short", 0},
        {"short;", "short", 0},
        {"short;x", "short", 0},
        {"short;12x", "short", 12},
        {"x;0", "x", 0},
        {"x;4294967294", "x", UINT32_MAX - 1},
        {"x;4294967295", "x", 0},
        {"x;99999999999", "x", 0},
        {";8", "", 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_arg arg = {.type = NULL};
        assert_true(cl_set_type(&arg, rows[i].text, strlen(rows[i].text)));
        assert_string_equal(arg.type, rows[i].type);
        assert_int_equal(arg.bytes, rows[i].bytes);
        free(arg.type);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_sizes),
        cmocka_unit_test(arguments_are_of_their_kind),
        cmocka_unit_test(memory_and_sizes_are_the_kernels),
        cmocka_unit_test(private_memory_is_a_work_items_or_a_threads),
        cmocka_unit_test(samplers_are_those_of_the_source_and_of_arguments),
        cmocka_unit_test(strings_of_printf_are_unescaped_by_number),
        cmocka_unit_test(tokens_that_are_too_short_are_refused),
        cmocka_unit_test(what_reaches_past_the_end_is_refused),
        cmocka_unit_test(code_ends_where_its_bytes_do),
        cmocka_unit_test(headers_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
