/* Which mutants an instruction has: tests/golden/mutants.txt, `> GEN INSTRUCTION` and below it each
 * as `HOW: TEXT`. REBASE=1 writes the file anew. */
#include "tests/helpers.h"

#include "eu/mutants.h"
#include "isa/program.h"

/* Two instructions of a mutant that is both are parted by a semicolon. */
static void put_code(FILE *out, enum eu_gen gen, const uint8_t *bytes, unsigned size)
{
    const struct eu_dis_opts opts = {.gen = gen};
    char text[EU_DIS_MAX];
    struct eu_insn insn;
    for (unsigned at = 0; at < size; at += insn.size) {
        assert_true(isa_decode(gen, bytes + at, size - at, &insn) > 0);
        eu_dis(&opts, &insn, at, text);
        fprintf(out, "%s%s", at ? "; " : "", text);
    }
    fputc('\n', out);
}

/* @row: "7 mov (8) ...", the generation and an instruction, behind which there is another one. */
static void put_mutants(FILE *out, const char *row)
{
    enum eu_gen gen = row[0] == '7' ? EU_GEN7 : row[0] == '8' ? EU_GEN8 : EU_GEN9;
    struct eu_program prog;
    struct eu_mutants mutants;
    char text[512];
    snprintf(text, sizeof text, "%s\nmov (1) r100.0<1>:ud r101.0<0;1,0>:ud {NoMask}\n", row + 2);
    assemble_text(gen, "test", text, &prog);
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, 0x100, prog.code, prog.size), 0);
    assert_int_equal(eu_mutants_make(eu, 0x100, prog.size, &mutants), 0);
    fprintf(out, "> %s\n", row);
    for (size_t i = 0; i < mutants.n && mutants.items[i].addr == 0x100; i++) {
        fprintf(out, "%s: ", mutants.items[i].how);
        put_code(out, gen, mutants.items[i].bytes, mutants.items[i].size);
    }
    eu_mutants_fini(&mutants);
    eu_free(eu);
    eu_program_fini(&prog);
}

static void mutants_are_as_the_golden_file(void **state)
{
    (void)state;
    static const char path[] = "tests/golden/mutants.txt";
    size_t n, got_n;
    char *want = read_file(path, &n), *got = NULL, row[256];
    assert_non_null(want);
    FILE *out = open_memstream(&got, &got_n);
    assert_non_null(out);
    for (const char *at = want; at && *at; at = (at = strstr(at, "\n> ")) ? at + 1 : NULL) {
        snprintf(row, sizeof row, "%.*s", (int)strcspn(at + 2, "\n"), at + 2);
        put_mutants(out, row);
    }
    fclose(out);
    assert_golden(path, got);
    free(got);
    free(want);
}

static void ways_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"delete", "swap",  "register",  "subregister",
                                        "size",   "mask",  "immediate", "descriptor",
                                        "type",   "region"};
    unsigned n = sizeof names / sizeof *names;
    for (unsigned i = 0; i < n; i++)
        assert_string_equal(eu_mutants_how(i), names[i]);
    assert_null(eu_mutants_how(n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mutants_are_as_the_golden_file),
        cmocka_unit_test(ways_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
