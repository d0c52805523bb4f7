/* Races, by words for what threads do; --lint reports those that nothing orders. */
#include "sim/lint_state.h"
#include "sim/snapshot.h"
#include "tests/ref_fixture.h"

enum { THREADS = 8, LINE_BYTES = 1284, KNOWN = 16, UNTIL = 8, SLOTS = 256, SLOT = 16 };

/* r, w, a: the thread T reads, writes, changes by an atomic 4 bytes at 0, or N bytes at X, as in
 * r0, w1@20, r2@1c.8 (X is hexadecimal); R, W, A: of SLM. f0: a fence. n01: thread 0 notifies
 * thread 1. k1: the `wait` of thread 1 is over. b0: thread 0 arrives at the barrier 0, c0: at the
 * barrier 1; o04, p04: the barrier 0, or 1, opens for the threads 0 to 3. */
struct world {
    struct eu *eu;
    uint32_t accesses; /* each has an IP of its own */
    bool deaf;
    char races[200]; /* as in 2-1: the access 2 is not ordered with the access 1 */
    char last[200];  /* all of the last message */
};

static void hear(void *ctx, const char *channel, const char *text)
{
    struct world *w = ctx;
    unsigned ip = 0, other = 0;
    assert_string_equal(channel, "lint");
    snprintf(w->last, sizeof w->last, "%s", text);
    const char *at = strstr(text, "0x"), *there = strstr(text, "it at 0x");
    if (w->deaf || !at || !there)
        return;
    assert_int_equal(sscanf(at, "%x", &ip), 1);
    assert_int_equal(sscanf(there, "it at %x", &other), 1);
    size_t n = strlen(w->races);
    snprintf(w->races + n, sizeof w->races - n, "%s%u-%u", n ? " " : "", ip / 16, other / 16);
}

static void open_world(struct world *w, enum eu_gen gen)
{
    *w = (struct world){.eu = ref_machine(gen, "nop\n", THREADS, 0xff)};
    w->eu->lint = true;
    w->eu->hooks.on_log = hear;
    w->eu->hooks.observer_ctx = w;
}

static bool touch(struct world *w, const char *word, struct eu_event *ev)
{
    static const char kinds[] = "rwaRWA";
    unsigned kind = (unsigned)(strchr(kinds, word[0]) - kinds), n = 4;
    unsigned long long at = 0;
    struct eu_thread *t = &w->eu->threads[word[1] - '0'];
    if (word[2] == '@')
        assert_true(sscanf(word + 2, "@%llx.%u", &at, &n) > 0);
    t->ip = ++w->accesses * 16;
    eu_thread_touch(t);
    return eu_race_access(w->eu, t, ev, kind >= 3, at, n, (enum eu_race_access)(kind % 3));
}

static void arrive(struct world *w, struct eu_thread *t, uint8_t id)
{
    t->arrivals = 1;
    t->barrier = id;
    eu_thread_touch(t);
    eu_race_arrive(w->eu, t);
}

static void open_barrier(struct world *w, uint8_t id, uint32_t first, uint32_t end)
{
    eu_race_open(w->eu, id, first, end);
    for (uint32_t i = first; i < end; i++)
        if (w->eu->threads[i].barrier == id)
            w->eu->threads[i].arrivals = 0;
    for (uint32_t i = first; i < end; i++)
        eu_thread_touch(&w->eu->threads[i]);
}

static void run_word(struct world *w, const char *word)
{
    unsigned a = (unsigned)(word[1] - '0'), b = (unsigned)(word[2] - '0');
    struct eu_thread *t = w->eu->threads;
    if (strchr("rwaRWA", word[0]))
        assert_false(touch(w, word, NULL));
    else if (word[0] == 'f')
        eu_race_fence(w->eu, t + a);
    else if (word[0] == 'n')
        eu_race_notify(w->eu, t + a, t + b);
    else if (word[0] == 'k')
        eu_race_wake(w->eu, t + a);
    else if (word[0] == 'b' || word[0] == 'c')
        arrive(w, t + a, word[0] - 'b');
    else
        open_barrier(w, (uint8_t)(word[0] - 'o'), a, b);
}

/* Runs the words up to @end, or all; returns where it stopped. */
static const char *run_words(struct world *w, const char *words, const char *end)
{
    while (*words && words != end) {
        run_word(w, words);
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    return words;
}

static size_t bytes_of(const struct world *w)
{
    return eu_lint_state_bytes(w->eu->lints);
}

static const struct {
    const char *words, *races;
} rows[] = {
    /* one byte is enough; none is not */
    {"w0 r0 w0 a0 r0", ""},
    {"w0 r1", "2-1"},
    {"w0 w1", "2-1"},
    {"r0 w1", "2-1"},
    {"r0 r1", ""},
    {"w0 r1 w0", "2-1 3-2"},
    {"w0@20.4 r1@1f.1 r1@24.1", ""},
    {"w0@20.4 r1@1d.4", "2-1"},
    {"w0@20.4 r1@23.1", "2-1"},
    {"w0@1c.8 r1@1f.1 r2@20.1 r3@24.1 r4@1b.1", "2-1 3-1"},
    {"w0@0.a0 r1@9f.1 r2@a0.1", ""},
    {"w0@0.160 r1@9f.1 r2@a0.1 r3@0.1 r4@40.1", "2-1 4-1 5-1"},
    {"w0@40 r1@60 r1@20 r1@140040 r1@40", "5-1"},
    /* SLM is another memory */
    {"W0 r1", ""},
    {"w0 R1 W1", ""},
    {"W0 R1", "2-1"},
    {"A0 R1", "2-1"},
    /* atomics among themselves are ordered */
    {"a0 a1 a0", ""},
    {"a0 w1", "2-1"},
    {"w0 a1", "2-1"},
    {"a0 r1", "2-1"},
    {"r0 a1", "2-1"},
    {"a0 a1 r0", "3-2"},
    /* two reads are kept */
    {"r0 r1 w2", "3-1"},
    {"r0 r1 w0", "3-2"},
    {"r0 r1 w1", "3-1"},
    {"r0 r1 r2 w0", "4-3"},
    {"r0 r1 r2 w2", "4-1"},
    {"r0 r1 r1 w0", "4-3"},
    {"r0 r1 r0 w1", "4-3"},
    {"r0 r1 n01 k1 r1 w2", "4-1"},
    {"r0 n01 k1 r1 w2", "3-2"},
    {"r0 r1 n02 k2 r2 w0", "4-3"},
    {"r0 r1 n12 k2 r2 w1", "4-1"},
    {"r0 r1 n12 k2 r2 n01 k1 w1", "4-3"},
    {"r0 w0 r1 w2", "3-2 4-2"},
    {"r0 w0 n01 k1 w1", ""},
    /* a notification, and the `wait` that it ends */
    {"w0 n01 k1 r1", ""},
    {"w0 n01 r1", "2-1"},
    {"n01 w0 k1 r1", "2-1"},
    {"n01 k1 w0 n01 r1 k1 r1", "2-1"},
    {"w0 n01 k1 r2", "2-1"},
    {"w0 n10 k0 r1", "2-1"},
    {"w2 n20 k0 n01 k1 r1", ""},
    {"w2 n20 n01 k1 r1", "2-1"},
    {"w0 n01 k1 k1 r1", ""},
    {"w0 n01 n01 k1 r1", ""},
    {"n01 w0 n01 w0 k1 r1", "3-2"},
    /* the later of two times counts */
    {"n02 k2 w0 n01 n21 k1 r1", ""},
    {"n02 k2 n21 w0 n01 k1 r1", ""},
    {"n02 k2 n21 n01 w0 k1 r1", "2-1"},
    {"w3@3.1 w1@1.1 w5@5.1 n36 n16 n56 k6 r6@0.8", ""},
    {"w3@3.1 w1@1.1 w5@5.1 n36 n16 k6 r6@0.8", "4-3"},
    {"w3@3.1 w1@1.1 w5@5.1 n36 n56 k6 r6@0.8", "4-2"},
    {"w3@3.1 w1@1.1 w5@5.1 n16 n56 k6 r6@0.8", "4-1"},
    {"w1@1.1 w3@3.1 n13 k3 w0@0.1 w2@2.1 n20 k0 n04 n34 k4 w4@4.1 r4@0.4", ""},
    {"w0@0.1 w1@1.1 w2@2.1 w3@3.1 w4@4.1 w5@5.1 w7@7.1 n06 n16 n26 n36 n46 n56 k6 r6", ""},
    {"w0@0.1 w1@1.1 w2@2.1 w3@3.1 w4@4.1 w5@5.1 w7@7.1 n06 n16 n26 n36 n46 n56 k6 r6@0.8", "8-7"},
    {"w0@0.1 w1@1.1 w7@7.1 n76 n06 k6 r6@0.1 r6@7.1 r6@1.1", "6-2"},
    /* barriers */
    {"w0 b0 b1 o04 k0 k1 r1", ""},
    {"w0 b0 b1 o04 r1", "2-1"},
    {"b0 w0 b1 o04 k1 r1", "2-1"},
    {"w0 b0 b1 o04 k1 r2", "2-1"},
    {"w0 b0 b1 o04 k2 r2", "2-1"},
    {"w0 b1 b2 o04 k1 r1", "2-1"},
    {"w0 c0 b1 o04 k1 r1", "2-1"},
    {"w0 c0 b2 c1 o04 k1 p04 k1 r1", ""},
    {"w0 c0 c1 b2 b3 p04 o04 k3 r3", "2-1"},
    {"w0 b0 b1 b2 o02 k1 r1", ""},
    {"w0 b0 b1 b2 o02 k2 r2", "2-1"},
    {"w0 b0 b1 b2 o13 k2 r2", "2-1"},
    {"w1 b0 b1 b2 o13 k2 r2", ""},
    {"w2 b0 b1 b2 o03 k0 r0", ""},
    {"w3 n32 k2 b0 b1 b2 o02 k0 r0", "2-1"},
    {"w3 n32 k2 b0 b1 b2 o03 k0 r0", ""},
    {"w3 n30 k0 b0 b1 o04 k1 r1", ""},
    {"w3 n31 k1 b0 b1 o04 k0 r0", ""},
    {"w3 b0 n30 k0 b1 o04 k1 r1", "2-1"},
    {"w3 w4@4 n30 n41 k0 k1 b0 b1 b2 o03 k2 r2@0.8", ""},
    {"w0 b0 b1 o02 k0 k1 w1 b0 b1 o02 k0 k1 r0", ""},
    {"w0 b0 b1 o02 k0 k1 w1 b0 b1 o02 k1 r0", "3-2"},
    {"w0 b0 b1 o02 k0 k1 w0 r1", "3-2"},
    {"w0 b0 b1 o02 n31 k1 r1", ""},
    {"w4 b0 b1 n41 o02 k1 r1", ""},
    /* an atomic after a fence publishes what was done before; each atomic takes it over */
    {"w0 f0 a0@20 a1@20 r1", ""},
    {"w0 f0 a0@20 a1@40 r1", ""},
    {"w0 a0@20 a1@20 r1", "4-1"},
    {"w0 f1 a0@20 a1@20 r1", "4-1"},
    {"w0 f0 a1@20 a0@20 r1", "4-1"},
    {"w0 f0 w0@20 a1@40 r1", "4-1"},
    {"w0 f0 a0@20 r1", "3-1"},
    {"f0 a0@20 w0 a1@20 r1", "4-2"},
    {"f0 a0@20 w0 a0@20 a1@20 r1", "5-2"},
    {"f0 a0@20 a1@20 w0 f0 a0@20 a1@20 r1", ""},
    {"f0 a0@20 a1@20 w0 f0 a0@20 r1", "5-3"},
    {"w0 f0 a0@20 a1@20 f1 a1@20 a2@20 r2", ""},
    {"w0@0.1 w1@1.1 f0 a0@20 f1 a1@20 a2@20 r2@0.2", ""},
    {"w0@0.1 w1@1.1 f1 a1@20 f0 a0@20 a2@20 r2@0.2", ""},
    {"w2 n20 k0 f0 a0@20 a1@20 r1", ""},
    {"w0 f0 A0@20 A1@20 r1", ""},
};

static void races_are_those_that_nothing_orders(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct world w;
        size_t n = 0, told = 0;
        open_world(&w, EU_GEN7);
        run_words(&w, rows[i].words, NULL);
        if (strcmp(w.races, rows[i].races) != 0)
            print_message("%s:\n", rows[i].words);
        assert_string_equal(w.races, rows[i].races);
        for (const char *at = rows[i].races; (at = strchr(at, '-')); at++)
            told++;
        const struct eu_lint_finding *f = eu_findings(w.eu, &n);
        assert_int_equal(n, told);
        while (n--)
            assert_int_equal(f[n].count, 1);
        eu_free(w.eu);
    }
}

/* After each word, the machine goes on and comes back. */
static void snapshots_have_all_that_is_known(void **state)
{
    static const char noise[] = "w7@0.8 r6@20 n70 n71 n72 n74 n56 k0 k1 k2 k3 k6 f5 a5@20 b0 b1 b2 "
                                "b3 o04 k0 k1 a4 w3@140040 r4@160 w1 w2@20";
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct world w;
        open_world(&w, EU_GEN7);
        for (const char *at = rows[i].words; *at;) {
            const char *next = at + strcspn(at, " ");
            at = run_words(&w, at, next + strspn(next, " "));
            struct eu_snapshot *snap = eu_snapshot_take(w.eu);
            size_t bytes = bytes_of(&w);
            assert_non_null(snap);
            w.deaf = true;
            uint32_t accesses = w.accesses;
            run_words(&w, noise, NULL);
            assert_int_equal(eu_snapshot_restore(w.eu, snap), 0);
            run_words(&w, noise, NULL);
            assert_int_equal(eu_snapshot_restore(w.eu, snap), 0);
            eu_snapshot_free(snap);
            w.deaf = false;
            w.accesses = accesses;
            assert_int_equal(bytes_of(&w), bytes);
        }
        if (strcmp(w.races, rows[i].races) != 0)
            print_message("%s:\n", rows[i].words);
        assert_string_equal(w.races, rows[i].races);
        eu_free(w.eu);
    }
}

static void memory_is_what_is_known(void **state)
{
    static const struct {
        const char *before, *words;
        size_t bytes;
    } sizes[] = {
        {"n01", "r0", LINE_BYTES + SLOTS * SLOT},
        {"r0", "r0 w1 a2@3 r3@0.20", 0},
        {"r0", "r0@20 R0 w0@7fffffe0.32", 3 * LINE_BYTES},
        {"r0", "r0@20.64", 2 * LINE_BYTES},
        {"r0", "n01", KNOWN + UNTIL},
        {"r0 n01", "n01 n01", 0},
        {"r0 n01", "n21", UNTIL},
        {"r0 n01 n21", "k1 k1", 0},
        {"r0 n01 n21 k1", "n01 k1", 0},
        {"r0 n01 n21 k1", "n12", KNOWN + 3 * UNTIL},
        {"r0 n01 n21 k1", "n01", KNOWN + UNTIL},
        {"r0", "b0 b1 b2", 0},
        {"r0 b0 b1", "o08", KNOWN + 2 * UNTIL},
        {"r0 b0 b1", "o08 k0 k1", KNOWN + 2 * UNTIL},
        {"r0 b0 b1 o08 k0 k1", "b0 b1 o08 k0 k1 b0 b1 o08 k0 k1", 3 * (KNOWN + 2 * UNTIL)},
        {"r0", "b0 b1 o08 k0 k1 b0 b1 o08 k0 k1 b0 b1 o08 k0 k1", 4 * (KNOWN + 2 * UNTIL)},
        {"r0 f0", "a0", KNOWN + UNTIL},
        {"r0 f0 a0", "f0 a0 f0 a0 a0", KNOWN + UNTIL},
        {"r0 f0 a0 f1", "a1", KNOWN + 2 * UNTIL},
        {"r0 f0 a0 f1 a1", "a0 a1 a2 a3", UNTIL},
    };
    (void)state;
    assert_int_equal(eu_races_bytes(NULL), 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct world w;
        open_world(&w, EU_GEN7);
        run_words(&w, sizes[i].before, NULL);
        size_t bytes = bytes_of(&w);
        run_words(&w, sizes[i].words, NULL);
        if (bytes_of(&w) - bytes != sizes[i].bytes)
            print_message("%s | %s:\n", sizes[i].before, sizes[i].words);
        assert_int_equal(bytes_of(&w) - bytes, sizes[i].bytes);
        eu_free(w.eu);
    }
}

static void messages_say_who_did_what(void **state)
{
    static const struct {
        const char *words, *text;
    } says[] = {
        {"w0 r1@3.1", "memory 0x3 is read; thread 0 wrote it at 0x00000010"},
        {"r2@12345678 W3", "is read"}, /* no race; not reached */
        {"w0@40 w1@3e", "memory 0x40 is written; thread 0 wrote it at 0x00000010"},
        {"r0@40 w1@40", "memory 0x40 is written; thread 0 read it at 0x00000010"},
        {"r7@40 a1@40", "memory 0x40 is changed by an atomic; thread 7 read it at 0x00000010"},
        {"W0@40 A1@40", "SLM 0x40 is changed by an atomic; thread 0 wrote it at 0x00000010"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        struct world w;
        char text[200];
        open_world(&w, EU_GEN7);
        run_words(&w, says[i].words, NULL);
        snprintf(text, sizeof text,
                 "thread 1 at 0x00000020: data-race: %s, and nothing orders the two", says[i].text);
        assert_string_equal(w.last, i == 1 ? "" : text);
        eu_free(w.eu);
    }
}

/* Behind the last address comes the first. */
static void addresses_wrap(void **state)
{
    static const struct {
        enum eu_gen gen;
        const char *words, *races;
    } ends[] = {
        {EU_GEN7, "w0@fffffffe r1@1.1", "2-1"},
        {EU_GEN7, "w0@fffffffe r1@2.1 r1@fffffffd.1", ""},
        {EU_GEN7, "w0@fffffffe r1@fffffffe.1", "2-1"},
        {EU_GEN9, "w0@fffffffe r1@1.1 r1@100000001.1", "3-1"},
        {EU_GEN9, "w0@fffffffffffe r1@1.1", "2-1"},
        {EU_GEN9, "w0@fffffffffffe r1@2.1", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct world w;
        open_world(&w, ends[i].gen);
        run_words(&w, ends[i].words, NULL);
        assert_string_equal(w.races, ends[i].races);
        eu_free(w.eu);
    }
}

/* What the table of lines has is still there when it has grown. */
static void many_lines_are_found_again(void **state)
{
    enum { LINES = 1000 };
    (void)state;
    struct world w;
    struct eu_event ev;
    open_world(&w, EU_GEN7);
    w.deaf = true;
    run_words(&w, "n01", NULL);
    size_t bytes = bytes_of(&w);
    for (uint32_t i = 0; i < LINES; i++) {
        size_t slots = i <= SLOTS / 2   ? SLOTS
                       : i <= SLOTS     ? 2 * SLOTS
                       : i <= 2 * SLOTS ? 4 * SLOTS
                                        : 8 * SLOTS;
        if (i > 0)
            assert_int_equal(bytes_of(&w) - bytes, i * LINE_BYTES + slots * SLOT);
        assert_false(eu_race_access(w.eu, &w.eu->threads[0], &ev, false, 96 * i, 1, EU_RACE_WRITE));
    }
    assert_int_equal(w.last[0], 0);
    for (uint32_t i = 0; i < LINES; i++)
        assert_false(eu_race_access(w.eu, &w.eu->threads[1], &ev, i & 1, 96 * i, 1, EU_RACE_READ));
    size_t n;
    assert_int_equal(eu_findings(w.eu, &n)->count, LINES / 2);
    eu_free(w.eu);
}

static void beyond_the_limit_no_races_are_looked_for(void **state)
{
    enum { MOST = 32 << 17 };
    static const char told[] = "data-race: memory is short: races are no longer looked for";
    (void)state;
    struct world w;
    open_world(&w, EU_GEN7);
    struct eu_thread *t = w.eu->threads;
    assert_false(eu_race_access(w.eu, t, NULL, false, 0x1000, MOST, EU_RACE_READ));
    run_words(&w, "w1@1000 R0@40000000.0 w1@400ffc", NULL);
    assert_string_equal(w.races, "1-0 3-0");
    struct eu_snapshot *snap = eu_snapshot_take(w.eu);
    run_words(&w, "w0@ff0.32", NULL); /* one line too many; behind it is what thread 1 wrote */
    assert_string_equal(w.races, "1-0 3-0");
    assert_null(strstr(w.last, told));
    run_words(&w, "w2@1000 w3@1000", NULL);
    assert_string_equal(w.last, told);
    w.last[0] = 0;
    run_words(&w, "n01 f0 k1 b0 o04 a1@1000 w0@1000", NULL);
    assert_string_equal(w.last, "");
    assert_int_equal(eu_snapshot_restore(w.eu, snap), 0);
    eu_snapshot_free(snap);
    run_words(&w, "r2@1000", NULL);
    assert_non_null(strstr(w.last, "data-race: memory 0x1000 is read; thread 1 wrote it"));
    eu_free(w.eu);
}

static void race_stops_the_run_if_lints_do(void **state)
{
    (void)state;
    struct world w;
    struct eu_event ev = {0};
    open_world(&w, EU_GEN7);
    w.eu->lint_stop = true;
    assert_false(touch(&w, "w0@8.1", &ev));
    assert_false(touch(&w, "r1@0.8", &ev));
    assert_false(touch(&w, "r1@9.8", &ev));
    assert_int_equal(ev.stop, EU_STOP_NONE);
    assert_true(touch(&w, "r1@0.16", &ev));
    assert_int_equal(ev.stop, EU_STOP_LINT);
    assert_int_equal(ev.thread, 1);
    eu_free(w.eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_are_those_that_nothing_orders),
        cmocka_unit_test(snapshots_have_all_that_is_known),
        cmocka_unit_test(memory_is_what_is_known),
        cmocka_unit_test(messages_say_who_did_what),
        cmocka_unit_test(addresses_wrap),
        cmocka_unit_test(many_lines_are_found_again),
        cmocka_unit_test(beyond_the_limit_no_races_are_looked_for),
        cmocka_unit_test(race_stops_the_run_if_lints_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
