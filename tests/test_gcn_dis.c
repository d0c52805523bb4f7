#include "tests/gcn_rig.h"

/* --- bytes to text, and llvm-mc's bytes of that text --- */
static void list_vectors(enum gcn_gen gen, FILE *f, struct gcn_listed *l)
{
    struct gcn_vector v;
    while (gcn_vector_read(f, &v)) {
        char text[GCN_TEXT_MAX];
        assert_int_equal(gcn_dis_insn(gen, v.w, (size_t)v.words, NULL, text), v.words);
        if (!strncmp(text, ".long", 5))
            fail_msg("%s: %s lists as %s", gcn_gen_name(gen), v.text, text);
        gcn_listed_add(l, text, v.w, v.words);
    }
}

static void every_vector_lists_as_text_that_llvm_takes_back(void **state)
{
    (void)state;
    for (int g = 0; g < GCN_GENS; g++) {
        char name[64];
        snprintf(name, sizeof name, "gcn/vectors-%s.tsv", gcn_gen_name((enum gcn_gen)g));
        const char *path = shared_path(name);
        require_shared(path);
        struct gcn_listed l;
        FILE *f = fopen(path, "r");
        gcn_listed_open(&l);
        list_vectors((enum gcn_gen)g, f, &l);
        fclose(f);
        gcn_listed_check(&l, (enum gcn_gen)g);
    }
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(*seed >> 32);
}

/* Lists words of every format: the top bits take each value, and the other bits are random, with
 * few bits set as often as many. */
static void list_random(enum gcn_gen gen, uint64_t *seed, int n, struct gcn_listed *l)
{
    for (int i = 0; i < n; i++) {
        uint32_t w[GCN_MAX_WORDS], back[GCN_MAX_WORDS];
        char text[GCN_TEXT_MAX];
        for (int k = 0; k < GCN_MAX_WORDS; k++)
            w[k] = next_random(seed) & (i & 1 ? next_random(seed) : ~0u);
        w[0] = (w[0] & 0x03ffffff) | (uint32_t)i << 26;
        int words = gcn_dis_insn(gen, w, GCN_MAX_WORDS, NULL, text);
        assert_in_range(words, 1, GCN_MAX_WORDS);
        gcn_listed_add(l, text, w, words);
        if (!strncmp(text, ".long", 5))
            continue;
        struct gcn_asm_env env = {.gen = gen};
        struct gcn_diag diag;
        assert_int_equal(gcn_asm_insn(&env, text, back, &diag), words);
        assert_memory_equal(back, w, (size_t)words * sizeof *w);
    }
}

static void random_words_list_as_text_that_llvm_takes_back(void **state)
{
    uint64_t seed = 20240607;
    (void)state;
    for (int g = 0; g < GCN_GENS; g++) {
        struct gcn_listed l;
        gcn_listed_open(&l);
        list_random((enum gcn_gen)g, &seed, 20000, &l);
        gcn_listed_check(&l, (enum gcn_gen)g);
    }
}

/* --- whole listings --- */
static void assert_listing(const uint8_t *code, size_t size, const struct gcn_dis_options *opt,
                           const char *expect)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    assert_int_equal(gcn_dis(GCN_GFX803, code, size, opt, f), 0);
    fclose(f);
    assert_string_equal(text, expect);
    free(text);
}

static const uint8_t loop[] = {0x01, 0x00, 0x84, 0xbf, 0xfe, 0xff, 0x82,
                               0xbf, 0x00, 0x00, 0x81, 0xbf, 0x07};

static void a_listing_has_labels_where_branches_lead(void **state)
{
    (void)state;
    assert_listing(loop, sizeof loop, &(struct gcn_dis_options){0},
                   "L0000:\n\ts_cbranch_scc0 L0008\n\ts_branch L0000\nL0008:\n\ts_endpgm\n"
                   "\t.byte 0x07\n");
}

static void a_listing_shows_bytes_when_asked(void **state)
{
    (void)state;
    assert_listing(loop + 8, 4, &(struct gcn_dis_options){.bytes = true, .base = 0x100},
                   "\ts_endpgm                                                 // "
                   "000000000100: BF810000\n");
}

static void put_label(void *ctx, uint64_t addr, FILE *out)
{
    (void)ctx;
    if (addr != 0x104)
        fprintf(out, "at_%llx:\n", (unsigned long long)addr);
}

static void a_listing_asks_for_a_label_at_each_address(void **state)
{
    (void)state;
    assert_listing(loop, 12, &(struct gcn_dis_options){.base = 0x100, .label = put_label},
                   "at_100:\nL0100:\n\ts_cbranch_scc0 L0108\n\ts_branch L0100\nat_108:\n"
                   "L0108:\n\ts_endpgm\n");
}

static void a_listing_assembles_back(void **state)
{
    struct gcn_code code;
    char *text = NULL;
    size_t n;
    (void)state;
    FILE *f = open_memstream(&text, &n);
    assert_int_equal(gcn_dis(GCN_GFX803, loop, sizeof loop, &(struct gcn_dis_options){0}, f), 0);
    fclose(f);
    assert_int_equal(gcn_asm(GCN_GFX803, text, &code), 0);
    assert_int_equal(code.size, sizeof loop);
    assert_memory_equal(code.bytes, loop, sizeof loop);
    gcn_code_fini(&code);
    free(text);
}

static void special_operands_have_names(void **state)
{
    static const struct {
        uint32_t word;
        const char *text;
    } rows[] = {{0xbf9d0000, "s_set_gpr_idx_mode gpr_idx()"},
                {0xbf9d0001, "s_set_gpr_idx_mode gpr_idx(SRC0)"},
                {0xbf9d0008, "s_set_gpr_idx_mode gpr_idx(DST)"},
                {0xbf90001f, "s_sendmsg sendmsg(MSG_SYSMSG, SYSMSG_OP_ECC_ERR_INTERRUPT)"},
                {0xbf90011f, "s_sendmsg 287"},
                {0xbf90000f, "s_sendmsg 15"},
                {0xbf900113, "s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_CUT, 1)"},
                {0xbf900332, "s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT_CUT, 3)"},
                {0xbf900413, "s_sendmsg 1043"},
                {0xbf900003, "s_sendmsg 3"},
                {0xbf900004, "s_sendmsg sendmsg(MSG_SAVEWAVE)"},
                {0xbf900014, "s_sendmsg 20"},
                {0xbf900104, "s_sendmsg 260"},
                {0xbf900001, "s_sendmsg sendmsg(MSG_INTERRUPT)"},
                {0xbf900011, "s_sendmsg 17"},
                {0xbf900005, "s_sendmsg 5"},
                {0xbf9d000f, "s_set_gpr_idx_mode gpr_idx(SRC0,SRC1,SRC2,DST)"},
                {0xbf110600, "s_set_gpr_idx_on s0, gpr_idx(SRC1,SRC2)"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[GCN_TEXT_MAX];
        gcn_dis_insn(GCN_GFX803, &rows[i].word, 1, NULL, text);
        assert_string_equal(text, rows[i].text);
    }
}

static void words_without_a_text_are_listed_as_data_with_the_reason(void **state)
{
    /* A literal with the value of an inline constant; a reserved opcode; xnack_mask, which gfx803
     * has but LLVM does not name. */
    static const struct {
        uint32_t w[2];
        const char *text;
    } rows[] = {
        {{0xbe8000ff, 1}, ".long 0xbe8000ff, 0x00000001 // s_mov_b32 s0, 0x1"},
        {{0xbe80ff00, 0}, ".long 0xbe80ff00 // no instruction"},
        {{0xbe840068, 0}, ".long 0xbe840068 // s_mov_b32 s4, xnack_mask_lo"},
        {{0xbf9d0010, 0}, ".long 0xbf9d0010 // s_set_gpr_idx_mode 16"},
        {{0xbf11ff00, 0}, ".long 0xbf11ff00 // s_set_gpr_idx_on s0, 255"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[GCN_TEXT_MAX];
        gcn_dis_insn(GCN_GFX803, rows[i].w, 2, NULL, text);
        assert_string_equal(text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vector_lists_as_text_that_llvm_takes_back),
        cmocka_unit_test(random_words_list_as_text_that_llvm_takes_back),
        cmocka_unit_test(a_listing_has_labels_where_branches_lead),
        cmocka_unit_test(a_listing_shows_bytes_when_asked),
        cmocka_unit_test(a_listing_asks_for_a_label_at_each_address),
        cmocka_unit_test(a_listing_assembles_back),
        cmocka_unit_test(special_operands_have_names),
        cmocka_unit_test(words_without_a_text_are_listed_as_data_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
