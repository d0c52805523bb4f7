/* Going back through every sample: the replay is the first run, bit for bit. */
#include "tests/helpers.h"

#include <glob.h>

#include "eu/spaces.h"
#include "sim/snapshot.h"
#include "tests/launched.h"

enum { EVERY = 100 };

static void open_world(struct launched *w, const char *path, size_t history)
{
    assert_true(launched_build(w, UI_SERVE, (const char *const[]){"--launch", path, NULL}));
    assert_true(launched_start(w, history));
}

static bool show(void *ctx, const struct eu_diff *d)
{
    (void)ctx;
    print_message("%s\n", d->text);
    return true;
}

static void assert_equal_worlds(const struct launched *a, const struct launched *b)
{
    struct eu_snapshot *x = eu_snapshot_take(a->built.eu), *y = eu_snapshot_take(b->built.eu);
    assert_int_equal(a->built.eu->insts, b->built.eu->insts);
    assert_int_equal(a->built.eu->boundaries, b->built.eu->boundaries);
    assert_int_equal(eu_snapshot_diff(x, y, NULL, show, NULL), 0);
    eu_snapshot_free(x);
    eu_snapshot_free(y);
}

static uint64_t run_to_end(struct launched *w)
{
    dbg_resume(w->dbg, dbg_last(w->dbg)->focus, false, false, 0, 0);
    while (!dbg_run(w->dbg, 997))
        ;
    return w->built.eu->insts;
}

static void forward(struct launched *w, uint64_t insts)
{
    assert_int_equal(dbg_goto(w->dbg, (struct machine_when){insts, 0}), 0);
}

/* @a replays what it has run to the end; @b runs it for the first time, beside it. */
static void replay_sample(const char *path, size_t history)
{
    struct launched a, b;
    open_world(&a, path, history);
    open_world(&b, path, 1u << 30);
    uint64_t end = run_to_end(&a);
    assert_int_equal(dbg_goto(a.dbg, (struct machine_when){0, 0}), 0);
    for (uint64_t at = 0; at < end; at += EVERY) {
        forward(&a, at);
        forward(&b, at);
        assert_equal_worlds(&a, &b);
    }
    assert_int_equal(run_to_end(&a), end);
    assert_int_equal(run_to_end(&b), end);
    assert_equal_worlds(&a, &b);
    assert_string_equal(dbg_why(a.dbg), dbg_why(b.dbg));
    /* and in any order */
    for (uint64_t at = end; at > EVERY; at -= at / 5 + 1) {
        forward(&a, at - 1);
        assert_int_equal(a.built.eu->insts, at - 1);
    }
    /* A thread that waits at the end has passed a boundary more than it has executed. */
    assert_int_equal(dbg_goto(a.dbg, (struct machine_when){end, b.built.eu->boundaries}), 0);
    assert_equal_worlds(&a, &b);
    launched_drop(&a);
    launched_drop(&b);
}

static void each_sample(void (*test)(const char *path))
{
    glob_t files;
    assert_int_equal(glob("samples/*.json", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        test(files.gl_pathv[i]);
    globfree(&files);
}

static void replay(const char *path)
{
    replay_sample(path, 64u << 20);
}

static void time_samples_replay_equals_the_first_run_at_every_100th_instruction(void **state)
{
    (void)state;
    each_sample(replay);
}

static struct machine_when now(const struct launched *w)
{
    struct machine_when when;
    w->m->ops->when(w->m, &when);
    return when;
}

static void settle(struct launched *w)
{
    while (!dbg_run(w->dbg, 1000))
        ;
}

/* A channel's steps forward, then back: the same addresses, and at last the beginning. */
static void step_there_and_back(const char *path)
{
    enum { MOST = 60 };
    struct launched w;
    uint32_t pcs[MOST];
    struct machine_when whens[MOST];
    size_t n = 0;
    open_world(&w, path, 64u << 20);
    struct dbg_focus f = dbg_last(w.dbg)->focus;
    do {
        pcs[n] = dbg_pc(w.dbg, f);
        whens[n++] = now(&w);
        dbg_resume(w.dbg, f, true, false, 0, 0);
        settle(&w);
    } while (n < MOST && !dbg_ended(w.dbg) && dbg_last(w.dbg)->focus.thread == f.thread);
    assert_int_equal(dbg_goto(w.dbg, whens[n - 1]), 0);
    assert_int_equal(dbg_pc(w.dbg, f), pcs[n - 1]);
    while (--n) {
        dbg_reverse(w.dbg, f, true);
        settle(&w);
        assert_string_equal(machine_stops[dbg_last(w.dbg)->event.stop].name, "step");
        assert_int_equal(dbg_last(w.dbg)->focus.thread, f.thread);
        assert_int_equal(dbg_last(w.dbg)->focus.channel, f.channel);
        assert_int_equal(dbg_pc(w.dbg, f), pcs[n - 1]);
        assert_true(now(&w).boundaries >= whens[n - 1].boundaries);
    }
    dbg_reverse(w.dbg, f, true);
    settle(&w);
    assert_string_equal(machine_stops[dbg_last(w.dbg)->event.stop].name, "begin");
    assert_int_equal(now(&w).insts, 0);
    launched_drop(&w);
}

static void time_samples_steps_back_are_the_steps_forward(void **state)
{
    (void)state;
    each_sample(step_there_and_back);
}

/* --- with a watchpoint --- */
/* Something that a run has changed: the first of graphics memory, or of the GRF. */
struct changed {
    bool memory, found;
    uint64_t addr;
};
static bool note_change(void *ctx, const struct eu_diff *d)
{
    struct changed *c = ctx;
    if (c->memory ? d->what != EU_DIFF_MEMORY : d->what != EU_DIFF_REGISTER || d->reg > 127)
        return true;
    c->found = true;
    c->addr = c->memory ? d->offset : eu_space_reg(d->thread, d->reg) + d->offset;
    return false;
}

static bool find_change(const char *path, struct changed *c)
{
    struct launched w;
    open_world(&w, path, 64u << 20);
    struct eu_snapshot *start = eu_snapshot_take(w.built.eu);
    run_to_end(&w);
    struct eu_snapshot *end = eu_snapshot_take(w.built.eu);
    eu_snapshot_diff(start, end, NULL, note_change, c);
    eu_snapshot_free(start);
    eu_snapshot_free(end);
    launched_drop(&w);
    return c->found;
}

enum { HITS = 4096 };
struct hit {
    uint64_t thread, ip, addr;
};

/* Stop after stop, until it is no watchpoint. Returns how many there were. */
static size_t watched(struct launched *w, bool back, struct hit *hits)
{
    size_t n = 0;
    for (;;) {
        if (back)
            dbg_reverse(w->dbg, dbg_last(w->dbg)->focus, false);
        else
            dbg_resume(w->dbg, dbg_last(w->dbg)->focus, false, false, 0, 0);
        settle(w);
        const struct machine_event *ev = &dbg_last(w->dbg)->event;
        if (strcmp(machine_stops[ev->stop].name, "watchpoint") != 0)
            return n;
        assert_true(n < HITS);
        hits[n++] = (struct hit){ev->thread, ev->ip, ev->watch.addr};
    }
}

static void watch_there_and_back(const char *path, bool memory)
{
    struct launched w, plain;
    static struct hit there[HITS], hence[HITS], again[HITS];
    struct changed c = {.memory = memory};
    if (!find_change(path, &c))
        return;
    open_world(&w, path, 64u << 20);
    open_world(&plain, path, 64u << 20);
    run_to_end(&plain);
    struct machine_watch watch = {c.addr & ~UINT64_C(31), 32, MACHINE_READ | MACHINE_WRITE};
    assert_int_equal(dbg_watch_insert(w.dbg, watch), 0);
    size_t n = watched(&w, false, there);
    assert_true(n > 0);
    assert_equal_worlds(&plain, &w);
    assert_int_equal(watched(&w, true, hence), n);
    assert_string_equal(machine_stops[dbg_last(w.dbg)->event.stop].name, "begin");
    assert_int_equal(now(&w).insts, 0);
    for (size_t i = 0; i < n; i++)
        assert_memory_equal(&hence[i], &there[n - 1 - i], sizeof *there);
    assert_int_equal(watched(&w, false, again), n);
    assert_memory_equal(again, there, n * sizeof *there);
    assert_equal_worlds(&plain, &w);
    launched_drop(&w);
    launched_drop(&plain);
}

static void watch_memory(const char *path)
{
    watch_there_and_back(path, true);
}

static void watch_register(const char *path)
{
    watch_there_and_back(path, false);
}

static void time_samples_watched_there_and_back_stop_at_the_same(void **state)
{
    (void)state;
    each_sample(watch_memory);
    each_sample(watch_register);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_samples_replay_equals_the_first_run_at_every_100th_instruction),
        cmocka_unit_test(time_samples_steps_back_are_the_steps_forward),
        cmocka_unit_test(time_samples_watched_there_and_back_stop_at_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
