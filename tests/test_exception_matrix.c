/* Crosses every exception with every situation: without a routine, with one, and caught. The whole
 * matrix is printed; a cell that cannot exist says so there. */
#include "tests/exception_rig.h"

enum { BUDGET = 400, MOST = 16 };

enum mode { SIP_RUNS, NO_SIP, CATCH };
static const char *const modes[] = {"SIP", "no SIP", "catch"};
enum situation { ENABLED, DISABLED, PENDING, TWO, LEFT_SET, SPF, PARTIAL, NSITUATIONS };
static const char *const situations[NSITUATIONS] = {
    "enabled", "disabled", "pending", "two at once", "left set", "SPF", "partial mask",
};

/* For each kind: what raises it in a program, at 16 between two MARKs (NULL: the host raises it
 * when the thread stands there); what raises it inside the routine (NULL: the host); what the
 * routine does to get past it; the AIP of the entry, and of the next entry where there is one. */
static const struct kind {
    enum exc_kind kind;
    const char *raise, *inside, *pass;
    uint32_t aip, disabled; /* disabled: cr0.1 at the end when the kind is disabled */
    /* latched: raised inside the routine it sets its bit; enters: that bit then enters the
     * routine */
    bool latched, enters;
    bool control; /* its bit enters again when it is left set */
    uint32_t aip_again;
    unsigned depth; /* --quirk call-depth */
} kinds[] = {
    {EXC_BREAKPOINT, "nop {Breakpoint}\n", "nop {Breakpoint}\n", SUPPRESS, 16, 0, false, false,
     true, 32, 0}, /* with suppress one instruction runs: the manual's single step */
    {EXC_EXTERNAL_HALT, NULL, NULL, "", 16, 0, true, true, true, 16, 0},
    {EXC_SOFTWARE, SOFTWARE, SOFTWARE, "", 32, 0x20000000, true, true, true, 32, 0},
    {EXC_ILLEGAL_OPCODE, "illegal\n", "illegal\n", SKIP, 16, 0x10000000, true, false, false, 0, 0},
    {EXC_STACK_OVERFLOW, "ret (8) r30.0<8;8,1>:ud\n", NULL, "", 32, 0x08000000, true, false, false,
     0, 1},
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

static uint32_t status(const struct kind *k)
{
    return 1u << exc_table[k->kind].status_bit;
}

static uint32_t enable(const struct kind *k)
{
    int bit = exc_table[k->kind].enable_bit;
    return bit < 0 ? 0 : 1u << bit;
}

/* Writes the routine of a situation; `later` is for its second visit. */
static void routine(const struct kind *k, enum situation s, char *out, size_t n)
{
    snprintf(out, n,
             COUNT "cmp.e.f0.0 (1) null<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask, Switch}\n"
                   "(-f0.0) jmpi later {NoMask}\n"
                   "%s%s%s" RETURN "later:\n" CLEAR RETURN,
             s == LEFT_SET ? "" : CLEAR, s == PENDING && k->inside ? k->inside : "nop\n", k->pass);
}

static void masks(struct rig *f, enum situation s)
{
    if (s == SPF)
        f->t->cr[0] |= EU_CR0_SPF;
    for (unsigned n = 1; n < 8 && s == PARTIAL; n += 2)
        f->t->pcip[n] = 0x5000; /* these channels wait elsewhere */
}

static void start(struct rig *f, const struct kind *k, enum situation s, enum mode mode)
{
    char kernel[512], text[2048];
    snprintf(kernel, sizeof kernel, MARK "%s" MARK, k->raise && s != TWO ? k->raise : "nop\n");
    routine(k, s, text, sizeof text);
    rig_start(f, kernel, mode == NO_SIP ? NULL : text, 1, 0xff,
              s == DISABLED ? 0 : enable(k) | (s == TWO ? 0x2000 : 0));
    f->eu->catches = mode == CATCH ? ~0u : 0;
    f->eu->quirks[EU_QUIRK_CALL_DEPTH] = (uint8_t)k->depth;
    /* the address where `ret` goes, and its channels */
    uint32_t record[2] = {32, s == PARTIAL ? 0x55 : 0xff};
    memcpy(f->t->grf[30], record, sizeof record);
    masks(f, s);
}

/* Runs to the end of the thread and counts the stops for exceptions. Without a routine the host
 * moves ip past an illegal opcode. */
static unsigned finish(struct rig *f)
{
    unsigned stops = 0;
    enum eu_stop stop;
    while ((stop = eu_run(f->eu, BUDGET, &f->ev)) == EU_STOP_EXCEPTION && stops < MOST) {
        stops++;
        if (!f->eu->has_sip && f->ev.kind == EXC_ILLEGAL_OPCODE && f->t->ip == 16 &&
            f->seen[0].kind == EXC_ILLEGAL_OPCODE) {
            uint32_t ip = 32;
            assert_int_equal(eu_reg_write(f->eu, f->t, EU_REG_IP, &ip), 0);
        }
    }
    assert_int_equal(stop, EU_STOP_DONE);
    return stops;
}

/* The host raises what no instruction raises. */
static void inject(struct rig *f, const struct kind *k, enum situation s, enum mode mode)
{
    assert_int_equal(eu_run(f->eu, 1, &f->ev), EU_STOP_BUDGET);
    if (s == TWO || !k->raise)
        exc_raise(f->eu, f->t, k->kind);
    if (s == TWO)
        exc_raise(f->eu, f->t, k->kind == EXC_EXTERNAL_HALT ? EXC_SOFTWARE : EXC_EXTERNAL_HALT);
    if (s != PENDING || k->inside || mode == NO_SIP)
        return;
    f->eu->catches = 0;
    for (unsigned i = 0; i < 20 && f->t->ip != SIP + 5 * 16; i++)
        (void)eu_run(f->eu, 1, &f->ev);
    assert_true(exc_in_routine(f->t));
    exc_raise(f->eu, f->t, k->kind);
    assert_true(f->t->cr[1] & status(k));
    f->eu->catches = mode == CATCH ? ~0u : 0;
}

static unsigned entries(const struct kind *k, enum situation s, enum mode mode)
{
    if (s == DISABLED && enable(k))
        return 0;
    if (mode == NO_SIP)
        return 1;
    return (s == PENDING && k->enters) || (s == LEFT_SET && k->control) ? 2 : 1;
}

static uint32_t cr1_at_end(const struct kind *k, enum situation s, enum mode mode)
{
    uint32_t on = enable(k), bit = status(k);
    if (s == DISABLED && on)
        return k->disabled;
    if (mode == NO_SIP)
        return on | bit |
               (s == TWO ? 0x2000 | (k->kind == EXC_EXTERNAL_HALT ? CR1_SOFTWARE : CR1_HALT) : 0);
    if (s == TWO)
        return on | 0x2000;
    bool stays = (s == PENDING && k->latched && !k->enters) || (s == LEFT_SET && !k->control);
    return on | (stays ? bit : 0);
}

static void one(const struct kind *k, enum situation s, enum mode mode)
{
    struct rig f;
    start(&f, k, s, mode);
    inject(&f, k, s, mode);
    /* it has entered during inject() already */
    bool early = mode == CATCH && s == PENDING && !k->inside;
    unsigned stops = finish(&f), want = entries(k, s, mode);
    print_message("%-15s %-13s %-8s %u entr%s cr0.1 %08x", exc_table[k->kind].name, situations[s],
                  modes[mode], f.n, f.n == 1 ? "y, " : "ies,", f.t->cr[1]);
    print_message(s == DISABLED && !enable(k) ? ", has no enable" : "");
    print_message(f.n ? " aip %u\n" : "\n", f.seen[0].aip);
    assert_int_equal(f.n, want);
    assert_int_equal(stops, mode == SIP_RUNS ? 0 : want - early);
    assert_int_equal(f.t->cr[1], cr1_at_end(k, s, mode));
    assert_int_equal(rig_grf(&f, 0, 10, 0), 2);
    assert_int_equal(rig_grf(&f, 0, 10, 1), s == PARTIAL ? 0 : 2);
    assert_int_equal(rig_grf(&f, 0, 20, 0), mode == NO_SIP ? 0 : want);
    if (want) {
        bool halt_first = s == TWO && k->kind != EXC_BREAKPOINT;
        assert_int_equal(f.seen[0].kind, halt_first ? EXC_EXTERNAL_HALT : k->kind);
        assert_int_equal(f.seen[0].aip, s == TWO ? 16 : k->aip);
        assert_int_equal(f.seen[0].cr1 & status(k), status(k));
    }
    if (want && mode != NO_SIP)
        assert_int_equal(f.seen[0].channels, s == PARTIAL ? 0x55 : 0xff);
    if (want == 2)
        assert_int_equal(f.seen[1].aip, k->aip_again);
    rig_end(&f);
}

/* --- context save and restore: the host asks for them; no bit does --- */
static void print_cell(const struct rig *f, enum exc_kind kind, enum situation s, enum mode mode,
                       const char *text)
{
    print_message("%-15s %-13s %-8s %s:", exc_table[kind].name, situations[s], modes[mode], text);
    for (unsigned i = 0; i < f->n; i++)
        print_message(" %s", exc_table[f->seen[i].kind].name);
    print_message("\n");
}

/* Runs until the thread has left, or has ended; returns how often it stopped on the way. */
static unsigned run_on(struct rig *f, enum eu_stop end)
{
    unsigned stops = 0;
    enum eu_stop stop;
    while ((stop = rig_run(f)) == EU_STOP_EXCEPTION && stops < MOST)
        stops++;
    assert_int_equal(stop, end);
    return stops;
}

/* Does the situation's part in an entry: a second request inside the routine is refused, and a halt
 * at the same time is an entry of its own. */
static void beside(struct rig *f, enum exc_kind kind, enum situation s)
{
    if (s == PENDING && kind == EXC_CONTEXT_SAVE)
        assert_int_equal(exc_preempt(f->eu, f->t), -EU_ERR_UNAVAILABLE);
    if (s == PENDING && kind == EXC_CONTEXT_RESTORE)
        assert_int_equal(exc_restore(f->eu, f->t), -EU_ERR_UNAVAILABLE);
    if (s == TWO)
        exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT);
}

/* Without a routine nothing can be saved or restored: the request is refused, and the thread runs
 * on. */
static void context_refused(enum exc_kind kind, enum situation s)
{
    struct rig f;
    rig_start(&f, MARK "nop\n" MARK, NULL, 1, 0xff, s == DISABLED ? 0 : 0xb800);
    masks(&f, s);
    assert_int_equal(eu_run(f.eu, 1, &f.ev), EU_STOP_BUDGET);
    int rc = kind == EXC_CONTEXT_SAVE ? exc_preempt(f.eu, f.t) : exc_restore(f.eu, f.t);
    assert_int_equal(rc, -EU_ERR_UNAVAILABLE);
    beside(&f, kind, s);
    assert_int_equal(run_on(&f, EU_STOP_DONE), s == TWO);
    print_cell(&f, kind, s, NO_SIP, "refused");
    assert_int_equal(f.n, s == TWO); /* the halt */
    assert_int_equal(rig_grf(&f, 0, 10, 0), 2);
    rig_end(&f);
}

static void save(struct rig *f, enum situation s, enum mode mode)
{
    assert_int_equal(exc_preempt(f->eu, f->t), 0);
    beside(f, EXC_CONTEXT_SAVE, s == TWO ? s : ENABLED);
    f->eu->catches = 0;
    for (unsigned i = 0; i < 3 && s == PENDING; i++) /* inside the routine */
        assert_int_equal(eu_run(f->eu, 1, &f->ev), EU_STOP_BUDGET);
    beside(f, EXC_CONTEXT_SAVE, s == PENDING ? s : ENABLED);
    f->eu->catches = mode == CATCH ? ~0u : 0;
    unsigned stops = run_on(f, EU_STOP_DEADLOCK);
    assert_int_equal(stops, mode == CATCH && s != PENDING ? f->n : 0);
    assert_true(exc_saved(f->t));
    assert_int_equal(f->t->ip, 16);
    assert_int_equal(f->n, s == TWO ? 2 : 1);
    assert_int_equal(f->seen[f->n - 1].kind, EXC_CONTEXT_SAVE);
    for (unsigned i = 0; i < f->n; i++)
        assert_int_equal(f->seen[i].aip, 16);
}

/* The host stops in front of the routine when it restores, so that nothing is left to be caught. */
static void restore(struct rig *f, enum situation s, enum mode mode)
{
    unsigned before = f->n, more = s == TWO;
    assert_int_equal(exc_restore(f->eu, f->t), 0);
    assert_int_equal(f->n, before + 1);
    assert_int_equal(f->seen[before].kind, EXC_CONTEXT_RESTORE);
    assert_int_equal(f->seen[before].aip, 16);
    assert_int_equal(f->t->ip, SIP);
    beside(f, EXC_CONTEXT_RESTORE, s);
    assert_int_equal(run_on(f, EU_STOP_DONE), mode == CATCH ? more : 0);
    assert_int_equal(f->n, before + 1 + more);
    if (more)
        assert_int_equal(f->seen[f->n - 1].kind, EXC_EXTERNAL_HALT);
}

static void context(enum exc_kind kind, enum situation s, enum mode mode)
{
    struct rig f = {0};
    const uint32_t enables = s == DISABLED ? 0 : 0xb800;
    if (s == LEFT_SET) {
        assert_int_equal(exc_table[kind].status_bit, -1);
        print_cell(&f, kind, s, mode, "cannot be, it has no status bit");
        return;
    }
    if (mode == NO_SIP) {
        context_refused(kind, s);
        return;
    }
    rig_start(&f, MARK "nop\n" MARK, "samples/sip_preempt.asm", 1, 0xff, enables);
    masks(&f, s);
    assert_int_equal(eu_run(f.eu, 1, &f.ev), EU_STOP_BUDGET);
    bool is_save = kind == EXC_CONTEXT_SAVE, masked = s == SPF || s == PARTIAL;
    save(&f, is_save || masked ? s : ENABLED, mode);
    restore(&f, is_save ? ENABLED : s, mode);
    print_cell(&f, kind, s, mode, s == DISABLED ? "has no enable" : "enters");
    for (unsigned i = 0; i < f.n; i++)
        assert_int_equal(f.seen[i].channels, s == PARTIAL ? 0x55 : 0xff);
    assert_int_equal(rig_grf(&f, 0, 10, 0), 2);
    assert_int_equal(rig_grf(&f, 0, 10, 1), s == PARTIAL ? 0 : 2);
    assert_int_equal(f.t->cr[0], s == SPF ? EU_CR0_SPF : 0);
    assert_int_equal(f.t->cr[1], enables);
    rig_end(&f);
}

static void matrix(enum mode mode)
{
    for (unsigned k = 0; k < EXC_COUNT; k++)
        for (int s = 0; s < NSITUATIONS; s++)
            if (k < NKINDS)
                one(&kinds[k], (enum situation)s, mode);
            else
                context((enum exc_kind)k, (enum situation)s, mode);
}

static void matrix_with_a_routine(void **state)
{
    (void)state;
    matrix(SIP_RUNS);
}

static void matrix_without_a_routine_the_machine_stops(void **state)
{
    (void)state;
    matrix(NO_SIP);
}

static void matrix_caught_stops_at_each_entry(void **state)
{
    (void)state;
    matrix(CATCH);
}

/* Sixteen calls may be open, and the seventeenth overflows. Without the quirk there is no limit. */
static void call_depth_the_seventeenth_call_overflows(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        unsigned calls; /* the call that enters the routine; 0: none does */
    } rows[] = {{"none", 0}, {"16", 17}, {"64", 65}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig f;
        rig_start(&f, "nop\nhere:\ncall (2) r10.0<1>:ud here\n", NULL, 1, 0xff, 0x800);
        assert_int_equal(eu_quirk_set(f.eu, "call-depth", rows[i].value), 0);
        enum eu_stop stop = eu_run(f.eu, BUDGET, &f.ev);
        assert_int_equal(stop, rows[i].calls ? EU_STOP_EXCEPTION : EU_STOP_BUDGET);
        assert_int_equal(f.n, rows[i].calls ? 1 : 0);
        assert_int_equal(f.eu->insts, rows[i].calls ? rows[i].calls + 1 : BUDGET);
        assert_int_equal(f.t->ip, 16);
        assert_int_equal(f.t->cr[1], rows[i].calls ? 0x08000800 : 0x800);
        rig_end(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrix_with_a_routine),
        cmocka_unit_test(matrix_without_a_routine_the_machine_stops),
        cmocka_unit_test(matrix_caught_stops_at_each_entry),
        cmocka_unit_test(call_depth_the_seventeenth_call_overflows),
    };
    return cmocka_run_group_tests_name("exception_matrix", tests, NULL, NULL);
}
