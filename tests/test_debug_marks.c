/* Which snapshots history keeps: they get sparser with distance, and fit into the memory that they
 * may use. The rules are calculated here again, from lists of moments. */
#include "tests/helpers.h"

#include "debug/history.h"
#include "tests/scripted_machine.h"

enum { EVERY = 4096, FINE = 512, EIGHTH = 8, KEPT = 8 };

struct rig {
    struct scripted s;
    struct history h;
};

static int open_rig(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    scripted_init(&r->s);
    r->h = (struct history){.m = &r->s.m, .limit = SIZE_MAX / 2, .only = -1};
    *state = r;
    return 0;
}

static int close_rig(void **state)
{
    struct rig *r = *state;
    history_fini(&r->h);
    assert_int_equal(r->s.snapshots, 0);
    free(r);
    return 0;
}

static void run_to(struct rig *r, uint64_t insts)
{
    r->s.now = (struct machine_when){insts, insts};
    history_settle(&r->h);
}

static uint64_t at(const struct rig *r, size_t i)
{
    return r->h.marks[i].at.insts;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a < b ? b - a : a - b;
}

/* --- the rules, on a list of moments --- */
struct moments {
    uint64_t at[1000];
    size_t n;
};

static void moments_drop(struct moments *m, size_t i)
{
    memmove(m->at + i, m->at + i + 1, (--m->n - i) * sizeof *m->at);
}

static void moments_add(struct moments *m, uint64_t insts)
{
    size_t i = m->n++;
    for (; i > 0 && m->at[i - 1] > insts; i--)
        m->at[i] = m->at[i - 1];
    m->at[i] = insts;
}

/* One goes if those beside it are no further apart than an eighth of its distance, or than what is
 * always fine enough. The first and the last stay. */
static void moments_thin(struct moments *m, uint64_t present)
{
    for (size_t i = 1; i + 1 < m->n;) {
        uint64_t most = distance(m->at[i], present) / EIGHTH;
        if (most < FINE)
            most = FINE;
        if (m->at[i + 1] - m->at[i - 1] > most)
            i++;
        else
            moments_drop(m, i);
    }
}

/* The one that is missed least: what it leaves open is the least part of its distance. */
static size_t moments_least(const struct moments *m, uint64_t present, uint64_t every)
{
    size_t best = 1;
    for (size_t i = 2; i + 1 < m->n; i++) {
        long double a = m->at[i + 1] - m->at[i - 1], b = m->at[best + 1] - m->at[best - 1];
        if (a * (long double)(distance(m->at[best], present) + every) <
            b * (long double)(distance(m->at[i], present) + every))
            best = i;
    }
    return best;
}

static void assert_marks(const struct rig *r, const struct moments *m)
{
    assert_int_equal(r->h.nmarks, m->n);
    for (size_t i = 0; i < m->n; i++)
        assert_int_equal(at(r, i), m->at[i]);
}

/* --- */
static void marks_get_sparser_with_distance(void **state)
{
    struct rig *r = *state;
    struct moments m = {{0}, 1};
    history_begin(&r->h);
    for (uint64_t insts = EVERY; insts <= 400 * EVERY; insts += EVERY) {
        run_to(r, insts - 1);
        run_to(r, insts);
        moments_add(&m, insts);
        moments_thin(&m, insts);
        assert_marks(r, &m);
    }
    assert_in_range(m.n, 30, 80);
}

/* Where a snapshot is expensive, the next is further away: 16 bytes more for each instruction. */
static void marks_that_are_expensive_are_rare(void **state)
{
    struct rig *r = *state;
    history_begin(&r->h);
    assert_int_equal(r->h.every, EVERY);
    r->s.snapshot_bytes = 160000;
    run_to(r, EVERY);
    assert_int_equal(r->h.every, EVERY + 10000);
    run_to(r, 2 * EVERY + 9999);
    assert_int_equal(r->h.nmarks, 2);
    run_to(r, 2 * EVERY + 10000);
    assert_int_equal(r->h.nmarks, 3);
}

/* On the way forth again none is taken less than half a distance before one that is there. */
static void marks_are_not_taken_beside_others(void **state)
{
    struct rig *r = *state;
    history_begin(&r->h);
    for (uint64_t insts = EVERY; insts <= 4 * EVERY; insts += EVERY)
        run_to(r, insts);
    r->h.nmarks--; /* as if the one at 4 was thinned out */
    r->s.ops.drop(&r->s.m, r->h.marks[4].snap);
    memset(&r->h.marks[4], 0, sizeof r->h.marks[4]);
    run_to(r, 5 * EVERY + EVERY / 2); /* behind three others */
    assert_int_equal(r->h.nmarks, 5);
    assert_int_equal(history_restore(&r->h, 3), 0);
    run_to(r, 4 * EVERY - 1);
    run_to(r, 5 * EVERY + 1);
    assert_int_equal(r->h.nmarks, 5);
    run_to(r, 5 * EVERY);
    assert_int_equal(r->h.nmarks, 6);
    assert_int_equal(at(r, 4), 5 * EVERY);
    run_to(r, 4 * EVERY);
    assert_int_equal(r->h.nmarks, 7);
    assert_int_equal(at(r, 4), 4 * EVERY);
}

/* As many as can be are kept, and then one less: the first stays, and the one that is missed least
 * goes. */
static void marks_fit_into_memory(void **state)
{
    struct rig *r = *state;
    enum { EACH = 1600, ROOM_FOR = 20, STEP = EVERY + EACH / 16 };
    struct moments m = {{0}, 1};
    r->s.snapshot_bytes = EACH;
    r->h.limit = EACH * ROOM_FOR;
    history_begin(&r->h);
    for (uint64_t i = 1; i <= 100; i++) {
        uint64_t insts = i * STEP;
        run_to(r, insts);
        moments_add(&m, insts);
        moments_thin(&m, insts);
        while (m.n > ROOM_FOR + 1) /* the first one costs nothing */
            moments_drop(&m, moments_least(&m, insts, STEP));
        assert_marks(r, &m);
        assert_int_equal(r->h.bytes, (m.n - 1) * EACH);
    }
}

/* Of few the oldest goes, because it is not worth the others. */
static void marks_that_are_few_lose_the_oldest(void **state)
{
    struct rig *r = *state;
    enum { EACH = 1600, STEP = EVERY + EACH / 16 };
    for (size_t room = 0; room <= KEPT + 1; room++) {
        history_forget(&r->h);
        r->s.now = (struct machine_when){0, 0};
        r->s.snapshot_bytes = EACH;
        r->h.limit = EACH * room;
        history_begin(&r->h);
        for (uint64_t i = 1; i <= 2 * KEPT; i++)
            run_to(r, i * STEP);
        assert_int_equal(r->h.nmarks, room + 1);
        bool begin = at(r, 0) == 0;
        assert_int_equal(begin, room + 1 >= KEPT);
        assert_int_equal(at(r, r->h.nmarks - 1), 2 * KEPT * STEP);
        if (!begin)
            assert_int_equal(at(r, 0), (2 * KEPT - room) * STEP);
    }
}

/* There is room for 256, whatever they cost. */
static void marks_have_a_number_that_is_not_exceeded(void **state)
{
    struct rig *r = *state;
    size_t most = 0;
    history_begin(&r->h);
    r->h.end = (struct machine_when){UINT64_MAX / 2, 0};
    double far = 1e16;
    for (unsigned i = 0; i < 300;
         i++, far /= 1.07) { /* each two are a seventh apart: all are fine */
        r->s.now = (struct machine_when){(uint64_t)far, 0};
        history_take(&r->h);
        most = r->h.nmarks > most ? r->h.nmarks : most;
    }
    assert_int_equal(most, 255);
}

/* Going back, what is ahead is kept as long as there is room, and the first always. */
static void marks_of_the_future_are_kept_while_going_back(void **state)
{
    struct rig *r = *state;
    enum { EACH = 1600, STEP = EVERY + EACH / 16, N = 6 };
    r->s.snapshot_bytes = EACH;
    history_begin(&r->h);
    for (uint64_t i = 1; i <= N; i++)
        run_to(r, i * STEP);
    assert_int_equal(r->h.nmarks, N + 1);
    r->h.limit = 3 * EACH;
    assert_int_equal(history_restore(&r->h, 1), 0);
    run_to(r, STEP + STEP / 2);
    assert_int_equal(r->h.nmarks, N + 1); /* none is taken there */
    history_take(&r->h);
    assert_int_equal(r->h.nmarks, 4);
    assert_int_equal(at(r, 0), 0);
    assert_int_equal(at(r, 3), N * STEP);
    r->h.limit = 0;
    r->s.now = (struct machine_when){STEP, STEP};
    history_take(&r->h);
    assert_int_equal(r->h.nmarks, 2); /* one on each side of the present */
    assert_int_equal(at(r, 0), 0);
    assert_int_equal(at(r, 1), N * STEP);
    assert_int_equal(r->h.end.insts, N * STEP);
}

/* --- inputs --- */
static void write_word(struct rig *r, uint64_t word)
{
    const struct input in = {.kind = INPUT_MEM, .n = sizeof word};
    history_log(&r->h, in, &word);
}

/* Inputs count, too; those of before the first snapshot go with it. */
static void inputs_fit_into_memory(void **state)
{
    struct rig *r = *state;
    enum { EACH = sizeof(struct input) + 8 };
    history_begin(&r->h);
    r->h.limit = 10 * EACH;
    for (unsigned i = 0; i < 10; i++) {
        run_to(r, i);
        write_word(r, i);
        assert_int_equal(r->h.ninputs, i + 1);
        assert_int_equal(r->h.bytes, (i + 1) * EACH);
        assert_int_equal(r->h.nmarks, 1);
    }
    run_to(r, 20);
    write_word(r, 10); /* too much: history begins here */
    assert_int_equal(r->h.nmarks, 1);
    assert_int_equal(at(r, 0), 20);
    assert_int_equal(r->h.ninputs, 0);
    assert_int_equal(r->h.bytes, 0);
    assert_int_equal(r->h.done, 11);
    assert_int_equal(r->h.base, 11);
    assert_null(history_next_input(&r->h));
    for (unsigned i = 0; i < 40; i++) { /* more than there was room for at once */
        r->h.limit = SIZE_MAX / 2;
        write_word(r, i);
    }
    assert_int_equal(r->h.ninputs, 40);
    assert_int_equal(history_restore(&r->h, 0), 0);
    for (unsigned i = 0; i < 40; i++) {
        assert_ptr_equal(history_next_input(&r->h), &r->h.inputs[i]);
        r->h.done++;
    }
    assert_null(history_next_input(&r->h));
}

/* One is kept, whatever it costs. */
static void the_only_mark_stays(void **state)
{
    struct rig *r = *state;
    r->s.first_bytes = 100;
    r->h.limit = 50;
    history_begin(&r->h);
    assert_int_equal(r->h.nmarks, 1);
    assert_int_equal(r->h.bytes, 100);
}

/* Without memory for a snapshot there is no new one, and nothing is lost. */
static void marks_that_cannot_be_taken_are_not_there(void **state)
{
    struct rig *r = *state;
    history_begin(&r->h);
    r->s.full = true;
    run_to(r, EVERY);
    assert_int_equal(r->h.nmarks, 1);
    assert_int_equal(r->h.end.insts, EVERY);
    r->s.full = false;
    run_to(r, EVERY + 1);
    assert_int_equal(r->h.nmarks, 2);
    r->s.lost = true;
    r->h.done = 7;
    assert_int_equal(history_restore(&r->h, 0), -MACHINE_ERR_NOMEM);
    assert_int_equal(r->h.done, 7);
    r->s.lost = false;
    assert_int_equal(history_restore(&r->h, 0), 0);
    assert_int_equal(r->h.done, 0);
}

static void moments_are_compared_by_instructions_then_by_boundaries(void **state)
{
    (void)state;
    static const struct machine_when in_order[] = {{0, 0}, {0, 9}, {1, 0}, {1, 1}, {2, 0}};
    enum { N = sizeof in_order / sizeof *in_order };
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            int c = history_compare(in_order[i], in_order[k]);
            assert_int_equal((c > 0) - (c < 0), (i > k) - (i < k));
        }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(marks_get_sparser_with_distance),
        CASE(marks_that_are_expensive_are_rare),
        CASE(marks_are_not_taken_beside_others),
        CASE(marks_fit_into_memory),
        CASE(marks_that_are_few_lose_the_oldest),
        CASE(marks_have_a_number_that_is_not_exceeded),
        CASE(marks_of_the_future_are_kept_while_going_back),
        CASE(inputs_fit_into_memory),
        CASE(the_only_mark_stays),
        CASE(marks_that_cannot_be_taken_are_not_there),
        cmocka_unit_test(moments_are_compared_by_instructions_then_by_boundaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
