/* Breakpoints with conditions: for which channels a condition is asked, how often, where the stop
 * is reported, and who frees the condition. */
#include "tests/helpers.h"

#include "debug/breaks.h"
#include "isa/isa.h"
#include "tests/fake_machine.h"

struct probe {
    struct dbg_condition base;
    uint64_t yes;       /* the channels for which it answers yes */
    uint64_t asked[16]; /* the channels for which it was asked */
    unsigned n, freed;
};

static uint64_t answer_probe(struct dbg_condition *base, unsigned thread, uint64_t channels,
                             bool past)
{
    struct probe *p = (struct probe *)base;
    assert_false(past);
    assert_true(thread < FAKE_THREADS && p->n < 16);
    p->asked[p->n++] = channels;
    return p->yes & channels;
}

static void count_free(struct dbg_condition *base)
{
    ((struct probe *)base)->freed++;
}

static struct probe probe_of(uint64_t yes)
{
    return (struct probe){.base = {.holds = answer_probe, .free = count_free, .text = "if probed"},
                          .yes = yes};
}

static const struct dbg_stop *go_on(struct dbg *dbg)
{
    dbg_resume(dbg, dbg_last(dbg)->focus, false, false, 0, 0);
    while (!dbg_run(dbg, 1000))
        ;
    return dbg_last(dbg);
}

struct rig {
    struct fake fake;
    struct dbg *dbg;
};

static int open_rig(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    fake_init(&r->fake);
    r->dbg = dbg_new(&r->fake.m, false);
    *state = r;
    return r->dbg ? 0 : -1;
}

static int close_rig(void **state)
{
    struct rig *r = *state;
    dbg_free(r->dbg);
    free(r);
    return 0;
}

/* Both threads come to 0x20 with all channels. At 0x60 the odd threads have waited for the
 * others. */
static void run_condition_is_false_passes(void **state)
{
    struct rig *r = *state;
    struct probe p = probe_of(0);
    assert_int_equal(dbg_break_insert(r->dbg, 0x20, &p.base), 0);
    assert_true(go_on(r->dbg)->event.stop == MACHINE_STOP_DONE);
    assert_int_equal(p.n, 2);
    assert_int_equal(p.asked[0], 0xff);
    const struct dbg_break *b = dbg_break_nth(r->dbg, 0);
    assert_int_equal(b->visits, 2);
    assert_int_equal(b->hits, 0);
    assert_int_equal(dbg_break_remove(r->dbg, 0x20, NULL), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_remove(r->dbg, 0x20, &p.base), 0);
    assert_int_equal(p.freed, 1);
    assert_null(dbg_break_nth(r->dbg, 0));
}

static void run_condition_of_channels_reports_one_of_them(void **state)
{
    struct rig *r = *state;
    struct probe p = probe_of(0x28);
    assert_int_equal(dbg_break_insert(r->dbg, 0x20, &p.base), 0);
    const struct dbg_stop *stop = go_on(r->dbg);
    assert_int_equal(stop->event.stop, MACHINE_STOP_BREAKPOINT);
    assert_true(stop->client);
    assert_int_equal(stop->number, 0);
    assert_int_equal(stop->focus.channel, 3);
    assert_int_equal(dbg_reset(r->dbg), 0);
    dbg_resume(r->dbg, (struct dbg_focus){0, 5}, false, false, 0, 0);
    while (!dbg_run(r->dbg, 1000))
        ;
    /* the channel of the client's focus, because it is among those that stopped */
    assert_int_equal(stop->focus.channel, 5);
    dbg_break_clear(r->dbg);
    assert_int_equal(p.freed, 1);
}

/* When the client and the user have a condition at the same place, the channels must satisfy
 * both. */
static void run_client_and_user_at_one_place(void **state)
{
    struct rig *r = *state;
    struct probe user = probe_of(0x0f), client = probe_of(0x3c), other = probe_of(0xc0);
    assert_int_equal(dbg_break_add(r->dbg, 0x20, &user.base), 1);
    assert_int_equal(dbg_break_insert(r->dbg, 0x20, &client.base), 0);
    const struct dbg_stop *stop = go_on(r->dbg);
    assert_true(stop->client);
    assert_int_equal(stop->number, 1);
    assert_int_equal(stop->focus.channel, 2);
    assert_non_null(strstr(dbg_why(r->dbg), "breakpoint 1 at 0x00000020 if probed"));
    assert_non_null(strstr(dbg_why(r->dbg), "channels 2-3"));
    assert_int_equal(dbg_break_delete(r->dbg, 1), 0);
    assert_int_equal(dbg_break_delete(r->dbg, 1), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_add(r->dbg, 0x20, &other.base), 2);
    stop = go_on(r->dbg);
    assert_int_equal(stop->focus.channel, 2);
    client.yes = 0;
    assert_int_equal(dbg_reset(r->dbg), 0);
    stop = go_on(r->dbg);
    assert_false(stop->client);
    assert_int_equal(stop->number, 2);
    assert_int_equal(stop->focus.channel, 6);
    dbg_break_clear(r->dbg);
    assert_int_equal(user.freed + client.freed, 2);
    assert_int_equal(other.freed, 0);
    assert_int_equal(dbg_break_delete(r->dbg, 2), 0);
}

static void texts_list_channels_as_far_as_there_is_room(void **state)
{
    static const struct {
        uint64_t channels;
        const char *text;
    } rows[] = {
        {0, ": channel none on IP"},
        {1, ": channel 0"},
        {UINT64_C(1) << 63, ": channel 63"},
        {3, ": channels 0-1"},
        {UINT64_C(3) << 62, ": channels 62-63"},
        {UINT64_MAX, ": channels 0-63"},
        {UINT64_MAX - 2, ": channels 0, 2-63"},
        {0x1b6, ": channels 1-2, 4-5, 7-8"},
        {UINT64_C(0x8000000000000001), ": channels 0, 63"},
        {UINT64_C(0x5555555555555555),
         ": channels 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, "},
    };
    struct dbg_breaks s = {0};
    char text[128], want[128];
    (void)state;
    assert_int_equal(breaks_add(&s, &(struct dbg_break){.addr = 0x20, .number = 7}), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(want, sizeof want, "breakpoint 7 at 0x00000020, t%s", rows[i].text);
        breaks_say(&s, 7, rows[i].channels, "t", text, sizeof text);
        assert_string_equal(text, want);
    }
    breaks_say(&s, 8, 1, "t", text, sizeof text); /* there is none */
    assert_string_equal(text, want);
    breaks_free(&s);
}

/* Of several at one place each is removed by its own condition; the last ones go with the debugger.
 */
static void conditions_belong_to_their_breakpoints(void **state)
{
    struct rig *r = *state;
    struct probe p[4];
    for (unsigned i = 0; i < 4; i++)
        p[i] = probe_of(0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(dbg_break_insert(r->dbg, 0x20, &p[i].base), 0);
    assert_int_equal(dbg_break_remove(r->dbg, 0x20, &p[3].base), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_remove(r->dbg, 0x20, &p[1].base), 0);
    assert_int_equal(dbg_break_insert(r->dbg, 0x40, &p[3].base), 0);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(p[i].freed, i == 1);
    dbg_free(r->dbg);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(p[i].freed, 1);
    r->dbg = NULL;
}

/* A breakpoint that is off is not asked, and the machine does not know it. A breakpoint for one
 * stop is removed with its condition when it has fired, but not before, and no other one is. */
static void run_off_and_once(void **state)
{
    struct rig *r = *state;
    struct probe off = probe_of(0xff), once = probe_of(0), stays = probe_of(0xf0);
    assert_int_equal(dbg_break_add(r->dbg, 0x20, &off.base), 1);
    assert_true(dbg_break_at(r->dbg, 0x20));
    assert_int_equal(dbg_point_set(r->dbg, 1, false), 0);
    assert_false(dbg_break_at(r->dbg, 0x20));
    assert_int_equal(go_on(r->dbg)->event.stop, MACHINE_STOP_DONE);
    assert_int_equal(off.n, 0);
    assert_int_equal(dbg_break_nth(r->dbg, 0)->visits, 0);
    assert_int_equal(dbg_break_add(r->dbg, 0x20, &once.base), 2);
    assert_int_equal(dbg_break_once(r->dbg, 2), 0);
    assert_int_equal(dbg_break_add(r->dbg, 0x20, &stays.base), 3);
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_int_equal(go_on(r->dbg)->number, 3);
    assert_int_equal(once.freed, 0); /* it was asked, but did not fire */
    once.yes = 0xff;
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_int_equal(go_on(r->dbg)->number, 2);
    assert_non_null(strstr(dbg_why(r->dbg), "breakpoint 2 at 0x00000020 if probed"));
    assert_int_equal(once.freed, 1);
    assert_int_equal(dbg_break_delete(r->dbg, 2), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_once(r->dbg, 2), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_point_set(r->dbg, 2, true), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_point_set(r->dbg, 1, true), 0);
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_int_equal(go_on(r->dbg)->number, 1);
    assert_int_equal(off.n, 1);
    assert_int_equal(dbg_break_delete(r->dbg, 1) | dbg_break_delete(r->dbg, 3), 0);
}

static void add_what_is_refused_is_still_the_callers(void **state)
{
    struct rig *r = *state;
    struct probe p = probe_of(0);
    assert_int_equal(dbg_break_add(r->dbg, 4, &p.base), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_break_insert(r->dbg, 4, &p.base), -MACHINE_ERR_RANGE);
    assert_int_equal(p.freed, 0);
    assert_int_equal(dbg_break_add(r->dbg, 8, NULL), 1);
    assert_int_equal(dbg_break_delete(r->dbg, 0), -MACHINE_ERR_UNKNOWN);
}

static void remove_where_there_is_none_leaves_the_others(void **state)
{
    struct rig *r = *state;
    struct probe p = probe_of(1), q = probe_of(1);
    assert_int_equal(dbg_break_remove(r->dbg, 16, NULL), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_insert(r->dbg, 8, NULL), 0);
    assert_int_equal(dbg_break_insert(r->dbg, 24, &p.base), 0);
    assert_int_equal(dbg_break_add(r->dbg, 16, NULL), 1);
    assert_int_equal(dbg_break_remove(r->dbg, 0, NULL), -MACHINE_ERR_UNKNOWN);
    /* this is the user's */
    assert_int_equal(dbg_break_remove(r->dbg, 16, NULL), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_remove(r->dbg, 24, NULL),
                     -MACHINE_ERR_UNKNOWN); /* this has a condition */
    assert_int_equal(dbg_break_remove(r->dbg, 24, &q.base), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_remove(r->dbg, 32, NULL), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_delete(r->dbg, 2), -MACHINE_ERR_UNKNOWN);
    for (uint64_t at = 8; at <= 24; at += 8)
        assert_true(dbg_break_at(r->dbg, at));
    assert_int_equal(p.freed, 0);
    assert_int_equal(dbg_break_remove(r->dbg, 24, &p.base), 0);
    assert_int_equal(p.freed, 1);
    assert_false(dbg_break_at(r->dbg, 24));
    assert_true(dbg_break_at(r->dbg, 8) && dbg_break_at(r->dbg, 16));
}

static void say_channels_as_ranges(void **state)
{
    static const struct {
        uint64_t channels;
        const char *text;
    } rows[] = {
        {1, "channel 0"},
        {0x80000000u, "channel 31"},
        {0xf0, "channels 4-7"},
        {0x2d1, "channels 0, 4, 6-7, 9"},
        {UINT32_MAX, "channels 0-31"},
        {0, "channel none on IP"},
    };
    struct dbg_breaks s = {0};
    char text[192];
    (void)state;
    assert_int_equal(breaks_add(&s, &(struct dbg_break){.addr = 8, .number = 7}), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        breaks_say(&s, 7, rows[i].channels, "EU0.T0", text, sizeof text);
        assert_string_equal(strstr(text, ": ") + 2, rows[i].text);
    }
    /* the text is longer than its buffer */
    breaks_say(&s, 7, 0x55555555, "EU0.T0", text, sizeof text);
    assert_true(strlen(text) < sizeof text);
    breaks_free(&s);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        T(run_condition_is_false_passes),
        T(run_condition_of_channels_reports_one_of_them),
        T(run_client_and_user_at_one_place),
        T(conditions_belong_to_their_breakpoints),
        cmocka_unit_test(texts_list_channels_as_far_as_there_is_room),
        T(run_off_and_once),
        T(add_what_is_refused_is_still_the_callers),
        T(remove_where_there_is_none_leaves_the_others),
        cmocka_unit_test(say_channels_as_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
