/* Single instructions with the results that the manual specifies. */
#include "tests/gcn_run.h"

static const struct scalar_row scalar_rows[] = {
    {"s_add_u32 s4, s0, s2", 0xffffffff, 1, 0, 1},
    {"s_add_i32 s4, s0, s2", 0x7fffffff, 1, 0x80000000, 1},
    {"s_sub_u32 s4, s0, s2", 1, 2, 0xffffffff, 1},
    {"s_sub_i32 s4, s0, s2", 0x80000000, 1, 0x7fffffff, 1},
    {"s_addc_u32 s4, s0, s2", 0xffffffff, 1, 0, 1},
    {"s_subb_u32 s4, s0, s2", 5, 3, 2, 0},
    {"s_min_i32 s4, s0, s2", 0xffffffff, 1, 0xffffffff, 1},
    {"s_min_u32 s4, s0, s2", 0xffffffff, 1, 1, 0},
    {"s_max_i32 s4, s0, s2", 0xffffffff, 1, 1, 0},
    {"s_max_u32 s4, s0, s2", 0xffffffff, 1, 0xffffffff, 1},
    {"s_and_b64 s[4:5], s[0:1], s[2:3]", 0xf0f0f0f0f0f0f0f0, 0xff, 0xf0, 1},
    {"s_andn2_b32 s4, s0, s2", 0xff, 0xff, 0, 0},
    {"s_orn2_b32 s4, s0, s2", 1, 0xfffffffe, 1, 1},
    {"s_nand_b32 s4, s0, s2", 0xffffffff, 0xffffffff, 0, 0},
    {"s_xnor_b32 s4, s0, s2", 5, 5, 0xffffffff, 1},
    {"s_lshl_b32 s4, s0, s2", 1, 33, 2, 1},
    {"s_lshr_b64 s[4:5], s[0:1], s2", 0x8000000000000000, 63, 1, 1},
    {"s_ashr_i32 s4, s0, s2", 0x80000000, 31, 0xffffffff, 1},
    {"s_bfm_b32 s4, s0, s2", 4, 8, 0xf00, -1},
    {"s_bfe_u32 s4, s0, s2", 0x12345678, 8 | 8 << 16, 0x56, 1},
    {"s_bfe_i32 s4, s0, s2", 0x0000f000, 12 | 4 << 16, 0xffffffff, 1},
    {"s_bfe_i64 s[4:5], s[0:1], s2", 0x8000000000000000, 60 | 4 << 16, 0xfffffffffffffff8, 1},
    {"s_mul_i32 s4, s0, s2", 0x10001, 0x10001, 0x20001, 0},
    {"s_absdiff_i32 s4, s0, s2", 3, 5, 2, 1},
    {"s_not_b32 s4, s0", 0xffffffff, 0, 0, 0},
    {"s_wqm_b32 s4, s0", 0x10002000, 0, 0xf000f000, 1},
    {"s_quadmask_b32 s4, s0", 0x10000001, 0, 0x81, 1},
    {"s_brev_b32 s4, s0", 1, 0, 0x80000000, -1},
    {"s_brev_b64 s[4:5], s[0:1]", 2, 0, 0x4000000000000000, -1},
    {"s_bcnt1_i32_b64 s4, s[0:1]", 0xff000000ff, 0, 16, 1},
    {"s_bcnt0_i32_b32 s4, s0", 0xffffffff, 0, 0, 0},
    {"s_ff1_i32_b32 s4, s0", 0x100, 0, 8, -1},
    {"s_ff1_i32_b32 s4, s0", 0, 0, 0xffffffff, -1},
    {"s_ff0_i32_b32 s4, s0", 0xff, 0, 8, -1},
    {"s_flbit_i32_b32 s4, s0", 0x00ff0000, 0, 8, -1},
    {"s_flbit_i32 s4, s0", 0xffff0000, 0, 16, -1},
    {"s_flbit_i32 s4, s0", 0xffffffff, 0, 0xffffffff, -1},
    {"s_flbit_i32_i64 s4, s[0:1]", 0x00000001ffffffff, 0, 31, -1},
    {"s_sext_i32_i8 s4, s0", 0x80, 0, 0xffffff80, -1},
    {"s_bitset1_b64 s[4:5], s0", 40, 0, 0x10000000000, -1},
    {"s_abs_i32 s4, s0", 0xfffffffb, 0, 5, 1},
    {"s_cmp_lt_i32 s0, s2", 0xffffffff, 0, 0, 1},
    {"s_cmp_lt_u32 s0, s2", 0xffffffff, 0, 0, 0},
    {"s_bitcmp1_b32 s0, s2", 0x10, 4, 0, 1},
    {"s_movk_i32 s4, 0x8000", 0, 0, 0xffff8000, -1},
    {"s_cmpk_eq_u32 s0, 0xffff", 0xffff, 0, 0, 1},
    {"s_cmpk_eq_i32 s0, 0xffff", 0xffffffff, 0, 0, 1},
    {"s_addk_i32 s4, 0x7fff", 0, 0, 0x7fff, 0},
    {"s_mov_b64 s[4:5], 1.0", 0, 0, 0x3ff0000000000000, -1},
    {"s_mov_b64 s[4:5], -1", 0, 0, 0xffffffffffffffff, -1},
    {"s_mov_b64 s[4:5], 0x80000000", 0, 0, 0x80000000, -1},
    {"s_mov_b32 s4, src_execz", 0, 0, 0, -1},
    {"s_mov_b32 s4, src_vccz", 0, 0, 0, -1},
    {"s_cmov_b32 s4, s0", 7, 0, 0, -1},
    {"s_cselect_b32 s4, s0, s2", 7, 9, 9, -1},
#define WITH_SCC "s_cmp_eq_u32 0, 0\n"
    {WITH_SCC "s_addc_u32 s4, s0, s2", 5, 3, 9, 0},
    {WITH_SCC "s_addc_u32 s4, s0, s2", 0xffffffff, 0, 0, 1},
    {WITH_SCC "s_subb_u32 s4, s0, s2", 5, 3, 1, 0},
    {WITH_SCC "s_subb_u32 s4, s0, s2", 3, 3, 0xffffffff, 1},
    {WITH_SCC "s_cmov_b32 s4, s0", 7, 0, 7, 1},
    {WITH_SCC "s_cselect_b32 s4, s0, s2", 7, 9, 7, 1},
};

static void scalar_instructions_give_the_manuals_results(void **state)
{
    (void)state;
    SCALAR(GCN_GFX803, scalar_rows);
}

static const struct vector_row vector_rows[] = {
    /* numbers of 16 bits */
    {"v_or_b32 v6, 0, v0\nv_max_f16 v6, 0.1, v2", 0, 0, 0, 0x2e66},
    {"v_max_f16 v6, 65504.0, v2", 0, 0, 0, 0x7bff},
    {"v_max_f16 v6, 0x7c00, v2", 0, 0, 0, 0x7c00},
    {"v_min_f16 v6, 0xfc00, v2", 0, 0, 0, 0xfc00},
    {"v_max_f16 v6, 0.00006103515625, v2", 0, 0, 0, 0x0400},
    {"v_max_f16 v6, 0.00006097555160522461, v2", 0, 0, 0, 0x03ff},
    {"v_max_f16 v6, 0.0000010132789611816406, v2", 0, 0, 0, 0x0011},
    {"v_min_f16 v6, -0.0000010132789611816406, v2", 0, 0, 0, 0x8011},
    {"v_max_f16 v6, 0.000029981136322021484, v2", 0, 0, 0, 0x01f7},
    {"v_add_f32 v6, abs(v0), v2", 0xbf800000, 0x3f800000, 0, 0x40000000},
    {"v_add_f32 v6, -abs(v0), v2", 0xbf800000, 0x3f800000, 0, 0},
    {"v_add_f32 v6, neg(abs(v0)), v2", 0xbf800000, 0x3f800000, 0, 0},
    {"v_add_u32 v6, vcc, v0, v2", 0xffffffff, 2, 0, 1},
    {"v_sub_u32_e64 v6, s[8:9], v0, v2 clamp", 1, 2, 0, 0},
    {"v_mul_hi_u32 v6, v0, v2", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
    {"v_mul_hi_i32 v6, v0, v2", 0xffffffff, 2, 0, 0xffffffff},
    {"v_mul_i32_i24 v6, v0, v2", 0xffffff, 5, 0, 0xfffffffb},
    {"v_mad_u32_u24 v6, v0, v2, v4", 0xff000003, 5, 7, 22},
    {"v_bfe_u32 v6, v0, v2, v4", 0x12345678, 8, 8, 0x56},
    {"v_bfe_i32 v6, v0, v2, v4", 0x0000f000, 12, 4, 0xffffffff},
    {"v_bfi_b32 v6, v0, v2, v4", 0xff, 0x12, 0x3400, 0x3412},
    {"v_alignbit_b32 v6, v0, v2, v4", 0x1, 0x80000000, 31, 3},
    {"v_alignbyte_b32 v6, v0, v2, v4", 0x11223344, 0x55667788, 1, 0x44556677},
    {"v_perm_b32 v6, v0, v2, v4", 0x11223344, 0x55667788, 0x0c0d0700, 0x00ff1188},
    {"v_lerp_u8 v6, v0, v2, v4", 0x00000003, 0x00000004, 1, 4},
    {"v_sad_u8 v6, v0, v2, v4", 0x01020304, 0x04030201, 10, 18},
    {"v_ffbh_i32 v6, v0", 0xffff0000, 0, 0, 16},
    {"v_ffbl_b32 v6, v0", 0x100, 0, 0, 8},
    {"v_lshlrev_b64 v[6:7], v0, v[2:3]", 36, 1, 0, 0x1000000000},
    {"v_ashrrev_i64 v[6:7], v0, v[2:3]", 63, 0x8000000000000000, 0, 0xffffffffffffffff},
    {"v_mad_u64_u32 v[6:7], vcc, v0, v2, v[4:5]", 0xffffffff, 0xffffffff, 1, 0xfffffffe00000002},
    {"v_mul_lo_u16 v6, v0, v2", 0x1ffff, 2, 0, 0xfffe},
    {"v_add_f32 v6, v0, v2", 0x3f800000, 0x40000000, 0, 0x40400000},
    {"v_add_f32_e64 v6, -v0, |v2|", 0x3f800000, 0xc0000000, 0, 0x3f800000},
    {"v_mul_f32_e64 v6, v0, v2 mul:2", 0x3f800000, 0x40000000, 0, 0x40800000},
    {"v_mul_f32_e64 v6, v0, v2 mul:4", 0x3f800000, 0x40000000, 0, 0x41000000},
    {"v_mul_f32_e64 v6, v0, v2 div:2", 0x3f800000, 0x40000000, 0, 0x3f800000},
    {"v_mul_f32_e64 v6, v0, v2 clamp", 0x3f800000, 0x40000000, 0, 0x3f800000},
    {"v_mul_f32_e64 v6, v0, v2 clamp", 0x3f000000, 0x3f000000, 0, 0x3e800000},
    {"v_mul_f32_e64 v6, v0, v2 clamp", 0xbf000000, 0x3f000000, 0, 0},
    {"v_mul_f32_e64 v6, v0, v2 clamp", 0x80000000, 0x3f000000, 0, 0},
    {"v_mul_f32_e64 v6, v0, v2 clamp", 0x7fc00000, 0x3f000000, 0, 0x7fc00000},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 8, 1), 1\nv_mul_f32_e64 v6, v0, v2 clamp", 0x7fc00000,
     0x3f000000, 0, 0}, /* DX10_CLAMP */
    {"v_mul_f16_e64 v6, v0, v2 clamp", 0x4000, 0x3c00, 0, 0x3c00},
    {"v_mul_f16_e64 v6, v0, v2 clamp", 0x3800, 0x3800, 0, 0x3400},
    {"v_mul_f64 v[6:7], v[0:1], v[2:3] clamp", 0x4000000000000000, 0x3ff0000000000000, 0,
     0x3ff0000000000000},
    {"v_mul_f64 v[6:7], v[0:1], v[2:3] clamp", 0x3fe0000000000000, 0x3fe0000000000000, 0,
     0x3fd0000000000000},
    {"v_min_f32 v6, v0, v2", 0x7fc00000, 0x40000000, 0, 0x40000000},
    {"v_min_f32 v6, v0, v2", 0x80000000, 0, 0, 0x80000000},
    {"v_max_f32 v6, v0, v2", 0x80000000, 0, 0, 0},
    {"v_mul_legacy_f32 v6, v0, v2", 0, 0x7f800000, 0, 0},
    {"v_fma_f32 v6, v0, v2, v4", 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000},
    {"v_mad_f32 v6, v0, v2, v4", 0x3f800001, 0x3f800001, 0xbf800002, 0},
    {"v_med3_f32 v6, v0, v2, v4", 0x40400000, 0x3f800000, 0x40000000, 0x40000000},
    {"v_rndne_f32 v6, v0", 0x40200000, 0, 0, 0x40000000},
    {"v_fract_f32 v6, v0", 0xbe800000, 0, 0, 0x3f400000},
    {"v_floor_f32 v6, v0", 0xbe800000, 0, 0, 0xbf800000},
    {"v_cvt_i32_f32 v6, v0", 0x4f800000, 0, 0, 0x7fffffff},
    {"v_cvt_u32_f32 v6, v0", 0xbf800000, 0, 0, 0},
    {"v_cvt_i32_f32 v6, v0", 0x7fc00000, 0, 0, 0},
    {"v_cvt_flr_i32_f32 v6, v0", 0xbe800000, 0, 0, 0xffffffff},
    {"v_cvt_f32_ubyte1 v6, v0", 0x0000ff00, 0, 0, 0x437f0000},
    {"v_cvt_off_f32_i4 v6, v0", 8, 0, 0, 0xbf000000},
    {"v_cvt_f16_f32 v6, v0", 0x3fc00000, 0, 0, 0x3e00},
    {"v_cvt_f16_f32 v6, v0", 0x33800000, 0, 0, 1},
    {"v_cvt_f32_f16 v6, v0", 0x0001, 0, 0, 0x33800000},
    {"v_cvt_pkrtz_f16_f32 v6, v0, v2", 0x3f800fff, 0x40000000, 0, 0x40003c00},
    {"v_cvt_pk_i16_i32 v6, v0, v2", 0x12345, 0xffff0000, 0, 0x80007fff},
    {"v_cvt_pk_u8_f32 v6, v0, v2, v4", 0x43800000, 1, 0x11223344, 0x1122ff44},
    {"v_cvt_f64_f32 v[6:7], v0", 0x3f800000, 0, 0, 0x3ff0000000000000},
    {"v_add_f64 v[6:7], v[0:1], v[2:3]", 0x3ff0000000000000, 0x3ff0000000000000, 0,
     0x4000000000000000},
    {"v_mul_f64 v[6:7], v[0:1], 0.5", 0x3ff0000000000000, 0, 0, 0x3fe0000000000000},
    {"v_ldexp_f32 v6, v0, v2", 0x3f800000, 3, 0, 0x41000000},
    {"v_frexp_exp_i32_f32 v6, v0", 0x41000000, 0, 0, 4},
    {"v_frexp_mant_f32 v6, v0", 0x41000000, 0, 0, 0x3f000000},
    {"v_rcp_f32 v6, v0", 0x40000000, 0, 0, 0x3f000000},
    {"v_rsq_f32 v6, v0", 0x40800000, 0, 0, 0x3f000000},
    {"v_exp_f32 v6, v0", 0x40400000, 0, 0, 0x41000000},
    {"v_log_f32 v6, v0", 0x41000000, 0, 0, 0x40400000},
    {"v_sin_f32 v6, v0", 0x3e800000, 0, 0, 0x3f800000},
    {"v_sin_f32 v6, v0", 0xbf000000, 0, 0, 0x80000000},
    {"v_sin_f32 v6, v0", 0x43808000, 0, 0, 0},
    {"v_cos_f32 v6, v0", 0x3e800000, 0, 0, 0},
    {"v_cos_f32 v6, v0", 0x3f000000, 0, 0, 0xbf800000},
    {"v_cos_f32 v6, v0", 0x43808000, 0, 0, 0x3f800000}, /* more than 256 turns */
    {"v_cubeid_f32 v6, v0, v2, v4", 0x3f800000, 0xc0000000, 0x3f000000, 0x40400000},
    {"v_add_f16 v6, v0, v2", 0x3c00, 0x4000, 0, 0x4200},
    {"v_fma_f16 v6, v0, v2, v4", 0x3c01, 0x3c01, 0xbc02, 0x0010},
    {"v_mad_u16 v6, v0, v2, v4", 300, 300, 0, 0x5f90},
    {"v_trig_preop_f64 v[6:7], v[0:1], v2", 0x3ff0000000000000, 0, 0, 0x3fe45f306dc9c882},
    {"v_mov_b32_sdwa v6, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:BYTE_3", 0x12345678, 0, 0,
     0x1200},
    {"v_add_u16_sdwa v6, sext(v0), v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 "
     "src1_sel:WORD_1",
     0xff, 0x50000, 0, 0x40000},
    {"v_mov_b32_sdwa v6, sext(v0) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0", 0x80, 0, 0,
     0xffffff80},
    {"v_qsad_pk_u16_u8 v[6:7], v[0:1], v2, v[4:5]", 0x0807060504030201, 0x04030201, 0,
     0x000c00080004 << 16 | 0},
};

static void vector_instructions_give_the_manuals_results(void **state)
{
    (void)state;
    VECTOR(GCN_GFX803, vector_rows);
}

/* --- between lanes: v0 is the lane's number; v6 is what lane @lane gets --- */
struct lane_row {
    const char *insn;
    unsigned lane;
    uint32_t d;
};
static const struct lane_row lane_rows[] = {
    {"v_mov_b32_dpp v6, v0 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf", 5, 6},
    {"v_mov_b32_dpp v6, v0 row_shl:1 row_mask:0xf bank_mask:0xf", 5, 6},
    {"v_mov_b32_dpp v6, v0 row_shl:1 row_mask:0xf bank_mask:0xf", 15, 99},
    {"v_mov_b32_dpp v6, v0 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0", 15, 0},
    {"v_mov_b32_dpp v6, v0 row_shr:2 row_mask:0xf bank_mask:0xf", 18, 16},
    {"v_mov_b32_dpp v6, v0 row_ror:1 row_mask:0xf bank_mask:0xf", 16, 31},
    {"v_mov_b32_dpp v6, v0 wave_shl:1 row_mask:0xf bank_mask:0xf", 31, 32},
    {"v_mov_b32_dpp v6, v0 wave_ror:1 row_mask:0xf bank_mask:0xf", 0, 63},
    {"v_mov_b32_dpp v6, v0 wave_ror:1 row_mask:0xf bank_mask:0xf", 32, 31},
    {"v_mov_b32_dpp v6, v0 wave_rol:1 row_mask:0xf bank_mask:0xf", 63, 0},
    {"v_mov_b32_dpp v6, v0 wave_rol:1 row_mask:0xf bank_mask:0xf", 31, 32},
    {"v_mov_b32_dpp v6, v0 wave_shr:1 row_mask:0xf bank_mask:0xf", 32, 31},
    {"v_mov_b32_dpp v6, v0 wave_shr:1 row_mask:0xf bank_mask:0xf", 0, 99},
    {"v_mov_b32_dpp v6, v0 wave_shl:1 row_mask:0xf bank_mask:0xf", 63, 99},
    {"v_mov_b32_dpp v6, v0 row_shr:15 row_mask:0xf bank_mask:0xf", 31, 16},
    {"v_mov_b32_dpp v6, v0 row_shr:15 row_mask:0xf bank_mask:0xf", 30, 99},
    {"v_mov_b32_dpp v6, v0 row_shl:15 row_mask:0xf bank_mask:0xf", 16, 31},
    {"v_mov_b32_dpp v6, v0 row_ror:15 row_mask:0xf bank_mask:0xf", 31, 16},
    {"v_mov_b32_dpp v6, v0 row_bcast:15 row_mask:0xa bank_mask:0xf", 40, 99},
    {"v_mov_b32_dpp v6, v0 row_bcast:15 row_mask:0xa bank_mask:0xf", 48, 47},
    {"v_mov_b32_dpp v6, v0 row_half_mirror row_mask:0xf bank_mask:0xf", 12, 11},
    {"v_mov_b32_dpp v6, v0 row_mirror row_mask:0xf bank_mask:0xf", 17, 30},
    {"v_mov_b32_dpp v6, v0 row_half_mirror row_mask:0xf bank_mask:0xf", 1, 6},
    {"v_mov_b32_dpp v6, v0 row_bcast:15 row_mask:0xa bank_mask:0xf", 20, 15},
    {"v_mov_b32_dpp v6, v0 row_bcast:31 row_mask:0xc bank_mask:0xf", 40, 31},
    {"v_mov_b32_dpp v6, v0 quad_perm:[0,0,0,0] row_mask:0x1 bank_mask:0xf", 17, 99},
    {"v_mov_b32_dpp v6, v0 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0x1", 5, 99},
    {"ds_swizzle_b32 v6, v0 offset:swizzle(BITMASK_PERM,\"00p11\")", 4, 7},
    {"ds_swizzle_b32 v6, v0 offset:swizzle(QUAD_PERM,1,0,3,2)", 6, 7},
    {"v_lshlrev_b32 v1, 2, v0\nv_xor_b32 v1, 4, v1\nds_bpermute_b32 v6, v1, v0", 8, 9},
    {"v_lshlrev_b32 v1, 2, v0\nv_add_u32 v1, vcc, 4, v1\nds_permute_b32 v6, v1, v0", 8, 7},
    {"v_mbcnt_lo_u32_b32 v6, -1, 0\nv_mbcnt_hi_u32_b32 v6, -1, v6", 40, 40},
    {"v_readlane_b32 s4, v0, 9\nv_mov_b32 v6, s4", 1, 9},
    {"s_mov_b32 s4, 7\ns_mov_b32 m0, 3\nv_writelane_b32 v6, s4, 5", 5, 7},
    {"s_mov_b64 exec, 0xf0\nv_readfirstlane_b32 s4, v0\ns_mov_b64 exec, -1\nv_mov_b32 v6, s4", 0,
     4},
    {"s_mov_b32 m0, 2\nv_mov_b32 v3, 55\nv_movrels_b32 v6, v1", 3, 55},
    {"s_mov_b32 m0, 2\nv_movreld_b32 v4, v0", 3, 3},
    {"s_mov_b32 m0, 2\nv_mov_b32 v3, 55\nv_movrelsd_b32 v4, v1", 3, 55},
    {"s_set_gpr_idx_on 3, gpr_idx(SRC0)\nv_mov_b32 v3, 1\nv_mov_b32 v6, v0\ns_set_gpr_idx_off", 3,
     1},
};

static void lanes_read_one_another(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lane_rows / sizeof *lane_rows; i++) {
        const struct lane_row *r = &lane_rows[i];
        char text[500];
        snprintf(text, sizeof text, "v_mov_b32 v6, 0x63\nv_mov_b32 v3, 0\n%s\ns_endpgm", r->insn);
        struct gcn *m = gcn_run_text(GCN_GFX803, text);
        uint32_t d = m->waves->v[6 * GCN_LANES + r->lane];
        if (d != r->d)
            fail_msg("%s: lane %u gets %u, not %u", r->insn, r->lane, d, r->d);
        gcn_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_instructions_give_the_manuals_results),
        cmocka_unit_test(vector_instructions_give_the_manuals_results),
        cmocka_unit_test(lanes_read_one_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
