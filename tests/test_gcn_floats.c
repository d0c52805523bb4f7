/* Vector instructions of floats of 16, 32 and 64 bits: each with results that are exact, special
 * numbers, rounding modes, the parts of a division, cube maps. */
#include "tests/gcn_run.h"

#define BIT "\nv_cndmask_b32_e64 v7, 0, 1, vcc" /* v7: the bit of VCC */
#define BIT6 "\nv_cndmask_b32_e64 v6, 0, 1, vcc"
#define ROUND(m) "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), " #m "\n" /* f32 1:0, others 3:2 */
#define DENORMALS(m) "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), " #m "\n"

static void halves(void **state)
{
    static const struct vector_row rows[] = {
        {"v_rcp_f16 v6, v0", 0x4000, 0, 0, 0x3800},
        {"v_sqrt_f16 v6, v0", 0x4400, 0, 0, 0x4000},
        {"v_rsq_f16 v6, v0", 0x4400, 0, 0, 0x3800},
        {"v_log_f16 v6, v0", 0x4800, 0, 0, 0x4200},
        {"v_exp_f16 v6, v0", 0x4200, 0, 0, 0x4800},
        {"v_floor_f16 v6, v0", 0xb800, 0, 0, 0xbc00},
        {"v_ceil_f16 v6, v0", 0xb800, 0, 0, 0x8000},
        {"v_ceil_f16 v6, v0", 0x3800, 0, 0, 0x3c00},
        {"v_trunc_f16 v6, v0", 0xbe00, 0, 0, 0xbc00},
        {"v_rndne_f16 v6, v0", 0x4100, 0, 0, 0x4000},
        {"v_rndne_f16 v6, v0", 0x4300, 0, 0, 0x4400},
        {"v_fract_f16 v6, v0", 0xb400, 0, 0, 0x3a00},
        {"v_fract_f16 v6, v0", 0x8001, 0, 0, 0x3bff},
        {"v_sin_f16 v6, v0", 0x3400, 0, 0, 0x3c00},
        {"v_sin_f16 v6, v0", 0x5c04, 0, 0, 0},
        {"v_cos_f16 v6, v0", 0x3800, 0, 0, 0xbc00},
        {"v_cos_f16 v6, v0", 0x5c04, 0, 0, 0x3c00},
        {"v_frexp_mant_f16 v6, v0", 0x4800, 0, 0, 0x3800},
        {"v_frexp_mant_f16 v6, v0", 0x7c00, 0, 0, 0x7c00},
        {"v_frexp_exp_i16_f16 v6, v0", 0x4800, 0, 0, 4},
        {"v_frexp_exp_i16_f16 v6, v0", 0x3400, 0, 0, 0xffff},
        {"v_frexp_exp_i16_f16 v6, v0", 0x7c00, 0, 0, 0},
        {"v_ldexp_f16 v6, v0, v2", 0x3c00, 3, 0, 0x4800},
        {"v_ldexp_f16 v6, v0, v2", 0x3c00, 200, 0, 0x7c00},
        {"v_sub_f16 v6, v0, v2", 0x4000, 0x3c00, 0, 0x3c00},
        {"v_subrev_f16 v6, v0, v2", 0x4000, 0x3c00, 0, 0xbc00},
        {"v_min_f16 v6, v0, v2", 0x7e00, 0x3c00, 0, 0x3c00},
        {"v_min_f16 v6, v0, v2", 0x3c00, 0x7e00, 0, 0x3c00},
        {"v_min_f16 v6, v0, v2", 0, 0x8000, 0, 0x8000},
        {"v_min_f16 v6, v0, v2", 0x3c00, 0x4000, 0, 0x3c00},
        {"v_max_f16 v6, v0, v2", 0x7e00, 0x3c00, 0, 0x3c00},
        {"v_max_f16 v6, v0, v2", 0x3c00, 0x7e00, 0, 0x3c00},
        {"v_max_f16 v6, v0, v2", 0x8000, 0, 0, 0},
        {"v_max_f16 v6, v0, v2", 0, 0x8000, 0, 0},
        {"v_min_f16 v6, v0, v2", 0x8000, 0, 0, 0x8000},
        {"v_max_f16 v6, v0, v2", 0x4000, 0x3c00, 0, 0x4000},
        {"v_mad_f16 v6, v0, v2, v4", 0x4000, 0x4200, 0x3c00, 0x4700},
        {"v_mac_f16 v6, v0, v2", 0x4000, 0x4200, 0, 0x4600},
        {"v_madmk_f16 v6, v0, 0x4200, v2", 0x4000, 0x3c00, 0, 0x4700},
        {"v_madak_f16 v6, v0, v2, 0x3c00", 0x4000, 0x4200, 0, 0x4700},
        /* a sum that no double holds: it is rounded once */
        {ROUND(4) "v_fma_f16 v6, v0, v2, v4", 1, 1, 0x7800, 0x7801},
        {ROUND(8) "v_fma_f16 v6, v0, v2, v4", 1, 1, 0x7800, 0x7800},
        {ROUND(8) "v_fma_f16 v6, v0, v2, v4", 0x8001, 1, 0x7800, 0x77ff},
        {ROUND(12) "v_fma_f16 v6, v0, v2, v4", 0x8001, 1, 0x7800, 0x77ff},
        {ROUND(12) "v_fma_f16 v6, v0, v2, v4", 1, 1, 0xf800, 0xf7ff},
        {"v_fma_f16 v6, v0, v2, v4", 1, 1, 0x7800, 0x7800},
        {ROUND(4) "v_add_f16 v6, v0, v2", 0x3c00, 0x0c00, 0, 0x3c01},
        {ROUND(8) "v_add_f16 v6, v0, v2", 0x3c00, 0x0c00, 0, 0x3c00},
        {ROUND(12) "v_add_f16 v6, v0, v2", 0x3c00, 0x0c00, 0, 0x3c00},
        {ROUND(4) "v_add_f16 v6, v0, v2", 0xbc00, 0x8c00, 0, 0xbc00},
        {ROUND(8) "v_add_f16 v6, v0, v2", 0xbc00, 0x8c00, 0, 0xbc01},
        {ROUND(12) "v_add_f16 v6, v0, v2", 0xbc00, 0x8c00, 0, 0xbc00},
        {"v_add_f16 v6, v0, v2", 0x3c00, 0x1000, 0, 0x3c00},
        {"v_add_f16 v6, v0, v2", 0x3c01, 0x1000, 0, 0x3c02},
        /* beyond the greatest, below the least */
        {"v_add_f16 v6, v0, v2", 0x7bff, 0x7bff, 0, 0x7c00},
        {ROUND(12) "v_add_f16 v6, v0, v2", 0x7bff, 0x7bff, 0, 0x7bff},
        {ROUND(4) "v_add_f16 v6, v0, v2", 0xfbff, 0xfbff, 0, 0xfbff},
        {ROUND(8) "v_add_f16 v6, v0, v2", 0xfbff, 0xfbff, 0, 0xfc00},
        {"v_mul_f16 v6, v0, v2", 0x0400, 0x3800, 0, 0x0200},
        {DENORMALS(0) "v_mul_f16 v6, v0, v2", 0x0400, 0x3800, 0, 0},
        {DENORMALS(0) "v_mul_f16 v6, v0, v2", 0x0001, 0x7800, 0, 0},
        {DENORMALS(4) "v_mul_f16 v6, v0, v2", 0x0001, 0x7800, 0, 0x1800},
        {DENORMALS(8) "v_mul_f16 v6, v0, v2", 0x0400, 0x3800, 0, 0x0200},
        /* a quotient: sign of both, zeros, infinities, no number */
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x4200, 0x4600, 0x4000},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0xc200, 0x4600, 0xc000},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0xc000, 0xc200, 0xc600, 0x4000},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0, 0, 0xfe00},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x7c00, 0xfc00, 0xfe00},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0, 0x3c00, 0x7c00},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0, 0xbc00, 0xfc00},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x3c00, 0x7c00, 0x7c00},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x7c00, 0x3c00, 0},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x3c00, 0x8000, 0x8000},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x3c00, 0x7e00, 0x7e00},
        {"v_div_fixup_f16 v6, v0, v2, v4", 0x4000, 0x7e00, 0x3c00, 0x7e00},
    };
    (void)state;
    VECTOR(GCN_GFX803, rows);
}

#define DIV_SCALE "v_div_scale_f32 v6, vcc, v0, v2, v4" BIT
#define UP UINT64_C(0x100000000) /* VCC is set */

static void singles(void **state)
{
    static const struct vector_row rows[] = {
        {"v_sub_f32 v6, v0, v2", 0x40000000, 0x3f800000, 0, 0x3f800000},
        {"v_subrev_f32 v6, v0, v2", 0x40000000, 0x3f800000, 0, 0xbf800000},
        {"v_mac_f32 v6, v0, v2", 0x40000000, 0x40400000, 0, 0x40c00000},
        {"v_madmk_f32 v6, v0, 0x40400000, v2", 0x40000000, 0x3f800000, 0, 0x40e00000},
        {"v_madak_f32 v6, v0, v2, 0x3f800000", 0x40000000, 0x40400000, 0, 0x40e00000},
        {"v_mad_legacy_f32 v6, v0, v2, v4", 0, 0x7f800000, 0x40a00000, 0x40a00000},
        {"v_mad_legacy_f32 v6, v0, v2, v4", 0x7f800000, 0x80000000, 0x40a00000, 0x40a00000},
        {"v_mad_legacy_f32 v6, v0, v2, v4", 0x40000000, 0x40400000, 0x3f800000, 0x40e00000},
        {"v_mul_legacy_f32 v6, v0, v2", 0x40000000, 0x40400000, 0, 0x40c00000},
        {"v_exp_legacy_f32 v6, v0", 0x40400000, 0, 0, 0x41000000},
        {"v_log_legacy_f32 v6, v0", 0x41000000, 0, 0, 0x40400000},
        {"v_sqrt_f32 v6, v0", 0x40800000, 0, 0, 0x40000000},
        {"v_rcp_iflag_f32 v6, v0", 0x40000000, 0, 0, 0x3f000000},
        {"v_trunc_f32 v6, v0", 0xbfc00000, 0, 0, 0xbf800000},
        {"v_ceil_f32 v6, v0", 0xbf000000, 0, 0, 0x80000000},
        {"v_floor_f32 v6, v0", 0x3fc00000, 0, 0, 0x3f800000},
        {"v_fract_f32 v6, v0", 0xb3000000, 0, 0, 0x3f7fffff},
        {"v_rndne_f32 v6, v0", 0x40600000, 0, 0, 0x40800000},
        {"v_rndne_f32 v6, v0", 0x3f000000, 0, 0, 0},
        {"v_rndne_f32 v6, v0", 0x3f000001, 0, 0, 0x3f800000},
        {"v_rndne_f32 v6, v0", 0x3effffff, 0, 0, 0},
        {"v_rndne_f32 v6, v0", 0xbe800000, 0, 0, 0x80000000},
        {"v_rndne_f32 v6, v0", 0x40200000, 0, 0, 0x40000000},
        {"v_rndne_f32 v6, v0", 0x4b000001, 0, 0, 0x4b000001},
        {"v_rndne_f32 v6, v0", 0xbf000000, 0, 0, 0x80000000},
        {"v_rndne_f32 v6, v0", 0x3f400000, 0, 0, 0x3f800000},
        {"v_rndne_f32 v6, v0", 0xbfc00000, 0, 0, 0xc0000000},
        {ROUND(3) "v_rndne_f32 v6, v0", 0x3f400000, 0, 0, 0x3f800000},
        {"v_sin_f32 v6, v0", 0x7f800000, 0, 0, 0x7fc00000},
        {"v_sin_f32 v6, v0", 0x43800000, 0, 0, 0},
        {"v_cos_f32 v6, v0", 0x43800000, 0, 0, 0x3f800000},
        {"v_ldexp_f32 v6, v0, v2", 0x3f800000, 0xfffffffd, 0, 0x3e000000},
        {"v_ldexp_f32 v6, v0, v2", 0x3f800000, 5000, 0, 0x7f800000},
        {"v_ldexp_f32 v6, v0, v2", 0x3f800000, 0xffffe000, 0, 0},
        {"v_frexp_exp_i32_f32 v6, v0", 0x3e800000, 0, 0, 0xffffffff},
        {"v_frexp_exp_i32_f32 v6, v0", 0x7f800000, 0, 0, 0},
        {"v_frexp_mant_f32 v6, v0", 0xff800000, 0, 0, 0xff800000},
        {ROUND(1) "v_add_f32 v6, v0, v2", 0x3f800000, 0x2f800000, 0, 0x3f800001},
        {ROUND(2) "v_add_f32 v6, v0, v2", 0x3f800000, 0x2f800000, 0, 0x3f800000},
        {ROUND(2) "v_add_f32 v6, v0, v2", 0xbf800000, 0xaf800000, 0, 0xbf800001},
        {ROUND(3) "v_add_f32 v6, v0, v2", 0xbf800000, 0xaf800000, 0, 0xbf800000},
        {DENORMALS(0) "v_mul_f32 v6, v0, v2", 0x00800000, 0x3f000000, 0, 0},
        {DENORMALS(1) "v_mul_f32 v6, v0, v2", 0x00000001, 0x7f000000, 0, 0x34800000},
        {DENORMALS(2) "v_mul_f32 v6, v0, v2", 0x00000001, 0x7f000000, 0, 0},
        {DENORMALS(2) "v_mul_f32 v6, v0, v2", 0x00800000, 0x3f000000, 0, 0x00400000},
        /* scaling before a division: a is the denominator b, or the numerator c */
        {DIV_SCALE, 0x3f800000, 0, 0x3f800000, 0x7fc00000},
        {DIV_SCALE, 0x3f800000, 0x3f800000, 0, 0x7fc00000},
        {DIV_SCALE, 0x3f800000, 0x3f800000, 0x71800000, 0x5f800000 | UP},
        {DIV_SCALE, 0x71800000, 0x3f800000, 0x71800000, 0x71800000 | UP},
        {DIV_SCALE, 0x3f800000, 0x3f800000, 0x6f800000, 0x5f800000 | UP}, /* 2^96 */
        {DIV_SCALE, 0x3f800000, 0x3f800000, 0x6f000000, 0x3f800000},      /* 2^95 */
        {DIV_SCALE, 0x00000001, 0x00000001, 0x21800000, 0x15000000},
        {DIV_SCALE, 0x21800000, 0x00000001, 0x21800000, 0x41800000},
        {DIV_SCALE, 0x3f800000, 0x7f000000, 0x3f800000, 0x3f800000 | UP},
        {DIV_SCALE, 0x7f000000, 0x7f000000, 0x3f800000, 0x7f800000 | UP},
        {DIV_SCALE, 0x7f000000, 0x7f000000, 0x44800000, 0x5f000000},
        {DIV_SCALE, 0x44800000, 0x7f000000, 0x44800000, 0x24800000},
        {DIV_SCALE, 0x30800000, 0x71800000, 0x30800000, 0x50800000 | UP},
        {DIV_SCALE, 0x71800000, 0x71800000, 0x30800000, 0x71800000 | UP},
        {DIV_SCALE, 0x0b800000, 0x3f800000, 0x0b800000, 0x2b800000}, /* exponent 23 */
        {DIV_SCALE, 0x0c000000, 0x3f800000, 0x0c000000, 0x0c000000}, /* 24 */
        {DIV_SCALE, 0x3f800000, 0x3f800000, 0x0b800000, 0x5f800000},
        {DIV_SCALE, 0x40400000, 0x40400000, 0x40c00000, 0x40400000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0xc0400000, 0x40c00000, 0xc0000000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0xc0000000, 0xc0400000, 0xc0c00000, 0x40000000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0, 0x80000000, 0xffc00000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0x7f800000, 0x7f800000, 0xffc00000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0, 0xbf800000, 0xff800000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0x3f800000, 0x7f800000, 0x7f800000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0xff800000, 0x3f800000, 0x80000000},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0x3f800000, 0, 0},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0x3f800000, 0x7fc00001, 0x7fc00001},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0x7fc00002, 0x3f800000, 0x7fc00002},
        {"v_div_fixup_f32 v6, v0, v2, v4", 0x40000000, 0x7fc00002, 0x7fc00001, 0x7fc00001},
    };
    (void)state;
    VECTOR(GCN_GFX803, rows);
    static const struct vector_row seven[] = {
        {"v_log_clamp_f32 v6, v0", 0, 0, 0, 0xff7fffff},
        {"v_log_clamp_f32 v6, v0", 0x41000000, 0, 0, 0x40400000},
        {"v_rcp_clamp_f32 v6, v0", 0x80000000, 0, 0, 0xff7fffff},
        {"v_rcp_clamp_f32 v6, v0", 0x40000000, 0, 0, 0x3f000000},
        {"v_rsq_clamp_f32 v6, v0", 0, 0, 0, 0x7f7fffff},
        {"v_rsq_clamp_f32 v6, v0", 0x40800000, 0, 0, 0x3f000000},
        {"v_rcp_legacy_f32 v6, v0", 0x80000000, 0, 0, 0x80000000},
        {"v_rcp_legacy_f32 v6, v0", 0x7f800000, 0, 0, 0},
        {"v_rcp_legacy_f32 v6, v0", 0x40000000, 0, 0, 0x3f000000},
        {"v_rsq_legacy_f32 v6, v0", 0, 0, 0, 0},
        {"v_rsq_legacy_f32 v6, v0", 0x7f800000, 0, 0, 0},
        {"v_rsq_legacy_f32 v6, v0", 0x40800000, 0, 0, 0x3f000000},
        {"v_min_legacy_f32 v6, v0, v2", 0x3f800000, 0x40000000, 0, 0x3f800000},
        {"v_min_legacy_f32 v6, v0, v2", 0x7fc00000, 0x40000000, 0, 0x40000000},
        {"v_max_legacy_f32 v6, v0, v2", 0x3f800000, 0x40000000, 0, 0x40000000},
        {"v_max_legacy_f32 v6, v0, v2", 0x40000000, 0x3f800000, 0, 0x40000000},
        {"v_max_legacy_f32 v6, v0, v2", 0, 0x80000000, 0, 0},
        {"v_mac_legacy_f32 v6, v0, v2", 0, 0x7f800000, 0, 0},
        {"v_mullit_f32 v6, v0, v2, v4", 0x40000000, 0x40400000, 0x3f800000, 0x40c00000},
        {"v_mullit_f32 v6, v0, v2, v4", 0x40000000, 0xff7fffff, 0x3f800000, 0xff7fffff},
        {"v_mullit_f32 v6, v0, v2, v4", 0x40000000, 0x40400000, 0, 0xff7fffff},
    };
    VECTOR(GCN_GFX700, seven);
}

#define SCALE64 "v_div_scale_f64 v[6:7], vcc, v[0:1], v[2:3], v[4:5]"
#define FIX64 "v_div_fixup_f64 v[6:7], v[0:1], v[2:3], v[4:5]"
#define ONE64 UINT64_C(0x3ff0000000000000)
#define TWO64 UINT64_C(0x4000000000000000)

static void doubles(void **state)
{
    static const struct vector_row rows[] = {
        {"v_trunc_f64 v[6:7], v[0:1]", 0xbff8000000000000, 0, 0, 0xbff0000000000000},
        {"v_ceil_f64 v[6:7], v[0:1]", 0xbfe0000000000000, 0, 0, 0x8000000000000000},
        {"v_ceil_f64 v[6:7], v[0:1]", 0x3fe0000000000000, 0, 0, ONE64},
        {"v_floor_f64 v[6:7], v[0:1]", 0xbfe0000000000000, 0, 0, 0xbff0000000000000},
        {"v_fract_f64 v[6:7], v[0:1]", 0xbfd0000000000000, 0, 0, 0x3fe8000000000000},
        {"v_fract_f64 v[6:7], v[0:1]", 0x8000000000000001, 0, 0, 0x3fefffffffffffff},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x4004000000000000, 0, 0, TWO64},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x400c000000000000, 0, 0, 0x4010000000000000},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x3fe0000000000000, 0, 0, 0},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x3fe0000000000001, 0, 0, 0x3ff0000000000000},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x3fdfffffffffffff, 0, 0, 0},
        {"v_rndne_f64 v[6:7], v[0:1]", 0xbff8000000000000, 0, 0, 0xc000000000000000},
        {"v_rndne_f64 v[6:7], v[0:1]", 0xbfe0000000000000, 0, 0, 0x8000000000000000},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x4340000000000001, 0, 0, 0x4340000000000001},
        {"v_rndne_f64 v[6:7], v[0:1]", 0xbfe0000000000000, 0, 0, 0x8000000000000000},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x3fe8000000000000, 0, 0, ONE64},
        {"v_rndne_f64 v[6:7], v[0:1]", 0xbff8000000000000, 0, 0, 0xc000000000000000},
        {"v_rndne_f64 v[6:7], v[0:1]", 0x7ff8000000000001, 0, 0, 0x7ff8000000000001},
        {"v_sqrt_f64 v[6:7], v[0:1]", 0x4010000000000000, 0, 0, TWO64},
        {"v_rcp_f64 v[6:7], v[0:1]", TWO64, 0, 0, 0x3fe0000000000000},
        {"v_rsq_f64 v[6:7], v[0:1]", 0x4010000000000000, 0, 0, 0x3fe0000000000000},
        {"v_ldexp_f64 v[6:7], v[0:1], v2", ONE64, 3, 0, 0x4020000000000000},
        {"v_ldexp_f64 v[6:7], v[0:1], v2", ONE64, 5000, 0, 0x7ff0000000000000},
        {"v_ldexp_f64 v[6:7], v[0:1], v2", ONE64, 0xffffec00, 0, 0},
        {"v_ldexp_f64 v[6:7], v[0:1], v2", 0x0000000000000001, 2097, 0, 0x7fe0000000000000},
        {"v_frexp_mant_f64 v[6:7], v[0:1]", 0x4020000000000000, 0, 0, 0x3fe0000000000000},
        {"v_frexp_mant_f64 v[6:7], v[0:1]", 0xfff0000000000000, 0, 0, 0xfff0000000000000},
        {"v_frexp_exp_i32_f64 v6, v[0:1]", 0x4020000000000000, 0, 0, 4},
        {"v_frexp_exp_i32_f64 v6, v[0:1]", 0x7ff0000000000000, 0, 0, 0},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", 0x7ff8000000000000, ONE64, 0, ONE64},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x7ff8000000000000, 0, ONE64},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", 0, 0x8000000000000000, 0, 0x8000000000000000},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", 0x8000000000000000, 0, 0, 0x8000000000000000},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", TWO64, ONE64, 0, ONE64},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", 0x7ff0000000000001, ONE64, 0, 0x7ff8000000000001},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x7ff0000000000002, 0, 0x7ff8000000000002},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", 0x7ff0000000000000, ONE64, 0, ONE64},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x7ff0000000000000, 0, ONE64},
        {"v_min_f64 v[6:7], v[0:1], v[2:3]", 0x7ff0000000000000, 0x7ff8000000000000, 0,
         0x7ff0000000000000},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", 0xfff0000000000000, ONE64, 0, ONE64},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0xfff0000000000000, 0, ONE64},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", 0x7ff8000000000000, ONE64, 0, ONE64},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x7ff8000000000000, 0, ONE64},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", 0x8000000000000000, 0, 0, 0},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", 0, 0x8000000000000000, 0, 0},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", 0, 0x8000000000000000, 0, 0},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", ONE64, TWO64, 0, TWO64},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", 0xfff0000000000001, ONE64, 0, 0xfff8000000000001},
        {"v_max_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x7ff0000000000002, 0, 0x7ff8000000000002},
        {ROUND(4) "v_add_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x3c00000000000000, 0,
         0x3ff0000000000001},
        {ROUND(8) "v_add_f64 v[6:7], v[0:1], v[2:3]", ONE64, 0x3c00000000000000, 0, ONE64},
        /* as of singles, with other limits */
        {SCALE64, ONE64, 0, ONE64, 0x7ff8000000000000},
        {SCALE64, ONE64, ONE64, 0, 0x7ff8000000000000},
        {SCALE64, ONE64, ONE64, 0x6ff0000000000000, 0x47f0000000000000}, /* 2^768 */
        {SCALE64 BIT6, ONE64, ONE64, 0x6ff0000000000000, 0x47f0000000000001},
        {SCALE64, 0x6ff0000000000000, ONE64, 0x6ff0000000000000, 0x6ff0000000000000},
        {SCALE64, ONE64, ONE64, 0x6fe0000000000000, ONE64}, /* 2^767 */
        {SCALE64 BIT6, ONE64, ONE64, 0x6fe0000000000000, ONE64},
        {SCALE64, 1, 1, 0x1ff0000000000000, 0x04d0000000000000},
        {SCALE64, ONE64, 0x7fe0000000000000, ONE64, ONE64},
        {SCALE64 BIT6, ONE64, 0x7fe0000000000000, ONE64, ONE64 + 1},
        {SCALE64, 0x7fe0000000000000, 0x7fe0000000000000, ONE64, 0x7ff0000000000000},
        {SCALE64, 0x4090000000000000, 0x7fe0000000000000, 0x4090000000000000, 0x3890000000000000},
        {SCALE64, 0x2000000000000000, 0x6010000000000000, 0x2000000000000000, 0x2800000000000000},
        {SCALE64 BIT6, 0x2000000000000000, 0x6010000000000000, 0x2000000000000000,
         0x2800000000000001},
        {SCALE64, 0x6010000000000000, 0x6010000000000000, 0x2000000000000000, 0x6010000000000000},
        {SCALE64, 0x0350000000000000, ONE64, 0x0350000000000000, 0x0b50000000000000}, /* 53 */
        {SCALE64, 0x0360000000000000, ONE64, 0x0360000000000000, 0x0360000000000000}, /* 54 */
        {FIX64, TWO64, 0xc008000000000000, 0x4018000000000000, 0xc000000000000000},
        {FIX64, TWO64, 0, 0, 0xfff8000000000000},
        {FIX64, TWO64, 0x7ff0000000000000, 0xfff0000000000000, 0xfff8000000000000},
        {FIX64, TWO64, 0, 0xbff0000000000000, 0xfff0000000000000},
        {FIX64, TWO64, ONE64, 0x7ff0000000000000, 0x7ff0000000000000},
        {FIX64, TWO64, 0xfff0000000000000, ONE64, 0x8000000000000000},
        {FIX64, TWO64, ONE64, 0, 0},
        {FIX64, TWO64, ONE64, 0x7ff8000000000001, 0x7ff8000000000001},
        {FIX64, TWO64, 0x7ff8000000000002, ONE64, 0x7ff8000000000002},
        {FIX64, TWO64, 0x7ff8000000000002, 0x7ff8000000000001, 0x7ff8000000000001},
        {"v_trig_preop_f64 v[6:7], v[0:1], v2", ONE64, 1, 0, 0x3c94a7f09d5f47d4},
    };
    (void)state;
    VECTOR(GCN_GFX803, rows);
    static const struct vector_row seven[] = {
        {"v_rcp_clamp_f64 v[6:7], v[0:1]", 0x8000000000000000, 0, 0, 0xffefffffffffffff},
        {"v_rcp_clamp_f64 v[6:7], v[0:1]", TWO64, 0, 0, 0x3fe0000000000000},
        {"v_rsq_clamp_f64 v[6:7], v[0:1]", 0, 0, 0, 0x7fefffffffffffff},
        {"v_rsq_clamp_f64 v[6:7], v[0:1]", 0x4010000000000000, 0, 0, 0x3fe0000000000000},
    };
    VECTOR(GCN_GFX700, seven);
}

/* Each face of a cube: its number, the coordinates on it, twice the major axis. */
static void cube_maps(void **state)
{
    static const struct {
        float x, y, z, id, s, t, axis;
    } rows[] = {
        {4, 1, -2, 0, 2, -1, 8},  {-4, 1, -2, 1, -2, -1, -8}, {1, 4, -2, 2, 1, -2, 8},
        {1, -4, -2, 3, 1, 2, -8}, {1, -2, 4, 4, 1, 2, 8},     {1, -2, -4, 5, -1, 2, -8},
        {3, 3, 3, 4, 3, -3, 6},   {3, 3, -3, 5, -3, -3, -6},  {3, 3, 1, 2, 3, 1, 6},
        {3, -3, 1, 3, 3, -1, -6}, {3, 1, 3, 4, 3, -1, 6},     {0, 0, 0, 4, 0, -0.0f, 0},
    };
    static const char *const names[] = {"id", "sc", "tc", "ma"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 4; k++) {
            char insn[60];
            uint32_t v[7];
            memcpy(v, &rows[i], sizeof v);
            snprintf(insn, sizeof insn, "v_cube%s_f32 v6, v0, v2, v4", names[k]);
            struct vector_row row = {insn, v[0], v[1], v[2], v[3 + k]};
            gcn_vector_rows(GCN_GFX803, &row, 1);
        }
}

/* What an instruction leaves in TRAPSTS; v_clrexcp takes it away. */
static void exceptions_are_noted(void **state)
{
    enum {
        INVALID = 1,
        DENORMAL = 2,
        DIV0 = 4,
        OVERFLOW = 8,
        UNDERFLOW = 16,
        INEXACT = 32,
        INT = 64
    };
    static const struct vector_row rows[] = {
        {"v_add_f16 v6, v0, v2", 0x3c00, 0x0c00, 0, INEXACT},
        {"v_add_f16 v6, v0, v2", 0x3c00, 0x3c00, 0, 0},
        {"v_add_f16 v6, v0, v2", 0x7bff, 0x7bff, 0, OVERFLOW | INEXACT},
        {"v_mul_f16 v6, v0, v2", 0x0401, 0x3800, 0, UNDERFLOW | INEXACT},
        {"v_add_f32 v6, v0, v2", 0x3f800000, 0x2f800000, 0, INEXACT},
        {"v_mul_f32 v6, v0, v2", 0x7f000000, 0x7f000000, 0, OVERFLOW | INEXACT},
        {"v_mul_f32 v6, v0, v2", 0x7f800000, 0, 0, INVALID},
        {"v_rcp_iflag_f32 v6, v0", 0, 0, 0, INT},
        {"v_rcp_iflag_f32 v6, v0", 0x40000000, 0, 0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v0, 1.0\nv_rcp_iflag_f32 v6, v0\ns_mov_b64 exec, -1", 0, 0,
         0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v0, 0\nv_rcp_iflag_f32 v6, v0\ns_mov_b64 exec, -1",
         0x3f800000, 0, 0, INT},
        {"s_mov_b64 exec, 4\nv_mov_b32 v0, 0\nv_mov_b32 v1, 0\nv_cvt_i32_f64 v6, v[0:1]\n"
         "s_mov_b64 exec, -1",
         0x3ff8000000000000, 0, 0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v1, -1\nv_cvt_u32_f64 v6, v[0:1]\ns_mov_b64 exec, -1", 0, 0,
         0, INVALID},
        {"s_mov_b64 exec, 0\nv_rcp_iflag_f32 v6, v0\ns_mov_b64 exec, -1", 0, 0, 0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v0, 1.0\nv_cvt_i32_f32 v6, v0\ns_mov_b64 exec, -1",
         0x3fc00000, 0, 0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v0, 1.0\nv_cvt_u32_f32 v6, v0\ns_mov_b64 exec, -1",
         0x3fc00000, 0, 0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v2, 0\nv_add_f16 v6, v0, v2\ns_mov_b64 exec, -1", 0x3c00,
         0x0c00, 0, 0},
        {"s_mov_b64 exec, 0\nv_cmp_u_f64 vcc, v[0:1], v[2:3]\ns_mov_b64 exec, -1", 0,
         0x7ff0000000000001, 0, 0},
        {"v_cvt_i32_f32 v6, v0", 0x3fc00000, 0, 0, INEXACT},
        {"v_cvt_i32_f32 v6, v0", 0x4f000000, 0, 0, INVALID},
        {"v_cvt_i32_f32 v6, v0", 0xcf000000, 0, 0, 0},
        {"v_cvt_u32_f32 v6, v0", 0xbf800000, 0, 0, INVALID},
        {"v_cvt_u32_f32 v6, v0", 0x4f800000, 0, 0, INVALID},
        {"v_cvt_u32_f32 v6, v0", 0xbf000000, 0, 0, INEXACT},
        {"v_cmp_lt_f32 vcc, v0, v2", 0x7fc00000, 0, 0, 0},
        {"v_cmp_lt_f32 vcc, v0, v2", 0x7f800001, 0, 0, INVALID},
        {"v_cmp_nge_f64 vcc, v[0:1], v[2:3]", 0x7ff8000000000000, 0, 0, 0},
        {"v_cmp_nge_f64 vcc, v[0:1], v[2:3]", 0, 0x7ff0000000000001, 0, INVALID},
        {"v_cmp_u_f32 vcc, v0, v2", 0, 0xff800001, 0, INVALID},
        {"v_cmp_u_f16 vcc, v0, v2", 0, 0x7d00, 0, 0},
        {"s_mov_b64 exec, 0\nv_cmp_u_f32 vcc, v0, v2\ns_mov_b64 exec, -1", 0, 0xff800001, 0, 0},
        /* only lanes that execute raise */
        {"s_mov_b64 exec, 4\nv_mov_b32 v2, 1.0\nv_mul_f32 v6, v0, v2\ns_mov_b64 exec, -1",
         0x7f800000, 0, 0, 0},
        {"s_mov_b64 exec, 4\nv_mov_b32 v2, 0\nv_mul_f32 v6, v0, v2\ns_mov_b64 exec, -1", 0x7f800000,
         0x3f800000, 0, INVALID},
        {"v_mul_f32 v6, v0, v2\nv_clrexcp", 0x7f800000, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char insn[300];
        snprintf(insn, sizeof insn,
                 "%s\ns_getreg_b32 s4, hwreg(HW_REG_TRAPSTS, 0, 9)\nv_mov_b32 v6, s4\n"
                 "v_mov_b32 v7, 0",
                 rows[i].insn);
        struct vector_row row = rows[i];
        row.insn = insn;
        gcn_vector_rows(GCN_GFX803, &row, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves),
        cmocka_unit_test(singles),
        cmocka_unit_test(doubles),
        cmocka_unit_test(cube_maps),
        cmocka_unit_test(exceptions_are_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
