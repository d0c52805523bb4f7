#include "tests/gcn_rig.h"

/* --- tables --- */
static void numbers_and_names_of_opcodes_are_inverse(void **state)
{
    (void)state;
    for (int g = 0; g < GCN_GENS; g++)
        for (int id = 0; id < GCN_OPS; id++) {
            const struct gcn_op *op = gcn_op(id), *found;
            uint32_t alias = GCN_ALIAS | (g == GCN_GFX803 ? GCN_ALIAS8 : 0);
            assert_true(op->n[g] >= -1);
            if (op->n[g] < 0 || op->flags & alias)
                continue;
            found = gcn_op_numbered((enum gcn_gen)g, (enum gcn_fmt)op->fmt, (unsigned)op->n[g]);
            if (found != op)
                fail_msg("%s: %s number %d is %s", gcn_gen_name((enum gcn_gen)g), op->name,
                         op->n[g], found ? found->name : "none");
            assert_int_equal(gcn_op_id(op), id);
        }
}

struct row {
    const char *layout;
    unsigned word, lo, width;
};
static const struct row rows[] = {
#define NAME(f)
#define LAYOUT(l, fmt, gens, words, mask, match)
#define FIELD(l, f, word, lo, width, bias) {#l, word, lo, width},
#define BIT(l, f, word, bit, index) {#l, word, bit, 1},
#include "gcn/fields.def"
#undef NAME
#undef LAYOUT
#undef FIELD
#undef BIT
};

static void fields_of_one_layout_do_not_overlap(void **state)
{
    enum { N = sizeof rows / sizeof *rows };
    (void)state;
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(rows[i].layout, rows[j].layout) && rows[i].word == rows[j].word)
                assert_true(rows[i].lo + rows[i].width <= rows[j].lo ||
                            rows[j].lo + rows[j].width <= rows[i].lo);
}

static void generations_have_two_names(void **state)
{
    (void)state;
    assert_int_equal(gcn_gen_find("gfx803"), GCN_GFX803);
    assert_int_equal(gcn_gen_find("gfx8"), GCN_GFX803);
    assert_int_equal(gcn_gen_find("gfx6"), GCN_GFX600);
    assert_int_equal(gcn_gen_find("gfx9"), -1);
    assert_int_equal(gcn_gen_find("gfx"), -1);
}

/* --- text to bytes --- */
static void every_vector_assembles_to_its_bytes(void **state)
{
    (void)state;
    for (int g = 0; g < GCN_GENS; g++) {
        char name[64];
        snprintf(name, sizeof name, "gcn/vectors-%s.tsv", gcn_gen_name((enum gcn_gen)g));
        const char *path = shared_path(name);
        require_shared(path);
        FILE *f = fopen(path, "r");
        struct gcn_vector v;
        int bad = 0, n = 0;
        for (; gcn_vector_read(f, &v); n++) {
            struct gcn_asm_env env = {.gen = (enum gcn_gen)g};
            struct gcn_diag diag;
            uint32_t w[GCN_MAX_WORDS];
            int words = gcn_asm_insn(&env, v.text, w, &diag);
            if (words == v.words && !memcmp(w, v.w, (size_t)words * sizeof *w))
                continue;
            if (bad++ < 10)
                print_error("%s: %s: %s\n", gcn_gen_name((enum gcn_gen)g), v.text,
                            words ? "other bytes" : diag.text);
        }
        fclose(f);
        assert_int_equal(bad, 0);
        assert_true(n > 4000);
    }
}

static void assert_code(const char *text, const uint32_t *w, size_t n)
{
    struct gcn_code code;
    int rc = gcn_asm(GCN_GFX803, text, &code);
    if (rc)
        fail_msg("%d:%d: %s", code.diags->line, code.diags->col, code.diags->text);
    assert_int_equal(code.size, n * 4);
    for (size_t i = 0; i < n * 4; i++)
        assert_int_equal(code.bytes[i], w[i / 4] >> 8 * (i % 4) & 255);
    gcn_code_fini(&code);
}

static void labels_lead_branches_back_and_forth(void **state)
{
    static const uint32_t w[] = {0xbf840001, 0xbf82fffe, 0xbf810000};
    (void)state;
    assert_code("start: s_cbranch_scc0 end ; comment\n\ts_branch start // one\n/* two\n lines "
                "*/end:\n s_endpgm\n",
                w, 3);
}

/* A name that .set defines is a number, no place. */
static void labels_are_listed_with_their_places(void **state)
{
    struct gcn_code code;
    (void)state;
    assert_int_equal(gcn_asm(GCN_GFX803,
                             ".set four, 4\nhere: s_nop 0\ns_branch there\n"
                             "too: there: s_endpgm",
                             &code),
                     0);
    assert_int_equal(code.labels.n, 3);
    assert_int_equal(gcn_labels_find(&code.labels, "there")->at, 8);
    assert_null(gcn_labels_find(&code.labels, "four"));
    assert_string_equal(gcn_labels_before(&code.labels, 7)->name, "here");
    assert_string_equal(gcn_labels_before(&code.labels, 8)->name, "too");
    gcn_code_fini(&code);
}

static void symbols_and_data_stand_for_numbers(void **state)
{
    static const uint32_t w[] = {0xb0040007, 0x00000007, 0xfffffffe};
    (void)state;
    assert_code(".text\n.set seven, 7\ns_movk_i32 s4, seven\n.long seven, -2\n", w, 3);
}

struct wrong {
    const char *text;
    int line, col;
    const char *error;
};

static void floats_are_taken_where_llvm_takes_them(void **state)
{
    /* as llvm-mc 16 */
    static const uint32_t w[] = {0x30060702, 0x501502f9, 0x2e060702, 0x3fc00000, 0x48060702,
                                 0x00003e00, 0x4a060702, 0x0000ffff, 0x3e0404ff, 0x00007bff,
                                 0x3e0404ff, 0x00000200, 0xbe8201f2};
    (void)state;
    assert_code("v_madak_f32 v3, v2, v3, 1e10\nv_madmk_f32 v3, v2, 1.5, v3\n"
                "v_madmk_f16 v3, v2, 1.5, v3\nv_madak_f16 v3, v2, v3, -1\n"
                "v_add_f16 v2, 65519.0, v2\nv_add_f16 v2, 0.000030517578125, v2\n"
                "s_mov_b64 s[2:3], 1.0\n",
                w, sizeof w / sizeof *w);
}

static void every_error_of_a_text_is_told_with_its_place(void **state)
{
    static const struct wrong wrong[] = {
        {"s_mov_b32 s4, s200", 1, 15, "no such register"},
        {"s_nop 0\nv_frob v1", 2, 1, "no instruction v_frob on gfx803"},
        {"  s_mov_b64 s[1:2], 0", 1, 13, "the first register is not aligned"},
        {"v_add_f32 v1, s1, s2", 1, 1, "more than one scalar value is read (constant bus)"},
        {"v_add_f32 v1, v2", 1, 17, "expected a comma"},
        {"s_branch nowhere", 1, 10, "unknown name"},
        {"s_add_u32 s1, 0x11111111, 0x22222222", 1, 27, "a literal cannot be encoded here"},
        {"a: s_nop 0\na: s_nop 0", 2, 1, "this name is defined twice"},
        {"v_add_u16 v1, 0x100000001, v2", 1, 15, "value out of range"},
        {"v_add_f32 v1, 1e40, v2", 1, 15, "value out of range"},
        {"v_add_f32 v1, 1e-40, v2", 1, 15, "value out of range"},
        {"v_add_f16 v1, 65520.0, v2", 1, 15, "value out of range"},
        {"v_add_f64 v[2:3], 1e999, v[2:3]", 1, 19, "value out of range"},
        {"v_madak_f32 v1, v2, v3, 1e40", 1, 25, "value out of range"},
        {"v_madak_f16 v1, v2, v3, -32769", 1, 25, "value out of range"},
        {"v_madmk_f32 v1, 1.25, 1.5, v3", 1, 26, "there is one literal only"},
        {"s_mov_b64 s[2:3], 2.5", 1, 19, "a double for a 64-bit integer"},
        {"s_mov_b32 s1, 0x100000001", 1, 15, "value out of range"},
        {"s_mov_b32 s1, -0xffffffff", 1, 15, "value out of range"},
        {".frob 1", 1, 1, "no such directive"},
        {"buffer_load_dword v1, off, s[0:3], 0 offen", 1, 43,
         "offen, idxen or addr64 and the address differ"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct gcn_code code;
        assert_int_equal(gcn_asm(GCN_GFX803, wrong[i].text, &code), 1);
        assert_int_equal(code.n_diags, 1);
        print_message("%s: %d:%d %s\n", wrong[i].text, code.diags->line, code.diags->col,
                      code.diags->text);
        assert_string_equal(code.diags->text, wrong[i].error);
        assert_int_equal(code.diags->line, wrong[i].line);
        assert_int_equal(code.diags->col, wrong[i].col);
        gcn_code_fini(&code);
    }
}

/* Combinations that fields can hold: which of them are refused, and why. */
static void combinations_of_fields_are_taken_or_refused(void **state)
{
    static const struct {
        enum gcn_gen gen;
        const char *text, *error; /* NULL: it is taken */
    } forms[] = {
        {GCN_GFX803, "v_add_f32_e64 v1, s1, s1", NULL},
        {GCN_GFX803, "v_add_f32_e64 v1, s1, s2",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_fma_f64 v[1:2], s[2:3], s[2:3], s[2:3]", NULL},
        {GCN_GFX803, "v_fma_f64 v[1:2], s[2:3], v[2:3], s[4:5]",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_add_f32_e64 v1, s1, 1.0", NULL},
        {GCN_GFX803, "v_add_f32_e64 v1, vccz, s1",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_add_f32_e64 v1, vcc_lo, m0",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_cndmask_b32_e64 v1, s1, v2, vcc",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_cndmask_b32_e64 v1, vcc_lo, v2, vcc",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_cndmask_b32_e64 v1, v1, v2, s[2:3]", NULL},
        {GCN_GFX803, "v_cndmask_b32_e32 v1, s1, v2, vcc",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_cndmask_b32_e32 v1, v1, v2, vcc", NULL},
        {GCN_GFX803, "v_madmk_f32 v1, s1, 0x11213141, v3",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_madmk_f32 v1, v2, 0x11213141, v3", NULL},
        {GCN_GFX803, "v_div_fmas_f32 v1, s1, v2, v3",
         "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_div_fmas_f32 v1, v1, v2, v3", NULL},
        {GCN_GFX803, "v_div_fmas_f64 v[0:1], vcc, v[2:3], v[4:5]", NULL},
        {GCN_GFX803, "v_movrels_b32 v1, v2", NULL},
        {GCN_GFX803, "v_movreld_b32 v1, m0", NULL},
        {GCN_GFX803, "v_movreld_b32 v1, s0", "more than one scalar value is read (constant bus)"},
        {GCN_GFX803, "v_add_f32 v1, lds_direct, v2", NULL},
        {GCN_GFX803, "v_add_f32_e64 v1, lds_direct, s2", NULL},
        {GCN_GFX803, "v_add_f32_e64 v1, v2, lds_direct",
         "lds_direct is a first source of 32 bits, and not of reversed operations"},
        {GCN_GFX803, "v_fma_f32 v1, v2, v3, lds_direct",
         "lds_direct is a first source of 32 bits, and not of reversed operations"},
        {GCN_GFX803, "v_lshlrev_b32 v1, lds_direct, v2",
         "lds_direct is a first source of 32 bits, and not of reversed operations"},
        {GCN_GFX803, "v_subrev_f32 v1, lds_direct, v2",
         "lds_direct is a first source of 32 bits, and not of reversed operations"},
        {GCN_GFX803, "v_subbrev_u32 v1, vcc, lds_direct, v2, vcc",
         "lds_direct is a first source of 32 bits, and not of reversed operations"},
        {GCN_GFX803, "v_bfrev_b32 v1, lds_direct", NULL},
        {GCN_GFX803, "v_cvt_f32_f64 v1, lds_direct",
         "lds_direct is a first source of 32 bits, and not of reversed operations"},
        {GCN_GFX803, "v_cvt_f32_f16_e64 v1, vccz", NULL},
        {GCN_GFX700, "v_cvt_f32_f16_e64 v1, vccz", NULL},
        {GCN_GFX700, "v_cvt_f32_f16_e64 v1, 0", "no constant of 16 bits in this generation"},
        {GCN_GFX700, "v_cvt_f32_f16_e64 v1, 1.0", "no constant of 16 bits in this generation"},
        {GCN_GFX700, "v_cvt_f32_f16_e64 v1, -4.0", "no constant of 16 bits in this generation"},
        {GCN_GFX803, "v_cvt_f32_f16_e64 v1, 0", NULL},
        {GCN_GFX700, "v_cvt_f32_f16_e64 v1, s103", NULL},
        {GCN_GFX700, "v_cvt_f32_f16 v1, 0", NULL},
        {GCN_GFX700, "v_cvt_f32_u32_e64 v1, 0", NULL},
        {GCN_GFX803,
         "v_mac_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD "
         "src1_sel:DWORD",
         "v_mac writes the whole register"},
        {GCN_GFX803,
         "v_add_f32_sdwa v1, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD "
         "src1_sel:DWORD",
         NULL},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0x0",
         "gather4 has one bit in dmask"},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0x1", NULL},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0x2", NULL},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0x8", NULL},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0x3",
         "gather4 has one bit in dmask"},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0x9",
         "gather4 has one bit in dmask"},
        {GCN_GFX803, "image_gather4 v[1:4], v[1:4], s[4:11], s[12:15] dmask:0xf",
         "gather4 has one bit in dmask"},
        {GCN_GFX803, "image_atomic_add v1, v[5:8], s[4:11] dmask:0x0",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_cmpswap v1, v[5:8], s[4:11] dmask:0x0",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_add v1, v[5:8], s[4:11] dmask:0x1", NULL},
        {GCN_GFX803, "image_atomic_cmpswap v1, v[5:8], s[4:11] dmask:0x1",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_add v[1:2], v[5:8], s[4:11] dmask:0x3", NULL},
        {GCN_GFX803, "image_atomic_cmpswap v[1:2], v[5:8], s[4:11] dmask:0x3", NULL},
        {GCN_GFX803, "image_atomic_add v1, v[5:8], s[4:11] dmask:0x2",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_cmpswap v1, v[5:8], s[4:11] dmask:0x2",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_add v[1:3], v[5:8], s[4:11] dmask:0x7",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_cmpswap v[1:3], v[5:8], s[4:11] dmask:0x7",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_add v[1:4], v[5:8], s[4:11] dmask:0xf",
         "an atomic has dmask 0x1 or 0x3, a compare 0x3 or 0xf"},
        {GCN_GFX803, "image_atomic_cmpswap v[1:4], v[5:8], s[4:11] dmask:0xf", NULL},
        {GCN_GFX803, "image_load v1, v[5:8], s[4:11] dmask:0x1 d16", NULL},
        {GCN_GFX700, "image_load v1, v[5:8], s[4:11] dmask:0x1 d16", "no d16 here"},
        {GCN_GFX803, "image_atomic_add v1, v[5:8], s[4:11] dmask:0x1 d16", "no d16 here"},
        {GCN_GFX803, "image_get_resinfo v1, v5, s[4:11] dmask:0x1 d16", "no d16 here"},
        {GCN_GFX803, "image_load_pck v1, v[5:8], s[4:11] dmask:0x1 d16", "no d16 here"},
        {GCN_GFX803, "image_store v1, v[5:8], s[4:11] dmask:0x1 d16", NULL},
        {GCN_GFX803, "image_load v[1:2], v[5:8], s[4:11] dmask:0x1 tfe", NULL},
        {GCN_GFX803, "image_store v[1:2], v[5:8], s[4:11] dmask:0x1 tfe", "a store has no tfe"},
        {GCN_GFX803, "image_atomic_cmpswap v[1:3], v[5:8], s[4:11] dmask:0x3 tfe", "no tfe here"},
        {GCN_GFX803, "image_atomic_add v[1:2], v[5:8], s[4:11] dmask:0x1 tfe", NULL},
        {GCN_GFX803, "buffer_wbinvl1", NULL},
        {GCN_GFX803, "buffer_wbinvl1 offset:1", "no operands here"},
        {GCN_GFX803, "buffer_wbinvl1 glc", "no operands here"},
        {GCN_GFX803, "buffer_wbinvl1 slc", "no operands here"},
        {GCN_GFX803, "buffer_wbinvl1 offen", "no operands here"},
        {GCN_GFX803, "buffer_wbinvl1 idxen", "no operands here"},
        {GCN_GFX700, "buffer_wbinvl1 addr64", "no operands here"},
        {GCN_GFX803, "buffer_load_dword v[1:2], off, s[4:7], s1 tfe", NULL},
        {GCN_GFX803, "buffer_store_dword v[1:2], off, s[4:7], s1 tfe", "no tfe here"},
        {GCN_GFX803, "buffer_load_dword off, s[4:7], s1 tfe lds", "tfe and the data's size differ"},
        {GCN_GFX803, "buffer_atomic_add v[1:2], off, s[4:7], s1 tfe", "no tfe here"},
        {GCN_GFX803, "buffer_load_ubyte off, s[4:7], s1 lds", NULL},
        {GCN_GFX803, "buffer_load_sshort off, s[4:7], s1 lds", NULL},
        {GCN_GFX803, "buffer_load_dword off, s[4:7], s1 lds", NULL},
        {GCN_GFX803, "buffer_load_dwordx2 off, s[4:7], s1 lds", "lds is for loads of one dword"},
        {GCN_GFX803, "buffer_load_dwordx3 off, s[4:7], s1 lds", "lds is for loads of one dword"},
        {GCN_GFX803, "buffer_load_dwordx4 off, s[4:7], s1 lds", "lds is for loads of one dword"},
        {GCN_GFX803, "buffer_load_format_x off, s[4:7], s1 lds", NULL},
        {GCN_GFX803, "buffer_load_format_xy off, s[4:7], s1 lds", "lds is for loads of one dword"},
        {GCN_GFX803, "buffer_load_format_xyzw off, s[4:7], s1 lds",
         "lds is for loads of one dword"},
        {GCN_GFX803, "buffer_store_dword off, s[4:7], s1 lds", "lds is for loads of one dword"},
        {GCN_GFX803, "ds_gws_init v1", "this is an operation of gds"},
        {GCN_GFX803, "ds_gws_init v1 gds", NULL},
        {GCN_GFX803, "ds_gws_barrier v1", "this is an operation of gds"},
        {GCN_GFX803, "ds_ordered_count v1, v2", "this is an operation of gds"},
        {GCN_GFX803, "ds_ordered_count v1, v2 gds", NULL},
        {GCN_GFX803, "ds_gws_sema_v gds", NULL},
        {GCN_GFX803, "ds_gws_sema_v offset:4 gds", NULL},
        {GCN_GFX803, "ds_add_u32 v1, v2 gds", NULL},
        {GCN_GFX803, "ds_add_u32 v1, v2", NULL},
        {GCN_GFX803, "ds_permute_b32 v1, v2, v3", NULL},
        {GCN_GFX803, "ds_permute_b32 v1, v2, v3 gds", "no gds here"},
        {GCN_GFX803, "ds_bpermute_b32 v1, v2, v3 gds", "no gds here"},
        {GCN_GFX803, "ds_nop", NULL},
        {GCN_GFX803, "ds_nop gds", "no operands here"},
        {GCN_GFX803, "ds_nop offset:1", "no operands here"},
        {GCN_GFX803, "s_mov_b32 s1, lds_direct", "lds_direct is for vector instructions"},
        {GCN_GFX803, "s_add_u32 s1, lds_direct, s2", "lds_direct is for vector instructions"},
        {GCN_GFX803, "s_add_u32 s1, s2, lds_direct", "lds_direct is for vector instructions"},
        {GCN_GFX803, "s_cmp_eq_u32 s1, lds_direct", "lds_direct is for vector instructions"},
        {GCN_GFX803, "s_cbranch_g_fork 0x11213141, s[2:3]", "no literal here"},
        {GCN_GFX803, "s_cbranch_g_fork 1, s[2:3]", NULL},
        {GCN_GFX803, "s_set_gpr_idx_mode 15", NULL},
        {GCN_GFX803, "s_set_gpr_idx_mode 16", "four index bits at most"},
        {GCN_GFX803, "s_nop 16", NULL},
        {GCN_GFX803, "s_load_dword s1, s[2:3], s4 glc", NULL},
        {GCN_GFX803, "s_store_dword s1, s[2:3], s4 glc", NULL},
        {GCN_GFX803, "s_memtime s[2:3] glc", "no glc here"},
        {GCN_GFX700, "s_load_dword s1, s[2:3], s4 glc", "no glc here"},
        {GCN_GFX600, "s_load_dword s1, s[2:3], 0x0 glc", "no glc here"},
        {GCN_GFX700, "s_load_dword s1, s[2:3], s4", NULL},
        {GCN_GFX803, "image_sample_c v[0:3], v0, s[4:11], s[12:15] dmask:0xf",
         "the address is too short"},
        {GCN_GFX803, "image_sample_c v[0:3], v[0:1], s[4:11], s[12:15] dmask:0xf", NULL},
        {GCN_GFX803, "image_sample_d v[0:3], v0, s[4:11], s[12:15] dmask:0xf",
         "the address is too short"},
        {GCN_GFX803, "image_sample_d v[0:3], v[0:2], s[4:11], s[12:15] dmask:0xf", NULL},
        {GCN_GFX803, "image_load v[0:3], v0, s[4:11] dmask:0xf", NULL},
        {GCN_GFX803, "s_dcache_inv glc", "no glc here"},
        {GCN_GFX803, "s_atc_probe 1, s[2:3], 0x10 glc", "no glc here"},
        {GCN_GFX803, "s_load_dword m0, s[2:3], s4",
         "neither m0 nor exec are data of scalar memory"},
        {GCN_GFX803, "s_load_dword vcc_hi, s[2:3], s4", NULL},
        {GCN_GFX803, "s_load_dword exec_lo, s[2:3], s4",
         "neither m0 nor exec are data of scalar memory"},
        {GCN_GFX803, "s_load_dword ttmp11, s[2:3], s4", NULL},
        {GCN_GFX803, "s_load_dwordx2 exec, s[2:3], s4",
         "neither m0 nor exec are data of scalar memory"},
        {GCN_GFX803, "s_store_dword m0, s[2:3], s4",
         "neither m0 nor exec are data of scalar memory"},
        {GCN_GFX803, "s_memtime exec", "neither m0 nor exec are data of scalar memory"},
        {GCN_GFX803, "exp mrt0 v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp mrtz v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp null v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp invalid_target_10 v1, v2, v3, v4", "no such target of export"},
        {GCN_GFX803, "exp pos0 v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp pos3 v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp param0 v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp param31 v1, v2, v3, v4", NULL},
        {GCN_GFX803, "exp invalid_target_11 v1, v2, v3, v4", "no such target of export"},
        {GCN_GFX803, "exp invalid_target_16 v1, v2, v3, v4", "no such target of export"},
    };
    unsigned wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct gcn_asm_env env = {.gen = forms[i].gen};
        struct gcn_diag diag;
        uint32_t w[GCN_MAX_WORDS];
        const char *found = gcn_asm_insn(&env, forms[i].text, w, &diag) ? NULL : diag.text;
        if (found ? !forms[i].error || strcmp(found, forms[i].error) != 0
                  : forms[i].error != NULL) {
            print_error("%s: %s\n", forms[i].text, found ? found : "taken");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Texts that are cut and changed at random are taken or refused without a crash. */
static void broken_texts_are_refused_or_taken_without_a_crash(void **state)
{
    static const char chars[] = "0123456789abcdefsv[]:,|-+(). \"_x";
    const char *path = shared_path("gcn/vectors-gfx803.tsv");
    uint32_t seed = 12345;
    (void)state;
    require_shared(path);
    FILE *f = fopen(path, "r");
    struct gcn_vector v;
    while (gcn_vector_read(f, &v)) {
        struct gcn_asm_env env = {.gen = GCN_GFX803};
        struct gcn_diag diag;
        uint32_t w[GCN_MAX_WORDS];
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525 + 1013904223;
            size_t len = strlen(v.text), at = (seed >> 8) % (len + 1);
            v.text[at] = seed & 0x80 ? 0 : chars[(seed >> 20) % (sizeof chars - 1)];
            gcn_asm_insn(&env, v.text, w, &diag);
        }
    }
    fclose(f);
}

/* --- what names say of memory instructions --- */

/* The operation that @word is of, of operands of @type. */
static unsigned atom_of(const char *word, char type)
{
    static const struct {
        const char *word;
        unsigned usual, of_float, of_signed; /* 0: the usual one */
    } atoms[] = {
        {"add", GCN_A_ADD, GCN_A_FADD, 0},
        {"sub", GCN_A_SUB, 0, 0},
        {"rsub", GCN_A_RSUB, 0, 0},
        {"inc", GCN_A_INC, 0, 0},
        {"dec", GCN_A_DEC, 0, 0},
        {"min", GCN_A_UMIN, GCN_A_FMIN, GCN_A_SMIN},
        {"max", GCN_A_UMAX, GCN_A_FMAX, GCN_A_SMAX},
        {"smin", GCN_A_SMIN, 0, 0},
        {"smax", GCN_A_SMAX, 0, 0},
        {"umin", GCN_A_UMIN, 0, 0},
        {"umax", GCN_A_UMAX, 0, 0},
        {"fmin", GCN_A_FMIN, 0, 0},
        {"fmax", GCN_A_FMAX, 0, 0},
        {"and", GCN_A_AND, 0, 0},
        {"or", GCN_A_OR, 0, 0},
        {"xor", GCN_A_XOR, 0, 0},
        {"mskor", GCN_A_MSKOR, 0, 0},
        {"swap", GCN_A_SWAP, 0, 0},
        {"wrxchg", GCN_A_SWAP, 0, 0},
        {"write", GCN_A_SWAP, 0, 0},
        {"cmpst", GCN_A_CMPST, GCN_A_FCMPST, 0},
        {"cmpswap", GCN_A_CMPSWAP, 0, 0},
        {"fcmpswap", GCN_A_FCMPSWAP, 0, 0},
        {"wrap", GCN_A_WRAP, 0, 0},
    };
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (!strcmp(atoms[i].word, word))
            return type == 'f' && atoms[i].of_float    ? atoms[i].of_float
                   : type == 'i' && atoms[i].of_signed ? atoms[i].of_signed
                                                       : atoms[i].usual;
    return GCN_A_NONE;
}

/* Flags of an access of LDS: ds_WORD_..._b32. */
static uint32_t lds_flags(const char *name)
{
    static const char *const none[] = {"swizzle", "permute", "gws",   "consume",
                                       "append",  "ordered", "ds_nop"};
    const char *type = strrchr(name, '_') + 1;
    char word[24] = "";
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strstr(name, none[i]))
            return 0;
    sscanf(name, "ds_%23[a-z0-9]", word);
    bool atomic = strcmp(word, "write") != 0 || strstr(name, "src2");
    uint32_t atom = atomic ? atom_of(word, *type) : GCN_A_NONE;
    return atom << 24 | (uint32_t)atoi(type + 1) / 8 << 16 |
           (atom && strstr(name, "_rtn_") ? GCN_RTN : 0) | (strstr(name, "st64") ? GCN_ST64 : 0) |
           (!strncmp(name, "ds_read_i", 9) ? GCN_SGN : 0);
}

/* Of other memory: what the end of the name says of the size. */
static uint32_t memory_flags(const char *name)
{
    static const struct {
        const char *end;
        uint32_t bytes;
    } sizes[] = {{"dword", 4},    {"dwordx2", 8},   {"dwordx3", 12}, {"dwordx4", 16},
                 {"dwordx8", 32}, {"dwordx16", 64}, {"byte", 1},     {"ubyte", 1},
                 {"sbyte", 1},    {"short", 2},     {"ushort", 2},   {"sshort", 2},
                 {"x", 4},        {"xy", 8},        {"xyz", 12},     {"xyzw", 16}};
    const char *atomic = strstr(name, "atomic_"), *end = strrchr(name, '_') + 1;
    char word[24] = "";
    if (atomic) {
        sscanf(atomic, "atomic_%23[a-z]", word);
        return atom_of(word, 'b') << 24 | (strcmp(end, "x2") ? 4 : 8) << 16;
    }
    uint32_t flags = strncmp(name, "s_buffer", 8) ? 0 : GCN_BUF;
    flags |= !strcmp(end, "sbyte") || !strcmp(end, "sshort") ? GCN_SGN : 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(sizes[i].end, end))
            return flags | sizes[i].bytes << 16;
    return 0;
}

static void memory_instructions_do_what_their_names_say(void **state)
{
    (void)state;
    for (int id = 0; id < GCN_OPS; id++) {
        const struct gcn_op *op = gcn_op(id);
        bool memory = op->fmt == GCN_SMEM || op->fmt == GCN_FLAT || op->fmt == GCN_MUBUF ||
                      op->fmt == GCN_MTBUF;
        uint32_t want = memory              ? memory_flags(op->name)
                        : op->fmt == GCN_DS ? lds_flags(op->name)
                                            : op->flags;
        if (op->flags != want)
            fail_msg("%s: 0x%x, not 0x%x", op->name, op->flags, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_names_of_opcodes_are_inverse),
        cmocka_unit_test(fields_of_one_layout_do_not_overlap),
        cmocka_unit_test(generations_have_two_names),
        cmocka_unit_test(every_vector_assembles_to_its_bytes),
        cmocka_unit_test(labels_lead_branches_back_and_forth),
        cmocka_unit_test(labels_are_listed_with_their_places),
        cmocka_unit_test(symbols_and_data_stand_for_numbers),
        cmocka_unit_test(combinations_of_fields_are_taken_or_refused),
        cmocka_unit_test(floats_are_taken_where_llvm_takes_them),
        cmocka_unit_test(every_error_of_a_text_is_told_with_its_place),
        cmocka_unit_test(memory_instructions_do_what_their_names_say),
        cmocka_unit_test(broken_texts_are_refused_or_taken_without_a_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
