/* gdb-xml/target.xml and target-gen9.xml are what the EU's register rows make. EULAB_REBASE=1
 * writes them anew. */
#include "tests/helpers.h"

#include <unistd.h>

#include "eu/machine.h"
#include "stub/stub.h"

static char *eu_xml(enum eu_gen gen)
{
    struct eu *eu = eu_new(gen, 1);
    struct machine *m = eu_machine_new(eu, NULL, 0);
    char *xml = stub_target_xml(m);
    assert_non_null(xml);
    eu_machine_free(m);
    eu_free(eu);
    return xml;
}

static void stub_target_xml_of_the_eu_is_the_committed_copy(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        const char *path;
    } copies[] = {{EU_GEN7, "gdb-xml/target.xml"}, {EU_GEN9, "gdb-xml/target-gen9.xml"}};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        size_t n;
        char *xml = eu_xml(copies[i].gen);
        if (getenv("EULAB_REBASE")) {
            FILE *f = fopen(copies[i].path, "w");
            assert_non_null(f);
            assert_true(fputs(xml, f) >= 0);
            fclose(f);
        }
        char *copy = read_file(copies[i].path, &n);
        assert_non_null(copy);
        assert_string_equal(xml, copy);
        free(copy);
        free(xml);
    }
}

struct row {
    const char *name;
    unsigned bits;
    const char *type;
    int regnum;
};

static void check_rows(enum eu_gen gen, const struct row *rows, size_t n)
{
    char want[200];
    char *xml = eu_xml(gen);
    for (size_t i = 0; i < n; i++) {
        snprintf(want, sizeof want, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%d\"",
                 rows[i].name, rows[i].bits, rows[i].type, rows[i].regnum);
        if (!strstr(xml, want))
            fail_msg("not there: %s", want);
    }
    free(xml);
}

/* Layout of registers that gdb and scripts count on: number and width. */
static void stub_target_xml_of_the_eu_keeps_its_numbers(void **state)
{
    (void)state;
    static const struct row gen7[] = {
        {"r0", 256, "grf", 0},        {"r127", 256, "grf", 127},    {"a0", 128, "a8w", 128},
        {"cr0", 128, "cr0_t", 134},   {"n0", 96, "u3", 135},        {"ip", 32, "uint32", 136},
        {"ce", 32, "uint32", 139},    {"pcip", 1024, "v32pc", 141}, {"rax", 64, "int64", 142},
        {"rip", 64, "code_ptr", 150}, {"st0", 80, "i387_ext", 158}, {"fctrl", 32, "int", 166},
        {"r8", 256, "grf", 8},        {"fop", 32, "int", 173}};
    check_rows(EU_GEN7, gen7, sizeof gen7 / sizeof *gen7);
    static const struct row gen8[] = {
        {"a0", 256, "a16w", 128},    {"acc1", 256, "grf", 130},   {"sr1", 128, "u4", 142},
        {"sp", 128, "u2q", 143},     {"dbg0", 64, "u2", 144},     {"mme0", 256, "grf", 145},
        {"mme7", 256, "grf", 152},   {"msg0", 32, "uint32", 153}, {"msg7", 32, "uint32", 160},
        {"fc0", 1024, "v32pc", 161}, {"fc3", 128, "u4", 164},     {"ce0", 32, "uint32", 166},
        {"rax", 64, "int64", 167},   {"rip", 64, "code_ptr", 175}};
    check_rows(EU_GEN8, gen8, sizeof gen8 / sizeof *gen8);
    check_rows(EU_GEN9, gen8, sizeof gen8 / sizeof *gen8);
}

static void gdb_script_is_found_where_it_fits(void **state)
{
    char buf[512];
    (void)state;
    memset(buf, 'x', sizeof buf);
    size_t n = stub_gdb_script(buf, sizeof buf);
    assert_true(n > 0);
    assert_int_equal(strlen(buf), n);
    assert_int_equal(access(buf, R_OK), 0);
    assert_int_equal(stub_gdb_script(buf, n), 0);
    assert_string_equal(buf, "");
    assert_int_equal(stub_gdb_script(buf, n + 1), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stub_target_xml_of_the_eu_is_the_committed_copy),
        cmocka_unit_test(stub_target_xml_of_the_eu_keeps_its_numbers),
        cmocka_unit_test(gdb_script_is_found_where_it_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
