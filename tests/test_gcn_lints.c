/* Registers that an instruction of GCN reads and writes, and what the lints find in programs of a
 * few instructions: each rule, on both sides of its limits. */
#include "tests/gcn_run.h"

#include "gcn/lint.h"
#include "gcn/uses.h"

/* --- registers --- */
struct text {
    char s[500];
    size_t n;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, sizeof t->s - t->n, fmt, ap);
    va_end(ap);
    assert_true(t->n < sizeof t->s);
}

/* "v1" is read, "=v1" written, "*v1" the data of a store; ":2" after it: two dwords. */
static void add_use(void *ctx, const struct gcn_use *use)
{
    add(ctx, " %s%c%u", use->write ? "=" : use->data ? "*" : "", use->vgpr ? 'v' : 's', use->n);
    if (use->dwords != 1)
        add(ctx, ":%u", use->dwords);
}

static void each_operand_is_read_or_written(void **state)
{
    static const struct {
        const char *insn, *uses;
    } rows[] = {
        {"s_mov_b32 s1, s2", " s2 =s1"},
        {"s_mov_b64 s[2:3], vcc", " s106:2 =s2:2"},
        {"s_mov_b32 s1, 5", " =s1"},
        {"s_mov_b32 s1, 0x12345", " =s1"},
        {"s_mov_b32 m0, exec_lo", " s126 =s124"},
        {"s_add_u32 s1, s2, s3", " s2 s3 =s1"},
        {"s_and_b64 s[2:3], s[4:5], exec", " s4:2 s126:2 =s2:2"},
        {"s_cmov_b32 s1, s2", " s1 s2 =s1"},
        {"s_cmov_b64 s[2:3], s[4:5]", " s2:2 s4:2 =s2:2"},
        {"s_cmovk_i32 s1, 5", " s1 =s1"},
        {"s_bitset0_b32 s1, s2", " s1 s2 =s1"},
        {"s_movk_i32 s1, 5", " =s1"},
        {"s_addk_i32 s1, 5", " s1 =s1"},
        {"s_mulk_i32 s1, 5", " s1 =s1"},
        {"s_cmpk_eq_i32 s1, 5", " s1"},
        {"s_setreg_b32 hwreg(HW_REG_MODE), s1", " s1"},
        {"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 1", ""},
        {"s_getreg_b32 s1, hwreg(HW_REG_MODE)", " =s1"},
        {"s_cmp_eq_u32 s1, s2", " s1 s2"},
        {"s_cmp_eq_u64 s[2:3], s[4:5]", " s2:2 s4:2"},
        {"s_bitcmp1_b64 s[2:3], s4", " s2:2 s4"},
        {"s_cbranch_i_fork s[2:3], 0", " s2:2"},
        {"s_nop 0", ""},
        {"s_cbranch_vccz 0", " s106:2"},
        {"s_cbranch_scc0 0", ""},
        {"s_setpc_b64 s[2:3]", " s2:2"},
        {"s_swappc_b64 s[2:3], s[4:5]", " s4:2 =s2:2"},
        {"s_movreld_b32 s1, s2", " s2 s124 =s1"},
        {"s_movrels_b64 s[2:3], s[4:5]", " s4:2 s124 =s2:2"},
        {"s_getpc_b64 s[2:3]", " =s2:2"},
        {"s_load_dword s1, s[2:3], 0x4", " s2:2 =s1"},
        {"s_load_dwordx4 s[4:7], s[2:3], s9", " s2:2 s9 =s4:4"},
        {"s_load_dword s1, s[2:3], s9", " s2:2 s9 =s1"},
        {"s_buffer_load_dwordx2 s[2:3], s[4:7], 0x0", " s4:4 =s2:2"},
        {"s_store_dword s1, s[2:3], 0x0", " s1 s2:2"},
        {"s_store_dwordx2 s[4:5], s[2:3], m0", " s4:2 s2:2 s124"},
        {"s_buffer_store_dword s1, s[4:7], m0", " s1 s4:4 s124"},
        {"s_memtime s[2:3]", " =s2:2"},
        {"s_dcache_inv", ""},
        {"v_mov_b32 v1, v2", " v2 =v1"},
        {"v_mov_b32 v1, s2", " s2 =v1"},
        {"v_mov_b32 v1, 1.0", " =v1"},
        {"v_add_f32 v1, s2, v3", " s2 v3 =v1"},
        {"v_add_f64 v[1:2], v[3:4], s[6:7]", " v3:2 s6:2 =v1:2"},
        {"v_add_u32 v1, vcc, v2, v3", " v2 v3 =v1 =s106:2"},
        {"v_add_u32_e64 v1, s[2:3], v2, v3", " v2 v3 =v1 =s2:2"},
        {"v_addc_u32 v1, vcc, v2, v3, vcc", " v2 v3 s106:2 =v1 =s106:2"},
        {"v_addc_u32_e64 v1, s[2:3], v2, v3, s[4:5]", " v2 v3 s4:2 =v1 =s2:2"},
        {"v_cndmask_b32 v1, v2, v3, vcc", " v2 v3 s106:2 =v1"},
        {"v_cndmask_b32_e64 v1, v2, v3, s[4:5]", " v2 v3 s4:2 =v1"},
        {"v_cmp_eq_f32 vcc, v1, v2", " v1 v2 =s106:2"},
        {"v_cmp_eq_f32_e64 s[2:3], v1, s9", " v1 s9 =s2:2"},
        {"v_cmpx_eq_f64 vcc, v[1:2], v[3:4]", " v1:2 v3:2 =s106:2"},
        {"v_mac_f32 v1, v2, v3", " v1 v2 v3 =v1"},
        {"v_mad_f32 v1, v2, v3, v4", " v2 v3 v4 =v1"},
        {"v_fma_f64 v[1:2], v[3:4], v[5:6], v[7:8]", " v3:2 v5:2 v7:2 =v1:2"},
        {"v_div_fmas_f32 v1, v2, v3, v4", " v2 v3 v4 s106:2 =v1"},
        {"v_div_scale_f32 v1, vcc, v2, v3, v4", " v2 v3 v4 =v1 =s106:2"},
        {"v_readlane_b32 s1, v2, s3", " v2 s3 =s1"},
        {"v_readfirstlane_b32 s1, v2", " v2 =s1"},
        {"v_writelane_b32 v1, s2, s2", " s2 s2 =v1"},
        {"v_movreld_b32 v1, v2", " v2 s124 =v1"},
        {"v_movrels_b32 v1, v2", " v2 s124 =v1"},
        {"v_cvt_f16_f32 v1, v2", " v2 =v1"},
        {"v_add_f16 v1, v2, v3", " v2 v3 =v1"},
        {"v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf", " v2 =v1"},
        {"v_add_f32_sdwa v1, v2, v3 dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD", " v2 v3 =v1"},
        {"ds_read_b32 v1, v2", " v2 s124 =v1"},
        {"ds_read_b64 v[1:2], v3", " v3 s124 =v1:2"},
        {"ds_read2_b32 v[1:2], v3", " v3 s124 =v1:2"},
        {"ds_write_b32 v1, v2", " v1 *v2 s124"},
        {"ds_write2_b64 v1, v[2:3], v[4:5]", " v1 *v2:2 *v4:2 s124"},
        {"ds_add_u32 v1, v2", " v1 *v2 s124"},
        {"ds_add_rtn_u32 v1, v2, v3", " v2 *v3 s124 =v1"},
        {"ds_cmpst_rtn_b64 v[1:2], v3, v[4:5], v[6:7]", " v3 *v4:2 *v6:2 s124 =v1:2"},
        {"ds_bpermute_b32 v1, v2, v3", " v2 *v3 s124 =v1"},
        {"ds_swizzle_b32 v1, v2", " v2 s124 =v1"},
        {"flat_load_dword v1, v[2:3]", " v2:2 =v1"},
        {"flat_load_ubyte v1, v[2:3]", " v2:2 =v1"},
        {"flat_load_dwordx3 v[1:3], v[4:5]", " v4:2 =v1:3"},
        {"flat_store_dwordx4 v[2:3], v[4:7]", " v2:2 *v4:4"},
        {"flat_atomic_add v[2:3], v4", " v2:2 *v4"},
        {"flat_atomic_add v1, v[2:3], v4 glc", " v2:2 *v4 =v1"},
        {"flat_atomic_add v1, v[2:3], v4 glc slc", " v2:2 *v4 =v1"},
        {"flat_atomic_add v1, v[2:3], v4 glc\tslc", " v2:2 *v4 =v1"},
        {"flat_atomic_add v1, v[2:3], v4 slc glc", " v2:2 *v4 =v1"},
        {"flat_atomic_cmpswap v1, v[2:3], v[4:5] glc", " v2:2 *v4:2 =v1"},
        {"flat_atomic_cmpswap_x2 v[0:1], v[2:3], v[4:7] glc", " v2:2 *v4:4 =v0:2"},
        {"flat_atomic_add_x2 v[0:1], v[2:3], v[4:5] glc", " v2:2 *v4:2 =v0:2"},
        {"buffer_load_dword v1, off, s[4:7], 0", " s4:4 =v1"},
        {"buffer_load_dword v1, off, s[4:7], s9", " s4:4 s9 =v1"},
        {"buffer_load_dword v1, v2, s[4:7], m0 offen", " v2 s4:4 s124 =v1"},
        {"buffer_load_dwordx2 v[1:2], v3, s[4:7], 0 idxen", " v3 s4:4 =v1:2"},
        {"buffer_load_dwordx4 v[1:4], v[5:6], s[4:7], 0 idxen offen", " v5:2 s4:4 =v1:4"},
        {"buffer_load_dword v[1:2], off, s[4:7], 0 tfe", " s4:4 =v1:2"},
        {"buffer_load_dword v1, off, s[4:7], 0 lds", " s4:4"},
        {"buffer_load_dword v1, v[2:3], s[4:7], 0 addr64", " v2:2 s4:4 =v1"},
        {"buffer_store_dword v1, off, s[4:7], 0", " *v1 s4:4"},
        {"buffer_store_dwordx4 v[1:4], v5, s[4:7], s9 offen", " *v1:4 v5 s4:4 s9"},
        {"buffer_atomic_add v1, off, s[4:7], 0", " v1 s4:4"},
        {"buffer_atomic_add v1, off, s[4:7], 0 glc", " v1 s4:4 =v1"},
        {"buffer_atomic_cmpswap v[1:2], off, s[4:7], 0", " v1:2 s4:4"},
        {"buffer_atomic_cmpswap v[1:2], off, s[4:7], 0 glc", " v1:2 s4:4 =v1"},
        {"buffer_atomic_cmpswap_x2 v[1:4], off, s[4:7], 0 glc", " v1:4 s4:4 =v1:2"},
        {"tbuffer_load_format_xy v[1:2], off, s[4:7], 0 format:4", " s4:4 =v1:2"},
        {"tbuffer_store_format_xyz v[1:3], v4, s[4:7], 0 format:4 idxen", " *v1:3 v4 s4:4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_code code;
        struct gcn_insn in;
        uint32_t w[GCN_MAX_WORDS] = {0};
        struct text t = {"", 0};
        /* what gfx803 has no text for is gfx600's */
        enum gcn_gen gen = GCN_GFX803;
        if (gcn_asm(gen, rows[i].insn, &code)) {
            gcn_code_fini(&code);
            if (gcn_asm(gen = GCN_GFX600, rows[i].insn, &code))
                fail_msg("%s: %s", rows[i].insn, code.diags->text);
        }
        memcpy(w, code.bytes, code.size);
        gcn_code_fini(&code);
        assert_true(gcn_decode(gen, w, GCN_MAX_WORDS, &in) > 0);
        gcn_uses(&in, add_use, &t);
        if (strcmp(t.s, rows[i].uses) != 0)
            fail_msg("%s: %s", rows[i].insn, t.s);
    }
}

/* --- findings --- */
static void findings_of(enum gcn_gen gen, const char *text, struct text *t)
{
    struct gcn *m = gcn_make(gen, text, 1);
    uint64_t budget = 1000;
    struct gcn_wave *w;
    size_t n;
    uint8_t code[400];
    gcn_memory_read(m->memory, CODE_AT, code, sizeof code);
    assert_int_equal(gcn_memory_map(m->memory, 0x100000, 4096), 0);
    m->scratch = 0x100000;
    m->scratch_wave = 1024;
    assert_int_equal(gcn_lint_new(m, GCN_LINT_REPORT), 0);
    assert_int_equal(gcn_lint_code(m, CODE_AT, code, sizeof code), 0);
    enum gcn_stop stop = gcn_run(m, &budget, &w);
    if (stop != GCN_STOP_DONE)
        fail_msg("%s: stop %d %s", text, stop, m->why);
    const struct gcn_finding *f = gcn_findings(m, &n);
    for (size_t i = 0; i < n; i++)
        add(t, " %s:%s@%u*%u", gcn_lint_name(f[i].rule), f[i].what, (unsigned)(f[i].pc - CODE_AT),
            (unsigned)f[i].count);
    gcn_free(m);
}

static void each_rule_has_its_limits(void **state)
{
    static const struct {
        enum gcn_gen gen;
        const char *text, *findings;
    } rows[] = {
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\nv_mov_b32 v5, v4",
         " vmcnt:v4@20*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\nv_mov_b32 v4, v2",
         " vmcnt:v4@20*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\nflat_load_dword v4, "
         "v[2:3]",
         ""},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\ns_waitcnt "
         "vmcnt(0)\nv_mov_b32 v5, v4",
         ""},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\ns_waitcnt "
         "vmcnt(1)\nv_mov_b32 v5, v4",
         " vmcnt:v4@24*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\ns_waitcnt "
         "lgkmcnt(0)\nv_mov_b32 v5, v4",
         " vmcnt:v4@24*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\ns_waitcnt "
         "expcnt(0)\nv_mov_b32 v5, v4",
         " vmcnt:v4@24*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dwordx2 v[4:5], "
         "v[2:3]\nflat_load_dword v6, v[2:3]\ns_waitcnt vmcnt(1)\nv_mov_b32 v7, v5\nv_mov_b32 v7, "
         "v6",
         " vmcnt:v6@36*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\ns_waitcnt vmcnt(2)\nv_mov_b32 v7, v4",
         " vmcnt:v4@32*1"},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\ns_waitcnt "
         "vmcnt(14)\nv_mov_b32 v7, v4",
         ""},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, "
         "v[2:3]\nflat_load_dword v6, v[2:3]\nflat_load_dword v6, v[2:3]\ns_waitcnt "
         "vmcnt(15)\nv_mov_b32 v7, v4",
         " vmcnt:v4@144*1"},
        {GCN_GFX803,
         "s_mov_b32 s2, 0x100000\ns_mov_b32 s3, 0\ns_load_dword s8, s[2:3], 0x0\ns_mov_b32 s9, s8",
         " lgkmcnt:s8@20*1"},
        {GCN_GFX803,
         "s_mov_b32 s2, 0x100000\ns_mov_b32 s3, 0\ns_load_dword s8, s[2:3], 0x0\ns_mov_b32 s8, s2",
         " lgkmcnt:s8@20*1"},
        {GCN_GFX803,
         "s_mov_b32 s2, 0x100000\ns_mov_b32 s3, 0\ns_load_dword s8, s[2:3], 0x0\ns_load_dword s9, "
         "s[2:3], 0x0\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s10, s8",
         " lgkmcnt:s8@32*1"},
        {GCN_GFX803,
         "s_mov_b32 s2, 0x100000\ns_mov_b32 s3, 0\ns_load_dword s8, s[2:3], 0x0\ns_waitcnt "
         "lgkmcnt(0)\ns_mov_b32 s10, s8",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s2, 0x100000\ns_mov_b32 s3, 0\ns_load_dwordx2 vcc, s[2:3], 0x0\ns_mov_b32 s10, "
         "vcc_hi",
         " lgkmcnt:vcc@20*1"},
        {GCN_GFX803, "s_mov_b32 m0, -1\nds_read_b32 v4, v0\nv_mov_b32 v5, v4", " lgkmcnt:v4@12*1"},
        {GCN_GFX803, "s_mov_b32 m0, -1\nds_read_b32 v4, v0\nds_read_b32 v4, v0", ""},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nds_read_b32 v4, v0\nds_read_b32 v5, v0\ns_waitcnt "
         "lgkmcnt(1)\nv_mov_b32 v6, v4\nv_mov_b32 v6, v5",
         " lgkmcnt:v5@28*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nds_read_b32 v4, "
         "v0\nflat_load_dword v4, v[2:3]",
         " lgkmcnt:v4@24*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nflat_load_dword v4, "
         "v[2:3]\nds_read_b32 v4, v0",
         " vmcnt:v4@24*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\ns_mov_b32 s2, 0x100000\ns_mov_b32 s3, 0\nds_read_b32 v4, "
         "v0\ns_load_dword s8, s[2:3], 0x0\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v6, v4",
         " lgkmcnt:v4@36*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0x1000000\nflat_load_dword v4, "
         "v[2:3]\ns_waitcnt vmcnt(0)\nv_mov_b32 v5, v4",
         " lgkmcnt:v4@28*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0x1000000\nflat_load_dword v4, "
         "v[2:3]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 v5, v4",
         ""},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0x1000000\nflat_load_dword v4, "
         "v[2:3]\nflat_load_dword v4, v[2:3]",
         " vmcnt:v4@24*1 lgkmcnt:v4@24*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0x1000000\nflat_load_dword v4, "
         "v[2:3]\nds_read_b32 v4, v0",
         " vmcnt:v4@24*1 lgkmcnt:v4@24*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0x1000000\nflat_load_dword v4, "
         "v[2:3]\nflat_load_dword v5, v[2:3]\ns_waitcnt vmcnt(1) lgkmcnt(1)\nv_mov_b32 v5, v4",
         " vmcnt:v4@36*1 lgkmcnt:v4@36*1"},
        {GCN_GFX803,
         "s_mov_b32 m0, -1\ns_mov_b64 exec, 1\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0\ns_mov_b64 exec, "
         "2\nv_mov_b32 v3, 0x1000000\nv_mov_b32 v2, 0\nflat_load_dword v4, v[2:3]\ns_waitcnt "
         "vmcnt(0)\nv_mov_b32 v5, v4",
         " lgkmcnt:v4@44*1"},
        {GCN_GFX600,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 7\nbuffer_store_dword v1, off, s[4:7], 0\nv_mov_b32 v1, 1",
         " expcnt:v1@32*1"},
        {GCN_GFX700,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 7\nbuffer_store_dword v1, off, s[4:7], 0\nv_mov_b32 v1, 1",
         ""},
        {GCN_GFX600,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 7\nbuffer_store_dword v1, off, s[4:7], 0\ns_waitcnt expcnt(0)\nv_mov_b32 v1, 1",
         ""},
        {GCN_GFX600,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 7\nbuffer_store_dword v1, off, s[4:7], 0\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX600,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 7\nv_mov_b32 v4, 7\nbuffer_store_dword v1, off, s[4:7], 0\nbuffer_store_dword v4, "
         "off, s[4:7], 0\ns_waitcnt expcnt(1)\nv_mov_b32 v1, 1\nv_mov_b32 v4, 1",
         " expcnt:v4@52*1"},
        {GCN_GFX600,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 7\nbuffer_load_dword v1, off, s[4:7], 0\nbuffer_load_dword v1, off, s[4:7], "
         "0\nbuffer_store_dword v1, off, s[4:7], 0",
         " vmcnt:v1@40*1"},
        {GCN_GFX803, "v_mov_b32 v4, v9\nv_mov_b32 v5, v2\nv_mov_b32 v5, v4",
         " unwritten-register:v9@0*1"},
        {GCN_GFX803, "v_mov_b32 v4, v3", " unwritten-register:v3@0*1"},
        {GCN_GFX803, "v_add_f64 v[4:5], v[2:3], v[6:7]", " unwritten-register:v3@0*1"},
        {GCN_GFX803, "s_mov_b64 exec, 0\nv_mov_b32 v4, v9\ns_mov_b64 exec, 1\nv_mov_b32 v5, v4",
         ""},
        {GCN_GFX803, "s_mov_b64 exec, 0\nv_readlane_b32 s4, v9, 3", " unwritten-register:v9@4*1"},
        {GCN_GFX803, "s_mov_b32 s4, s9\ns_mov_b32 s5, s4", " unwritten-register:s9@0*1"},
        {GCN_GFX803, "s_mov_b32 s4, s101\ns_mov_b64 s[4:5], s[64:65]",
         " unwritten-register:s101@0*1 unwritten-register:s64@4*1"},
        {GCN_GFX803, "s_mov_b32 s4, vcc_lo\ns_mov_b32 s4, exec_hi", " unwritten-register:vcc@0*1"},
        {GCN_GFX803,
         "s_movk_i32 s9, 2\nL:\ns_mov_b32 s4, s8\ns_sub_u32 s9, s9, 1\ns_cmp_lg_u32 s9, "
         "0\ns_cbranch_scc1 L",
         " unwritten-register:s8@4*2"},
        {GCN_GFX803, "s_mov_b32 m0, 0\nv_movreld_b32 v9, v0\nv_mov_b32 v4, v8\ns_mov_b32 s4, s8",
         ""},
        {GCN_GFX803, "v_mov_b32 v9, v0\nv_mov_b32 v4, v8", " unwritten-register:v8@4*1"},
        {GCN_GFX803, "s_getreg_b32 s4, hwreg(HW_REG_MODE)\ns_mov_b32 s5, s4", ""},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nv_mov_b32 v4, 0\nv_mov_b32 v5, "
         "0\nflat_atomic_cmpswap v6, v[2:3], v[4:5] glc\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 "
         "v7, v6",
         ""},
        {GCN_GFX803,
         "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nv_mov_b32 v4, 0\nv_mov_b32 v5, "
         "0\nflat_atomic_cmpswap v6, v[2:3], v[4:5] glc\nv_mov_b32 v7, v6",
         " vmcnt:v6@28*1"},
        {GCN_GFX803, "v_mov_b32 v15, 1\nv_mov_b32 v16, 1", " vgpr-range:v16@4*1"},
        {GCN_GFX803, "v_mov_b32 v4, v16", " vgpr-range:v16@0*1"},
        {GCN_GFX803, "v_cvt_f64_i32 v[14:15], 1\nv_cvt_f64_i32 v[15:16], 1", " vgpr-range:v15@4*1"},
        {GCN_GFX803, "flat_load_dword v4, v[15:16]", " vgpr-range:v15@0*1"},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         " stale-lane:v1@48*1"},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 1\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_branch L\nL:\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 L\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1\nL:",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\nL:\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1\ns_cmp_lg_u32 0, "
         "0\ns_cbranch_scc1 L",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v1, 0\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nv_mov_b32 v4, 0\nbuffer_load_dword v1, v4, "
         "s[4:7], 0 offen\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nv_mov_b32 v4, 0\nbuffer_load_dword v1, v4, "
         "s[4:7], 0 idxen\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\ns_mov_b32 s4, 0x100004\nbuffer_load_dword v1, "
         "off, s[4:7], 0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\ns_mov_b32 s5, 1\nbuffer_load_dword v1, off, "
         "s[4:7], 0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         ""},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\ns_mov_b32 s5, 0x10000\nbuffer_load_dword v1, "
         "off, s[4:7], 0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v1",
         " stale-lane:v1@56*1"},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dwordx2 v[1:2], off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v2\nv_mov_b32 v4, v1",
         " stale-lane:v2@48*1 stale-lane:v1@52*1"},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_ubyte v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, 3\nv_mov_b32 v4, v2\nv_mov_b32 v4, v1",
         " stale-lane:v1@52*1"},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\nv_readlane_b32 s9, v1, 0\nv_readlane_b32 s9, v1, 1",
         " stale-lane:v1@52*1"},
        {GCN_GFX803,
         "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\nv_mov_b32 "
         "v1, 0\nv_mov_b32 v2, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v1, off, s[4:7], "
         "0\ns_waitcnt vmcnt(0)\ns_mov_b32 s8, 64\nv_readlane_b32 s9, v1, s8\ns_mov_b32 s8, "
         "65\nv_readlane_b32 s9, v1, s8",
         " stale-lane:v1@64*1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text t = {"", 0};
        char text[1200];
        snprintf(text, sizeof text, "%s\ns_endpgm", rows[i].text);
        findings_of(rows[i].gen, text, &t);
        if (strcmp(t.s, rows[i].findings) != 0)
            fail_msg("%s: %s", rows[i].text, t.s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operand_is_read_or_written),
        cmocka_unit_test(each_rule_has_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
