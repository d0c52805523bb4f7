/* Every exception of a status bit, crossed with every situation: the whole matrix, printed. Context
 * save and restore have no bit and no enable: tests/test_exception_scenarios.c. */
#include "tests/helpers.h"

#include "exception/exception.h"
#include "isa/program.h"

enum { SIP = 0x80000, BUDGET = 400, MOST = 16 };

enum mode { SIP_RUNS, NO_SIP, CATCH };
static const char *const modes[] = {"SIP", "no SIP", "catch"};
#define SW 0x20000000u
#define HALT 0x40000000u
enum situation { ENABLED, DISABLED, PENDING, TWO, LEFT_SET, SPF, PARTIAL, NSITUATIONS };
static const char *const situations[NSITUATIONS] = {
    "enabled", "disabled", "pending", "two at once", "left set", "SPF", "partial mask",
};

#define CLEAR "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
#define LEAVE                                                                                      \
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"                         \
    "nop\n"
#define SKIP "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"
#define SUPPRESS "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n"
#define SOFTWARE "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n"
#define COUNT "add (1) r2.0<1>:ud r2.0<0;1,0>:ud 1:ud {NoMask}\n"
#define MARK "add (8) r10.0<1>:ud r10.0<8;8,1>:ud 1:ud\n"

/* What raises it in a program: at 16, behind one MARK and in front of another; NULL: the host, when
 * the thread stands there. What raises it inside of the routine; NULL: the host. What the routine
 * does to get past it. aip of the entry, and of the next one where there is one. */
static const struct kind {
    enum exc_kind kind;
    const char *raise, *inside, *pass;
    uint32_t aip, disabled; /* cr0.1 at the end when it is disabled */
    bool latched, enters;   /* inside: sets its bit; which then enters */
    bool control;           /* its bit, left set, enters again */
    uint32_t aip_again;
    unsigned depth; /* --quirk call-depth */
} kinds[] = {
    {EXC_BREAKPOINT, "nop {Breakpoint}\n", "nop {Breakpoint}\n", SUPPRESS, 16, 0, false, false,
     true, 32, 0}, /* with suppress: one instruction, the manual's step */
    {EXC_EXTERNAL_HALT, NULL, NULL, "", 16, 0, true, true, true, 16, 0},
    {EXC_SOFTWARE, SOFTWARE, SOFTWARE, "", 32, 0x20000000, true, true, true, 32, 0},
    {EXC_ILLEGAL_OPCODE, "illegal\n", "illegal\n", SKIP, 16, 0x10000000, true, false, false, 0, 0},
    {EXC_STACK_OVERFLOW, "ret (8) r30.0<8;8,1>:ud\n", NULL, "", 32, 0x08000000, true, false, false,
     0, 1},
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

struct fixture {
    struct eu *eu;
    struct eu_thread *t;
    struct eu_event ev;
    unsigned n;
    struct {
        unsigned kind;
        uint32_t aip, cr1, channels;
    } seen[MOST];
};

static void saw(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                uint32_t aip)
{
    struct fixture *f = ctx;
    (void)eu;
    (void)ip;
    if (f->n < MOST) {
        f->seen[f->n].kind = kind;
        f->seen[f->n].aip = aip;
        f->seen[f->n].cr1 = t->cr[1];
        f->seen[f->n].channels = t->sip_channels;
    }
    f->n++;
}

static uint32_t load(struct fixture *f, uint32_t addr, const char *text)
{
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = "test"};
    struct eu_program prog = {0};
    struct eu_diags diags = {0};
    int err = eu_assemble(text, strlen(text), &opts, &prog, &diags);
    eu_diags_print(&diags, stdout);
    eu_diags_fini(&diags);
    assert_int_equal(err, 0);
    assert_int_equal(eu_load_code(f->eu, addr, prog.code, prog.size), 0);
    uint32_t size = prog.size;
    eu_program_fini(&prog);
    return size;
}

static uint32_t status(const struct kind *k)
{
    return 1u << exc_table[k->kind].status_bit;
}

static uint32_t enable(const struct kind *k)
{
    int bit = exc_table[k->kind].enable_bit;
    return bit < 0 ? 0 : 1u << bit;
}

static uint32_t grf(const struct fixture *f, unsigned reg, unsigned dword)
{
    uint32_t v;
    memcpy(&v, f->t->grf[reg] + 4 * dword, 4);
    return v;
}

/* The routine of a situation; `later` is for its second visit. */
static void routine(const struct kind *k, enum situation s, char *out, size_t n)
{
    snprintf(out, n,
             COUNT "cmp.e.f0.0 (1) null<1>:ud r2.0<0;1,0>:ud 1:ud {NoMask, Switch}\n"
                   "(-f0.0) jmpi later {NoMask}\n"
                   "%s%s%s" LEAVE "later:\n" CLEAR LEAVE,
             s == LEFT_SET ? "" : CLEAR, s == PENDING && k->inside ? k->inside : "nop\n", k->pass);
}

static void start(struct fixture *f, const struct kind *k, enum situation s, enum mode mode)
{
    char kernel[512], text[2048];
    *f = (struct fixture){.eu = eu_new(EU_GEN7, 1)};
    f->t = &f->eu->threads[0];
    snprintf(kernel, sizeof kernel, MARK "%s" MARK, k->raise && s != TWO ? k->raise : "nop\n");
    f->eu->end_ip = load(f, 0, kernel);
    if (mode != NO_SIP) {
        routine(k, s, text, sizeof text);
        load(f, SIP, text);
        f->eu->sip = SIP;
        f->eu->has_sip = true;
    }
    f->eu->catches = mode == CATCH ? ~0u : 0;
    f->eu->quirks[EU_QUIRK_CALL_DEPTH] = (uint8_t)k->depth;
    eu_thread_start(f->eu, 0, 0, 0xff, s == DISABLED ? 0 : enable(k) | (s == TWO ? 0x2000 : 0));
    uint32_t record[2] = {32, s == PARTIAL ? 0x55 : 0xff}; /* where `ret` goes, and for whom */
    memcpy(f->t->grf[30], record, sizeof record);
    if (s == SPF)
        f->t->cr[0] |= EU_CR0_SPF;
    for (unsigned n = 1; n < 8 && s == PARTIAL; n += 2)
        f->t->pcip[n] = 0x5000; /* these wait elsewhere */
    f->eu->hooks.on_exception = saw;
    f->eu->hooks.observer_ctx = f;
    exc_install(f->eu);
}

/* To the end of the thread; stops for exceptions are counted. Without a routine the host moves an
 * illegal opcode out of the way. */
static unsigned finish(struct fixture *f)
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

/* The host's part: what no instruction raises. */
static void inject(struct fixture *f, const struct kind *k, enum situation s, enum mode mode)
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
        return on | bit | (s == TWO ? 0x2000 | (k->kind == EXC_EXTERNAL_HALT ? SW : HALT) : 0);
    if (s == TWO)
        return on | 0x2000;
    bool stays = (s == PENDING && k->latched && !k->enters) || (s == LEFT_SET && !k->control);
    return on | (stays ? bit : 0);
}

static void one(const struct kind *k, enum situation s, enum mode mode)
{
    struct fixture f;
    start(&f, k, s, mode);
    inject(&f, k, s, mode);
    bool early = mode == CATCH && s == PENDING && !k->inside; /* entered during inject() */
    unsigned stops = finish(&f), want = entries(k, s, mode);
    print_message("%-15s %-13s %-8s %u entr%s cr0.1 %08x", exc_table[k->kind].name, situations[s],
                  modes[mode], f.n, f.n == 1 ? "y, " : "ies,", f.t->cr[1]);
    print_message(f.n ? " aip %u\n" : "\n", f.seen[0].aip);
    assert_int_equal(f.n, want);
    assert_int_equal(stops, mode == SIP_RUNS ? 0 : want - early);
    assert_int_equal(f.t->cr[1], cr1_at_end(k, s, mode));
    assert_int_equal(grf(&f, 10, 0), 2);
    assert_int_equal(grf(&f, 10, 1), s == PARTIAL ? 0 : 2);
    assert_int_equal(grf(&f, 2, 0), mode == NO_SIP ? 0 : want);
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
    eu_free(f.eu);
}

static void matrix(enum mode mode)
{
    for (unsigned k = 0; k < NKINDS; k++)
        for (int s = 0; s < NSITUATIONS; s++)
            one(&kinds[k], (enum situation)s, mode);
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

/* Sixteen calls may be open; without the quirk there is no limit. */
static void call_depth_the_seventeenth_call_overflows(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        unsigned calls; /* until it enters; 0: never */
    } rows[] = {{"none", 0}, {"16", 17}, {"64", 65}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture f = {.eu = eu_new(EU_GEN7, 1)};
        f.t = &f.eu->threads[0];
        load(&f, 0, "nop\nhere:\ncall (2) r10.0<1>:ud here\n");
        eu_thread_start(f.eu, 0, 0, 0xff, 0x800);
        f.eu->hooks.on_exception = saw;
        f.eu->hooks.observer_ctx = &f;
        assert_int_equal(eu_quirk_set(f.eu, "call-depth", rows[i].value), 0);
        exc_install(f.eu);
        enum eu_stop stop = eu_run(f.eu, BUDGET, &f.ev);
        assert_int_equal(stop, rows[i].calls ? EU_STOP_EXCEPTION : EU_STOP_BUDGET);
        assert_int_equal(f.n, rows[i].calls ? 1 : 0);
        assert_int_equal(f.eu->insts, rows[i].calls ? rows[i].calls + 1 : BUDGET);
        assert_int_equal(f.t->ip, 16);
        assert_int_equal(f.t->cr[1], rows[i].calls ? 0x08000800 : 0x800);
        eu_free(f.eu);
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
