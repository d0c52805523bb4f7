/* The checks beside Mesa's verdicts, Mesa's encodings and shipped kernels. */
#include "tests/helpers.h"

#include "isa/check.h"

/* Rules of Mesa's validator that the manual contradicts: Mesa lets these pass. */
static const struct {
    enum eu_rule rule;
    const char *why;
} stricter[] = {
    {EU_RULE_TYPES_MIXED, "3.3.8: \"Mixing floating-point and integer source types is not "
                          "allowed\"; Mesa has no such rule"},
    {EU_RULE_SOURCE_OFFSET, "3.3.9 3.D: \"the offset from the two source registers is the same\", "
                            "shown on mov; Mesa looks only when there are two sources"},
    {EU_RULE_TYPES, "tables of chapter 6; Mesa has no such rule (no row yet)"},
    {EU_RULE_DST_ALIGN, "3.3.9 3.F.i has no exception for ExecSize 1; Mesa leaves it out (no row "
                        "yet)"},
};
enum { NSTRICTER = sizeof stricter / sizeof *stricter };

/* The entry that explains an error that Mesa does not report; -1: none. */
static int explain(const struct eu_findings *found)
{
    for (size_t i = 0; i < found->n; i++)
        for (unsigned k = 0; found->items[i].severity == EU_ERROR && k < NSTRICTER; k++)
            if (found->items[i].rule == stricter[k].rule)
                return (int)k;
    return -1;
}

static bool next_line(char **at, char **line)
{
    *line = *at;
    if (!**at)
        return false;
    *at += strcspn(*at, "\n");
    if (**at)
        *(*at)++ = 0;
    return true;
}

static void check_insn_corpus_regions_agree(void **state)
{
    const char *path = shared_path("corpus/regions.tsv");
    unsigned agree = 0, wrong = 0, by[NSTRICTER] = {0};
    size_t n;
    (void)state;
    require_shared(path);
    char *text = read_file(path, &n), *at = text, *line;
    for (next_line(&at, &line); next_line(&at, &line);) {
        char *field[8];
        uint8_t code[16];
        struct eu_insn insn;
        struct eu_findings found = {0};
        assert_true(split_tabs(line, field, 8) >= 6);
        enum eu_gen gen = strcmp(field[1], "7") ? EU_GEN75 : EU_GEN7;
        size_t size = unhex(field[3], code, sizeof code);
        assert_true(isa_decode(gen, code, size, &insn) > 0);
        assert_int_equal(eu_check_insn(gen, &insn, 0, 0, &found), 0);
        bool valid = !strcmp(field[4], "valid");
        int known = valid ? explain(&found) : -1;
        if (valid == !found.errors)
            agree++;
        else if (known >= 0)
            by[known]++;
        else if (++wrong)
            print_message("%s %s: %s\n", field[0], field[6], field[4]);
        eu_findings_fini(&found);
    }
    free(text);
    print_message("regions.tsv: %u rows agree, %u do not\n", agree, wrong);
    for (unsigned k = 0; k < NSTRICTER; k++)
        print_message("%4u rows stricter than Mesa: %s (%s)\n", by[k],
                      eu_rule_info(stricter[k].rule)->name, stricter[k].why);
    assert_int_equal(wrong, 0);
}

/* Mesa's own encodings, which Mesa holds to be valid: the manual objects to a few of them. */
static void check_insn_corpus_vectors_break_known_rules(void **state)
{
    static const struct {
        const char *file;
        enum eu_gen gen;
    } files[] = {{"corpus/vectors-gen7.tsv", EU_GEN7}, {"corpus/vectors-gen75.tsv", EU_GEN75}};
    unsigned other = 0;
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        const char *path = shared_path(files[k].file);
        unsigned rows_read = 0, errors = 0;
        size_t n;
        require_shared(path);
        char *text = read_file(path, &n), *at = text, *line;
        for (next_line(&at, &line); next_line(&at, &line); rows_read++) {
            char *field[8];
            uint8_t code[16];
            struct eu_insn insn;
            struct eu_findings found = {0};
            assert_true(split_tabs(line, field, 8) >= 7);
            size_t size = unhex(field[3], code, sizeof code);
            assert_true(isa_decode(files[k].gen, code, size, &insn) > 0);
            assert_int_equal(eu_check_insn(files[k].gen, &insn, 0, 0, &found), 0);
            errors += found.errors > 0;
            for (size_t i = 0; i < found.n; i++) {
                enum eu_rule rule = found.items[i].rule;
                /* fbh with a D destination, bfi1 and fbl of other types, and lrp.sat are known. */
                bool known = rule == EU_RULE_TYPES || rule == EU_RULE_SATURATE;
                if (found.items[i].severity == EU_ERROR && !known && ++other)
                    print_message("%s %s\n", field[6], eu_rule_info(rule)->name);
            }
            eu_findings_fini(&found);
        }
        free(text);
        print_message("%s: %u of %u rows break a rule\n", files[k].file, errors, rows_read);
    }
    assert_int_equal(other, 0);
}

/* Shipped kernels: the counts are for the reader. The test only asserts that they break no region
 * rule except the two that hand-written kernels are known to break. */
static void check_corpus_kernels_break_known_rules(void **state)
{
    unsigned count[EU_RULE_COUNT] = {0}, kernels = 0;
    char name[300];
    size_t n;
    const char *path = shared_path("corpus/kernels/manifest.tsv");
    (void)state;
    require_shared(path);
    char *text = read_file(path, &n), *at = text, *line;
    for (next_line(&at, &line); next_line(&at, &line); kernels++) {
        char *field[2];
        struct eu_program prog = {0};
        struct eu_findings found = {0};
        assert_int_equal(split_tabs(line, field, 2), 2);
        enum eu_gen gen = strcmp(field[1], "7") ? EU_GEN75 : EU_GEN7;
        snprintf(name, sizeof name, "corpus/kernels/%s.bin", field[0]);
        path = shared_path(name);
        assert_non_null(path);
        prog.code = (uint8_t *)read_file(path, &n);
        prog.size = (uint32_t)n;
        assert_int_equal(eu_check(gen, &prog, false, &found), 0);
        for (size_t i = 0; i < found.n; i++)
            count[found.items[i].rule]++;
        eu_findings_fini(&found);
        eu_program_fini(&prog);
    }
    free(text);
    for (unsigned i = 0; i < EU_RULE_COUNT; i++)
        if (count[i])
            print_message("%5u %s\n", count[i], eu_rule_info(i)->name);
    print_message("in %u kernels\n", kernels);
    for (unsigned i = EU_RULE_SIZE_64; i <= EU_RULE_INDEX_CROSS; i++)
        assert_true(!count[i] || i == EU_RULE_HS_WIDTH1 || i == EU_RULE_SCALAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_insn_corpus_regions_agree),
        cmocka_unit_test(check_insn_corpus_vectors_break_known_rules),
        cmocka_unit_test(check_corpus_kernels_break_known_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
