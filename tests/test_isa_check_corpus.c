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
        assert_int_equal(errors, 7);
    }
    assert_int_equal(other, 0);
}

/* How often shipped kernels break a rule, as what they are and as System Routines, which they are
 * not: so the rules of those meet much code. Of the region rules they break just two. */
static const struct {
    enum eu_rule rule;
    unsigned programs, routines;
} breaks[] = {
    {EU_RULE_NIBCTRL, 60, 0},
    {EU_RULE_ALIGN16_FLOW, 34, 0},
    {EU_RULE_TYPES, 40, 0},
    {EU_RULE_HS_WIDTH1, 64, 0},
    {EU_RULE_SCALAR, 111, 0},
    {EU_RULE_ACC_FLOW, 11, 0},
    {EU_RULE_ACC_TWICE, 2, 0},
    {EU_RULE_ACC_SIMD16_F, 206, 0},
    {EU_RULE_ACC_SUBREG, 948, 0},
    {EU_RULE_CMP_SWITCH, 846, 0},
    {EU_RULE_CMP_SIMD16, 19, 0},
    {EU_RULE_JMPI_NOMASK, 113, 0},
    {EU_RULE_SEND_RESPONSE, 1, 0},
    {EU_RULE_SEND_NO_RESPONSE, 2, 0},
    {EU_RULE_EOT_PAYLOAD, 5, 0},
    {EU_RULE_PROGRAM_EOT, 11, 0},
    {EU_RULE_ROUTINE_UNSAVED, 0, 481},
    {EU_RULE_ROUTINE_HIGH, 0, 6108},
    {EU_RULE_ROUTINE_MASK, 0, 12765},
    {EU_RULE_ROUTINE_FLOW, 0, 33},
    {EU_RULE_ROUTINE_OFF_END, 0, 11},
    {EU_RULE_ROUTINE_EOT, 0, 53},
    {EU_RULE_ROUTINE_SLOT, 0, 9},
};

static void count_findings(enum eu_gen gen, const struct eu_program *prog,
                           unsigned count[EU_RULE_COUNT], bool routine)
{
    struct eu_findings found = {0};
    assert_int_equal(
        routine ? eu_check_routine(gen, prog, &found) : eu_check(gen, prog, false, &found), 0);
    for (size_t i = 0; i < found.n; i++)
        count[found.items[i].rule]++;
    eu_findings_fini(&found);
}

static void check_corpus_kernels_break_known_rules(void **state)
{
    unsigned count[2][EU_RULE_COUNT] = {{0}}, wrong = 0;
    char name[300];
    size_t n;
    const char *path = shared_path("corpus/kernels/manifest.tsv");
    (void)state;
    require_shared(path);
    char *text = read_file(path, &n), *at = text, *line;
    for (next_line(&at, &line); next_line(&at, &line);) {
        char *field[2];
        struct eu_program prog = {0};
        assert_int_equal(split_tabs(line, field, 2), 2);
        enum eu_gen gen = strcmp(field[1], "7") ? EU_GEN75 : EU_GEN7;
        snprintf(name, sizeof name, "corpus/kernels/%s.bin", field[0]);
        path = shared_path(name);
        assert_non_null(path);
        prog.code = (uint8_t *)read_file(path, &n);
        prog.size = (uint32_t)n;
        count_findings(gen, &prog, count[0], false);
        count_findings(gen, &prog, count[1], true);
        eu_program_fini(&prog);
    }
    free(text);
    for (unsigned rule = 0; rule < EU_RULE_COUNT; rule++) {
        unsigned k = 0;
        while (k + 1 < sizeof breaks / sizeof *breaks && breaks[k].rule != rule)
            k++;
        bool known = breaks[k].rule == rule;
        if (count[0][rule] == (known ? breaks[k].programs : 0) &&
            count[1][rule] == (known ? breaks[k].routines : 0))
            continue;
        print_message("%s: %u as programs, %u as routines\n", eu_rule_info(rule)->name,
                      count[0][rule], count[1][rule]);
        wrong++;
    }
    assert_int_equal(wrong, 0);
    for (unsigned i = EU_RULE_SIZE_64; i <= EU_RULE_INDEX_CROSS; i++)
        assert_true(!count[0][i] || i == EU_RULE_HS_WIDTH1 || i == EU_RULE_SCALAR);
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
