/* LDS instructions that read and write at once, one lane of them: what is there afterwards, and
 * what comes back; those of global data share are not simulated. */
#include "tests/gcn_run.h"

/* v1 is the address 0x40, where two dwords are; two more are 256 bytes behind. */
#define START                                                                                      \
    "s_mov_b32 m0, -1\ns_mov_b64 exec, 4\nv_mov_b32 v1, 0x40\nv_mov_b32 v2, 0x%x\n"                \
    "v_mov_b32 v3, 0x%x\nds_write2_b32 v1, v2, v3 offset0:0 offset1:1\n"                           \
    "v_mov_b32 v4, 0x333\nv_mov_b32 v5, 0x444\n"                                                   \
    "ds_write2st64_b32 v1, v4, v5 offset0:1 offset1:2\n"                                           \
    "v_mov_b32 v2, 0x%x\nv_mov_b32 v3, 0x%x\nv_mov_b32 v4, 0x%x\nv_mov_b32 v5, 0x%x\n"             \
    "v_mov_b32 v6, 0x66\nv_mov_b32 v7, 0x77\n"

static const struct {
    const char *insn;
    uint32_t memory[2], data[4], after[2], back[2];
} rows[] = {
    {"ds_wrxchg_rtn_b32 v6, v1, v2", {1, 2}, {5, 6, 7, 8}, {5, 2}, {1, 0x77}},
    {"ds_wrxchg_rtn_b64 v[6:7], v1, v[2:3]", {1, 2}, {5, 6, 7, 8}, {5, 6}, {1, 2}},
    {"ds_wrxchg2_rtn_b32 v[6:7], v1, v2, v4 offset0:0 offset1:1",
     {1, 2},
     {5, 6, 7, 8},
     {5, 7},
     {1, 2}},
    {"ds_wrxchg2_rtn_b32 v[6:7], v1, v2, v4 offset0:1 offset1:0",
     {1, 2},
     {5, 6, 7, 8},
     {7, 5},
     {2, 1}},
    {"ds_wrxchg2st64_rtn_b32 v[6:7], v1, v2, v4 offset0:0 offset1:1",
     {1, 2},
     {5, 6, 7, 8},
     {5, 2},
     {1, 0x333}},
    {"ds_condxchg32_rtn_b64 v[6:7], v1, v[2:3]", {1, 2}, {0x80000005, 6, 7, 8}, {5, 2}, {1, 2}},
    {"ds_condxchg32_rtn_b64 v[6:7], v1, v[2:3]",
     {1, 2},
     {5, 0xffffffff, 7, 8},
     {1, 0x7fffffff},
     {1, 2}},
    {"ds_mskor_b32 v1, v2, v4", {0xf0f0, 2}, {0xff00, 0, 0x1200, 0}, {0x12f0, 2}, {0x66, 0x77}},
    {"ds_mskor_rtn_b64 v[6:7], v1, v[2:3], v[4:5]",
     {1, 0xff},
     {0, 0xf, 0, 0x5},
     {1, 0xf5},
     {1, 0xff}},
    {"ds_cmpst_b32 v1, v2, v4", {5, 2}, {5, 0, 9, 0}, {9, 2}, {0x66, 0x77}},
    {"ds_cmpst_rtn_b32 v6, v1, v2, v4", {5, 2}, {6, 0, 9, 0}, {5, 2}, {5, 0x77}},
    {"ds_cmpst_f32 v1, v2, v4", {0x80000000, 2}, {0, 0, 9, 0}, {9, 2}, {0x66, 0x77}},
    {"ds_cmpst_f32 v1, v2, v4",
     {0x7fc00000, 2},
     {0x7fc00000, 0, 9, 0},
     {0x7fc00000, 2},
     {0x66, 0x77}},
    {"ds_cmpst_f64 v1, v[2:3], v[4:5]", {0, 0x80000000}, {0, 0, 8, 9}, {8, 9}, {0x66, 0x77}},
    {"ds_add_rtn_u32 v6, v1, v2", {0xffffffff, 2}, {2, 0, 0, 0}, {1, 2}, {0xffffffff, 0x77}},
    {"ds_add_u64 v1, v[2:3]", {0xffffffff, 2}, {2, 0, 0, 0}, {1, 3}, {0x66, 0x77}},
    {"ds_sub_u32 v1, v2", {1, 2}, {2, 0, 0, 0}, {0xffffffff, 2}, {0x66, 0x77}},
    {"ds_rsub_u32 v1, v2", {1, 2}, {3, 0, 0, 0}, {2, 2}, {0x66, 0x77}},
    {"ds_inc_u32 v1, v2", {5, 2}, {6, 0, 0, 0}, {6, 2}, {0x66, 0x77}},
    {"ds_inc_u32 v1, v2", {6, 2}, {6, 0, 0, 0}, {0, 2}, {0x66, 0x77}},
    {"ds_dec_u32 v1, v2", {5, 2}, {6, 0, 0, 0}, {4, 2}, {0x66, 0x77}},
    {"ds_dec_u32 v1, v2", {7, 2}, {6, 0, 0, 0}, {6, 2}, {0x66, 0x77}},
    {"ds_dec_u32 v1, v2", {0, 2}, {6, 0, 0, 0}, {6, 2}, {0x66, 0x77}},
    {"ds_min_i32 v1, v2", {0xffffffff, 2}, {6, 0, 0, 0}, {0xffffffff, 2}, {0x66, 0x77}},
    {"ds_min_u32 v1, v2", {0xffffffff, 2}, {6, 0, 0, 0}, {6, 2}, {0x66, 0x77}},
    {"ds_max_i32 v1, v2", {0xffffffff, 2}, {6, 0, 0, 0}, {6, 2}, {0x66, 0x77}},
    {"ds_max_u32 v1, v2", {0xffffffff, 2}, {6, 0, 0, 0}, {0xffffffff, 2}, {0x66, 0x77}},
    {"ds_min_f32 v1, v2", {0xc0000000, 2}, {0x3f800000, 0, 0, 0}, {0xc0000000, 2}, {0x66, 0x77}},
    {"ds_max_f32 v1, v2", {0xc0000000, 2}, {0x3f800000, 0, 0, 0}, {0x3f800000, 2}, {0x66, 0x77}},
    {"ds_add_f32 v1, v2", {0x40000000, 2}, {0x3f800000, 0, 0, 0}, {0x40400000, 2}, {0x66, 0x77}},
    {"ds_and_b32 v1, v2", {0xc, 2}, {0xa, 0, 0, 0}, {8, 2}, {0x66, 0x77}},
    {"ds_or_b32 v1, v2", {0xc, 2}, {0xa, 0, 0, 0}, {0xe, 2}, {0x66, 0x77}},
    {"ds_xor_b64 v1, v[2:3]", {0xc, 2}, {0xa, 3, 0, 0}, {6, 1}, {0x66, 0x77}},
    {"ds_nop", {1, 2}, {5, 6, 7, 8}, {1, 2}, {0x66, 0x77}},
};

static void memory_and_what_comes_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t *m = rows[i].memory, *d = rows[i].data;
        char text[900];
        int n = snprintf(text, sizeof text, START, m[0], m[1], d[0], d[1], d[2], d[3]);
        snprintf(text + n, sizeof text - (size_t)n,
                 "%s\nds_read2_b32 v[8:9], v1 offset0:0 offset1:1\ns_endpgm", rows[i].insn);
        struct gcn *g = gcn_run_text(GCN_GFX803, text);
        for (unsigned k = 0; k < 2; k++) {
            uint32_t after = g->waves->v[(8 + k) * GCN_LANES + 2],
                     back = g->waves->v[(6 + k) * GCN_LANES + 2];
            if (after != rows[i].after[k] || back != rows[i].back[k])
                fail_msg("%s: dword %u: 0x%x, 0x%x back", rows[i].insn, k, after, back);
        }
        gcn_free(g);
    }
}

/* v15 is the last of a wave that has 16. */
static void the_last_register_is_within_range(void **state)
{
    static const struct {
        const char *insn;
        uint32_t want; /* in v15 or v6 of lane 2 */
    } lasts[] = {
        {"ds_swizzle_b32 v15, v1 offset:0x80aa", 0x51},
        {"ds_swizzle_b32 v6, v15 offset:0x80aa", 0x53},
        {"ds_permute_b32 v15, v0, v1", 0x51},
        {"ds_permute_b32 v6, v0, v15", 0x53},
        {"ds_permute_b32 v6, v15, v1", 0x51},
        {"ds_bpermute_b32 v15, v0, v1", 0x51},
        {"ds_bpermute_b32 v6, v0, v15", 0x53},
        {"ds_bpermute_b32 v6, v15, v1", 0x51},
        {"ds_read_b32 v15, v0", 0x55},
        {"ds_read_b64 v[14:15], v0", 0x56},
        {"ds_write_b32 v0, v15\nds_read_b32 v6, v0", 0x53},
        {"ds_write_b64 v0, v[14:15]\nds_read_b32 v6, v0 offset:4", 0x53},
        {"v_mov_b32 v15, v0\nds_read_b32 v6, v15", 0x55},
        {"v_mov_b32 v15, v0\nds_write_b32 v15, v1\nds_read_b32 v6, v0", 0x51},
        {"ds_add_rtn_u32 v15, v0, v1", 0x55},
        {"ds_add_rtn_u32 v6, v0, v15\nds_read_b32 v6, v0", 0xa8},
        {"ds_cmpst_b32 v0, v3, v15\nds_read_b32 v6, v0", 0x53},
        {"v_mov_b32 v15, v1", 0x51},
        {"v_mov_b32 v6, v15", 0x53},
        {"v_writelane_b32 v15, 7, 2", 7},
        {"s_mov_b32 m0, 9\nv_movrels_b32 v6, v6", 0x53},
        {"s_mov_b32 m0, 9\nv_movreld_b32 v6, v1\nv_mov_b32 v6, v15", 0x51},
        {"v_cvt_f64_i32 v[14:15], 1", 0x3ff00000},
        {"v_mov_b32 v14, 0\nv_mov_b32 v15, 0x40000000\nv_cvt_i32_f64 v6, v[14:15]", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lasts / sizeof *lasts; i++) {
        char text[500];
        struct gcn_wave *w;
        snprintf(text, sizeof text,
                 "s_mov_b32 m0, -1\ns_mov_b64 exec, 4\nv_mov_b32 v0, 8\nv_mov_b32 v1, 0x51\n"
                 "v_mov_b32 v3, 0x55\nv_mov_b32 v4, 0x56\nv_mov_b32 v15, 0x53\n"
                 "ds_write_b64 v0, v[3:4]\n%s%s\ns_endpgm",
                 strstr(lasts[i].insn, "ermute_b32 v6, v15") ? "v_mov_b32 v15, 8\n" : "",
                 lasts[i].insn);
        struct gcn *m = gcn_run_until(GCN_GFX803, text, GCN_STOP_DONE, &w);
        assert_int_equal(m->waves->vgprs, 16);
        bool other = strstr(lasts[i].insn, "v6");
        uint32_t got = m->waves->v[(other ? 6 : 15) * GCN_LANES + 2];
        if (got != lasts[i].want)
            fail_msg("%s: 0x%x", lasts[i].insn, got);
        gcn_free(m);
    }
}

/* The offset of a swizzle: four lanes in any order, or (lane & and | or) ^ xor within 32 lanes. */
static void swizzles_name_a_lane_for_each(void **state)
{
    static const struct {
        unsigned offset, lane, from;
    } swizzles[] = {
        {0x001f, 45, 45}, {0x041f, 45, 44}, {0x041f, 12, 13},         {0x7c1f, 33, 62},
        {0x0010, 60, 48}, {0x03e0, 3, 31},  {0x4001 | 2 << 5, 5, 19}, {0x801b, 6, 5},
        {0x80e4, 63, 63}, {0x8000, 42, 40},
    };
    (void)state;
    for (size_t i = 0; i < sizeof swizzles / sizeof *swizzles; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "v_mbcnt_lo_u32_b32 v1, -1, 0\nv_mbcnt_hi_u32_b32 v1, -1, v1\n"
                 "ds_swizzle_b32 v6, v1 offset:0x%x\ns_endpgm",
                 swizzles[i].offset);
        struct gcn *m = gcn_run_text(GCN_GFX803, text);
        uint32_t got = m->waves->v[6 * GCN_LANES + swizzles[i].lane];
        if (got != swizzles[i].from)
            fail_msg("offset 0x%x: lane %u reads lane %u", swizzles[i].offset, swizzles[i].lane,
                     got);
        gcn_free(m);
    }
}

static void global_data_share_is_not_simulated(void **state)
{
    static const char *const texts[] = {"ds_read_b32 v6, v1 gds",
                                        "ds_write_b32 v1, v2 gds",
                                        "ds_read2_b32 v[6:7], v1 gds",
                                        "ds_write2_b32 v1, v2, v3 gds",
                                        "ds_add_u32 v1, v2 gds",
                                        "ds_wrxchg2_rtn_b32 v[6:7], v1, v2, v4 gds",
                                        "ds_condxchg32_rtn_b64 v[6:7], v1, v[2:3] gds",
                                        "ds_add_src2_u32 v1 gds"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct gcn_wave *w;
        char text[100], why[40];
        snprintf(text, sizeof text, "%s\ns_endpgm", texts[i]);
        struct gcn *m = gcn_run_until(GCN_GFX803, text, GCN_STOP_UNKNOWN, &w);
        snprintf(why, sizeof why, "GDS (%.*s)", (int)strcspn(texts[i], " "), texts[i]);
        assert_string_equal(m->why, why);
        assert_int_equal(w->pc, CODE_AT);
        gcn_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_and_what_comes_back),
        cmocka_unit_test(the_last_register_is_within_range),
        cmocka_unit_test(swizzles_name_a_lane_for_each),
        cmocka_unit_test(global_data_share_is_not_simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
