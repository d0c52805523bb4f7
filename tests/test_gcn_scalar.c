/* Scalar instructions: results and SCC at both sides of each condition, compares of every relation,
 * saved masks, indexed registers, branches, the end of a wave, hardware registers. */
#include "tests/gcn_run.h"

#define ONES UINT64_MAX
#define SCC1 "s_cmp_eq_u32 0, 0\n"
#define OLD "s_mov_b64 s[4:5], -1\n"

static void results_and_scc(void **state)
{
    static const struct scalar_row rows[] = {
        {"s_add_u32 s4, s0, s2", 1, 2, 3, 0},
        {"s_add_i32 s4, s0, s2", 0xffffffff, 1, 0, 0},
        {"s_add_i32 s4, s0, s2", 0x80000000, 0x80000000, 0, 1},
        {"s_sub_u32 s4, s0, s2", 2, 2, 0, 0},
        {"s_sub_i32 s4, s0, s2", 0, 1, 0xffffffff, 0},
        {"s_sub_i32 s4, s0, s2", 0x7fffffff, 0xffffffff, 0x80000000, 1},
        {"s_min_i32 s4, s0, s2", 1, 1, 1, 0},
        {"s_min_u32 s4, s0, s2", 1, 2, 1, 1},
        {"s_min_u32 s4, s0, s2", 2, 2, 2, 0},
        {"s_max_i32 s4, s0, s2", 1, 1, 1, 0},
        {"s_max_i32 s4, s0, s2", 1, 0xffffffff, 1, 1},
        {"s_max_u32 s4, s0, s2", 1, 1, 1, 0},
        {"s_and_b32 s4, s0, s2", 0xc, 0xa, 8, 1},
        {"s_or_b32 s4, s0, s2", 0xc, 0xa, 0xe, 1},
        {"s_or_b64 s[4:5], s[0:1], s[2:3]", 0, 0, 0, 0},
        {"s_xor_b32 s4, s0, s2", 0xc, 0xa, 6, 1},
        {"s_xor_b64 s[4:5], s[0:1], s[2:3]", ONES, ONES, 0, 0},
        {"s_xor_b64 s[4:5], s[0:1], s[2:3]", ONES, 1, ONES - 1, 1},
        {"s_andn2_b64 s[4:5], s[0:1], s[2:3]", ONES, 0xff, ONES - 0xff, 1},
        {"s_orn2_b64 s[4:5], s[0:1], s[2:3]", 1, ONES - 2, 3, 1},
        {"s_nand_b64 s[4:5], s[0:1], s[2:3]", 0xc, 0xa, ~UINT64_C(8), 1},
        {"s_nor_b32 s4, s0, s2", 0xc, 0xa, 0xfffffff1, 1},
        {"s_nor_b64 s[4:5], s[0:1], s[2:3]", 0xc, 0xa, ~UINT64_C(0xe), 1},
        {"s_xnor_b64 s[4:5], s[0:1], s[2:3]", 0xc, 0xa, ~UINT64_C(6), 1},
        {"s_not_b64 s[4:5], s[0:1]", 5, 0, ~UINT64_C(5), 1},
        {"s_lshl_b64 s[4:5], s[0:1], s2", 1, 65, 2, 1},
        {"s_lshl_b64 s[4:5], s[0:1], s2", 1, 63, UINT64_C(1) << 63, 1},
        {"s_lshl_b32 s4, s0, s2", 0x80000000, 1, 0, 0},
        {"s_lshr_b32 s4, s0, s2", 0x80000000, 63, 1, 1},
        {"s_lshr_b32 s4, s0, s2", 1, 1, 0, 0},
        {"s_lshr_b64 s[4:5], s[0:1], s2", UINT64_C(1) << 63, 64 + 62, 2, 1},
        {"s_ashr_i64 s[4:5], s[0:1], s2", UINT64_C(1) << 63, 63, ONES, 1},
        {"s_ashr_i32 s4, s0, s2", 0x40000000, 62, 1, 1},
        {"s_bfm_b64 s[4:5], s0, s2", 4, 40, UINT64_C(0xf0000000000), -1},
        {"s_bfm_b64 s[4:5], s0, s2", 68, 104, UINT64_C(0xf0000000000), -1},
        {"s_bfm_b32 s4, s0, s2", 36, 40, 0xf00, -1},
        {"s_bfe_u64 s[4:5], s[0:1], s2", 0x1234567890abcdef, 8 | 8 << 16, 0xcd, 1},
        {"s_bfe_u64 s[4:5], s[0:1], s2", 0x1234567890abcdef, 60 | 64 << 16, 1, 1},
        {"s_bfe_u64 s[4:5], s[0:1], s2", 0x1234567890abcdef, 0 | 64 << 16, 0x1234567890abcdef, 1},
        {"s_bfe_u32 s4, s0, s2", 0x80000000, 28 | 32 << 16, 8, 1},
        {"s_bfe_u32 s4, s0, s2", 0x80000000, 60 | 4 << 16, 8, 1},
        {"s_bfe_u32 s4, s0, s2", 0xffffffff, 4, 0, 0},
        {"s_bfe_i32 s4, s0, s2", 0x00007000, 12 | 4 << 16, 7, 1},
        {"s_absdiff_i32 s4, s0, s2", 5, 3, 2, 1},
        {"s_absdiff_i32 s4, s0, s2", 0xffffffff, 1, 2, 1},
        {"s_absdiff_i32 s4, s0, s2", 5, 5, 0, 0},
        {"s_abs_i32 s4, s0", 0, 0, 0, 0},
        {"s_abs_i32 s4, s0", 0x80000000, 0, 0x80000000, 1},
        {OLD "s_cmov_b64 s[4:5], s[0:1]", 7, 0, ONES, -1},
        {SCC1 OLD "s_cmov_b64 s[4:5], s[0:1]", UINT64_C(7) << 32, 0, UINT64_C(7) << 32, 1},
        {"s_cselect_b64 s[4:5], s[0:1], s[2:3]", 1, ONES, ONES, -1},
        {SCC1 "s_cselect_b64 s[4:5], s[0:1], s[2:3]", 1, ONES, 1, 1},
        {"s_wqm_b32 s4, s0", 0, 0, 0, 0},
        {"s_wqm_b32 s4, s0", 0x80000421, 0, 0xf0000fff, 1},
        {"s_wqm_b64 s[4:5], s[0:1]", 0x8000000000000040, 0, 0xf0000000000000f0, 1},
        {"s_wqm_b64 s[4:5], s[0:1]", 0, 0, 0, 0},
        {"s_quadmask_b32 s4, s0", 0x80000421, 0, 0x87, 1},
        {"s_quadmask_b64 s[4:5], s[0:1]", 0x8000000000000010, 0, 0x8002, 1},
        {"s_quadmask_b64 s[4:5], s[0:1]", 0, 0, 0, 0},
        {"s_brev_b32 s4, s0", 0x12345678, 0, 0x1e6a2c48, -1},
        {"s_brev_b64 s[4:5], s[0:1]", 0x12345678, 0, 0x1e6a2c4800000000, -1},
        {"s_bcnt0_i32_b32 s4, s0", 0xff, 0, 24, 1},
        {"s_bcnt1_i32_b32 s4, s0", 0xf0f, 0, 8, 1},
        {"s_bcnt1_i32_b32 s4, s0", 0, 0, 0, 0},
        {"s_bcnt0_i32_b64 s4, s[0:1]", 0xff, 0, 56, 1},
        {"s_bcnt0_i32_b64 s4, s[0:1]", ONES, 0, 0, 0},
        {"s_bcnt1_i32_b64 s4, s[0:1]", 0, 0, 0, 0},
        {"s_ff0_i32_b32 s4, s0", 0xffffffff, 0, 0xffffffff, -1},
        {"s_ff0_i32_b64 s4, s[0:1]", UINT64_C(0xffffffffff), 0, 40, -1},
        {"s_ff0_i32_b64 s4, s[0:1]", ONES, 0, 0xffffffff, -1},
        {"s_ff1_i32_b64 s4, s[0:1]", UINT64_C(1) << 40, 0, 40, -1},
        {"s_ff1_i32_b64 s4, s[0:1]", 0, 0, 0xffffffff, -1},
        {"s_flbit_i32_b32 s4, s0", 0, 0, 0xffffffff, -1},
        {"s_flbit_i32_b64 s4, s[0:1]", UINT64_C(1) << 40, 0, 23, -1},
        {"s_flbit_i32_b64 s4, s[0:1]", 0, 0, 0xffffffff, -1},
        {"s_flbit_i32 s4, s0", 0x0000ffff, 0, 16, -1},
        {"s_flbit_i32 s4, s0", 0, 0, 0xffffffff, -1},
        {"s_flbit_i32_i64 s4, s[0:1]", 0xffffff0000000000, 0, 24, -1},
        {"s_flbit_i32_i64 s4, s[0:1]", ONES, 0, 0xffffffff, -1},
        {"s_sext_i32_i8 s4, s0", 0xff7f, 0, 0x7f, -1},
        {"s_sext_i32_i16 s4, s0", 0x8000, 0, 0xffff8000, -1},
        {"s_sext_i32_i16 s4, s0", 0xf7fff, 0, 0x7fff, -1},
        {"s_mov_b32 s4, -1\ns_bitset0_b32 s4, s0", 36, 0, 0xffffffef, -1},
        {"s_bitset1_b32 s4, s0", 33, 0, 2, -1},
        {OLD "s_bitset0_b64 s[4:5], s0", 40, 0, 0xfffffeffffffffff, -1},
        {OLD "s_bitset0_b64 s[4:5], s0", 64, 0, ONES - 1, -1},
        {"s_bitset1_b64 s[4:5], s0", 64 + 33, 0, UINT64_C(1) << 33, -1},
        {"s_mov_b32 s4, 0x7fffffff\ns_addk_i32 s4, 1", 0, 0, 0x80000000, 1},
        {"s_mov_b32 s4, 5\ns_addk_i32 s4, 0xfffe", 0, 0, 3, 0},
        {"s_mov_b32 s4, 5\ns_mulk_i32 s4, 0xfffd", 0, 0, 0xfffffff1, 0},
        {"s_cmovk_i32 s4, 0x8000", 0, 0, 0, -1},
        {SCC1 "s_cmovk_i32 s4, 0x8000", 0, 0, 0xffff8000, 1},
        {"s_bitcmp0_b32 s0, s2", 0x10, 4, 0, 0},
        {"s_bitcmp0_b32 s0, s2", 0x10, 5, 0, 1},
        {"s_bitcmp0_b32 s0, s2", 0x10, 36, 0, 0},
        {"s_bitcmp1_b32 s0, s2", 0x10, 37, 0, 0},
        {"s_bitcmp0_b64 s[0:1], s2", UINT64_C(1) << 40, 40, 0, 0},
        {"s_bitcmp0_b64 s[0:1], s2", UINT64_C(1) << 40, 64 + 8, 0, 1},
        {"s_bitcmp1_b64 s[0:1], s2", UINT64_C(1) << 40, 64 + 40, 0, 1},
        {"s_bitcmp1_b64 s[0:1], s2", UINT64_C(1) << 40, 8, 0, 0},
        {"s_cmp_eq_u64 s[0:1], s[2:3]", UINT64_C(1) << 40, UINT64_C(1) << 40, 0, 1},
        {"s_cmp_eq_u64 s[0:1], s[2:3]", UINT64_C(1) << 40, 0, 0, 0},
        {"s_cmp_lg_u64 s[0:1], s[2:3]", UINT64_C(1) << 40, 0, 0, 1},
        {"s_cmp_lg_u64 s[0:1], s[2:3]", 5, 5, 0, 0},
        /* M0 is added to a register's number; pairs begin at an even one */
        {"s_mov_b32 m0, 2\ns_movrels_b32 s4, s0", 1, 77, 77, -1},
        {"s_mov_b32 m0, 104\ns_movrels_b32 s4, s0", 1, 77, 0, -1},
        {"s_mov_b32 m0, 0\ns_movrels_b32 s4, s2", 1, 77, 77, -1},
        {"s_mov_b32 m0, 1\ns_movrels_b64 s[4:5], s[2:3]", 1, 77, 77, -1},
        {"s_mov_b32 s101, 9\ns_mov_b32 m0, 101\ns_movrels_b32 s4, s0", 1, 77, 9, -1},
        {"s_mov_b32 m0, 3\ns_movrels_b64 s[4:5], s[0:1]", 1, ONES - 7, ONES - 7, -1},
        {"s_mov_b64 s[100:101], s[2:3]\ns_mov_b32 m0, 101\ns_movrels_b64 s[4:5], s[0:1]", 1,
         ONES - 7, ONES - 7, -1},
        {"s_mov_b32 m0, 104\ns_movrels_b64 s[4:5], s[0:1]", 1, ONES - 7, 0, -1},
        {"s_mov_b32 m0, 2\ns_movreld_b32 s3, s0", 5, 0, UINT64_C(5) << 32, -1},
        {"s_mov_b32 m0, 3\ns_movreld_b64 s[2:3], s[0:1]", ONES - 9, 0, ONES - 9, -1},
        {"s_mov_b32 m0, 200\ns_movreld_b64 s[2:3], s[0:1]", ONES - 9, 1, 0, -1},
    };
    (void)state;
    SCALAR(GCN_GFX803, rows);
}

static void compares_of_every_relation(void **state)
{
    static const struct {
        const char *name;
        bool less, equal, greater;
    } relations[] = {{"eq", false, true, false}, {"lg", true, false, true},
                     {"gt", false, false, true}, {"ge", false, true, true},
                     {"lt", true, false, false}, {"le", true, true, false}};
    static const struct {
        uint32_t a, b;
        int is_signed, is_unsigned; /* how a is to b */
    } pairs[] = {{5, 5, 0, 0}, {4, 5, -1, -1}, {6, 5, 1, 1}, {0xffff8000, 0x7fff, -1, 1}};
    (void)state;
    for (size_t r = 0; r < 6; r++)
        for (size_t p = 0; p < 4; p++)
            for (unsigned k = 0; k < 4; k++) {
                char insn[80];
                int how = k & 1 ? pairs[p].is_unsigned : pairs[p].is_signed;
                snprintf(insn, sizeof insn,
                         k < 2 ? "s_cmp_%s_%c32 s0, s2" : "s_cmpk_%s_%c32 s0, 0x%x",
                         relations[r].name, k & 1 ? 'u' : 'i', pairs[p].b);
                struct scalar_row row = {insn, pairs[p].a, pairs[p].b, 0,
                                         how < 0   ? relations[r].less
                                         : how > 0 ? relations[r].greater
                                                   : relations[r].equal};
                gcn_scalar_rows(GCN_GFX803, &row, 1);
            }
}

static void masks_are_saved(void **state)
{
    static const struct {
        const char *name;
        uint64_t exec;
    } rows[] = {{"and", 0x0f000f000f000f00},  {"or", 0xff0fff0fff0fff0f},
                {"xor", 0xf00ff00ff00ff00f},  {"andn2", 0xf000f000f000f000},
                {"orn2", 0xfff0fff0fff0fff0}, {"nand", 0xf0fff0fff0fff0ff},
                {"nor", 0x00f000f000f000f0},  {"xnor", 0x0ff00ff00ff00ff0}};
    const uint64_t a = 0xff00ff00ff00ff00, e = 0x0f0f0f0f0f0f0f0f;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 2; k++) {
            char insn[200];
            snprintf(
                insn, sizeof insn,
                "s_mov_b64 exec, s[2:3]\ns_%s_saveexec_b64 s[4:5], s[0:1]\n%ss_mov_b64 exec, -1",
                rows[i].name, k ? "s_mov_b64 s[4:5], exec\n" : "");
            struct scalar_row row = {insn, a, e, k ? rows[i].exec : e, 1};
            gcn_scalar_rows(GCN_GFX803, &row, 1);
        }
    static const struct scalar_row none[] = {
        {"s_and_saveexec_b64 s[4:5], s[0:1]\ns_mov_b64 exec, -1", 0, 0, ONES, 0},
        {"s_nor_saveexec_b64 s[4:5], s[0:1]\ns_mov_b64 exec, -1", 0, 0, ONES, 0}};
    SCALAR(GCN_GFX803, none);
}

/* --- control --- */
static void branches_look_at_their_condition(void **state)
{
    static const struct {
        const char *text;
        bool taken;
    } rows[] = {
        {"s_branch L", true},
        {"s_cmp_eq_u32 0, 0\ns_cbranch_scc0 L", false},
        {"s_cmp_eq_u32 0, 1\ns_cbranch_scc0 L", true},
        {"s_cmp_eq_u32 0, 0\ns_cbranch_scc1 L", true},
        {"s_cmp_eq_u32 0, 1\ns_cbranch_scc1 L", false},
        {"s_mov_b64 vcc, 0\ns_cbranch_vccz L", true},
        {"s_mov_b32 vcc_lo, 0\ns_mov_b32 vcc_hi, 1\ns_cbranch_vccz L", false},
        {"s_mov_b32 vcc_lo, 0\ns_mov_b32 vcc_hi, 1\ns_cbranch_vccnz L", true},
        {"s_mov_b64 vcc, 0\ns_cbranch_vccnz L", false},
        {"s_mov_b64 exec, 0\ns_cbranch_execz L", true},
        {"s_mov_b64 exec, 1\ns_cbranch_execz L", false},
        {"s_mov_b64 exec, 0\ns_cbranch_execnz L", false},
        {"s_mov_b32 exec_lo, 0\ns_cbranch_execnz L", true},
        {"s_cbranch_cdbgsys L", false},
        {"s_cbranch_cdbguser L", false},
        {"s_cbranch_cdbgsys_or_user L", false},
        {"s_cbranch_cdbgsys_and_user L", false},
        /* neither branches nor anything else */
        {"s_icache_inv", false},
        {"s_incperflevel 1", false},
        {"s_decperflevel 1", false},
        {"s_ttracedata", false},
        {"s_wakeup", false},
        {"s_nop 7", false},
        {"s_sleep 1", false},
        {"s_waitcnt 0", false},
        {"s_setkill 0", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        snprintf(text, sizeof text, "s_mov_b32 s4, 0\n%s\ns_mov_b32 s4, 1\nL:\ns_endpgm",
                 rows[i].text);
        struct gcn *m = gcn_run_text(GCN_GFX803, text);
        if (m->waves->s[4] != !rows[i].taken)
            fail_msg("%s: s4 is %u", rows[i].text, m->waves->s[4]);
        gcn_free(m);
    }
}

/* The host sets what only a debugger has; bit 0: for the system, bit 1: for the user. */
static void debug_branches_look_at_status(void **state)
{
    static const struct {
        const char *name;
        unsigned taken; /* bit k: with the bits k set */
    } rows[] = {{"sys", 1 << 1 | 1 << 3},
                {"user", 1 << 2 | 1 << 3},
                {"sys_or_user", 1 << 1 | 1 << 2 | 1 << 3},
                {"sys_and_user", 1 << 3}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 4; k++) {
            char text[100];
            struct gcn_wave *w;
            struct gcn *m;
            snprintf(text, sizeof text, "s_cbranch_cdbg%s L\ns_nop 0\nL:\ns_endpgm", rows[i].name);
            m = gcn_run_text(GCN_GFX803, text);
            w = m->waves;
            w->status |= (k & 1 ? GCN_ST_DBG_SYS : 0) | (k & 2 ? GCN_ST_DBG_USER : 0);
            w->pc = CODE_AT;

            assert_int_equal(gcn_step(m, w), GCN_GO);
            assert_int_equal(w->pc, CODE_AT + (rows[i].taken >> k & 1 ? 8 : 4));
            gcn_free(m);
        }
}

static void ends_halts_and_messages(void **state)
{
    static const struct {
        const char *insn;
        enum gcn_stop stop;
        const char *why;
    } rows[] = {
        {"s_endpgm_saved", GCN_STOP_DONE, ""},
        {"s_setkill 1", GCN_STOP_DONE, ""},
        {"s_sethalt 1", GCN_STOP_HALTED, ""},
        {"s_sendmsghalt sendmsg(MSG_INTERRUPT)", GCN_STOP_HALTED, ""},
        {"s_sendmsg 2", GCN_STOP_UNKNOWN, "message 2"},
        {"s_sendmsghalt 3", GCN_STOP_UNKNOWN, "message 3"},
        {"s_sendmsg 0x12", GCN_STOP_UNKNOWN, "message 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_wave *w = NULL;
        char text[100];
        snprintf(text, sizeof text, "s_mov_b32 s4, 0\n%s\ns_mov_b32 s4, 1\ns_endpgm", rows[i].insn);
        struct gcn *m = gcn_run_until(GCN_GFX803, text, rows[i].stop, &w);
        assert_int_equal(m->waves->s[4], 0);
        if (*rows[i].why)
            assert_string_equal(m->why, rows[i].why);
        assert_int_equal((m->waves->status & GCN_ST_HALT) != 0, rows[i].stop == GCN_STOP_HALTED);
        gcn_free(m);
    }
}

static void hardware_registers_are_read_and_written_in_parts(void **state)
{
    static const struct scalar_row rows[] = {
        {"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0xf0\ns_getreg_b32 s4, hwreg(HW_REG_MODE)", 0, 0,
         0xf0, -1},
        {"s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0\ns_getreg_b32 s4, hwreg(HW_REG_MODE, 0, 8)",
         0xfa, 0, 0xfa, -1},
        {"s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s0\ns_getreg_b32 s4, hwreg(HW_REG_MODE, 0, 8)",
         0x5, 0, 0x50, -1},
        {"s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s0\ns_getreg_b32 s4, hwreg(HW_REG_MODE, 5, 2)",
         0x5, 0, 2, -1},
        {"s_setprio 2\ns_getreg_b32 s4, hwreg(HW_REG_STATUS, 3, 2)", 0, 0, 2, -1},
        {"s_setprio 7\ns_setprio 1\ns_getreg_b32 s4, hwreg(HW_REG_STATUS, 3, 2)", 0, 0, 1, -1},
        {"s_setprio 3\ns_getreg_b32 s4, hwreg(HW_REG_STATUS, 1, 2)", 0, 0, 0, -1},
        /* indexes in M0: bits 15:12 are the operands, 7:0 the index */
        {"s_mov_b32 m0, -1\ns_set_gpr_idx_mode 5\ns_mov_b32 s4, m0", 0, 0, 0xffff5fff, -1},
        {"s_mov_b32 m0, -1\ns_set_gpr_idx_idx s0\ns_mov_b32 s4, m0", 0x123, 0, 0xffffff23, -1},
        {"s_mov_b32 m0, 0\ns_set_gpr_idx_on s0, 3\ns_mov_b32 s4, m0\ns_set_gpr_idx_off", 0x145, 0,
         0x3045, -1},
        {"s_set_gpr_idx_on s0, 3\ns_getreg_b32 s4, hwreg(HW_REG_MODE, 27, 1)\ns_set_gpr_idx_off\n"
         "s_getreg_b32 s5, hwreg(HW_REG_MODE, 27, 1)",
         0, 0, 1, -1},
        {"s_getpc_b64 s[4:5]\ns_and_b32 s4, s4, 0x1000", 0, 0, 0x1000, -1},
    };
    (void)state;
    SCALAR(GCN_GFX803, rows);
}

/* The smaller part of the lanes goes first; the join lets the others follow, then all together. */
static void forks_and_joins(void **state)
{
    static const struct {
        uint64_t mask;
        const char *order; /* what s4 collects: 1 the branch, 2 the way straight on */
    } rows[] = {{UINT64_MAX, "1"}, {0, "2"}, {3, "12"}, {UINT64_MAX - 3, "21"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[700];
        uint32_t want = 0;
        snprintf(text, sizeof text,
                 "s_getreg_b32 s20, hwreg(HW_REG_MODE, 29, 3)\ns_mov_b32 s30, 0\n"
                 "v_mov_b32 v3, 0\n"
                 "s_mov_b32 s10, 0x%x\ns_mov_b32 s11, 0x%x\ns_cbranch_i_fork s[10:11], L\n"
                 "s_lshl_b32 s30, s30, 4\ns_or_b32 s30, s30, 2\nv_add_u32 v3, vcc, 2, v3\n"
                 "s_branch J\nL:\ns_lshl_b32 s30, s30, 4\ns_or_b32 s30, s30, 1\n"
                 "v_add_u32 v3, vcc, 1, v3\nJ:\ns_cbranch_join s20\n"
                 "s_mov_b64 s[40:41], exec\ns_endpgm",
                 (uint32_t)rows[i].mask, (uint32_t)(rows[i].mask >> 32));
        struct gcn *m = gcn_run_text(GCN_GFX803, text);
        for (const char *p = rows[i].order; *p; p++)
            want = want << 4 | (uint32_t)(*p - '0');
        assert_int_equal(m->waves->s[30], want);
        for (unsigned l = 0; l < GCN_LANES; l++)
            assert_int_equal(m->waves->v[3 * GCN_LANES + l], rows[i].mask >> l & 1 ? 1 : 2);
        gcn_free(m);
    }
}

/* Lanes 0, 1 to 3 and the others go three ways by two forks: what is pushed lies in four registers
 * each, and the last comes out first. A join leaves EXEC as the last way had it. */
static void forks_are_nested(void **state)
{
    static const char text[] =
        "s_getreg_b32 s20, hwreg(HW_REG_MODE, 29, 3)\nv_mov_b32 v3, 0\nv_mov_b32 v4, 0\n"
        "s_mov_b64 s[10:11], 15\ns_mov_b64 s[12:13], 1\ns_mov_b64 s[40:41], 0\n"
        "s_cbranch_i_fork s[10:11], L\nv_add_u32 v3, vcc, 4, v3\ns_branch J\n"
        "L:\ns_add_u32 s21, s20, 1\ns_cbranch_i_fork s[12:13], M\n"
        "v_add_u32 v3, vcc, 2, v3\ns_branch K\nM:\nv_add_u32 v3, vcc, 1, v3\n"
        "K:\ns_cbranch_join s21\ns_or_b64 s[40:41], s[40:41], exec\nv_add_u32 v4, vcc, 1, v4\n"
        "J:\ns_cbranch_join s20\ns_mov_b64 s[42:43], exec\nv_add_u32 v4, vcc, 2, v4\ns_endpgm";
    (void)state;
    struct gcn *m = gcn_run_text(GCN_GFX803, text);
    assert_int_equal(gcn_s64(m->waves, 40), 14);
    assert_true(gcn_s64(m->waves, 42) == UINT64_MAX - 15);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        assert_int_equal(m->waves->v[3 * GCN_LANES + l], l == 0 ? 1 : l < 4 ? 2 : 4);
        assert_int_equal(m->waves->v[4 * GCN_LANES + l], l == 0 ? 0 : l < 4 ? 1 : 2);
    }
    gcn_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_and_scc),
        cmocka_unit_test(compares_of_every_relation),
        cmocka_unit_test(masks_are_saved),
        cmocka_unit_test(branches_look_at_their_condition),
        cmocka_unit_test(debug_branches_look_at_status),
        cmocka_unit_test(ends_halts_and_messages),
        cmocka_unit_test(hardware_registers_are_read_and_written_in_parts),
        cmocka_unit_test(forks_and_joins),
        cmocka_unit_test(forks_are_nested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
