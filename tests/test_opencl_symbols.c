/* Files of patch tokens: program scope, pointers in it, its symbols, and code that needs their
 * addresses. */
#include "tests/tokens_rig.h"

enum { SYMBOLS = 53, RELOCATIONS = 54, NAME_BYTES = 1024 };

/* --- program scope --- */

static void put_scope(struct made *m)
{
    TOKEN(&m->program, 41, NULL, 0, 0, 24); /* variables */
    for (unsigned i = 0; i < 6; i++)
        put_dword(&m->program, 0x100 + i);
    TOKEN(&m->program, 42, NULL, 0, 16); /* constants */
    for (unsigned i = 0; i < 4; i++)
        put_dword(&m->program, 0x200 + i);
}

static void pointers_of_program_scope_are_relocations(void **state)
{
    (void)state;
    static const struct {
        uint32_t token, d[5];
        enum cl_data in, to;
        uint64_t addend;
        const char *why; /* NULL: it is right */
    } rows[] = {
        {47, {0, 0, 0, 0, 0}, CL_DATA_GLOBAL, CL_DATA_GLOBAL, 0x10100000100, NULL},
        {47, {0, 16, 0, 1, 0}, CL_DATA_GLOBAL, CL_DATA_CONST, 0x10500000104, NULL},
        {48, {0, 8, 0, 0, 0}, CL_DATA_CONST, CL_DATA_GLOBAL, 0x20300000202, NULL},
        {47, {0, 17, 0, 0, 0}, .why = "the data of program scope: relocation outside of it"},
        {48, {0, 9, 0, 0, 0}, .why = "the data of program scope: relocation outside of it"},
        {48, {0, UINT32_MAX, 0, 0, 0}, .why = "relocation outside of it"},
        {47, {1, 0, 0, 0, 0}, .why = "damaged: a pointer of program scope"},
        {47, {0, 0, 1, 0, 0}, .why = "damaged: a pointer of program scope"},
        {47, {0, 0, 0, 2, 0}, .why = "damaged: a pointer of program scope"},
        {47, {0, 0, 0, 0, 1}, .why = "damaged: a pointer of program scope"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made *m = new_file(1);
        put_scope(m);
        put_token(&m->program, rows[i].token, rows[i].d, 5, NULL);
        if (rows[i].why) {
            must_be_refused(m, rows[i].why);
            continue;
        }
        must_be_read(m);
        for (unsigned k = 0; k < CL_DATAS; k++)
            assert_int_equal(m->file.data_relocs[k].n, k == rows[i].in);
        const struct cl_reloc *r = m->file.data_relocs[rows[i].in].items;
        assert_int_equal(r->kind, CL_RELOC_64);
        assert_int_equal(r->offset, rows[i].d[1]);
        assert_int_equal(r->section, rows[i].to);
        assert_int_equal(r->addend, rows[i].addend); /* what lies there */
        assert_int_equal(m->file.data_bytes[CL_DATA_GLOBAL], 24);
        assert_int_equal(m->file.data_bytes[CL_DATA_CONST], 16);
        free_made(m);
    }
    struct made *m = new_file(1);
    put_scope(m);
    TOKEN(&m->program, 47, NULL, 0, 0, 0, 0);
    must_be_refused(m, "a pointer of program scope reaches past the end");
    for (unsigned token = 41; token <= 42; token++)
        for (unsigned bad = 0; bad < 2; bad++) {
            m = new_file(1);
            if (bad && token == 41)
                TOKEN(&m->program, token, NULL, 0, 0);
            else if (bad)
                TOKEN(&m->program, token, NULL, 0);
            else if (token == 41)
                TOKEN(&m->program, token, NULL, 0, 0, 1);
            else
                TOKEN(&m->program, token, NULL, 0, 1);
            must_be_refused(m, "the data of program scope reaches past the end");
        }
}

/* --- symbols --- */

static void put_symbol(struct bytes *b, uint32_t kind, uint32_t at, const char *name)
{
    char text[NAME_BYTES] = "";
    snprintf(text, sizeof text, "%s", name);
    put_dword(b, kind);
    put_dword(b, at);
    put_dword(b, 8); /* its size, which nobody needs */
    put(b, text, sizeof text);
}

static void put_relocation(struct bytes *b, uint32_t kind, uint32_t at, const char *name)
{
    char text[NAME_BYTES] = "";
    snprintf(text, sizeof text, "%s", name);
    put_dword(b, kind);
    put_dword(b, at);
    put(b, text, sizeof text);
}

static void begin_rows(struct bytes *b, uint32_t number, uint32_t rows, uint32_t row)
{
    put_dword(b, number);
    put_dword(b, 8 + 4 + rows * row);
    put_dword(b, rows);
}
enum { SYMBOL_ROW = 12 + NAME_BYTES, RELOCATION_ROW = 8 + NAME_BYTES };

/* The first kernel has symbols, one of them of a function. */
static struct made *new_symbols(const char *first)
{
    struct made *m = new_file(2);
    m->kernels[0].name = first;
    put_scope(m);
    begin_rows(&m->kernels[0].list, SYMBOLS, 3, SYMBOL_ROW);
    put_symbol(&m->kernels[0].list, 2, 4, "table");
    put_symbol(&m->kernels[0].list, 4, 12, "table");
    put_symbol(&m->kernels[0].list, 3, 20, "tabl");
    begin_rows(&m->kernels[0].list, SYMBOLS, 1, SYMBOL_ROW);
    put_symbol(&m->kernels[0].list, 3, 16, "counter");
    return m;
}

static void code_has_relocations_to_symbols(void **state)
{
    (void)state;
    static const char *const firsts[] = {"first", "Intel_Symbol_Table_Void_Program"};
    for (unsigned i = 0; i < 2; i++) {
        struct made *m = new_symbols(firsts[i]);
        begin_rows(&m->kernels[1].list, RELOCATIONS, 3, RELOCATION_ROW);
        put_relocation(&m->kernels[1].list, 1, 40, "table");
        put_relocation(&m->kernels[1].list, 2, 44, "tabl");
        put_relocation(&m->kernels[1].list, 3, 0, "counter");
        must_be_read(m);
        assert_int_equal(m->file.nkernels, i ? 1 : 2); /* the stub is none */
        const struct cl_kernel *k = &m->file.kernels[i ? 0 : 1];
        static const struct cl_reloc want[] = {{CL_RELOC_64, 40, CL_DATA_CONST, 12},
                                               {CL_RELOC_LOW, 44, CL_DATA_GLOBAL, 20},
                                               {CL_RELOC_HIGH, 0, CL_DATA_GLOBAL, 16}};
        assert_string_equal(k->name, "second");
        assert_int_equal(k->relocs.n, 3);
        for (unsigned n = 0; n < 3; n++) {
            assert_int_equal(k->relocs.items[n].kind, want[n].kind);
            assert_int_equal(k->relocs.items[n].offset, want[n].offset);
            assert_int_equal(k->relocs.items[n].section, want[n].section);
            assert_int_equal(k->relocs.items[n].addend, want[n].addend);
        }
        if (!i)
            assert_int_equal(m->file.kernels[0].relocs.n, 0);
        free_made(m);
    }
}

static void relocations_that_lead_nowhere_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t kind, at;
        const char *name, *why;
    } rows[] = {
        {1, 0, "tables",
         "kernel second: relocation at 0x0 to 'tables', which is no variable of this file"},
        {1, 0x1f, "", "kernel second: relocation at 0x1f to ''"},
        {0, 8, "table", "kernel second: relocation of type 0 at 0x8 is not known"},
        {4, 8, "table", "kernel second: relocation of type 4 at 0x8 is not known"},
        {1, 41, "table", "kernel second: relocation outside of it"},
        {2, 45, "table", "kernel second: relocation outside of it"},
        {3, 49, "table", "kernel second: relocation outside of it"},
        {3, UINT32_MAX, "table", "kernel second: relocation outside of it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made *m = new_symbols("first");
        begin_rows(&m->kernels[1].list, RELOCATIONS, 1, RELOCATION_ROW);
        put_relocation(&m->kernels[1].list, rows[i].kind, rows[i].at, rows[i].name);
        must_be_refused(m, rows[i].why);
    }
    static const uint32_t tokens[] = {SYMBOLS, RELOCATIONS};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned stub = 0; stub < 2; stub++) {
            struct made *m = new_file(2);
            if (stub)
                m->kernels[1].name = "Intel_Symbol_Table_Void_Program";
            TOKEN(&m->kernels[1].list, tokens[i], NULL, 1); /* none follows */
            must_be_refused(m, "a list of symbols reaches past the end");
            m = new_file(1);
            put_token(&m->kernels[0].list, tokens[i], NULL, 0, NULL); /* no count */
            must_be_refused(m, "a list of symbols reaches past the end");
        }
}

/* As many lists of symbols as there may be kernels; none of a row that is a relocation. */
static void lists_of_symbols_are_limited(void **state)
{
    (void)state;
    static const struct {
        unsigned empty;
        const char *name;
    } rows[] = {{1023, "____counter"}, {1024, "____counter"}, {1023, "counter"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made *m = new_file(2);
        put_scope(m);
        for (unsigned n = 0; n < rows[i].empty; n++)
            begin_rows(&m->kernels[0].list, SYMBOLS, 0, SYMBOL_ROW);
        begin_rows(&m->kernels[0].list, SYMBOLS, 1, SYMBOL_ROW);
        put_symbol(&m->kernels[0].list, 3, 16, "____counter");
        for (unsigned k = i < 2; k < 2; k++) {
            begin_rows(&m->kernels[k].list, RELOCATIONS, 1, RELOCATION_ROW);
            put_relocation(&m->kernels[k].list, 3, 0, k ? rows[i].name : "____counter");
        }
        if (i) {
            must_be_refused(m, i == 1 ? "kernel second: relocation at 0x0 to '____counter'"
                                      : "kernel second: relocation at 0x0 to 'counter'");
            continue;
        }
        must_be_read(m);
        assert_int_equal(m->file.kernels[1].relocs.items[0].addend, 16);
        free_made(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_of_program_scope_are_relocations),
        cmocka_unit_test(code_has_relocations_to_symbols),
        cmocka_unit_test(relocations_that_lead_nowhere_are_refused),
        cmocka_unit_test(lists_of_symbols_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
