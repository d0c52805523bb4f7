/* What the GCN assembler says of a text, and where; and the greatest and least numbers that it
 * takes, beside what llvm-mc makes of them. */
#include "tests/gcn_rig.h"

static void each_fault_has_its_message_and_column(void **state)
{
    static const struct {
        const char *text;
        int col;
        const char *why;
    } rows[] = {
        {"s_mov_b32 s4", 13, "expected a comma"},
        {"s_mov_b32 4, s1", 11, "expected an SGPR, or as many as the instruction takes"},
        {"s_mov_b32 s4, s1 s2", 18, "no such modifier of this instruction"},
        {"s_mov_b32 s[4:5], s1", 11, "expected an SGPR, or as many as the instruction takes"},
        {"s_mov_b64 s4, s[0:1]", 11, "expected an SGPR, or as many as the instruction takes"},
        {"s_mov_b64 s[4:6], s[0:1]", 11, "expected an SGPR, or as many as the instruction takes"},
        {"s_mov_b64 s[4, s[0:1]", 14, "expected ]"},
        {"s_mov_b64 s[x:5], s[0:1]", 13, "expected a register number"},
        {"s_mov_b32 s102, s1", 11, "no such register"},
        {"s_mov_b32 s4, v1", 15, "this register cannot stand here"},
        {"s_mov_b32 s4, [", 15, "expected an integer"},
        {"s_movk_i32 s4, 0x10000", 16, "value out of range"},
        {"s_movk_i32 s4, -32769", 16, "value out of range"},
        {"s_movk_i32 s4, 1.0", 16, "not an integer"},
        {"s_nop 65536", 7, "value out of range"},
        {"s_branch 65536", 15, "value out of range"},
        {"s_branch -32769", 16, "value out of range"},
        {"s_getreg_b32 s4, hwreg(HW_REG_MODE, 32, 1)", 37, "value out of range"},
        {"s_getreg_b32 s4, hwreg(HW_REG_MODE, 0, 33)", 40, "value out of range"},
        {"s_getreg_b32 s4, hwreg(HW_REG_MODE, 0)", 38, "expected a comma"},
        {"s_getreg_b32 s4, hwreg(64)", 24, "value out of range"},
        {"s_getreg_b32 s4, hwreg(HW_REG_NONE)", 24, "unknown name"},
        {"s_getreg_b32 s4, hwreg(HW_REG_MODE", 35, "expected )"},
        {"s_sendmsg sendmsg(MSG_NONE)", 19, "unknown name"},
        {"s_waitcnt vmcnt(16)", 17, "value out of range"},
        {"s_waitcnt lgkmcnt(16)", 19, "value out of range"},
        {"s_waitcnt expcnt(8)", 18, "value out of range"},
        {"s_waitcnt none(1)", 11, "unknown name"},
        {"s_set_gpr_idx_on s0, gpr_idx(SRC3)", 30, "expected SRC0, SRC1, SRC2 or DST"},
        {"s_set_gpr_idx_on s0, 16", 22, "value out of range"},
        {"s_load_dword s4, s1, 0", 18, "expected an SGPR, or as many as the instruction takes"},
        {"s_load_dword s4, s[0:1], 0x100000", 26, "value out of range"},
        {"s_load_dword s4, s[0:1], v1", 28, "expected one SGPR or a number"},
        {"s_load_dwordx2 s4, s[0:1], 0", 16,
         "expected an SGPR, or as many as the instruction takes"},
        {"v_mov_b32 s1, v2", 11, "expected a VGPR, or as many as the instruction takes"},
        {"v_mov_b32 v256, v2", 11, "no such register"},
        {"v_mov_b32 v1, v[2:3]", 15, "this register cannot stand here"},
        {"v_mov_b32 v1, v2 mul:2", 18, "no such modifier of this instruction"},
        {"v_mov_b32_dpp v1, v2 quad_perm:[0,1,2,4] row_mask:0xf bank_mask:0xf", 39,
         "value out of range"},
        {"v_mov_b32_dpp v1, v2 quad_perm:[0,1,2] row_mask:0xf bank_mask:0xf", 38,
         "expected a comma"},
        {"v_mov_b32_dpp v1, v2 quad_perm:0 row_mask:0xf bank_mask:0xf", 32,
         "expected four lanes in brackets"},
        {"v_mov_b32_dpp v1, v2 row_bcast:16 row_mask:0xf bank_mask:0xf", 34,
         "row_bcast is 15 or 31"},
        {"v_mov_b32_dpp v1, v2 row_shl:16 row_mask:0xf bank_mask:0xf", 30, "value out of range"},
        {"v_mov_b32_dpp v1, v2 row_shl:0 row_mask:0xf bank_mask:0xf", 30, "value out of range"},
        {"v_mov_b32_dpp v1, v2 row_mirror row_mask:16 bank_mask:0xf", 42, "value out of range"},
        {"v_mov_b32_dpp v1, v2 row_mirror row_mask:0xf bank_mask:0x10", 56, "value out of range"},
        {"v_mov_b32_dpp v1, v2 wave_shl:2", 31, "value out of range"},
        {"v_mov_b32_sdwa v1, v2 dst_sel:BYTE_4", 31, "no such selection"},
        {"v_mov_b32_sdwa v1, v2 dst_unused:UNUSED_NONE", 34, "no such selection"},
        {"v_mul_f32_e64 v1, v2, v3 mul:3", 31, "mul is 1, 2 or 4"},
        {"v_mul_f32_e64 v1, v2, v3 div:4", 30, "value out of range"},
        {"v_mul_f32_e64 v1, |v2, v3", 22, "expected |"},
        {"v_mul_f32_e64 v1, neg(v2, v3", 25, "expected )"},
        {"v_add_u32 v1, vcc, -v2, v3", 19, "no neg or abs here"},
        {"v_add_u32 v1, vcc, v2", 22, "expected a comma"},
        {"v_cndmask_b32 v1, v2, v3", 25, "expected a comma"},
        {"v_add_f16 v1, 0x10000, v2", 15, "value out of range"},
        {"v_add_u16 v1, 1.5, v2", 18, "a float for a 16-bit integer"},
        {"v_add_f64 v[1:2], v[3:4], 0x100000000", 27, "value out of range"},
        {"v_readlane_b32 v1, v2, s3", 16, "expected an SGPR, or as many as the instruction takes"},
        {"v_madmk_f32 v1, v2, 0x41200000, s3", 33, "this register cannot stand here"},
        {"ds_write_b32 v1, v2 offset:65536", 28, "value out of range"},
        {"ds_write_b32 v1, v2 offset:-1", 28, "value out of range"},
        {"ds_write_b32 v1, v2 offset0:1", 21, "no such modifier of this instruction"},
        {"ds_write2_b32 v1, v2, v3 offset:1", 33, "no offset here"},
        {"ds_write2_b32 v1, v2, v3 offset0:256", 34, "value out of range"},
        {"ds_write2_b32 v1, v2, v3 offset1:256", 34, "value out of range"},
        {"ds_write_b32 s1, v2", 14, "expected a VGPR, or as many as the instruction takes"},
        {"ds_read_b64 v1, v2", 13, "expected a VGPR, or as many as the instruction takes"},
        {"ds_swizzle_b32 v1, v2 offset:swizzle(NONE,1)", 38, "expected QUAD_PERM or BITMASK_PERM"},
        {"ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,0,1,2,4)", 54, "value out of range"},
        {"ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"0011\")", 51,
         "expected five of 0, 1, p, i in quotes"},
        {"ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"00x11\")", 51,
         "expected five of 0, 1, p, i in quotes"},
        {"ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"00p11\"", 58, "expected )"},
        {"buffer_load_dword v1, off, s[0:3], 0 offset:4096", 45, "value out of range"},
        {"buffer_load_dword v1, v2, s[0:3], 0", 36,
         "offen, idxen or addr64 and the address differ"},
        {"buffer_load_dword v1, v[2:3], s[0:3], 0 offen", 46,
         "offen, idxen or addr64 and the address differ"},
        {"buffer_load_dword v1, off, s[0:2], 0", 28,
         "expected an SGPR, or as many as the instruction takes"},
        {"buffer_load_dword v1, off, s[0:3], v1", 38, "expected an SGPR or a constant"},
        {"buffer_load_dword v1, s2, s[0:3], 0 offen", 25, "expected one or two VGPRs, or off"},
        {"buffer_load_dword v1, off, s[0:3], 0 addr64", 44,
         "offen, idxen or addr64 and the address differ"},
        {"tbuffer_load_format_x v1, off, s[0:3], 0 format:128", 49, "value out of range"},
        {"tbuffer_load_format_x v1, off, s[0:3], 0 format:[BUF_DATA_FORMAT_NONE]", 50,
         "no such format"},
        {"tbuffer_load_format_x v1, off, s[0:3], 0 dfmt:16", 42,
         "no such modifier of this instruction"},
        {"flat_load_dword v1, v2", 21, "expected a VGPR, or as many as the instruction takes"},
        {"flat_load_dword v1, v[2:3] offset:4", 35, "no offset here"},
        {"flat_load_dword v[1:2], v[2:3]", 17,
         "expected a VGPR, or as many as the instruction takes"},
        {"image_load v1, v2, s[0:3] dmask:0x1", 20, "expected eight SGPRs"},
        {"image_load v[1:2], v2, s[0:7] dmask:0x1", 40,
         "the data have another size than dmask says"},
        {"image_load v1, v2, s[0:7] dmask:0x10", 33, "value out of range"},
        {"exp mrt8 v0, v1, v2, v3", 8, "value out of range"},
        {"exp mrt0 v0, v1, v2", 20, "expected a comma"},
        {"v_interp_p1_f32 v1, v2, attr64.x", 1, "this cannot be encoded"},
        {"v_interp_p1_f32 v1, v2, attr0.q", 29, "expected attrN.x, .y, .z or .w"},
        {"v_interp_p1_f32 v1, v2, none", 25, "expected an attribute"},
        {"v_interp_mov_f32 v1, p30, attr0.x", 22, "expected p10, p20 or p0"},
        {".long", 6, "expected a number"},
        {".long 1,", 9, "expected a number"},
        {".long x", 7, "expected a number"},
        {".long 1 2", 9, "expected a comma"},
        {".set 7, 1", 6, "expected a name, a comma and a number"},
        {".set a 1", 6, "expected a name, a comma and a number"},
        {".set a, x", 6, "expected a name, a comma and a number"},
        {".byte 1 x", 9, "expected a comma"},
        {"label_of_more_than_sixty_four_characters_is_too_long_for_the_table_of_names_here: s_nop "
         "0",
         1, "the name is too long"},
        {"s_cmp_eq_u32 0x11111111, 0x22222222", 26, "a literal cannot be encoded here"},
        {"v_nop v1", 7, "no such modifier of this instruction"},
        {"s_endpgm 1", 10, "no such modifier of this instruction"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_code code;
        assert_int_equal(gcn_asm(GCN_GFX803, rows[i].text, &code), 1);
        assert_int_equal(code.n_diags, 1);
        if (strcmp(code.diags->text, rows[i].why) != 0 || code.diags->col != rows[i].col)
            fail_msg("%s: %d: %s", rows[i].text, code.diags->col, code.diags->text);
        assert_int_equal(code.diags->line, 1);
        gcn_code_fini(&code);
    }
}

static void limits_are_taken_as_llvm_mc_takes_them(void **state)
{
    static const char *const texts[] = {
        "s_movk_i32 s4, 0xffff",
        "s_movk_i32 s4, -32768",
        "s_nop 65535",
        "s_branch 65535",
        "s_branch -32768",
        "s_getreg_b32 s4, hwreg(HW_REG_MODE, 31, 1)",
        "s_getreg_b32 s4, hwreg(HW_REG_MODE, 0, 32)",
        "s_getreg_b32 s4, hwreg(HW_REG_MODE)",
        "s_getreg_b32 s4, hwreg(63)",
        "s_waitcnt vmcnt(15)",
        "s_waitcnt lgkmcnt(15)",
        "s_waitcnt expcnt(7)",
        "s_waitcnt vmcnt(0) & expcnt(0) & lgkmcnt(0)",
        "s_set_gpr_idx_on s0, 15",
        "s_set_gpr_idx_on s0, 0",
        "s_load_dword s4, s[0:1], 0xfffff",
        "s_load_dwordx16 s[4:19], s[0:1], 0x0",
        "v_mov_b32_dpp v1, v2 quad_perm:[3,0,0,3] row_mask:0x0 bank_mask:0xf",
        "v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0x0",
        "v_mov_b32_dpp v1, v2 row_shr:15 row_mask:0xf bank_mask:0xf",
        "v_mul_f32_e64 v1, v2, v3 mul:4",
        "v_mul_f32_e64 v1, v2, v3 div:2",
        "v_mul_f32_e64 v255, |v2|, -v3 clamp",
        "v_add_f16_e32 v1, 0xffff, v2",
        "v_add_f16_e32 v1, 64, v2",
        "v_add_f16_e32 v1, -16, v2",
        "s_mov_b32 s4, 65",
        "s_mov_b32 s4, -17",
        "s_mov_b32 s101, 0xffffffff",
        "v_rcp_f64_e32 v[1:2], 0x7fffffff",
        "ds_write_b32 v1, v2 offset:65535",
        "ds_write2_b32 v1, v2, v3 offset0:255 offset1:255",
        "ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,3,0,0,3)",
        "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"01pi1\")",
        "buffer_load_dword v1, off, s[0:3], 0 offset:4095",
        "buffer_load_dwordx4 v[252:255], v[2:3], s[96:99], s101 idxen offen offset:1 glc slc",
        "tbuffer_load_format_x v1, off, s[0:3], 0 format:127",
        "tbuffer_load_format_x v1, off, s[0:3], 0 format:0",
        "v_interp_p1_f32_e32 v1, v2, attr63.w",
        "v_interp_mov_f32_e32 v1, p0, attr0.x",
        "exp mrt7 v0, v1, v2, v3 done vm",
    };
    struct gcn_listed listed;
    (void)state;
    require_tool(llvm_mc(), "llvm-16");
    gcn_listed_open(&listed);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct gcn_asm_env env = {.gen = GCN_GFX803};
        struct gcn_diag diag;
        uint32_t w[GCN_MAX_WORDS];
        int n = gcn_asm_insn(&env, texts[i], w, &diag);
        if (n <= 0)
            fail_msg("%s: %d: %s", texts[i], diag.col, diag.text);
        gcn_listed_add(&listed, texts[i], w, n);
    }
    gcn_listed_check(&listed, GCN_GFX803);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_message_and_column),
        cmocka_unit_test(limits_are_taken_as_llvm_mc_takes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
