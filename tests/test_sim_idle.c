/* Loops of channels that only branches are wide enough for: what the validator says of a program
 * under a dispatch mask is what happens, and --lint finds it. */
#include "tests/ref_fixture.h"

#include "eu/random.h"
#include "isa/check.h"
#include "sim/lint.h"

enum { LIMIT = 3000 };

/* The address of the loop that eu_check_dispatch() finds, or -1. */
static int64_t found_at(enum eu_gen gen, const char *text, uint32_t dmask)
{
    struct eu_program prog = {0};
    struct eu_findings found = {0};
    assemble_text(gen, "test", text, &prog);
    assert_int_equal(eu_check_dispatch(gen, &prog, dmask, &found), 0);
    assert_int_equal(found.errors, 0);
    int64_t at = found.n ? (int64_t)found.items[0].addr : -1;
    assert_true(!found.n || found.items[0].rule == EU_RULE_DISPATCH_IDLE);
    eu_findings_fini(&found);
    eu_program_fini(&prog);
    return at;
}

static bool ends(enum eu_gen gen, const char *text, uint32_t dmask, bool *linted)
{
    struct eu *eu = ref_machine(gen, text, 1, dmask);
    struct eu_event ev;
    size_t n;
    eu->lint = linted;
    enum eu_stop stop = eu_run(eu, LIMIT, &ev);
    assert_true(stop == EU_STOP_DONE || stop == EU_STOP_BUDGET);
    const struct eu_lint_finding *f = eu_findings(eu, &n);
    for (size_t i = 0; i < n && linted; i++)
        *linted |= f[i].rule == EU_LINT_IDLE_LOOP;
    eu_free(eu);
    return stop == EU_STOP_DONE;
}

#define COUNT "mov (8) r2.0<1>:d 5:d\nL: add (8) r2.0<1>:d r2.0<8;8,1>:d -1:d\n"
#define TEST(cond) "cmp." cond ".f0.0 (8) null<1>:d r2.0<8;8,1>:d 0:d {Switch}\n"
static void an_idle_loop_is_found_where_it_goes_back(void **state)
{
    static const struct {
        const char *text;
        uint32_t dmask;
        int64_t at; /* -1: no finding */
        enum eu_gen gen;
    } t[] = {
        {COUNT TEST("le") "(-f0.0) while (8) L\n", 0xffff, 48, EU_GEN7},
        {COUNT TEST("le") "(-f0.0) while (8) L\n", 0xff, -1, EU_GEN7},
        {COUNT TEST("le") "(-f0.0) while (8) L\n", 0x1ff, 48, EU_GEN7},
        {COUNT TEST("g") "(f0.0) while (8) L\n", 0xffff, -1, EU_GEN7},
        {COUNT TEST("le") "(f0.0) break (8)\nwhile (8) L\n", 0xffff, 64, EU_GEN7},
        {COUNT TEST("g") "(-f0.0) break (8)\nwhile (8) L\n", 0xffff, -1, EU_GEN7},
        /* an else and a cont on the way; nobody leaves by the break */
        {COUNT TEST("le") "(f0.0) if (8)\nbreak (8)\nelse (8)\ncont (8)\nendif (8)\nwhile (8) L\n",
         0xffff, 128, EU_GEN7},
        {COUNT TEST("le") "(-f0.0) if (8)\nbreak (8)\nendif (8)\nwhile (8) L\n", 0xffff, -1,
         EU_GEN7},
        /* somebody is wide enough, or writes flags: then the loop may end */
        {COUNT TEST("le") "(-f0.0) while (8) L\nadd (16) r4.0<1>:d r4.0<8;8,1>:d 1:d\n", 0xffff, -1,
         EU_GEN7},
        {COUNT TEST("le") "mov (1) f0.0<1>:uw 0xffff:uw {NoMask}\n(-f0.0) while (8) L\n", 0xffff,
         -1, EU_GEN7},
        {COUNT TEST("le") "mov (1) f0.0<1>:uw 0:uw {NoMask}\n(-f0.0) while (8) L\n", 0xffff, 64,
         EU_GEN7},
        {COUNT "cmp.le.f0.0 (16) null<1>:d r2.0<0;1,0>:d 0:d {NoMask, Switch}\n"
               "(-f0.0) while (8) L\n",
         0xffff, -1, EU_GEN7},
        /* groups of flags: whole ones of idle channels are known */
        {COUNT TEST("le") "(-f0.0.any8h) while (8) L\n", 0xffff, 48, EU_GEN7},
        {COUNT TEST("le") "(-f0.0.any16h) while (8) L\n", 0xffff, -1, EU_GEN7},
        {COUNT TEST("le") "(-f0.0.all16h) while (8) L\n", 0xffff, 48, EU_GEN7},
        /* a jump that the first channel decides; one without condition */
        {COUNT TEST("g") "(f0.0) jmpi (1) L\n", 0xffff, -1, EU_GEN7},
        {COUNT "jmpi (1) L {NoMask}\n", 0xffff, 32, EU_GEN7},
        /* only NoMask instructions: nobody's kernel */
        {"L: add (8) r2.0<1>:d r2.0<8;8,1>:d 1:d {NoMask}\nwhile (8) L\n", 0xffff, -1, EU_GEN7},
        {COUNT TEST("le") "(-f0.0) while (8) L\n", 0xffffff, 48, EU_GEN8},
        {COUNT TEST("le") "(-f0.0) while (8) L\n", 0xff0000ff, 48, EU_GEN9},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        bool linted = false;
        if (found_at(t[i].gen, t[i].text, t[i].dmask) != t[i].at)
            fail_msg("row %zu: %lld", i, (long long)found_at(t[i].gen, t[i].text, t[i].dmask));
        if (t[i].at >= 0) {
            assert_false(ends(t[i].gen, t[i].text, t[i].dmask, &linted));
            /* the lint is of channels that nobody else goes round with */
            assert_int_equal(linted, ends(t[i].gen, t[i].text, t[i].dmask & 0xff, NULL));
        }
    }
}

static void a_finding_names_the_channels(void **state)
{
    (void)state;
    struct eu_program prog = {0};
    struct eu_findings found = {0};
    char text[200];
    assemble_text(EU_GEN7, "test", COUNT TEST("le") "(-f0.0) while (8) L\n", &prog);
    assert_int_equal(eu_check_dispatch(EU_GEN7, &prog, 0x2100, &found), 0);
    assert_int_equal(found.n, 0); /* nobody is busy */
    assert_int_equal(eu_check_dispatch(EU_GEN7, &prog, 0x2101, &found), 0);
    assert_int_equal(eu_check_dispatch(EU_GEN7, &prog, 0x101, &found), 0);
    assert_int_equal(found.n, 2);
    assert_int_equal(found.items[0].line, 4);
    eu_finding_text(&found.items[0], text, sizeof text);
    assert_memory_equal(text, "channels 8-13 can never leave this loop: ", 41);
    eu_finding_text(&found.items[1], text, sizeof text);
    assert_memory_equal(text, "channel 8 can never leave this loop: ", 37);
    eu_findings_fini(&found);
    eu_program_fini(&prog);
}

/* --- random flow --- */
struct writer {
    uint64_t seed;
    char text[6000];
    size_t n;
    unsigned labels, loops;
};

static unsigned pick(struct writer *w, unsigned n)
{
    return (unsigned)(random_splitmix(&w->seed) % n);
}

static void put(struct writer *w, const char *text)
{
    w->n += (size_t)snprintf(w->text + w->n, sizeof w->text - w->n, "%s", text);
    assert_true(w->n < sizeof w->text);
}

static void put_predicate(struct writer *w, bool always)
{
    static const char *const all[] = {"(f0.0) ", "(-f0.0) ", "(f0.0.any4h) ", "(-f0.0.all8h) ", ""};
    put(w, all[pick(w, always ? 4 : 5)]);
}

static void put_block(struct writer *w, unsigned depth)
{
    for (unsigned n = 1 + pick(w, 3); n--;) {
        char label[16];
        unsigned kind = pick(w, depth ? 6 : 2);
        if (kind == 0)
            put(w, "add (8) r2.0<1>:d r2.0<8;8,1>:d 1:d\n");
        else if (kind == 1)
            put(w, "cmp.l.f0.0 (8) null<1>:d r2.0<8;8,1>:d 3:d {Switch}\n");
        else if (kind == 2) {
            put_predicate(w, true);
            put(w, "if (8)\n");
            put_block(w, depth - 1);
            if (pick(w, 2)) {
                put(w, "else (8)\n");
                put_block(w, depth - 1);
            }
            put(w, "endif (8)\n");
        } else if (kind == 3 && w->loops) {
            put_predicate(w, true);
            put(w, pick(w, 2) ? "break (8)\n" : "cont (8)\n");
        } else if (kind > 3) {
            snprintf(label, sizeof label, "L%u", w->labels++);
            put(w, label);
            put(w, ":\n");
            w->loops++;
            put_block(w, depth - 1);
            w->loops--;
            put_predicate(w, false);
            put(w, "while (8) ");
            put(w, label);
            put(w, "\n");
        }
    }
}

/* A thread of idle channels alone goes the way that is predicted: it ends, or it never does. */
static void what_is_found_happens(void **state)
{
    enum { PROGRAMS = 1500 };
    unsigned found = 0, free_of = 0;
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct writer w = {.seed = i + 1};
        put(&w, "mov (8) r2.0<1>:d 0:d\n");
        put_block(&w, 4);
        bool loops = found_at(EU_GEN7, w.text, 0xffff) >= 0;
        if (ends(EU_GEN7, w.text, 0xff00, NULL) == loops)
            fail_msg("program %u:\n%s", i, w.text);
        found += loops;
        free_of += !loops;
    }
    assert_true(found > PROGRAMS / 10 && free_of > PROGRAMS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_loop_is_found_where_it_goes_back),
        cmocka_unit_test(a_finding_names_the_channels),
        cmocka_unit_test(what_is_found_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
