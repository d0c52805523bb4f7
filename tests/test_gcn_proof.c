/* The proof of a trap handler of GCN: what it reports of handlers that leave something changed,
 * that do not return or stop the machine; how often it injects; what it sets to random values;
 * mutants. */
#include "tests/gcn_run.h"

#include "gcn/proof.h"

enum { DATA_AT = 0x400000, DEBUG = 1 << GCN_TRAP_DEBUG };
#define KERNEL "s_nop 1\ns_nop 2\nv_mov_b32 v3, 1\ns_mov_b32 s9, 3\ns_endpgm"
#define BACK "s_and_b32 ttmp1, ttmp1, 0xffff\ns_rfe_b64 ttmp[0:1]\n"

static struct gcn *make(const char *kernel, const char *handler, unsigned waves)
{
    struct gcn *m = gcn_with(GCN_GFX803, kernel);
    gcn_put(m, GCN_GFX803, 0, handler);
    assert_int_equal(gcn_memory_map(m->memory, DATA_AT, 4096), 0);
    gcn_begin(m, (struct gcn_kernel){.lds = 1024, .rsrc1 = 1 | 3 << 6 | 0xc0 << 12}, waves, 0);
    return m;
}

static struct gcn_proof_plan plan_of(unsigned kinds)
{
    return (struct gcn_proof_plan){
        .kinds = kinds, .every = 1, .limit = 100, .max_insts = 1000, .salt = 5, .trap_id = 9};
}

/* --- what a handler leaves changed --- */
static void what_is_changed_is_named(void **state)
{
    static const struct {
        const char *body, *name;
        int lane;
        uint64_t found;
        bool exact;
    } rows[] = {
        {"s_mov_b32 s3, 0x123\n", "s3", -1, 0x123, true},
        {"s_mov_b32 s0, 0x123\n", "s0", -1, 0x123, true},
        {"s_mov_b32 s29, 0x123\n", "s29", -1, 0x123, true},
        {"s_mov_b64 exec, 4\nv_mov_b32 v1, 5\ns_mov_b64 exec, -1\n", "v1", 2, 5, true},
        {"v_mov_b32 v7, 5\n", "v7", 0, 5, true},
        {"s_mov_b32 m0, 77\n", "m0", -1, 77, true},
        {"s_mov_b64 exec, 5\n", "exec", -1, 5, true},
        {"s_and_b32 ttmp1, ttmp1, 0xffff\ns_cmp_eq_u32 0, 0\ns_rfe_b64 ttmp[0:1]\n", "scc", -1, 1,
         true},
        {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 1), 1\n", "mode", -1, 0, false},
        {"s_getreg_b32 ttmp3, hwreg(HW_REG_TRAPSTS, 16, 1)\ns_xor_b32 ttmp3, ttmp3, 1\n"
         "s_setreg_b32 hwreg(HW_REG_TRAPSTS, 16, 1), ttmp3\n",
         "trapsts", -1, 0, false},
        {"s_add_u32 ttmp0, ttmp0, 4\n", "pc", -1, CODE_AT + 4, true},
        {"s_mov_b32 ttmp2, 0x400000\ns_mov_b32 ttmp3, 0\ns_mov_b32 ttmp4, 0x2100\n"
         "s_store_dword ttmp4, ttmp[2:3], 0x8 glc\ns_waitcnt lgkmcnt(0)\n",
         "0x400009", -1, 0x21, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char handler[500];
        struct gcn_proof_report r;
        struct gcn_proof_plan plan = plan_of(DEBUG);
        snprintf(handler, sizeof handler, "%s" BACK, rows[i].body);
        struct gcn *m = make(KERNEL, handler, 1);
        gcn_prove(m, &plan, &r);
        if (r.verdict != GCN_PROOF_DIVERGENCE || strcmp(r.diffs[0].name, rows[i].name))
            fail_msg("%s: verdict %d, %s %s", rows[i].body, r.verdict,
                     r.n_diffs ? r.diffs[0].name : "", r.why);
        assert_int_equal(r.diffs[0].lane, rows[i].lane);
        assert_int_equal(r.diffs[0].wave, 0);
        if (rows[i].exact)
            assert_int_equal(r.diffs[0].found, rows[i].found);
        assert_int_not_equal(r.diffs[0].found, r.diffs[0].expected);
        assert_int_equal(r.kind, GCN_TRAP_DEBUG);
        assert_int_equal(r.boundary, 0);
        assert_int_equal(r.pc, CODE_AT);
        assert_int_equal(r.injections, 1);
        gcn_free(m);
    }
}

static void faults_have_their_words(void **state)
{
    static const struct {
        const char *handler, *why;
        unsigned waves;
    } rows[] = {
        {"s_branch -1\n", "the handler does not come back", 1},
        {"s_endpgm\n", "the handler ends the wave", 1},
        {".long 0xffffffff\n", "the handler stops the machine: at 0xe0000000", 1},
        {"s_barrier\n" BACK, "a wave waits in a barrier of the handler for ever", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_proof_report r;
        struct gcn_proof_plan plan = plan_of(DEBUG);
        struct gcn *m = make(KERNEL, rows[i].handler, rows[i].waves);
        gcn_prove(m, &plan, &r);
        assert_int_equal(r.verdict, GCN_PROOF_FAULT);
        assert_string_equal(r.why, rows[i].why);
        gcn_free(m);
    }
}

/* A visit may take as many instructions as the limit says, and the last 16 of them are kept. */
static void the_limit_counts_instructions_of_a_visit(void **state)
{
    (void)state;
    for (unsigned n = 1; n < 40; n++)
        for (unsigned less = 0; less < 2; less++) {
            char handler[1000] = "";
            struct gcn_proof_report r;
            struct gcn_proof_plan plan = plan_of(DEBUG);
            for (unsigned i = 0; i < n; i++)
                strcat(handler, "s_nop 0\n");
            strcat(handler, BACK);
            struct gcn *m = make("s_endpgm", handler, 1);
            plan.limit = n + 2 - less;
            gcn_prove(m, &plan, &r);
            assert_int_equal(r.verdict, less ? GCN_PROOF_FAULT : GCN_PROOF_PASS);
            assert_int_equal(r.handler_insts, n + 2);
            unsigned kept = n + 2 < 16 ? n + 2 : 16, first = n + 2 - kept;
            assert_int_equal(r.n_trace, kept);
            for (unsigned i = 0; i < kept; i++) {
                unsigned k = first + i; /* s_and_b32 has two dwords */
                assert_int_equal(r.trace[i], GCN_HANDLER_AT + 4 * (k <= n ? k : k + 1));
            }
            gcn_free(m);
        }
}

/* --- how often --- */
static void each_kind_is_injected_at_each_boundary(void **state)
{
    static const struct {
        unsigned kinds;
        uint64_t every, boundaries, injections;
    } rows[] = {{DEBUG, 1, 5, 5},
                {DEBUG, 2, 3, 3},
                {DEBUG, 3, 2, 2},
                {DEBUG, 5, 1, 1},
                {DEBUG | 1 << GCN_TRAP_HOST, 1, 5, 10},
                {DEBUG | 1 << GCN_TRAP_HOST, 4, 2, 4},
                {0, 1, 5, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn_proof_report r;
        struct gcn_proof_plan plan = plan_of(rows[i].kinds);
        struct gcn *m = make(KERNEL, BACK, 1);
        plan.every = rows[i].every;
        gcn_prove(m, &plan, &r);
        assert_int_equal(r.verdict, GCN_PROOF_PASS);
        assert_int_equal(r.total, 5);
        assert_int_equal(r.boundaries, rows[i].boundaries);
        assert_int_equal(r.injections, rows[i].injections);
        assert_int_equal(r.handler_insts, 2 * rows[i].injections);
        assert_int_equal(r.n_diffs, 0);
        gcn_free(m);
    }
}

static void shards_have_each_boundary_once(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 6; n++) {
        uint64_t boundaries = 0;
        for (unsigned k = 1; k <= n; k++) {
            struct gcn_proof_report r;
            struct gcn_proof_plan plan = plan_of(DEBUG);
            struct gcn *m = make(KERNEL, BACK, 1);
            plan.shard = (struct shard){.k = k, .n = n};
            gcn_prove(m, &plan, &r);
            assert_int_equal(r.verdict, GCN_PROOF_PASS);
            assert_int_equal(r.total, 5);
            boundaries += r.boundaries;
            gcn_free(m);
        }
        assert_int_equal(boundaries, 5);
    }
}

static void kernels_that_do_not_end_are_reported(void **state)
{
    static const struct {
        const char *text;
        uint64_t max;
        enum gcn_verdict verdict;
        enum gcn_stop stop;
    } rows[] = {
        {"s_branch -1", 50, GCN_PROOF_KERNEL, GCN_STOP_LIMIT},
        {"s_sethalt 1\ns_endpgm", 50, GCN_PROOF_KERNEL, GCN_STOP_HALTED},
        {KERNEL, 4, GCN_PROOF_KERNEL, GCN_STOP_LIMIT},
        {KERNEL, 5, GCN_PROOF_PASS, GCN_GO},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        struct gcn_proof_report r;
        struct gcn_proof_plan plan = plan_of(0);
        struct gcn *m = make(rows[i / 2].text, BACK, 1);
        plan.max_insts = rows[i / 2].max;
        if (i & 1) /* it is counted first */
            plan.shard = (struct shard){.k = 1, .n = 1};
        gcn_prove(m, &plan, &r);
        assert_int_equal(r.verdict, rows[i / 2].verdict);
        if (r.verdict == GCN_PROOF_KERNEL)
            assert_int_equal(r.stop, rows[i / 2].stop);
        gcn_free(m);
    }
}

/* --- what the handler meets --- */
/* The value that the handler has read when it put it into s5. */
static uint32_t met(const char *insn, unsigned kind, uint32_t salt, unsigned id)
{
    char handler[300];
    struct gcn_proof_report r;
    struct gcn_proof_plan plan = plan_of(1u << kind);
    plan.salt = salt;
    plan.trap_id = (uint8_t)id;
    snprintf(handler, sizeof handler, "%s" BACK, insn);
    struct gcn *m = make("s_mov_b32 s5, 0x5a5a5a5a\n" KERNEL, handler, 1);
    plan.every = 1;
    gcn_prove(m, &plan, &r);
    uint32_t v = r.n_diffs ? (uint32_t)r.diffs[0].found : 0;
    if (r.n_diffs)
        assert_string_equal(r.diffs[0].name, "s5");
    gcn_free(m);
    return v;
}

/* The bits that no kernel sets by itself, and that a handler must keep nevertheless. */
static void state_has_random_values_in_the_bits_that_are_kept(void **state)
{
    static const struct {
        const char *reg;
        uint32_t varies;
    } rows[] = {
        {"MODE", 0x3ff | 7u << 29}, /* rounding, denormals, DX10_CLAMP, IEEE; CSP */
        {"STATUS", 3u << 3 | 3 << 7 | 0x3fu << 18 | 1 << 27},
        {"TRAPSTS", 0x3fu << 16 | 7u << 29}, /* EXCP_CYCLE, DP_RATE; what was raised stays */
        {"IB_STS", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char insn[80];
        uint32_t ones = 0, all = UINT32_MAX;
        snprintf(insn, sizeof insn, "s_getreg_b32 s5, hwreg(HW_REG_%s)\n", rows[i].reg);
        for (uint32_t salt = 1; salt < 60; salt++) {
            uint32_t v = met(insn, GCN_TRAP_DEBUG, salt * 2654435769u, 0);
            ones |= v;
            all &= v;
        }
        if ((ones & ~all) != rows[i].varies)
            fail_msg("%s varies in 0x%08x", rows[i].reg, ones & ~all);
    }
}

static void a_trap_has_its_number(void **state)
{
    static const unsigned ids[] = {0, 1, 7, 254, 255};
    (void)state;
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(met("s_bfe_u32 s5, ttmp1, 0x80010\ns_add_u32 s5, s5, 0x100\n"
                             "s_add_u32 ttmp0, ttmp0, 4\ns_cmp_eq_u32 0, 1\n",
                             GCN_TRAP_INSTRUCTION, 1, ids[i]),
                         0x100 + ids[i]);
}

static void a_raised_exception_stays_raised(void **state)
{
    static const struct {
        const char *body;
        enum gcn_verdict verdict;
    } rows[] = {{"", GCN_PROOF_PASS},
                {"s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 1), 0\n", GCN_PROOF_PASS},
                {"s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 1, 1), 1\n", GCN_PROOF_DIVERGENCE}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char handler[200];
        struct gcn_proof_report r;
        struct gcn_proof_plan plan = plan_of(1 << GCN_TRAP_FLOAT);
        snprintf(handler, sizeof handler, "%s" BACK, rows[i].body);
        struct gcn *m = make(KERNEL, handler, 1);
        gcn_prove(m, &plan, &r);
        if (r.verdict != rows[i].verdict)
            fail_msg("%s: %d %s %s", rows[i].body, r.verdict, r.why,
                     r.n_diffs ? r.diffs[0].name : "");
        gcn_free(m);
    }
}

/* --- mutants --- */
struct told {
    unsigned n;
    struct gcn_mutant all[8];
};

static void tell(void *ctx, const struct gcn_mutant *mutant)
{
    struct told *told = ctx;
    assert_true(told->n < 8);
    told->all[told->n++] = *mutant;
}

static void each_instruction_is_replaced_once(void **state)
{
    /* at 0, 4, 12, 20: of one dword, two, two that never run, and one; what follows is none */
    static const char handler[] = "s_branch 2\ns_mov_b32 s1, 0x12345\n"
                                  "s_and_b32 ttmp1, ttmp1, 0xffff\ns_rfe_b64 ttmp[0:1]\n"
                                  ".long 0xffffffff\n.long 0xffffffff\n";
    static const struct {
        uint32_t offset;
        bool ran, found;
    } want[] = {{0, true, true}, {4, false, false}, {12, true, false}, {20, true, true}};
    (void)state;
    for (unsigned part = 0; part < 3; part++) { /* all, and the two halves of the handler */
        struct gcn *m = make(KERNEL, handler, 1);
        struct gcn_proof_plan plan = plan_of(DEBUG);
        struct gcn_proof_report r;
        struct told told = {.n = 0};
        if (part)
            plan.shard = (struct shard){.k = part, .n = 2};
        assert_int_equal(gcn_mutate(m, &plan, &r, tell, &told), 0);
        assert_int_equal(r.verdict, GCN_PROOF_PASS);
        unsigned first = part == 2 ? 3 : 0, end = part == 1 ? 3 : 4;
        assert_int_equal(told.n, end - first);
        for (unsigned i = 0; i < told.n; i++) {
            assert_int_equal(told.all[i].offset, want[first + i].offset);
            assert_int_equal(told.all[i].pc, GCN_HANDLER_AT + want[first + i].offset);
            assert_int_equal(told.all[i].ran, want[first + i].ran);
            assert_int_equal(told.all[i].found, want[first + i].found);
        }
        gcn_free(m);
    }
    struct gcn *m = make(KERNEL, "s_mov_b32 s1, 7\n" BACK, 1);
    struct gcn_proof_plan plan = plan_of(DEBUG);
    struct gcn_proof_report r;
    struct told told = {.n = 0};
    assert_int_equal(gcn_mutate(m, &plan, &r, tell, &told), 0);
    assert_int_equal(r.verdict, GCN_PROOF_DIVERGENCE);
    assert_int_equal(told.n, 0);
    gcn_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_changed_is_named),
        cmocka_unit_test(faults_have_their_words),
        cmocka_unit_test(the_limit_counts_instructions_of_a_visit),
        cmocka_unit_test(each_kind_is_injected_at_each_boundary),
        cmocka_unit_test(shards_have_each_boundary_once),
        cmocka_unit_test(kernels_that_do_not_end_are_reported),
        cmocka_unit_test(state_has_random_values_in_the_bits_that_are_kept),
        cmocka_unit_test(a_trap_has_its_number),
        cmocka_unit_test(a_raised_exception_stays_raised),
        cmocka_unit_test(each_instruction_is_replaced_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
