/* What history keeps: snapshots in order, their memory counted right, and within its limit, however
 * one goes back and forth. */
#include "debug/history.h"
#include "tests/debug_rig.h"
#include "tests/random_insn.h"

enum { THREADS = 4, DATA = 0x20000, PAGES = 16, KEPT = 8 };

/* Counts in r10, and writes it to one page after the other. */
static const char kernel[] = "mov (8) r2.0<1>:ud 0:ud {NoMask}\n"
                             "again: add (8) r10.0<1>:ud r10.0<8;8,1>:ud 1:ud {NoMask}\n"
                             "and (1) r2.2<1>:ud r10.0<0;1,0>:ud 0xff00:ud {NoMask}\n"
                             "shr (1) r2.2<1>:ud r2.2<0;1,0>:ud 4:ud {NoMask}\n"
                             "mov (8) r3.0<1>:ud r10.0<8;8,1>:ud {NoMask}\n"
                             "send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n"
                             "jmpi (1) again {NoMask}\n";

static void start(struct debug_rig *r, struct history *h, size_t limit)
{
    debug_rig_init(r, THREADS);
    debug_rig_load(r, 0, kernel);
    assert_int_equal(eu_memory_map(r->eu->mem, DATA, PAGES * 4096), 0);
    r->eu->surfaces[0] = (struct eu_surface){.present = true,
                                             .address = DATA,
                                             .width = PAGES * 4096,
                                             .height = 1,
                                             .pitch = PAGES * 4096};
    for (uint32_t i = 0; i < THREADS; i++)
        eu_thread_start(r->eu, i, 0, 0xff, 0);
    debug_rig_start(r, 0);
    *h = (struct history){.m = r->m, .limit = limit, .only = -1};
    history_begin(h);
}

static void assert_history_is_whole(const struct history *h)
{
    size_t bytes = 0;
    assert_in_range(h->nmarks, 1, HISTORY_MARKS);
    for (size_t i = 0; i < h->nmarks; i++) {
        const struct mark *mark = &h->marks[i];
        assert_true(i == 0 || history_compare(mark[-1].at, mark->at) < 0);
        assert_int_equal(mark->bytes,
                         h->m->ops->bytes(h->m, mark->snap, h->marks[i ? i - 1 : 0].snap));
        assert_int_equal(history_before(h, mark->at, true), i);
        assert_int_equal(history_before(h, mark->at, false), (int)i - 1);
        bytes += mark->bytes;
    }
    for (size_t i = 0; i < h->ninputs; i++) {
        assert_true(i == 0 || history_compare(h->inputs[i - 1].at, h->inputs[i].at) <= 0);
        assert_int_equal(h->inputs[i].size, sizeof h->inputs[i] + h->inputs[i].n);
        bytes += h->inputs[i].size;
    }
    assert_int_equal(h->bytes, bytes);
    assert_in_range(h->done - h->base, 0, h->ninputs);
}

static void go_forth(struct debug_rig *r, struct history *h, uint64_t insts)
{
    struct eu_event ev;
    assert_int_equal(eu_run(r->eu, insts, &ev), EU_STOP_BUDGET);
    history_settle(h);
}

static void write_word(struct history *h, uint32_t word)
{
    const struct input in = {.kind = INPUT_MEM, .addr = DATA + PAGES * 4096 - 4, .n = sizeof word};
    assert_int_equal(h->m->ops->mem_write(h->m, in.addr, &word, sizeof word), 0);
    history_log(h, in, &word);
}

static void history_forth_back_and_written_to_is_whole(void **state)
{
    (void)state;
    static const size_t limits[] = {300 << 10, 1 << 20, 64 << 20};
    uint64_t seed = 7;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct debug_rig r;
        struct history *h = malloc(sizeof *h);
        size_t most = 0;
        start(&r, h, limits[i]);
        for (unsigned step = 0; step < 400; step++) {
            if (random_one_in(&seed, 10))
                assert_int_equal(history_restore(h, random_below(&seed, (unsigned)h->nmarks)), 0);
            else if (random_one_in(&seed, 20))
                write_word(h, (uint32_t)seed);
            else
                go_forth(&r, h, 1 + random_below(&seed, random_one_in(&seed, 4) ? 20000 : 900));
            assert_history_is_whole(h);
            assert_true(h->nmarks <= KEPT || h->bytes <= h->limit);
            most = h->nmarks > most ? h->nmarks : most;
        }
        assert_true(most > (i ? KEPT : 2));
        history_forget(h);
        assert_int_equal(h->bytes, 0);
        assert_int_equal(h->nmarks + h->ninputs, 0);
        history_fini(h);
        free(h);
        debug_rig_drop(&r);
    }
}

/* The host's write is done again on the way forth, at its moment. */
static void inputs_are_repeated_at_their_moment(void **state)
{
    (void)state;
    struct debug_rig r;
    struct history *h = malloc(sizeof *h);
    uint32_t word;
    start(&r, h, 1 << 20);
    go_forth(&r, h, 100);
    write_word(h, 5);
    go_forth(&r, h, 100);
    write_word(h, 6);
    go_forth(&r, h, 100);
    assert_int_equal(h->ninputs, 2);
    assert_null(history_next_input(h));
    assert_int_equal(history_restore(h, 0), 0);
    for (unsigned at = 0; at <= 300; at += 50) {
        assert_int_equal(h->m->ops->mem_read(h->m, DATA + PAGES * 4096 - 4, &word, 4), 0);
        assert_int_equal(word, at < 100 ? 0 : at < 200 ? 5 : 6);
        assert_int_equal(h->done, at < 100 ? 0 : at < 200 ? 1 : 2);
        if (at < 300)
            go_forth(&r, h, 50);
    }
    /* a write in the past drops what was ahead */
    assert_int_equal(history_restore(h, 0), 0);
    go_forth(&r, h, 150);
    write_word(h, 7);
    assert_int_equal(h->ninputs, 2);
    assert_int_equal(h->end.insts, 150);
    assert_history_is_whole(h);
    history_fini(h);
    free(h);
    debug_rig_drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_forth_back_and_written_to_is_whole),
        cmocka_unit_test(inputs_are_repeated_at_their_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
