/* GCN as a debugger has it: stops with their words, waves that wait for one another, what can be
 * watched, registers and windows that are read and written. */
#include "tests/gcn_run.h"

#include <limits.h>

#include "gcn/dwarf.h"
#include "gcn/machine.h"
#include "machine/persona.h"
#include "machine/points.h"

struct rig {
    struct gcn *m;
    struct machine *machine;
};

static void rig_begin(struct rig *r, const char *text, unsigned waves)
{
    r->m = gcn_make(GCN_GFX803, text, waves);
    r->machine = gcn_machine_new(r->m, NULL, 0);
    assert_non_null(r->machine);
}

static void rig_end(struct rig *r)
{
    gcn_machine_free(r->machine);
    gcn_free(r->m);
}

static enum machine_stop go(struct rig *r, int only, int step, struct machine_event *ev)
{
    struct machine_run plan = {.fresh = true,
                               .resumed_thread = only >= 0 ? only : 0,
                               .only_thread = only,
                               .step_thread = step,
                               .step_any = true};
    assert_true(r->machine->ops->run(r->machine, &plan, 10000, ev));
    return ev->stop;
}

static const struct machine_reg *reg(struct rig *r, const char *name)
{
    const struct machine_reg *found;
    for (unsigned i = 0; (found = r->machine->ops->reg(r->machine, i)); i++)
        if (!strcmp(found->name, name))
            return found;
    fail_msg("no register %s", name);
    return NULL;
}

struct stop_row {
    const char *text;
    enum machine_stop stop;
    unsigned at, kind;
    const char *why;
};
static void assert_stops(const struct stop_row *row)
{
    struct rig r;
    struct machine_event ev;
    rig_begin(&r, row->text, 1);
    if (go(&r, -1, -1, &ev) != row->stop)
        fail_msg("%s: stop %d: %s", row->text, ev.stop, ev.why);
    assert_int_equal(ev.ip, CODE_AT + row->at);
    assert_non_null(strstr(ev.why, row->why));
    if (ev.stop == MACHINE_STOP_EXCEPTION) {
        const struct machine_exception *e = r.machine->ops->exception(r.machine, row->kind);
        assert_int_equal(ev.exception.kind, row->kind);
        assert_false(ev.exception.caught);
        assert_int_equal(ev.signal, e->signal);
        assert_memory_equal(ev.why, e->name, strlen(e->name));
    }
    rig_end(&r);
}

static void stops_have_their_words(void **state)
{
    static const struct stop_row rows[] = {
        {"s_nop 0\ns_sendmsg 2\ns_endpgm", MACHINE_STOP_NOT_SIMULATED, 4, 0, "message 2"},
        {"s_nop 0\n.long 0xffffffff\ns_endpgm", MACHINE_STOP_EXCEPTION, 4, GCN_TRAP_ILLEGAL,
         "no trap handler is loaded"},
        {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 20, 1), 1\nv_mov_b32 v1, 1\n"
         "flat_load_dword v2, v[0:1]\ns_endpgm",
         MACHINE_STOP_EXCEPTION, 20, GCN_TRAP_MEMORY, "no trap handler is loaded"},
        {"s_nop 0\ns_sethalt 1\ns_endpgm", MACHINE_STOP_DEADLOCK, 8, 0, "a wave is halted"},
        {"s_nop 0\ns_endpgm", MACHINE_STOP_DONE, 8, 0, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_stops(&rows[i]);
}

/* The host's flags say which exception it was; valgrind has none. */
static void a_float_exception_has_its_words(void **state)
{
    (void)state;
    require_rounding();
    assert_stops(&(struct stop_row){
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 1), 1\nv_mov_b32 v1, 0x7f800000\n"
        "v_mul_f32 v1, 0, v1\ns_endpgm",
        MACHINE_STOP_EXCEPTION, 20, GCN_TRAP_FLOAT, "no trap handler is loaded"});
}

static const char meeting[] = "v_mov_b32 v1, 1\ns_barrier\nv_mov_b32 v1, 2\ns_endpgm";

static uint32_t v1(const struct rig *r, unsigned wave)
{
    return r->m->waves[wave].v[GCN_LANES + 63];
}

static void a_barrier_waits_for_the_group(void **state)
{
    struct rig r;
    struct machine_event ev;
    struct machine_thread t;
    (void)state;
    rig_begin(&r, meeting, 2);
    assert_int_equal(go(&r, 0, -1, &ev), MACHINE_STOP_HELD);
    assert_int_equal(ev.thread, 0);
    assert_int_equal(ev.ip, CODE_AT + 4);
    r.machine->ops->thread(r.machine, 0, &t);
    assert_true(t.waiting);
    r.machine->ops->thread(r.machine, 1, &t);
    assert_false(t.waiting);
    assert_int_equal(v1(&r, 0), 1);
    assert_int_equal(go(&r, 1, -1, &ev), MACHINE_STOP_THREAD_END);
    assert_int_equal(ev.gone, 1);
    assert_int_equal(ev.thread, 0);
    assert_int_equal(v1(&r, 1), 2);
    assert_int_equal(v1(&r, 0), 1);
    assert_int_equal(go(&r, 0, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(v1(&r, 0), 2);
    rig_end(&r);
    /* one that has ended is not waited for */
    rig_begin(&r,
              "s_cmp_eq_u32 s0, 0\nv_readfirstlane_b32 s1, v0\ns_cmp_eq_u32 s1, 0\n"
              "s_cbranch_scc1 L\ns_endpgm\nL:\ns_barrier\nv_mov_b32 v1, 2\ns_endpgm",
              2);
    assert_int_equal(go(&r, 0, -1, &ev), MACHINE_STOP_HELD);
    assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(v1(&r, 0), 2);
    rig_end(&r);
    rig_begin(&r, meeting, 1);
    assert_int_equal(go(&r, 0, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(v1(&r, 0), 2);
    rig_end(&r);
}

static void memory_and_lds_can_be_watched(void **state)
{
    struct rig r;
    struct machine_event ev;
    static const unsigned both = MACHINE_READ | MACHINE_WRITE;
    static const struct {
        struct machine_watch w;
        int rc;
    } rows[] = {{{0, 4, 3}, 0},
                {{GCN_ADDRESS_MASK, 1, 3}, 0},
                {{GCN_ADDRESS_MASK + 1, 1, 3}, -MACHINE_ERR_UNAVAILABLE},
                {{GCN_LDS_AT - 1, 1, 3}, -MACHINE_ERR_UNAVAILABLE},
                {{GCN_LDS_AT, 4, 3}, 0},
                {{GCN_LDS_AT + GCN_LDS_STRIDE - 1, 1, 3}, 0},
                {{GCN_LDS_AT + GCN_LDS_STRIDE, 1, 3}, -MACHINE_ERR_UNAVAILABLE},
                {{GCN_VGPR_AT, 4, 3}, -MACHINE_ERR_UNAVAILABLE},
                {{GCN_LANE_SCRATCH_AT, 4, 3}, -MACHINE_ERR_UNAVAILABLE}};
    (void)state;
    rig_begin(&r,
              "s_mov_b32 m0, -1\nv_mov_b32 v1, 0x40\nds_write_b32 v1, v0\ns_nop 0\nds_read_b32 v2, "
              "v1 offset:8\n"
              "ds_read_b64 v[2:3], v1\ns_endpgm",
              1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(r.machine->ops->set_watches(r.machine, &rows[i].w, 1), rows[i].rc);
    struct machine_watch w[] = {{GCN_LDS_AT + 0x44, 4, MACHINE_READ | MACHINE_WRITE},
                                {GCN_LDS_AT + 0x43, 1, both}};
    assert_int_equal(r.machine->ops->set_watches(r.machine, w, 2), 0);
    /* each lane stores at 0x40; two that an instruction meets are told one after the other */
    assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_WATCH);
    assert_int_equal(ev.watch.addr, GCN_LDS_AT + 0x43);
    assert_int_equal(ev.ip, CODE_AT + 16);
    assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_WATCH);
    assert_int_equal(ev.watch.addr, GCN_LDS_AT + 0x44);
    assert_int_equal(ev.ip, CODE_AT + 36);
    assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_WATCH);
    assert_int_equal(ev.watch.addr, GCN_LDS_AT + 0x43);
    assert_int_equal(ev.ip, CODE_AT + 36);
    assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_DONE);
    rig_end(&r);
}

/* What is told is the first watched byte that an access touches, or where the access begins. */
static void a_watch_is_told_with_the_byte_that_was_touched(void **state)
{
    static const struct {
        unsigned watch, len, told; /* told: bytes; the access has 0x44 .. 0x47 */
    } rows[] = {
        {0x40, 4, 0},    {0x40, 5, 0x44},  {0x41, 4, 0x44}, {0x43, 1, 0},
        {0x43, 2, 0x44}, {0x40, 16, 0x44}, {0x44, 1, 0x44}, {0x45, 1, 0x45},
        {0x47, 1, 0x47}, {0x47, 8, 0x47},  {0x48, 1, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r;
        struct machine_event ev;
        struct machine_watch w = {GCN_LDS_AT + rows[i].watch, rows[i].len, MACHINE_READ};
        rig_begin(&r, "s_mov_b32 m0, -1\nv_mov_b32 v1, 0x44\nds_read_b32 v2, v1\ns_endpgm", 1);
        assert_int_equal(r.machine->ops->set_watches(r.machine, &w, 1), 0);
        assert_int_equal(go(&r, -1, -1, &ev),
                         rows[i].told ? MACHINE_STOP_WATCH : MACHINE_STOP_DONE);
        if (rows[i].told)
            assert_int_equal(ev.watch.addr, GCN_LDS_AT + rows[i].told);
        rig_end(&r);
    }
}

/* A search back runs again from the start up to a moment: what it finds last. */
static void a_search_finds_the_last_place(void **state)
{
    static const struct {
        unsigned until;
        int step, lane; /* lane: -1: any */
        struct machine_standing from;
        bool found;
        struct machine_standing at;
        unsigned when, touches;
    } rows[] = {
        /* a breakpoint is at 8, and the store at 20 is watched; wave 1 follows wave 0 */
        {14, -1, -1, {9, 0, 0}, true, {1, CODE_AT + 20, 4}, 11, 1},
        {14, -1, -1, {1, CODE_AT + 20, 4}, true, {1, CODE_AT + 8, 2}, 9, 0},
        {14, -1, -1, {0, CODE_AT + 20, 4}, true, {1, CODE_AT + 20, 4}, 11, 1},
        {14, -1, -1, {1, CODE_AT + 12, 4}, true, {1, CODE_AT + 20, 4}, 11, 1},
        {14, -1, -1, {1, CODE_AT + 20, 3}, true, {1, CODE_AT + 20, 4}, 11, 1},
        {11, -1, -1, {9, 0, 0}, true, {1, CODE_AT + 8, 2}, 9, 0},
        {9, -1, -1, {9, 0, 0}, true, {0, CODE_AT + 20, 4}, 4, 1},
        {5, -1, -1, {0, CODE_AT + 20, 4}, true, {0, CODE_AT + 8, 2}, 2, 0},
        {4, -1, -1, {9, 0, 0}, true, {0, CODE_AT + 8, 2}, 2, 0},
        {3, -1, -1, {0, CODE_AT + 8, 2}, false, {0, 0, 0}, 0, 0},
        {2, -1, -1, {9, 0, 0}, false, {0, 0, 0}, 0, 0},
        /* steps; lane 1 is off behind the store */
        {14, 0, -1, {9, 0, 0}, true, {0, CODE_AT + 32, 6}, 6, 0},
        {14, 0, -1, {0, CODE_AT + 32, 6}, true, {0, CODE_AT + 28, 5}, 5, 0},
        {14, 0, 0, {9, 0, 0}, true, {0, CODE_AT + 32, 6}, 6, 0},
        {14, 0, 1, {9, 0, 0}, true, {0, CODE_AT + 28, 5}, 5, 0},
        {9, 1, -1, {9, 0, 0}, true, {1, CODE_AT + 4, 1}, 8, 0},
        {9, 1, -1, {1, CODE_AT + 4, 1}, true, {1, CODE_AT, 0}, 7, 0},
        {7, 1, -1, {9, 0, 0}, false, {0, 0, 0}, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r;
        struct machine_event ev;
        struct machine_hit hit = {.from = rows[i].from, .at = rows[i].at};
        struct machine_run plan = {.fresh = true,
                                   .resumed_thread = 0,
                                   .only_thread = -1,
                                   .step_thread = rows[i].step,
                                   .step_lane = (unsigned)rows[i].lane,
                                   .step_any = rows[i].lane < 0,
                                   .bounded = true,
                                   .until = {rows[i].until, 0},
                                   .quiet = true,
                                   .hit = &hit};
        uint64_t places[] = {CODE_AT + 8};
        struct machine_watch w = {GCN_LDS_AT + 0x44, 4, MACHINE_WRITE};
        rig_begin(&r,
                  "s_nop 0\ns_nop 0\ns_mov_b32 m0, -1\nv_mov_b32 v1, 0x44\n"
                  "ds_write_b32 v1, v0\ns_mov_b64 exec, 1\ns_endpgm",
                  2);
        assert_int_equal(r.machine->ops->set_breakpoints(r.machine, places, 1), 0);
        assert_int_equal(r.machine->ops->set_watches(r.machine, &w, 1), 0);
        assert_false(r.machine->ops->run(r.machine, &plan, 1000, &ev));
        assert_int_equal(r.machine->ops->insts(r.machine), rows[i].until);
        if (hit.found != rows[i].found || (hit.found && !machine_is_standing(&hit.at, &rows[i].at)))
            fail_msg("row %zu: %d, thread %u at 0x%llx, %llu", i, hit.found, hit.at.thread,
                     (unsigned long long)hit.at.ip, (unsigned long long)hit.at.insts);
        if (hit.found) {
            assert_int_equal(hit.when.insts, rows[i].when);
            assert_int_equal(hit.ntouches, rows[i].touches);
        }
        /* no moment is behind the end */
        plan.until.insts = 15;
        assert_true(r.machine->ops->run(r.machine, &plan, 1000, &ev));
        rig_end(&r);
    }
}

/* A wave that an exception stops several times at one place: its first visit there counts. */
static void a_search_finds_the_first_visit_of_a_place(void **state)
{
    struct rig r;
    struct machine_event ev;
    struct machine_hit hit = {.from = {0, CODE_AT, 0}};
    struct machine_run plan = {
        .fresh = true, .only_thread = -1, .step_any = true, .bounded = true, .quiet = true};
    (void)state;
    rig_begin(&r, "s_nop 0\ns_nop 0\n.long 0xffffffff\ns_endpgm", 1);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_EXCEPTION);
    plan.until = (struct machine_when){r.m->insts, r.m->boundaries};
    plan.hit = &hit;
    assert_int_equal(plan.until.insts, 2);
    assert_int_equal(plan.until.boundaries, 5);
    assert_int_equal(r.machine->ops->reset(r.machine), 0);
    assert_false(r.machine->ops->run(r.machine, &plan, 1000, &ev));
    assert_int_equal(r.m->boundaries, 5);
    assert_true(hit.found);
    assert_int_equal(hit.at.ip, CODE_AT + 8);
    assert_int_equal(hit.when.insts, 2);
    assert_int_equal(hit.when.boundaries, 2);
    rig_end(&r);
}

/* --- registers and windows --- */
static void registers_are_written_as_they_are_read(void **state)
{
    static const struct {
        const char *name;
        uint64_t v, got;
        int rc;
    } rows[] = {
        {"s5", 0x12345678, 0x12345678, 0},
        {"v3", 0x9abcdef0, 0x9abcdef0, 0},
        {"scc", 1, 1, 0},
        {"scc", 2, 0, 0},
        {"vcc", 0x8000000000000001, 0x8000000000000001, 0},
        {"exec", 0x123456789abcdef0, 0x123456789abcdef0, 0},
        {"m0", 77, 77, 0},
        {"mode", 0x2f3, 0x2f3, 0},
        {"pc", CODE_AT + 4, CODE_AT + 4, 0},
        {"pc", 0x123456789abc, 0x123456789abc, 0},
        {"pc", GCN_ADDRESS_MASK - 3, GCN_ADDRESS_MASK - 3, 0},
        {"pc", CODE_AT + 4, CODE_AT + 4, 0},
        {"pc", CODE_AT + 2, CODE_AT + 4, -MACHINE_ERR_RANGE},
        {"lane", 3, 9, -MACHINE_ERR_READONLY},
        {"trapsts", 0x10000105, 0x10000105, 0},
        {"status", 0x20, 0x20, 0}, /* PRIV */
        {"status", 0, 0, 0},
        {"hw_id", 0x30, 0, -MACHINE_ERR_UNAVAILABLE},
        {"gpr_alloc", 5, 0x6000300, -MACHINE_ERR_UNAVAILABLE},
        {"lds_alloc", 5, 0x4000, -MACHINE_ERR_UNAVAILABLE},
        {"ib_sts", 0, 0, 0},
    };
    struct rig r;
    (void)state;
    rig_begin(&r, "s_nop 0\ns_nop 0\ns_endpgm", 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct machine_reg *x = reg(&r, rows[i].name);
        uint64_t got = 0;
        int rc = r.machine->ops->reg_write(r.machine, 0, 9, x, &rows[i].v);
        assert_int_equal(r.machine->ops->reg_read(r.machine, 0, 9, x, &got), 0);
        if (rc != rows[i].rc || got != rows[i].got)
            fail_msg("%s: %d, 0x%llx", rows[i].name, rc, (unsigned long long)got);
    }
    assert_int_equal(r.m->waves->v[3 * GCN_LANES + 9], 0x9abcdef0);
    assert_int_not_equal(r.m->waves->v[3 * GCN_LANES + 8], 0x9abcdef0);
    uint64_t rip = CODE_AT + 8; /* gdb's own name for it */
    assert_int_equal(r.machine->ops->reg_write(r.machine, 0, 9, reg(&r, "rip"), &rip), 0);
    assert_int_equal(r.m->waves->pc, CODE_AT + 8);
    rip++;
    assert_int_equal(r.machine->ops->reg_write(r.machine, 0, 9, reg(&r, "rip"), &rip),
                     -MACHINE_ERR_RANGE);
    rig_end(&r);
}

/* gdb's own registers, of which only the pc and the frame's pointers have a meaning. */
static void core_registers_follow_the_waves_own(void **state)
{
    struct rig r;
    unsigned n = 0;
    (void)state;
    rig_begin(&r, "s_nop 0\ns_endpgm", 1);
    while (strcmp(r.machine->ops->reg(r.machine, n)->feature, MACHINE_CORE) != 0)
        n++;
    for (unsigned i = 0; i < MACHINE_CORE_COUNT; i++) {
        const struct machine_reg *x = r.machine->ops->reg(r.machine, n + i);
        assert_int_equal(machine_core_find(x->name), i);
        assert_int_equal(x->regnum, n + i);
    }
    assert_null(r.machine->ops->reg(r.machine, n + MACHINE_CORE_COUNT));
    rig_end(&r);
}

/* Exceptions that a bit of MODE enables can be disabled. */
static void traps_have_names_signals_and_states(void **state)
{
    enum { E = MACHINE_EXCEPTION_ENABLED, L = MACHINE_EXCEPTION_LATCHED };
    static const struct {
        const char *name;
        int signal;
        bool can_disable;
        unsigned states[2]; /* with all bits of MODE and TRAPSTS clear, and set */
    } rows[] = {
        {"trap", 5, false, {E, E}},
        {"illegal-instruction", 4, false, {E, E}},
        {"memory-violation", 11, true, {0, E | L}},
        {"exception", 8, true, {0, E | L}},
        {"debug", 5, true, {0, E}},
        {"context-save", 5, false, {E, E | L}},
        {"host", 2, false, {E, E}},
    };
    struct rig r;
    (void)state;
    rig_begin(&r, "s_nop 0\ns_endpgm", 1);
    const struct machine_ops *ops = r.machine->ops;
    unsigned n = 0;
    for (const struct machine_exception *e; (e = ops->exception(r.machine, n)); n++) {
        unsigned k = 0;
        while (k < sizeof rows / sizeof *rows && strcmp(rows[k].name, e->name) != 0)
            k++;
        assert_in_range(k, 0, sizeof rows / sizeof *rows - 1);
        assert_int_equal(e->signal, rows[k].signal);
        assert_int_equal(e->can_disable, rows[k].can_disable);
        assert_string_equal(e->section, "traps");
        for (unsigned set = 0; set < 2; set++) {
            r.m->waves->mode = r.m->waves->trapsts = set ? ~0u : 0;
            r.m->waves->status |= GCN_ST_PRIV; /* so that nothing is pending */
            if (ops->exception_state(r.machine, 0, n) != rows[k].states[set])
                fail_msg("%s: %u", e->name, ops->exception_state(r.machine, 0, n));
        }
    }
    assert_int_equal(n, sizeof rows / sizeof *rows);
    rig_end(&r);
}

/* Each window has what the machine's own state has, at both ends, and no more. */
static void windows_have_registers_and_lds(void **state)
{
    struct rig r;
    uint32_t v;
    struct machine_event ev;
    (void)state;
    rig_begin(&r, "s_nop 0\ns_endpgm", 2);
    const struct machine_ops *ops = r.machine->ops;
    struct gcn_wave *w = &r.m->waves[1];
    go(&r, 1, 1, &ev);
    uint64_t own = GCN_OWN_AT + (GCN_LANES + 7) * (uint64_t)GCN_OWN_BYTES;
    const struct {
        uint64_t at;
        uint32_t *of; /* NULL: there is nothing */
    } rows[] = {
        {GCN_SGPR_AT + GCN_SGPR_STRIDE, &w->s[0]},
        {GCN_SGPR_AT + GCN_SGPR_STRIDE + 4 * (w->sgprs - 1u), &w->s[w->sgprs - 1u]},
        {GCN_SGPR_AT + GCN_SGPR_STRIDE + 4 * w->sgprs, NULL},
        {GCN_SGPR_AT + 2 * GCN_SGPR_STRIDE, NULL},
        {GCN_VGPR_AT + GCN_VGPR_STRIDE + 256 + 4 * 5, &w->v[GCN_LANES + 5]},
        {GCN_VGPR_AT + GCN_VGPR_STRIDE + 256 * w->vgprs - 4, &w->v[GCN_LANES * w->vgprs - 1]},
        {GCN_VGPR_AT + GCN_VGPR_STRIDE + 256 * w->vgprs, NULL},
        {GCN_VGPR_AT + 2 * GCN_VGPR_STRIDE, NULL},
        {own, &w->s[0]},
        {own + 4 * (w->sgprs - 1u), &w->s[w->sgprs - 1u]},
        {own + 4 * w->sgprs, NULL},
        {own + GCN_OWN_VGPRS, &w->v[7]},
        {own + GCN_OWN_VGPRS + 4 * (w->vgprs - 1u), &w->v[GCN_LANES * (w->vgprs - 1) + 7]},
        {own + GCN_OWN_VGPRS + 4 * w->vgprs, NULL},
        {GCN_OWN_AT + 2 * GCN_LANES * (uint64_t)GCN_OWN_BYTES, NULL},
        {GCN_LDS_AT, (uint32_t *)(void *)r.m->groups->lds},
        {GCN_LDS_AT + r.m->lds_bytes - 4,
         (uint32_t *)(void *)(r.m->groups->lds + r.m->lds_bytes - 4)},
        {GCN_LDS_AT + r.m->lds_bytes, NULL},
        {GCN_LDS_AT + GCN_LDS_STRIDE, NULL},
        {GCN_LANE_SCRATCH_AT, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int want = rows[i].of ? 0 : -MACHINE_ERR_UNAVAILABLE;
        uint32_t number = 0x1000 + (uint32_t)i;
        assert_int_equal(ops->mem_write(r.machine, rows[i].at, &number, 4), want);
        if (!rows[i].of)
            continue;
        assert_int_equal(*rows[i].of, number);
        *rows[i].of = ~number;
        assert_int_equal(ops->mem_read(r.machine, rows[i].at, &v, 4), 0);
        assert_int_equal(v, ~number);
    }
    /* memory */
    assert_int_equal(ops->mem_write(r.machine, CODE_AT + 4, &(uint32_t){0xbf800000}, 4), 0);
    assert_int_equal(ops->mem_read(r.machine, CODE_AT + 4, &v, 4), 0);
    assert_int_equal(v, 0xbf800000);
    assert_int_equal(ops->mem_write(r.machine, 0x500000, &v, 4), -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(ops->mem_read(r.machine, 0x500000, &v, 4), -MACHINE_ERR_UNAVAILABLE);
    rig_end(&r);
}

static void code_is_known(void **state)
{
    struct rig r;
    uint64_t to;
    char text[100];
    struct machine_event ev;
    (void)state;
    rig_begin(&r, "s_branch L\ns_nop 0\nL:\nv_mov_b32 v1, 0x12345678\ns_endpgm", 1);
    const struct machine_ops *ops = r.machine->ops;
    assert_true(ops->branch(r.machine, CODE_AT, &to));
    assert_int_equal(to, CODE_AT + 8);
    assert_false(ops->branch(r.machine, CODE_AT + 4, &to));
    assert_false(ops->branch(r.machine, 0x500000, &to));
    assert_int_equal(ops->disassemble(r.machine, CODE_AT + 8, text, sizeof text), 8);
    assert_string_equal(text, "v_mov_b32_e32 v1, 0x12345678");
    assert_true(ops->disassemble(r.machine, CODE_AT + 2, text, sizeof text) < 0);
    assert_true(ops->disassemble(r.machine, 0x500000, text, sizeof text) < 0);
    assert_int_equal(ops->insts(r.machine), 0);
    assert_int_equal(go(&r, -1, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(ops->insts(r.machine), 3);
    assert_int_equal(ops->reset(r.machine), 0);
    assert_int_equal(ops->insts(r.machine), 0);
    unsigned n = 0;
    while (ops->why(r.machine, n))
        n++;
    assert_int_equal(n, 5);
    rig_end(&r);
}

/* In which of two programs an address lies, and where its instruction begins. */
static void instructions_begin_where_the_one_before_ends(void **state)
{
    static const struct gcn_program progs[] = {
        {"a", CODE_AT, 20, false, NULL, 0, {NULL, 0}},
        {"b", CODE_AT + 24, 8, true, NULL, 0, {NULL, 0}},
    };
    static const struct {
        unsigned at, start; /* UINT_MAX: none */
    } rows[] = {{0, 0},   {3, 0},   {4, 4},         {8, 8},         {15, 8},
                {16, 16}, {19, 16}, {20, UINT_MAX}, {23, UINT_MAX}, {24, 24},
                {27, 24}, {28, 28}, {31, 28},       {32, UINT_MAX}};
    struct machine_program program;
    struct rig r;
    uint64_t start;
    (void)state;
    /* the last word is no instruction */
    rig_begin(&r,
              "s_branch L\ns_nop 0\nL:\nv_mov_b32 v1, 0x12345678\ns_endpgm\ns_nop 0\n.long "
              "0xffffffff\ns_endpgm",
              1);
    gcn_machine_free(r.machine);
    r.machine = gcn_machine_new(r.m, progs, 2);
    assert_non_null(r.machine);
    const struct machine_ops *ops = r.machine->ops;
    assert_int_equal(ops->insn_start(r.machine, CODE_AT - 1, &start), -MACHINE_ERR_UNAVAILABLE);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is = rows[i].start != UINT_MAX;
        int rc = ops->insn_start(r.machine, CODE_AT + rows[i].at, &start);
        if (rc != (is ? 0 : -MACHINE_ERR_UNAVAILABLE) || (is && start != CODE_AT + rows[i].start))
            fail_msg("%u: %d, 0x%llx", rows[i].at, rc, (unsigned long long)start);
    }
    for (unsigned i = 0; i < 2; i++) {
        assert_true(ops->program(r.machine, i, &program));
        assert_string_equal(program.path, progs[i].path);
        assert_int_equal(program.base, progs[i].base);
        assert_int_equal(program.size, progs[i].size);
        assert_int_equal(program.handler, progs[i].handler);
    }
    assert_false(ops->program(r.machine, 2, &program));
    for (unsigned at = 0; at < 32; at += 4)
        assert_int_equal(ops->ends(r.machine, CODE_AT + at), at == 16 || at == 28);
    rig_end(&r);
}

/* Labels of all programs are counted in a row, those of a program without any, too. */
static void labels_are_those_of_all_programs(void **state)
{
    static struct gcn_label first[] = {{"a", CODE_AT}, {"b", CODE_AT + 4}};
    static struct gcn_label last[] = {{"c", CODE_AT + 24}, {"d", CODE_AT + 28}};
    static const struct gcn_program progs[] = {
        {"one", CODE_AT, 20, false, NULL, 0, {first, 2}},
        {"two", CODE_AT + 20, 4, false, NULL, 0, {NULL, 0}},
        {"three", CODE_AT + 24, 8, true, NULL, 0, {last, 2}},
    };
    struct rig r;
    uint64_t at;
    (void)state;
    rig_begin(&r, "s_endpgm", 1);
    gcn_machine_free(r.machine);
    r.machine = gcn_machine_new(r.m, progs, 3);
    assert_non_null(r.machine);
    for (unsigned i = 0; i < 4; i++) {
        const struct gcn_label *l = i < 2 ? &first[i] : &last[i - 2];
        const char *name = r.machine->ops->label_nth(r.machine, i, &at);
        assert_non_null(name);
        assert_string_equal(name, l->name);
        assert_int_equal(at, l->at);
    }
    assert_null(r.machine->ops->label_nth(r.machine, 4, &at));
    rig_end(&r);
}

/* The masks of the machine, those of the next instruction among them, each once. */
static void masks_are_those_of_the_next_instruction(void **state)
{
    static const struct {
        const char *insn, *masks; /* "name": the next instruction's */
    } rows[] = {
        {"v_addc_u32 v5, s[2:3], v5, v1, s[2:3]", "exec s[2:3] "},
        {"v_addc_u32 v5, s[2:3], v5, v1, s[4:5]", "exec s[4:5] s[2:3] "},
        {"v_addc_u32 v5, vcc, v5, v1, s[4:5]", "exec vcc s[4:5] "},
        {"v_cndmask_b32 v5, v1, v2, vcc", "exec vcc "},
        {"v_cmp_eq_u32 vcc, v1, v2", "exec vcc "},
        {"v_cmp_eq_u32 s[2:3], v1, v2", "exec s[2:3] "},
        {"v_mov_b32 v5, s2", "exec "},
        {"v_add_f64 v[0:1], s[2:3], v[4:5]", "exec "},
        {"s_and_saveexec_b64 s[2:3], s[4:5]", "exec s[4:5] s[2:3] "},
        {"s_mov_b64 exec, s[2:3]", "exec s[2:3] "},
        {"s_and_b64 exec, s[2:3], s[4:5]", "exec s[2:3] s[4:5] "},
        {"s_and_b64 s[2:3], s[4:5], vcc", "exec "},
        {"s_cmp_eq_u64 s[2:3], s[4:5]", "exec "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r;
        struct machine_mask masks[MACHINE_MASKS_MAX];
        char text[200], got[100] = "";
        snprintf(text, sizeof text, "%s\ns_endpgm", rows[i].insn);
        rig_begin(&r, text, 1);
        unsigned n = r.machine->ops->masks(r.machine, 0, masks);
        for (unsigned k = 0; k < n; k++)
            if (masks[k].next) {
                strcat(got, masks[k].name);
                strcat(got, " ");
            }
        if (strcmp(got, rows[i].masks) != 0)
            fail_msg("%s: %s", rows[i].insn, got);
        rig_end(&r);
    }
}

/* Lane 1 is off from 8 to 16. One instruction is the lane's own; a range is left where the lane is
 * on, also if the instruction before, which turned it on, was not the lane's. */
static void a_step_ends_where_the_lane_is_on(void **state)
{
    static const struct {
        unsigned lane, lo, hi; /* steps of [lo, hi) from the start */
        unsigned at;
    } rows[] = {
        {0, 0, 0, 4}, {1, 0, 0, 4}, {0, 0, 8, 8}, {1, 0, 4, 4}, {1, 0, 8, 16}, {1, 0, 20, 20},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r;
        struct machine_event ev;
        struct machine_run plan = {.fresh = true,
                                   .only_thread = -1,
                                   .step_lane = rows[i].lane,
                                   .range_lo = CODE_AT + rows[i].lo,
                                   .range_hi = CODE_AT + rows[i].hi};
        rig_begin(&r,
                  "s_nop 0\ns_mov_b64 exec, 1\ns_nop 0\ns_mov_b64 exec, -1\n"
                  "s_nop 0\ns_endpgm",
                  1);
        assert_true(r.machine->ops->run(r.machine, &plan, 1000, &ev));
        assert_int_equal(ev.stop, MACHINE_STOP_STEP);
        if (ev.ip != CODE_AT + rows[i].at)
            fail_msg("row %zu: 0x%llx", i, (unsigned long long)ev.ip);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_have_their_words),
        cmocka_unit_test(a_float_exception_has_its_words),
        cmocka_unit_test(a_barrier_waits_for_the_group),
        cmocka_unit_test(memory_and_lds_can_be_watched),
        cmocka_unit_test(a_watch_is_told_with_the_byte_that_was_touched),
        cmocka_unit_test(a_step_ends_where_the_lane_is_on),
        cmocka_unit_test(a_search_finds_the_last_place),
        cmocka_unit_test(a_search_finds_the_first_visit_of_a_place),
        cmocka_unit_test(registers_are_written_as_they_are_read),
        cmocka_unit_test(core_registers_follow_the_waves_own),
        cmocka_unit_test(traps_have_names_signals_and_states),
        cmocka_unit_test(windows_have_registers_and_lds),
        cmocka_unit_test(code_is_known),
        cmocka_unit_test(masks_are_those_of_the_next_instruction),
        cmocka_unit_test(instructions_begin_where_the_one_before_ends),
        cmocka_unit_test(labels_are_those_of_all_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
