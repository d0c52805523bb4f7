/* The numbers of GCN's operands at their limits, in text and in code; what a dispatch gives to a
 * wave, and what is too much for it. */
#include "tests/gcn_run.h"

#include "gcn/regs.h"

/* Source: the manual of the third generation, the chapters on SOPP, SOPK and SOPC. */
static void operands_reach_to_their_limits(void **state)
{
    static const struct {
        const char *text;
        uint32_t word; /* 0: it is refused */
    } rows[] = {
        {"s_nop 0", 0xbf800000},
        {"s_nop 65535", 0xbf80ffff},
        {"s_nop -1", 0xbf80ffff},
        {"s_nop -32768", 0xbf808000},
        {"s_nop 65536", 0},
        {"s_nop -32769", 0},
        {"s_branch -32768", 0xbf828000},
        {"s_branch 65535", 0xbf82ffff},
        {"s_branch -32769", 0},
        {"s_branch 65536", 0},
        {"s_waitcnt 0", 0xbf8c0000},
        {"s_waitcnt 65535", 0xbf8cffff},
        {"s_waitcnt 65536", 0},
        {"s_waitcnt vmcnt(0)", 0xbf8c0f70},
        {"s_waitcnt vmcnt(14)", 0xbf8c0f7e},
        {"s_waitcnt expcnt(0)", 0xbf8c0f0f},
        {"s_waitcnt expcnt(6)", 0xbf8c0f6f},
        {"s_waitcnt lgkmcnt(0)", 0xbf8c007f},
        {"s_waitcnt lgkmcnt(14)", 0xbf8c0e7f},
        {"s_waitcnt vmcnt(1) expcnt(2) lgkmcnt(3)", 0xbf8c0321},
        {"s_waitcnt vmcnt(-1)", 0},
        {"s_sendmsg sendmsg(MSG_INTERRUPT)", 0xbf900001},
        {"s_sendmsg sendmsg(MSG_SAVEWAVE)", 0xbf900004},
        {"s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 0)", 0xbf900012},
        {"s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 3)", 0xbf900322},
        {"s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_EMIT_CUT, 1)", 0xbf900133},
        {"s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 4)", 0},
        {"s_sendmsg sendmsg(MSG_GS, 15, 2)", 0xbf9002f2},
        {"s_sendmsg sendmsg(MSG_GS, 16, 2)", 0},
        {"s_sendmsg sendmsg(15, 1)", 0xbf90001f},
        {"s_sendmsg sendmsg(16, 1)", 0},
        {"s_sendmsg sendmsg(MSG_SYSMSG, SYSMSG_OP_ECC_ERR_INTERRUPT)", 0xbf90001f},
        {"s_sendmsg sendmsg(MSG_SYSMSG, SYSMSG_OP_REG_RD)", 0xbf90002f},
        {"s_sendmsg sendmsg(MSG_SYSMSG, SYSMSG_OP_HOST_TRAP_ACK)", 0xbf90003f},
        {"s_sendmsg sendmsg(MSG_SYSMSG, SYSMSG_OP_TTRACE_PC)", 0xbf90004f},
        {"s_sendmsg sendmsg(MSG_SYSMSG, GS_OP_CUT)", 0},
        {"s_sendmsg 65535", 0xbf90ffff},
        {"s_sendmsg 65536", 0},
        {"s_getreg_b32 s1, hwreg(HW_REG_MODE)", 0xb881f801},
        {"s_getreg_b32 s1, hwreg(HW_REG_STATUS, 31, 1)", 0xb88107c2},
        {"s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 32)", 0xb881f803},
        {"s_getreg_b32 s1, hwreg(HW_REG_HW_ID, 5, 6)", 0xb8812944},
        {"s_getreg_b32 s1, hwreg(HW_REG_GPR_ALLOC, 1, 2)", 0xb8810845},
        {"s_getreg_b32 s1, hwreg(HW_REG_LDS_ALLOC, 1, 2)", 0xb8810846},
        {"s_getreg_b32 s1, hwreg(HW_REG_IB_STS, 1, 2)", 0xb8810847},
        {"s_getreg_b32 s1, hwreg(63, 0, 1)", 0xb881003f},
        {"s_getreg_b32 s1, hwreg(64, 0, 1)", 0},
        {"s_getreg_b32 s1, hwreg(1, 32, 1)", 0},
        {"s_getreg_b32 s1, hwreg(1, 0, 33)", 0},
        {"s_getreg_b32 s1, hwreg(1, 0, 0)", 0},
        {"s_getreg_b32 s1, 65535", 0xb881ffff},
        {"s_getreg_b32 s1, 65536", 0},
        {"s_set_gpr_idx_on s0, gpr_idx(SRC0,DST)", 0xbf110900},
        {"s_set_gpr_idx_on s0, gpr_idx(SRC1,SRC2)", 0xbf110600},
        {"s_set_gpr_idx_on s0, gpr_idx()", 0xbf110000},
        {"s_set_gpr_idx_on s0, 15", 0xbf110f00},
        {"s_set_gpr_idx_on s0, 16", 0},
        {"s_set_gpr_idx_on s0, gpr_idx(SRC3)", 0},
        {"s_set_gpr_idx_mode gpr_idx(SRC0,SRC1,SRC2,DST)", 0xbf9d000f},
        {"s_set_gpr_idx_mode 15", 0xbf9d000f},
        {"s_set_gpr_idx_mode 16", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_code code, again;
        char text[GCN_TEXT_MAX];
        int rc = gcn_asm(GCN_GFX803, rows[i].text, &code);
        uint32_t w = 0;
        if (rc != (rows[i].word ? 0 : 1))
            fail_msg("%s: %s", rows[i].text, rc ? code.diags->text : "taken");
        if (!rc) {
            assert_int_equal(code.size, 4);
            memcpy(&w, code.bytes, 4);
            if (w != rows[i].word)
                fail_msg("%s is 0x%08x", rows[i].text, w);
            /* and back */
            gcn_dis_insn(GCN_GFX803, &w, 1, NULL, text);
            assert_int_equal(gcn_asm(GCN_GFX803, text, &again), 0);
            assert_memory_equal(again.bytes, &w, 4);
            gcn_code_fini(&again);
        }
        gcn_code_fini(&code);
    }
}

/* A branch reaches 32768 words back and 32767 ahead, from the next instruction on. */
static void labels_are_within_reach(void **state)
{
    static const struct {
        unsigned between;
        bool back;
        int offset; /* 0: it is refused */
    } rows[] = {{32767, true, -32768}, {32768, true, 0}, {32767, false, 32767}, {32768, false, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_code code;
        char *text;
        size_t n;
        int16_t offset;
        FILE *f = open_memstream(&text, &n);
        fputs(rows[i].back ? "L:\n" : "s_branch L\n", f);
        for (unsigned k = 0; k < rows[i].between; k++)
            fputs("s_nop 0\n", f);
        fputs(rows[i].back ? "s_branch L\n" : "L:\ns_nop 0\n", f);
        fclose(f);
        assert_int_equal(gcn_asm(GCN_GFX803, text, &code), rows[i].offset ? 0 : 1);
        if (rows[i].offset) {
            memcpy(&offset, code.bytes + (rows[i].back ? code.size - 4 : 0), 2);
            assert_int_equal(offset, rows[i].offset);
        }
        gcn_code_fini(&code);
        free(text);
    }
}

/* --- a dispatch --- */
static uint32_t reg(struct gcn *m, unsigned wave, const char *name)
{
    struct gcn_reg r;
    uint32_t v[2] = {0};
    assert_true(gcn_reg_find(m->gen, name, &r));
    assert_true(gcn_reg_get(m, &m->waves[wave], 0, &r, v));
    return v[0];
}

static int dispatch(struct gcn *m, const struct gcn_launch *l, char why[128])
{
    static const uint32_t end = 0xbf810000;
    assert_int_equal(gcn_memory_map(m->memory, CODE_AT, 64), 0);
    for (unsigned i = 0; i < 8; i++)
        gcn_memory_write(m->memory, CODE_AT + 4 * i, &end, 4);
    return gcn_dispatch(m, l, "abcdefgh", 8, why);
}

static void waves_have_what_the_kernel_asks_for(void **state)
{
    static const struct {
        uint32_t rsrc1, rsrc2, lds;
        uint32_t mode, vgprs, lds_alloc;
    } rows[] = {
        {0, 0, 0, 0, 4, 0},
        {1, 0, 1, 0, 8, 2 << 12}, /* LDS in granules of 512 bytes, told in units of 256 */
        {63, 0, 512, 0, 256, 2 << 12},
        {0xff << 12, 0, 513, 0xff, 4, 4 << 12},
        {1 << 21, 0, 65536, 1 << 8, 4, 256 << 12}, /* DX10_CLAMP */
        {1 << 23, 0, 0, 1 << 9, 4, 0},             /* IEEE */
        {0xa5 << 12, 0x7f << 24, 0, 0xa5 | 0x7f << 12, 4, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn *m = gcn_new(GCN_GFX803);
        char why[128];
        enum gcn_stop stop;
        struct gcn_launch l = {.kernel = {.entry = CODE_AT,
                                          .rsrc1 = rows[i].rsrc1,
                                          .rsrc2 = rows[i].rsrc2,
                                          .lds = rows[i].lds},
                               .grid = {2, 1, 1},
                               .local = {65, 1, 1},
                               .raw = true};
        assert_int_equal(dispatch(m, &l, why), 0);
        assert_int_equal(m->n_waves, 4);
        assert_non_null(gcn_pick(m, &stop));
        const struct gcn_wave *w = m->waves;
        assert_int_equal(w->mode, rows[i].mode);
        assert_int_equal(w->vgprs, rows[i].vgprs);
        assert_int_equal(w->lds_alloc, rows[i].lds_alloc);
        assert_int_equal(reg(m, 0, "gpr_alloc") >> 8 & 63, rows[i].vgprs / 4 - 1);
        assert_int_equal(w->pc, CODE_AT);
        assert_int_equal(w->status & (GCN_ST_VALID | GCN_ST_IN_TG | GCN_ST_TRAP_EN),
                         GCN_ST_VALID | GCN_ST_IN_TG);
        gcn_free(m);
    }
}

static void waves_lie_on_simds_in_turn(void **state)
{
    struct gcn *m = gcn_new(GCN_GFX803);
    char why[128];
    struct gcn_launch l = {
        .kernel = {.entry = CODE_AT}, .grid = {45, 1, 1}, .local = {1, 1, 1}, .raw = true};
    uint64_t budget = 1000;
    struct gcn_wave *w;
    (void)state;
    assert_int_equal(dispatch(m, &l, why), 0);
    assert_int_equal(gcn_run(m, &budget, &w), GCN_STOP_DONE);
    for (unsigned i = 0; i < 45; i++) /* ten waves on each of four */
        assert_int_equal(m->waves[i].hw_id, i % 10 | (i / 10 & 3) << 4);
    assert_int_equal(m->waves[7].status & GCN_ST_IN_TG, 0);
    gcn_free(m);
}

/* Source: the packet of a dispatch, and the queue, as HSA's runtime specification has them. */
static void packets_say_what_was_dispatched(void **state)
{
    struct gcn *m = gcn_new(GCN_GFX803);
    char why[128];
    struct gcn_launch l = {.kernel = {.entry = CODE_AT, .lds = 700, .scratch = 40},
                           .grid = {3, 5, 7},
                           .local = {8, 4, 2},
                           .raw = true};
    uint16_t local[3];
    uint32_t items[3], v;
    uint64_t kernarg;
    char args[8];
    (void)state;
    assert_int_equal(dispatch(m, &l, why), 0);
    gcn_memory_read(m->memory, GCN_PACKET_AT + 4, local, 6);
    gcn_memory_read(m->memory, GCN_PACKET_AT + 12, items, 12);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(local[i], l.local[i]);
        assert_int_equal(items[i], l.local[i] * l.grid[i]);
    }
    gcn_memory_read(m->memory, GCN_PACKET_AT + 24, &v, 4);
    assert_int_equal(v, 40);
    gcn_memory_read(m->memory, GCN_PACKET_AT + 28, &v, 4);
    assert_int_equal(v, 700);
    gcn_memory_read(m->memory, GCN_PACKET_AT + 40, &kernarg, 8);
    assert_int_equal(kernarg, GCN_KERNARG_AT);
    gcn_memory_read(m->memory, kernarg, args, 8);
    assert_memory_equal(args, "abcdefgh", 8);
    gcn_memory_read(m->memory, GCN_QUEUE_AT + 0x40, &v, 4);
    assert_int_equal(v, m->lds_aperture);
    gcn_memory_read(m->memory, GCN_QUEUE_AT + 0x44, &v, 4);
    assert_int_equal(v, m->scratch_aperture);
    assert_int_equal(m->scratch_wave, 3072); /* 40 * 64, in KiB */
    assert_int_equal(m->lds_bytes, 1024);
    gcn_free(m);
}

static void a_dispatch_has_its_limits(void **state)
{
    static const struct {
        uint32_t grid[3], local[3], lds;
        enum gcn_gen gen;
        const char *why; /* NULL: it is done */
    } rows[] = {
        {{1, 1, 1}, {1024, 1, 1}, 65536, GCN_GFX803, NULL},
        {{1, 1, 1}, {32, 8, 4}, 65536, GCN_GFX700, NULL},
        {{1, 1, 1}, {1, 1, 1}, 32768, GCN_GFX600, NULL},
        {{0, 1, 1}, {1, 1, 1}, 0, GCN_GFX803, "a size of grid or local is 0 or too large"},
        {{1, 0, 1}, {1, 1, 1}, 0, GCN_GFX803, "a size of grid or local is 0 or too large"},
        {{1, 1, 1}, {1, 1, 0}, 0, GCN_GFX803, "a size of grid or local is 0 or too large"},
        {{1, 1, 1}, {1, 1025, 1}, 0, GCN_GFX803, "a size of grid or local is 0 or too large"},
        {{(1 << 24) + 1, 1, 1},
         {1, 1, 1},
         0,
         GCN_GFX803,
         "a size of grid or local is 0 or too large"},
        {{1 << 24, 1, 1},
         {1, 1, 1},
         0,
         GCN_GFX803,
         "more than 1024 work items in a group, or too many groups"},
        {{1, 1, 1},
         {32, 11, 3},
         0,
         GCN_GFX803,
         "more than 1024 work items in a group, or too many groups"},
        {{1 << 11, (1 << 11) + 1, 1},
         {1, 1, 1},
         0,
         GCN_GFX803,
         "more than 1024 work items in a group, or too many groups"},
        {{1 << 11, 1 << 11, 1},
         {65, 1, 1},
         0,
         GCN_GFX803,
         "more than 1024 work items in a group, or too many groups"},
        {{1, 1, 1},
         {1, 1, 1},
         65537,
         GCN_GFX803,
         "the kernel wants more LDS than a group may have"},
        {{1, 1, 1},
         {1, 1, 1},
         32769,
         GCN_GFX600,
         "the kernel wants more LDS than a group may have"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn *m = gcn_new(rows[i].gen);
        char why[128] = "";
        struct gcn_launch l = {.kernel = {.entry = CODE_AT, .lds = rows[i].lds}, .raw = true};
        memcpy(l.grid, rows[i].grid, sizeof l.grid);
        memcpy(l.local, rows[i].local, sizeof l.local);
        assert_int_equal(dispatch(m, &l, why), rows[i].why ? -1 : 0);
        assert_string_equal(why, rows[i].why ? rows[i].why : "");
        gcn_free(m);
    }
    for (int gen = GCN_GFX600; gen <= GCN_GFX803; gen++) {
        assert_int_equal(gcn_lds_max((enum gcn_gen)gen), gen == GCN_GFX600 ? 32768 : 65536);
        assert_int_equal(gcn_can_save((enum gcn_gen)gen), gen == GCN_GFX803);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_reach_to_their_limits),
        cmocka_unit_test(labels_are_within_reach),
        cmocka_unit_test(waves_have_what_the_kernel_asks_for),
        cmocka_unit_test(waves_lie_on_simds_in_turn),
        cmocka_unit_test(packets_say_what_was_dispatched),
        cmocka_unit_test(a_dispatch_has_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
