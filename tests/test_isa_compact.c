#include "tests/helpers.h"

#include "isa/fields.h"
#include "isa/isa.h"

static void load(const char *hex, uint64_t word[2])
{
    uint8_t bytes[16] = {0};

    unhex(hex, bytes, sizeof bytes);
    memcpy(word, bytes, sizeof bytes);
}

/* Examples that Intel's assembler made. */
static void compact_known_instructions_gives_their_bytes(void **state)
{
    static const struct {
        uint64_t compact;
        const char *native;
    } t[] = {
        {UINT64_C(0x000B0A0720010B01), "01006000bd034021"
                                       "60018d0000000000"},
        {UINT64_C(0x05000A0020006001), "0102000061004021"
                                       "0000000005000000"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        uint64_t word[2], expanded[2], c = 0;
        load(t[i].native, word);
        isa_expand(EU_GEN7, t[i].compact, expanded);
        assert_memory_equal(expanded, word, 16);
        assert_true(isa_compact(EU_GEN7, word, &c));
        assert_int_equal(c, t[i].compact);
    }
}

/* Every table entry must come back from a word that uses it. */
static void expand_every_index_compacts_to_the_same_word(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 32 * 32 * 32; i++) {
        uint64_t c = 0, again = 0, word[2], back[2];
        set_COMPACT_opcode(&c, 0x40);
        set_COMPACT_compact(&c, 1);
        set_COMPACT_control(&c, i);
        set_COMPACT_datatype(&c, i >> 5);
        set_COMPACT_subreg(&c, i >> 10);
        set_COMPACT_src0_index(&c, i);
        set_COMPACT_src1_index(&c, i >> 5);
        set_COMPACT_dst_reg(&c, i);
        set_COMPACT_src0_reg(&c, i >> 3);
        set_COMPACT_src1_reg(&c, i >> 7);
        isa_expand(EU_GEN7, c, word);
        if (!isa_compact(EU_GEN7, word, &again)) {
            /* An immediate may overlap a sub-register part that is not 0. */
            assert_true(get7_ALU_src0_file(word) == EU_FILE_IMM ||
                        get7_ALU_src1_file(word) == EU_FILE_IMM);
            continue;
        }
        isa_expand(EU_GEN7, again, back);
        assert_memory_equal(word, back, 16);
        if (get7_ALU_src0_file(word) != EU_FILE_IMM && get7_ALU_src1_file(word) != EU_FILE_IMM)
            assert_int_equal(c, again);
    }
}

static void compact_what_has_no_form_is_refused(void **state)
{
    static const char *const t[] = {
        "00000000000000000000000000000000", /* illegal */
        "7e000000000000000000000000000000", /* nop */
        "01006000bd83402160018d0000000000", /* NibCtrl */
        "01006000bd034021"
        "60018d0800000000", /* a reserved bit of DW2 is set */
        "01006000bd034021"
        "60018d0000000002", /* a reserved bit of DW3 is set */
        "01806000bd034021"
        "60018d0000000000", /* ThreadCtrl */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        uint64_t word[2], c;
        load(t[i], word);
        assert_false(isa_compact(EU_GEN7, word, &c));
        assert_int_equal(isa_compact_base(EU_GEN7, word), 0);
    }
}

/* The immediate has 13 bits with sign. */
static void compact_immediate_range_is_13_bits(void **state)
{
    static const struct {
        uint32_t imm;
        bool fits;
    } t[] = {{0, true},          {0xfff, true},       {0x1000, false},     {0xffffffff, true},
             {0xfffff000, true}, {0xffffefff, false}, {0x80000000, false}, {0x3f800000, false}};
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        uint64_t word[2], c, back[2];
        load("01020000610040210000000000000000", word);
        set_IMM_imm(word, t[i].imm);
        assert_int_equal(isa_compact(EU_GEN7, word, &c), t[i].fits);
        if (t[i].fits) {
            isa_expand(EU_GEN7, c, back);
            assert_memory_equal(back, word, 16);
        }
    }
}

static void compact_corpus_pairs_agree(void **state)
{
    const char *path = shared_path("corpus/compact-pairs.tsv");
    unsigned rows = 0, wrong = 0, e40 = 0;
    char *line = NULL, *field[8];
    size_t cap = 0;

    (void)state;
    require_shared(path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &cap, in) > 0) {
        uint64_t word[2], back[2], want = 0, got = 0;
        if (split_tabs(line, field, 8) < 3 || *field[0] != '7')
            continue;
        bool none = *field[2] == '-';
        load(field[1], word);
        if (!none)
            unhex(field[2], (uint8_t *)&want, sizeof want);
        bool have = isa_compact(EU_GEN7, word, &got);
        bool ok = have == !none && got == want;
        /* Erratum E40: at SubRegIndex 10 the manual has src0 sub-register 20, Mesa has not. */
        if (none && have && get_COMPACT_subreg(&got) == 10) {
            e40++;
            continue;
        }
        if (!none) {
            isa_expand(EU_GEN7, want, back);
            ok = ok && !memcmp(back, word, 16);
        }
        rows++;
        if (!ok && wrong++ < 10)
            print_message("%s: corpus %s, ours %016llx %d\n", field[1], field[2],
                          (unsigned long long)__builtin_bswap64(got), have);
    }
    free(line);
    fclose(in);
    print_message("compact pairs: %u rows, %u wrong, and %u of erratum E40\n", rows, wrong, e40);
    assert_true(rows > 3000);
    assert_int_equal(wrong, 0);
}

static void tables_equal_the_corpus(void **state)
{
    const char *path = shared_path("corpus/compact-tables.tsv");
    static const struct {
        const char *name;
        unsigned id;
    } tables[] = {{"control", 0}, {"datatype", 1}, {"subreg", 2}, {"src", 3}};
    char *line = NULL, *field[8];
    size_t cap = 0;
    unsigned rows = 0, wrong = 0;
    enum { CONTROL, DATATYPE, SUBREG, SRC, CONTROL3, SOURCE3, NONE };
    static const struct {
        unsigned table, index;
        uint64_t value;
    } ours[] = {
#define SRC0 SRC
#define COMPACT(layout, table, index, value) {(layout) == 7 ? table : NONE, (index), (value)},
#define MOVE(...)
#define INDEX(...)
#include "isa/compact.def"
#undef COMPACT
#undef MOVE
#undef INDEX
    };

    (void)state;
    require_shared(path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &cap, in) > 0) {
        if (split_tabs(line, field, 8) < 3)
            continue;
        for (unsigned t = 0; t < 4; t++) {
            if (strncmp(field[0], tables[t].name, strlen(tables[t].name)))
                continue;
            unsigned i = (unsigned)strtoul(field[1], NULL, 10);
            uint32_t value = (uint32_t)strtoul(field[2], NULL, 2);
            assert_int_equal(ours[t * 32 + i].table, tables[t].id);
            assert_int_equal(ours[t * 32 + i].index, i);
            /* Erratum E40: Mesa's SubRegIndex 10 differs from the manual's. */
            if (t == SUBREG && i == 10)
                value = 20 << 5; /* sub-register 20 of src0 */
            wrong += ours[t * 32 + i].value != value;
            rows++;
        }
    }
    free(line);
    fclose(in);
    print_message("compact tables: %u entries, %u wrong\n", rows, wrong);
    assert_int_equal(rows, 128);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_known_instructions_gives_their_bytes),
        cmocka_unit_test(expand_every_index_compacts_to_the_same_word),
        cmocka_unit_test(compact_what_has_no_form_is_refused),
        cmocka_unit_test(compact_immediate_range_is_13_bits),
        cmocka_unit_test(compact_corpus_pairs_agree),
        cmocka_unit_test(tables_equal_the_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
