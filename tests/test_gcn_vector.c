/* Vector instructions of integers, bits, conversions and compares: the results that the manual
 * specifies, at limits and on both sides of them. */
#include "tests/gcn_run.h"

#define CLAMP " clamp"
#define BIT "\nv_cndmask_b32_e64 v6, 0, 1, vcc" /* v6: the bit of VCC */
#define EXEC "\ns_mov_b64 vcc, exec\ns_mov_b64 exec, -1" BIT

static void integers(void **state)
{
    static const struct vector_row rows[] = {
        {"v_bfrev_b32 v6, v0", 0x12345678, 0, 0, 0x1e6a2c48},
        {"v_ffbh_u32 v6, v0", 0, 0, 0, 0xffffffff},
        {"v_ffbh_u32 v6, v0", 1, 0, 0, 31},
        {"v_ffbl_b32 v6, v0", 0, 0, 0, 0xffffffff},
        {"v_ffbh_i32 v6, v0", 0, 0, 0, 0xffffffff},
        {"v_ffbh_i32 v6, v0", 0xffffffff, 0, 0, 0xffffffff},
        {"v_ffbh_i32 v6, v0", 1, 0, 0, 31},
        {"v_bcnt_u32_b32 v6, v0, v2", 0xf0f, 5, 0, 13},
        {"v_bfm_b32 v6, v0, v2", 36, 40, 0, 0xf00},
        {"v_bfe_u32 v6, v0, v2, v4", 0x80000000, 60, 36, 8},
        {"v_bfe_u32 v6, v0, v2, v4", 0x80000000, 28, 32, 0},
        {"v_bfe_i32 v6, v0, v2, v4", 0x80000000, 28, 4, 0xfffffff8},
        {"v_bfe_i32 v6, v0, v2, v4", 0x80000000, 28, 8, 0xfffffff8},
        {"v_bfe_i32 v6, v0, v2, v4", 0x80000000, 28, 3, 0},
        {"v_bfe_i32 v6, v0, v2, v4", 0xffffffff, 3, 0, 0},
        {"v_alignbit_b32 v6, v0, v2, v4", 1, 0x80000000, 32, 0x80000000},
        {"v_alignbyte_b32 v6, v0, v2, v4", 0x11223344, 0x55667788, 7, 0x22334455},
        {"v_mul_lo_u32 v6, v0, v2", 0x10001, 0x10001, 0, 0x20001},
        {"v_mul_hi_i32 v6, v0, v2", 0x80000000, 0x80000000, 0, 0x40000000},
        {"v_mul_hi_i32_i24 v6, v0, v2", 0x800000, 0x7fffff, 0, 0xffffc000},
        {"v_mul_hi_u32_u24 v6, v0, v2", 0xffffffff, 0xffffffff, 0, 0xffff},
        {"v_mul_u32_u24 v6, v0, v2", 0xff000003, 0xff000005, 0, 15},
        {"v_mad_i32_i24 v6, v0, v2, v4", 0xffffff, 5, 7, 2},
        {"v_mad_i32_i24 v6, v0, v2, v4", 0x7fffff, 2, 1, 0xffffff},
        {"v_lshlrev_b32 v6, v0, v2", 33, 3, 0, 6},
        {"v_lshrrev_b32 v6, v0, v2", 33, 0x80000000, 0, 0x40000000},
        {"v_ashrrev_i32 v6, v0, v2", 33, 0x80000000, 0, 0xc0000000},
        {"v_lshrrev_b64 v[6:7], v0, v[2:3]", 65, 0x8000000000000000, 0, 0x4000000000000000},
        {"v_lshlrev_b64 v[6:7], v0, v[2:3]", 64, 3, 0, 3},
        {"v_mad_i64_i32 v[6:7], vcc, v0, v2, v[4:5]", 0xffffffff, 5, 7, 2},
        {"v_mad_i64_i32 v[6:7], vcc, v0, v2, v[4:5]" BIT, 1, 1, 0x7fffffffffffffff,
         0x8000000000000001},
        {"v_mad_u64_u32 v[6:7], vcc, v0, v2, v[4:5]" BIT, 1, 1, 0xffffffffffffffff, 1},
        {"v_mad_u64_u32 v[6:7], vcc, v0, v2, v[4:5]" BIT, 1, 1, 0xfffffffffffffffe,
         0xffffffff00000000},
        /* 16 bits: the upper half becomes 0 */
        {"v_add_u16 v6, v0, v2", 0x1ffff, 2, 0, 1},
        {"v_add_u16_e64 v6, v0, v2" CLAMP, 0xffff, 1, 0, 0xffff},
        {"v_add_u16_e64 v6, v0, v2" CLAMP, 0xfffe, 1, 0, 0xffff},
        {"v_sub_u16 v6, v0, v2", 1, 2, 0, 0xffff},
        {"v_sub_u16_e64 v6, v0, v2" CLAMP, 1, 2, 0, 0},
        {"v_subrev_u16 v6, v0, v2", 2, 1, 0, 0xffff},
        {"v_mad_u16 v6, v0, v2, v4" CLAMP, 300, 300, 0, 0xffff},
        {"v_mad_i16 v6, v0, v2, v4", 300, 300, 0, 0x5f90},
        {"v_mad_i16 v6, v0, v2, v4" CLAMP, 300, 300, 0, 0x7fff},
        {"v_mad_i16 v6, v0, v2, v4" CLAMP, 0xfed4, 300, 0, 0x8000},
        {"v_mad_i16 v6, v0, v2, v4" CLAMP, 0xffff, 5, 3, 0xfffe},
        {"v_lshlrev_b16 v6, v0, v2", 17, 0x8001, 0, 2},
        {"v_lshrrev_b16 v6, v0, v2", 17, 0x18001, 0, 0x4000},
        {"v_ashrrev_i16 v6, v0, v2", 17, 0x8000, 0, 0xc000},
        {"v_max_i16 v6, v0, v2", 0x8000, 1, 0, 1},
        {"v_max_u16 v6, v0, v2", 0x8000, 1, 0, 0x8000},
        {"v_min_i16 v6, v0, v2", 0x8000, 1, 0, 0x8000},
        {"v_min_u16 v6, v0, v2", 0x8000, 1, 0, 1},
        /* bytes */
        {"v_sad_hi_u8 v6, v0, v2, v4", 0x01020304, 0x04030201, 5, 0x80005},
        {"v_sad_u16 v6, v0, v2, v4", 0x00010005, 0x00040002, 10, 16},
        {"v_sad_u16 v6, v0, v2, v4", 0xffff0000, 0x0000ffff, 0, 0x1fffe},
        {"v_sad_u32 v6, v0, v2, v4", 5, 9, 1, 5},
        {"v_sad_u32 v6, v0, v2, v4", 9, 5, 1, 5},
        {"v_msad_u8 v6, v0, v2, v4", 0x01020304, 0x00030201, 10, 15},
        {"v_mqsad_pk_u16_u8 v[6:7], v[0:1], v2, v[4:5]", 0x0807060504030201, 0x00030201,
         0x0001000100010001, 0x000a000700040001},
        {"v_perm_b32 v6, v0, v2, v4", 0x80000000, 0x00008000, 0x0b0a0908, 0xff0000ff},
        {"v_perm_b32 v6, v0, v2, v4", 0x00008000, 0x80000000, 0x0b0a0908, 0x00ffff00},
        {"v_perm_b32 v6, v0, v2, v4", 0x44332211, 0x88776655, 0x0c0dff00, 0x00ffff55},
        {"v_perm_b32 v6, v0, v2, v4", 0x44332211, 0x88776655, 0x07040300, 0x44118855},
        {"v_lerp_u8 v6, v0, v2, v4", 0xff030201, 0xff050401, 0x00010001, 0xff040301},
        /* carries */
        {"v_add_u32 v6, vcc, v0, v2" BIT, 0xffffffff, 0, 0, 0},
        {"v_add_u32 v6, vcc, v0, v2" BIT, 0xffffffff, 1, 0, 1},
        {"v_sub_u32 v6, vcc, v0, v2" BIT, 5, 5, 0, 0},
        {"v_sub_u32 v6, vcc, v0, v2" BIT, 5, 6, 0, 1},
        {"v_nop", 1, 2, 3, 0},
        {"v_min_i32 v6, v0, v2", 0xffffffff, 1, 0, 0xffffffff},
        {"v_min_i32 v6, v0, v2", 1, 0xffffffff, 0, 0xffffffff},
        {"v_max_i32 v6, v0, v2", 0xffffffff, 1, 0, 1},
        {"v_max_i32 v6, v0, v2", 1, 0xffffffff, 0, 1},
        {"v_min_u32 v6, v0, v2", 0xffffffff, 1, 0, 1},
        {"v_min_u32 v6, v0, v2", 1, 0xffffffff, 0, 1},
        {"v_max_u32 v6, v0, v2", 0xffffffff, 1, 0, 0xffffffff},
        {"v_max_u32 v6, v0, v2", 1, 0xffffffff, 0, 0xffffffff},
        {"v_max_i16 v6, v0, v2", 1, 0x8000, 0, 1},
        {"v_max_u16 v6, v0, v2", 1, 0x8000, 0, 0x8000},
        {"v_min_i16 v6, v0, v2", 1, 0x8000, 0, 0x8000},
        {"v_min_u16 v6, v0, v2", 1, 0x8000, 0, 1},
        {"v_and_b32 v6, v0, v2", 0xcccccccc, 0xaaaaaaaa, 0, 0x88888888},
        {"v_or_b32 v6, v0, v2", 0xcccccccc, 0xaaaaaaaa, 0, 0xeeeeeeee},
        {"v_xor_b32 v6, v0, v2", 0xcccccccc, 0xaaaaaaaa, 0, 0x66666666},
        {"v_not_b32 v6, v0", 0xcccccccc, 0, 0, 0x33333333},
        {"v_bfi_b32 v6, v0, v2, v4", 0xff00ff00, 0x12345678, 0x9abcdef0, 0x12bc56f0},
        {"v_ffbl_b32 v6, v0", 0x80000000, 0, 0, 31},
        {"v_ffbl_b32 v6, v0", 0x48, 0, 0, 3},
        {"v_ffbh_u32 v6, v0", 0x80000000, 0, 0, 0},
        {"v_ffbh_i32 v6, v0", 0xfffffffe, 0, 0, 31},
        {"v_ffbh_i32 v6, v0", 0x80000000, 0, 0, 1},
        {"v_mul_lo_u32 v6, v0, v2", 0xffffffff, 3, 0, 0xfffffffd},
        {"v_mul_hi_u32 v6, v0, v2", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
        {"v_mul_hi_i32 v6, v0, v2", 0xffffffff, 5, 0, 0xffffffff},
        {"v_mul_i32_i24 v6, v0, v2", 0xffffff, 5, 0, 0xfffffffb},
        {"v_mad_u32_u24 v6, v0, v2, v4", 0xff000003, 0xff000005, 7, 22},
        {"v_mul_lo_u16 v6, v0, v2", 0x1ffff, 0x30003, 0, 0xfffd},
        {"v_cndmask_b32 v6, v0, v2, vcc", 5, 6, 0, 5},
        {"s_mov_b64 vcc, -1\nv_cndmask_b32 v6, v0, v2, vcc", 5, 6, 0, 6},
        {"v_subrev_u32 v6, vcc, v0, v2" BIT, 6, 5, 0, 1},
        {"v_subrev_u32 v6, vcc, v0, v2" BIT, 5, 5, 0, 0},
        {"v_subrev_u32 v6, vcc, v0, v2", 6, 5, 0, 0xffffffff},
        {"s_mov_b64 vcc, -1\nv_addc_u32 v6, vcc, v0, v2, vcc", 5, 6, 0, 12},
        {"s_mov_b64 vcc, -1\nv_addc_u32 v6, vcc, v0, v2, vcc" BIT, 0xffffffff, 0, 0, 1},
        {"s_mov_b64 vcc, 0\nv_addc_u32 v6, vcc, v0, v2, vcc" BIT, 0xffffffff, 0, 0, 0},
        {"s_mov_b64 vcc, -1\nv_subb_u32 v6, vcc, v0, v2, vcc", 9, 6, 0, 2},
        {"s_mov_b64 vcc, -1\nv_subb_u32 v6, vcc, v0, v2, vcc" BIT, 6, 6, 0, 1},
        {"s_mov_b64 vcc, -1\nv_subbrev_u32 v6, vcc, v0, v2, vcc", 6, 9, 0, 2},
        {"s_mov_b64 vcc, 0\nv_subbrev_u32 v6, vcc, v0, v2, vcc" BIT, 6, 6, 0, 0},
        {"v_ashrrev_i64 v[6:7], v0, v[2:3]", 68, 0x8000000000000000, 0, 0xf800000000000000},
        {"s_mov_b32 m0, 2\nv_movrels_b32 v6, v0", 1, 0x77, 0, 0x77},
        {"s_mov_b32 m0, 1\nv_movreld_b32 v6, v0", 0x77, 0, 0, 0x7700000000},
        {"s_mov_b32 m0, 1\nv_movrelsd_b32 v6, v1", 0, 0x77, 0, 0x7700000000},
        /* faces of a cube: id, coordinates, twice the longest */
        {"v_cubeid_f32 v6, v0, v2, v4", 0x3f800000, 0x40000000, 0x40400000, 0x40800000},
        {"v_cubeid_f32 v6, v0, v2, v4", 0x3f800000, 0x40000000, 0xc0400000, 0x40a00000},
        {"v_cubeid_f32 v6, v0, v2, v4", 0x3f800000, 0x40400000, 0x40000000, 0x40000000},
        {"v_cubeid_f32 v6, v0, v2, v4", 0x3f800000, 0xc0400000, 0x40000000, 0x40400000},
        {"v_cubeid_f32 v6, v0, v2, v4", 0x40400000, 0x3f800000, 0x40000000, 0},
        {"v_cubeid_f32 v6, v0, v2, v4", 0xc0400000, 0x3f800000, 0x40000000, 0x3f800000},
        {"v_cubeid_f32 v6, v0, v2, v4", 0x3f800000, 0x3f800000, 0x3f800000, 0x40800000},
        {"v_cubeid_f32 v6, v0, v2, v4", 0x40000000, 0x40000000, 0x3f800000, 0x40000000},
        {"v_cubesc_f32 v6, v0, v2, v4", 0x3f800000, 0x40000000, 0x40400000, 0x3f800000},
        {"v_cubesc_f32 v6, v0, v2, v4", 0x3f800000, 0x40000000, 0xc0400000, 0xbf800000},
        {"v_cubesc_f32 v6, v0, v2, v4", 0x3f800000, 0x40400000, 0x40000000, 0x3f800000},
        {"v_cubesc_f32 v6, v0, v2, v4", 0x40400000, 0x3f800000, 0x40000000, 0xc0000000},
        {"v_cubesc_f32 v6, v0, v2, v4", 0xc0400000, 0x3f800000, 0x40000000, 0x40000000},
        {"v_cubetc_f32 v6, v0, v2, v4", 0x3f800000, 0x40000000, 0x40400000, 0xc0000000},
        {"v_cubetc_f32 v6, v0, v2, v4", 0x3f800000, 0x40400000, 0x40000000, 0x40000000},
        {"v_cubetc_f32 v6, v0, v2, v4", 0x3f800000, 0xc0400000, 0x40000000, 0xc0000000},
        {"v_cubema_f32 v6, v0, v2, v4", 0x3f800000, 0x40000000, 0xc0400000, 0xc0c00000},
        {"v_cubema_f32 v6, v0, v2, v4", 0x3f800000, 0x40400000, 0x40000000, 0x40c00000},
        {"v_cubema_f32 v6, v0, v2, v4", 0x40400000, 0x3f800000, 0x40000000, 0x40c00000},
    };
    (void)state;
    VECTOR(GCN_GFX803, rows);
    static const struct vector_row seven[] = {
        {"v_mqsad_u32_u8 v[6:9], v[0:1], v2, v[4:7]", 0x0807060504030201, 0x04030201,
         0x0000000200000001, 0x0000000600000001},
        {"v_mul_lo_i32 v6, v0, v2", 0xffffffff, 3, 0, 0xfffffffd},
        {"v_add_i32 v6, vcc, v0, v2" BIT, 0xffffffff, 1, 0, 1},
        {"v_sub_i32 v6, vcc, v0, v2", 5, 7, 0, 0xfffffffe},
        {"v_sub_i32 v6, vcc, v0, v2" BIT, 5, 6, 0, 1},
        {"v_subrev_i32 v6, vcc, v0, v2", 5, 7, 0, 2},
        {"v_subrev_i32 v6, vcc, v0, v2" BIT, 6, 5, 0, 1},
        {"v_lshl_b32 v6, v0, v2", 3, 33, 0, 6},
        {"v_lshr_b32 v6, v0, v2", 0x80000000, 33, 0, 0x40000000},
        {"v_ashr_i32 v6, v0, v2", 0x80000000, 33, 0, 0xc0000000},
        {"v_lshl_b64 v[6:7], v[0:1], v2", 3, 65, 0, 6},
        {"v_lshr_b64 v[6:7], v[0:1], v2", 0x8000000000000000, 65, 0, 0x4000000000000000},
        {"v_ashr_i64 v[6:7], v[0:1], v2", 0x8000000000000000, 65, 0, 0xc000000000000000},
    };
    VECTOR(GCN_GFX700, seven);
}

/* Three numbers in each order. */
static void the_least_the_middle_the_greatest(void **state)
{
    static const struct {
        const char *name;
        uint32_t least, middle, greatest;
        int which;
    } rows[] = {
        {"min3_i32", 0xfffffffe, 3, 7, 0},
        {"med3_i32", 0xfffffffe, 3, 7, 1},
        {"max3_i32", 0xfffffffe, 3, 7, 2},
        {"min3_u32", 3, 7, 0xfffffffe, 0},
        {"med3_u32", 3, 7, 0xfffffffe, 1},
        {"max3_u32", 3, 7, 0xfffffffe, 2},
        {"min3_f32", 0xc0000000, 0x3f800000, 0x40000000, 0},
        {"med3_f32", 0xc0000000, 0x3f800000, 0x40000000, 1},
        {"max3_f32", 0xc0000000, 0x3f800000, 0x40000000, 2},
        {"med3_i32", 5, 5, 7, 1},
        {"med3_i32", 4, 7, 7, 1},
        {"med3_u32", 5, 5, 7, 1},
    };
    static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned o = 0; o < 6; o++) {
            const uint32_t v[3] = {rows[i].least, rows[i].middle, rows[i].greatest};
            char insn[60];
            snprintf(insn, sizeof insn, "v_%s v6, v0, v2, v4", rows[i].name);
            struct vector_row row = {insn, v[orders[o][0]], v[orders[o][1]], v[orders[o][2]],
                                     v[rows[i].which]};
            gcn_vector_rows(GCN_GFX803, &row, 1);
        }
}

static void conversions(void **state)
{
    static const struct vector_row rows[] = {
        {"v_cvt_i32_f32 v6, v0", 0xcf000000, 0, 0, 0x80000000},
        {"v_cvt_i32_f32 v6, v0", 0xcf800000, 0, 0, 0x80000000},
        {"v_cvt_i32_f32 v6, v0", 0x4effffff, 0, 0, 0x7fffff80},
        {"v_cvt_i32_f32 v6, v0", 0xc0200000, 0, 0, 0xfffffffe},
        {"v_cvt_u32_f32 v6, v0", 0x4f800000, 0, 0, 0xffffffff},
        {"v_cvt_u32_f32 v6, v0", 0x4f7fffff, 0, 0, 0xffffff00},
        {"v_cvt_u32_f32 v6, v0", 0x7fc00000, 0, 0, 0},
        {"v_cvt_rpi_i32_f32 v6, v0", 0x40200000, 0, 0, 3},
        {"v_cvt_rpi_i32_f32 v6, v0", 0xc0200000, 0, 0, 0xfffffffe},
        {"v_cvt_rpi_i32_f32 v6, v0", 0x40133333, 0, 0, 2},
        {"v_cvt_flr_i32_f32 v6, v0", 0x40200000, 0, 0, 2},
        {"v_cvt_i32_f64 v6, v[0:1]", 0xc1e0000000000000, 0, 0, 0x80000000},
        {"v_cvt_i32_f64 v6, v[0:1]", 0x41dfffffffc00000, 0, 0, 0x7fffffff},
        {"v_cvt_i32_f64 v6, v[0:1]", 0x41e0000000000000, 0, 0, 0x7fffffff},
        {"v_cvt_u32_f64 v6, v[0:1]", 0x41efffffffe00000, 0, 0, 0xffffffff},
        {"v_cvt_u32_f64 v6, v[0:1]", 0xbff0000000000000, 0, 0, 0},
        {"v_cvt_f32_i32 v6, v0", 0xffffffff, 0, 0, 0xbf800000},
        {"v_cvt_f32_u32 v6, v0", 0xffffffff, 0, 0, 0x4f800000},
        {"v_cvt_f64_i32 v[6:7], v0", 0xffffffff, 0, 0, 0xbff0000000000000},
        {"v_cvt_f64_u32 v[6:7], v0", 0xffffffff, 0, 0, 0x41efffffffe00000},
        {"v_cvt_f32_f64 v6, v[0:1]", 0x3ff8000000000000, 0, 0, 0x3fc00000},
        {"v_cvt_f32_ubyte0 v6, v0", 0x04030201, 0, 0, 0x3f800000},
        {"v_cvt_f32_ubyte1 v6, v0", 0x04030201, 0, 0, 0x40000000},
        {"v_cvt_f32_ubyte2 v6, v0", 0x04030201, 0, 0, 0x40400000},
        {"v_cvt_f32_ubyte3 v6, v0", 0xff030201, 0, 0, 0x437f0000},
        {"v_cvt_off_f32_i4 v6, v0", 7, 0, 0, 0x3ee00000},
        {"v_cvt_f16_i16 v6, v0", 0xffff, 0, 0, 0xbc00},
        {"v_cvt_f16_u16 v6, v0", 3, 0, 0, 0x4200},
        {"v_cvt_f16_u16 v6, v0", 0xffff, 0, 0, 0x7c00},
        {"v_cvt_u16_f16 v6, v0", 0x4280, 0, 0, 3},
        {"v_cvt_u16_f16 v6, v0", 0xbc00, 0, 0, 0},
        {"v_cvt_u16_f16 v6, v0", 0x7e00, 0, 0, 0},
        {"v_cvt_u16_f16 v6, v0", 0x7c00, 0, 0, 0xffff},
        {"v_cvt_i16_f16 v6, v0", 0xc280, 0, 0, 0xfffd},
        {"v_cvt_i16_f16 v6, v0", 0xfc00, 0, 0, 0x8000},
        {"v_cvt_i16_f16 v6, v0", 0x7c00, 0, 0, 0x7fff},
        {"v_cvt_i16_f16 v6, v0", 0x7e00, 0, 0, 0},
        {"v_cvt_pkrtz_f16_f32 v6, v0, v2", 0x7fc00000, 0xff800000, 0, 0xfc007e00},
        {"v_cvt_pkrtz_f16_f32 v6, v0, v2", 0x4788b800, 0xc788b800, 0, 0xfbff7bff},
        {"v_cvt_pkrtz_f16_f32 v6, v0, v2", 0x33800000, 0xb3000000, 0, 0x80000001},
        {"v_cvt_pkrtz_f16_f32 v6, v0, v2", 0x477fe000, 0x38800000, 0, 0x04007bff},
        {"v_cvt_pkrtz_f16_f32 v6, v0, v2", 0x387fffff, 0xffc00000, 0, 0xfe0003ff},
        {"v_cvt_pknorm_i16_f32 v6, v0, v2", 0x3f800000, 0xbf800000, 0, 0x80017fff},
        {"v_cvt_pknorm_i16_f32 v6, v0, v2", 0x40000000, 0x7fc00000, 0, 0x00007fff},
        {"v_cvt_pknorm_i16_f32 v6, v0, v2", 0xc0000000, 0x3f000000, 0, 0x40008001},
        {"v_cvt_pknorm_u16_f32 v6, v0, v2", 0x3f800000, 0xbf800000, 0, 0x0000ffff},
        {"v_cvt_pknorm_u16_f32 v6, v0, v2", 0x3f000000, 0x40000000, 0, 0xffff8000},
        {"v_cvt_pk_u16_u32 v6, v0, v2", 0x12345, 5, 0, 0x0005ffff},
        {"v_cvt_pk_u16_u32 v6, v0, v2", 0xffff, 0x10000, 0, 0xffffffff},
        {"v_cvt_pk_i16_i32 v6, v0, v2", 0x7fff, 0xffff7fff, 0, 0x80007fff},
        {"v_cvt_pk_u8_f32 v6, v0, v2, v4", 0x437e0000, 7, 0x11223344, 0xfe223344},
        {"v_cvt_pk_u8_f32 v6, v0, v2, v4", 0x7fc00000, 0, 0x11223344, 0x11223300},
    };
    (void)state;
    VECTOR(GCN_GFX803, rows);
}

/* --- compares: less, equal, greater, not ordered --- */
struct relation {
    const char *name;
    bool less, equal, greater, unordered;
};

static void compare_all(const struct relation *r, const char *type, const uint64_t v[4], bool nan)
{
    for (unsigned how = 0; how < (nan ? 4u : 3u); how++)
        for (unsigned x = 0; x < 2; x++) {
            const bool bits[] = {r->less, r->equal, r->greater, r->unordered};
            char insn[200];
            bool wide = strstr(type, "64");
            snprintf(insn, sizeof insn,
                     wide ? "v_cmp%s_%s_%s vcc, v[0:1], v[2:3]\ns_mov_b64 exec, -1" BIT
                          : "v_cmp%s_%s_%s vcc, v0, v2\ns_mov_b64 exec, -1" BIT,
                     x ? "x" : "", r->name, type);
            struct vector_row row = {insn,
                                     how == 0   ? v[0]
                                     : how == 3 ? v[3]
                                                : v[1],
                                     how == 2 ? v[0] : v[1], 0, bits[how]};
            gcn_vector_rows(GCN_GFX803, &row, 1);
        }
}

static const struct relation integer[] = {
    {"f", 0, 0, 0, 0},  {"lt", 1, 0, 0, 0}, {"eq", 0, 1, 0, 0}, {"le", 1, 1, 0, 0},
    {"gt", 0, 0, 1, 0}, {"ne", 1, 0, 1, 0}, {"ge", 0, 1, 1, 0}, {"t", 1, 1, 1, 0}};
static const struct relation real[] = {
    {"f", 0, 0, 0, 0},   {"lt", 1, 0, 0, 0},  {"eq", 0, 1, 0, 0},  {"le", 1, 1, 0, 0},
    {"gt", 0, 0, 1, 0},  {"lg", 1, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"o", 1, 1, 1, 0},
    {"u", 0, 0, 0, 1},   {"nge", 1, 0, 0, 1}, {"nlg", 0, 1, 0, 1}, {"ngt", 1, 1, 0, 1},
    {"nle", 0, 0, 1, 1}, {"neq", 1, 0, 1, 1}, {"nlt", 0, 1, 1, 1}, {"tru", 1, 1, 1, 1}};

static void compares(void **state)
{
    static const struct {
        const char *type;
        uint64_t v[4]; /* a small and a great one, and a NaN */
    } types[] = {{"i32", {0xfffffffe, 3}},
                 {"u32", {3, 0xfffffffe}},
                 {"i16", {0x7fff8000, 3}},
                 {"u16", {0x70003, 0x8000}},
                 {"i64", {0x8000000000000000, 3}},
                 {"u64", {0x7fffffff, 0x8000000000000000}},
                 {"f16", {0xc000, 0x3c00, 0, 0x7e00}},
                 {"f32", {0xc0000000, 0x3f800000, 0, 0x7fc00000}},
                 {"f64", {0xc000000000000000, 0x3ff0000000000000, 0, 0x7ff8000000000000}}};
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        bool f = types[t].type[0] == 'f';
        for (size_t i = 0; i < (f ? 16 : 8); i++)
            compare_all(f ? &real[i] : &integer[i], types[t].type, types[t].v, f);
    }
}

/* A number of each class, and the bit of each. */
static void classes(void **state)
{
    static const uint64_t f16[] = {0x7d00, 0x7e00, 0xfc00, 0xbc00, 0x8001,
                                   0x8000, 0,      1,      0x3c00, 0x7c00},
                          f32[] = {0x7f800001, 0x7fc00000, 0xff800000, 0xbf800000, 0x807fffff,
                                   0x80000000, 0,          0x007fffff, 0x00800000, 0x7f800000},
                          f64[] = {0x7ff0000000000001,
                                   0xfff8000000000000,
                                   0xfff0000000000000,
                                   0xbff0000000000000,
                                   0x8000000000000001,
                                   0x8000000000000000,
                                   0,
                                   0x000fffffffffffff,
                                   0x0010000000000000,
                                   0x7ff0000000000000};
    static const struct {
        const char *insn;
        const uint64_t *v;
    } types[] = {{"v_cmp_class_f16 vcc, v0, v2" BIT, f16},
                 {"v_cmp_class_f32 vcc, v0, v2" BIT, f32},
                 {"v_cmp_class_f64 vcc, v[0:1], v2" BIT, f64},
                 {"v_cmpx_class_f16 vcc, v0, v2" EXEC, f16},
                 {"v_cmpx_class_f32 vcc, v0, v2" EXEC, f32},
                 {"v_cmpx_class_f64 vcc, v[0:1], v2" EXEC, f64}};
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (unsigned c = 0; c < 10; c++) {
            struct vector_row rows[] = {{types[t].insn, types[t].v[c], 1u << c, 0, 1},
                                        {types[t].insn, types[t].v[c], 0x3ff & ~(1u << c), 0, 0}};
            VECTOR(GCN_GFX803, rows);
        }
}

/* What a compare's name says: its condition, and its type as 'f', 32. */
struct compare {
    char condition[8], type;
    unsigned bits;
    bool cmps, cmpx;
};

static bool read_compare(const char *name, struct compare *c)
{
    char prefix[8];
    if (sscanf(name, "v_%7[a-z]_%7[a-z]_%c%u", prefix, c->condition, &c->type, &c->bits) != 4)
        return false;
    c->cmpx = strchr(prefix, 'x');
    c->cmps = strchr(prefix, 's');
    return !strncmp(prefix, "cmp", 3) && strcmp(c->condition, "class") != 0;
}

/* In which of four lanes it is true: the operands are less, equal, greater; and in the last, not
 * ordered, or -1 beside 2. */
static unsigned lanes_of(const struct compare *c)
{
    const struct relation *r = c->type == 'f' ? real : integer;
    while (strcmp(r->name, c->condition) != 0)
        r++;
    bool last = c->type == 'f' ? r->unordered : c->type == 'i' ? r->less : r->greater;
    return r->less | (unsigned)r->equal << 1 | (unsigned)r->greater << 2 | (unsigned)last << 3;
}

/* The program of one compare, whose four lanes have operands of @c's type. */
static void compare_text(const char *name, const struct compare *c, char *text, size_t size)
{
    static const uint64_t f16[] = {0x3c00, 0x4000, 0x4200, 0x7e00},
                          f32[] = {0x3f800000, 0x40000000, 0x40400000, 0x7fc00000},
                          f64[] = {0x3ff0000000000000, 0x4000000000000000, 0x4008000000000000,
                                   0x7ff8000000000000},
                          whole[] = {1, 2, 3, UINT64_MAX};
    const uint64_t *v = c->type != 'f' ? whole : c->bits == 16 ? f16 : c->bits == 32 ? f32 : f64;
    size_t n = 0;
    for (unsigned lane = 0; lane < 4; lane++)
        n += (size_t)snprintf(text + n, size - n,
                              "s_mov_b64 exec, %u\nv_mov_b32 v0, 0x%x\nv_mov_b32 v1, 0x%x\n"
                              "v_mov_b32 v2, 0x%x\nv_mov_b32 v3, 0x%x\n",
                              1u << lane, (uint32_t)v[lane], (uint32_t)(v[lane] >> 32),
                              (uint32_t)v[1], (uint32_t)(v[1] >> 32));
    snprintf(text + n, size - n,
             "s_mov_b64 exec, 15\n%s vcc, %s\ns_mov_b64 s[4:5], vcc\ns_mov_b64 s[6:7], exec\n"
             "s_endpgm",
             name, c->bits == 64 ? "v[0:1], v[2:3]" : "v0, v2");
}

/* v_cmpx writes EXEC, too; v_cmps raises for a quiet NaN. */
static void every_compare_does_what_its_name_says(void **state)
{
    unsigned found = 0;
    (void)state;
    for (int id = 0; id < GCN_OPS; id++)
        for (unsigned gen = 0; gen < GCN_GENS; gen++) {
            const struct gcn_op *op = gcn_op(id);
            struct compare c;
            char text[900];
            if (op->fmt != GCN_VOPC || op->n[gen] < 0 || !read_compare(op->name, &c))
                continue;
            compare_text(op->name, &c, text, sizeof text);
            struct gcn *m = gcn_run_text((enum gcn_gen)gen, text);
            uint64_t lanes = lanes_of(&c), vcc = gcn_s64(m->waves, 4), exec = gcn_s64(m->waves, 6);
            bool raised = m->waves->trapsts & GCN_EXCP_INVALID;
            if (vcc != lanes || exec != (c.cmpx ? lanes : 15) || raised != c.cmps)
                fail_msg("%s: VCC %x, EXEC %x, raised %d", op->name, (unsigned)vcc, (unsigned)exec,
                         raised);
            gcn_free(m);
            found++;
        }
    assert_int_equal(found, 3 * 192);
}

/* --- parts of registers, and registers by number --- */
#define PART(sel, unused)                                                                          \
    "v_mov_b32 v6, 0x11223344\nv_mov_b32_sdwa v6, v0 dst_sel:" sel " dst_unused:UNUSED_" unused    \
    " src0_sel:DWORD"
#define INDEXED(m0, insn)                                                                          \
    "s_mov_b32 s0, 0\ns_set_gpr_idx_on s0, gpr_idx()\ns_mov_b32 m0, " m0 "\n" insn                 \
    "\ns_set_gpr_idx_off"
/* v_mqsad_u32_u8 v[6:9], v[0:1], v2 and what no text can say: s[4:7], and 1 */
#define QUAD                                                                                       \
    "s_mov_b32 s4, 1\ns_mov_b32 s5, 2\ns_mov_b32 s6, 3\ns_mov_b32 s7, 4\n"                         \
    ".long 0xd2ea0006, 0x00120500"
#define ONE ".long 0xd2ea0006, 0x02060500"
#define UPPER "\nv_mov_b32 v6, v8\nv_mov_b32 v7, v9"

static void parts_of_registers_and_registers_by_number(void **state)
{
    static const struct vector_row rows[] = {
        {PART("BYTE_0", "PRESERVE"), 0xaabbccdd, 0, 0, 0x112233dd},
        {PART("BYTE_1", "PRESERVE"), 0xaabbccdd, 0, 0, 0x1122dd44},
        {PART("BYTE_2", "PRESERVE"), 0xaabbccdd, 0, 0, 0x11dd3344},
        {PART("BYTE_3", "PRESERVE"), 0xaabbccdd, 0, 0, 0xdd223344},
        {PART("WORD_0", "PRESERVE"), 0xaabbccdd, 0, 0, 0x1122ccdd},
        {PART("WORD_1", "PRESERVE"), 0xaabbccdd, 0, 0, 0xccdd3344},
        {PART("DWORD", "PRESERVE"), 0xaabbccdd, 0, 0, 0xaabbccdd},
        {PART("BYTE_0", "PAD"), 0xaabbccdd, 0, 0, 0x000000dd},
        {PART("BYTE_2", "PAD"), 0xaabbccdd, 0, 0, 0x00dd0000},
        {PART("WORD_1", "PAD"), 0xaabbccdd, 0, 0, 0xccdd0000},
        {PART("BYTE_0", "SEXT"), 0x80, 0, 0, 0xffffff80},
        {PART("BYTE_0", "SEXT"), 0xff7f, 0, 0, 0x7f},
        {PART("BYTE_1", "SEXT"), 0x80, 0, 0, 0xffff8000},
        {PART("BYTE_1", "SEXT"), 0x7f, 0, 0, 0x7f00},
        {PART("BYTE_2", "SEXT"), 0x80, 0, 0, 0xff800000},
        {PART("BYTE_3", "SEXT"), 0x80, 0, 0, 0x80000000},
        {PART("WORD_0", "SEXT"), 0x8000, 0, 0, 0xffff8000},
        {PART("WORD_1", "SEXT"), 0x8000, 0, 0, 0x80000000},
        {INDEXED("0x8001", "v_mov_b32 v5, v0"), 7, 8, 9, 7},
        {INDEXED("0x8101", "v_mov_b32 v5, v0"), 7, 8, 9, 7},
        {INDEXED("0x7001", "v_mov_b32 v6, 5"), 7, 8, 9, 5},
        {INDEXED("0x1002", "v_mov_b32 v6, v0"), 7, 8, 9, 8},
        {INDEXED("0x1102", "v_mov_b32 v6, v0"), 7, 8, 9, 8},
        {INDEXED("0xe002", "v_mov_b32 v4, v0"), 7, 8, 9, 7},
        {INDEXED("0x2001", "v_sub_u32 v6, vcc, v0, v1"), 7, 2, 9, 5},
        {INDEXED("0x4001", "v_mad_u32_u24 v6, v0, v2, v3"), 7, 2, 9, 23},
        {INDEXED("0x8001", "v_mac_f32 v5, v0, v2"), 0x3f800000, 0x40000000, 0, 0x40000000},
        {INDEXED("0x4001", "v_mac_f32 v6, v0, v2"), 0x3f800000, 0x40000000, 0, 0x40000000},
    };
    static const struct vector_row seven[] = {
        {QUAD, 0x0807060504030201, 0x04030201, 0, 0x0000000600000001},
        {QUAD UPPER, 0x0807060504030201, 0x04030201, 0, 0x000000100000000b},
        {ONE, 0x0807060504030201, 0x04030201, 0, 0x0000000400000001},
        {ONE UPPER, 0x0807060504030201, 0x04030201, 0, 0x0000000c00000008},
    };
    (void)state;
    VECTOR(GCN_GFX803, rows);
    VECTOR(GCN_GFX700, seven);
}

/* --- lanes that read other lanes --- */

static int row_end(int l) /* of the row before */
{
    return l < 16 ? -1 : l < 32 ? 15 : l < 48 ? 31 : 47;
}
static int of_31(int l)
{
    return l < 32 ? -1 : 31;
}
static int next_lane(int l)
{
    return l == 63 ? -1 : l + 1;
}
static int next_around(int l)
{
    return l == 63 ? 0 : l + 1;
}
static int last_lane(int l)
{
    return l == 0 ? -1 : l - 1;
}
static int last_around(int l)
{
    return l == 0 ? 63 : l - 1;
}
static int mirrored(int l)
{
    return l / 16 * 16 + 15 - l % 16;
}
static int half_mirrored(int l)
{
    return l / 8 * 8 + 7 - l % 8;
}
static int shifted_left(int l) /* by 3, in rows */
{
    return l % 16 > 12 ? -1 : l + 3;
}
static int shifted_right(int l)
{
    return l % 16 < 3 ? -1 : l - 3;
}
static int rotated(int l)
{
    return l % 16 < 3 ? l + 13 : l - 3;
}
static int by_quads(int l)
{
    static const int of[4] = {3, 1, 0, 2};
    return l / 4 * 4 + of[l % 4];
}

static void lanes_read_those_that_the_control_names(void **state)
{
    static const struct {
        const char *control;
        int (*from)(int l); /* -1: none, the lane stays as it is */
    } rows[] = {
        {"row_bcast:15", row_end},   {"row_bcast:31", of_31},
        {"wave_shl:1", next_lane},   {"wave_rol:1", next_around},
        {"wave_shr:1", last_lane},   {"wave_ror:1", last_around},
        {"row_mirror", mirrored},    {"row_half_mirror", half_mirrored},
        {"row_shl:3", shifted_left}, {"row_shr:3", shifted_right},
        {"row_ror:3", rotated},      {"quad_perm:[3,1,0,2]", by_quads},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "v_mbcnt_lo_u32_b32 v0, -1, 0\nv_mbcnt_hi_u32_b32 v0, -1, v0\nv_mov_b32 v6, 99\n"
                 "s_nop 1\nv_mov_b32_dpp v6, v0 %s row_mask:0xf bank_mask:0xf\ns_endpgm",
                 rows[i].control);
        struct gcn *m = gcn_run_text(GCN_GFX803, text);
        for (int l = 0; l < GCN_LANES; l++) {
            int from = rows[i].from(l), found = (int)m->waves->v[6 * GCN_LANES + l];
            if (found != (from < 0 ? 99 : from))
                fail_msg("%s: lane %d has %d", rows[i].control, l, found);
        }
        gcn_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_registers_and_registers_by_number),
        cmocka_unit_test(lanes_read_those_that_the_control_names),
        cmocka_unit_test(integers),
        cmocka_unit_test(the_least_the_middle_the_greatest),
        cmocka_unit_test(conversions),
        cmocka_unit_test(compares),
        cmocka_unit_test(classes),
        cmocka_unit_test(every_compare_does_what_its_name_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
