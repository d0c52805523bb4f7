/* gdb-xml/target.xml is what the EU's register rows make. EULAB_REBASE=1 writes it anew. */
#include "tests/helpers.h"

#include "eu/machine.h"
#include "stub/stub.h"

static const char path[] = "gdb-xml/target.xml";

static char *eu_xml(void)
{
    struct eu *eu = eu_new(EU_GEN7, 1);
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
    size_t n;
    char *xml = eu_xml();
    if (getenv("EULAB_REBASE")) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        assert_true(fputs(xml, f) >= 0);
        fclose(f);
    }
    char *copy = read_file(path, &n);
    assert_non_null(copy);
    assert_string_equal(xml, copy);
    free(copy);
    free(xml);
}

/* Layout of registers that gdb and scripts count on: number and width. */
static void stub_target_xml_of_the_eu_keeps_its_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned bits;
        const char *type;
        int regnum;
    } rows[] = {
        {"r0", 256, "grf", 0},        {"r127", 256, "grf", 127},    {"a0", 128, "a8w", 128},
        {"cr0", 128, "cr0_t", 134},   {"n0", 96, "u3", 135},        {"ip", 32, "uint32", 136},
        {"ce", 32, "uint32", 139},    {"pcip", 1024, "v32pc", 141}, {"rax", 64, "int64", 142},
        {"rip", 64, "code_ptr", 150}, {"st0", 80, "i387_ext", 158}, {"fctrl", 32, "int", 166},
        {"r8", 256, "grf", 8},        {"fop", 32, "int", 173}};
    char want[200];
    char *xml = eu_xml();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(want, sizeof want, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%d\"",
                 rows[i].name, rows[i].bits, rows[i].type, rows[i].regnum);
        if (!strstr(xml, want))
            fail_msg("not there: %s", want);
    }
    free(xml);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stub_target_xml_of_the_eu_is_the_committed_copy),
        cmocka_unit_test(stub_target_xml_of_the_eu_keeps_its_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
